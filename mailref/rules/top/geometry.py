"""The 30 lines of the board and every stretch of squares ("slot") on them, as index arrays.

Lines 0 to 14 are the rows, read across; lines 15 to 29 the columns, read down. A cell is a square
as seen along one line: every square is two cells, `TWIN` of each other.
"""

import numpy as np

from mailref.rules.board import SIZE, Direction, Square

LINES = 2 * SIZE
CELLS = LINES * SIZE

_line, _place = np.divmod(np.arange(CELLS), SIZE)
PLACE = _place
"""Where on its line a cell is."""

IS_DOWN = _line >= SIZE

SUM_BEFORE = _line * (SIZE + 1) + _place
"""For a cell, the entry of a line's running sum (16 a line) that holds all before it."""

TWIN = np.where(_line < SIZE, (SIZE + _place) * SIZE + _line, _place * SIZE + _line - SIZE)

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

SLOT_SUM_FROM = SLOT_LINE * (SIZE + 1) + SLOT_START
SLOT_SUM_TO = SLOT_LINE * (SIZE + 1) + SLOT_END + 1
"""Their difference in a running sum is the sum over the slot."""

SLOT_BEFORE = SLOT_LINE * (SIZE + 2) + SLOT_START
SLOT_BEHIND = SLOT_LINE * (SIZE + 2) + SLOT_END + 2
"""The squares that bound the slot, in lines with a square more at each end."""


def square_of(cell: int) -> Square:
    """Return the square of a cell."""
    line, place = divmod(cell, SIZE)
    return Square(line, place) if line < SIZE else Square(place, line - SIZE)


def direction_of(cell: int) -> Direction:
    """Return which way the cell's line runs."""
    return Direction.ACROSS if cell < SIZE * SIZE else Direction.DOWN
