"""A whole game as one JSON object (contract 4): how it began, its events in their public form, what they tell.

The public form is what anybody may read of the record of a game. Addresses, the names of mails, private texts
and what players keep for themselves are left out always; seed, racks, bag and words that nobody has seen until
their time: until then tiles lie face down, as blanks. The same fold that makes a game of its events takes them.
"""

from collections.abc import Container, Iterable, Sequence
from datetime import tzinfo
from typing import Any, TypeVar

from msgspec.structs import replace

from mailref.games import events as happened
from mailref.games.events import CommonEvent, Event
from mailref.games.kind import RecordKind, kind_begun_by
from mailref.games.replay import replay
from mailref.games.secret import Secret
from mailref.record.as_json import JsonObject, sha256_of
from mailref.record.codec import event_to_json
from mailref.tiles.board import BLANK

FORMAT = 2
"""The form in which exports are written: the first one held no events."""


def export_of(events: Iterable[Event], zone: tzinfo, *, reveals: bool = False) -> JsonObject:
    """Return the whole game with the hash of its canonical JSON; times that are told in *zone*.

    With *reveals* what is secret is told though the game goes on: for the check against the seed alone.
    """
    log = tuple(events)
    is_open = reveals or replay(log).tells_all
    public = public_form(log, is_open=is_open)
    exported: JsonObject = {
        "format": FORMAT,
        **kind_begun_by(type(log[0]).__name__).record().told(public, zone, is_open=is_open),
        "events": [event_to_json(each) for each in public],
    }
    return {**exported, "sha256": sha256_of(exported)}


E = TypeVar("E", bound=Event)


def public_form(events: Sequence[Event], *, is_open: bool) -> tuple[Event, ...]:
    """Return what anybody may read of *events*, all of one game; *is_open*: nothing is secret any more."""
    kind = kind_begun_by(type(events[0]).__name__).record()
    seen = None if is_open else _words_seen(kind, events)
    shown = (
        _common(event, seen)
        if isinstance(event, CommonEvent)
        else kind.public(event, is_open=is_open)
        for event in events
    )
    public = tuple(each for each in shown if each is not None)
    as_seen = getattr(kind, "as_seen", None)
    return public if as_seen is None else tuple(as_seen(public, events, is_open=is_open))


def by_its_types(event: E, *, is_open: bool) -> E:
    """Return an event without the mail in which it came; before the end, with every `Secret` face down.

    Of tiles all may know how many there are, of anything else nothing.
    """
    changes: dict[str, Any] = {}
    for name in event.__struct_fields__:
        held = getattr(event, name)
        if name == "mail":
            changes[name] = ""
        elif isinstance(held, Secret) and not is_open:
            changes[name] = Secret("") if name == "nonce" else face_down(held)
    return replace(event, **changes) if changes else event


def face_down(held: Secret[Any]) -> Secret[Any]:
    """Return as many blanks as there are tiles; of a number or a wish none."""
    match held.value:
        case str():
            return Secret(BLANK * len(held.value))
        case int():
            return Secret(0)
        case _:
            return Secret(None)


_KEPT = happened.PlayerReturned | happened.ScoreCorrected | happened.DrawsMixed | happened.GameEnded
"""What all are told as it stands in the record."""
_WITHOUT_REASON = (
    happened.PlayerLeft
    | happened.PlayerRenamed
    | happened.DeadlineMoved
    | happened.GamePaused
    | happened.GameResumed
)


def _common(event: CommonEvent, seen: Container[str] | None) -> Event | None:
    """Return what may be read of what happens in every game; *seen*: the words that lay for all to see."""
    if isinstance(event, _KEPT):
        return event
    if isinstance(event, _WITHOUT_REASON):
        return replace(event, because="")
    if isinstance(event, happened.PlayerJoined):
        return replace(event, addresses=(), is_configured=True)
    if isinstance(event, happened.WordRuled):
        return event if seen is None or event.word in seen else None
    return None


def _words_seen(kind: RecordKind, events: Sequence[Event]) -> Container[str] | None:
    """Return which words all have seen, where others are a player's own until he lays them (turns 10)."""
    words_laid = getattr(kind, "words_laid", None)
    if words_laid is None:
        return None
    return {word for event in events for word in words_laid(event)}
