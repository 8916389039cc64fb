"""A word that fits only right beside the named place: asked about, never chosen."""

import pytest

from mailref.games.rounds.switches import Rules
from mailref.tiles.board import Board, Direction, Square, in_order
from mailref.tiles.moves import Play, Syntax
from mailref.tiles.scoring import Judge, Position, fits, meant, meant_in
from tests.tiles.builders import SPAN, WordList, board, move, play, square
from tests.tiles.variants import ONE, TWO

LYING = board("H8w RABEN")
"""RABEN in row 8, H8 to L8."""
LEXICON = WordList(frozenset({"RABEN", "BETEN", "NABE", "RABENS", "TRABEN", "ABER", "NEBEL"}))


def asked(
    text: str | Play, rack: str = "ABEENNRT", on: Board = LYING, rules: Rules = ONE
) -> str | None:
    """Return place and word of what may have been meant: `J8 down BETEN`."""
    written = play(text) if isinstance(text, str) else text
    found = meant(written, Position(on, in_order(rack), rules), LEXICON, {})
    return named(found)


def named(found: Play | None) -> str | None:
    if found is None:
        return None
    column = "ABCDEFGHIJKLMNO"[found.square.column]
    return f"{column}{found.square.row + 1} {found.direction.value} {found.word}"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        pytest.param("J9s BETEN", "J8 down BETEN", id="one row too low"),
        pytest.param("I8s BETEN", "J8 down BETEN", id="one column too far left"),
        pytest.param("J8w BETEN", "J8 down BETEN", id="the other direction"),
        pytest.param("J10s BETEN", None, id="two rows away"),
        pytest.param("I9s BETEN", None, id="across a corner"),
        pytest.param("B2s BETEN", None, id="far from everything"),
    ],
)
def test_one_place_right_beside_the_named_one_is_asked_about(text: str, wanted: str | None) -> None:
    """Exactly one neighbouring square or the other direction would do."""
    assert asked(text) == wanted


def test_a_play_that_fits_is_not_asked_about() -> None:
    assert asked("J8s BETEN") is None


def test_where_two_places_would_do_nothing_is_asked() -> None:
    """Never guessed: BETEN fits from J8, on the B, and from K7, across the E."""
    assert asked("J7s BETEN") is None
    assert asked("K8s BETEN") is None


def test_a_word_that_is_not_valid_is_no_slip_of_the_place() -> None:
    """A question must not tell more about a word than its verdict."""
    assert asked("J9s BETER") is None


def test_letters_that_are_not_there_are_no_slip_of_the_place() -> None:
    assert asked("J9s BETEN", rack="XYZ") is None


@pytest.mark.parametrize(
    ("claimed", "wanted"),
    [
        pytest.param(9, "J8 down BETEN", id="what it scores there"),
        pytest.param(30, "J8 down BETEN", id="more"),
        pytest.param(8, None, id="less: another move was meant"),
    ],
)
def test_never_for_a_better_move_than_the_one_meant(claimed: int, wanted: str | None) -> None:
    """(never for a better move than the one meant)."""
    assert asked(play("J9s BETEN", claimed=claimed)) == wanted


@pytest.mark.parametrize(("text", "wanted"), [("J9s bETEN", "J8 down BETEN"), ("J9s BETEn", None)])
def test_small_letters_must_lie_where_the_word_would(text: str, wanted: str | None) -> None:
    """Rules 4: small letters lie on the board already."""
    assert asked(text) == wanted


def test_a_range_says_which_way_the_word_runs() -> None:
    """Rules 8: a range alone gives the direction; it is not turned round."""
    written = play("J8w BETEN")
    ranged = Play(written.square, written.direction, written.word, written.span, last=square("N8"))

    assert asked(ranged) is None


def test_the_first_word_beside_the_centre_is_asked_about() -> None:
    """Rules 8: the first word covers the centre."""
    assert asked("H9w ABER", on=Board()) == "H8 across ABER"


def test_off_the_board_by_one_is_asked_about() -> None:
    assert asked("L12w NEBEL", on=board("K8s RABEN")) is None
    assert asked("L12w NEBEL", rack="EEBL", on=board("K8s RABEN")) == "K12 across NEBEL"


def test_in_a_move_of_two_plays_the_second_lies_on_the_first() -> None:
    """Rules 2: the second may use the tiles of the first."""
    judge = Judge(Position(LYING, in_order("ETENABEX"), TWO), LEXICON, {})
    written = move("J8s BETEN", "K12w NABE")

    assert named(meant_in(judge.judge(written), judge)) == "J12 across NABE"


def test_a_move_that_could_not_be_read_is_not_asked_about() -> None:
    judge = Judge(Position(LYING, in_order("ABEENNRT"), ONE), LEXICON, {})

    unread = move("J9s BETEN", faults=(Syntax(span=SPAN, hint="x"),))

    assert meant_in(judge.judge(move("J9s BETEN")), judge) is not None
    assert meant_in(judge.judge(unread), judge) is None


@pytest.mark.parametrize(
    ("square", "direction", "word", "is_so"),
    [
        (Square(7, 5), Direction.DOWN, "ABC", True),  # its first letter lies there
        (Square(8, 5), Direction.ACROSS, "BC", True),  # beside what lies there
        (Square(0, 0), Direction.ACROSS, "BC", False),  # touches nothing
        (Square(7, 13), Direction.ACROSS, "BCD", False),  # leaves the board
        (Square(7, 5), Direction.DOWN, "BCD", False),  # another letter lies there
        (Square(7, 7), Direction.ACROSS, "CD", False),  # goes on what lies before it
        (Square(7, 5), Direction.ACROSS, "AB", False),  # nothing is new
    ],
)
def test_a_play_fits_that_adds_to_a_board_and_leaves_it_as_it_is(
    square: Square, direction: Direction, word: str, is_so: bool
) -> None:
    board = Board.from_rows((*["." * 15] * 7, ".....AB........", *["." * 15] * 7))

    assert fits(Play(square, direction, word, SPAN), board) is is_so
