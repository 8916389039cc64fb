"""The words that might fit a slot: sets intersected by what lies there and what the rack holds."""

from collections.abc import Iterator

import numpy as np

from mailref.rules.top.counters import RackCounts
from mailref.rules.top.grid import Grid
from mailref.rules.top.letters import Bits, Numbers
from mailref.rules.top.rack import Rack
from mailref.rules.top.slots import Slots
from mailref.rules.top.words import GameWords

_and = np.bitwise_and


class SlotWords:
    """The words of a game, asked for slot by slot of one grid and rack."""

    def __init__(self, words: GameWords, grid: Grid, rack: Rack) -> None:
        self.words = words
        self.lying = grid.codes.tobytes()
        """The letter codes on the cells, 0 where one is free."""
        self._codes = grid.codes
        self._counts = RackCounts(words, rack)
        self._sets: dict[tuple[int, int], Bits | None] = {}
        self._rows = words.rows
        self._scratch = words.scratch

    def fitting(self, cell: int, length: int, tiles: int) -> Bits | None:
        """Return the set of words with the letters that lie on a slot, for *tiles* of the rack.

        What they need of the rack is counted, not compared; further words are not looked at. None if
        there are no such words. The set is to be used before the next one is asked for.
        """
        key = length, tiles
        if key in self._sets:
            words = self._sets[key]
        else:
            words = self._sets[key] = self._counts.of_length(length, tiles)
        if words is None or tiles == length:
            return words
        scratch = self._scratch[length]
        found, memory, zeros = scratch.words, scratch.memory, scratch.zeros
        for code, rows in zip(self.lying[cell : cell + length], self._rows[length], strict=True):
            if code:
                words = _and(words, rows[code], found)
                if memory == zeros:
                    return None
        return words

    def added(self, slots: Slots) -> Iterator[tuple[int, bytes]]:
        """Yield each slot's number with each word beyond the list that has the letters that lie there."""
        for length, words in self.words.added.items():
            numbers = np.flatnonzero(slots.length == length)
            lying = self._codes[slots.cell[numbers][:, None] + np.arange(length)]
            fits = ((lying[:, None] == 0) | (lying[:, None] == words)).all(axis=2)
            at_slot, at_word = fits.nonzero()
            for number, word in zip(numbers[at_slot].tolist(), words[at_word], strict=True):
                yield number, word.tobytes()

    def letters(self, length: int, number: int) -> bytes:
        """Return the letter codes of one word of the list."""
        return bytes(self.words.text[length][number * length : (number + 1) * length])


def numbers_in(words: Bits, blocks: Numbers) -> Numbers:
    """Return the numbers of the words in a set, of which *blocks* are not empty."""
    flags = np.unpackbits(words[blocks].view(np.uint8), bitorder="little")
    within = flags.view(np.bool_).nonzero()[0]
    numbers: Numbers = blocks[within >> 6] * 64 + (within & 63)
    return numbers
