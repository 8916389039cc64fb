"""Jokertausch: every way to take blanks from the board for letters of the rack (rules 8)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from mailref.rules.board import Board, LaidTile, Square
from mailref.rules.tiles import BLANK, in_order, missing_from, without
from mailref.rules.top.found import FoundMove


@dataclass(frozen=True, slots=True)
class Swapped:
    """A position after some swaps: the board, the letters in hand, and the squares swapped."""

    board: Board
    rack: str
    squares: tuple[Square, ...] = ()


def ways_to_swap(board: Board, rack: str) -> Iterator[Swapped]:
    """Yield the position as it is, then after each possible set of swaps, fewest first."""
    blanks = [tile for tile in board.tiles if tile.is_blank]
    for number in range(len(blanks) + 1):
        for chosen in combinations(blanks, number):
            letters = in_order(tile.letter for tile in chosen)
            if missing_from(rack, letters):
                continue
            natural = [LaidTile(tile.square, tile.letter, is_blank=False) for tile in chosen]
            yield Swapped(
                board=board.lay(natural),
                rack=in_order((without(rack, letters), BLANK * number)),
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
