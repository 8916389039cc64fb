"""A play that is told square by square is the play that its letters make there (rules 4)."""

import pytest

from mailref.orders.entries import Insight
from mailref.tiles.board import Board
from mailref.tiles.moves import Play
from mailref.tiles.scoring import fits
from tests.orders import test_by_neighbours as by_neighbours

_NONE = "." * 15
BOARD = Board.from_rows((*(_NONE,) * 7, "....NETZ.......", *(_NONE,) * 7))
"""NETZ in row H from column 5 on."""
WORDS = frozenset({"NETZHAUT", "EI", "EIG", "EIN", "DNU", "DNUEN"})


def _points(play: Play) -> int | None:
    return 20 if play.word in WORDS and fits(play, BOARD) else None


def read(text: str) -> tuple[list[str], list[str]]:
    """Return the plays of a mail that are booked, and those about which is asked, where there are few words."""
    return by_neighbours.read(text, Insight(BOARD, points=_points))


@pytest.mark.parametrize(
    ("text", "play"),
    [
        pytest.param("H9 H\nH10 A\nH11 U\nH12 T", "H5 NETZHAUT", id="a word made longer"),
        pytest.param("9h h\n10h a\n11h u\n12h t\ngruß eva", "H5 NETZHAUT", id="all small"),
        pytest.param("E auf 9H, I auf 9I, G auf 9J", "9H EIG", id="in a sentence"),
        pytest.param("Das E liegt auf 9H, darunter das I auf 9I und das G auf 9J.", "9H EIG", id="articles"),
        pytest.param("The E goes on 9H, the I on 9I and then the G on 9J. EIG!", "9H EIG", id="English"),
        pytest.param("G5 = D, H5 (liegt schon), I5 = U. DNU", "5G DNU", id="a gap that is filled"),
        pytest.param("G5 D, H5 N (already there), I5 U", "5G DNU", id="a letter that lies there"),
        pytest.param("| Stein | Feld |\n|---|---|\n| E | 9H |\n| I | 9I |", "9H EI", id="a table"),
        pytest.param("| 9H | 9I | 9J |\n|---|---|---|\n| E | I | G |", "9H EIG", id="a table that lies"),
        pytest.param("E, I, G on 9H, 9I, 9J. EIG. 20 points", "9H EIG", id="letters, then squares"),
        pytest.param("EIG auf den Feldern 9H, 9I und 9J", "9H EIG", id="a word, then squares"),
        pytest.param("9H E, 9I I (Joker), 9J G", "9H E*IG", id="a joker"),
        pytest.param("Von 9H an untereinander: E, I, G", "9H EIG", id="from a square on"),
        pytest.param("D on 5G, the N below it is there, then U, E, N downwards.", "5G DNUEN", id="over what lies"),
        pytest.param("Damit kein Irrtum entsteht: 9H E, 9I I", "9H EI", id="why it is told so"),
    ],
)  # fmt: skip
def test_a_play_told_square_by_square_is_booked(text: str, play: str) -> None:
    assert read(text) == ([play], [])


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("9H E, 9I I, 9J G, 9J N", id="two letters for a square"),
        pytest.param("9H E, 9I I oder 9I U, 9J G", id="a choice"),
        pytest.param("9H E, 9I I, 10J G", id="not one line"),
        pytest.param("9H E, 9J G", id="a gap"),
        pytest.param("H5 A, H6 E, H7 T, H9 E", id="another letter lies there"),
        pytest.param("9H E, 9I I, 9J G (nicht sicher)", id="a letter in doubt"),
        pytest.param("9H E, 9I I, 9J G und 9P N", id="off the board"),
        pytest.param("H5 N, H6 E, H7 T, H8 Z", id="nothing new"),
        pytest.param("GEIZ: 9H E, 9I I, 9J G", id="another word"),
        pytest.param("9H EIG: 9H E, 9I I, 9J N", id="at odds with the play in form"),
        pytest.param("Heike legte 9H E, 9I I, 9J G.", id="somebody else's"),
        pytest.param("Soll ich 9H E, 9I I, 9J G legen?", id="a question"),
        pytest.param("9H E, 9I I, 9J G would have been nice.", id="not laid"),
        pytest.param("Nächste Runde: 9H E, 9I I, 9J G", id="another round"),
    ],
)  # fmt: skip
def test_what_is_at_odds_or_not_meant_is_not(text: str) -> None:
    booked, _ = read(text)

    assert booked == []


def test_squares_that_lie_there_say_nothing_against_a_play_beside_them() -> None:
    assert read("Es liegt H5 N, H6 E, H7 T, H8 Z.\n9H EIG") == (["9H EIG"], [])
