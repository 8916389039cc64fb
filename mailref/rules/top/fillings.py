"""Every word in every slot, judged all together: an array entry is one word in one slot.

The words that might fit are gathered slot by slot as sets; then their new tiles are looked at, a row
of letters for each tile, the same operation for all words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Self

import numpy as np
import numpy.typing as npt

from mailref.rules.top.grid import Grid
from mailref.rules.top.letters import ANY_LETTER, Bits, Codes, Numbers
from mailref.rules.top.rack import Rack
from mailref.rules.top.slots import Slots
from mailref.rules.top.slotwords import NoBar, SlotWords

Flags = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.uint8]

_PLENTY = 255
"""In hand of letter 0, which fills the rows of slots that take fewer tiles than others."""


@dataclass(frozen=True, slots=True)
class NewCells:
    """The free cells of each slot: a row for each new tile, in order, and whether the slot has it."""

    cells: Numbers
    used: Flags

    @classmethod
    def of(cls, grid: Grid, slots: Slots) -> Self:
        """Return the free cells of *slots* on *grid*."""
        free = grid.free
        most = slots.weights.shape[1]
        cells = np.concatenate((np.flatnonzero(free), np.zeros(most, np.int64)))
        free_before: Numbers = np.cumsum(free) - free
        tile = np.arange(most)[:, None]
        return cls(cells[free_before[slots.cell] + tile], tile < slots.tiles)


@dataclass(frozen=True, slots=True)
class Fillings:
    """Words that fit their slots and that the rack can lay, with blanks where it must."""

    slot: Numbers
    """The slot's number."""
    tiles: Codes
    """A row for each new tile: its letter, 0 if the slot has no such tile."""
    excess: Counts
    """A row for each new tile: how many of its letter the word needs beyond those on the rack."""
    wanting: Counts
    """How many blanks the word needs."""

    @classmethod
    def of(cls, words: SlotWords, grid: Grid, rack: Rack, slots: Slots, new: NewCells) -> Self:
        """Return every word that a play in one of *slots* can lay on its *new* cells."""
        slot, tiles = _gathered(words, slots, new)
        fits = _fits_across(slot, tiles, grid, new)
        slot, tiles = slot[fits], tiles[:, fits]
        excess, wanting = _needs(tiles, rack)
        kept = wanting <= rack.blanks
        return cls(slot[kept], tiles[:, kept], excess[:, kept], wanting[kept])


def _gathered(words: SlotWords, slots: Slots, new: NewCells) -> tuple[Numbers, Codes]:
    """Return the words that might fit: the slot's number, and a row of letters for each new tile."""
    slot, number = _numbered(list(_sets(words, slots)))
    tables = words.words.tables
    start = tables.first_letter[slots.length[slot]] + number * slots.length[slot]
    places = np.where(new.used, new.cells - slots.cell, 0)
    rows = [
        tables.letters[start + place[slot]] * used[slot]
        for place, used in zip(places, new.used, strict=True)
    ]
    added = list(words.added(slots))
    if added:
        slot = np.concatenate((slot, [each for each, _ in added]))
        more = np.array([_tiles_of(word, places[:, each]) for each, word in added], np.uint8)
        more = more.T * new.used[:, [each for each, _ in added]]
        rows = [np.concatenate(pair) for pair in zip(rows, more, strict=True)]
    return slot, np.array(rows, np.uint8).reshape(len(places), len(slot))


def _tiles_of(word: bytes, places: Numbers) -> list[int]:
    return [word[place] for place in places.tolist()]


def _sets(words: SlotWords, slots: Slots) -> Iterator[tuple[int, Numbers, Bits]]:
    """Yield for each slot that any words might fit its number, and the blocks of that set of words."""
    for slot, found in words.fitting(slots, NoBar()):
        blocks = found.nonzero()[0]
        yield slot[0], blocks, found[blocks]


def _numbered(sets: list[tuple[int, Numbers, Bits]]) -> tuple[Numbers, Numbers]:
    """Return for each word of the sets its slot's number and its own."""
    if not sets:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    numbers, blocks, bits = zip(*sets, strict=True)
    slot = np.repeat(numbers, [len(each) for each in blocks])
    return _one_by_one(slot, np.concatenate(blocks), np.concatenate(bits))


def _one_by_one(slot: Numbers, blocks: Numbers, bits: Bits) -> tuple[Numbers, Numbers]:
    """Take blocks of 64 words apart: return the slot and the number of each word that is in."""
    flags = np.unpackbits(bits.view(np.uint8), bitorder="little").view(np.bool_)
    within = flags.nonzero()[0]
    block = within >> 6
    return slot[block], blocks[block] * 64 + (within & 63)


def _fits_across(slot: Numbers, tiles: Codes, grid: Grid, new: NewCells) -> Flags:
    """Tell which words make words of all that their new tiles cross."""
    fits = np.ones(len(slot), np.bool_)
    letters = np.where(new.used, grid.fitting[new.cells], ANY_LETTER | 1).astype(np.int32)
    for row, allowed in zip(tiles, letters, strict=True):
        fits &= (allowed[slot] >> row) & 1 > 0
    return fits


def _needs(tiles: Codes, rack: Rack) -> tuple[Counts, Counts]:
    """Return for each tile how many of its letter the rack lacks, and how many blanks each word needs."""
    in_hand = np.array([_PLENTY, *rack.tiles[1:]], np.uint8)[tiles]
    of_letter = np.ones_like(tiles)
    so_far = np.ones_like(tiles)
    for first, second in combinations(range(len(tiles)), 2):
        same = tiles[first] == tiles[second]
        of_letter[first] += same
        of_letter[second] += same
        so_far[second] += same
    excess = np.where(of_letter > in_hand, of_letter - in_hand, 0).astype(np.uint8)
    wanting: Counts = (so_far > in_hand).sum(axis=0, dtype=np.uint8)
    return excess, wanting
