"""One slip of the keys in the word of an order at a table (table games 7)."""

import pytest

from mailref.games.rummikub.switches import SWITCHES as TABLE
from mailref.games.solitaire.switches import SWITCHES as SOLO
from mailref.games.unscrabble.switches import SWITCHES as TAKING
from mailref.orders.entries import GameFace
from tests.orders.test_table_forms import asked

TISCH = GameFace("tisch", "WORT-Rummikub Tisch", TABLE.read({}, {})[0])
ABBAU = GameFace("abbau", "Un-Scrabble Abbau", TAKING.read({}, {})[0])
SOLIST = GameFace("allein", "Solitaire allein", SOLO.read({"chosen": True}, {})[0])


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("leeg STREBE", ("STREBE", None, ())),
        ("Lgee STREBE", ("STREBE", None, ())),
        ("LEFE STREBE", ("STREBE", None, ())),
        ("leeg STREBE, Gruß Anna (sorry, Handschuhe an)", ("STREBE", None, ())),
        ("paly STREBE", ("STREBE", None, ())),
        ("Bitte STREBE lgeen", ("STREBE", None, ())),
        ("NIMN 3", "3"),
        ("zeihe 3", "3"),
        ("Ich nehem den Stapel 3.", "3"),
        ("Kalt hier. Ich nehme den Satpel 3.", "3"),
        ("tkae the N", "N"),
    ],
)
def test_a_slip_in_the_word_of_an_order_is_read_as_it_is_meant(text: str, order: object) -> None:
    assert asked(text, TISCH) == [order]


@pytest.mark.parametrize(
    "text", ["NIMN K8", "entferen K8", "takke K8", "nimn K8 weg", "K8 bitte entferen"]
)
def test_a_slip_above_squares_in_un_scrabble(text: str) -> None:
    assert asked(text, ABBAU) == [((("K8", "K8"),), "", "")]


@pytest.mark.parametrize("verb", ["wähel", "wähke", "cohose"])
def test_a_slip_where_letters_are_chosen_leaves_the_play_below_it(verb: str) -> None:
    choice, play = asked(f"{verb} AEINRST\nH4 STEIN", SOLIST)

    assert choice == ("choose", "AEINRST")
    assert "STEIN" in str(play)


@pytest.mark.parametrize(
    "text",
    [
        "Lese STREBE",
        "Liege STREBE",
        "leeg los",
        "leeg Strebe",
        "Hab 3 Kinder",
        "Ich gab E",
        "Pay STREBE",
    ],
)
def test_a_word_of_its_own_is_no_slip(text: str) -> None:
    assert asked(text, TISCH) == []


def test_a_word_with_its_points_is_no_slip() -> None:
    """`NIMM` may be meant where the points would be others than those of the word."""
    assert asked("ZEHEN 5", TISCH) == [("ZEHEN", None, ())]
    assert asked("STAPFEL 7", TISCH) == [("STAPFEL", None, ())]
