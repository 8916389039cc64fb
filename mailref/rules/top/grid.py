"""A board as the search sees it: 30 lines of cells, and what each free cell demands and gives.

Nothing here depends on the rack, so one grid serves every search on a board.
"""

from dataclasses import dataclass
from typing import Self, TypeVar

import numpy as np
import numpy.typing as npt

from mailref.rules.board import SIZE, Board
from mailref.rules.top import geometry, keys
from mailref.rules.top.factors import Factors
from mailref.rules.top.letters import ANY_LETTER, CODE, Bits, Codes, Numbers, board_codes
from mailref.rules.top.words import GameWords

_EVERY_CODE: Bits = np.array(list(CODE.values()), np.uint64)
_EVERY_BIT = np.array([1 << code for code in CODE.values()], np.int64)
_COLUMN = np.arange(SIZE)

_Number = TypeVar("_Number", np.int64, np.uint64)


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of a board (see geometry), each an entry of these arrays."""

    codes: Codes
    """The letter that lies there, 0 if none."""
    points: Numbers
    """What the tile that lies there is worth: 0 for a blank."""
    crossing_length: Numbers
    """How long the further word is that a tile laid here forms across the line; 0 if none."""
    fitting: Numbers
    """The set of letters that may be laid here, for the further word's sake."""
    crossing_points: Numbers
    """What the tiles that lie add in the further word, premiums of the cell counted."""

    @property
    def crossed(self) -> npt.NDArray[np.bool_]:
        """Tell where a tile laid forms a further word."""
        return self.crossing_length > 0

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
        return not self.codes.any()

    @classmethod
    def of(cls, board: Board, words: GameWords, factors: Factors) -> Self:
        """Look at *board* with the words and numbers of a game."""
        codes, blanks = (_both_ways(each) for each in board_codes(board.cells))
        points = factors.values[codes] * (1 - blanks)
        begins, ends = _runs_beside(codes > 0)
        gaps = np.flatnonzero((ends - begins > 1) & (codes == 0).ravel())
        twins = geometry.TWIN[gaps]
        crossing_length = np.zeros(geometry.CELLS, np.int64)
        fitting = np.full(geometry.CELLS, ANY_LETTER, np.int64)
        crossing_points = np.zeros(geometry.CELLS, np.int64)
        if len(gaps):
            crossing_length[twins] = (ends - begins)[gaps]
            fitting[twins] = _fitting(codes, gaps, begins[gaps], ends[gaps], words)
            lying = _sums_over(points, gaps, begins[gaps], ends[gaps])
            crossing_points[twins] = lying * factors.crossing_word[twins]
        return cls(codes.ravel(), points.ravel(), crossing_length, fitting, crossing_points)


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


def _sums_over(
    cells: npt.NDArray[_Number], gaps: Numbers, begins: Numbers, ends: Numbers
) -> npt.NDArray[_Number]:
    """Return what the word through each gap adds up to without the gap, which counts nothing."""
    sums = np.zeros((geometry.LINES, SIZE + 1), cells.dtype)
    np.cumsum(cells, axis=1, out=sums[:, 1:])
    line = geometry.SUM_BEFORE[gaps] - geometry.PLACE[gaps]
    over: npt.NDArray[_Number] = sums.ravel()[line + ends] - sums.ravel()[line + begins]
    return over


def _fitting(
    codes: Codes, gaps: Numbers, begins: Numbers, ends: Numbers, words: GameWords
) -> Numbers:
    """Return for each gap the set of letters that make its run a word, all gaps and letters at once."""
    lying: Bits = _sums_over(codes * keys.WEIGHTS, gaps, begins, ends)
    lying = lying * keys.SHIFTS_BACK[begins]
    weights = keys.WEIGHTS[geometry.PLACE[gaps] - begins]
    wanted = lying[:, None] + weights[:, None] * _EVERY_CODE
    letters: Numbers = words.hold_keys(wanted) @ _EVERY_BIT
    for index in np.flatnonzero(ends - begins > keys.LONGEST).tolist():
        # Too long for a key of its own: looked up letter by letter.
        line, place = divmod(int(gaps[index]), SIZE)
        before = codes[line, begins[index] : place]
        after = codes[line, place + 1 : ends[index]]
        letters[index] = words.letters_between(before, after)
    return letters
