"""The switches of WORT-Rummikub, also as a table; what a player may ask for, with its faults (table games 2 to 5, 9).

What its variant's file and `[game.rules]` say is read here, and written back.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from msgspec.structs import replace

from mailref.games.by_turns.rules import SwitchesOfTurns, TurnRules
from mailref.games.table_reader import KeyFault
from mailref.orders.written import AnyOrder
from mailref.structs import Alternative, OnRecord
from mailref.tiles.moves import FaultAt, TextSpan
from mailref.tiles.variant import Bonus, BonusTable, between


class Repeat(StrEnum):
    """Which words cannot be laid again: all that were laid in this game, or those that lie now."""

    EVER = "ever"
    LYING = "lying"


class Insert(StrEnum):
    """Where an extension may put new letters."""

    ANYWHERE = "anywhere"
    ENDS = "ends"


Letters = Annotated[int, between(2, 15)]
OfHand = Annotated[int, between(0, 14)]


class TableRules(TurnRules, frozen=True, kw_only=True):
    """Every switch of WORT-Rummikub beside those of turns: challenges, clock, seats."""

    family: ClassVar[str] = "table"
    bonus: Bonus = BonusTable(())
    first: Letters = 6
    """Letters that a player's first word has at least."""
    least: Letters = 3
    after_refill: Letters = 4
    """Letters of the first word after seven new tiles."""
    refill_tiles: OfHand = 7
    goal: Annotated[int, between(1, 10_000)] = 99
    penalty: OfHand = 1
    """Tiles that are taken for a word doubted off."""
    repeat: Repeat = Repeat.EVER
    insert: Insert = Insert.ANYWHERE


class Robbed(OnRecord, frozen=True):
    """`L I aus LIEBEN`: letters of a word on the table, which is named by itself or by its number."""

    letters: str
    word: str


class WordOrder(Alternative, AnyOrder, frozen=True):
    """A word laid, made of another, or made with letters of others."""

    may_be_prose = True
    word: str
    span: TextSpan
    extends: str | None = None
    robbed: tuple[Robbed, ...] = ()
    left: tuple[str, ...] = ()
    """What the player says is left of the words robbed."""
    claimed: int | None = None
    """The points that he expects."""

    @property
    def asked(self) -> object:
        return self.word, self.extends, self.robbed


class TakeOrder(Alternative, AnyOrder, frozen=True):
    """`NIMM 3`, `NIMM E`, `NIMM E von Stapel 3`: the top of a stack, by its number or its letter."""

    lists = "places"
    what: str
    span: TextSpan
    shows: str = ""
    """The letter that he says lies on that stack; "" where he names one of the two."""

    @property
    def asked(self) -> object:
        return (self.what, self.shows) if self.shows else self.what


class MustLayFirst(FaultAt, frozen=True, kw_only=True):
    """He has laid no word of his own yet, or none since his refill."""

    least: int


class TooShort(FaultAt, frozen=True, kw_only=True):
    word: str
    least: int


class WordRepeated(FaultAt, frozen=True, kw_only=True):
    word: str


class NothingOfHisOwn(FaultAt, frozen=True, kw_only=True):
    """All letters of the word are robbed."""


class WordDissolved(FaultAt, frozen=True, kw_only=True):
    """Nothing would be left of a word."""

    word: str


class RestTooShort(FaultAt, frozen=True, kw_only=True):
    word: str
    left: str


class RobbedNotUsed(FaultAt, frozen=True, kw_only=True):
    """A letter was robbed that the new word does not need."""

    letters: str


class LetterNotThere(FaultAt, frozen=True, kw_only=True):
    letters: str
    word: str


class NoSuchWord(FaultAt, frozen=True, kw_only=True):
    word: str


class NotAnExtension(FaultAt, frozen=True, kw_only=True):
    """The word does not hold the other one whole and in order."""

    word: str
    extends: str


class WhichLetter(FaultAt, frozen=True, kw_only=True):
    """A letter occurs twice and the rests differ: the player says what is left."""

    word: str
    rests: tuple[str, ...]


class LeftDiffers(FaultAt, frozen=True, kw_only=True):
    """What the player says is left cannot be left."""

    left: str


class NoSuchTile(FaultAt, frozen=True, kw_only=True):
    """No stack shows the letter, or the stack is empty, or shows another."""

    what: str
    stack: str = ""
    """On which stack the letter was said to lie."""


class StacksEmpty(FaultAt, frozen=True, kw_only=True):
    """No stack has a tile."""


class MustTake(FaultAt, frozen=True, kw_only=True):
    """While a stack has tiles nobody passes."""


class TableSwitches(SwitchesOfTurns[TableRules]):
    """Every switch of a game of WORT-Rummikub."""

    rules = TableRules
    keys = (
        "first", "least", "after_refill", "refill", "goal", "penalty", "challenge", "doubt_cost",
        "challenge_time", "repeat", "insert", "unlisted", "accents", "names", "seats", "starter",
    )  # fmt: skip
    fields: ClassVar[Mapping[str, str]] = {"refill": "refill_tiles", "doubt_cost": "challenge_cost"}

    def made(self, said: Mapping[str, Any]) -> TableRules:
        """Doubts cost nothing here where nobody says otherwise, and where there are none."""
        rules = super().made({"challenge_cost": 0, **said})
        return rules if rules.may_challenge else replace(rules, challenge_cost=0)

    def impossible(self, rules: TableRules, overrides: Mapping[str, object]) -> Iterator[KeyFault]:
        for key in ("first", "after_refill"):
            if getattr(rules, key) < rules.least:
                said = f"is less than least = {rules.least}, which holds for every word"
                yield KeyFault(key, said)
        yield from super().impossible(rules, overrides)


SWITCHES = TableSwitches()
