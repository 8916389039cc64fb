"""The board and the tiles: squares, directions, notation, premium layout; letters with counts and values.

Rows and columns count from 0 here; players see 1 to 15 and A to O. Which of the two the letters
name is the game's convention (`Axes`) and is never guessed (rules 4). A multiset of tiles (a rack, a
bag) is a string in alphabetical order; `?` is a blank.

The switches of a game as one frozen value (rules 2); a variant is a named set of them.

A variant is data (`variants/*.toml` beside its kind); the game's settings override any switch. What a
game does differently from another is read off here: no other module asks for a variant's name.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, ClassVar, NamedTuple, Self

from msgspec import Meta, Struct

from mailref.structs import Alternative, OnRecord

SIZE = 15
FREE = "."
_LETTERS = "ABCDEFGHIJKLMNO"


class Direction(StrEnum):
    """Which way a word runs."""

    ACROSS = "across"
    DOWN = "down"

    @property
    def other(self) -> "Direction":
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


class Axes(StrEnum):
    """What the letters of a square name: its column (Dottendorf, SB) or its row (Simultan)."""

    COLUMNS = "columns"
    ROWS = "rows"


class Square(NamedTuple):
    """A square by row and column, each 0 to 14 on the board; beyond that it is off the board."""

    row: int
    column: int

    @property
    def is_on_board(self) -> bool:
        return 0 <= self.row < SIZE and 0 <= self.column < SIZE

    def along(self, direction: Direction, steps: int) -> "Square":
        """Return the square *steps* further on (negative: back)."""
        if direction is Direction.ACROSS:
            return Square(self.row, self.column + steps)
        return Square(self.row + steps, self.column)


CENTRE = Square(7, 7)


def square_name(square: Square, axes: Axes) -> str:
    """Return letter and number, the letter first: `M10` is column M, row 10 where letters are columns."""
    if axes is Axes.COLUMNS:
        return f"{_LETTERS[square.column]}{square.row + 1}"
    return f"{_LETTERS[square.row]}{square.column + 1}"


def place_name(square: Square, direction: Direction, axes: Axes) -> str:
    """Return the square in the game's own notation: where letters are rows, `8H` runs down (seed 002)."""
    name = square_name(square, axes)
    if axes is Axes.ROWS and direction is Direction.DOWN:
        return name[1:] + name[0]
    return name


def read_square(text: str, axes: Axes) -> Square:
    """Read `M10` or `10M`; ValueError if it is no square of the board."""
    match = re.fullmatch(r"\s*(?:([A-Za-z])\s*(\d{1,2})|(\d{1,2})\s*([A-Za-z]))\s*", text)
    if match is None:
        raise ValueError(f"{text!r} is not a square such as M10")
    letter = _LETTERS.find((match[1] or match[4]).upper())
    number = int(match[2] or match[3]) - 1
    square = Square(number, letter) if axes is Axes.COLUMNS else Square(letter, number)
    if letter < 0 or not square.is_on_board:
        raise ValueError(f"{text!r} is not on the board (A1 to O15)")
    return square


class Premium(StrEnum):
    """A premium square, as a letter in the rows of a `Layout`."""

    DOUBLE_LETTER = "d"
    TRIPLE_LETTER = "t"
    DOUBLE_WORD = "D"
    TRIPLE_WORD = "T"

    @property
    def factors(self) -> tuple[int, int]:
        """Return by how much the letter on it counts, and the word."""
        return {"d": (2, 1), "t": (3, 1), "D": (1, 2), "T": (1, 3)}[self.value]


class Layout(Struct, frozen=True):
    """Where the premium squares are: 225 characters, row by row, `.` for a plain square."""

    cells: str

    def premium(self, square: Square) -> Premium | None:
        cell = self.cells[square.row * SIZE + square.column]
        return None if cell == FREE else Premium(cell)

    def factors(self, square: Square) -> tuple[int, int]:
        premium = self.premium(square)
        return premium.factors if premium else (1, 1)


STANDARD = Layout(
    "T..d...T...d..T"
    ".D...t...t...D."
    "..D...d.d...D.."
    "d..D...d...D..d"
    "....D.....D...."
    ".t...t...t...t."
    "..d...d.d...d.."
    "T..d...D...d..T"
    "..d...d.d...d.."
    ".t...t...t...t."
    "....D.....D...."
    "d..D...d...D..d"
    "..D...d.d...D.."
    ".D...t...t...D."
    "T..d...T...d..T"
)
"""The standard layout; the centre doubles the word (rules 3)."""


class LaidTile(NamedTuple):
    """A tile on a square; a blank carries the letter it stands for."""

    square: Square
    letter: str
    is_blank: bool

    @property
    def tile(self) -> str:
        """Return the tile itself as it comes from the rack: `?` for a blank."""
        return "?" if self.is_blank else self.letter


class Board(OnRecord, frozen=True):
    """The tiles that lie: 225 characters row by row; `.` free, capital a tile, small letter a blank."""

    cells: str = FREE * (SIZE * SIZE)

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> Self:
        """Build a board from 15 rows of 15; ValueError says which row is wrong."""
        if len(rows) != SIZE:
            raise ValueError(f"a board has 15 rows, not {len(rows)}")
        for number, row in enumerate(rows, start=1):
            if len(row) != SIZE:
                raise ValueError(f"row {number} has {len(row)} squares instead of 15: {row!r}")
            for char in row:
                if char != FREE and char.upper() not in "AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ":
                    raise ValueError(f"row {number}: {char!r} is no tile")
        return cls("".join(rows))

    @property
    def rows(self) -> tuple[str, ...]:
        return tuple(self.cells[start : start + SIZE] for start in range(0, SIZE * SIZE, SIZE))

    @property
    def is_empty(self) -> bool:
        return self.cells.count(FREE) == SIZE * SIZE

    @property
    def is_connected(self) -> bool:
        """Tell whether all tiles hang together."""
        lying = [tile.square for tile in self.tiles]
        reached: set[Square] = set()
        waiting = lying[:1]
        while waiting:
            square = waiting.pop()
            if square not in reached and not self.is_free(square):
                reached.add(square)
                waiting += neighbours(square)
        return len(reached) == len(lying)

    def cell(self, square: Square) -> str:
        """Return the character on *square*; `.` if it is free or off the board."""
        row, column = square
        return self.cells[row * SIZE + column] if 0 <= row < SIZE and 0 <= column < SIZE else FREE

    def is_free(self, square: Square) -> bool:
        return self.cell(square) == FREE

    def letter(self, square: Square) -> str | None:
        """Return the letter that stands on *square* as a capital, or None."""
        cell = self.cell(square)
        return None if cell == FREE else cell.upper()

    def is_blank(self, square: Square) -> bool:
        """Tell whether a blank lies there."""
        return self.cell(square).islower()

    def lay(self, tiles: Iterable[LaidTile]) -> Self:
        """Return the board with *tiles* put on it; what lies there is replaced."""
        cells = list(self.cells)
        for tile in tiles:
            index = tile.square.row * SIZE + tile.square.column
            cells[index] = tile.letter.lower() if tile.is_blank else tile.letter
        return type(self)("".join(cells))

    def run(self, square: Square, direction: Direction) -> tuple[Square, ...]:
        """Return the unbroken run of occupied squares through *square*, which itself must be occupied."""
        row, column = square
        is_across = direction is Direction.ACROSS
        line = self.cells[row * SIZE : (row + 1) * SIZE] if is_across else self.cells[column::SIZE]
        at = column if is_across else row
        end = line.find(FREE, at + 1)
        along = range(line.rfind(FREE, 0, at) + 1, SIZE if end < 0 else end)
        return tuple(Square(row, at) if is_across else Square(at, column) for at in along)

    @property
    def tiles(self) -> Iterator[LaidTile]:
        """Yield every tile that lies, row by row."""
        for index, cell in enumerate(self.cells):
            if cell != FREE:
                yield LaidTile(Square(*divmod(index, SIZE)), cell.upper(), cell.islower())


def neighbours(square: Square) -> tuple[Square, ...]:
    """Return the squares beside, above and below that are on the board."""
    around = (
        Square(square.row - 1, square.column),
        Square(square.row + 1, square.column),
        Square(square.row, square.column - 1),
        Square(square.row, square.column + 1),
    )
    return tuple(each for each in around if each.is_on_board)


class Area(OnRecord, frozen=True):
    """A rectangle of squares, both corners included: where the first word must lie."""

    first: Square
    last: Square

    def __contains__(self, square: Square) -> bool:
        return (
            self.first.row <= square.row <= self.last.row
            and self.first.column <= square.column <= self.last.column
        )


def read_area(text: str, axes: Axes) -> Area:
    """Read `F6-J10`, corners in any order; ValueError if one of them is no square."""
    first, dash, last = text.partition("-")
    if not dash:
        raise ValueError(f"{text!r} is not an area such as F6-J10")
    one, two = read_square(first, axes), read_square(last, axes)
    return Area(
        Square(min(one.row, two.row), min(one.column, two.column)),
        Square(max(one.row, two.row), max(one.column, two.column)),
    )


def area_name(area: Area, axes: Axes) -> str:
    """Return an area as the game master writes it."""
    return f"{square_name(area.first, axes)}-{square_name(area.last, axes)}"


BLANK = "?"
ALPHABET = "AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ"
"""Every letter that a tile or a blank can stand for; ß is none of them (rules 3: SS)."""

_ORDER = {letter: index for index, letter in enumerate(ALPHABET + BLANK)}


class TileSet(Struct, frozen=True):
    """How many tiles of each letter there are, and what each is worth."""

    counts: Mapping[str, int]
    values: Mapping[str, int]

    @property
    def all_tiles(self) -> str:
        """Return the full bag."""
        return in_order(letter * count for letter, count in self.counts.items())

    def value(self, letter: str) -> int:
        """Return what a tile shows: 0 for a blank."""
        return self.values[letter]

    def sum_of(self, letters: Iterable[str]) -> int:
        """Return the values of *letters* added up, blanks as 0."""
        return sum(self.values[letter] for letter in letters)


def _german() -> TileSet:
    """Rules 3, counts x value; seed 001, rule 16."""
    table = (
        "A5x1 Ä1x6 B2x3 C2x4 D4x1 E15x1 F2x4 G3x2 H4x2 I6x1 J1x6 K2x4 L3x2 M4x3 N9x1 O3x2 "
        "Ö1x8 P1x4 Q1x10 R6x1 S7x1 T6x1 U6x1 Ü1x6 V1x6 W1x3 X1x8 Y1x10 Z1x3 ?2x0"
    )
    rows = [(entry[0], *entry[1:].split("x")) for entry in table.split()]
    return TileSet(
        counts=MappingProxyType({letter: int(count) for letter, count, _ in rows}),
        values=MappingProxyType({letter: int(value) for letter, _, value in rows}),
    )


TILES = _german()
"""The 102 tiles of the German game."""


def in_order(letters: Iterable[str]) -> str:
    """Return *letters* as one string in alphabetical order, umlauts after their vowel, blanks last."""
    return "".join(sorted("".join(letters), key=_ORDER.__getitem__))


def alphabetical(word: str) -> tuple[int, ...]:
    """Return what *word* is sorted by: umlauts come after their vowel."""
    return tuple(_ORDER[letter] for letter in word)


def missing_from(available: str, wanted: Iterable[str]) -> str:
    """Return the tiles of *wanted* that *available* does not hold, counted."""
    return _taken(available, wanted)[1]


def _taken(available: str, wanted: Iterable[str]) -> tuple[str, str]:
    """Return what is left of *available*, in its order, and what it does not hold."""
    missing = []
    for letter in wanted:
        if letter in available:
            available = available.replace(letter, "", 1)
        else:
            missing.append(letter)
    return available, in_order(missing)


def without(available: str, taken: Iterable[str]) -> str:
    """Return *available* less *taken*; ValueError names what is not there."""
    left, missing = _taken(available, taken)
    if missing:
        raise ValueError(f"{missing!r} is not in {available!r}")
    return in_order(left)


def bag_after(bag: str, taken: str, back: str = "", *, keeps_order: bool = False) -> str:
    """Return a bag from which *taken* was drawn, before *back* was put into it.

    One that keeps its order loses the first tile of each letter, and what is put back goes under it.
    """
    if not keeps_order:
        return in_order(without(bag, taken) + back)
    left = without(bag, taken)
    return "".join(_last_of_each(bag, left)) + in_order(back)


def _last_of_each(bag: str, left: str) -> str:
    """Return the tiles of *bag* in their order, of each letter the last ones, as many as *left* has."""
    wanted, found = Counter(left), ""
    for tile in reversed(bag):
        if wanted[tile]:
            wanted[tile] -= 1
            found = tile + found
    return found


def read_letters(text: str) -> str:
    """Read a rack as people write it (`A B E E N Ö R U`, `abeenöru`, `?` or `_` for a blank).

    ValueError names the first character that is no tile.
    """
    return in_order(letters_as_written(text))


def letters_as_written(text: str) -> str:
    """Read tiles as people write them, and leave them in their order; ValueError as for a rack."""
    letters = []
    for char in unicodedata.normalize("NFC", text).upper():
        if char in " ,\t":
            continue
        letter = BLANK if char in "?_*" else char
        if letter not in _ORDER:
            raise ValueError(f"{char!r} is not a tile")
        letters.append(letter)
    return "".join(letters)


class Extended(StrEnum):
    """How the further words of a play are scored: with premiums, or with plain letter values (SB)."""

    PREMIUMS = "premiums"
    PLAIN = "plain"


class Accents(StrEnum):
    """What happens to a word known only with an accent: refused (Dottendorf), or asked about."""

    REFUSE = "refuse"
    ASK = "ask"


class BaseForm(StrEnum):
    """Whether a form known from a separable verb alone needs its base form stated (seed 003)."""

    OPTIONAL = "optional"
    REQUIRED = "required"


class BonusTable(Alternative, frozen=True):
    """Points for the number of new tiles of one play: the greatest entry not above it counts."""

    points: tuple[tuple[int, int], ...]
    """(tiles, points), by rising number of tiles."""


class BonusForAll(Alternative, frozen=True):
    """Points for laying every letter offered in that round, if they are at least 7, in one play."""

    points: int


def between(least: int, most: int) -> Meta:
    """Return the range of a switch, for what reads tables.

    It does not bind what is recorded, as `ge` and `le` would: a record is read as it was written.
    """
    return Meta(extra_json_schema={"minimum": least, "maximum": most})


Bonus = BonusTable | BonusForAll
Tiles = Annotated[int, between(1, 102)]
"""A number of tiles of the set."""


class Laying(OnRecord, frozen=True, kw_only=True):
    """The switches by which one play is judged; the rules of each kind of game extend them.

    A field is a switch, its type says what it can be: `games/switches.py` reads and writes it so. Where it
    has no default, an example stands by it as a table writes it.
    """

    family: ClassVar[str] = ""
    """The name of that kind."""
    most_tiles: Annotated[Tiles | None, Meta(examples=["all"], extra={"none": "all"})]
    """Most new tiles in one play; None: as many as are offered."""
    bonus: Annotated[Bonus, Meta(examples=[{"all": 50}])]
    extended: Annotated[Extended, Meta(examples=["premiums"])]
    start: Annotated[Area | None, Meta(examples=["F6-J10"])]
    """Where the first word must lie wholly; None: it covers the centre."""
    swap: Annotated[bool, Meta(examples=[True])]
    """Whether blanks on the board may be exchanged before the move (Jokertausch)."""
    names: Annotated[bool, Meta(examples=[True])]
    """Whether names and places are allowed."""
    accents: Annotated[Accents, Meta(examples=["ask"])]
    axes: Annotated[Axes, Meta(examples=["columns"])]
    base_form: BaseForm = BaseForm.OPTIONAL


class UsualLaying(Laying, frozen=True, kw_only=True):
    """Those switches with what they are where a variant says nothing: many kinds need say nothing of most."""

    most_tiles: Tiles | None = None
    bonus: Bonus = BonusTable(())
    extended: Extended = Extended.PREMIUMS
    start: Area | None = None
    swap: bool = False
    names: bool = False
    accents: Accents = Accents.ASK
    axes: Axes = Axes.ROWS


def bonus_for(rules: Laying, new_tiles: int, offered: int) -> int:
    """Return the bonus of one play that lays *new_tiles* of *offered* letters (rules 2 and 8)."""
    match rules.bonus:
        case BonusForAll(points):
            return points if new_tiles == offered >= 7 else 0
        case BonusTable(entries):
            reached = (entry for entry in entries if entry[0] <= new_tiles)
            return max(reached, default=(0, 0))[1]
