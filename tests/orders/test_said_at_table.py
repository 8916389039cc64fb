"""What stands around an order at a table says that it is not meant, or whose it is (table games 7)."""

import pytest

from mailref.orders.entries import GameFace
from tests.games.bingo.test_reading import TWO
from tests.orders.test_insight import ABBAU, TISCH, asked
from tests.orders.test_written_for import words


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("Mein Mann meint: NIMM 3", TISCH),
        ("Oma sagt: nimm 3!", TISCH),
        ("My cat says: LEGE BESSER", TISCH),
        ("Mein Mann meint:\nNIMM 3", TISCH),
        ("Mein Mann meint: NIMM H5", ABBAU),
        ("Ich habe geträumt, ich nehme H5 weg.", ABBAU),
        ("I dreamt I take H5.", ABBAU),
        ("Ist BESSERE erlaubt? Dann lege ich BESSERE.", TISCH),
        ("Darf man das? Dann NIMM 3", TISCH),
        ("Ist das erlaubt?\nDann nehme ich H5.", ABBAU),
        ("Ist NIMM H5 besser?", ABBAU),
        ("Ist NIMM 3 besser?", TISCH),
        ("Would TAKE 3 be better?", TISCH),
    ],
)
def test_what_others_say_or_a_question_leaves_open_is_not_carried_out(
    text: str, face: GameFace
) -> None:
    assert asked(text, face) == []


@pytest.mark.parametrize(
    ("text", "order", "face"),
    [
        ("Mein Zug: NIMM 3", "3", TISCH),
        ("Mein Bauch sagt: NIMM 3", "3", TISCH),
        ("Wie geht's dir? Dann lege ich mal BESSER.", "BESSER", TISCH),
        ("Could you lay BESSER for me, please?", "BESSER", TISCH),
        ("Wie geht's euch? Ich nehme H5.", "H5", ABBAU),
    ],
)
def test_what_leads_to_an_order_leaves_it(text: str, order: str, face: GameFace) -> None:
    assert asked(text, face) == [order]


@pytest.mark.parametrize(
    "text",
    [
        "SCHADE,\ndass wir uns nicht sehen.",
        "BESSER\nals letztes Mal ist das Brett.",
        "GEMACHT\nhabe ich noch nichts, bin krank.",
        "BESSER\nthan last time, this board.",
    ],
)
def test_a_word_whose_sentence_goes_on_below_is_not_laid(text: str) -> None:
    assert asked(text) == []


@pytest.mark.parametrize(
    "below",
    [
        *("mehr war nicht drin.", "viele Grüße", "wie immer", "und schönen Advent!", "bitte"),
        "war eine schwere Geburt",
    ],
)  # fmt: skip
def test_talk_below_a_word_leaves_it(below: str) -> None:
    assert asked(f"BESSER\n{below}") == ["BESSER"]


@pytest.mark.parametrize(
    "text", ["Dürfen es Tiere sein? Dann STERNEN und GARTENS.", "Mein Mann meint: STERNEN, GARTENS"]
)
def test_two_words_that_hang_on_an_answer_or_are_anothers_are_not_entered(text: str) -> None:
    assert words(text) == []


def test_two_words_behind_a_question_of_something_else_are_entered() -> None:
    assert words("Wie geht's euch? Ich nehme STERNEN und GARTENS.") == [TWO]


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("LEGE RASTER. Korrigiere: ich habe ein längeres, nehmt bitte das.", TISCH),
        ("LEGE BESSER\nHalt, doch lieber was anderes.", TISCH),
        ("I lay RASTER. Scratch that, I'll take the other one.", TISCH),
        ("NIMM 3. Stopp, den anderen, den rechts daneben.", TISCH),
        ("NIMM H5. Quatsch, eins weiter rechts.", ABBAU),
        ("TAKE H5. No, wait, the one next to it.", ABBAU),
    ],
)
def test_an_order_that_is_corrected_and_by_none_is_asked_about(text: str, face: GameFace) -> None:
    assert asked(text, face) == []


@pytest.mark.parametrize(
    ("text", "order", "face"),
    [
        ("LEGE BESSER. Moment, der Hund bellt schon wieder.", "BESSER", TISCH),
        ("LEGE BESSER\nHalt die Ohren steif, Oda!", "BESSER", TISCH),
        ("I lay RASTER. Oh no, the kettle is boiling!", "RASTER", TISCH),
        ("LEGE RASTER. Halt, besser: LEGE FESTERE", "FESTERE", TISCH),
        ("LEGE RASTER. Nein, doch nicht. Lieber BESSER.", "BESSER", TISCH),
        ("NIMM H5. Sorry, dass es so lange gedauert hat.", "H5", ABBAU),
        ("Mit DEN Buchstaben geht nichts, zwei E und zwei R. Ich nehme Stapel 1.", "1", TISCH),
    ],
)
def test_what_only_begins_as_a_correction_leaves_it(text: str, order: str, face: GameFace) -> None:
    assert asked(text, face) == [order]


def test_two_words_one_of_which_is_withdrawn_are_not_entered() -> None:
    assert (
        words("STERNEN, GARTENS. Halt, GARTENS streich bitte wieder, mir fällt noch was ein.") == []
    )


@pytest.mark.parametrize(
    "below",
    [
        *("falls ungültig: LEGE ERSTER", "sonst: ERSTER", "Ersatz: ERSTER"),
        *("Falls das ungültig ist, LEGE ERSTER", "if invalid: LAY ERSTER", "/ LEGE ERSTER"),
    ],
)
def test_an_order_for_want_of_the_one_above_is_its_alternate(below: str) -> None:
    assert asked(f"LEGE STREBE\n{below}") == ["STREBE", "ERSTER"]


@pytest.mark.parametrize("below", ["Sonst: alles gut bei euch?", "Else: nothing new."])
def test_what_is_no_order_is_none(below: str) -> None:
    assert asked(f"LEGE STREBE\n{below}") == ["STREBE"]


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("LEGE STREBE\nSo wollte ich anfangen. Tu ich aber nicht.", TISCH),
        ("LEGE STREBE\nMuss noch mal rechnen.", TISCH),
        ("NIMM H5\nTue ich nicht.", ABBAU),
        ("LAY STREBE\nThat was the plan. I'm not doing it.", TISCH),
    ],
)
def test_a_sentence_below_that_takes_an_order_away_leaves_it_in_doubt(
    text: str, face: GameFace
) -> None:
    assert asked(text, face) == []


def test_talk_below_an_order_leaves_it() -> None:
    assert asked("LEGE STREBE\nMuss jetzt die Katze füttern.") == ["STREBE"]
