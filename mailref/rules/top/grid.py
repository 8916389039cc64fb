"""A board as the search sees it: 30 lines of cells, and what each free cell demands and gives."""

from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from mailref.rules.board import Board
from mailref.rules.top import geometry, keys
from mailref.rules.top.factors import Factors
from mailref.rules.top.geometry import Number
from mailref.rules.top.letters import CODE, LETTER_BITS, Bits, Codes, Flags, Numbers, board_codes
from mailref.rules.top.rack import Rack
from mailref.rules.top.words import GameWords

_KEY_WEIGHTS = keys.WEIGHTS[geometry.PLACE]
_SHIFTS_BACK = keys.SHIFTS_BACK[geometry.PLACE]


class _Gaps(NamedTuple):
    """The free cells with tiles beside them on their line; a letter there makes a word of the run."""

    cells: Numbers
    begins: Numbers
    """The cell where the word would begin."""
    ends: Numbers
    """The one behind its end; past the end of a line it is the next line's first."""

    def sums(self, cells: npt.NDArray[Number]) -> npt.NDArray[Number]:
        """Return what the word through each gap adds up to without the gap, which counts nothing."""
        sums = geometry.running(cells)
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
        return len(self.free_cells) == geometry.CELLS

    @classmethod
    def of(cls, board: Board, rack: Rack, words: GameWords, factors: Factors) -> Self:
        """Look at *board* with a rack, and the words and numbers of a game."""
        tiles = board_codes(board.cells)[geometry.SQUARE]
        codes = tiles & LETTER_BITS
        points = factors.lying[tiles]
        free = tiles == 0
        fenced = geometry.fenced(free)
        gaps = _gaps(fenced)
        crossed = geometry.TWIN[gaps.cells]
        crossed_fitting = _fitting(codes, gaps, rack.usable, words)
        lengths = gaps.ends - gaps.begins
        fitting = np.full(geometry.CELLS, rack.usable, np.int64)
        fitting[crossed] = crossed_fitting
        length_at = np.zeros(geometry.CELLS, np.int64)
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
            other_reading=(along > 0) & (lengths + geometry.IS_DOWN[crossed] > along),
            crossing_points=crossing_points,
        )


def _gaps(fenced: Flags) -> _Gaps:
    """Return the free cells that are not between two free places of the *fenced* lines."""
    free = fenced.nonzero()[0]
    before, places, behind = free[:-2], free[1:-1], free[2:]
    found = ((behind - before > 2) & geometry.IS_CELL[places]).nonzero()[0]
    cells = geometry.CELL_AT[places[found]]
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
