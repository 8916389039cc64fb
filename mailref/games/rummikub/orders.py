"""The switches of WORT-Rummikub, also as a table; what a player may ask for, with its faults (table games 2 to 5, 9).

What its variant's file and `[game.rules]` say is read here, and written back.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import ClassVar

from mailref.games.by_turns.orders import AnyOrder
from mailref.games.by_turns.rules import Challenges, TurnRules, Unlisted
from mailref.games.by_turns.switches import (
    DRAWN,
    LISTED,
    foreign_switches,
    read_seats,
    read_window,
    shown_window,
)
from mailref.games.switches import IN_CLASSIC, all_faults, switches_of
from mailref.games.table_reader import KeyFault, TomlTable, flag, number, one_of, text
from mailref.structs import Alternative, OnRecord
from mailref.tiles.board import Axes
from mailref.tiles.moves import FaultAt, TextSpan
from mailref.tiles.variant import Accents, BonusTable, Extended


class Repeat(StrEnum):
    """Which words cannot be laid again: all that were laid in this game, or those that lie now."""

    EVER = "ever"
    LYING = "lying"


class Insert(StrEnum):
    """Where an extension may put new letters."""

    ANYWHERE = "anywhere"
    ENDS = "ends"


class TableRules(TurnRules, frozen=True, kw_only=True):
    """Every switch of WORT-Rummikub beside those of turns: challenges, clock, seats."""

    family: ClassVar[str] = "table"
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


class Robbed(OnRecord, frozen=True):
    """`L I aus LIEBEN`: letters of a word on the table, which is named by itself or by its number."""

    letters: str
    word: str


class WordOrder(Alternative, AnyOrder, frozen=True):
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


class TakeOrder(Alternative, AnyOrder, frozen=True):
    """`NIMM 3`, `NIMM E`, `NIMM E von Stapel 3`: the top of a stack, by its number or its letter."""

    what: str
    span: TextSpan
    shows: str = ""
    """The letter that he says lies on that stack; "" where he names one of the two."""

    @property
    def asked(self) -> object:
        return (self.what, self.shows) if self.shows else self.what


class MustLayFirst(FaultAt, frozen=True, kw_only=True):
    """He has laid no word of his own yet, or none since his refill."""

    code: ClassVar[str] = "must_lay_first"
    least: int


class TooShort(FaultAt, frozen=True, kw_only=True):
    code: ClassVar[str] = "too_short"
    word: str
    least: int


class WordRepeated(FaultAt, frozen=True, kw_only=True):
    code: ClassVar[str] = "word_repeated"
    word: str


class NothingOfHisOwn(FaultAt, frozen=True, kw_only=True):
    """All letters of the word are robbed."""

    code: ClassVar[str] = "nothing_of_his_own"


class WordDissolved(FaultAt, frozen=True, kw_only=True):
    """Nothing would be left of a word."""

    code: ClassVar[str] = "word_dissolved"
    word: str


class RestTooShort(FaultAt, frozen=True, kw_only=True):
    code: ClassVar[str] = "rest_too_short"
    word: str
    left: str


class RobbedNotUsed(FaultAt, frozen=True, kw_only=True):
    """A letter was robbed that the new word does not need."""

    code: ClassVar[str] = "robbed_not_used"
    letters: str


class LetterNotThere(FaultAt, frozen=True, kw_only=True):
    code: ClassVar[str] = "letter_not_there"
    letters: str
    word: str


class NoSuchWord(FaultAt, frozen=True, kw_only=True):
    code: ClassVar[str] = "no_such_word"
    word: str


class NotAnExtension(FaultAt, frozen=True, kw_only=True):
    """The word does not hold the other one whole and in order."""

    code: ClassVar[str] = "not_an_extension"
    word: str
    extends: str


class WhichLetter(FaultAt, frozen=True, kw_only=True):
    """A letter occurs twice and the rests differ: the player says what is left."""

    code: ClassVar[str] = "which_letter"
    word: str
    rests: tuple[str, ...]


class LeftDiffers(FaultAt, frozen=True, kw_only=True):
    """What the player says is left cannot be left."""

    code: ClassVar[str] = "left_differs"
    left: str


class NoSuchTile(FaultAt, frozen=True, kw_only=True):
    """No stack shows the letter, or the stack is empty, or shows another."""

    code: ClassVar[str] = "no_such_tile"
    what: str
    stack: str = ""
    """On which stack the letter was said to lie."""


class StacksEmpty(FaultAt, frozen=True, kw_only=True):
    code: ClassVar[str] = "stacks_empty"


class MustTake(FaultAt, frozen=True, kw_only=True):
    """While a stack has tiles nobody passes."""

    code: ClassVar[str] = "must_take"


TABLE_SWITCHES = (
    "first", "least", "after_refill", "refill", "goal", "penalty", "challenge", "doubt_cost",
    "challenge_time", "repeat", "insert", "unlisted", "accents", "names", "seats",
    "starter",
)  # fmt: skip
_LONGEST = 15
_MOST_TILES = 14
_DOUBTS = ("doubt_cost", "challenge_time")


def table_rules_and_faults(
    variant: Mapping[str, object], overrides: Mapping[str, object]
) -> tuple[TableRules, tuple[KeyFault, ...]]:
    """Return rules with stand-ins for what is wrong, so that more faults can be looked for."""
    table = switches_of(variant, overrides, foreign_switches(IN_CLASSIC))
    rules = _table_rules(table)
    return rules, all_faults(table, _impossible(rules, overrides))


def _table_rules(table: TomlTable) -> TableRules:
    take = table.take
    challenge = take("challenge", one_of(Challenges), Challenges.ALLOWED)
    cost, window = take("doubt_cost", number(0, 1000), 0), take("challenge_time", read_window, None)
    return TableRules(
        most_tiles=None,
        bonus=BonusTable(()),
        extended=Extended.PREMIUMS,
        start=None,
        swap=False,
        names=take("names", flag, default=False),
        accents=take("accents", one_of(Accents), Accents.ASK),
        axes=Axes.ROWS,
        challenge=challenge,
        challenge_cost=cost if challenge is Challenges.ALLOWED else 0,
        challenge_time=window if challenge is Challenges.ALLOWED else None,
        unlisted=take("unlisted", one_of(Unlisted), Unlisted.ASK),
        seats=take("seats", read_seats, LISTED),
        starter=take("starter", text, DRAWN),
        first=take("first", number(2, _LONGEST), 6),
        least=take("least", number(2, _LONGEST), 3),
        after_refill=take("after_refill", number(2, _LONGEST), 4),
        refill_tiles=take("refill", number(0, _MOST_TILES), 7),
        goal=take("goal", number(1, 10_000), 99),
        penalty=take("penalty", number(0, _MOST_TILES), 1),
        repeat=take("repeat", one_of(Repeat), Repeat.EVER),
        insert=take("insert", one_of(Insert), Insert.ANYWHERE),
    )


def _impossible(rules: TableRules, overrides: Mapping[str, object]) -> Iterator[KeyFault]:
    for key in ("first", "after_refill"):
        if getattr(rules, key) < rules.least:
            yield KeyFault(key, f"is less than least = {rules.least}, which holds for every word")
    if not rules.may_challenge:
        for key in _DOUBTS:
            if key in overrides:
                yield KeyFault(key, 'says nothing where challenge = "none"; one of them must go')


def table_rules_table(rules: TableRules) -> dict[str, object]:
    """Return *rules* as a plain table, as the settings would write it."""
    doubts: dict[str, object] = {
        "doubt_cost": rules.challenge_cost,
        "challenge_time": shown_window(rules),
    }
    return {
        "first": rules.first,
        "least": rules.least,
        "after_refill": rules.after_refill,
        "refill": rules.refill_tiles,
        "goal": rules.goal,
        "penalty": rules.penalty,
        "challenge": str(rules.challenge),
        **(doubts if rules.may_challenge else {}),
        "repeat": str(rules.repeat),
        "insert": str(rules.insert),
        "unlisted": str(rules.unlisted),
        "accents": str(rules.accents),
        "names": rules.names,
        "seats": rules.seats,
        "starter": rules.starter,
    }
