"""Robots without a telling header field: subjects, daemons, complaints (contract 3, mail 3)."""

import pytest

from mailref.reading.incoming_mail import IncomingMail, Robot
from tests.reading.mails import read_mail

AWAY = "Ich bin bis 14. Dezember nicht da.\n"


def received(subject: str, text: str = AWAY, sender: str = "max@example.org") -> IncomingMail:
    head = f"From: {sender}\nSubject: {subject}\nMessage-ID: <1@example.org>\n"
    return read_mail(f"{head}Content-Type: text/plain; charset=utf-8\n\n{text}".encode())


@pytest.mark.parametrize(
    "subject",
    [
        "Abwesenheitsnotiz",
        "Abwesenheitsnotiz [yerres R4] Auswertung Runde 4",
        "Automatische Rückmeldung: Zug",
        "[Autoreply] Zug",
        "*** Automatic response ***",
        "Risposta automatica: [yerres R4]",
        "Respuesta automática: Zug",
        "Réponse automatique : Zug",
        "REPONSE AUTOMATIQUE Zug",
        "Afwezig: Zug",
        "Automatisch antwoord: Zug",
        "Autosvar: Zug",
        "Autoodpowiedź: Zug",
        "Autoodpowiedz Zug",
        "Automatická odpověď: Zug",
        "Automatikus válasz: Zug",
        "Automaattinen vastaus: Zug",
        "Αυτόματη απάντηση: Zug",
        "Автоматический ответ: Zug",
        "Otomatik yanıt: Zug",
        "Empfangsbestätigung",
        "Gelesen: [yerres R4] Auswertung Runde 4",
        "Nicht gelesen: Zug",
        "Read: Zug",
        "Lu : Zug",
        "Przeczytano: Zug",
    ],
)
def test_the_subject_of_a_program_is_known_in_many_languages(subject: str) -> None:
    mail = received(subject)

    assert mail.robot is Robot.AUTO_REPLY
    assert mail.is_robot_by_subject


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Abwesenheitsnotiz", "H8w BESEN\n"),
        ("Automatische Antwort: Zug", "H8w BESEN\n"),
        ("Gelesen: [yerres R4] Auswertung Runde 4", "Danke!\n\nH8w BESEN\n\n> M9s BASEN\n"),
        ("Afwezig", "STAND\n"),
        ("Urlaub: [yerres R4] Zug", "Vorher noch etwas ab R17.\n"),
        ("Urlaub: [yerres R4] Zug", "Vorher noch etwas ab G4v.\n"),
        ("Empfangsbestätigung", "ABMELDEN\n"),
        ("Re: Abwesenheitsnotiz", AWAY),
        ("AW: Automatische Antwort: Zug", AWAY),
        ("Gelesen und verstanden", AWAY),
        ("Read me", AWAY),
        ("Lust auf Scrabble: Zug", AWAY),
        ("Abwesenheitsnotizen im Zine", AWAY),
    ],
)
def test_a_person_who_writes_a_move_a_command_or_such_a_word_is_read(
    subject: str, text: str
) -> None:
    """The sender's own text with a move or a command is a person's, whatever the subject says."""
    mail = received(subject, text)

    assert mail.robot is None
    assert not mail.is_robot_by_subject


@pytest.mark.parametrize(
    "tag", ["yerres R4", "kiel Z12", "bath T12", "kiel Ende", "kiel End", "mailref"]
)
def test_a_subject_that_a_person_may_write_is_a_programs_before_our_tag(tag: str) -> None:
    mail = received(f"Urlaub: [{tag}] Du bist am Zug", "Ich melde mich bald.\n")

    assert mail.robot is Robot.AUTO_REPLY


ON_HOLIDAY = "Ich bin vom 1.12. bis zum 8. Dezember im Urlaub.\n"


@pytest.mark.parametrize(
    ("subject", "more", "is_person"),
    [
        ("Urlaub", "User-Agent: Mozilla Thunderbird\n", True),
        ("Abwesend", "X-Mailer: iPhone Mail (21F90)\n", True),
        ("Out of office", "X-Mailer: Microsoft Outlook 16.0\n", True),
        ("Urlaub", "", False),
        ("Urlaub", "X-Mailer: Autoresponder 2.1\n", False),
        ("Urlaub", "User-Agent: Mozilla Thunderbird\nIn-Reply-To: <a@example.org>\n", False),
        ("Urlaub: [kiel Z12] Zug", "User-Agent: Mozilla Thunderbird\n", False),
        ("Abwesenheitsnotiz", "User-Agent: Mozilla Thunderbird\n", False),
    ],
)
def test_who_writes_anew_that_he_is_away_is_a_person(
    subject: str, more: str, *, is_person: bool
) -> None:
    """Nobody would tell him that his holiday was not noted."""
    head = f"From: max@example.org\nSubject: {subject}\nMessage-ID: <1@example.org>\n{more}"
    mail = read_mail(f"{head}Content-Type: text/plain; charset=utf-8\n\n{ON_HOLIDAY}".encode())

    assert (mail.robot is None) is is_person


def test_a_move_in_a_quote_makes_no_person_of_a_program() -> None:
    mail = received("Autosvar: [yerres R4]", "Jeg er ikke til stede.\n\n> H8w BESEN\n> STAND\n")

    assert mail.robot is Robot.AUTO_REPLY


@pytest.mark.parametrize(
    "sender",
    [
        "ndr@example.net",
        "post_master@example.net",
        "Mail Delivery Subsystem <MAILER-DAEMON>",
        "MAILER-DAEMON (Mail Delivery System)",
        "mailer_daemon@example.net",
    ],
)
def test_a_daemon_is_no_person(sender: str) -> None:
    assert received("Zug", "H8w BESEN\n", sender).robot is Robot.AUTO_REPLY


def test_a_complaint_is_a_report_of_a_program_whatever_holds_it() -> None:
    """RFC 5965; some mailbox providers leave out `report-type`."""
    fields = "From: fbl@example.net\nSubject: complaint\n"
    parts = (
        "--b\nContent-Type: text/plain\n\nH8w BESEN\n"
        "--b\nContent-Type: message/feedback-report\n\nFeedback-Type: abuse\n--b--\n"
    )
    data = f"{fields}Content-Type: multipart/mixed; boundary=b\n\n{parts}".encode()

    assert read_mail(data).robot is Robot.AUTO_REPLY


NOTES = [
    "Danke für deine Mail! Ich bin bis 6.1. im Urlaub.\n(Dies ist eine automatische Antwort)\n",
    "Thanks for your email. I'm currently on vacation and will reply when I return.\nThis is an automated response.\n",
    "Je suis en vacances jusqu'au 6 janvier.\nCeci est une réponse automatique.\n",
]


@pytest.mark.parametrize("text", NOTES)
def test_who_is_away_and_says_that_a_program_writes_is_none(text: str) -> None:
    assert received("Re: [kiel T1] Du bist am Zug", text).robot is Robot.AUTO_REPLY


@pytest.mark.parametrize(
    "text",
    [
        *(f"{text}\nH8 BESEN\n" for text in NOTES),
        "Ich bin bis 6.1. im Urlaub, kann ich vorher noch ziehen?\n",
        "My company adds this to each mail: this is an automated response. Sorry!\n",
    ],
)
def test_a_move_or_one_of_both_signs_alone_makes_nobody_a_program(text: str) -> None:
    assert received("Re: [kiel T1] Du bist am Zug", text).robot is None


CALENDAR = """From: max@example.org
Subject: Accepted: Deadline
Message-ID: <1@example.org>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=utf-8

{text}
--b
Content-Type: text/calendar; charset=utf-8; method={method}

BEGIN:VCALENDAR
END:VCALENDAR
--b--
"""


@pytest.mark.parametrize(
    ("text", "method", "is_robot"),
    [
        ("Max has accepted this invitation.", "REPLY", True),
        ("H8 BESEN", "REPLY", False),
        ("Shall we meet?", "REQUEST", False),
    ],
)
def test_what_a_calendar_answers_by_itself_gets_no_answer(
    text: str, method: str, is_robot: bool
) -> None:
    mail = read_mail(CALENDAR.format(text=text, method=method).encode())
    assert (mail.robot is Robot.AUTO_REPLY) == is_robot
