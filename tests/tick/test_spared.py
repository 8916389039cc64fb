"""A program that answers our answers, without a header that says so, is not answered for ever."""

from datetime import timedelta
from pathlib import Path

import pytest

from mailref.referee.contents import EntryAnswer, MailAnswer
from mailref.referee.notices import AnswersItself, PassedOn
from tests.referee.rehearsal import DAY, MINUTE, MONDAY
from tests.tick.machines import Post, begun

SECOND = timedelta(seconds=1)
NOTE = "Danke für Ihre Nachricht vom {}. Dezember 2026, Vorgang {}. Wir melden uns."


def in_vain(machine: Post) -> list[int]:
    """Return, for each answer, how many mails before it were in vain."""
    contents = [o.content for o in machine.letters.ever]
    return [each.in_vain for each in contents if isinstance(each, EntryAnswer | MailAnswer)]


@pytest.mark.slow
def test_what_repeats_the_mail_before_but_for_dates_and_numbers_is_answered_once(
    tmp_path: Path,
) -> None:
    machine = begun(tmp_path)
    for hour in range(60):
        now = MONDAY + hour * 60 * MINUTE
        machine.arrives(NOTE.format(hour % 28 + 1, 4711 + hour), at=now)
        machine.tick(now)

    assert machine.left().count("max EntryAnswer") == 1
    assert [type(each) for each in machine.matters].count(PassedOn) == 1
    (hint,) = [each for each in machine.matters if isinstance(each, AnswersItself)]
    assert hint.sender == "max@example.org"


def test_what_comes_at_once_after_our_answer_is_answered_once(tmp_path: Path) -> None:
    """Each time it says something else, as a program that quotes us without signs."""
    machine = begun(tmp_path)
    now = MONDAY
    for word in ("eins", "zwei", "drei", "vier", "fünf", "sechs"):
        machine.arrives(f"Hier ist die Zentrale, Anliegen {word}.", at=now)
        machine.tick(now + SECOND)
        now += 20 * SECOND

    assert machine.left().count("max EntryAnswer") == 2
    assert [type(each) for each in machine.matters].count(AnswersItself) == 1


def test_a_person_who_tries_again_is_answered_and_sent_to_the_game_master_from_the_third_on(
    tmp_path: Path,
) -> None:
    machine = begun(tmp_path)
    for number, word in enumerate(("Raben", "Rabe", "Rab", "Ra")):
        now = MONDAY + 5 * number * MINUTE
        machine.arrives(f"Ich lege mal {word} dahin.", at=now)
        machine.tick(now + SECOND)

    assert machine.left().count("max EntryAnswer") == 4
    assert in_vain(machine) == [0, 1, 2, 3]
    assert [type(each) for each in machine.matters] == [PassedOn] * 4


@pytest.mark.parametrize("body", ["H8w RABEN", "STAND"])
def test_what_can_be_read_is_answered_however_often_and_begins_anew(
    tmp_path: Path, body: str
) -> None:
    machine = begun(tmp_path)
    machine.arrives("Guten Tag allerseits", at=MONDAY)
    machine.tick(MONDAY)
    for second in range(1, 5):
        machine.arrives(body, at=MONDAY + second * SECOND)
        machine.tick(MONDAY + second * SECOND)
    machine.left()
    machine.arrives("Guten Tag allerseits", at=MONDAY + DAY)
    machine.tick(MONDAY + DAY)

    assert "max EntryAnswer" in machine.left()
    assert in_vain(machine)[-1] == 0
