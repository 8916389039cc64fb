"""How the lines of the classic game are read: as orders, of which plays are one (classic 11)."""

from mailref.games.by_turns.rules import TurnRules
from mailref.orders.entries import Habits
from mailref.orders.order_lines import OrderReader


def habits(rules: TurnRules) -> Habits:
    """Return how the players of a classic game write."""
    return Habits(rules.axes, are_numbered=False, reader=OrderReader)
