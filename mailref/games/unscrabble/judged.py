"""An entry for a game of Un-Scrabble as `judge --json` says it (other games 1)."""

from functools import partial

from mailref.games.by_turns.course import Tried, move_of
from mailref.games.by_turns.judged import entry_in_turns, tried_to_json
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.unscrabble.book import LegalTaking
from mailref.games.unscrabble.published import taking_to_json
from mailref.orders.written import AnyOrder, OrdersIf, PassOrder
from mailref.record.as_json import Json
from mailref.tiles.lexicon.verdicts import Lexicon


def _show(
    position: SeatedGame,
    _player: str,
    _group: OrdersIf,
    order: AnyOrder,
    _lexicon: Lexicon,
    tried: Tried,
) -> dict[str, Json]:
    found = tried_to_json("pass" if isinstance(order, PassOrder) else "take", tried, None)
    move, axes = move_of(tried), position.rules.axes
    if isinstance(move, LegalTaking):
        found |= {**taking_to_json(move.tiles, move.words, axes), "points": move.points}
    return found


as_object = partial(entry_in_turns, show=_show)
"""Returns an entry as the object of contract 3."""
