"""The 30 lines of the board and every stretch of squares ("slot") on them, as index arrays.

Lines 0 to 14 are the rows, read across; lines 15 to 29 the columns, read down. A cell is a square
as seen along one line: every square is two cells, `TWIN` of each other.
"""

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from mailref.rules.board import SIZE, Direction, Square
from mailref.rules.top.letters import Flags

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


def fenced(free: Flags) -> Flags:
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
