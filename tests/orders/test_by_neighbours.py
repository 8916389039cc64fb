"""A play whose place is told by the words beside it is read without a square (rules 8)."""

import pytest

from mailref.orders.entries import Insight, play_written
from mailref.orders.free_words import key_of
from mailref.orders.read_entries import OneMail
from mailref.reading.incoming_mail import Attention
from mailref.tiles.board import Board, Direction, Square
from tests.orders.test_free_words import plays_in
from tests.orders.test_known_words import is_booked
from tests.orders.test_reckoned import OAK
from tests.reading.reading import READER
from tests.writing.builders import mail

_NONE = "." * 15
BOARD = Board.from_rows(
    (
        *(_NONE,) * 7,
        "....NETZ.......",
        ".......A.......",
        ".......H.......",
        ".......N.......",
        *(_NONE,) * 4,
    )
)
"""NETZ in row H from column 5 on, ZAHN in column 8 from row H on."""
CAN_BE_LAID = frozenset({
    (Square(7, 8), Direction.DOWN, "EIGEN"),  # NETZE
    (Square(7, 4), Direction.ACROSS, "NETZHAUT"),
    (Square(6, 5), Direction.DOWN, "BEGEN"),  # through the E of NETZ
    (Square(9, 6), Direction.ACROSS, "OHREN"),  # through the H of ZAHN
    (Square(11, 7), Direction.ACROSS, "EBBE"),  # ZAHNE
    (Square(11, 4), Direction.ACROSS, "EBBE"),  # ZAHNE, too
})  # fmt: skip


INSIGHT = Insight(BOARD, points=lambda play: 20 if key_of(play) in CAN_BE_LAID else None)


def read(text: str, insight: Insight = INSIGHT) -> tuple[list[str], list[str]]:
    """Return the plays of a mail that are booked, and those about which is asked, by what can be laid."""
    one = OneMail(READER, (OAK,), OAK, Attention(), insight=insight)
    booked, asked = list[str](), list[str]()
    for entry in one.read_mail(mail(text)).entries:
        plays = [play_written(each, OAK.rules.axes) for each in plays_in(entry)]
        (booked if is_booked(entry) else asked).extend(plays)
    return booked, asked


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("EIGEN senkrecht, das E kommt hinten an NETZ (gibt NETZE).", "9H EIGEN"),
        ("EIGEN going down, with its E on the end of NETZ to make NETZE.", "9H EIGEN"),
        ("Ich hänge HAUT hinten an das NETZ an, das wird NETZHAUT.", "H5 NETZHAUT"),
        ("An NETZ lege ich HAUT an: NETZHAUT. 20 Punkte.", "H5 NETZHAUT"),
        ("BEGEN senkrecht durch das E von NETZ.", "6G BEGEN"),
        ("BEGEN, down, through the E of NETZ.", "6G BEGEN"),
        ("Ich lege OHREN waagerecht und benutze das H von ZAHN.", "J7 OHREN"),
    ],
)
def test_a_play_told_by_its_neighbours_is_booked(text: str, play: str) -> None:
    assert read(text) == ([play], [])


@pytest.mark.parametrize(
    "text",
    [
        "Schade, EIGEN senkrecht an NETZ ging leider nicht.",
        "Nächste Runde lege ich EIGEN senkrecht an NETZ (NETZE).",
        "EIGEN senkrecht, das E an NETZ, wenn Jonas es nicht schon hat.",
        "Kann man EIGEN an NETZ hängen, so dass NETZE entsteht?",
        "Meine Frau sagt: EIGEN senkrecht an NETZ (NETZE).",
        "I might play EIGEN down, making NETZE of NETZ.",
        "NETZHAUT! Wie schön, aber ich habe leider kein Wort an NETZ.",
        "Mein Rätsel für alle: Was wird aus NETZ mit HAUT? NETZHAUT!",
        "EIGEN senkrecht an NETZ (NETZE). Noch nicht eintragen!",
    ],
)
def test_one_only_talked_of_is_not(text: str) -> None:
    booked, _ = read(text)

    assert booked == []


@pytest.mark.parametrize(
    "text",
    [
        "EBBE waagerecht unter ZAHN, das gibt ZAHNE.",  # at two places
        "EIGEN senkrecht an ZAHN.",  # it touches another word
        "EIGEN senkrecht, macht NETZEN aus NETZ.",  # which it does not
        "EIGEN waagerecht an NETZ (NETZE).",  # it goes the other way
        "BEGEN senkrecht durch das Z von NETZ und NETZE.",
    ],
)
def test_what_no_single_place_agrees_with_names_none(text: str) -> None:
    assert read(text) == ([], [])
