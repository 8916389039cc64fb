"""What tiles and squares are worth in one game: the rules' tiles, layout and switches, as arrays."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import numpy as np
import numpy.typing as npt

from mailref.rules.board import CENTRE, SIZE, Layout
from mailref.rules.tiles import TileSet
from mailref.rules.top import geometry
from mailref.rules.top.letters import ALL_TILE_CODES, CODE, Numbers
from mailref.rules.variant import Extended, Rules, bonus_for

TRIPLE = 32
"""Sums of word premiums hold the number of double squares below this, that of triple ones above."""

HIGH = 1 << 16
"""Two numbers are kept in one entry, the second one so many times; sums of the first stay below."""


@dataclass(frozen=True, slots=True, eq=False)
class Factors:
    """The numbers of the game that a search multiplies and adds; by letter code or by cell.

    Made once for a game, and told from others by identity alone: that is what `bonuses` is kept by.
    """

    rules: Rules
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

    @classmethod
    def of(cls, rules: Rules, tiles: TileSet, layout: Layout) -> Self:
        """Read them from the rules; ValueError if a letter is worth nothing (only a blank may be)."""
        values = np.zeros(len(CODE) + 1, np.int64)
        for name, code in CODE.items():
            values[code] = tiles.value(name)
            if values[code] < 1:
                raise ValueError(f"{name!r} must be worth at least 1, not {values[code]}")
        squares = [geometry.square_of(cell) for cell in range(geometry.CELLS)]
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

    @lru_cache(maxsize=64)  # noqa: B019  so few games are kept alive, and small
    def bonuses(self, offered: int) -> Numbers:
        """Return the bonus by number of new tiles in a round of *offered* letters."""
        return np.array([bonus_for(self.rules, tiles, offered) for tiles in range(SIZE + 1)])


def _first_slots(rules: Rules) -> npt.NDArray[np.bool_]:
    """Tell which slots may take the first word (rules 8: on the centre, or wholly in the area)."""
    area = rules.start
    good = [
        square == CENTRE if area is None else square in area
        for square in map(geometry.square_of, range(geometry.CELLS))
    ]
    sums = geometry.running(np.array(good, np.int64))
    inside = sums[geometry.SLOT_TO] - sums[geometry.SLOT_CELL]
    needed = 1 if area is None else geometry.SLOT_LENGTH
    begins: npt.NDArray[np.bool_] = inside >= needed
    return begins
