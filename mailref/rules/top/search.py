"""The search for the top: the best possible moves of a position in one game's words and rules.

A set of several plays is searched play by play. The first ones tried are the best ones; each is
followed by the best plays on the board as it is then, and only the best sets so far are followed
further. So the first play of a set is exact as long as it stands alone, the set is the best
*found*, and the bound says how widely was looked.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import combinations, count, product

from mailref.rules.board import STANDARD, Board, Layout, Square
from mailref.rules.moves import Move, Swap
from mailref.rules.tiles import GERMAN, TileSet, without
from mailref.rules.top.all_moves import (
    FoundMove,
    Sight,
    Swapped,
    Tops,
    best_first,
    ranked,
    useful,
    ways_to_swap,
)
from mailref.rules.top.best import Attempt, BestWord, BestWords, Leaders
from mailref.rules.top.board_arrays import Factors, Grid, direction_of, square_of
from mailref.rules.top.codes import Rack, word_of
from mailref.rules.top.slots import Slots, SlotWords
from mailref.rules.top.tables import TopTables
from mailref.rules.top.words import GameWords
from mailref.rules.variant import Laying


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


@dataclass(frozen=True, slots=True)
class FoundSet:
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


@dataclass(frozen=True, slots=True)
class GrowingSet:
    """A set that is being made: the position after its plays."""

    board: Board
    rack: str
    swaps: tuple[Square, ...] = ()
    plays: tuple[FoundMove, ...] = ()
    points: int = 0

    def after(self, play: FoundMove) -> "GrowingSet":
        """Return the set with one play more."""
        new = play.new_tiles(self.board)
        return replace(
            self,
            board=self.board.lay(new),
            rack=without(self.rack, (tile.tile for tile in new)),
            plays=(*self.plays, play),
            points=self.points + play.points,
        )


BestPlays = Callable[[GrowingSet, int], Iterable[FoundMove]]
"""So many of the best plays (more, if the last ones are equal) of a line's position."""


@dataclass(frozen=True, slots=True)
class SetSearch:
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
        return (line.after(play) for line in lines for play in self.best_plays(line, width))

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
        *,
        tiles: TileSet = GERMAN,
        layout: Layout = STANDARD,
    ) -> None:
        self._words = GameWords(tables, excluded, extra)
        self._factors = Factors.of(rules, tiles, layout)
        self._tiles = tiles

    def tops(self, board: Board, rack: str, offered: int | None = None) -> Tops:
        """Return every best move of one play; *offered* letters (default: the rack) count for `all`."""
        offered = len(rack) if offered is None else offered
        best = BestWords()
        tried = []
        for position in self._positions(board, rack):
            mine = BestWords(best.points)
            attempt = self._attempt(position, offered)
            attempt.improve(mine)
            best.points = max(best.points, mine.points)
            tried.append((position, attempt.rack, mine))
        moves = [
            move
            for position, rack_then, mine in tried
            if mine.points == best.points
            for word in mine.words
            for move in _moves(word, position, rack_then, best.points)
        ]
        return Tops(best.points if moves else 0, tuple(useful(best_first(moves))))

    def all_moves(self, board: Board, rack: str, offered: int | None = None) -> Iterator[FoundMove]:
        """Yield every move of one play, each blank in each of its places, best first."""
        offered = len(rack) if offered is None else offered
        positions = []
        for position in self._positions(board, rack):
            tiles = Rack.of(position.rack)
            grid = Grid.of(position.board, tiles, self._words, self._factors)
            words = SlotWords(self._words, grid, tiles)
            sight = Sight(position, grid, tiles, words, self._factors.values)
            positions.append((sight, Slots.of(grid, tiles, self._factors, offered)))
        return useful(ranked(positions))

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
        offered = len(rack) if offered is None else offered

        def best_plays(line: GrowingSet, limit: int) -> Iterator[FoundMove]:
            leaders = Leaders(limit)
            position = Swapped(line.board, line.rack)
            attempt = self._attempt(position, offered)
            attempt.improve(leaders)
            return (
                next(_moves(word, position, attempt.rack, points)) for points, word in leaders.words
            )

        search = SetSearch(best_plays, self._tiles, width, is_rest_deducted)
        starts = (
            GrowingSet(each.board, each.rack, each.squares) for each in self._positions(board, rack)
        )
        return search.best(starts, plays)

    def _positions(self, board: Board, rack: str) -> Iterator[Swapped]:
        """Yield the position, and where the game allows it those after each set of swaps."""
        if self._factors.rules.swap:
            yield from ways_to_swap(board, rack)
        else:
            yield Swapped(board, rack)

    def _attempt(self, position: Swapped, offered: int) -> Attempt:
        rack = Rack.of(position.rack)
        grid = Grid.of(position.board, rack, self._words, self._factors)
        slots = Slots.of(grid, rack, self._factors, offered)
        return Attempt(self._words, grid, rack, slots, self._factors.values)


def _moves(word: BestWord, position: Swapped, rack: Rack, points: int) -> Iterator[FoundMove]:
    """Yield the moves that lay *word*, one for each choice of its blanks."""
    square, direction = square_of(word.cell), direction_of(word.cell)
    for places in _blanks(word, rack):
        yield FoundMove(
            square=square,
            direction=direction,
            word=word_of(word.letters),
            blanks=tuple(square.along(direction, place) for place in places),
            points=points,
            swaps=position.squares,
        )


def _blanks(word: BestWord, rack: Rack) -> Iterator[list[int]]:
    """Yield every best choice of blanks in *word*, as places in it."""
    if not rack.blanks:
        yield []
        return
    letters = [word.letters[cell - word.cell] for _, cell, _ in word.tiles]
    weights = [weight for weight, _, _ in word.tiles]
    for chosen in best_places(letters, weights, rack):
        yield sorted(word.tiles[index][1] - word.cell for index in chosen)
