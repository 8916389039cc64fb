"""What may be wrong with a move in a game in turns beside what is wrong with a play (classic 4 to 6, 8)."""

from typing import ClassVar

from mailref.tiles.moves import FaultAt


class ExchangeImpossible(FaultAt, frozen=True, kw_only=True):
    """Too few tiles are in the bag, as it will be after the draw that is owed (classic 4.2)."""

    code: ClassVar[str] = "exchange_impossible"
    bag: int
    least: int


class WordNotFormed(FaultAt, frozen=True, kw_only=True):
    """A word was challenged that the open play did not form (classic 5.4)."""

    code: ClassVar[str] = "word_not_formed"
    word: str


class OpeningLength(FaultAt, frozen=True, kw_only=True):
    """The first word is too short (Jack opens, classic 8.3)."""

    code: ClassVar[str] = "opening_length"
    least: int


class OpeningExchange(FaultAt, frozen=True, kw_only=True):
    """No exchange before the first word (classic 8.3)."""

    code: ClassVar[str] = "opening_exchange"


class ConditionUnmet(FaultAt, frozen=True, kw_only=True):
    """Every move stands under a condition, and the turn just before was none of them (classic 6.3)."""

    code: ClassVar[str] = "condition_unmet"
