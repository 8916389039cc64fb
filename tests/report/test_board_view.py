"""The board as text: what it shows, how wide it is, and that no line of it is a move."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from mailref.report.picture import BoardView, PlacedWord, board_lines, legend, words_on
from mailref.tiles.board import Axes, Board, Direction, Square
from tests.report.golden import check_text
from tests.report.views import LABELS, proposed, yerres

# A place and something after it, as generously as any reader of moves could take it.
PLACE = re.compile(r"(?i)^[\s>]*/?\s*(\d\.)?\s*([a-o]\s*\d{1,2}|\d{1,2}\s*[a-o])\b\s*\S")

boards = st.text(alphabet="....ABEÄÖÜwsn", min_size=225, max_size=225).map(Board)


@pytest.mark.parametrize(
    ("view", "name"),
    [
        pytest.param(yerres(), "report.txt", id="the-move-just-laid"),
        pytest.param(proposed(), "confirmation.txt", id="a-proposal"),
        pytest.param(BoardView(Board(), Axes.ROWS, LABELS), "bare-rows.txt", id="letters-as-rows"),
    ],
)
def test_the_board_as_text_looks_as_it_did(view: BoardView, name: str, update: bool) -> None:
    check_text("\n".join((*board_lines(view), legend(LABELS), "")), name, update=update)


def test_a_row_names_its_coordinate_at_both_ends() -> None:
    """The V is a blank (small); the word just laid stands in brackets; B10 triples a letter."""
    assert board_lines(yerres())[10] == (' 10 | .  "  . [v][E][R][B][Ü][X][E][N][D] .  "  . | 10')


def test_a_play_that_may_still_be_challenged_stands_in_round_brackets() -> None:
    lies = yerres()
    lines = board_lines(replace(lies, marked=frozenset(), still_open=lies.marked))

    assert lines[10] == ' 10 | .  "  . (v)(E)(R)(B)(Ü)(X)(E)(N)(D) .  "  . | 10'


@pytest.mark.slow
@given(board=boards, axes=st.sampled_from(Axes))
def test_no_line_can_be_read_as_a_move(board: Board, axes: Axes) -> None:
    """Contract 5: nothing that mailref sends is ever read back as a move, however it is quoted."""
    for line in board_lines(BoardView(board, axes, LABELS)):
        assert not PLACE.match(line)
        assert not PLACE.match("> " + line)


@pytest.mark.slow
@given(board=boards, axes=st.sampled_from(Axes))
def test_every_line_fits_into_72_columns(board: Board, axes: Axes) -> None:
    assert all(len(line) <= 72 for line in board_lines(BoardView(board, axes, LABELS)))


def test_every_premium_has_its_own_sign() -> None:
    rows = board_lines(BoardView(Board(), Axes.COLUMNS, LABELS))

    assert rows[1] == "  1 | =  .  .  '  .  .  .  =  .  .  .  '  .  .  = | 1"
    assert rows[2] == '  2 | .  -  .  .  .  "  .  .  .  "  .  .  .  -  . | 2'
    assert legend(LABELS) == "' 2B, \" 3B, - 2W, = 3W"


def test_the_letters_stand_above_or_at_the_sides_as_the_game_has_it() -> None:
    columns = board_lines(yerres())
    rows = board_lines(replace(yerres(), axes=Axes.ROWS))

    assert columns[0] == "    | A  B  C  D  E  F  G  H  I  J  K  L  M  N  O"
    assert rows[0] == "    | 1  2  3  4  5  6  7  8  9  10 11 12 13 14 15"
    assert rows[8].startswith("  H |")


def test_every_word_on_the_board_is_found_with_its_place() -> None:
    """Alternative text that says the position."""
    board = Board.from_rows(
        ["VERBÜXEND......", "..A............", "..D............", *["." * 15] * 12]
    )

    assert words_on(board) == (
        PlacedWord("VERBÜXEND", Square(0, 0), Direction.ACROSS),
        PlacedWord("RAD", Square(0, 2), Direction.DOWN),
    )
    assert words_on(Board()) == ()
