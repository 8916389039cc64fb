"""The board: squares, directions, notation, premium layout, what lies where; the switches of laying.

Rows and columns count from 0 here; players see 1 to 15 and A to O, on other boards up to 25 and Y. Which of
the two the letters name is the game's convention (`Axes`) and is never guessed (rules 4). A multiset of
tiles (a rack, a bag) is a string in alphabetical order; `?` is a blank. How letters are tiles says `tile_set.py`.

The switches of a game as one frozen value (rules 2); a variant is a named set of them.

A variant is data (`variants/*.toml` beside its kind); the game's settings override any switch. What a
game does differently from another is read off here: no other module asks for a variant's name.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, ClassVar, NamedTuple, Self

from msgspec import UNSET, Meta, UnsetType

from mailref.structs import Alternative, OnRecord
from mailref.tiles.tile_set import (
    FREE,
    GERMAN,
    TileSet,
    WrongFileError,
    blank_of,
    is_blank,
    letter_of,
    letters_of,
)

SIZE = 15
LEAST, MOST = 5, 25
"""Squares of a row on the smallest board and on the largest."""
_ROWS = {size * size: size for size in range(1, MOST + 1)}
"""How many rows there are on a board, by its squares: asked for each cell."""
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
_RUNS = re.compile(rf"[^{re.escape(FREE)}]{{2,}}")
"""Tiles one beside the other, in lines between which a free square stands."""


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
    """A square by row and column, each from 0; which squares a board has, it says itself."""

    row: int
    column: int

    def is_on(self, size: int) -> bool:
        """Tell whether a board of so many rows has the square."""
        return 0 <= self.row < size and 0 <= self.column < size

    def along(self, direction: Direction, steps: int) -> "Square":
        """Return the square *steps* further on (negative: back)."""
        if direction is Direction.ACROSS:
            return Square(self.row, self.column + steps)
        return Square(self.row + steps, self.column)


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


def last_square(size: int) -> str:
    """Return the square in the last row and column: `O15`."""
    return f"{_LETTERS[size - 1]}{size}"


def read_square(text: str, axes: Axes, size: int = SIZE) -> Square:
    """Read `M10` or `10M`; ValueError if it is no square of a board of that *size*."""
    match = re.fullmatch(r"\s*(?:([A-Za-z])\s*(\d{1,2})|(\d{1,2})\s*([A-Za-z]))\s*", text)
    if match is None:
        raise ValueError(f"{text!r} is not a square such as M10")
    letter = _LETTERS.find((match[1] or match[4]).upper())
    number = int(match[2] or match[3]) - 1
    square = Square(number, letter) if axes is Axes.COLUMNS else Square(letter, number)
    if letter < 0 or not square.is_on(size):
        raise ValueError(f"{text!r} is not on the board (A1 to {last_square(size)})")
    return square


class Notation(NamedTuple):
    """How squares and letters of a game are written: by its axes, up to which square, in whose letters."""

    axes: Axes = Axes.COLUMNS
    size: int = SIZE
    tiles: TileSet = GERMAN


class Premium(StrEnum):
    """A premium square, as a letter in the rows of a `Layout`."""

    DOUBLE_LETTER = "d"
    TRIPLE_LETTER = "t"
    QUADRUPLE_LETTER = "q"
    DOUBLE_WORD = "D"
    TRIPLE_WORD = "T"
    QUADRUPLE_WORD = "Q"

    @property
    def factors(self) -> tuple[int, int]:
        """Return by how much the letter on it counts, and the word."""
        return _FACTORS[self.value]


_FACTORS = {"d": (2, 1), "t": (3, 1), "q": (4, 1), "D": (1, 2), "T": (1, 3), "Q": (1, 4)}


class Layout(OnRecord, frozen=True, cache_hash=True):
    """Where the premium squares are: row by row, `.` for a plain square; and where the first word lies."""

    cells: str
    name: str = "standard"
    version: int = 1
    start_square: Square | None = None
    """None: the square in the middle."""

    @property
    def size(self) -> int:
        """Return how many squares a row has."""
        return _ROWS[len(self.cells)]

    @property
    def start(self) -> Square:
        """Return the square that the first word covers."""
        return self.start_square or Square(self.size // 2, self.size // 2)

    def premium(self, square: Square) -> Premium | None:
        cell = self.cells[square.row * self.size + square.column]
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


def read_layout(table: Mapping[str, object], name: str) -> Layout:
    """Return the layout of a file's table, called *name* where it does not say; WrongFileError says what is wrong."""
    if unknown := sorted(set(table) - {"name", "version", "grid", "start", "agree", "note"}):
        raise WrongFileError(f"{unknown[0]!r} is no key of a board")
    grid = table.get("grid")
    if not isinstance(grid, str):
        raise WrongFileError("it needs a grid: a line for each row, such as `T..d...T...d..T`")
    rows = grid.split()
    size = len(rows)
    if not LEAST <= size <= MOST or any(len(row) != size for row in rows):
        raise WrongFileError(f"a board has as many squares in each row as rows, {LEAST} to {MOST}")
    if odd := sorted(set("".join(rows)) - {FREE, *_FACTORS}):
        raise WrongFileError(f"{odd[0]!r} is no premium: d t q letters, D T Q words, '.' plain")
    start, version = table.get("start"), table.get("version", 1)
    if not isinstance(version, int) or not isinstance(start, str | None):
        raise WrongFileError('version must be a number, start a square such as "H8"')
    first = None if start is None else read_square(start, Axes.ROWS, size)
    return Layout("".join(rows), str(table.get("name", name)), version, first)


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
    """The tiles that lie, row by row: `.` free, else a tile, or the mark of a blank (`tile_set.py`)."""

    cells: str = FREE * (SIZE * SIZE)

    @classmethod
    def empty(cls, size: int) -> Self:
        """Return a board of so many rows on which nothing lies."""
        return cls(FREE * (size * size))

    @classmethod
    def from_rows(
        cls, rows: Sequence[str | Sequence[str]], tiles: TileSet = GERMAN, size: int = SIZE
    ) -> Self:
        """Build a board from its rows, texts or lists of tiles; ValueError says which row is wrong."""
        if len(rows) != size:
            raise ValueError(f"a board has {size} rows, not {len(rows)}")
        return cls("".join(_row(tiles, size, at, row) for at, row in enumerate(rows, start=1)))

    @property
    def size(self) -> int:
        """Return how many rows there are, and squares in each."""
        return _ROWS[len(self.cells)]

    @property
    def rows(self) -> tuple[str, ...]:
        size = self.size
        return tuple(self.cells[start : start + size] for start in range(0, size * size, size))

    @property
    def words(self) -> frozenset[str]:
        """Return the words that lie, in tiles; a tile by itself is none."""
        size = self.size
        columns = (self.cells[column::size] for column in range(size))
        runs = _RUNS.findall(FREE.join((*self.rows, *columns)))
        return frozenset(map(letters_of, runs))

    @property
    def is_empty(self) -> bool:
        return self.cells.count(FREE) == len(self.cells)

    @property
    def is_connected(self) -> bool:
        """Tell whether all tiles hang together."""
        # A free square stands behind each row, so that none goes on in the next.
        width = self.size + 1
        tiles = int("".join("01"[cell != FREE] for cell in FREE.join(self.rows)), base=2)
        reached, spread = 0, tiles & -tiles
        while spread != reached:
            reached = spread
            beside = reached << 1 | reached >> 1 | reached << width | reached >> width
            spread = tiles & (reached | beside)
        return reached == tiles

    def cell(self, square: Square) -> str:
        """Return the character on *square*; `.` if it is free or off the board."""
        row, column = square
        size = _ROWS[len(self.cells)]
        return self.cells[row * size + column] if 0 <= row < size and 0 <= column < size else FREE

    def is_free(self, square: Square) -> bool:
        return self.cell(square) == FREE

    def letter(self, square: Square) -> str | None:
        """Return the letter that stands on *square*, be it a blank or not, or None."""
        cell = self.cell(square)
        return None if cell == FREE else letter_of(cell)

    def is_blank(self, square: Square) -> bool:
        """Tell whether a blank lies there."""
        return is_blank(self.cell(square))

    def lay(self, tiles: Iterable[LaidTile]) -> Self:
        """Return the board with *tiles* put on it; what lies there is replaced."""
        cells, size = list(self.cells), self.size
        for tile in tiles:
            index = tile.square.row * size + tile.square.column
            cells[index] = blank_of(tile.letter) if tile.is_blank else tile.letter
        return type(self)("".join(cells))

    def run(self, square: Square, direction: Direction) -> tuple[Square, ...]:
        """Return the unbroken run of occupied squares through *square*, which itself must be occupied."""
        row, column = square
        size = self.size
        is_across = direction is Direction.ACROSS
        line = self.cells[row * size : (row + 1) * size] if is_across else self.cells[column::size]
        at = column if is_across else row
        end = line.find(FREE, at + 1)
        along = range(line.rfind(FREE, 0, at) + 1, size if end < 0 else end)
        return tuple(Square(row, at) if is_across else Square(at, column) for at in along)

    @property
    def tiles(self) -> Iterator[LaidTile]:
        """Yield every tile that lies, row by row."""
        size = self.size
        for index, cell in enumerate(self.cells):
            if cell != FREE:
                yield LaidTile(Square(*divmod(index, size)), letter_of(cell), is_blank(cell))


def _row(tiles: TileSet, size: int, number: int, row: str | Sequence[str]) -> str:
    """Return the cells of one row; ValueError says what is wrong with it."""
    try:
        found = tiles.cells(row) if isinstance(row, str) else "".join(map(tiles.entry, row))
    except ValueError as wrong:
        raise ValueError(f"row {number}: {wrong}") from None
    if len(found) != size:
        raise ValueError(f"row {number} has {len(found)} squares instead of {size}: {row!r}")
    return found


def neighbours(square: Square) -> tuple[Square, ...]:
    """Return the squares beside, above and below, be they on the board or not."""
    return (
        Square(square.row - 1, square.column),
        Square(square.row + 1, square.column),
        Square(square.row, square.column - 1),
        Square(square.row, square.column + 1),
    )


class Area(OnRecord, frozen=True):
    """A rectangle of squares, both corners included: where the first word must lie."""

    first: Square
    last: Square

    def __contains__(self, square: Square) -> bool:
        return (
            self.first.row <= square.row <= self.last.row
            and self.first.column <= square.column <= self.last.column
        )


def read_area(text: str, axes: Axes, size: int = SIZE) -> Area:
    """Read `F6-J10`, corners in any order; ValueError if one of them is no square."""
    first, dash, last = text.partition("-")
    if not dash:
        raise ValueError(f"{text!r} is not an area such as F6-J10")
    one, two = read_square(first, axes, size), read_square(last, axes, size)
    return Area(
        Square(min(one.row, two.row), min(one.column, two.column)),
        Square(max(one.row, two.row), max(one.column, two.column)),
    )


def area_name(area: Area, axes: Axes) -> str:
    """Return an area as the game master writes it."""
    return f"{square_name(area.first, axes)}-{square_name(area.last, axes)}"


ALPHABET = GERMAN.alphabet
TILES = GERMAN
CENTRE = STANDARD.start
in_order = GERMAN.in_order
missing_from = GERMAN.missing_from
without = GERMAN.without
bag_after = GERMAN.bag_after
read_letters = GERMAN.tiles_in_order


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


class ListUsed(OnRecord, frozen=True):
    """A word list as a game is played with it; its name is as reports print it."""

    name: str = ""
    """Empty: there is none, and every word is asked about."""
    sha256: str = ""
    """Of the file as it lies."""
    encoding: str = "utf-8"
    capitalised: bool = False
    """Whether words with capitals count, too."""


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
    tile_set: TileSet | UnsetType = UNSET
    """No switch, but the game's `tiles`; not set, and not recorded, for the German ones."""
    premiums: Layout | UnsetType = UNSET
    """No switch, but the game's `layout`; not set, and not recorded, for the standard one."""
    listed: ListUsed | UnsetType = UNSET
    """No switch, but the game's `lexicon`; not set, and not recorded, for the one that comes with the tiles."""
    short_listed: ListUsed | UnsetType = UNSET
    """No switch, but the game's `short_words`; not set where it has none."""
    anagrams: bool | UnsetType = UNSET
    """Whether a word counts if its letters can be put in the order of one (WordSmog); not set, and not recorded,
    where it does not."""
    only_listed: bool | UnsetType = UNSET
    """Whether a word that stands in no list is refused, and nobody asked; not set, and not recorded, where the game
    master is."""

    @property
    def notation(self) -> Notation:
        """Return how its players write squares and letters."""
        return Notation(self.axes, self.layout.size, self.tiles)

    @property
    def tiles(self) -> TileSet:
        """Return the tiles that the game is played with."""
        return GERMAN if self.tile_set is UNSET else self.tile_set

    @property
    def has_plain_list(self) -> bool:
        """Tell whether its words stand in a list that says nothing else of them, or in none."""
        return self.listed is not UNSET

    @property
    def layout(self) -> Layout:
        """Return the board that the game is played on."""
        return STANDARD if self.premiums is UNSET else self.premiums


NO_SWITCHES = ("tile_set", "premiums", "listed", "short_listed")
"""The fields of `Laying` that no switch says; they are fixed once a game has begun."""


def sets_of(tiles: TileSet, layout: Layout) -> Mapping[str, TileSet | Layout]:
    """Return tiles and board as fields of rules: none for what is not recorded."""
    usual: tuple[tuple[str, TileSet | Layout, TileSet | Layout], ...] = (
        ("tile_set", tiles, GERMAN),
        ("premiums", layout, STANDARD),
    )
    return {field: found for field, found, default in usual if found != default}


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
