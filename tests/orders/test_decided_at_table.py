"""An order at a table beside others that its mail takes back, or only thought of (table games 7)."""

import pytest

from tests.orders.test_named import ABBAU, TISCH, named


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Zu meiner Mail von 18 Uhr: statt RASTER nun BESSERE. Danke!", "BESSERE"),
        ("Erst wollte ich ERSTERE, nun aber doch lieber STREBE.", "STREBE"),
        ("Vergiss RASTER, gültig ist FESTERE.", "FESTERE"),
        *(
            ("Statt BESSER lege ich BESSERE.", "BESSERE"),
            ("Ich lege BESSERE statt BESSER.", "BESSERE"),
        ),
        ("I lay FESTERE instead of ERSTERE.", "FESTERE"),
        ("I lay FESTERE instead of the shorter BESSER.", "FESTERE"),
        *(
            ("LAY BESSER. Correction: LAY BESSERE", "BESSERE"),
            ("LEGE BESSER. Hoppla, LEGE BESSERE", "BESSERE"),
        ),
    ],
)
def test_the_word_that_is_left_is_laid(text: str, word: str) -> None:
    assert named(text, TISCH) == [word]


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        (
            "Vergiss H5 von vorhin, da war ich zu schnell. Gültig ist jetzt: K8, K10 entfernen.",
            "K8 K10",
        ),
        ("Dachte den ganzen Tag an H5, nehme aber K10.", "K10"),
        ("Dachte den ganzen Tag an H5, aber nein: K10 wird abgeräumt.", "K10"),
        *(
            ("TAKE H5-H7. No, sorry: TAKE H5 H6.", "H5 H6"),
            ("TAKE H5. Scrap that. TAKE K10.", "K10"),
        ),
        *(
            ("PRENDS H5. Non, pardon : PRENDS K10.", "K10"),
            ("NIMM H5. Entschuldigung: NIMM K10.", "K10"),
        ),
    ],
)
def test_the_squares_that_are_left_are_taken(text: str, squares: str) -> None:
    assert named(text, ABBAU) == [squares]


@pytest.mark.parametrize(
    "text",
    [
        "RASTER oder BESSERE, das ist die Frage.",
        "Ich wollte RASTER legen, aber vielleicht doch BESSERE?",
        "Ich dachte an RASTER, aber Nils meint BESSERE.",
        "Ich dachte an RASTER, aber lieber nicht BESSERE.",
        "Dachte erst an RASTER, aber BESSERE hat Nils gelegt.",
        "Statt RASTER vielleicht BESSERE?",
        "Statt RASTER hätte ich BESSERE legen sollen.",
        "Nils hat statt RASTER nun BESSERE gelegt.",
        "Vergiss RASTER. BESSERE kommt morgen.",
        "Vergiss RASTER, BESSERE wäre schöner.",
        "Erst RASTER, dann aber BESSERE, oder doch STREBE?",
    ],
)
def test_of_several_words_none_is_laid_where_no_other_is_taken_back(text: str) -> None:
    assert named(text, TISCH) == []


@pytest.mark.parametrize(
    "text", ["Vergiss H5 nicht, K10 kommt weg.", "Dachte an H5, aber nein. K10? Auch nicht."]
)
def test_of_several_squares_none_are_taken_where_no_other_is_taken_back(text: str) -> None:
    assert named(text, ABBAU) == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (
            ("RASTER hätte mir auch gefallen, und meine Schwägerin schwor auf ERSTERE; "
            "entschieden habe ich mich aber für FESTERE."),
            "FESTERE",
        ),
        (
            ("Mein Mann will FESTERE, die Große will STREBER. Es sind aber meine Steine, "
            "und darum kommt BESSERE auf den Tisch."),
            "BESSERE",
        ),
        ("Gestern hatte ich GESAMT geschickt. Das bitte ersetzen durch GESUCHT, ist einer länger.", "GESUCHT"),
        ("LEGE RASTER. Nein, halt. LEGE BESSERE", "BESSERE"),
    ],
)  # fmt: skip
def test_the_word_decided_on_is_laid_beside_those_of_others(text: str, word: str) -> None:
    assert named(text, TISCH) == [word]


def test_squares_below_a_try_that_is_broken_off_are_taken() -> None:
    text = "NIMM H7 ... Quatsch, dann stehen da RE und EN. Neuer Versuch: NIMM H5 und H6. Das gilt."
    assert named(text, ABBAU) == ["H5 H6"]


@pytest.mark.parametrize(
    "text",
    [
        *("Wenn Nils FESTERE legt, lege ich BESSERE.", "Mein Mann will FESTERE, Nils legt BESSERE."),
        "Mein Mann will FESTERE, meine Frau sagt: lege BESSERE.",
        *("FESTERE gefällt mir nicht, ich lege BESSERE?", "Sofern Oda FESTERE legt, kommt BESSERE auf den Tisch."),
        "FESTERE hätte mir gefallen, oder soll ich BESSERE legen?",
        *("LEGE BESSER. Quatsch, doch nicht. Ich melde mich.", "LEGE BESSER. Quatsch, Nils legt RASTER."),
        "LEGE BESSER. Nein, Moment. RASTER? Ich weiß nicht.",
    ],
)  # fmt: skip
def test_no_word_is_laid_that_is_not_decided_on(text: str) -> None:
    assert named(text, TISCH) == []


@pytest.mark.parametrize(
    "text",
    [
        *("NIMM H5. Quatsch. Ich überlege noch.", "H5. Halt, was ist mit K8?"),
        *("Nils sagt H5. Nein, K10 sagt er.", "NIMM H5. Moment, K8 oder K10?"),
        *("TAKE H5. No, K10 will not do.", "NIMM H5. Sorry, K10 geht ja nicht."),
    ],
)
def test_no_squares_are_taken_where_a_try_is_broken_off_for_nothing(text: str) -> None:
    assert named(text, ABBAU) == []
