"""Un-Scrabble and Scrabble-Bingo beyond the examples: worked out by hand."""

from mailref.rules.board import Axes, Board, read_square
from mailref.rules.moves import TextSpan
from mailref.rules.rounds.bingo import complete_at, faults_of, winners
from mailref.rules.turns.unscrabble import Unscrabble, points_of, runs_of

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
    assert [fault.code for fault in faults_of(("STERNEN",), SPAN)] == ["bingo_words"]
    assert [fault.code for fault in faults_of(("CCCSTEN", "GARTENS"), SPAN)] == ["too_often"]
    assert faults_of(("GGSTERN", "GARTENS"), SPAN) == ()


def test_who_is_complete_first_wins_and_several_share() -> None:
    words = {
        "Anna": ("AAAAABB", "CCDDDDE"),
        "Ben": ("AAAAABB", "CCDDDDE"),
        "Cleo": ("XAAAAAB", "YCCDDDD"),
    }

    assert winners(words, "AAAAABBCCDDDDEXY") == ("Anna", "Ben")
    assert winners(words, "AAAA") == ()
    assert complete_at(("EEEEEEE", "NNNNNNN"), "?EEEEEEENNNNNN", blanks=False) is None
