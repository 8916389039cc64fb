"""Every legal move of a position, found the slow way: each word on each square, each choice of blanks.

Legality is worked out here from the rules and points come from the referee's Scorer; nothing is
shared with the search.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product

from mailref.games.rounds.switches import Rules
from mailref.tiles.board import (
    CENTRE,
    SIZE,
    Board,
    Direction,
    Extended,
    LaidTile,
    Square,
    neighbours,
)
from mailref.tiles.scoring import Scorer
from mailref.tiles.top.all_moves import FoundMove


@dataclass(frozen=True)
class Laid:
    """A move by what it does: what one tile lays in two words is one move where both count alike."""

    tiles: frozenset[LaidTile]
    swaps: frozenset[Square]
    points: int
    direction: Direction | None


def laid(board: Board, move: FoundMove, rules: Rules) -> Laid:
    """Return a found move by what it does."""
    tiles = move.new_tiles(board)
    return _laid(tiles, frozenset(move.swaps), move.points, move.direction, rules)


def _laid(
    tiles: tuple[LaidTile, ...],
    swaps: frozenset[Square],
    points: int,
    direction: Direction,
    rules: Rules,
) -> Laid:
    both_alike = len(tiles) == 1 and rules.extended is Extended.PREMIUMS
    return Laid(frozenset(tiles), swaps, points, None if both_alike else direction)


@dataclass(frozen=True)
class Exhaustive:
    """SoloTries every one of *words* everywhere; what it crosses must satisfy *is_word*."""

    rules: Rules
    words: frozenset[str]
    is_word: Callable[[str], bool]

    def moves(self, board: Board, rack: str) -> set[Laid]:
        """Return every legal move, but for swaps that gain nothing."""
        found = {
            move
            for swaps in self._swap_sets(board, rack)
            for move in self._after_swaps(board, rack, swaps)
        }
        same_play = defaultdict(set)
        for move in found:
            same_play[replace(move, swaps=frozenset())].add(move.swaps)
        useless = {
            move
            for move in found
            if any(fewer < move.swaps for fewer in same_play[replace(move, swaps=frozenset())])
        }
        return found - useless

    def _swap_sets(self, board: Board, rack: str) -> Iterator[tuple[LaidTile, ...]]:
        blanks = [tile for tile in board.tiles if tile.is_blank] if self.rules.swap else []
        for number in range(len(blanks) + 1):
            for chosen in combinations(blanks, number):
                if not Counter(tile.letter for tile in chosen) - Counter(rack):
                    yield chosen

    def _after_swaps(self, board: Board, rack: str, swaps: tuple[LaidTile, ...]) -> Iterator[Laid]:
        swapped = board.lay(tile._replace(is_blank=False) for tile in swaps)
        hand = Counter(rack) - Counter(tile.letter for tile in swaps) + Counter("?" * len(swaps))
        squares = frozenset(tile.square for tile in swaps)
        for tiles, direction in self._placements(swapped):
            for new in _with_blanks(tiles, hand):
                points = Scorer(self.rules).score(swapped, new, direction, len(rack)).points
                yield _laid(new, squares, points, direction, self.rules)

    def _placements(self, board: Board) -> Iterator[tuple[tuple[LaidTile, ...], Direction]]:
        """Yield the new tiles of each word on each place where it may lie, whoever holds the tiles."""
        for word, direction, index in product(self.words, Direction, range(SIZE * SIZE)):
            start = Square(*divmod(index, SIZE))
            squares = tuple(start.along(direction, step) for step in range(len(word)))
            if squares[-1].is_on(board.size) and _fits(board, squares, word, direction):
                new = tuple(
                    LaidTile(square, letter, is_blank=False)
                    for square, letter in zip(squares, word, strict=True)
                    if board.is_free(square)
                )
                if self._touches(board, new) and self._crosses_words(board, new, direction):
                    yield new, direction

    def _touches(self, board: Board, new: tuple[LaidTile, ...]) -> bool:
        """Rules 3 and 8: a tile beside those that lie; the first word on the centre or in the area."""
        most, area = self.rules.most_tiles, self.rules.start
        if not new or (most is not None and len(new) > most):
            return False
        if not board.is_empty:
            return any(not board.is_free(near) for tile in new for near in neighbours(tile.square))
        if area is None:
            return any(tile.square == CENTRE for tile in new)
        return all(tile.square in area for tile in new)

    def _crosses_words(self, board: Board, new: tuple[LaidTile, ...], direction: Direction) -> bool:
        after = board.lay(new)
        crossing = (after.run(tile.square, direction.other) for tile in new)
        return all(
            len(run) == 1 or self.is_word("".join(after.letter(each) or "" for each in run))
            for run in crossing
        )


def _fits(board: Board, squares: tuple[Square, ...], word: str, direction: Direction) -> bool:
    ends = (squares[0].along(direction, -1), squares[-1].along(direction, 1))
    return all(board.is_free(end) for end in ends) and all(
        board.letter(square) in {None, letter} for square, letter in zip(squares, word, strict=True)
    )


def _with_blanks(tiles: tuple[LaidTile, ...], hand: Counter[str]) -> Iterator[tuple[LaidTile, ...]]:
    for number in range(hand["?"] + 1):
        for chosen in combinations(range(len(tiles)), number):
            new = tuple(tile._replace(is_blank=index in chosen) for index, tile in enumerate(tiles))
            if not Counter(tile.tile for tile in new) - hand:
                yield new
