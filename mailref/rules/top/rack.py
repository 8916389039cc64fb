"""A rack as the search counts it: tiles by letter code, and blanks."""

from dataclasses import dataclass
from typing import Self

from mailref.rules.tiles import BLANK
from mailref.rules.top.letters import ANY_LETTER, CODE


@dataclass(frozen=True, slots=True)
class Rack:
    """The tiles offered."""

    tiles: tuple[int, ...]
    """How many of each letter code; entry 0 is unused."""
    blanks: int
    letters: tuple[int, ...]
    """The code of each tile that is no blank."""
    usable: int
    """The set of letters that can be laid."""

    @classmethod
    def of(cls, rack: str) -> Self:
        """Count the tiles of *rack*; KeyError if one is no letter."""
        blanks = rack.count(BLANK)
        letters = tuple(CODE[letter] for letter in rack if letter != BLANK)
        tiles = [0] * (len(CODE) + 1)
        usable = ANY_LETTER if blanks else 0
        for code in letters:
            tiles[code] += 1
            usable |= 1 << code
        return cls(tuple(tiles), blanks, letters, usable)

    @property
    def size(self) -> int:
        """Return how many tiles there are, blanks included."""
        return len(self.letters) + self.blanks
