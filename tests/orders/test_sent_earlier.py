"""A move that was sent before, and the one that takes its place, in one mail (rules 8)."""

import pytest

from mailref.orders.entries import GameFace
from mailref.orders.read_entries import OneMail
from mailref.orders.table import Command
from mailref.reading.incoming_mail import Attention
from tests.orders.test_known_words import FULDA, booked
from tests.reading.reading import READER, YERRES
from tests.writing.builders import mail

HERE = "H8w RABEN"
"""What is laid; `H8s BASEN` was sent before."""


@pytest.mark.parametrize("face", [YERRES, FULDA])
@pytest.mark.parametrize(
    "text",
    [
        "Gestern Abend hatte ich Ihnen H8s BASEN geschickt. Bitte ersetzen Sie das durch {}.",
        "Vorhin habe ich H8s BASEN gemeldet. Bitte tauschen Sie das gegen {} aus.",
        "Mein Zug von gestern war H8s BASEN. Bitte ersetzen durch {}.",
        "In meiner Mail von gestern stand H8s BASEN. Gemeint war {}.",
        "Yesterday I sent you H8s BASEN. Please replace it with {}.",
        "Earlier I sent H8s BASEN. Now I'd like to play {} instead.",
        "Hier soir je vous ai envoyé H8s BASEN. Remplacez-le par {}.",
    ],
)
def test_what_takes_the_place_of_a_move_sent_earlier_is_the_move(text: str, face: GameFace) -> None:
    assert booked(text.format(HERE), face) == ["RABEN"]


@pytest.mark.parametrize(
    "text",
    [
        "Gestern hatte ich H8s BASEN geschickt. Stattdessen hätte ich {} legen sollen.",
        "Gestern hatte ich H8s BASEN geschickt. Jetzt möchte ich nicht {} legen.",
        "Gestern hatte ich H8s BASEN geschickt. Bitte ersetzen Sie das durch {}, wenn Jonas Ja sagt.",
        "Gestern hatte ich H8s BASEN geschickt. Gemeint war {} für Runde 6.",
        "Yesterday I sent you H8s BASEN. Should I replace it with {}?",
    ],
)
def test_on_a_condition_or_denied_it_is_asked_about(text: str) -> None:
    assert booked(text.format(HERE), YERRES) == []


def test_an_order_behind_the_move_sent_earlier_is_not_lost() -> None:
    text = f"Gestern hatte ich H8s BASEN geschickt, und bitte keine Erinnerungen mehr. Bitte ersetzen durch {HERE}."

    read = OneMail(READER, (YERRES,), YERRES, Attention()).read_mail(mail(text))

    assert booked(text, YERRES) == ["RABEN"]
    assert read.commands == (Command.REMINDER_OFF,)


@pytest.mark.parametrize(
    ("behind", "orders"),
    [
        ("bitte streichen", ()),
        ("please cancel that", ()),
        ("please cancel that and stop the reminders", (Command.REMINDER_OFF,)),
        ("please cancel, no reminders", (Command.REMINDER_OFF,)),
    ],
)
def test_who_takes_it_back_in_that_sentence_says_no_more(
    behind: str, orders: tuple[Command, ...]
) -> None:
    text = f"Vorhin habe ich H8s BASEN geschickt, {behind}. Stattdessen: {HERE}."

    read = OneMail(READER, (YERRES,), YERRES, Attention()).read_mail(mail(text))

    assert booked(text, YERRES) == ([] if orders else ["RABEN"])
    assert read.commands in {(), orders}


@pytest.mark.parametrize("face", [YERRES, FULDA])
@pytest.mark.parametrize(
    "text",
    [
        "{}, 20 Punkte. Heute Mittag hatte ich noch H8s BASEN geschickt, das gilt nicht mehr.",
        "Heute Mittag hatte ich noch H8s BASEN geschickt, das gilt nicht mehr.\n{}",
        "Gestern hatte ich H8s BASeN geschickt. Bitte ersetzen Sie das durch {}.",
    ],
)
def test_a_move_sent_earlier_that_is_void_stands_beside_none(text: str, face: GameFace) -> None:
    assert booked(text.format(HERE), face) == ["RABEN"]


def test_marks_in_the_word_that_takes_its_place_keep_it_apart_from_that_sent_before() -> None:
    before = "Lieber Herr Leiter, ich hatte Ihnen heute H8s BASEN geschickt."

    text = f"{before} Bitte nehmen Sie stattdessen H8w RA*BEN (das B ist der Joker)."

    assert booked(text, YERRES) == ["RABEN"]
