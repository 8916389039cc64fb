"""The best moves of a position as plans for the naive referee, found by the search for the top."""

from collections.abc import Sequence
from functools import cache
from itertools import islice

from mailref.games.rounds.switches import Rules
from mailref.tiles.board import Board
from mailref.tiles.top.all_moves import FoundMove
from mailref.tiles.top.search import TopSearch
from mailref.tiles.top.words import TopTables
from tests.games.naive_games import Plan
from tests.tiles import naive
from tests.tiles.finder import some_words

MANY = 20_000


@cache
def tables() -> TopTables:
    return TopTables.build(some_words(MANY))


@cache
def search_of(rules: Rules) -> TopSearch:
    return TopSearch(tables(), rules)


def best_moves(board: Board, rack: str, rules: Rules) -> Sequence[tuple[Plan, int]]:
    """Find the forty best moves by the search for the top."""
    found = islice(search_of(rules).all_moves(board, rack), 40)
    return [(Plan((as_asked(move, board),), swaps_of(move)), move.points) for move in found]


def as_asked(move: FoundMove, board: Board) -> naive.Asked:
    tiles = tuple(
        (letter, square in move.blanks)
        for square, letter in zip(move.squares, move.word, strict=True)
    )
    assert not any(board.cell(square).isupper() for square in move.blanks)
    return naive.Asked(
        (move.square.row, move.square.column), move.direction.value == "across", tiles
    )


def swaps_of(move: FoundMove) -> tuple[naive.At, ...]:
    return tuple((square.row, square.column) for square in move.swaps)
