"""A mail in which somebody writes for another who plays, or tells him what to do (rules 8)."""

import pytest

from mailref.orders.entries import GameFace
from mailref.reading.incoming_mail import Attention
from tests.games.bingo.test_reading import HERBST, TWO, said
from tests.orders.test_insight import ABBAU, PEOPLE, TISCH, asked
from tests.reading.reading import READER, YERRES
from tests.writing.builders import mail


def words(text: str) -> list[tuple[str, ...]]:
    """Return the words of Scrabble-Bingo that a mail of Anna Wirth enters beyond doubt."""
    reading = READER.read_mail(mail(text), (HERBST,), HERBST, Attention(), people=PEOPLE)
    sure = [each for each in reading.entries if each.ambiguity is None and not each.ambiguous_line]
    return [found for found, _ in said(type(reading)(tuple(sure), ()))]


@pytest.mark.parametrize(
    "text",
    [
        "Please enter STERNEN and GARTENS for Nils, he is ill.",
        "Trag für Nils bitte STERNEN und GARTENS ein, der liegt mit Grippe im Bett.",
        "STERNEN, GARTENS\n(schreibe ich für Nils, er ist krank)",
        "STERNEN, GARTENS\nDas schreibe ich für meine Frau.",
        "1. STERNEN\n2. GARTENS\nI'm writing this for my wife.",
        "Nils, nimm doch STERNEN und GARTENS!",
        "Why not try STERNEN and GARTENS, Nils?",
        "Nils, how about STERNEN and GARTENS",
    ],
)
def test_words_for_another_or_advice_to_him_are_asked_about(text: str) -> None:
    assert words(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Please enter STERNEN and GARTENS for me.",
        "Trag für mich bitte STERNEN und GARTENS ein.",
        "Ruth, nimm bitte STERNEN und GARTENS.",
        "STERNEN, GARTENS\n(für die Dezemberrunde)",
        "STERNEN, GARTENS. Das wird schwer für Nils!",
    ],
)
def test_words_of_his_own_are_entered_whoever_is_named_beside_them(text: str) -> None:
    assert words(text) == [TWO]


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("NIMM 3\n(für Nils, er ist krank)", TISCH),
        ("NIMM 3 (für Nils, er ist krank)", TISCH),
        ("Nils, nimm 3!", TISCH),
        ("LEGE BESSER\nund zwar für Nils, der ist krank", TISCH),
        ("NIMM H5\n(schreibe ich für Nils)", ABBAU),
    ],
)
def test_an_order_for_another_is_asked_about(text: str, face: GameFace) -> None:
    assert asked(text, face) == []


@pytest.mark.parametrize(
    ("below", "is_his"),
    [
        ("(schreibe ich für Nils, er ist krank)", False),
        ("Das schreibe ich für Nils, er ist krank.", False),
        ("(für Nils, der ist im Urlaub)", False),
        ("Für Nils noch alles Gute zum Geburtstag!", True),
        ("Schöne Grüße auch an Nils.", True),
    ],
)
def test_a_play_for_another_is_asked_about(below: str, *, is_his: bool) -> None:
    (entry,) = READER.read_mail(
        mail(f"J7s OBHUT\n{below}"), (YERRES,), YERRES, Attention(), people=PEOPLE
    ).entries

    assert (entry.ambiguity is None) is is_his
