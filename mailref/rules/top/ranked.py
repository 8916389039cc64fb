"""All plays of a position as arrays of points, decoded one by one, best first."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Self

import numpy as np

from mailref.rules.top.factors import Factors
from mailref.rules.top.fillings import Fillings, Flags, NewCells
from mailref.rules.top.found import FoundMove, in_order
from mailref.rules.top.geometry import direction_of, square_of
from mailref.rules.top.grid import Grid
from mailref.rules.top.letters import Numbers, word_of
from mailref.rules.top.rack import Rack
from mailref.rules.top.slots import Slots
from mailref.rules.top.slotwords import SlotWords
from mailref.rules.top.swaps import Swapped
from mailref.rules.top.words import GameWords


@dataclass(frozen=True, slots=True)
class Plays:
    """Every play of one grid and rack: one array entry each."""

    points: Numbers
    filling: Numbers
    """The number of the word in its slot, in `fillings`."""
    blanks: Numbers
    """The set of new tiles that are blanks, bit by bit."""
    fillings: Fillings
    cells: Numbers
    """A row for each new tile: its cell, by slot."""
    grid: Grid
    slots: Slots
    position: Swapped

    @classmethod
    def of(
        cls, position: Swapped, grid: Grid, slots: Slots, words: GameWords, factors: Factors
    ) -> Self:
        """Find every play in *slots*, each blank in each place it can have."""
        rack = Rack.of(position.rack)
        new = NewCells.of(grid, slots)
        fillings = Fillings.of(SlotWords(words, grid, rack), grid, rack, slots, new)
        worth = factors.values[fillings.tiles] * slots.weights.T[:, fillings.slot]
        full = slots.constant[fillings.slot] + worth.sum(axis=0)
        points, filling, blanks = [], [], []
        for chosen in _choices(len(worth), rack.blanks):
            which = np.flatnonzero(_helps(fillings, chosen))
            points.append(full[which] - worth[list(chosen)][:, which].sum(axis=0))
            filling.append(which)
            blanks.append(np.full(len(which), sum(1 << tile for tile in chosen)))
        return cls(
            np.concatenate(points),
            np.concatenate(filling),
            np.concatenate(blanks),
            fillings,
            new.cells,
            grid,
            slots,
            position,
        )

    def move(self, number: int) -> FoundMove:
        """Return one play as a move."""
        filling = int(self.filling[number])
        slot = self.slots[int(self.fillings.slot[filling])]
        letters = self.grid.codes[slot.cell : slot.cell + slot.length].copy()
        places = self.cells[: slot.tiles, slot.number] - slot.cell
        letters[places] = self.fillings.tiles[: slot.tiles, filling]
        square, direction = square_of(slot.cell), direction_of(slot.cell)
        chosen = int(self.blanks[number])
        return FoundMove(
            square=square,
            direction=direction,
            word=word_of(letters.tolist()),
            blanks=tuple(
                square.along(direction, place)
                for tile, place in enumerate(places.tolist())
                if chosen >> tile & 1
            ),
            points=int(self.points[number]),
            swaps=self.position.squares,
        )


def ranked(found: list[Plays]) -> Iterator[FoundMove]:
    """Yield the moves of all of *found*, best first; those of equal points in the order of `in_order`."""
    points = np.concatenate([plays.points for plays in found])
    source = np.repeat(np.arange(len(found)), [len(plays.points) for plays in found])
    number = np.concatenate([np.arange(len(plays.points)) for plays in found])
    order = np.argsort(-points, kind="stable")
    ends = np.flatnonzero(np.diff(points[order], append=-1)) + 1
    start = 0
    for end in ends.tolist():
        equal = order[start:end].tolist()
        yield from in_order(found[int(source[each])].move(int(number[each])) for each in equal)
        start = end


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
