"""Questions that leave by mail, answered as people answer them (contract 5)."""

from datetime import datetime
from email.message import EmailMessage
from pathlib import Path

from tests.referee.rehearsal import ERIKA, FRED, MINUTE, MONDAY, game
from tests.tick.machines import Post, begun
from tests.tick.test_rings import lettered, mails_to


def written(machine: Post, text: str, sender: str, at: datetime, to: EmailMessage | None) -> None:
    """Let somebody write, under a mail of ours or of his own accord."""
    head = f"In-Reply-To: {to['Message-ID']}\n" if to is not None else ""
    subject = f"Re: {to['Subject']}" if to is not None else "Hallo"
    machine.arrives(text, sender, at, subject, head)
    machine.tick(at)


def asked_by_mail(machine: Post, text: str, sender: str, at: datetime) -> EmailMessage:
    """Return what we answer to a mail that somebody writes of his own accord."""
    machine.outbox.taken.clear()
    written(machine, text, sender, at, None)
    (mail,) = mails_to(machine, sender.partition("<")[2].rstrip(">"))
    return mail


def test_whatever_answers_a_mail_says_that_it_does(tmp_path: Path) -> None:
    """Contract 5: auto-replied; a report is auto-generated, whatever came before it."""
    machine = lettered(begun(tmp_path, game(keys='registration = "open"')))
    header = f"In-Reply-To: {machine.ids('Opening', 'gm@example.org')}\n"
    found = []
    machine.arrives("UMBENENNEN Max Mustermann = Max Meier", ERIKA, MONDAY, "Anweisung", header)
    machine.tick(MONDAY)
    (asks,) = mails_to(machine, "gm@example.org")
    written(machine, "JA", ERIKA, MONDAY + MINUTE, asks)
    found += [asks, *mails_to(machine, "gm@example.org")]
    written(machine, "JA bitte", ERIKA, MONDAY + 2 * MINUTE, asks)
    found += mails_to(machine, "gm@example.org")
    found.append(asked_by_mail(machine, "H8w RABEN", FRED, MONDAY + 3 * MINUTE))

    said = [(str(each["Subject"]), each["Auto-Submitted"]) for each in found]
    assert said == [
        ("[yerres R1] Bitte bestätigen", "auto-replied"),
        ("[yerres R1] Erledigt", "auto-replied"),
        ("[yerres R1] Schon beantwortet", "auto-replied"),
        ("[yerres R1] Willst du mitspielen?", "auto-replied"),
    ]
