"""What a score sheet shows, as values: the rows of a closed round; and the letters left.

Nothing here speaks a language: the words that stand in tables are filled in from a template.

The booklet names the groups of letters but not what is in them. Its text does: the most valuable
letters are Ö, Q, X, Y; the most important ones N, S, E, X, Y, Q and the blank. Each tile stands in
one group, the first that fits, so that the groups add up to the bag.
"""

from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from mailref.tiles.board import BLANK, Direction, TileSet

_MOST_USEFUL = "ENS" + BLANK
_VOWELS = "AEIOU"
_UMLAUTS = "ÄÖÜ"


class GroupName(StrEnum):
    """Which group of the letter list it is, in the booklet's order."""

    HIGH_VALUE = "high_value"
    MOST_USEFUL = "most_useful"
    VOWELS = "vowels"
    UMLAUTS = "umlauts"
    CONSONANTS_1 = "consonants_1"
    CONSONANTS_2 = "consonants_2"
    CONSONANTS_3 = "consonants_3"
    CONSONANTS_4 = "consonants_4"
    """Consonants of four points or more."""


class LetterLeft(Struct, frozen=True):
    """A letter, how many of it are left, and how many the game has."""

    letter: str
    left: int
    of: int


class LetterGroup(Struct, frozen=True):
    group: GroupName
    letters: tuple[LetterLeft, ...]
    """In the order of the tile set; letters of which none is left too."""

    @property
    def left(self) -> int:
        return sum(letter.left for letter in self.letters)

    @property
    def tiles(self) -> str:
        """Return every tile that is left, one after another."""
        return "".join(letter.letter * letter.left for letter in self.letters)


def letters_left(bag: str, tiles: TileSet) -> tuple[LetterGroup, ...]:
    """Return the tiles of *bag* by group; a group of which the game has no letter is left out."""
    left = Counter(bag)
    members: dict[GroupName, list[LetterLeft]] = {group: [] for group in GroupName}
    for letter, count in tiles.counts.items():
        members[group_of(letter, tiles)].append(LetterLeft(letter, left[letter], count))
    return tuple(LetterGroup(group, tuple(found)) for group, found in members.items() if found)


def group_of(letter: str, tiles: TileSet) -> GroupName:
    """Return the first of the booklet's groups that fits *letter*."""
    value = tiles.value(letter)
    if value >= 8:
        return GroupName.HIGH_VALUE
    if letter in _MOST_USEFUL:
        return GroupName.MOST_USEFUL
    if letter in _VOWELS:
        return GroupName.VOWELS
    if letter in _UMLAUTS:
        return GroupName.UMLAUTS
    by_value = {1: GroupName.CONSONANTS_1, 2: GroupName.CONSONANTS_2, 3: GroupName.CONSONANTS_3}
    return by_value.get(value, GroupName.CONSONANTS_4)


class TableLabels(Struct, frozen=True):
    """Heads of columns and names of amounts, all short."""

    player: str
    rank: str
    change: str
    points: str
    total: str
    move: str
    percent: str
    better: str
    solo: str
    base: str
    """Before what a late joiner started with: `Startpunkte`."""
    deduction: str
    adjustment: str
    more: str
    """After the number of rows left out: `weitere`."""
    round: str
    """Before a round's number at the head of a column: `R`."""
    decimal_mark: str


class LetterLabels(Struct, frozen=True):
    """The names of the groups of letters, and of the blank."""

    groups: Mapping[GroupName, str]
    blank: str
    """How a blank is written: `?` or `Blanko`."""


def signed(number: int) -> str:
    """Return `+2`, `-1` or `=`: how a rank has changed, or a correction."""
    return f"{number:+d}" if number else "="


WHOLE_TABLE = 100
"""Up to so many players a mail's table, and the sheet on paper that it carries, show them all."""
FIRST_ROWS = 50
NEIGHBOURS = 2
"""Rows above and below the reader's own that are shown in a longer table."""


class SheetPlay(Struct, frozen=True):
    """A play of the move that counts, in the game's own notation."""

    square: str
    direction: Direction
    place: str
    """Square and direction as players write them: `M10s`."""
    word: str


class Score(Protocol):
    """What a player scored in a round, and his total after it."""

    @property
    def points(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def is_valid(self) -> bool:
        """Tell whether a move of his counted."""


class SheetRow(Struct, frozen=True):
    """A player in this round."""

    player: str
    status: str | None
    """What became of his entry (contract 4). None: he plays no more, but keeps total and rank."""
    plays: tuple[SheetPlay, ...]
    formula: str
    points: int
    total: int
    rank: int
    rank_before: int | None = None
    """None in the first round, and for who has just joined."""
    base: int = 0
    """What a late joiner started with."""
    deduction: int = 0
    """Values of the letters not laid in the final round."""
    adjustments: tuple[int, ...] = ()
    """Points the game master added or took away later."""
    percent: Decimal | None = None
    better: int | None = None
    solo: int | None = None
    note: str = ""
    """Why nothing counts, in words: a missing or rejected move."""
    rounds: tuple[Score | None, ...] = ()
    """For each round of the sheet; None where the player was not yet there."""

    @property
    def climbed(self) -> int | None:
        """Return by how many ranks the player rose; negative: fell."""
        return None if self.rank_before is None else self.rank_before - self.rank


class SheetTop(Struct, frozen=True):
    """The best possible moves of the round, each as text, and their points."""

    points: int
    moves: tuple[str, ...]


class SheetData(Struct, frozen=True):
    """A closed round: every player by rank, and what belongs on the sheet beside the table."""

    title: str
    round_number: int
    rows: tuple[SheetRow, ...]
    """By rank, all players."""
    rounds: tuple[int, ...] = ()
    """Numbers of the rounds whose points the rows hold, the newest."""
    rounds_before: int = 0
    """How many rounds were closed before those."""
    winners: frozenset[str] = frozenset()
    """The players whose move was laid."""
    top: SheetTop | None = None
    letters_left: tuple[LetterGroup, ...] = ()
    left_out: int = 0
    """How many rows follow those that it has."""

    @property
    def has_percent(self) -> bool:
        return any(row.percent is not None for row in self.rows)

    @property
    def has_better(self) -> bool:
        return any(row.better is not None for row in self.rows)

    @property
    def has_solo(self) -> bool:
        return any(row.solo is not None for row in self.rows)


class RowsLeftOut(Struct, frozen=True):
    """So many rows are left out here."""

    count: int


SheetRows = tuple[SheetRow | RowsLeftOut, ...]


def first_rows(sheet: SheetData) -> SheetData:
    """Return the sheet as it is printed: of a long table the first rows, and how many follow."""
    if len(sheet.rows) <= WHOLE_TABLE:
        return sheet
    return replace(sheet, rows=sheet.rows[:FIRST_ROWS], left_out=len(sheet.rows) - FIRST_ROWS)


def rows_for(sheet: SheetData, own: int | None) -> SheetRows:
    """Return what a mail to him whose row is that one shows: all rows, or the first ones and those around.

    None: he has no row.
    """
    count = len(sheet.rows)
    if count <= WHOLE_TABLE:
        return sheet.rows
    own = -1 if own is None else own
    around = max(FIRST_ROWS, own - NEIGHBOURS), max(FIRST_ROWS, min(count, own + NEIGHBOURS + 1))
    gaps = (around[0] - FIRST_ROWS if around[1] > around[0] else 0), count - around[1]
    before, after = (((RowsLeftOut(gap),) if gap else ()) for gap in gaps)
    return (*sheet.rows[:FIRST_ROWS], *before, *sheet.rows[slice(*around)], *after)
