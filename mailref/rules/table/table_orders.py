"""The switches of WORT-Rummikub, and what a player may ask for, with its faults (table games 2 to 5, 9)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from mailref.rules.moves import Fault, TextSpan
from mailref.rules.turns.turn_rules import TurnRules


class Repeat(StrEnum):
    """Which words cannot be laid again: all that were laid in this game, or those that lie now."""

    EVER = "ever"
    LYING = "lying"


class Insert(StrEnum):
    """Where an extension may put new letters."""

    ANYWHERE = "anywhere"
    ENDS = "ends"


@dataclass(frozen=True, slots=True)
class TableRules(TurnRules):
    """Every switch of WORT-Rummikub beside those of turns: challenges, clock, seats."""

    first: int = 6
    """Letters that a player's first word has at least."""
    least: int = 3
    after_refill: int = 4
    """Letters of the first word after seven new tiles."""
    refill_tiles: int = 7
    goal: int = 99
    penalty: int = 1
    """Tiles that are taken for a word doubted off."""
    repeat: Repeat = Repeat.EVER
    insert: Insert = Insert.ANYWHERE


@dataclass(frozen=True, slots=True)
class Robbed:
    """`L I aus LIEBEN`: letters of a word on the table, which is named by itself or by its number."""

    letters: str
    word: str


@dataclass(frozen=True, slots=True)
class WordOrder:
    """A word laid, made of another, or made with letters of others."""

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


@dataclass(frozen=True, slots=True)
class TakeOrder:
    """`NIMM 3`, `NIMM E`, `NIMM E von Stapel 3`: the top of a stack, by its number or its letter."""

    what: str
    span: TextSpan
    shows: str = ""
    """The letter that he says lies on that stack; "" where he names one of the two."""

    @property
    def asked(self) -> object:
        return (self.what, self.shows) if self.shows else self.what


@dataclass(frozen=True, slots=True, kw_only=True)
class MustLayFirst(Fault):
    """He has laid no word of his own yet, or none since his refill."""

    code: ClassVar[str] = "must_lay_first"
    least: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TooShort(Fault):
    code: ClassVar[str] = "too_short"
    word: str
    least: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WordRepeated(Fault):
    code: ClassVar[str] = "word_repeated"
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingOfHisOwn(Fault):
    """All letters of the word are robbed."""

    code: ClassVar[str] = "nothing_of_his_own"


@dataclass(frozen=True, slots=True, kw_only=True)
class WordDissolved(Fault):
    """Nothing would be left of a word."""

    code: ClassVar[str] = "word_dissolved"
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RestTooShort(Fault):
    code: ClassVar[str] = "rest_too_short"
    word: str
    left: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RobbedNotUsed(Fault):
    """A letter was robbed that the new word does not need."""

    code: ClassVar[str] = "robbed_not_used"
    letters: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterNotThere(Fault):
    code: ClassVar[str] = "letter_not_there"
    letters: str
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSuchWord(Fault):
    code: ClassVar[str] = "no_such_word"
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAnExtension(Fault):
    """The word does not hold the other one whole and in order."""

    code: ClassVar[str] = "not_an_extension"
    word: str
    extends: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WhichLetter(Fault):
    """A letter occurs twice and the rests differ: the player says what is left."""

    code: ClassVar[str] = "which_letter"
    word: str
    rests: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftDiffers(Fault):
    """What the player says is left cannot be left."""

    code: ClassVar[str] = "left_differs"
    left: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSuchTile(Fault):
    """No stack shows the letter, or the stack is empty, or shows another."""

    code: ClassVar[str] = "no_such_tile"
    what: str
    stack: str = ""
    """On which stack the letter was said to lie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StacksEmpty(Fault):
    code: ClassVar[str] = "stacks_empty"


@dataclass(frozen=True, slots=True, kw_only=True)
class MustTake(Fault):
    """While a stack has tiles nobody passes."""

    code: ClassVar[str] = "must_take"
