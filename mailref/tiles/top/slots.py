"""Slots: where a rack could lay a play, what that scores at most, and which words might fit there.

All slots are looked at together: running sums along the lines give for each slot, by one
subtraction, what it holds. Six numbers are packed into each entry of the sums.

The sets "holds E", "holds a second E" ... of the rack's tiles are added up like binary numbers, one
column of bits for each word: 74 kB an operation instead of a loop over 590,000 words.

A board as the search sees it: lines of cells, 30 on the usual board, and what each free cell demands and gives.

The first half of the lines are the rows, read across; the other half the columns, read down. A cell is a
square as seen along one line: every square is two cells, `twin` of each other.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, Protocol, Self, TypeVar

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field
from msgspec.structs import astuple

from mailref.tiles.board import MOST, Board, Direction, Extended, Laying, Layout, Square, bonus_for
from mailref.tiles.top.words import (
    ALL_TILE_CODES,
    LETTER_BITS,
    Bits,
    Codes,
    Flags,
    GameWords,
    LetterCodes,
    Numbers,
    Rack,
)

Number = TypeVar("Number", np.int64, np.uint64)


class BoardLines(NamedTuple):
    """The lines of a board of one size, its cells, and all slots on them."""

    size: int
    cells: int
    place: Numbers
    """Where on its line a cell is."""
    is_down: Flags
    square: Numbers
    """The number of a cell's square, row by row."""
    twin: Numbers
    cell_at: Numbers
    """The cell at a place of the fenced lines, -1 for the fence.

    Fenced cells: the lines one after another with a free place before each, and one behind the last.
    """
    is_cell: Flags
    slot_cell: Numbers
    """The first cell of each slot; none is shorter than two squares."""
    slot_length: Numbers
    slot_to: Numbers
    """The cell behind the last one; past the end of a line it is the next line's first."""
    slot_before: Numbers
    slot_behind: Numbers
    """The places of the fenced lines that bound the slot."""

    @classmethod
    def of(cls, size: int) -> Self:
        """Draw the lines of a board of so many squares by as many."""
        cells = 2 * size * size
        line, place = np.divmod(np.arange(cells), size)
        is_down = line >= size
        cell_at = np.full(2 * size * (size + 1) + 1, -1)
        cell_at[line * (size + 1) + 1 + place] = np.arange(cells)
        slots = [
            (each, start, end)
            for each in range(2 * size)
            for start in range(size)
            for end in range(start + 1, size)
        ]
        slot_line, start, end = np.array(slots).T
        length, first, before = end - start + 1, slot_line * size + start, slot_line * (size + 1)
        return cls(
            size=size,
            cells=cells,
            place=place,
            is_down=is_down,
            square=np.where(is_down, place * size + line - size, line * size + place),
            twin=np.where(is_down, place * size + line - size, (size + place) * size + line),
            cell_at=cell_at,
            is_cell=cell_at >= 0,
            slot_cell=first,
            slot_length=length,
            slot_to=first + length,
            slot_before=before + start,
            slot_behind=before + start + length + 1,
        )

    def with_fence(self, free: Flags) -> Flags:
        """Return which places of the fenced lines are free."""
        places = np.ones(len(self.cell_at), np.bool_)
        lines = places[1:].reshape(2 * self.size, self.size + 1)
        lines[:, : self.size] = free.reshape(2 * self.size, self.size)
        return places

    def square_of(self, cell: int) -> Square:
        """Return the square of a cell."""
        line, place = divmod(cell, self.size)
        return Square(line, place) if line < self.size else Square(place, line - self.size)

    def direction_of(self, cell: int) -> Direction:
        """Return which way the cell's line runs."""
        return Direction.ACROSS if cell < self.size * self.size else Direction.DOWN


lines_of = cache(BoardLines.of)


def running(cells: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """Return the sum of all *cells* before each one, and of all.

    The difference of two entries is the sum of the cells between, even where the sums outgrow 64
    bits: what is lost is lost in both.
    """
    sums = np.zeros(len(cells) + 1, cells.dtype)
    np.cumsum(cells, out=sums[1:])
    return sums


_TRIPLE = 64
"""Word premiums are kept as the factors 2 and 3 in them: how often 2 below this, how often 3 above."""
_WORD_PREMIUM = {1: 0, 2: 1, 3: _TRIPLE, 4: 2}

HIGH = 1 << 16
"""Two numbers are kept in one entry, the second one so many times; sums of the first stay below."""


class Factors(Struct, frozen=True, eq=False):
    """The numbers of the game that a search multiplies and adds; by letter code or by cell."""

    rules: Laying
    lines: BoardLines
    letters: LetterCodes
    key_weights: Bits
    """What a letter's code counts in a key on each cell."""
    key_shifts_back: Bits
    values: Numbers
    lying: Numbers
    """What a tile that lies is worth, by its code on the board: 0 for a blank."""
    letter: Numbers
    word_premiums: Numbers
    """By how much the word counts, as `_WORD_PREMIUM` has it."""
    crossed_letter: Numbers
    """What a new tile counts where it forms a further word: in its own, and in that one `HIGH` times."""
    crossing_word: Numbers
    """What the tiles that lie count in the further word."""
    first_slots: npt.NDArray[np.bool_]
    """The slots where the first word of a game may lie."""
    _bonuses: dict[int, Numbers] = field(default_factory=dict)
    """By the number of letters offered."""

    @classmethod
    def of(cls, rules: Laying, letters: LetterCodes) -> Self:
        """Read them from the rules; *letters* are those of their tiles."""
        lines = lines_of(rules.layout.size)
        values = np.array([0] + [rules.tiles.value(each) for each in letters.names], np.int64)
        letter, word = _premiums(lines, rules.layout)
        with_premiums = rules.extended is Extended.PREMIUMS
        plain = np.ones_like(letter)
        return cls(
            rules=rules,
            lines=lines,
            letters=letters,
            key_weights=letters.weights[lines.place],
            key_shifts_back=letters.shifts_back[lines.place],
            values=values,
            lying=np.append(values, np.zeros(ALL_TILE_CODES - len(values), np.int64)),
            letter=letter,
            word_premiums=np.array([_WORD_PREMIUM[factor] for factor in word.tolist()]),
            crossed_letter=letter + HIGH * (letter * word if with_premiums else plain),
            crossing_word=word if with_premiums else plain,
            first_slots=_first_slots(rules, lines),
        )

    def most_tiles(self, offered: int) -> int:
        """Return how many of *offered* tiles one play may lay."""
        limit = self.rules.most_tiles
        size = self.lines.size
        return min(offered, size, size if limit is None else limit)

    def bonuses(self, offered: int) -> Numbers:
        """Return the bonus by number of new tiles in a round of *offered* letters."""
        known = self._bonuses.get(offered)
        if known is None:
            tiles = range(self.lines.size + 1)
            known = np.array([bonus_for(self.rules, each, offered) for each in tiles])
            self._bonuses[offered] = known
        return known


def _premiums(lines: BoardLines, layout: Layout) -> tuple[Numbers, Numbers]:
    """Return by how much a letter on each cell counts, and its word."""
    squares = (lines.square_of(cell) for cell in range(lines.cells))
    letter, word = np.array([layout.factors(square) for square in squares]).T.copy()
    return letter, word


def _first_slots(rules: Laying, lines: BoardLines) -> npt.NDArray[np.bool_]:
    """Tell which slots may take the first word (rules 8: on the centre, or wholly in the area)."""
    area = rules.start
    good = [
        square == rules.layout.start if area is None else square in area
        for square in map(lines.square_of, range(lines.cells))
    ]
    sums = running(np.array(good, np.int64))
    inside = sums[lines.slot_to] - sums[lines.slot_cell]
    needed = 1 if area is None else lines.slot_length
    begins: npt.NDArray[np.bool_] = inside >= needed
    return begins


class _Gaps(NamedTuple):
    """The free cells with tiles beside them on their line; a letter there makes a word of the run."""

    cells: Numbers
    begins: Numbers
    """The cell where the word would begin."""
    ends: Numbers
    """The one behind its end; past the end of a line it is the next line's first."""

    def sums(self, cells: npt.NDArray[Number]) -> npt.NDArray[Number]:
        """Return what the word through each gap adds up to without the gap, which counts nothing."""
        sums = running(cells)
        over: npt.NDArray[Number] = sums[self.ends] - sums[self.begins]
        return over


class Grid(NamedTuple):
    """The cells of a board (see geometry), each an entry of these arrays."""

    lines: BoardLines
    codes: Codes
    """The letter that lies there, 0 if none."""
    free: Flags
    free_cells: Numbers
    fenced: Flags
    """Which places of the fenced lines are free."""
    points: Numbers
    """What the tile that lies there is worth: 0 for a blank."""
    crossed: Numbers
    """The free cells where a tile laid forms a further word, across the line."""
    fitting: Numbers
    """The set of letters of the rack that may be laid here, for the further word's sake."""
    crossed_fitting: Numbers
    """The same for each of `crossed` alone."""
    other_reading: Flags
    """For each of `crossed`: does one tile make a word along the line too, named by the one across?

    Where both score alike they are one move, named by the longer word, of equal ones by the one that
    runs across.
    """
    crossing_points: Numbers
    """For each of `crossed`, what the tiles that lie add in that word, premiums of the cell counted."""

    @property
    def is_empty(self) -> bool:
        return len(self.free_cells) == self.lines.cells

    @classmethod
    def of(cls, board: Board, rack: Rack, words: GameWords, factors: Factors) -> Self:
        """Look at *board* with a rack, and the words and numbers of a game."""
        lines, letters = factors.lines, factors.letters
        tiles = letters.on_board(board.cells)[lines.square]
        codes = tiles & LETTER_BITS
        points = factors.lying[tiles]
        free = tiles == 0
        fenced = lines.with_fence(free)
        gaps = _gaps(fenced, lines)
        crossed = lines.twin[gaps.cells]
        fitting_of = _fitting_in_any_order if words.tables.is_in_any_order else _fitting
        crossed_fitting = fitting_of(codes, gaps, rack.usable, words, factors)
        lengths = gaps.ends - gaps.begins
        fitting = np.full(lines.cells, rack.usable, np.int64)
        fitting[crossed] = crossed_fitting
        length_at = np.zeros(lines.cells, np.int64)
        length_at[crossed] = lengths
        along = length_at[gaps.cells]
        crossing_points = gaps.sums(points) * factors.crossing_word[crossed]
        return cls(
            lines=lines,
            codes=codes,
            free=free,
            free_cells=free.nonzero()[0],
            fenced=fenced,
            points=points,
            crossed=crossed,
            fitting=fitting,
            crossed_fitting=crossed_fitting,
            other_reading=(along > 0) & (lengths + lines.is_down[crossed] > along),
            crossing_points=crossing_points,
        )


def _gaps(fenced: Flags, lines: BoardLines) -> _Gaps:
    """Return the free cells that are not between two free places of the *fenced* lines."""
    free = fenced.nonzero()[0]
    before, places, behind = free[:-2], free[1:-1], free[2:]
    found = ((behind - before > 2) & lines.is_cell[places]).nonzero()[0]
    cells = lines.cell_at[places[found]]
    steps_back, steps_on = (places - before)[found], (behind - places)[found]
    return _Gaps(cells, cells - steps_back + 1, cells + steps_on)


def _fitting(codes: Codes, gaps: _Gaps, usable: int, words: GameWords, factors: Factors) -> Numbers:
    """Return for each gap which *usable* letters make its run a word, all gaps and letters at once."""
    known = factors.letters
    letters = [code for code in known.codes if usable >> code & 1]
    lying: Bits = gaps.sums(codes * factors.key_weights) * factors.key_shifts_back[gaps.begins]
    weights = known.weights[gaps.cells - gaps.begins]
    wanted = lying[:, None] + weights[:, None] * np.array(letters, np.uint64)
    sets: Numbers = np.array([1 << code for code in letters], np.int64)
    fitting = words.hold_keys(wanted) @ sets
    for index in (gaps.ends - gaps.begins > known.longest).nonzero()[0].tolist():
        # Too long for a key of its own: looked up letter by letter.
        cell = gaps.cells[index]
        before = codes[gaps.begins[index] : cell]
        after = codes[cell + 1 : gaps.ends[index]]
        fitting[index] = words.letters_between(before, after) & usable
    return fitting


def _fitting_in_any_order(
    codes: Codes, gaps: _Gaps, usable: int, words: GameWords, factors: Factors
) -> Numbers:
    """Return for each gap which *usable* letters make a word with those of its run, in any order."""
    letters = np.array([code for code in factors.letters.codes if usable >> code & 1], np.uint8)
    sets: Numbers = 1 << letters.astype(np.int64)
    fitting = np.zeros(len(gaps.cells), np.int64)
    for at, (begin, end) in enumerate(zip(gaps.begins.tolist(), gaps.ends.tolist(), strict=True)):
        run = codes[begin:end]
        wanted = np.empty((len(letters), len(run)), np.uint8)
        wanted[:, 1:] = run[run > 0]
        wanted[:, 0] = letters
        wanted.sort(axis=1)
        fitting[at] = words.hold_rows(wanted) @ sets
    return fitting


# Where each number begins in a packed entry. The counts are at most 25 and have 5 bits each (of factors 2
# there may be two a square, and 6 bits), but for the free cells: one where no letter fits counts for more than
# can be laid in any slot.
_FREE, _TOUCHING, _WORD_PREMIUMS, _OTHER = 0, 10, 15, 26
_CROSSING_POINTS, _POINTS = 31, 51
_DEAD = MOST + 1
_TILES = (1 << _TOUCHING) - 1
_COUNT = 31
_IS_TOUCHING = _COUNT << _TOUCHING
_PREMIUMS_MASK = (1 << (_OTHER - _WORD_PREMIUMS)) - 1
_CROSSING_MASK = (1 << (_POINTS - _CROSSING_POINTS)) - 1
_ONE_TILE_OTHERWISE = (1 << _FREE) + (1 << _OTHER)
"""One new tile, and the word is named by the other one that it forms."""
_IN_HALF = HIGH.bit_length() - 1
_HALF_MASK = HIGH - 1

_MOST_FACTOR = 4**15
"""No word counts more often: it would need fifteen new tiles on squares that count it four times."""

_FACTOR = np.array(
    [min(2 ** (pair % _TRIPLE) * 3 ** (pair // _TRIPLE), _MOST_FACTOR) for pair in range(1 << 11)]
)
"""The word factor by the packed numbers of factors 2 and 3."""


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
        chosen, packed = _open_slots(sight, running(_packed(grid, factors)))
        cell, length = factors.lines.slot_cell[chosen], factors.lines.slot_length[chosen]
        factor = _FACTOR[(packed >> _WORD_PREMIUMS) & _PREMIUMS_MASK]
        tiles = packed & _TILES
        constant = (
            (packed >> _POINTS) * factor
            + ((packed >> _CROSSING_POINTS) & _CROSSING_MASK)
            + factors.bonuses(offered)[tiles]
        )
        weights = _weights(sight, cell, tiles, factor)
        by_order = np.sort(weights, axis=1) @ _best_values(sight)
        sums = running(_best_by_cell(sight))
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
            part, rest = order[start : start + size], order[start + size :]
            lot = Slots(*(column[part] for column in astuple(self)))
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
    fenced, lines = sight.grid.fenced, sight.factors.lines
    bounded = fenced[lines.slot_before] & fenced[lines.slot_behind]
    is_empty = sight.grid.is_empty
    if is_empty:
        bounded &= sight.factors.first_slots
    chosen = bounded.nonzero()[0]
    packed = sums[lines.slot_to[chosen]] - sums[lines.slot_cell[chosen]]
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

    def with_tiles(self, length: int, tiles: int) -> Bits | None:
        """Return the words of a length that so many tiles might help to make; None if there is none."""
        key = length, tiles
        return self._sets[key] if key in self._sets else self._with_tiles(key)

    def _with_tiles(self, key: tuple[int, int]) -> Bits | None:
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


def numbers_in(bits: Bits, blocks: Numbers) -> tuple[Numbers, Numbers]:
    """Take blocks of 64 words apart: return for each word that is in its place in *blocks*, and its number."""
    flags = np.unpackbits(bits.view(np.uint8), bitorder="little")
    within = flags.view(np.bool_).nonzero()[0]
    at = within >> 6
    return at, blocks[at] * 64 + (within & 63)
