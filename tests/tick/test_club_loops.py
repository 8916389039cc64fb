"""A program that answers the mails of a club, without a header that says so, is not answered for ever (RFC 3834)."""

from collections.abc import Callable
from pathlib import Path

import pytest

from mailref.referee.contents import AnswersItself
from mailref.referee.mails import Owed
from tests.referee.rehearsal import MINUTE, MONDAY
from tests.tick.machines import begun as begun_with
from tests.tick.test_club import ANNA, BEN, FRED, HOUR, PROVED, House, club, known
from tests.tick.test_rings import lettered, mails_to

GERD = "Gerd Neu <gerd@example.net>"
AGENTS = ["Ab", "Bo", "Cy", "Di", "Ed", "Fa", "Gu", "Hy", "Io", "Ja", "Ka", "Lu", "Mo"]
TURNS = len(AGENTS) - 1
"""More than the answers that a person gets who is not understood, and fewer than the mails of a day."""


def listed(house: House) -> tuple[Owed, str]:
    house.write("SPIELE", ANNA)
    return house.to("anna"), ANNA


def offered(house: House) -> tuple[Owed, str]:
    house.write("NEUES SPIEL classic mit Ben", ANNA)
    return house.to("ben"), BEN


def asked(house: House) -> tuple[Owed, str]:
    house.write("NEUES SPIEL classic mit Ben", ANNA, header="")
    return house.to("anna"), ANNA


def invited(house: House) -> tuple[Owed, str]:
    house.write("EINLADEN gerd@example.net", ANNA)
    return house.to("gerd"), GERD


def begun(house: House) -> tuple[Owed, str]:
    mail, who = offered(house)
    house.reply("JA", who, mail)
    return house.to("ben"), who


@pytest.mark.each_once
@pytest.mark.parametrize("begins", [listed, offered, asked, invited, begun])
@pytest.mark.parametrize(
    ("said", "most"),
    [
        ("Automatic note of 06:{turn}: somebody will call you about #{number}.", 1),
        ("Danke für Ihre Nachricht, Vorgang {number}. Wir melden uns.", 1),
        ("Yes, we got your mail {number}.", 8),
        ("Ich bin bis 5.1. im Urlaub und lese Ihre Mail danach.", 4),
    ],
)
def test_what_answers_each_mail_of_the_club_is_answered_a_few_times(
    tmp_path: Path, begins: Callable[[House], tuple[Owed, str]], said: str, most: int
) -> None:
    house = House(tmp_path)
    mail, who = begins(house)
    address = who.split("<")[1].strip(">")

    answered, is_told = 0, False
    for turn, agent in enumerate(AGENTS[:TURNS]):
        house.reply(said.format(number=4711 * turn, turn=10 + turn, agent=agent), who, mail)
        is_told |= any(isinstance(each, AnswersItself) for each in house.post.matters)
        mine = [each for each in house.owed if each.recipient == address]
        if mine:
            answered, mail = answered + 1, mine[-1]

    assert answered <= most
    assert is_told


TWO = "1-Zug-Scrabble Wurzen"


@pytest.mark.parametrize(
    "text",
    [
        "Do plurals count in the English game, and may I look words up?",
        "Ich wüsste gern, ob man dabei ein Wörterbuch benutzen darf, und wie lange ein Spiel dauert.",
    ],
)
def test_who_asks_the_same_again_in_a_mail_of_his_own_is_answered_again(
    tmp_path: Path, text: str
) -> None:
    """Our answer quotes him: his own words were taken for ours, and he for a program."""
    two = known().replace('"yerres"', '"wurzen"').replace("1-Zug-Scrabble Yerres", TWO)
    machine = lettered(begun_with(tmp_path, known(), two, club()))
    for hour in (1, 2):
        machine.arrives(text, ANNA, MONDAY + hour * HOUR, "Frage")
        machine.tick(MONDAY + hour * HOUR)
        assert len(mails_to(machine, "anna@example.org")) == 1, hour


def test_a_program_that_begins_anew_each_time_is_answered_once(tmp_path: Path) -> None:
    two = known().replace('"yerres"', '"wurzen"').replace("1-Zug-Scrabble Yerres", TWO)
    machine = lettered(begun_with(tmp_path, known(), two, club()))
    for hour in range(1, 9):
        text = f"We have got your mail, it has the number {hour}. Automatic message of our desk."
        machine.arrives(text, ANNA, MONDAY + hour * HOUR, f"Desk {hour}")
        machine.tick(MONDAY + hour * HOUR)
    assert len(mails_to(machine, "anna@example.org")) == 1


def test_who_is_not_understood_is_answered_each_time_and_again_when_he_is(tmp_path: Path) -> None:
    house = House(tmp_path)
    mail, who = listed(house)
    for text in (
        "Wie war das noch gleich mit den Partien?",
        "Kann mir da jemand weiterhelfen?",
        "Ich finde das verwirrend hier",
    ):
        house.reply(text, who, mail)
        assert [each for each in house.owed if each.recipient == "anna@example.org"], text

    assert house.write("SPIELE", ANNA) == ["anna ClubMail"]


@pytest.mark.parametrize("gap", [1, 5, 240])
def test_who_tries_numbers_of_offers_is_answered_each_time(tmp_path: Path, gap: int) -> None:
    """Numbers are no part of what a mail says; of an order they are all that it says."""
    house = House(tmp_path)
    for number in range(71, 80):
        house.now += gap * MINUTE
        assert house.write(f"ANGEBOT {number} ANNEHMEN", ANNA, subject="Angebot") == [
            "anna ClubMail"
        ], number
    assert not any(isinstance(each, AnswersItself) for each in house.post.matters)


def test_the_same_order_that_cannot_be_carried_out_is_not_answered_for_ever(tmp_path: Path) -> None:
    """The game master reads that it is an order, and which."""
    house = House(tmp_path)
    answers, matters = 0, []
    for minute in range(18):
        number = (71, 72)[minute % 2]
        told = house.write(f"ANGEBOT {number} ANNEHMEN", ANNA, subject="Angebot")
        answers += told == ["anna ClubMail"]
        matters += [each for each in house.post.matters if isinstance(each, AnswersItself)]
        house.now += 10 * MINUTE
    assert answers == 12
    assert [each.is_order for each in matters] == [True, True]
    assert house.write("ANGEBOT 73 ANNEHMEN", ANNA) == ["anna ClubMail"]


def test_orders_are_no_mails_that_nobody_can_read(tmp_path: Path) -> None:
    """What comes after them is answered as if they had not been."""
    house = House(tmp_path)
    for text in ("ANGEBOT 71 ANNEHMEN", "ANGEBOT 72 ANNEHMEN", "Hallo,"):
        assert "anna" in " ".join(house.write(text, ANNA, subject="")), text


@pytest.mark.parametrize("texts", [("", "?"), ("?", "?"), ("Hallo", "???")])
def test_a_mere_question_mark_is_answered(tmp_path: Path, texts: tuple[str, ...]) -> None:
    house = House(tmp_path)
    for text in texts:
        assert "anna" in " ".join(house.write(text, ANNA, subject="")), text


@pytest.mark.parametrize("understood", ["SPIELE", "NEUES SPIEL classic mit Ben", "HILFE"])
def test_what_is_understood_of_a_member_who_plays_nowhere_begins_his_count_anew(
    tmp_path: Path, understood: str
) -> None:
    """His first mail in his first game was taken for one of several in a row that cannot be read."""
    house = House(tmp_path, 'members = "open"')
    house.write("NEUES SPIEL classic gegen jeden", FRED, header=PROVED)
    in_vain = house.post.machine.journal.in_vain

    house.write("Kann mir da jemand weiterhelfen?", FRED, header=PROVED)
    assert len(in_vain.of("fred@example.net")) == 1

    house.write(understood, FRED, header=PROVED, subject="")
    assert in_vain.of("fred@example.net") == ()
