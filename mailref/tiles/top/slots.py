"""Slots: where a rack could lay a play, what that scores at most, and which words might fit there.

All slots are looked at together: running sums along the lines give for each slot, by one
subtraction, what it holds. Six numbers are packed into each entry of the sums.

The sets "holds E", "holds a second E" ... of the rack's tiles are added up like binary numbers, one
column of bits for each word: 74 kB an operation instead of a loop over 590,000 words.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, Protocol, Self

import numpy as np
from msgspec import Struct

from mailref.tiles.board import SIZE
from mailref.tiles.top import board_arrays as geometry
from mailref.tiles.top.board_arrays import HIGH, Factors, Grid
from mailref.tiles.top.tables import Bits, Numbers, Rack
from mailref.tiles.top.words import GameWords
from mailref.tiles.variant import Extended

# Where each number begins in a packed entry; the counts are at most 15 and have 5 bits each, but for
# the free cells: one where no letter fits counts for more than can be laid in any slot.
_FREE, _TOUCHING, _WORD_PREMIUMS, _OTHER = 0, 8, 13, 23
_CROSSING_POINTS, _POINTS = 28, 47
_DEAD = SIZE + 1
_TILES = (1 << _TOUCHING) - 1
_COUNT = 31
_IS_TOUCHING = _COUNT << _TOUCHING
_PREMIUMS_MASK = (1 << (_OTHER - _WORD_PREMIUMS)) - 1
_CROSSING_MASK = (1 << (_POINTS - _CROSSING_POINTS)) - 1
_ONE_TILE_OTHERWISE = (1 << _FREE) + (1 << _OTHER)
"""One new tile, and the word is named by the other one that it forms."""
_IN_HALF = HIGH.bit_length() - 1
_HALF_MASK = HIGH - 1

_FACTOR = np.array(
    [2 ** (pair & _COUNT) * 3 ** (pair >> 5) if (pair & _COUNT) + (pair >> 5) <= SIZE else 0
     for pair in range(1 << 10)]
)  # fmt: skip
"""The word factor by the packed numbers of double and triple squares."""


_BATCH = 112
"""So many slots are taken out of the arrays at once; most searches end within the first two."""


class Slot(NamedTuple):
    """One slot; see `Slots` for what the numbers mean."""

    number: int
    """Its place in `Slots`."""
    bound: int
    cell: int
    length: int
    tiles: int
    constant: int


SlotRow = tuple[int, int, int, int, int, int]
"""The fields of a `Slot`, bare: most are thrown away at once."""


class Slots(Struct, frozen=True):
    """Arrays with one entry for each slot in which tiles of the rack might make a play."""

    cell: Numbers
    """The first cell."""
    length: Numbers
    tiles: Numbers
    """How many new tiles fill it."""
    constant: Numbers
    """What every play in it scores: tiles that lie, bonus."""
    weights: Numbers
    """A row for each slot: what the new tiles count there, in times their values, in order."""
    bounds: Numbers
    """No play in the slot scores more."""

    @classmethod
    def of(cls, grid: Grid, rack: Rack, factors: Factors, offered: int) -> Self:
        """Return the slots of *grid* open to *rack*, the rest of *offered* letters."""
        codes = np.array(rack.letters, np.int64)
        sight = _Sight(
            grid,
            factors,
            factors.most_tiles(rack.size),
            _cell_weights(grid, factors),
            codes,
            factors.values[codes],
        )
        chosen, packed = _open_slots(sight, geometry.running(_packed(grid, factors)))
        cell, length = geometry.SLOT_CELL[chosen], geometry.SLOT_LENGTH[chosen]
        factor = _FACTOR[(packed >> _WORD_PREMIUMS) & _PREMIUMS_MASK]
        tiles = packed & _TILES
        constant = (
            (packed >> _POINTS) * factor
            + ((packed >> _CROSSING_POINTS) & _CROSSING_MASK)
            + factors.bonuses(offered)[tiles]
        )
        weights = _weights(sight, cell, tiles, factor)
        by_order = np.sort(weights, axis=1) @ _best_values(sight)
        sums = geometry.running(_best_by_cell(sight))
        by_cell = sums[cell + length] - sums[cell]
        by_cell = (by_cell & _HALF_MASK) * factor + (by_cell >> _IN_HALF)
        return cls(
            cell=cell,
            length=length,
            tiles=tiles,
            constant=constant,
            weights=weights,
            bounds=np.minimum(by_order, by_cell) + constant,
        )

    def best_first(self) -> Iterator[SlotRow]:
        """Yield the fields of each `Slot` by falling bound."""
        order = (-self.bounds).argsort()
        for start in range(0, len(order), _BATCH):
            yield from self._rows(order[start : start + _BATCH])

    def lots(self, size: int) -> Iterator[tuple["Slots", int]]:
        """Yield so many slots at a time by falling bound, with the bound of those to come (-1: none)."""
        order = np.argsort(-self.bounds)
        for start in range(0, len(order), size):
            rest = order[start + size :]
            part = order[start : start + size]
            lot = Slots(
                cell=self.cell[part],
                length=self.length[part],
                tiles=self.tiles[part],
                constant=self.constant[part],
                weights=self.weights[part],
                bounds=self.bounds[part],
            )
            yield lot, int(self.bounds[rest[0]]) if len(rest) else -1

    def __getitem__(self, number: int) -> Slot:
        """Return one slot."""
        (row,) = self._rows(np.array([number]))
        return Slot(*row)

    def _rows(self, numbers: Numbers) -> Iterator[SlotRow]:
        """Yield the fields of the slots with these *numbers*."""
        columns = (self.bounds, self.cell, self.length, self.tiles, self.constant)
        return zip(numbers.tolist(), *(column[numbers].tolist() for column in columns), strict=True)


class _Sight(NamedTuple):
    """What the slots are seen from."""

    grid: Grid
    factors: Factors
    most_tiles: int
    weights: Numbers
    """What a tile counts on each free cell: in the word itself (low half) and in the one across (high)."""
    codes: Numbers
    """The letter of each tile of the rack that is no blank."""
    values: Numbers
    """What each of them is worth."""


def _cell_weights(grid: Grid, factors: Factors) -> Numbers:
    """Return for each cell the weights of `_Sight`; 0 where a tile lies."""
    weights = np.where(grid.free, factors.letter, 0)
    weights[grid.crossed] = factors.crossed_letter[grid.crossed]
    return weights


def _packed(grid: Grid, factors: Factors) -> Numbers:
    """Return for each cell the six numbers whose sums describe a slot."""
    packed = np.where(
        grid.free,
        (factors.word_premiums << _WORD_PREMIUMS) + (1 << _FREE),
        (grid.points << _POINTS) + (1 << _TOUCHING),
    )
    packed[grid.crossed] += (
        (grid.crossing_points << _CROSSING_POINTS)
        + grid.other_reading * (1 << _OTHER)
        + (grid.crossed_fitting == 0) * (_DEAD << _FREE)
        + (1 << _TOUCHING)
    )
    return packed


def _open_slots(sight: _Sight, sums: Numbers) -> tuple[Numbers, Numbers]:
    """Return which slots are whole words' places, touch the board and can be filled; and their sums."""
    fenced = sight.grid.fenced
    bounded = fenced[geometry.SLOT_BEFORE] & fenced[geometry.SLOT_BEHIND]
    is_empty = sight.grid.is_empty
    if is_empty:
        bounded &= sight.factors.first_slots
    chosen = bounded.nonzero()[0]
    packed = sums[geometry.SLOT_TO[chosen]] - sums[geometry.SLOT_CELL[chosen]]
    # As a number without sign, one less than none is more than can be laid.
    fillable = ((packed & _TILES) - 1).view(np.uint64) < sight.most_tiles
    if not is_empty:
        fillable &= packed & _IS_TOUCHING > 0
    if sight.factors.rules.extended is Extended.PREMIUMS:
        fillable &= packed & (_TILES | _COUNT << _OTHER) != _ONE_TILE_OTHERWISE
    kept = fillable.nonzero()[0]
    return chosen[kept], packed[kept]


def _weights(sight: _Sight, cell: Numbers, tiles: Numbers, factor: Numbers) -> Numbers:
    """Return what each new tile of each slot counts: in the word itself, and in the one it crosses."""
    free, most = sight.grid.free, sight.most_tiles
    both = np.concatenate((sight.weights[sight.grid.free_cells], np.zeros(most, np.int64)))
    # A row for each free cell: it and those that follow, all seen in the same memory.
    following: Numbers = np.ndarray(
        (len(both) - most + 1, most), np.int64, both, strides=2 * both.strides
    )
    free_before: Numbers = np.cumsum(free) - free
    packed = following.take(free_before[cell], axis=0)
    packed *= _laid(most).take(tiles, axis=0)
    weights: Numbers = packed & _HALF_MASK
    weights *= factor[:, None]
    weights += packed >> _IN_HALF
    return weights


@cache
def _laid(most: int) -> Numbers:
    """Return for each number of new tiles a row of as many ones, filled up with zeros to *most*."""
    return np.tri(most + 1, most, -1, np.int64)


def _best_values(sight: _Sight) -> Numbers:
    """Return the rack's best values, rising, so that the best meets the greatest weight."""
    rising = np.sort(sight.values)[-sight.most_tiles :]
    best: Numbers = np.zeros(sight.most_tiles, np.int64)
    best[sight.most_tiles - len(rising) :] = rising
    return best


def _best_by_cell(sight: _Sight) -> Numbers:
    """Return what the best tile that fits a cell counts there, taken alone: in both words, packed."""
    crossed = sight.grid.crossed
    fits = (sight.grid.crossed_fitting[:, None] >> sight.codes) & 1
    best = np.maximum.reduce(fits * sight.values, axis=1, initial=0)
    packed: Numbers = sight.weights * np.maximum.reduce(sight.values, initial=0)
    packed[crossed] = sight.weights[crossed] * best
    return packed


class RackCounts:
    """The sets of words that a rack goes far enough to lay, made when first asked for."""

    def __init__(self, words: GameWords, rack: Rack) -> None:
        self._words = words
        self._blanks = rack.blanks
        self._digits = _added_up(
            [
                row
                for code, count in enumerate(rack.tiles)
                if count
                for row in words.counted[code][:count]
            ]
        )
        self._at_least: dict[int, Bits] = {0: words.allowed}

    def of_length(self, length: int, tiles: int) -> Bits | None:
        """Return the words of *length* that might be made with *tiles* of the rack; None if no word is.

        Of their letters the rack holds as many, blanks counted; which ones is not looked at.
        """
        number = max(0, tiles - self._blanks)
        holding = self._at_least.get(number)
        if holding is None:
            holding = self._holding(number)
        words = holding[self._words.blocks[length]]
        return None if words.tobytes() == self._words.scratch[length].zeros else words

    def _holding(self, number: int) -> Bits:
        """Find the words of the game of whose letters the rack holds *number* or more."""
        found = _not_below(self._digits, number, self._words.allowed)
        if self._words.is_reduced:
            found = found & self._words.allowed
        self._at_least[number] = found
        return found


def _added_up(rows: list[Bits]) -> list[Bits]:
    """Return the number of *rows* that hold each word, as binary digits, the lowest first."""
    digits = []
    while rows:
        carries = []
        while len(rows) > 2:
            one, other, third, *rows = rows
            differ = one ^ other
            carries.append((one & other) | (differ & third))
            rows.append(differ ^ third)
        if len(rows) == 2:
            carries.append(rows[0] & rows[1])
            rows = [rows[0] ^ rows[1]]
        digits.append(rows[0])
        rows = carries
    return digits


def _not_below(digits: list[Bits], number: int, everything: Bits) -> Bits:
    """Return which words have *digits* that make at least *number*."""
    if number >> len(digits):
        return np.zeros_like(everything)
    found: Bits | None = None
    for place, digit in enumerate(digits):
        # From the lowest digit: one above the number's decides, an equal one leaves it as it was.
        if number >> place & 1:
            found = digit if found is None else digit & found
        elif found is not None:
            found = digit | found
    return everything if found is None else found


_and = np.bitwise_and


class Bar(Protocol):
    """What a slot must be able to score to be looked at; it may rise on the way."""

    @property
    def points(self) -> int:
        """Return the points."""


class NoBar(Struct, frozen=True):
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
