"""How the lines of games in rounds are read: each by itself, as a play (rules 4 and 8)."""

from mailref.games.rounds.switches import Rules
from mailref.orders.entries import Habits


def habits(rules: Rules) -> Habits:
    """Return how the players of a game in rounds write."""
    return Habits(rules.notation, rules.numbered_plays, rules.plays, rules.moves)
