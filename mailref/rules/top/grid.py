"""A board as the search sees it: 30 lines of cells, and what each free cell demands and gives."""

from dataclasses import dataclass
from typing import NamedTuple, Self, TypeVar

import numpy as np
import numpy.typing as npt

from mailref.rules.board import SIZE, Board
from mailref.rules.top import geometry, keys
from mailref.rules.top.factors import Factors
from mailref.rules.top.letters import CODE, Bits, Codes, Numbers, board_codes
from mailref.rules.top.rack import Rack
from mailref.rules.top.words import GameWords

_COLUMN = np.arange(SIZE)

_Number = TypeVar("_Number", np.int64, np.uint64)


class _Gaps(NamedTuple):
    """The free cells with tiles beside them on their line; a letter there makes a word of the run."""

    cells: Numbers
    begins: Numbers
    """Where on the line the word would begin."""
    ends: Numbers
    """The place after its end."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of a board (see geometry), each an entry of these arrays."""

    codes: Codes
    """The letter that lies there, 0 if none."""
    free: npt.NDArray[np.bool_]
    points: Numbers
    """What the tile that lies there is worth: 0 for a blank."""
    crossing_length: Numbers
    """How long the further word is that a tile laid here forms across the line; 0 if none."""
    fitting: Numbers
    """The set of letters of the rack that may be laid here, for the further word's sake."""
    crossing_points: Numbers
    """What the tiles that lie add in the further word, premiums of the cell counted."""

    @property
    def other_reading(self) -> npt.NDArray[np.bool_]:
        """Tell where one tile laid makes a word along the line that is named by the one across it.

        Where both score alike they are one move, named by the longer word, of equal ones by the one
        that runs across.
        """
        along = self.crossing_length[geometry.TWIN]
        return (along > 0) & (self.crossing_length + geometry.IS_DOWN > along)

    @property
    def is_empty(self) -> bool:
        return bool(self.free.all())

    @classmethod
    def of(cls, board: Board, rack: Rack, words: GameWords, factors: Factors) -> Self:
        """Look at *board* with a rack, and the words and numbers of a game."""
        codes, blanks = (_both_ways(each) for each in board_codes(board.cells))
        points = factors.values[codes] * (1 - blanks)
        occupied = codes > 0
        free = ~occupied.ravel()
        begins, ends = _runs_beside(occupied)
        cells = ((ends - begins > 1) & free).nonzero()[0]
        gaps = _Gaps(cells, begins[cells], ends[cells])
        twins = geometry.TWIN[cells]
        crossing_length = np.zeros(geometry.CELLS, np.int64)
        fitting = np.full(geometry.CELLS, rack.usable, np.int64)
        crossing_points = np.zeros(geometry.CELLS, np.int64)
        if len(cells):
            crossing_length[twins] = gaps.ends - gaps.begins
            fitting[twins] = _fitting(codes, gaps, rack.usable, words)
            crossing_points[twins] = _sums_over(points, gaps) * factors.crossing_word[twins]
        return cls(codes.ravel(), free, points.ravel(), crossing_length, fitting, crossing_points)


def _both_ways(cells: Codes | npt.NDArray[np.bool_]) -> npt.NDArray[np.uint8]:
    """Return the rows, then the columns of a board."""
    rows = cells.reshape(SIZE, SIZE).astype(np.uint8)
    return np.concatenate((rows, rows.T))


def _runs_beside(occupied: npt.NDArray[np.bool_]) -> tuple[Numbers, Numbers]:
    """Return for each cell where the word through it would begin, and the place after its end."""
    begins = np.zeros(occupied.shape, np.int64)
    free_before = np.where(occupied, -1, _COLUMN)[:, :-1]
    begins[:, 1:] = np.maximum.accumulate(free_before, axis=1) + 1
    ends = np.full(occupied.shape, SIZE)
    free_after = np.where(occupied, SIZE, _COLUMN)[:, :0:-1]
    ends[:, -2::-1] = np.minimum.accumulate(free_after, axis=1)
    return begins.ravel(), ends.ravel()


def _sums_over(cells: npt.NDArray[_Number], gaps: _Gaps) -> npt.NDArray[_Number]:
    """Return what the word through each gap adds up to without the gap, which counts nothing."""
    sums = np.zeros((geometry.LINES, SIZE + 1), cells.dtype)
    np.cumsum(cells, axis=1, out=sums[:, 1:])
    line = geometry.SUM_BEFORE[gaps.cells] - geometry.PLACE[gaps.cells]
    flat = sums.ravel()
    over: npt.NDArray[_Number] = flat[line + gaps.ends] - flat[line + gaps.begins]
    return over


def _fitting(codes: Codes, gaps: _Gaps, usable: int, words: GameWords) -> Numbers:
    """Return for each gap which *usable* letters make its run a word, all gaps and letters at once."""
    letters = [code for code in CODE.values() if usable >> code & 1]
    lying: Bits = _sums_over(codes * keys.WEIGHTS, gaps) * keys.SHIFTS_BACK[gaps.begins]
    weights = keys.WEIGHTS[geometry.PLACE[gaps.cells] - gaps.begins]
    wanted = lying[:, None] + weights[:, None] * np.array(letters, np.uint64)
    sets: Numbers = np.array([1 << code for code in letters], np.int64)
    fitting = words.hold_keys(wanted).astype(np.int64) @ sets
    for index in np.flatnonzero(gaps.ends - gaps.begins > keys.LONGEST).tolist():
        # Too long for a key of its own: looked up letter by letter.
        line, place = divmod(int(gaps.cells[index]), SIZE)
        before = codes[line, gaps.begins[index] : place]
        after = codes[line, place + 1 : gaps.ends[index]]
        fitting[index] = words.letters_between(before, after) & usable
    return fitting
