"""The search where letters may lie in any order (WordSmog): they count if they can be put in the order of a word.

The tables hold for each word its letters in the order of their codes, a *stock*, each once. Slots and their bounds
are those of any search; which stocks might fill a slot is told by how often they hold the letters that lie there.
What is left is laid where it counts most: on the squares that are crossed each letter that fits is tried, on all
others the best letter goes where it counts most.

Of the orders in which the same letters lie in one place for the same points one is named: there can be thousands.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from heapq import merge
from typing import NamedTuple

import numpy as np

from mailref.tiles.top.all_moves import FoundMove, Sight, best_first
from mailref.tiles.top.slots import Bar, Slot, Slots, numbers_in
from mailref.tiles.top.words import Bits, Numbers

NewTile = tuple[int, int, int]
"""What a new tile counts in a slot; its cell, and the set of letters that fit there."""
Tile = tuple[int, int, bool]
"""What it is worth, its letter, and whether it is a blank, which is worth nothing."""


class LaidStock(NamedTuple):
    """A stock in its slot, laid in one of its best orders."""

    points: int
    cell: int
    letters: bytes
    blanks: tuple[int, ...]
    """The places in it where blanks lie."""


class StockSearch:
    """One position, asked which stocks fill its slots, and how they count most."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._words, self._rack = sight.words.words, sight.rack
        self._codes = sight.grid.codes
        self._weights = sight.slots.weights
        self._values = sight.values.tolist()
        free = sight.grid.free_cells
        self._cells = free.tolist()
        self._fitting = sight.grid.fitting[free].tolist()
        self._free_before: Numbers = np.cumsum(sight.grid.free) - sight.grid.free

    def laid(self, bar: Bar) -> Iterator[LaidStock]:
        """Yield what fills each slot at its best, by falling bound of the slots, down to the *bar*."""
        slots = self._sight.slots
        for row in slots.best_first():
            slot = Slot._make(row)
            if slot.bound < bar.points:
                return
            lying = self._codes[slot.cell : slot.cell + slot.length]
            there = Counter(lying[lying > 0].tolist())
            tiles = self._new_tiles(slot, slots)
            for stock in self._stocks(slot, there):
                found = self._best(stock, there, slot, tiles, bar)
                if found is not None:
                    yield found

    def _new_tiles(self, slot: Slot, slots: Slots) -> list[NewTile]:
        first = int(self._free_before[slot.cell])
        end = first + slot.tiles
        weights = slots.weights[slot.number, : slot.tiles].tolist()
        return list(zip(weights, self._cells[first:end], self._fitting[first:end], strict=True))

    def _stocks(self, slot: Slot, there: "Counter[int]") -> Iterator[bytes]:
        """Yield the stocks of the slot's length that hold what lies there."""
        length = slot.length
        found = self._sight.words.with_tiles(length, slot.tiles)
        if found is not None:
            yield from self._listed(found, length, there)
        for added in self._words.added.get(length, ()):
            stock = added.tobytes()
            if not there - Counter(stock):
                yield stock

    def _listed(self, found: Bits, length: int, there: "Counter[int]") -> Iterator[bytes]:
        blocks = self._words.blocks[length]
        for code, times in there.items():
            rows = self._words.counted[code]
            if len(rows) < times:
                return
            found = found & rows[times - 1][blocks]
        which = found.nonzero()[0]
        text = self._words.text[length]
        for number in numbers_in(found[which], which)[1].tolist():
            yield bytes(text[number * length : (number + 1) * length])

    def _best(
        self, stock: bytes, there: "Counter[int]", slot: Slot, tiles: list[NewTile], bar: Bar
    ) -> LaidStock | None:
        """Return the best order in which the rack can lay *stock*; None if it cannot, or below the *bar*."""
        hand = self._from_rack(Counter(stock) - there)
        if hand is None:
            return None
        most = _matched([weight for weight, _, _ in tiles], hand)
        if slot.constant + most < bar.points:
            return None
        order = best_order(tiles, hand)
        if order is None:
            return None
        letters = bytearray(self._codes[slot.cell : slot.cell + slot.length].tobytes())
        for (_, cell, _), (_, code, _) in zip(tiles, order.laid, strict=True):
            letters[cell - slot.cell] = code
        blanks = tuple(
            cell - slot.cell
            for (_, cell, _), (_, _, is_blank) in zip(tiles, order.laid, strict=True)
            if is_blank
        )
        return LaidStock(slot.constant + order.points, slot.cell, bytes(letters), blanks)

    def _from_rack(self, needed: "Counter[int]") -> list[Tile] | None:
        """Return the tiles of the rack that lay these letters, the best first; None if they do not go far enough."""
        hand, blanks = [], self._rack.blanks
        for code, number in needed.items():
            there = min(number, self._rack.tiles[code])
            blanks -= number - there
            hand += [(self._values[code], code, False)] * there + [(0, code, True)] * (
                number - there
            )
        return sorted(hand, key=lambda tile: (-tile[0], *tile[1:])) if blanks >= 0 else None


def _matched(weights: list[int], hand: list[Tile]) -> int:
    """Return what tiles score at most where each may lie anywhere."""
    rising = sorted(weights, reverse=True)
    return sum(weight * value for weight, (value, _, _) in zip(rising, hand, strict=True))


class BestOrder(NamedTuple):
    """The tiles in the order of their squares, and what they count there."""

    points: int
    laid: tuple[Tile, ...]


def best_order(tiles: list[NewTile], hand: list[Tile]) -> BestOrder | None:
    """Return how *hand*, the best tiles first, counts most on the squares of *tiles*; None if it fits nowhere."""
    letters = sum({1 << code for _, code, _ in hand})
    crossed = [at for at, (_, _, fitting) in enumerate(tiles) if letters & ~fitting]
    open_ = sorted(set(range(len(tiles))) - set(crossed), key=lambda at: (-tiles[at][0], at))
    laid: dict[int, Tile] = {}

    @cache
    def best_from(number: int, left: tuple[Tile, ...]) -> tuple[int, tuple[Tile, ...]] | None:
        """Return the most that the crossed squares from *number* on and the open ones bring, and the tiles for them."""
        if number == len(crossed):
            weights = [tiles[at][0] for at in open_]
            points = sum(w * value for w, (value, _, _) in zip(weights, left, strict=True))
            return points, left
        weight, _, fitting = tiles[crossed[number]]
        best: tuple[int, tuple[Tile, ...]] | None = None
        for at, tile in enumerate(left):
            if not fitting >> tile[1] & 1 or (at and left[at - 1] == tile):
                continue
            rest = best_from(number + 1, left[:at] + left[at + 1 :])
            if rest is not None and (best is None or weight * tile[0] + rest[0] > best[0]):
                best = weight * tile[0] + rest[0], (tile, *rest[1])
        return best

    found = best_from(0, tuple(hand))
    if found is None:
        return None
    points, chosen = found
    laid.update(zip((*crossed, *open_), chosen, strict=True))
    return BestOrder(points, tuple(laid[at] for at in range(len(tiles))))


def as_move(laid: LaidStock, sight: Sight) -> FoundMove:
    """Return a laid stock as a move."""
    return sight.move(laid.cell, laid.letters, laid.blanks, laid.points)


class BestStocks:
    """The best found so far, with all that are equal."""

    def __init__(self, points: int) -> None:
        self.points = points
        self.moves: list[FoundMove] = []

    def improve(self, sight: Sight) -> None:
        """Look for what is as good, or better."""
        for laid in StockSearch(sight).laid(self):
            if laid.points > self.points:
                self.points, self.moves = laid.points, []
            if laid.points == self.points:
                self.moves.append(as_move(laid, sight))


class _NoBar:
    points = 0


def ranked_in_any_order(sights: Iterator[Sight]) -> Iterator[FoundMove]:
    """Yield every stock in every slot, each in one of its best orders, best first."""
    streams = [
        best_first(as_move(laid, sight) for laid in StockSearch(sight).laid(_NoBar()))
        for sight in sights
    ]
    return merge(*streams, key=lambda move: (-move.points, len(move.swaps)))
