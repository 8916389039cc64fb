"""The board: notation in both conventions, premium layout, rows (rules 3 and 4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailref.tiles.board import (
    CENTRE,
    STANDARD,
    Area,
    Axes,
    Board,
    Direction,
    LaidTile,
    Square,
    area_name,
    neighbours,
    place_name,
    read_area,
    read_square,
    square_name,
)
from tests.tiles import naive

SQUARES = st.builds(Square, st.integers(0, 14), st.integers(0, 14))


@pytest.mark.parametrize(
    ("text", "axes", "square"),
    [
        pytest.param("M10", Axes.COLUMNS, Square(9, 12), id="column M, row 10"),
        pytest.param("M10", Axes.ROWS, Square(12, 9), id="row M, column 10"),
        pytest.param("10m", Axes.COLUMNS, Square(9, 12), id="number first"),
        pytest.param(" a 1 ", Axes.COLUMNS, Square(0, 0), id="with spaces"),
        pytest.param("O15", Axes.ROWS, Square(14, 14), id="the last corner"),
    ],
)
def test_a_square_is_read_by_the_games_convention(text: str, axes: Axes, square: Square) -> None:
    """Rules 2: letters are columns, in Simultan rows."""
    assert read_square(text, axes) == square


@pytest.mark.parametrize("text", ["P1", "A16", "A0", "Z99"])
def test_what_is_not_on_the_board_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="not on the board"):
        read_square(text, Axes.COLUMNS)


@pytest.mark.parametrize("text", ["", "A", "10", "AA1", "A100", "A-1"])
def test_what_is_no_square_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="is not a square"):
        read_square(text, Axes.COLUMNS)


@given(square=SQUARES, axes=st.sampled_from(Axes), direction=st.sampled_from(Direction))
def test_names_read_back(square: Square, axes: Axes, direction: Direction) -> None:
    assert read_square(square_name(square, axes), axes) == square
    assert read_square(place_name(square, direction, axes), axes) == square


@pytest.mark.parametrize(
    ("direction", "axes", "name"),
    [
        (Direction.ACROSS, Axes.ROWS, "H4"),
        (Direction.DOWN, Axes.ROWS, "4H"),
        (Direction.ACROSS, Axes.COLUMNS, "D8"),
        (Direction.DOWN, Axes.COLUMNS, "D8"),
    ],
)
def test_the_order_gives_the_direction_only_where_letters_are_rows(
    direction: Direction, axes: Axes, name: str
) -> None:
    """Rules 4: `H8 RUCKEN` runs across row H, `8H RUCKEN` runs down."""
    assert place_name(Square(7, 3), direction, axes) == name


@pytest.mark.parametrize("text", ["F6-J10", "J10-F6", "F10-J6", "j6 - f10"])
def test_an_area_may_be_named_by_any_two_corners(text: str) -> None:
    area = read_area(text, Axes.COLUMNS)

    assert area == Area(Square(5, 5), Square(9, 9))
    assert area_name(area, Axes.COLUMNS) == "F6-J10"
    assert CENTRE in area
    assert Square(4, 5) not in area


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("F6", "'F6' is not an area"),
        ("F6-", "'' is not a square"),
        ("F6-P1", "'P1' is not on the board"),
    ],
)
def test_what_is_no_area_is_told(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_area(text, Axes.COLUMNS)


@given(square=SQUARES)
def test_the_layout_is_the_standard_one_on_every_square(square: Square) -> None:
    """Rules 3: compared with the naive referee's own table."""
    factors = {
        None: (1, 1),
        "double letter": (2, 1),
        "triple letter": (3, 1),
        "double word": (1, 2),
        "triple word": (1, 3),
    }

    found = STANDARD.factors(square)

    assert found == factors[naive.premium((square.row, square.column))]


def test_the_layout_has_as_many_premiums_as_every_board() -> None:
    counts = {name: STANDARD.cells.count(name) for name in "TDtd"}

    assert counts == {"T": 8, "D": 17, "t": 12, "d": 24}


def test_a_board_is_read_from_its_rows() -> None:
    """Contract 2: capital a tile, small letter a joker standing for it."""
    rows = ["." * 15] * 7 + ["...HäUS........"] + ["." * 15] * 7

    board = Board.from_rows(rows)

    assert board.rows == tuple(rows)
    assert list(board.tiles)[:2] == [
        LaidTile(Square(7, 3), "H", is_blank=False),
        LaidTile(Square(7, 4), "Ä", is_blank=True),
    ]
    assert [tile.tile for tile in board.tiles] == ["H", "?", "U", "S"]
    assert (board.letter(Square(7, 4)), board.is_blank(Square(7, 4))) == ("Ä", True)
    assert board.letter(Square(0, 0)) is None


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        pytest.param([*["." * 15] * 14], "a board has 15 rows, not 14", id="a row is missing"),
        pytest.param([*["." * 15] * 14, "." * 14], "row 15 has 14 squares", id="a short row"),
        pytest.param(["É" + "." * 14, *["." * 15] * 14], "row 1: 'É' is no tile", id="no tile"),
    ],
)
def test_a_wrong_row_is_named(rows: list[str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Board.from_rows(rows)


@pytest.mark.parametrize(
    ("rows", "is_connected"),
    [
        pytest.param([], True, id="nothing lies"),
        pytest.param(["..............A"], True, id="one tile"),
        pytest.param(
            ["AB.............", ".CD............", "..E............"], True, id="around corners"
        ),
        pytest.param(["A..............", ".B............."], False, id="at a corner"),
        pytest.param(["..............A", "B.............."], False, id="the end and the next row"),
        pytest.param(["A.A", "B.B", "AaA"], True, id="a ring that is open"),
        pytest.param(["A.A", "B.B", "A.A"], False, id="side by side"),
    ],
)
def test_tiles_hang_together_by_their_sides(rows: list[str], is_connected: bool) -> None:
    filled = [row.ljust(15, ".") for row in rows] + ["." * 15] * (15 - len(rows))

    assert Board.from_rows(filled).is_connected is is_connected


def test_neighbours_end_at_the_edge() -> None:
    assert len(neighbours(CENTRE)) == 4
