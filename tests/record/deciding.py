"""A small driver: events in their public form, decided again and compared, as `verify` does it."""

import json
from collections.abc import Container, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from types import ModuleType
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from mailref.games.chance import Secret
from mailref.games.events import Event
from mailref.record.export import public_form
from mailref.record.script import Difference, Script, UnlikeError
from mailref.tiles.board import Board
from tests.effort import fewer, sample

UNREADABLE = (KeyError, IndexError, TypeError, AttributeError, ValueError)


def public_events(events: Sequence[Event], *, is_open: bool = True) -> list[Event]:
    """Return what all may know of a game."""
    return list(public_form(events, is_open=is_open))


def told_of(kind: ModuleType, events: Sequence[Event], *, is_open: bool = True) -> Any:
    """Return what an export tells beside the events."""
    return json.loads(json.dumps(kind.told(events, UTC, is_open=is_open)))


def decided(
    kind: ModuleType, events: Sequence[Event], seed: bytes | None = None
) -> Difference | Exception | list[Event]:
    """Return what is decided of public events, or where it differs from them."""
    script = Script(events, is_whole=True)
    try:
        kind.decide(script, seed)
    except UnlikeError as unlike:
        return unlike.difference
    except UNREADABLE as wrong:
        return wrong
    return script.decided


def unlike_first(
    kind: ModuleType, raw: Any, seed: bytes | None = None, *, is_open: bool = True
) -> list[tuple[Any, Any, Any]] | Difference | Exception:
    """Return where an export of format 1 differs from what is decided of what it tells."""
    try:
        script = Script(kind.first(raw), is_whole=False)
        kind.decide(script, seed)
    except UnlikeError as unlike:
        return unlike.difference
    except UNREADABLE as wrong:
        return wrong
    anew = told_of(kind, script.decided, is_open=is_open)
    return list(differences(anew, {key: each for key, each in raw.items() if key != "sha256"}))


def differences(
    expected: Any, found: Any, path: tuple[Any, ...] = ()
) -> Iterator[tuple[Any, Any, Any]]:
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in dict.fromkeys((*expected, *found)):
            yield from differences(expected.get(key), found.get(key), (*path, key))
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for at, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from differences(one, other, (*path, at))
    elif expected != found:
        yield path, expected, found


def forgeries(events: Sequence[Event]) -> Iterator[tuple[str, list[Event]]]:
    """Yield what a liar might make of a record, by `make test` of each kind of lie one."""
    of_kind: dict[str, list[list[Event]]] = {}
    for name, lie in _forgeries(events):
        of_kind.setdefault(name, []).append(lie)
    for name, lies in of_kind.items():
        yield from ((name, lie) for lie in sample(lies, fewer(len(lies), 1), name))


def _forgeries(events: Sequence[Event]) -> Iterator[tuple[str, list[Event]]]:
    """Yield all of them: a field changed, an event dropped, doubled, moved."""
    for at, event in enumerate(events):
        before, after = list(events[:at]), list(events[at + 1 :])
        kind = type(event).__name__
        for name, value in asdict(event).items():
            other = _other(value)
            if other is not None and other != value:
                changed = replace(event, **{name: other})
                yield f"{kind}.{name}", [*before, changed, *after]
        yield f"{kind} dropped", [*before, *after]
        yield f"{kind} doubled", [*before, event, event, *after]
        if after and after[0] != event:
            yield (
                f"{kind} swapped with {type(after[0]).__name__}",
                [*before, after[0], event, *after[1:]],
            )


def _other(value: Any) -> Any:  # noqa: PLR0912  one branch for each kind of value
    """Return another value of the same kind; None where there is none."""
    match value:
        case bool():
            return not value
        case StrEnum():
            members = list(type(value))
            return members[(members.index(value) + 1) % len(members)]
        case int():
            return value + 1
        case str():
            return value[:-1] + ("B" if value[-1] != "B" else "C") if value else "X"
        case datetime():
            return value + timedelta(hours=1)
        case Secret():
            inner = _other(value.value)
            return None if inner is None else Secret(inner)
        case tuple() if value:
            first = _other(value[0])
            return value[:-1] if first is None else (first, *value[1:])
        case Mapping():
            changed = ((key, _other(each)) for key, each in value.items())
            key, other = next(((k, o) for k, o in changed if o is not None), (None, None))
            return None if key is None else {**value, key: other}
        case Board():
            return Board(("A" if value.cells[0] != "A" else "B") + value.cells[1:])
        case Struct():
            for name, each in asdict(value).items():
                other = _other(each)
                if other is not None:
                    return replace(value, **{name: other})
            return None
        case _:
            return None


# What no rule determines in a game of players at a table.
BESIDE = (
    "PlayerRenamed", "ScoreCorrected", "DeadlineMoved", "WordRuled", "GamePaused", "GameResumed",
    "PlayerOut",
)  # fmt: skip
"""What the game master orders, or a player says of his seat, between any two moves; as far as nothing follows."""
_FIELDS = {
    "PlayerRenamed.new_name", "ScoreCorrected.player", "ScoreCorrected.points",
    "ScoreCorrected.because", "DeadlineMoved.deadline", "WordRuled.word", "WordRuled.accepted",
    "WordRuled.by", "WordRuled.because", "PlayerOut.why", "TurnUndone.because", "PlayAccepted.how",
    "PlayAccepted dropped", "PlayChallenged.received", "PlayChallenged.is_foreign", "TurnBegan.at",
    "TurnBegan.deadline", "GameEnded.at", "GameEnded.reason", "SeedRevealed.at",
}  # fmt: skip


def is_undetermined(forgery: str, fields: Container[str]) -> bool:
    """Tell whether no rule says that something is forged; *fields* are those of one kind of game."""
    if "." in forgery or forgery in _FIELDS:
        return forgery in _FIELDS or forgery in fields
    return any(kind in forgery for kind in BESIDE)
