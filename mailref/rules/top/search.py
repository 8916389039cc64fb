"""The search for the top: the best possible moves of a position in one game's words and rules."""

from collections.abc import Iterator

from mailref.rules.board import STANDARD, Board, Layout
from mailref.rules.tiles import GERMAN, TileSet
from mailref.rules.top.best import Attempt, BestWord, BestWords, Leaders
from mailref.rules.top.blanks import best_places
from mailref.rules.top.factors import Factors
from mailref.rules.top.found import FoundMove, Tops
from mailref.rules.top.found import in_order as best_first
from mailref.rules.top.geometry import direction_of, square_of
from mailref.rules.top.grid import Grid
from mailref.rules.top.letters import word_of
from mailref.rules.top.plays import Sight
from mailref.rules.top.rack import Rack
from mailref.rules.top.ranked import ranked
from mailref.rules.top.sets import WIDTH, FoundSet, Line, SetSearch
from mailref.rules.top.slots import Slots
from mailref.rules.top.slotwords import SlotWords
from mailref.rules.top.swaps import Swapped, useful, ways_to_swap
from mailref.rules.top.tables import TopTables
from mailref.rules.top.words import GameWords
from mailref.rules.variant import Rules


class TopSearch:
    """Searches positions of a game: `tables` of a list, less *excluded* words, plus *extra* ones."""

    def __init__(
        self,
        tables: TopTables,
        rules: Rules,
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

        def best_plays(line: Line, limit: int) -> Iterator[FoundMove]:
            leaders = Leaders(limit)
            position = Swapped(line.board, line.rack)
            attempt = self._attempt(position, offered)
            attempt.improve(leaders)
            return (
                next(_moves(word, position, attempt.rack, points)) for points, word in leaders.words
            )

        search = SetSearch(best_plays, self._tiles, width, is_rest_deducted)
        starts = (
            Line(each.board, each.rack, each.squares) for each in self._positions(board, rack)
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
