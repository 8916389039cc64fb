"""An order at a table beside others that its mail takes back, or only thought of (table games 7)."""

import pytest

from tests.orders.test_named import ABBAU, TISCH, named


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Zu meiner Mail von 18 Uhr: statt RASTER nun BESSERE. Danke!", "BESSERE"),
        ("Erst wollte ich ERSTERE, nun aber doch lieber STREBE.", "STREBE"),
        ("Vergiss RASTER, gültig ist FESTERE.", "FESTERE"),
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
