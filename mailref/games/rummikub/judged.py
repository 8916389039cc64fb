"""An entry for a game of WORT-Rummikub as `judge --json` says it (table games 9)."""

from functools import partial

from mailref.games.by_turns.course import move_of
from mailref.games.by_turns.proving import TriedOrder, entry_in_turns, tried_to_json
from mailref.games.rummikub.book import LegalTake, LegalWord
from mailref.games.rummikub.published import word_to_json
from mailref.games.rummikub.rules import TakeOrder, WordOrder
from mailref.orders.entries import AnyOrder
from mailref.record.as_json import Json


def _show(it: TriedOrder) -> dict[str, Json]:
    found = tried_to_json(_kind(it.order), it.tried, 0)
    match move_of(it.tried):
        case LegalWord(made):
            return found | {**word_to_json(made), "points": made.points}
        case LegalTake(stack, tile):
            return found | {"stack": stack, "tile": tile}
        case _ if isinstance(it.order, WordOrder):
            return found | {"word": it.order.word}
        case _:
            return found


as_object = partial(entry_in_turns, show=_show)
"""Returns an entry as the object of contract 3."""


def _kind(order: AnyOrder) -> str:
    match order:
        case WordOrder(extends=str()):
            return "extend"
        case WordOrder(robbed=robbed):
            return "rob" if robbed else "lay"
        case TakeOrder():
            return "take"
        case _:
            return "pass"
