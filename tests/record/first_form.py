"""An export in the first form, which held no events: what `verify` must read for ever."""

from collections.abc import Iterable
from datetime import tzinfo
from typing import Any

from mailref.games.events import Event
from mailref.record.as_json import sha256_of
from mailref.record.export import export_of


def first_form(events: Iterable[Event], zone: tzinfo, *, reveals: bool = False) -> dict[str, Any]:
    """Return a game as programs before the second form exported it."""
    whole = export_of(events, zone, reveals=reveals)
    told = {key: value for key, value in whole.items() if key not in ("format", "events", "sha256")}
    return {**told, "sha256": sha256_of(told)}
