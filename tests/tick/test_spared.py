"""A program that answers our answers, without a header that says so, is not answered for ever."""

from datetime import timedelta
from pathlib import Path

import pytest

from mailref.games.rounds.contents import EntryAnswer
from mailref.reading.quotes import OUR_MARKER
from mailref.referee.contents import AnswersItself, MailAnswer, PassedOn
from tests.referee.rehearsal import DAY, ERIKA, MAX, MINUTE, MONDAY
from tests.tick.machines import Post, begun
from tests.tick.test_rings import lettered, mails_to, text_of
from tests.writing.composed import body

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


def test_what_says_something_else_each_time_is_answered_however_soon_it_comes(
    tmp_path: Path,
) -> None:
    machine = begun(tmp_path)
    now = MONDAY
    for text in (
        "wie geht es deinem Knie?",
        "wann ist der nächste Termin?",
        "Ich verstehe das mit dem Joker nicht",
        "wann ist der nächste Termin?",
        "ich lege zehn dahin, wo das H liegt",
    ):
        machine.arrives(text, at=now)
        machine.tick(now + SECOND)
        now += 20 * SECOND

    assert machine.left().count("max EntryAnswer") == 5
    assert in_vain(machine) == [0, 1, 2, 3, 4]
    assert [type(each) for each in machine.matters] == [PassedOn] * 5


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "body",
    [
        "Ich lege ZEHN, das H liegt schon da: F7 waagerecht",
        "Mein Vorschlag wäre irgendwas um H8 herum.",
        "ich lege zehn dahin, wo das H liegt",
        "Bei mir: ZEHN, das H liegt da",
        "Wort: zehn",
        "kann man da noch EINSPRUCH erheben",
        "ZEHN!",
    ],
)
def test_what_may_be_a_square_a_word_or_an_order_is_answered_also_when_it_comes_again(
    tmp_path: Path, body: str
) -> None:
    machine = begun(tmp_path)
    for second in range(1, 6):
        machine.arrives(body, at=MONDAY + second * SECOND)
        machine.tick(MONDAY + second * SECOND)

    assert machine.left().count("max EntryAnswer") == 5
    assert [type(each) for each in machine.matters].count(AnswersItself) == 0


def test_what_comes_again_by_turns_is_answered_twice_each(tmp_path: Path) -> None:
    """A list brings the answers of two programs."""
    machine = begun(tmp_path)
    for number in range(8):
        now = MONDAY + number * MINUTE
        machine.arrives(("Guten Tag allerseits", NOTE.format(3, number))[number % 2], at=now)
        machine.tick(now + SECOND)

    assert machine.left().count("max EntryAnswer") == 4
    assert [type(each) for each in machine.matters].count(AnswersItself) == 1


def test_the_game_master_is_told_all_that_nobody_could_read(tmp_path: Path) -> None:
    machine = lettered(begun(tmp_path))
    text = "\n".join(f"Zeile {number}: Es war einmal ein Knie." for number in range(100))
    machine.arrives(f"{text}\nBis bald", at=MONDAY)
    machine.tick(MONDAY + SECOND)

    (mail,) = mails_to(machine, "gm@example.org")
    assert "Zeile 99: Es war einmal ein Knie.\n| Bis bald\n" in body(mail, "plain")


@pytest.mark.parametrize(
    "note", ["Ich bin zurzeit nicht erreichbar. Sie schrieben:", "Guten Tag, Sie schrieben:"]
)
@pytest.mark.parametrize("indent", ["", "\t"])
def test_who_gives_our_mails_back_without_their_marker_line_is_answered_once(
    tmp_path: Path, note: str, indent: str
) -> None:
    machine = lettered(begun(tmp_path))
    machine.arrives("Wie geht es Ihnen?", at=MONDAY)
    answered = 0
    for minute in range(5):
        now = MONDAY + minute * MINUTE
        machine.tick(now)
        for mail in mails_to(machine, "max@example.org"):
            answered += 1
            lines = text_of(mail).splitlines()
            ours = (f"{indent}{line}" for line in lines if not OUR_MARKER.match(line))
            machine.arrives("\n".join((note, "", *ours)), at=now, subject=f"Re: {mail['Subject']}")

    assert answered == 2  # to the question, and to the first note


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Ich bin vom 10. bis 20. Dezember im Urlaub.", 1),
        ("I am on vacation from 10 to 20 December.", 1),
        ("URLAUB 10.12. - 20.12.", 4),
    ],
)
def test_an_absence_in_words_is_answered_once_in_a_row(
    tmp_path: Path, text: str, answers: int
) -> None:
    """It was answered twice: when it was noted, and when it came again."""
    machine = begun(tmp_path)
    for minute in range(4):
        machine.arrives(text, at=MONDAY + minute * MINUTE)
        machine.tick(MONDAY + minute * MINUTE)

    assert len([each for each in machine.left() if each.startswith("max")]) == answers


def test_the_game_master_who_orders_in_a_sentence_is_answered_each_time(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    for second in range(1, 6):
        machine.arrives("Ok, Freigeben", ERIKA, MONDAY + second * SECOND)
        machine.tick(MONDAY + second * SECOND)

    assert machine.left().count("gm EntryAnswer") == 5
    assert machine.matters == []


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


@pytest.mark.sampled(6)
@pytest.mark.parametrize("sender", [MAX, ERIKA], ids=["player", "game master"])
@pytest.mark.parametrize(
    "body",
    [
        "Ja",
        "nein danke",
        "Ja, so wie gestern besprochen wird es gemacht, und zwar von allen.",
        "No, not like that at all, we talked about it in the pub yesterday.",
        "Non, pas comme ça, on en a parlé hier avec tous les autres du club.",
        "versteh ich nicht",
        "Hallo Schiri,\n\nwie immer\n\nViele Grüße\nMax",
        "Wann ist denn der nächste ZAT, und bis wann muss der Zug bei dir sein?",
        "Hast du meine Nachricht von gestern erhalten?",
    ],
)
def test_a_person_who_says_the_same_again_is_answered_each_time(
    tmp_path: Path, body: str, sender: str
) -> None:
    machine = begun(tmp_path)
    for number in range(5):
        machine.arrives(body, sender, MONDAY + number * MINUTE)
        machine.tick(MONDAY + number * MINUTE)

    to_him = "max " if sender == MAX else "gm "
    answers = [
        each
        for each in machine.left()
        if each.endswith(("EntryAnswer", "MailAnswer")) or each == f"{to_him}Notice"
    ]
    assert len(answers) == 5
    assert [each for each in machine.matters if isinstance(each, AnswersItself)] == []


def test_a_ruling_of_the_game_master_that_comes_again_is_answered_each_time(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    for minute in range(5):
        at = MONDAY + minute * MINUTE
        machine.arrives(
            "Wie gesagt, für mich und für uns alle: Das lasse ich nicht gelten.", ERIKA, at
        )
        machine.tick(at)

    assert len([each for each in machine.left() if each.startswith("gm ")]) == 5
    assert [each for each in machine.matters if isinstance(each, AnswersItself)] == []


def test_a_sentence_that_comes_twice_is_answered_twice(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    for hour in range(8):
        now = MONDAY + hour * 60 * MINUTE
        machine.arrives("Gestern war bei uns im Garten ein ganzer Schwarm zu sehen.", at=now)
        machine.tick(now)

    assert machine.left().count("max EntryAnswer") == 2


def test_a_program_that_says_yes_for_ever_is_answered_six_times(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    for hour in range(18):
        now = MONDAY + hour * 60 * MINUTE
        machine.arrives("Ja. Ihr Paket liegt bereit, Sie können es in der Filiale abholen.", at=now)
        machine.tick(now)

    assert machine.left().count("max EntryAnswer") == 6
    assert [type(each) for each in machine.matters].count(AnswersItself) == 1


QUOTED = "Am 7. Dezember schrieb Scrabble <referee@example.org>:\n> Deine Buchstaben:\n\n{}"


def test_what_is_written_below_the_quote_is_told_apart(tmp_path: Path) -> None:
    """Above the quote there is nothing: by the subject alone the second mail would be the first."""
    machine = begun(tmp_path)
    for minute, text in enumerate(("Was soll ich denn jetzt tun", "Nun bin ich aber gespannt")):
        machine.arrives(QUOTED.format(text), at=MONDAY + minute * MINUTE, subject="Re: Auslosung")
        machine.tick(MONDAY + minute * MINUTE)

    assert machine.left().count("max EntryAnswer") == 2


@pytest.mark.parametrize(
    "note",
    [
        "Thank you for your message of 4 December, ticket 4711. We will get back to you.",
        "Merci pour votre message du 4 décembre. Nous reviendrons vers vous.",
        "Eine Kollegin sieht automatisch nach, was zu tun ist.",
        "I am out of office.",
        "Je suis en vacances.",
        "Guten Tag allerseits",
    ],
)
def test_a_note_of_a_program_is_answered_once(tmp_path: Path, note: str) -> None:
    machine = begun(tmp_path)
    for hour in range(8):
        machine.arrives(note, at=MONDAY + hour * 60 * MINUTE)
        machine.tick(MONDAY + hour * 60 * MINUTE)

    assert machine.left().count("max EntryAnswer") == 1
