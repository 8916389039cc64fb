"""A board as the search sees it: 30 lines of cells, and what each free cell demands and gives.

Lines 0 to 14 are the rows, read across; lines 15 to 29 the columns, read down. A cell is a square
as seen along one line: every square is two cells, `TWIN` of each other.
"""

from typing import NamedTuple, Self, TypeVar

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field

from mailref.tiles.board import CENTRE, SIZE, Board, Direction, Layout, Square, TileSet
from mailref.tiles.top import tables as keys
from mailref.tiles.top.tables import (
    ALL_TILE_CODES,
    CODE,
    LETTER_BITS,
    Bits,
    Codes,
    Flags,
    Numbers,
    Rack,
    board_codes,
)
from mailref.tiles.top.words import GameWords
from mailref.tiles.variant import Extended, Laying, bonus_for

Number = TypeVar("Number", np.int64, np.uint64)

LINES = 2 * SIZE
CELLS = LINES * SIZE

_line, _place = np.divmod(np.arange(CELLS), SIZE)
PLACE = _place
"""Where on its line a cell is."""

IS_DOWN = _line >= SIZE

SQUARE = np.where(_line < SIZE, _line * SIZE + _place, _place * SIZE + _line - SIZE)
"""The number of a cell's square, row by row."""

TWIN = np.where(_line < SIZE, (SIZE + _place) * SIZE + _line, _place * SIZE + _line - SIZE)

# Fenced cells: the lines one after another with a free place before each, and one behind the last.
FENCED = LINES * (SIZE + 1) + 1
_fenced = _line * (SIZE + 1) + 1 + _place
CELL_AT = np.full(FENCED, -1)
"""The cell at a place of the fenced lines, -1 for the fence."""
CELL_AT[_fenced] = np.arange(CELLS)
IS_CELL = CELL_AT >= 0

_slots = np.array(
    [
        (line, start, end)
        for line in range(LINES)
        for start in range(SIZE)
        for end in range(start + 1, SIZE)
    ]
)
SLOT_LINE, SLOT_START, SLOT_END = _slots.T
"""Line, first and last place of each slot; none is shorter than two squares."""

SLOT_LENGTH = SLOT_END - SLOT_START + 1
SLOT_CELL = SLOT_LINE * SIZE + SLOT_START
"""The first cell."""
SLOT_TO = SLOT_CELL + SLOT_LENGTH
"""The cell behind the last one; past the end of a line it is the next line's first."""

SLOT_BEFORE = SLOT_LINE * (SIZE + 1) + SLOT_START
SLOT_BEHIND = SLOT_BEFORE + SLOT_LENGTH + 1
"""The places of the fenced lines that bound the slot."""


def with_fence(free: Flags) -> Flags:
    """Return which places of the fenced lines are free."""
    places = np.ones(FENCED, np.bool_)
    places[1:].reshape(LINES, SIZE + 1)[:, :SIZE] = free.reshape(LINES, SIZE)
    return places


def running(cells: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """Return the sum of all *cells* before each one, and of all.

    The difference of two entries is the sum of the cells between, even where the sums outgrow 64
    bits: what is lost is lost in both.
    """
    sums = np.zeros(len(cells) + 1, cells.dtype)
    np.cumsum(cells, out=sums[1:])
    return sums


def square_of(cell: int) -> Square:
    """Return the square of a cell."""
    line, place = divmod(cell, SIZE)
    return Square(line, place) if line < SIZE else Square(place, line - SIZE)


def direction_of(cell: int) -> Direction:
    """Return which way the cell's line runs."""
    return Direction.ACROSS if cell < SIZE * SIZE else Direction.DOWN


TRIPLE = 32
"""Sums of word premiums hold the number of double squares below this, that of triple ones above."""

HIGH = 1 << 16
"""Two numbers are kept in one entry, the second one so many times; sums of the first stay below."""


class Factors(Struct, frozen=True, eq=False):
    """The numbers of the game that a search multiplies and adds; by letter code or by cell."""

    rules: Laying
    values: Numbers
    lying: Numbers
    """What a tile that lies is worth, by its code on the board: 0 for a blank."""
    letter: Numbers
    word_premiums: Numbers
    """1 where the word counts double, `TRIPLE` where it counts triple, else 0."""
    crossed_letter: Numbers
    """What a new tile counts where it forms a further word: in its own, and in that one `HIGH` times."""
    crossing_word: Numbers
    """What the tiles that lie count in the further word."""
    first_slots: npt.NDArray[np.bool_]
    """The slots where the first word of a game may lie."""
    _bonuses: dict[int, Numbers] = field(default_factory=dict)
    """By the number of letters offered."""

    @classmethod
    def of(cls, rules: Laying, tiles: TileSet, layout: Layout) -> Self:
        """Read them from the rules; ValueError if a letter is worth nothing (only a blank may be)."""
        values = np.zeros(len(CODE) + 1, np.int64)
        for name, code in CODE.items():
            values[code] = tiles.value(name)
            if values[code] < 1:
                raise ValueError(f"{name!r} must be worth at least 1, not {values[code]}")
        squares = [square_of(cell) for cell in range(CELLS)]
        letter: Numbers = np.array([layout.letter_factor(square) for square in squares])
        word: Numbers = np.array([layout.word_factor(square) for square in squares])
        with_premiums = rules.extended is Extended.PREMIUMS
        plain = np.ones_like(letter)
        return cls(
            rules=rules,
            values=values,
            lying=np.append(values, np.zeros(ALL_TILE_CODES - len(values), np.int64)),
            letter=letter,
            word_premiums=np.where(word == 2, 1, 0) + np.where(word == 3, TRIPLE, 0),
            crossed_letter=letter + HIGH * (letter * word if with_premiums else plain),
            crossing_word=word if with_premiums else plain,
            first_slots=_first_slots(rules),
        )

    def most_tiles(self, offered: int) -> int:
        """Return how many of *offered* tiles one play may lay."""
        limit = self.rules.most_tiles
        return min(offered, SIZE, SIZE if limit is None else limit)

    def bonuses(self, offered: int) -> Numbers:
        """Return the bonus by number of new tiles in a round of *offered* letters."""
        known = self._bonuses.get(offered)
        if known is None:
            known = np.array([bonus_for(self.rules, tiles, offered) for tiles in range(SIZE + 1)])
            self._bonuses[offered] = known
        return known


def _first_slots(rules: Laying) -> npt.NDArray[np.bool_]:
    """Tell which slots may take the first word (rules 8: on the centre, or wholly in the area)."""
    area = rules.start
    good = [
        square == CENTRE if area is None else square in area
        for square in map(square_of, range(CELLS))
    ]
    sums = running(np.array(good, np.int64))
    inside = sums[SLOT_TO] - sums[SLOT_CELL]
    needed = 1 if area is None else SLOT_LENGTH
    begins: npt.NDArray[np.bool_] = inside >= needed
    return begins


_KEY_WEIGHTS = keys.WEIGHTS[PLACE]
_SHIFTS_BACK = keys.SHIFTS_BACK[PLACE]


class _Gaps(NamedTuple):
    """The free cells with tiles beside them on their line; a letter there makes a word of the run."""

    cells: Numbers
    begins: Numbers
    """The cell where the word would begin."""
    ends: Numbers
    """The one behind its end; past the end of a line it is the next line's first."""

    def sums(self, cells: npt.NDArray[Number]) -> npt.NDArray[Number]:
        """Return what the word through each gap adds up to without the gap, which counts nothing."""
        sums = running(cells)
        over: npt.NDArray[Number] = sums[self.ends] - sums[self.begins]
        return over


class Grid(NamedTuple):
    """The cells of a board (see geometry), each an entry of these arrays."""

    codes: Codes
    """The letter that lies there, 0 if none."""
    free: Flags
    free_cells: Numbers
    fenced: Flags
    """Which places of the fenced lines are free."""
    points: Numbers
    """What the tile that lies there is worth: 0 for a blank."""
    crossed: Numbers
    """The free cells where a tile laid forms a further word, across the line."""
    fitting: Numbers
    """The set of letters of the rack that may be laid here, for the further word's sake."""
    crossed_fitting: Numbers
    """The same for each of `crossed` alone."""
    other_reading: Flags
    """For each of `crossed`: does one tile make a word along the line too, named by the one across?

    Where both score alike they are one move, named by the longer word, of equal ones by the one that
    runs across.
    """
    crossing_points: Numbers
    """For each of `crossed`, what the tiles that lie add in that word, premiums of the cell counted."""

    @property
    def is_empty(self) -> bool:
        return len(self.free_cells) == CELLS

    @classmethod
    def of(cls, board: Board, rack: Rack, words: GameWords, factors: Factors) -> Self:
        """Look at *board* with a rack, and the words and numbers of a game."""
        tiles = board_codes(board.cells)[SQUARE]
        codes = tiles & LETTER_BITS
        points = factors.lying[tiles]
        free = tiles == 0
        fenced = with_fence(free)
        gaps = _gaps(fenced)
        crossed = TWIN[gaps.cells]
        crossed_fitting = _fitting(codes, gaps, rack.usable, words)
        lengths = gaps.ends - gaps.begins
        fitting = np.full(CELLS, rack.usable, np.int64)
        fitting[crossed] = crossed_fitting
        length_at = np.zeros(CELLS, np.int64)
        length_at[crossed] = lengths
        along = length_at[gaps.cells]
        crossing_points = gaps.sums(points) * factors.crossing_word[crossed]
        return cls(
            codes=codes,
            free=free,
            free_cells=free.nonzero()[0],
            fenced=fenced,
            points=points,
            crossed=crossed,
            fitting=fitting,
            crossed_fitting=crossed_fitting,
            other_reading=(along > 0) & (lengths + IS_DOWN[crossed] > along),
            crossing_points=crossing_points,
        )


def _gaps(fenced: Flags) -> _Gaps:
    """Return the free cells that are not between two free places of the *fenced* lines."""
    free = fenced.nonzero()[0]
    before, places, behind = free[:-2], free[1:-1], free[2:]
    found = ((behind - before > 2) & IS_CELL[places]).nonzero()[0]
    cells = CELL_AT[places[found]]
    steps_back, steps_on = (places - before)[found], (behind - places)[found]
    return _Gaps(cells, cells - steps_back + 1, cells + steps_on)


def _fitting(codes: Codes, gaps: _Gaps, usable: int, words: GameWords) -> Numbers:
    """Return for each gap which *usable* letters make its run a word, all gaps and letters at once."""
    letters = [code for code in CODE.values() if usable >> code & 1]
    lying: Bits = gaps.sums(codes * _KEY_WEIGHTS) * _SHIFTS_BACK[gaps.begins]
    weights = keys.WEIGHTS[gaps.cells - gaps.begins]
    wanted = lying[:, None] + weights[:, None] * np.array(letters, np.uint64)
    sets: Numbers = np.array([1 << code for code in letters], np.int64)
    fitting = words.hold_keys(wanted) @ sets
    for index in (gaps.ends - gaps.begins > keys.LONGEST).nonzero()[0].tolist():
        # Too long for a key of its own: looked up letter by letter.
        cell = gaps.cells[index]
        before = codes[gaps.begins[index] : cell]
        after = codes[cell + 1 : gaps.ends[index]]
        fitting[index] = words.letters_between(before, after) & usable
    return fitting
