"""What may be wrong with a move in a game in turns beside what is wrong with a play (classic 4 to 6, 8)."""

from mailref.tiles.moves import FaultAt


class ExchangeImpossible(FaultAt, frozen=True, kw_only=True):
    """Too few tiles are in the bag, as it will be after the draw that is owed (classic 4.2)."""

    bag: int
    least: int


class WordNotFormed(FaultAt, frozen=True, kw_only=True):
    """A word was challenged that the open play did not form (classic 5.4)."""

    word: str


class OpeningLength(FaultAt, frozen=True, kw_only=True):
    """The first word is too short (Jack opens, classic 8.3)."""

    least: int


class OpeningExchange(FaultAt, frozen=True, kw_only=True):
    """No exchange before the first word (classic 8.3)."""


class ConditionUnmet(FaultAt, frozen=True, kw_only=True):
    """Every move stands under a condition, and the turn just before was none of them (classic 6.3)."""
