"""What tiles and squares are worth in one game: the rules' tiles, layout and switches, as arrays."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from mailref.rules.board import CENTRE, SIZE, Layout, Square
from mailref.rules.tiles import TileSet
from mailref.rules.top import geometry
from mailref.rules.top.letters import CODE, Numbers
from mailref.rules.variant import Extended, Rules, bonus_for


@dataclass(frozen=True, slots=True)
class Factors:
    """The numbers of the game that a search multiplies and adds; by letter code or by cell."""

    rules: Rules
    values: Numbers
    letter: Numbers
    word: Numbers
    crossing_letter: Numbers
    """What a new tile counts in the further word it forms, in times its value."""
    crossing_word: Numbers
    """What the tiles that lie count in that word."""
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
            letter=letter,
            word=word,
            crossing_letter=letter * word if with_premiums else plain,
            crossing_word=word if with_premiums else plain,
            first_slots=np.array([_may_begin(rules, slot) for slot in _slots()]),
        )

    def most_tiles(self, offered: int) -> int:
        """Return how many of *offered* tiles one play may lay."""
        limit = self.rules.most_tiles
        return min(offered, SIZE, SIZE if limit is None else limit)

    def bonuses(self, offered: int) -> Numbers:
        """Return the bonus by number of new tiles in a round of *offered* letters."""
        return np.array([bonus_for(self.rules, tiles, offered) for tiles in range(SIZE + 1)])


def _slots() -> list[tuple[Square, ...]]:
    """Return the squares of each slot."""
    return [
        tuple(geometry.square_of(cell + step) for step in range(length))
        for cell, length in zip(
            geometry.SLOT_CELL.tolist(), geometry.SLOT_LENGTH.tolist(), strict=True
        )
    ]


def _may_begin(rules: Rules, squares: tuple[Square, ...]) -> bool:
    """Tell whether the first word may lie there (rules 8: on the centre, or wholly in the area)."""
    if rules.start is None:
        return CENTRE in squares
    area = rules.start
    return all(square in area for square in squares)
