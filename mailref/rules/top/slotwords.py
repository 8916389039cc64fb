"""The words that might fit a slot: sets intersected by what lies there and what the rack holds."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from mailref.rules.top.counters import RackCounts
from mailref.rules.top.grid import Grid
from mailref.rules.top.letters import Bits, Numbers
from mailref.rules.top.rack import Rack
from mailref.rules.top.slots import SlotRow, Slots
from mailref.rules.top.words import GameWords

_and = np.bitwise_and


class Bar(Protocol):
    """What a slot must be able to score to be looked at; it may rise on the way."""

    @property
    def points(self) -> int:
        """Return the points."""


@dataclass(frozen=True, slots=True)
class NoBar:
    """Every slot is looked at."""

    points: int = 0


class SlotWords:
    """The words of a game, asked for slot by slot of one grid and rack."""

    def __init__(self, words: GameWords, grid: Grid, rack: Rack) -> None:
        self.words = words
        self.lying = grid.codes.tobytes()
        """The letter codes on the cells, 0 where one is free."""
        self._codes = grid.codes
        cells = grid.codes.nonzero()[0]
        self._taken = list(zip(cells.tolist(), grid.codes[cells].tolist(), strict=True))
        """The cells where tiles lie, with their letters."""
        is_taken = grid.codes > 0
        before: Numbers = np.cumsum(is_taken) - is_taken
        self.taken_before = before.tolist()
        """How many of them come before each cell."""
        self._counts = RackCounts(words, rack)
        self._sets: dict[tuple[int, int], Bits | None] = {}

    def fitting(self, slots: Slots, bar: Bar) -> Iterator[tuple[SlotRow, Bits]]:
        """Yield the slots by falling bound, down to the *bar*, each with the words that might fit it.

        They have the letters that lie on it; what they need of the rack is counted, not compared, and
        further words are not looked at. Slots without such words are passed over. A set is to be used
        before the next one is asked for.
        """
        sets, taken, taken_before = self._sets, self._taken, self.taken_before
        rows_of, scratch_of = self.words.rows, self.words.scratch
        for slot in slots.best_first():
            _, bound, cell, length, tiles, _ = slot
            if bound < bar.points:
                return
            key = length, tiles
            words = sets[key] if key in sets else self._with_tiles(key)
            if words is None:
                continue
            found, memory, zeros = scratch_of[length]
            rows = rows_of[length]
            first = taken_before[cell]
            for place, code in taken[first : first + length - tiles]:
                words = _and(words, rows[place - cell][code], found)
                if memory == zeros:
                    break
            else:
                yield slot, words

    def _with_tiles(self, key: tuple[int, int]) -> Bits | None:
        """Return the words of a length that so many tiles might help to make, and remember them."""
        words = self._sets[key] = self._counts.of_length(*key)
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

    def letters(self, length: int, numbers: list[int]) -> list[bytes]:
        """Return the letter codes of some words of the list."""
        text = self.words.text[length]
        return [bytes(text[each * length : (each + 1) * length]) for each in numbers]


def numbers_in(words: Bits, blocks: Numbers) -> Numbers:
    """Return the numbers of the words in a set, of which *blocks* are not empty."""
    flags = np.unpackbits(words[blocks].view(np.uint8), bitorder="little")
    within = flags.view(np.bool_).nonzero()[0]
    numbers: Numbers = blocks[within >> 6] * 64 + (within & 63)
    return numbers
