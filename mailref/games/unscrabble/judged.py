"""An entry for a game of Un-Scrabble as `judge --json` says it (other games 1)."""

from functools import partial

from mailref.games.by_turns.course import move_of
from mailref.games.by_turns.proving import TriedOrder, entry_in_turns, tried_to_json
from mailref.games.unscrabble.book import LegalTaking
from mailref.games.unscrabble.published import taking_to_json
from mailref.orders.entries import PassOrder
from mailref.record.as_json import Json


def _show(it: TriedOrder) -> dict[str, Json]:
    found = tried_to_json("pass" if isinstance(it.order, PassOrder) else "take", it.tried, None)
    move, axes = move_of(it.tried), it.game.rules.axes
    if isinstance(move, LegalTaking):
        found |= {**taking_to_json(move.tiles, move.words, axes), "points": move.points}
    return found


as_object = partial(entry_in_turns, show=_show)
"""Returns an entry as the object of contract 3."""
