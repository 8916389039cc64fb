"""All moves of a position, best first: each word in each slot, with its blanks and swaps.

Up to nine letters all slots are searched in one go. Longer racks can have millions of plays: there
the slots are taken lot by lot, and what scores more than the bound of those to come is handed out.

The words that might fit are gathered slot by slot as sets; then their new tiles are looked at, a row
of letters for each tile, the same operation for all words.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from heapq import merge
from itertools import combinations
from typing import Self

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from mailref.tiles.board import Board, Direction, LaidTile, Square
from mailref.tiles.moves import Move, Play, Swap, TextSpan, play_on
from mailref.tiles.tile_set import BLANK, TileSet
from mailref.tiles.top.slots import Factors, Grid, NoBar, Slots, SlotWords, numbers_in
from mailref.tiles.top.words import Bits, Codes, GameWords, LetterCodes, Numbers, Rack


class FoundMove(Struct, frozen=True):
    """A move of one play: where the word begins, the whole word, where it lays blanks, its points."""

    square: Square
    direction: Direction
    word: str
    blanks: tuple[Square, ...]
    points: int
    swaps: tuple[Square, ...] = ()
    """The squares whose blanks are taken in exchange first (Jokertausch)."""

    @property
    def squares(self) -> tuple[Square, ...]:
        """Return the squares of the word."""
        return tuple(self.square.along(self.direction, step) for step in range(len(self.word)))

    def swapped(self, board: Board) -> Board:
        """Return *board* with each blank that is taken replaced by the letter it stood for."""
        return board.lay(
            LaidTile(square, board.letter(square) or "", is_blank=False) for square in self.swaps
        )

    def new_tiles(self, board: Board) -> tuple[LaidTile, ...]:
        """Return the tiles that the play lays on *board*, in the order of their squares."""
        return tuple(
            LaidTile(square, letter, square in self.blanks)
            for square, letter in zip(self.squares, self.word, strict=True)
            if board.is_free(square)
        )

    def after(self, board: Board) -> Board:
        """Return *board* after the move, swaps included."""
        return self.swapped(board).lay(self.new_tiles(board))

    def as_play(self) -> Play:
        """Return the play as a player would ask for it."""
        span = TextSpan(line=1, column=1, text=self.word)
        return play_on(self.square, self.direction, self.word, self.blanks, span)

    def as_move(self) -> Move:
        """Return the move as a player would ask for it."""
        play = self.as_play()
        return Move((play,), tuple(Swap(square, play.span) for square in self.swaps))


class Tops(Struct, frozen=True):
    """The best possible moves of a position; 0 points and none if there is no move at all."""

    points: int
    moves: tuple[FoundMove, ...]


def best_first(moves: Iterable[FoundMove]) -> tuple[FoundMove, ...]:
    """Return *moves* by points, the best first, then fewest swaps, place and word."""
    return tuple(sorted(moves, key=order_of))


def order_of(move: FoundMove) -> tuple[object, ...]:
    """Return what `best_first` goes by."""
    return (
        -move.points,
        len(move.swaps),
        move.square,
        move.direction,
        move.word,
        move.blanks,
        move.swaps,
    )


class Swapped(Struct, frozen=True):
    """A position after some swaps: the board, the letters in hand, and the squares swapped."""

    board: Board
    rack: str
    squares: tuple[Square, ...] = ()


def ways_to_swap(board: Board, rack: str, tiles: TileSet) -> Iterator[Swapped]:
    """Yield the position as it is, then after each possible set of swaps, fewest first."""
    blanks = [tile for tile in board.tiles if tile.is_blank]
    for number in range(len(blanks) + 1):
        for chosen in combinations(blanks, number):
            letters = tiles.in_order(tile.letter for tile in chosen)
            if tiles.missing_from(rack, letters):
                continue
            natural = [LaidTile(tile.square, tile.letter, is_blank=False) for tile in chosen]
            yield Swapped(
                board=board.lay(natural),
                rack=tiles.in_order((tiles.without(rack, letters), BLANK * number)),
                squares=tuple(tile.square for tile in chosen),
            )


def useful(moves: Iterable[FoundMove]) -> Iterator[FoundMove]:
    """Yield *moves* but for those that score no more than the same play after fewer of their swaps.

    Of equal points the move with fewer swaps must come first.
    """
    seen: dict[tuple[object, ...], list[frozenset[Square]]] = {}
    for move in moves:
        play = (move.square, move.direction, move.word, move.blanks, move.points)
        before = seen.setdefault(play, [])
        swaps = frozenset(move.swaps)
        if not any(fewer <= swaps for fewer in before):
            before.append(swaps)
            yield move


Flags = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.uint8]

_PLENTY = 255
"""In hand of letter 0, which fills the rows of slots that take fewer tiles than others."""


class NewCells(Struct, frozen=True):
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


class Fillings(Struct, frozen=True):
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
    def of(cls, sight: "Sight", slots: Slots, new: NewCells) -> Self:
        """Return every word that a play in one of *slots* can lay on its *new* cells."""
        slot, tiles = _gathered(sight.words, slots, new)
        fits = _fits_across(slot, tiles, sight, new)
        slot, tiles = slot[fits], tiles[:, fits]
        excess, wanting = _needs(tiles, sight.rack)
        kept = wanting <= sight.rack.blanks
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
    at, number = numbers_in(np.concatenate(bits), np.concatenate(blocks))
    return slot[at], number


def _fits_across(slot: Numbers, tiles: Codes, sight: "Sight", new: NewCells) -> Flags:
    """Tell which words make words of all that their new tiles cross."""
    fits = np.ones(len(slot), np.bool_)
    any_letter = sight.letters.any_letter | 1
    letters = np.where(new.used, sight.grid.fitting[new.cells], any_letter)
    narrow = letters if any_letter >> _BITS_OF_SMALL else letters.astype(np.int32)
    for row, allowed in zip(tiles, narrow, strict=True):
        fits &= (allowed[slot] >> row) & 1 > 0
    return fits


_BITS_OF_SMALL = 31
"""Sets of so few letters, 0 among them, are kept in half the room."""


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


Small = npt.NDArray[np.int32]


class Sight(Struct, frozen=True):
    """One position as the search sees it."""

    position: Swapped
    grid: Grid
    rack: Rack
    words: SlotWords
    slots: Slots
    values: Numbers
    letters: LetterCodes

    @classmethod
    def of(cls, position: Swapped, words: GameWords, factors: Factors, offered: int) -> Self:
        """Look at a position with the words and numbers of a game."""
        rack = Rack.of(position.rack, factors.letters)
        grid = Grid.of(position.board, rack, words, factors)
        slots = Slots.of(grid, rack, factors, offered)
        found = SlotWords(words, grid, rack)
        return cls(position, grid, rack, found, slots, factors.values, factors.letters)

    def move(
        self, cell: int, letters: Iterable[int], blanks: Iterable[int], points: int
    ) -> FoundMove:
        """Return a word that begins on a cell as a move; *blanks* are places in it."""
        square, direction = self.grid.lines.square_of(cell), self.grid.lines.direction_of(cell)
        return FoundMove(
            square=square,
            direction=direction,
            word=self.letters.word_of(letters),
            blanks=tuple(square.along(direction, place) for place in blanks),
            points=points,
            swaps=self.position.squares,
        )


class Plays(Struct, frozen=True, dict=True):
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
        fillings = Fillings.of(sight, slots, new)
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
        chosen = int(self.blanks[number])
        blanks = (at - cell for tile, at in enumerate(cells) if chosen >> tile & 1)
        return self.sight.move(cell, letters, blanks, int(self.points[number]))

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


_MOST_TILES_AT_ONCE = 9
_LOT = 32
"""So many slots are taken at once where more tiles than that can be laid."""


class _Pending(Struct, frozen=True):
    """Plays found and not yet handed out, by falling points, and where each is found again."""

    points: Small
    lot: Small
    number: Small

    def with_lot(self, points: Small, lot: int) -> "_Pending":
        """Return them with those of one lot more."""
        everything = np.concatenate((self.points, points))
        order = np.argsort(-everything, kind="stable")
        lots = np.concatenate((self.lot, np.full(len(points), lot, np.int32)))
        numbers = np.concatenate((self.number, np.arange(len(points), dtype=np.int32)))
        return _Pending(everything[order], lots[order], numbers[order])

    def parted(self, bound: int) -> tuple["_Pending", "_Pending"]:
        """Return those that score more than *bound*, and the rest."""
        end = int(np.searchsorted(-self.points, -bound))
        return self._part(slice(None, end)), self._part(slice(end, None))

    def _part(self, part: slice) -> "_Pending":
        return _Pending(self.points[part], self.lot[part], self.number[part])

    def of_equal_points(self) -> Iterator[list[tuple[int, int]]]:
        """Yield lot and number of the plays, those of equal points together."""
        ends = np.flatnonzero(np.diff(self.points, append=np.int32(-1))) + 1
        start = 0
        for end in ends.tolist():
            lots, numbers = self.lot[start:end].tolist(), self.number[start:end].tolist()
            yield list(zip(lots, numbers, strict=True))
            start = end


def ranked(positions: Iterable[Sight]) -> Iterator[FoundMove]:
    """Yield every move of all *positions*, best first, equals in the order of `best_first`."""
    streams = [_ranked(sight) for sight in positions]
    return streams[0] if len(streams) == 1 else merge(*streams, key=order_of)


def _ranked(sight: Sight) -> Iterator[FoundMove]:
    slots = sight.slots
    most = slots.weights.shape[1]
    size = _LOT if most > _MOST_TILES_AT_ONCE else max(1, len(slots.cell))
    nothing = np.zeros(0, np.int32)
    pending = _Pending(nothing, nothing, nothing)
    lots: list[Plays] = []
    for part, bound in slots.lots(size):
        lots.append(Plays.of(sight, part))
        pending = pending.with_lot(lots[-1].points, len(lots) - 1)
        final, pending = pending.parted(bound)
        for equal in final.of_equal_points():
            yield from best_first(lots[lot].move(number) for lot, number in equal)
