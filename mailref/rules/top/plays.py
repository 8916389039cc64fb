"""All plays in some slots as arrays of points, decoded into moves one by one when asked for."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from mailref.rules.top.fillings import Fillings, Flags, NewCells
from mailref.rules.top.found import FoundMove
from mailref.rules.top.geometry import direction_of, square_of
from mailref.rules.top.grid import Grid
from mailref.rules.top.letters import Numbers, word_of
from mailref.rules.top.rack import Rack
from mailref.rules.top.slots import Slots
from mailref.rules.top.slotwords import SlotWords
from mailref.rules.top.swaps import Swapped

Small = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Sight:
    """One position as the search sees it."""

    position: Swapped
    grid: Grid
    rack: Rack
    words: SlotWords
    values: Numbers


@dataclass(frozen=True)
class Plays:
    """Every play in some slots: one array entry each."""

    points: Small
    filling: Small
    """The number of the word in its slot, in `fillings`."""
    blanks: Small
    """The set of new tiles that are blanks, bit by bit."""
    fillings: Fillings
    new: NewCells
    slots: Slots
    sight: Sight

    @classmethod
    def of(cls, sight: Sight, slots: Slots) -> "Plays":
        """Find every play in *slots*, each blank in each place it can have."""
        new = NewCells.of(sight.grid, slots)
        fillings = Fillings.of(sight.words, sight.grid, sight.rack, slots, new)
        worth = sight.values[fillings.tiles] * slots.weights.T[:, fillings.slot]
        full = slots.constant[fillings.slot] + worth.sum(axis=0)
        points, filling, blanks = [], [], []
        for chosen in _choices(len(worth), sight.rack.blanks):
            which = np.flatnonzero(_helps(fillings, chosen))
            lost = worth[list(chosen)][:, which].sum(axis=0)
            points.append((full[which] - lost).astype(np.int32))
            filling.append(which.astype(np.int32))
            blanks.append(np.full(len(which), sum(1 << tile for tile in chosen), np.int32))
        return cls(
            points=np.concatenate(points),
            filling=np.concatenate(filling),
            blanks=np.concatenate(blanks),
            fillings=fillings,
            new=new,
            slots=slots,
            sight=sight,
        )

    def move(self, number: int) -> FoundMove:
        """Return one play as a move."""
        filling = int(self.filling[number])
        cell, length, cells = self._of_slot[int(self.fillings.slot[filling])]
        letters = bytearray(self.sight.words.lying[cell : cell + length])
        for at, code in zip(cells, self.fillings.tiles[:, filling].tolist(), strict=False):
            letters[at - cell] = code
        square, direction = square_of(cell), direction_of(cell)
        chosen = int(self.blanks[number])
        blanks = [square_of(at) for tile, at in enumerate(cells) if chosen >> tile & 1]
        return FoundMove(
            square=square,
            direction=direction,
            word=word_of(letters),
            blanks=tuple(blanks),
            points=int(self.points[number]),
            swaps=self.sight.position.squares,
        )

    @cached_property
    def _of_slot(self) -> list[tuple[int, int, list[int]]]:
        """For each slot its first cell, its length and the cells of its new tiles."""
        columns = self.slots.cell.tolist(), self.slots.length.tolist(), self.slots.tiles.tolist()
        return [
            (cell, length, cells[:tiles])
            for cell, length, tiles, cells in zip(*columns, self.new.cells.T.tolist(), strict=True)
        ]


def _choices(tiles: int, blanks: int) -> Iterator[tuple[int, ...]]:
    """Yield every set of up to *blanks* of so many new tiles."""
    for number in range(blanks + 1):
        yield from combinations(range(tiles), number)


def _helps(fillings: Fillings, chosen: tuple[int, ...]) -> Flags:
    """Tell which words the rack can lay with blanks for just the *chosen* tiles.

    They must stand for every letter that is wanting; beyond that they may stand where a tile could.
    """
    relieved = np.zeros(len(fillings.slot), np.uint8)
    is_tile = np.ones(len(fillings.slot), np.bool_)
    for index, tile in enumerate(chosen):
        of_letter = np.ones(len(fillings.slot), np.uint8)
        for earlier in chosen[:index]:
            of_letter += fillings.tiles[earlier] == fillings.tiles[tile]
        relieved += of_letter <= fillings.excess[tile]
        is_tile &= fillings.tiles[tile] > 0
    helps: Flags = is_tile & (relieved == fillings.wanting)
    return helps
