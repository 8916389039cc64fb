"""The best plays of a position: slots in the order of their bounds, until no bound is high enough.

A slot's words are found by intersecting sets of words: those with the right letter at each place
that is taken, and those of which the rack holds enough letters. What is left is tried one by one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import heappush, heapreplace
from itertools import count
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mailref.rules.top.board_arrays import Grid
from mailref.rules.top.codes import Bits, Codes, Numbers, Rack
from mailref.rules.top.slots import Slot, Slots, SlotWords, numbers_in
from mailref.rules.top.words import GameWords

_FEW_BLOCKS = 14
"""The words of so few 64-bit numbers are read bit by bit."""
_FEW = 24
"""So few words are tried one by one at once; more are first sifted together."""


NewTile = tuple[int, int, int]
"""What a new tile counts in a slot; its cell, and the set of letters that fit there."""


class BestWord(NamedTuple):
    """A word in its slot, with its new tiles; where its blanks go is still open."""

    cell: int
    letters: bytes
    tiles: list[NewTile]


@dataclass(slots=True)
class BestWords:
    """The best found so far; every word of as many points is kept."""

    points: int = 0
    words: list[BestWord] = field(default_factory=list)

    def offer(self, points: int, word: BestWord) -> None:
        """Keep *word* if none is better."""
        if points > self.points:
            self.points, self.words = points, []
        if points == self.points:
            self.words.append(word)


class Leaders:
    """So many of the best words, not all ties of the last."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._heap: list[tuple[int, int, BestWord]] = []
        self._offers = count()

    @property
    def points(self) -> int:
        """Return what a word must score at least to be among them."""
        return self._heap[0][0] if len(self._heap) == self._limit else 0

    @property
    def words(self) -> list[tuple[int, BestWord]]:
        """Return the words with their points, the best first."""
        falling = sorted(self._heap, key=lambda each: (-each[0], each[1]))
        return [(points, word) for points, _, word in falling]

    def offer(self, points: int, word: BestWord) -> None:
        """Take *word* in if it is better than the last, or if there is room."""
        entry = (points, -next(self._offers), word)
        if len(self._heap) < self._limit:
            heappush(self._heap, entry)
        elif points > self._heap[0][0]:
            heapreplace(self._heap, entry)


class Attempt:
    """One grid and rack, tried for plays at least as good as the best so far."""

    def __init__(
        self, words: GameWords, grid: Grid, rack: Rack, slots: Slots, values: Numbers
    ) -> None:
        self.rack = rack
        self._words = SlotWords(words, grid, rack)
        self._cells = grid.free_cells.tolist()
        self._fitting = grid.fitting[grid.free_cells].tolist()
        self._slots = slots
        self._values = values.tolist()
        # A letter that is not on the rack can only be a blank.
        self._values_on_rack = (values * (np.array(rack.tiles) > 0)).astype(np.int32)

    def improve(self, best: BestWords | Leaders) -> None:
        """Offer to *best* every play that is as good as the best one, and maybe some before it."""
        for number, letters in self._words.added(self._slots):
            slot = self._slots[number]
            self._try_words([letters], slot, self._new_tiles(slot), best)
        for row, words in self._words.fitting(self._slots, best):
            slot = Slot._make(row)
            tiles = self._new_tiles(slot)
            found = self._letters(slot, tiles, words, best.points)
            self._try_words(found, slot, tiles, best)

    def _new_tiles(self, slot: Slot) -> list[NewTile]:
        """Return the slot's new tiles; where there are blanks, the one that counts most first."""
        number, _, cell, _, count, _ = slot
        first = cell - self._words.taken_before[cell]
        weights = self._slots.weights[number, :count].tolist()
        end = first + count
        tiles = list(zip(weights, self._cells[first:end], self._fitting[first:end], strict=True))
        if self.rack.blanks:
            tiles.sort(reverse=True)
        return tiles

    def _letters(
        self, slot: Slot, tiles: list[NewTile], words: Bits, points: int
    ) -> Iterable[bytes]:
        """Return the letters of *words*, but for some that cannot reach *points*."""
        blocks = (words != 0).nonzero()[0]  # of flags it is found quicker than of numbers
        if len(blocks) <= _FEW_BLOCKS:
            numbers = _few_numbers(words, blocks)
            if len(numbers) <= _FEW:
                return self._words.letters(slot.length, numbers)
        many = self._words.words.letters[slot.length][numbers_in(words, blocks)]
        return self._sifted(many, slot, tiles, points)

    def _sifted(
        self, letters: Codes, slot: Slot, tiles: list[NewTile], points: int
    ) -> Iterable[bytes]:
        """Return those of *letters* that fit and might reach *points*, the most promising first."""
        weights = np.zeros(slot.length, np.int32)
        for weight, cell, _ in tiles:
            weights[cell - slot.cell] = weight
        reach = self._values_on_rack[letters] @ weights
        kept = (reach >= points - slot.constant).nonzero()[0]
        for _, cell, fitting in tiles:
            if len(kept) <= _FEW:
                break
            if fitting != self.rack.usable:
                kept = kept[_is_in(fitting, letters[kept, cell - slot.cell])]
        order = np.argsort(-reach[kept], kind="stable")
        return map(bytes, letters[kept[order]].tolist())

    def _try_words(
        self, letters: Iterable[bytes], slot: Slot, tiles: list[NewTile], best: BestWords | Leaders
    ) -> None:
        """Offer those words that the rack holds; each tile is laid where its letter counts most."""
        values, first = self._values, slot.cell
        on_rack, blanks_on_rack = self.rack.tiles, self.rack.blanks
        for word in letters:
            left = list(on_rack)
            blanks = blanks_on_rack
            points = slot.constant
            for weight, cell, fitting in tiles:
                code = word[cell - first]
                if not fitting >> code & 1:
                    break
                if left[code]:
                    left[code] -= 1
                    points += weight * values[code]
                elif blanks:
                    blanks -= 1
                else:
                    break
            else:
                best.offer(points, BestWord(first, word, tiles))


def _is_in(letters: int, codes: Codes) -> npt.NDArray[np.bool_]:
    """Tell for each of *codes* whether the set of *letters* holds it."""
    return (np.int64(letters) >> codes) & 1 > 0


def _few_numbers(words: Bits, blocks: Numbers) -> list[int]:
    """Return the numbers of *words*, which stand in few *blocks*."""
    numbers = []
    for block, bits in zip(blocks.tolist(), words[blocks].tolist(), strict=True):
        while bits:
            lowest = bits & -bits
            bits ^= lowest  # noqa: PLW2901  taken off bit by bit
            numbers.append(block * 64 + lowest.bit_length() - 1)
    return numbers
