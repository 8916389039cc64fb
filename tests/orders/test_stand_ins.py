"""Orders at a table read as plays of a round are: which of them is meant, whose it is, and whether (table games 7)."""

import pytest

from mailref.orders.entries import GameFace
from tests.games.bingo.test_reading import TWO, read_whole, said
from tests.orders.test_insight import TISCH, asked
from tests.orders.test_named import ABBAU


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("I was going to lay STREBE, but I'm keeping that for later. RASTER instead, please.", "RASTER"),
        ("Zuerst RASTER, dachte ich. Dann fiel mir FESTERE ein, und die lege ich jetzt auch.", "FESTERE"),
        ("Ich lege RÖSTER. Nein, das Ö behalte ich doch. Stattdessen BESSER bitte.", "BESSER"),
        ("Mein Bruder rät zu STREBE, ich aber lege RASTER.", "RASTER"),
        ("Could you lay BESSER for me, please?", "BESSER"),
        ("Ich nehme STREBE, wenn es recht ist.", "STREBE"),
    ],
)  # fmt: skip
def test_the_word_that_is_chosen_is_laid(text: str, word: str) -> None:
    assert asked(text) == [word]


@pytest.mark.parametrize(
    "text",
    [
        *("Eigentlich wollte ich STREBE legen, aber RASTER gefällt mir auch.", "Lege ich nun STREBE oder RASTER?"),
        "Mein Bruder rät zu STREBE, ich bin für RASTER, was meinst du?",
        "first RASTER, then STREBE",
        *("Ich lege RASTER, sobald Nils STREBE gelegt hat.", "In der nächsten Runde lege ich STREBE."),
        *("Mein Bruder sagt, ich lege RASTER, nicht STREBE.", "STREBE oder RASTER, such du aus."),
        "Nils lege STREBE, sagt er. Ich lege RASTER, falls er das tut.",
        "Ich lege STREBE, obwohl ich auf BERSTEN gehofft hatte, oder doch RASTER.",
    ],
)  # fmt: skip
def test_a_word_is_not_laid_where_none_is_clearly_chosen(text: str) -> None:
    assert asked(text) == []


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("I was going to take K8, but no: H5 it is.", "H5"),
        ("Erst dachte ich an K8, aber nein: H5 und H6 kommen weg.", "H5 H6"),
        ("Das R und das erste E von REGEN bitte.", "H5 H6"),
        ("Mein Mann wollte K8, ich nehme H5.", "H5"),
        ("Ich wollte K8 und nehme nun H5.", "H5"),
        ("Nimm bitte das S (K8) und das E hinten dran (K10) weg.", "K8 K10"),
        ("In Abbau nehme ich das R (H5).", "R H5"),
    ],
)
def test_the_squares_that_are_chosen_are_taken(text: str, squares: str) -> None:
    assert asked(text, ABBAU) == [squares]


@pytest.mark.parametrize(
    "text",
    [
        *("H5 oder K8, mal sehen.", "Nils wollte K8, du wolltest H5."),
        "Vergiss H5 nicht, K8 kommt weg.",
        *("Weg mit dem S (K8) und dem da drüben (H5).", "Weg mit dem S (K8) & dem da (H5)."),
        *("first K8, then H5 please", "yeet the S (K8) and that one over there (K10)"),
    ],
)
def test_squares_are_not_taken_where_none_are_clearly_chosen(text: str) -> None:
    assert asked(text, ABBAU) == []


@pytest.mark.parametrize(
    ("text", "face"),
    [
        *((each, ABBAU) for each in (
            "K8 muss weg. H5 auch.",
            "Weg mit K8 - und H5 gleich mit",
            "Off with K8. And H5 along with it.",
            "Das S auf K8 weg. Das R auf H5 ebenso.",
            "Fort mit K8! Fort mit H5!",
            "NIMM K8\nH5 auch",
            "Take K8.\nAnd H5.",
            "Away with K8. Away with H5.",
            *("NIMM H5-", "NIMM H5-H", "TAKE H5 to"),
        )),
        *((each, TISCH) for each in (
            "RASTER muss her. STREBE auch.",
            "LEGE RASTER. Und STREBE.",
            "Ich nehme Stapel 3. Stapel 2 auch.",
            "Give me stack 3. And stack 2.",
            "Gib mir das N. Das E auch.",
        )),
    ],
)  # fmt: skip
def test_what_may_add_to_an_order_is_asked_about(text: str, face: GameFace) -> None:
    assert asked(text, face) == []


@pytest.mark.parametrize(
    ("text", "order", "face"),
    [
        ("Schön wäre STREBE. Ich lege aber RASTER.", "RASTER", TISCH),
        ("LEGE STREBE. RASTER ginge auch.", "STREBE", TISCH),
        ("LEGE STREBE. RASTER hätte genauso viele Punkte.", "STREBE", TISCH),
        ("I lay STREBE. RASTER would have been the same.", "STREBE", TISCH),
        ("I play STREBE. My husband likes RASTER.", "STREBE", TISCH),
        ("Nimm 3. Stapel 2 kann warten.", "3", TISCH),
        ("NIMM K8. Das R auf H5 lasse ich stehen.", "K8", ABBAU),
        ("NIMM K8. Auf H5 lauert der Nils.", "K8", ABBAU),
        ("Take K8. What would H5 have left?", "K8", ABBAU),
    ],
)
def test_what_is_only_told_of_beside_an_order_leaves_it(
    text: str, order: str, face: GameFace
) -> None:
    assert asked(text, face) == [order]


@pytest.mark.parametrize(
    ("text", "order", "face"),
    [
        ("Would you be so kind as to lay STREBE?", "STREBE", TISCH),
        ("Könntest du so lieb sein und STREBE legen?", "STREBE", TISCH),
        ("Please could you give me the N?", "N", TISCH),
        ("Würdest du mir bitte das N geben?", "N", TISCH),
        ("Dürfte ich um den Stein von Stapel 3 bitten?", "3", TISCH),
        ("Would you be so kind as to remove H5?", "H5", ABBAU),
        ("Würdest du bitte H5 wegnehmen?", "H5", ABBAU),
    ],
)
def test_who_asks_kindly_orders(text: str, order: str, face: GameFace) -> None:
    assert asked(text, face) == [order]


@pytest.mark.parametrize(
    ("text", "face"),
    [
        *((each, TISCH) for each in (
            *("Would you lay STREBE?", "Could you lay STREBE if Nils has not?", "Would you play STREBE yourself?"),
            *("Darf ich STREBE legen?", "Würdest du bitte prüfen, ob STREBE geht?", "Could Nils have the N, please?"),
            "Kann ich bitte das N auch nächstes Mal haben?",
        )),
        *((each, ABBAU) for each in ("Could I have H5 back, please?", "Könntest du an meiner Stelle H5 nehmen?")),
    ],
)  # fmt: skip
def test_who_asks_whether_or_what_else_orders_nothing(text: str, face: GameFace) -> None:
    assert asked(text, face) == []


@pytest.mark.parametrize(
    "text",
    [
        "Als erstes Wort nehme ich STERNEN. Zum zweiten fiel mir lange nichts ein, aber GARTENS wird es.",
        "STERNEN\n\nund nach langem Grübeln\n\nGARTENS",
    ],
)
def test_two_words_named_apart_are_one_order(text: str) -> None:
    assert said(read_whole(text)) == [(TWO, False)]
