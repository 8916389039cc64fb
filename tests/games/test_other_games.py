"""Un-Scrabble and Scrabble-Bingo beyond the examples: worked out by hand."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping

import pytest

from mailref.games.bingo.rules import complete_at, faults_of, winners
from mailref.games.unscrabble.rules import Unscrabble, points_of, runs_of, without_tiles
from mailref.tiles.board import TILES, Axes, Board, Square, read_square
from mailref.tiles.moves import TextSpan
from mailref.tiles.tile_set import GERMAN
from tests.effort import Tried, sample
from tests.games.naive_others import At, complete, may_take, runs, turns, worth
from tests.tiles.finder import some_words

SPAN = TextSpan(1, 1, "")


def board_with(**rows: str) -> Board:
    cells = {int(name[1:]): text for name, text in rows.items()}
    return Board.from_rows([cells.get(row, "").ljust(15, ".") for row in range(1, 16)])


def codes(game: Unscrabble, board: Board, *names: str) -> set[str]:
    squares = [read_square(name, Axes.ROWS) for name in names]
    return {fault.code for fault in game.faults(board, squares, SPAN)}


def test_an_empty_square_holds_no_tile() -> None:
    board = board_with(r8="....HAUS")
    game = Unscrabble(frozenset(runs_of(board)), {"AUS", "HAU"}.__contains__)

    assert codes(game, board, "H4") == {"no_tile"}
    assert codes(game, board) == {"no_tile"}
    assert codes(game, board, "H5") == set()


def test_an_unknown_word_is_asked_and_a_word_of_the_start_stays_one() -> None:
    """HAUS and SAND cross in the S: without H the rest is AUS, SAND lay at the start."""
    board = board_with(r8="....HAUS", r9=".......A", r10=".......N", r11=".......D")
    game = Unscrabble(frozenset(runs_of(board)), lambda _: None)

    assert codes(game, board, "H5") == {"word_unknown"}
    assert codes(game, board, "H5", "H6", "H7") == set()
    assert points_of(board, [read_square("H5", Axes.ROWS)]) == 2


def test_where_no_subset_of_a_word_leaves_words_no_turn_is_left() -> None:
    """Of a word of seven letters at most six may go, and one would lie alone."""
    board = board_with(r8="....RUCKENS")
    game = Unscrabble(frozenset(runs_of(board)), lambda _: False)

    assert not game.has_turn(board)
    assert Unscrabble(frozenset(runs_of(board)), {"RUCKEN"}.__contains__).has_turn(board)


def test_two_words_of_seven_are_wanted_and_no_letter_too_often() -> None:
    """There are two C and three G."""
    assert [fault.code for fault in faults_of(("STERNEN",), SPAN, GERMAN)] == ["bingo_words"]
    assert [fault.code for fault in faults_of(("CCCSTEN", "GARTENS"), SPAN, GERMAN)] == [
        "too_often"
    ]
    assert faults_of(("GGSTERN", "GARTENS"), SPAN, GERMAN) == ()


def test_who_is_complete_first_wins_and_several_share() -> None:
    words = {
        "Anna": ("AAAAABB", "CCDDDDE"),
        "Ben": ("AAAAABB", "CCDDDDE"),
        "Cleo": ("XAAAAAB", "YCCDDDD"),
    }

    assert winners(words, "AAAAABBCCDDDDEXY") == ("Anna", "Ben")
    assert winners(words, "AAAA") == ()
    assert complete_at(("EEEEEEE", "NNNNNNN"), "?EEEEEEENNNNNN", blanks=False) is None


CHUNK = 10
SHORT = tuple(word for word in some_words(8000) if len(word) <= 6)
KNOWN = frozenset(SHORT)


def random_board(rng: random.Random) -> dict[At, str]:
    """Return words laid across each other, whatever they form beside."""
    board = {(7, 4 + at): letter for at, letter in enumerate(rng.choice(SHORT))}
    for _ in range(rng.randint(1, 3)):
        row, column = rng.choice(sorted(board))
        crossing = [word for word in rng.sample(SHORT, 300) if board[row, column] in word]
        for word in crossing[:1]:
            down = (row + 1, column) not in board and (row - 1, column) not in board
            back = word.index(board[row, column])
            for at, letter in enumerate(word, start=-back):
                board.setdefault((row + at, column) if down else (row, column + at), letter)
    blank = rng.choice(sorted(board))
    return {
        at: t.lower() if at == blank else t
        for at, t in board.items()
        if min(at) >= 0 and max(at) < 15
    }


def on_board(tiles: Mapping[At, str]) -> Board:
    rows = ["".join(tiles.get((row, at), ".") for at in range(15)) for row in range(15)]
    return Board.from_rows(rows)


def as_squares(taken: Iterable[At]) -> list[Square]:
    return [Square(row, column) for row, column in taken]


def take_all_down(seed: int) -> None:
    """Play a random game of Un-Scrabble to its end; the naive referee agrees at every turn."""
    rng = random.Random(seed)
    tiles = random_board(rng)
    start = runs(tiles)
    game = Unscrabble(frozenset(runs_of(on_board(tiles))), KNOWN.__contains__)
    while tiles:
        board = on_board(tiles)
        legal = sorted(set(turns(tiles, start, KNOWN.__contains__)))
        assert game.has_turn(board) == bool(legal)
        for _ in range(20):
            tried = rng.sample(sorted(tiles), min(len(tiles), rng.randint(1, 4)))
            is_legal = may_take(tiles, tried, start, KNOWN.__contains__)
            assert (not game.faults(board, as_squares(tried), SPAN)) == is_legal
        if not legal:
            return
        taken = rng.choice(legal)
        assert game.faults(board, as_squares(taken), SPAN) == ()
        assert points_of(board, as_squares(taken)) == worth(tiles, taken)
        after = without_tiles(board, as_squares(taken))
        tiles = {at: tile for at, tile in tiles.items() if at not in taken}
        assert after == on_board(tiles)


@pytest.mark.slow
@pytest.mark.parametrize("first", sample(range(0, 500, CHUNK), 1))
def test_a_naive_referee_of_unscrabble_agrees(first: int, tried: Tried) -> None:
    for seed in range(first, first + CHUNK):
        take_all_down(seed)
    tried("games of Un-Scrabble played at random", CHUNK)


@pytest.mark.parametrize("first", sample(range(0, 500, 50), 1))
def test_a_naive_referee_of_bingo_agrees(first: int, tried: Tried) -> None:
    sevens = [word for word in some_words(8000) if len(word) == 7]
    for seed in range(first, first + 50):
        rng = random.Random(seed)
        blanks = rng.random() < 0.8
        words = {name: tuple(rng.sample(sevens, 2)) for name in ("Anna", "Ben", "Cleo")}
        drawn = "".join(rng.sample(TILES.all_tiles, 102))
        there = Counter(TILES.all_tiles.replace("?", ""))

        at = {name: complete(each, drawn, blanks=blanks) for name, each in words.items()}

        first_at = min(filter(None, at.values()), default=None)
        assert {n: complete_at(w, drawn, blanks=blanks) for n, w in words.items()} == at
        assert set(winners(words, drawn, blanks=blanks)) == {
            name for name, number in at.items() if number == first_at and number
        }
        for each in words.values():
            assert (not faults_of(each, SPAN, GERMAN)) == (Counter("".join(each)) <= there)
    tried("games of Scrabble-Bingo", 50)
