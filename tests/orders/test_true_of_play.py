"""What a mail says of the parts of its play says nothing against it where it is true (rules 8)."""

import pytest

from mailref.orders.true_of_play import TrueOfPlay
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Axes, Direction, Square
from mailref.tiles.moves import Play, TextSpan
from tests.orders.test_by_neighbours import BOARD, read

TRUE = TrueOfPlay.of(
    Play(Square(7, 8), Direction.DOWN, "EIGEN", TextSpan(1, 1, "9H EIGEN")), 20, BOARD, Axes.ROWS
)
"""EIGEN from 9H down, which makes NETZE of NETZ."""


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("EIGEN ab 9H, das N auf 9L, gefällt mir.", "EIGEN ab 9H, gefällt mir."),
        ("EIGEN, das E kommt an NETZ, unten das N.", "EIGEN."),
        ("EIGEN (9H-9L). Macht NETZE.", "EIGEN."),
        ("EIGEN. It makes NETZE. The E on 9H joins NETZ.", "EIGEN."),
        ("EIGEN, 9H, with the I on 9I", "EIGEN, 9H"),
        ("EIGEN ab 9H, wobei das Z schon liegt: 20.", "EIGEN ab 9H, wobei das Z schon liegt: 20."),
        # What is not true, or asks, hopes, denies, or is somebody's, stays to be weighed.
        ("EIGEN, das N auf 9K", "EIGEN, das N auf 9K"),
        ("EIGEN, das E an ZAHN", "EIGEN, das E an ZAHN"),
        ("EIGEN, waagerecht mit E an NETZ", "EIGEN, waagerecht mit E an NETZ"),
        ("EIGEN, Ende 8H", "EIGEN, Ende 8H"),
        ("EIGEN, das Z auf 8H liegt schon", "EIGEN, das Z auf 8H liegt schon"),
        ("EIGEN, liegt das E auf 9H?", "EIGEN, liegt das E auf 9H?"),
        ("EIGEN, das N hätte ich gern", "EIGEN, das N hätte ich gern"),
        ("EIGEN, das N fehlt mir noch", "EIGEN, das N fehlt mir noch"),
        ("EIGEN, das N hat Anna gelegt", "EIGEN, das N hat Anna gelegt"),
        ("EIGEN, not on 9L", "EIGEN, not on 9L"),
        ("EIGEN, auf 10A liegt ein E", "EIGEN, auf 10A liegt ein E"),
        ("x" * 1000 + ", das N auf 9L", "x" * 1000 + ", das N auf 9L"),
    ],
)
def test_clauses_that_are_true_and_say_no_more_are_left_out(text: str, left: str) -> None:
    assert TRUE.without(Line(1, text)).text == left


@pytest.mark.parametrize(
    "text",
    [
        "EIGEN, senkrecht, 9H. Das N kommt auf 9L, das E neben NETZ.",
        "9H EIGEN. The E drops in on 9H after NETZ to make NETZE.",
        "EIGEN! 9H, senkrecht, das E auf 9H macht NETZE.",
        "EIGEN at 9H down, with the E of it at the end of NETZ on H8.",
    ],
)
def test_a_play_of_whose_parts_true_things_are_said_is_booked(text: str) -> None:
    assert read(text) == (["9H EIGEN"], [])


@pytest.mark.parametrize(
    "text",
    [
        "EIGEN, senkrecht, 9H. Das N kommt auf 9K.",
        "9H EIGEN. The E drops in on 9J after NETZ.",
        "EIGEN, senkrecht, 9H. Das N kommt auf 9L, oder vielleicht doch nicht.",
    ],
)
def test_one_of_whose_parts_something_else_is_said_is_not(text: str) -> None:
    booked, _ = read(text)

    assert booked == []
