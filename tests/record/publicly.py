"""What is public of a game in rounds, and the same decided again: a small driver, and forgeries."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from mailref.record import of_rounds
from mailref.record.script import Difference, Script, UnlikeError
from mailref.rules import events as happened
from mailref.rules.events import CommonEvent, Event

_KEPT = (
    happened.PlayerReturned, happened.ScoreCorrected, happened.DrawsMixed, happened.GameEnded,
    happened.WordRuled,
)  # fmt: skip
_WITHOUT_REASON = (
    happened.PlayerLeft, happened.PlayerRenamed, happened.DeadlineMoved, happened.GamePaused,
    happened.GameResumed,
)  # fmt: skip


def public_of(events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the public form of all events of a game in rounds."""
    found: list[Event] = []
    for event in events:
        match event:
            case happened.PlayerJoined():
                found.append(replace(event, addresses=(), is_configured=True))
            case _ if isinstance(event, _WITHOUT_REASON):
                found.append(replace(event, because=""))
            case _ if isinstance(event, _KEPT):
                found.append(event)
            case _ if not isinstance(event, CommonEvent):
                shown = of_rounds.public(event, is_open=True)
                found += [] if shown is None else [shown]
            case _:
                pass
    return tuple(found)


def decided(public: Sequence[Event], seed: bytes | None) -> Difference | None:
    """Return where *public* is not what the rules make of it, and None where it is all."""
    script = Script(public, is_whole=True)
    try:
        of_rounds.decide(script, seed)
    except UnlikeError as unlike:
        return unlike.difference
    assert tuple(script.decided) == tuple(public)
    return None
