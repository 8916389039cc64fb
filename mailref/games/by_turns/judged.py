"""An entry for a game in turns as `judge --json` says it, where its kind does not say it otherwise (contract 3)."""

from functools import partial

from mailref.games.by_turns.course import LegalMove, move_of
from mailref.games.by_turns.proving import TriedOrder, entry_in_turns, tried_to_json
from mailref.record.as_json import Json
from mailref.writing.scene import named


def _show(it: TriedOrder) -> dict[str, Json]:
    """Return an order as it was tried, by the name of its class; a word that it would lay or take."""
    move = move_of(it.tried)
    shown = move.shown() if isinstance(move, LegalMove) else None
    points = shown.points if shown is not None else None
    found = tried_to_json(named(type(it.order)).removesuffix("_order"), it.tried, points)
    return found if shown is None or not shown.word else {**found, "word": shown.word}


as_object = partial(entry_in_turns, show=_show)
"""Returns an entry as the object of contract 3."""
