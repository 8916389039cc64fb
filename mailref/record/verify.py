"""`verify`: what is recorded of a game is decided again by the program itself; the first difference, or none.

The deciding functions of the game run on the recorded causes: what they give must be what is recorded,
what that tells must be what the export tells, and the hash must be that of all of it. An export of
the first form holds no events: its causes are read from what it tells.
"""

from collections import deque
from collections.abc import Callable, Sequence
from datetime import UTC
from typing import Any

from msgspec import Struct
from rfc8785 import CanonicalizationError

from mailref.errors import JournalError
from mailref.games.chance import commitment
from mailref.games.events import Event, WordRuled
from mailref.games.kind import RecordKind, kind_begun_by, kind_named, replay
from mailref.record.as_json import Json, JsonObject, SealedReport, as_shown, sha256_of
from mailref.record.codec import event_from_json
from mailref.record.export import FORMAT, NotAnExportError, public_form
from mailref.record.script import Difference, Script, UnlikeError, differences, unlike_event

_UNREADABLE = (KeyError, IndexError, TypeError, AttributeError, ValueError)


class Verified(Struct, frozen=True):
    """Everything is as the rules make it."""

    rounds: int
    """How many turns or closed rounds were decided again."""
    with_chance: bool
    """Whether the seed was known, so that draws and lots were checked too."""
    by_hand: tuple[int, ...] = ()
    """Rounds or drawings whose letters were drawn by hand: no seed says what they had to be."""
    unnamed: tuple[int, ...] = ()
    """Drawings whose receipts are left out with the name that they bind: whoever has the mails can check his own."""
    commitment: str = ""
    """The SHA-256 of the seed, as it was mailed before the first draw."""
    reports: tuple[SealedReport, ...] = ()
    """The hashes that the reports carried, the newest last."""
    family: str = "rounds"
    """What `rounds` counts: in a game in turns its turns."""


def verify(
    raw: Json, seed: bytes | None = None, on_event: Callable[[], object] = lambda: None
) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, or none.

    *seed* is that of a game which still runs and whose export tells all; one that has ended carries
    its own. Without any, draws and lots are only counted. NotAnExportError names what is no export.
    *on_event* is called after each event that was decided again, for who watches.
    """
    try:
        return _verified(raw, seed, on_event)
    except UnlikeError as unlike:
        return unlike.difference
    except NotAnExportError:
        raise
    except _UNREADABLE as wrong:
        raise NotAnExportError(f"cannot be read: {wrong!r}") from wrong


def _verified(raw: Json, seed: bytes | None, on_event: Callable[[], object]) -> Verified:
    if not isinstance(raw, dict):
        raise NotAnExportError("the file must be an object")
    export: JsonObject = raw
    is_whole = _has_events(export)
    family = export.get("family", "rounds")
    kind = _kind(family)
    events = _events_in(export) if is_whole else kind.first(export)
    begun = kind_begun_by(type(events[0]).__name__).name
    if is_whole and begun != family:
        _disagree("family", begun, family)
    known = _seed(export) if seed is None else seed
    if export["finished"] and export["seed"] is None and not export.get("same_tiles"):
        _disagree("seed", "the seed, now that the game is over", None)
    if known is not None and commitment(known) != export["commitment"]:
        _disagree("commitment", commitment(known), export["commitment"])
    script = Script(events, is_whole=is_whole, on_event=on_event)
    kind.decide(script, known)
    if is_whole and script.next is not None:
        _disagree("events", None, type(script.next).__name__)
    game = replay(script.decided)
    is_open = seed is not None or game.tells_all
    told = as_shown(kind.told(script.decided, UTC, is_open=is_open), game.tile_set)
    if is_whole:
        _agree_on_privacy(events, is_open=is_open)
    elif taken_over := getattr(kind, "taken_over", None):
        told = taken_over(told, export)
    shown = {key: each for key, each in export.items() if key not in _OF_THE_FORM}
    for each in differences(told, shown):
        raise UnlikeError(each)
    if _digest(export) != export["sha256"]:
        _disagree("sha256", _digest(export), export["sha256"])
    wrong_reports = None if is_whole else getattr(kind, "wrong_reports", None)
    for each in wrong_reports(export) if wrong_reports else ():
        raise UnlikeError(each)
    return _as_verified(told, family, with_chance=known is not None)


_OF_THE_FORM = frozenset({"format", "events", "sha256"})


def _has_events(export: JsonObject) -> bool:
    """Tell whether an export holds events; NotAnExportError where a later program wrote it."""
    form = export.get("format", 1)
    if form not in (1, FORMAT):
        raise NotAnExportError(f"format: {form!r} is that of a later mailref than this one")
    return bool(form == FORMAT)


def _kind(name: Json) -> RecordKind:
    """Return what the kind of that name says of its record; NotAnExportError if there is none."""
    try:
        return kind_named(str(name)).record()
    except ValueError as unknown:
        raise NotAnExportError(str(unknown)) from unknown


def _events_in(export: JsonObject) -> Sequence[Event]:
    """Read the events of an export; NotAnExportError names the one that is none."""
    found: list[Event] = []
    for at, each in enumerate(export["events"]):
        try:
            found.append(event_from_json(each))
        except (JournalError, *_UNREADABLE) as wrong:
            raise NotAnExportError(f"events[{at}]: {wrong}") from wrong
    if not found:
        raise NotAnExportError("events: there are none")
    return found


def _agree_on_privacy(events: Sequence[Event], *, is_open: bool) -> None:
    """Let nothing stand in the events of an export but their public form.

    Exports used to tell rulings for the open round at once.
    """
    left = deque(public_form(events, is_open=is_open))
    for event in events:
        if isinstance(event, WordRuled) and (not left or left[0] != event):
            continue
        public = left.popleft() if left else None
        if event != public:
            raise UnlikeError(unlike_event(public, event))
    if left:
        raise UnlikeError(unlike_event(left[0], None))


def _seed(export: JsonObject) -> bytes | None:
    try:
        return None if export["seed"] is None else bytes.fromhex(export["seed"])
    except ValueError:
        raise NotAnExportError("seed must be hexadecimal") from None


def _disagree(field: str, expected: object, found: object) -> None:
    raise UnlikeError(Difference(None, None, field, expected, found))


def _digest(export: JsonObject) -> str:
    """Return the hash of an export; NotAnExportError where it holds what has none."""
    try:
        return sha256_of(export)
    except (CanonicalizationError, TypeError) as wrong:
        raise NotAnExportError(f"the file has no canonical JSON: {wrong}") from wrong


def _as_verified(told: JsonObject, family: str, *, with_chance: bool) -> Verified:
    drawings: Any = told.get("drawings", ())
    rounds: Any = told.get("rounds", ())
    draws = [told.get("first_draw"), *(each.get("draw") for each in rounds)]
    closed = sum(each["closed"] is not None for each in rounds)
    return Verified(
        rounds=closed if "rounds" in told else _turns_in(told),
        with_chance=with_chance,
        by_hand=(
            *(each["number"] for each in drawings if each["by_hand"]),
            *(each["round"] for each in draws if each is not None and each["by_hand"]),
        ),
        unnamed=tuple(each["number"] for each in drawings if each.get("receipt") == ""),
        commitment=told["commitment"],
        reports=tuple(SealedReport(**each) for each in told.get("reports", ())),
        family=family,
    )


def _turns_in(told: Json) -> int:
    """Return how many turns are told, at all tables of soloists together."""
    match told:
        case dict():
            own = told.get("turns")
            return len(own) if isinstance(own, list) else sum(map(_turns_in, told.values()))
        case list():
            return sum(map(_turns_in, told))
        case _:
            return 0
