"""A whole game as one JSON object (contract 4): how it began, its events in their public form, what they tell."""

from collections.abc import Iterable
from datetime import tzinfo

from mailref.games.events import Event
from mailref.games.kind import kind_begun_by
from mailref.games.replay import replay
from mailref.record.as_json import JsonObject, sha256_of
from mailref.record.codec import event_to_json
from mailref.record.public import public_form

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
