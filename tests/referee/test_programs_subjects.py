"""What a player writes under a subject of programs is his where it settles that (reading: robots, never answered)."""

import pytest

from mailref.orders.table import Command
from mailref.referee.policy import Outcome, Reason
from tests.referee.rehearsal import FRED, only, rehearse

MOVE = "H8w RABEN"


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Abwesenheitsnotiz", f"Ab Freitag bin ich im Urlaub, hier noch mein Zug: {MOVE}"),
        ("Automatische Antwort: [yerres R1] Zug", f"Meine Reha beginnt morgen, ich lege {MOVE}"),
        ("Out of office", f"I'm off to Wales tomorrow, so here is my move: {MOVE}"),
        ("Réponse automatique : coup", f"Je pars demain, voici mon coup : {MOVE}"),
        ("Gelesen: Zug", f"Gelesen, danke, und mein Zug: {MOVE}"),
    ],
)
def test_a_move_within_a_sentence_counts_under_a_programs_subject(subject: str, text: str) -> None:
    found = only(rehearse().considers(text, subject=subject))

    assert (found.outcome, found.reason) == (Outcome.ACCEPTED, None)


@pytest.mark.parametrize(
    ("subject", "text", "command"),
    [
        ("Abwesenheitsnotiz", "URLAUB 5.12. - 20.12.", Command.AWAY),
        ("Out of office", "VACATION 5 Dec - 20 Dec\n\nMax", Command.AWAY),
        ("Urlaub", "Hallo Erika,\n\nich bin vom 5.12. bis 20.12. im Urlaub.\n\nLG Max", Command.AWAY),
        ("Urlaub", "Ich bin ab morgen im Urlaub. Bitte melde mich ab.", None),
        ("Urlaub", "Ich bin vom 5.12. bis 20.12. im Urlaub. Ich ziehe meinen Zug zurück.", None),
        ("Abwesenheitsnotiz", "Liebe Erika, das war mein Autoresponder, verzeih!", None),
        ("Vacation", "Dear Erika,\nI shall send my move from the hotel.\nMax", None),
        ("Empfangsbestätigung", "Habe ich meinen Zug noch rechtzeitig geschickt?", None),
        ("Gelesen: Zug", "Danke. Darf ich noch einen Ersatzzug schicken?", None),
    ],
)  # fmt: skip
def test_an_order_a_question_or_a_letter_is_a_persons_under_a_programs_subject(
    subject: str, text: str, command: Command | None
) -> None:
    considered = rehearse().considers(text, subject=subject)

    assert all(each.outcome is not Outcome.IGNORED for each in considered.entries)
    assert command is None or command in considered.commands


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("Automatische Antwort: Zug", "Ich bin vom 5. bis 20.12. im Urlaub."),
        ("Automatische Antwort: Zug", "Hallo,\nvom 5.12. bis 20.12. bin ich im Urlaub.\nMax"),
        ("Abwesenheitsnotiz", "Bis 14.12. nicht da, am 15.12. wieder da. In dringenden Fällen hilft FRAU KRAUSE."),
        ("Urlaub", "Ich bin vom 5.12. bis 20.12. im Urlaub."),
        ("Urlaub: [yerres R1] Zug", "Hallo Max Mustermann, ich melde mich nach dem Urlaub."),
        ("Automatic reply: Zug", "Hello, I am on leave. For help call 4711. Is it urgent? Then write to my colleague."),
        ("Automatic reply: Zug", "Dear Erika, this is an automated reply. I am on leave until Monday."),
        ("Gelesen: Zug", "Ihre Nachricht an Max wurde am 1.12.2026 um 10:00 gelesen."),
        ("Urlaub: [yerres R1] Zug", f"Ich bin im Urlaub.\n\n> {MOVE}"),
    ],
)  # fmt: skip
def test_a_programs_note_stays_one(subject: str, text: str) -> None:
    """Days of absence in words, a greeting that names nobody here, and what it calls urgent say no more."""
    found = only(rehearse().considers(text, subject=subject))

    assert (found.outcome, found.reason) == (Outcome.IGNORED, Reason.AUTO_REPLY)


def test_a_strangers_note_is_no_letter() -> None:
    found = only(rehearse().considers("Liebe Erika, ich bin im Urlaub.", FRED, subject="Urlaub"))

    assert found.outcome is Outcome.IGNORED
