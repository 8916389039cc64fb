"""How much one mail is looked at: what goes beyond ends the reading, and its sender is told.

A mail may be made to hurt: thousands of lines, each of which could be a move, an order or a condition. Whatever
asks a grammar about a text, or compares a line with our own words, says so here first; one look costs about as
much as any other, so that a mail costs no more than so many, in whatever kind of game and in whatever form.
"""

MOST_LOOKS = 2_000
"""A mail of thirty lines needs some three hundred, at a table seven hundred."""
CHARACTERS_A_LOOK = 100
"""A longer text counts as several."""


class OverBudgetError(Exception):
    """More stands in a mail than is looked at: nothing of it counts (reading)."""


class Attention:
    """What is left of the looks that one mail is worth."""

    def __init__(self, looks: int = MOST_LOOKS) -> None:
        self.left: float = looks

    def look(self, text: str = "", times: float = 1) -> None:
        """Count a look at *text*; OverBudgetError where none is left."""
        self.left -= times + len(text) // CHARACTERS_A_LOOK
        if self.left < 0:
            raise OverBudgetError


class _Boundless(Attention):
    def look(self, text: str = "", times: float = 1) -> None:
        """Count nothing."""


BOUNDLESS: Attention = _Boundless()
"""For what is no mail."""
