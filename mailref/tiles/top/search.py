"""The search for the top: the best possible moves of a position in one game's words and rules.

Slots are tried in the order of their bounds, until no bound is high enough. A slot's words are found
by intersecting sets of words: those with the right letter at each place that is taken, and those of
which the rack holds enough letters. What is left is tried one by one.

A set of several plays is searched play by play. The first ones tried are the best ones; each is
followed by the best plays on the board as it is then, and only the best sets so far are followed
further. So the first play of a set is exact as long as it stands alone, the set is the best
*found*, and the bound says how widely was looked.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappush, heapreplace, nlargest
from itertools import combinations, count, islice, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field
from msgspec.structs import replace

from mailref.tiles.board import Board, Laying, Square
from mailref.tiles.moves import Move, Swap
from mailref.tiles.tile_set import TileSet
from mailref.tiles.top.all_moves import (
    FoundMove,
    Sight,
    Swapped,
    Tops,
    best_first,
    ranked,
    useful,
    ways_to_swap,
)
from mailref.tiles.top.any_order import BestStocks, ranked_in_any_order
from mailref.tiles.top.slots import Factors, Slot, numbers_in
from mailref.tiles.top.words import Bits, Codes, GameWords, Numbers, Rack, TopTables

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


class BestWords(Struct):
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
    """One position, tried for plays at least as good as the best so far."""

    def __init__(self, sight: Sight) -> None:
        self.rack, self._words, self._slots = sight.rack, sight.words, sight.slots
        self._cells = sight.grid.free_cells.tolist()
        self._fitting = sight.grid.fitting[sight.grid.free_cells].tolist()
        self._values = sight.values.tolist()
        # A letter that is not on the rack can only be a blank.
        self._values_on_rack = (sight.values * (np.array(self.rack.tiles) > 0)).astype(np.int32)

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
        many = self._words.words.letters[slot.length][numbers_in(words[blocks], blocks)[1]]
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


def best_places(letters: Sequence[int], weights: Sequence[int], rack: Rack) -> Iterator[set[int]]:
    """Yield every choice of blanks, as indices of *letters*, that costs the fewest points.

    A blank stands only where tiles are wanting, and each letter's blanks where it counts least;
    places of equal weight make several choices. Nothing, if the rack does not hold the word.
    """
    left = list(rack.tiles)
    lacking: dict[int, int] = {}
    for code in letters:
        if left[code]:
            left[code] -= 1
        else:
            lacking[code] = lacking.get(code, 0) + 1
    if sum(lacking.values()) > rack.blanks:
        return
    choices = [_cheapest(letters, code, number, weights) for code, number in lacking.items()]
    for chosen in product(*choices):
        yield {place for places in chosen for place in places}


def _cheapest(
    letters: Sequence[int], code: int, number: int, weights: Sequence[int]
) -> list[tuple[int, ...]]:
    """Return every choice of *number* places of one letter with the least sum of weights."""
    places = (place for place, letter in enumerate(letters) if letter == code)
    rising = sorted(places, key=lambda place: weights[place])
    limit = weights[rising[number - 1]]
    surely = tuple(place for place in rising if weights[place] < limit)
    equal = [place for place in rising if weights[place] == limit]
    return [surely + rest for rest in combinations(equal, number - len(surely))]


WIDTH = 40
"""So many sets are followed from each play to the next."""


class FoundSet(Struct, frozen=True):
    """Plays to be laid in order, after the swaps; empty if there is no move at all."""

    plays: tuple[FoundMove, ...]
    swaps: tuple[Square, ...]
    points: int
    """Less the letters not laid, where those are deducted: then it may be below 0."""
    width: int
    """The bound of the search: so many sets were followed from each play to the next."""

    def as_move(self) -> Move:
        """Return the set as a player would ask for it."""
        plays = tuple(play.as_play() for play in self.plays)
        return Move(plays, tuple(Swap(square, plays[0].span) for square in self.swaps))


class GrowingSet(Struct, frozen=True):
    """A set that is being made: the position after its plays."""

    board: Board
    rack: str
    swaps: tuple[Square, ...] = ()
    plays: tuple[FoundMove, ...] = ()
    points: int = 0

    def after(self, play: FoundMove, tiles: TileSet) -> "GrowingSet":
        """Return the set with one play more."""
        new = play.new_tiles(self.board)
        return replace(
            self,
            board=self.board.lay(new),
            rack=tiles.without(self.rack, (tile.tile for tile in new)),
            plays=(*self.plays, play),
            points=self.points + play.points,
        )


BestPlays = Callable[[GrowingSet, int], Iterable[FoundMove]]
"""So many of the best plays (more, if the last ones are equal) of a line's position."""


class SetSearch(Struct, frozen=True):
    """Looks for sets of plays, following the *width* best from play to play."""

    best_plays: BestPlays
    tiles: TileSet
    width: int
    is_rest_deducted: bool

    def best(self, starts: Iterable[GrowingSet], plays: int | None) -> FoundSet:
        """Return the best set of up to *plays* plays (None: any number) from one of *starts*.

        The first of them is the position without swaps.
        """
        lines = list(starts)
        best = lines[0]
        for played in count(1):
            lines = self._best_of(self._grown(lines, 1 if played == plays else self.width))
            best = max((best, *lines), key=self._rank)
            if not lines or played == plays:
                break
        swaps = best.swaps if best.plays else ()
        return FoundSet(best.plays, swaps, self._worth(best), self.width)

    def _grown(self, lines: list[GrowingSet], width: int) -> Iterator[GrowingSet]:
        return (
            line.after(play, self.tiles) for line in lines for play in self.best_plays(line, width)
        )

    def _best_of(self, lines: Iterable[GrowingSet]) -> list[GrowingSet]:
        """Return the best lines; of those that come to the same position, the first alone."""
        by_position: dict[tuple[Board, str, tuple[Square, ...]], GrowingSet] = {}
        for line in lines:
            key = (line.board, line.rack, line.swaps)
            known = by_position.get(key)
            if known is None or line.points > known.points:
                by_position[key] = line
        return nlargest(self.width, by_position.values(), key=self._rank)

    def _rank(self, line: GrowingSet) -> tuple[int, int, int]:
        """Of equal points the fewer swaps win, then the fewer plays."""
        return self._worth(line), -len(line.swaps), -len(line.plays)

    def _worth(self, line: GrowingSet) -> int:
        rest = self.tiles.sum_of(line.rack) if self.is_rest_deducted else 0
        return line.points - rest


class TopSearch:
    """Searches positions of a game: `tables` of a list, less *excluded* words, plus *extra* ones."""

    def __init__(
        self,
        tables: TopTables,
        rules: Laying,
        excluded: frozenset[str] = frozenset(),
        extra: frozenset[str] = frozenset(),
    ) -> None:
        self._words = GameWords.of(tables, excluded, extra)
        self._factors = Factors.of(rules, tables.codes)
        self._tiles = rules.tiles

    def tops(self, board: Board, rack: str, offered: int | None = None) -> Tops:
        """Return every best move of one play; *offered* letters (default: the rack) count for `all`."""
        if self._words.tables.is_in_any_order:
            return self._tops_in_any_order(board, rack, offered)
        points = 0
        tried = []
        for sight in self._sights(board, rack, offered):
            mine = BestWords(points)
            Attempt(sight).improve(mine)
            points = max(points, mine.points)
            tried.append((sight, mine))
        moves = [
            move
            for sight, mine in tried
            if mine.points == points
            for word in mine.words
            for move in _moves(word, sight, points)
        ]
        return Tops(points if moves else 0, tuple(useful(best_first(moves))))

    def _tops_in_any_order(self, board: Board, rack: str, offered: int | None) -> Tops:
        best = BestStocks(0)
        for sight in self._sights(board, rack, offered):
            best.improve(sight)
        points = best.points if best.moves else 0
        return Tops(points, tuple(useful(best_first(best.moves))))

    def all_moves(self, board: Board, rack: str, offered: int | None = None) -> Iterator[FoundMove]:
        """Yield every move of one play, each blank in each of its places, best first.

        Where letters may lie in any order each is in one of its best orders.
        """
        sights = self._sights(board, rack, offered)
        if self._words.tables.is_in_any_order:
            return useful(ranked_in_any_order(sights))
        return useful(ranked(sights))

    def best_set(
        self,
        board: Board,
        rack: str,
        plays: int | None,
        offered: int | None = None,
        *,
        is_rest_deducted: bool = False,
        width: int = WIDTH,
    ) -> FoundSet:
        """Return the best set of up to *plays* plays (None: any number) that a bounded search finds.

        With *is_rest_deducted* the letters not laid are taken off (Dottendorf's final round).
        """
        letters = len(rack) if offered is None else offered

        def best_plays(line: GrowingSet, limit: int) -> Iterator[FoundMove]:
            leaders = Leaders(limit)
            sight = self._sight(Swapped(line.board, line.rack), letters)
            if self._words.tables.is_in_any_order:
                return islice(ranked_in_any_order(iter((sight,))), limit)
            Attempt(sight).improve(leaders)
            return (next(_moves(word, sight, points)) for points, word in leaders.words)

        search = SetSearch(best_plays, self._tiles, width, is_rest_deducted)
        starts = (
            GrowingSet(each.board, each.rack, each.squares) for each in self._positions(board, rack)
        )
        return search.best(starts, plays)

    def _positions(self, board: Board, rack: str) -> Iterator[Swapped]:
        """Yield the position, and where the game allows it those after each set of swaps."""
        if self._factors.rules.swap:
            yield from ways_to_swap(board, rack, self._tiles)
        else:
            yield Swapped(board, rack)

    def _sights(self, board: Board, rack: str, offered: int | None) -> Iterator[Sight]:
        letters = len(rack) if offered is None else offered
        return (self._sight(each, letters) for each in self._positions(board, rack))

    def _sight(self, position: Swapped, offered: int) -> Sight:
        return Sight.of(position, self._words, self._factors, offered)


def _moves(word: BestWord, sight: Sight, points: int) -> Iterator[FoundMove]:
    """Yield the moves that lay *word*, one for each choice of its blanks."""
    for places in _blanks(word, sight.rack):
        yield sight.move(word.cell, word.letters, places, points)


def _blanks(word: BestWord, rack: Rack) -> Iterator[list[int]]:
    """Yield every best choice of blanks in *word*, as places in it."""
    if not rack.blanks:
        yield []
        return
    letters = [word.letters[cell - word.cell] for _, cell, _ in word.tiles]
    weights = [weight for weight, _, _ in word.tiles]
    for chosen in best_places(letters, weights, rack):
        yield sorted(word.tiles[index][1] - word.cell for index in chosen)
