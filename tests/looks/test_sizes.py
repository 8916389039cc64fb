"""Structure and sizes of a report that was really sent, and of one to a hundred."""

from email.message import EmailMessage

import pytest

from tests.looks.pages import report_to_hundred
from tests.looks.played import ROUNDS, Played
from tests.writing.composed import LANGUAGES

STRUCTURE = (
    "multipart/mixed",
    "multipart/alternative",
    "text/plain",
    "multipart/related",
    "text/html",
    "image/png",
)
"""Related inside alternative inside mixed, in the order of the parts; attachments follow."""


def kinds(mail: EmailMessage) -> list[str]:
    return [part.get_content_type() for part in mail.walk()]


def sizes(mail: EmailMessage) -> dict[str, int]:
    """Return the bytes of each kind of part, decoded, and of the mail without its PDF."""
    found = {"mail": len(mail.as_bytes())}
    for part in mail.walk():
        data = part.get_payload(decode=True)
        if isinstance(data, bytes):
            name = part.get_filename() or part.get_content_type()
            found[name] = len(data)
            if part.get_content_type() == "application/pdf":
                found["mail"] -= len(part.as_bytes())
    return found


def check(mail: EmailMessage, board: str) -> None:
    found = sizes(mail)

    assert tuple(kinds(mail)[: len(STRUCTURE)]) == STRUCTURE
    assert {"application/pdf", "text/calendar"} <= set(kinds(mail))
    assert {"text/csv", "application/zip"} & set(kinds(mail))
    assert found["mail"] <= 150_000
    assert found["text/html"] <= 90_000
    assert found[board] < 40_000


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_to_a_hundred_is_small(language: str) -> None:
    board = {"de": "Brett.png", "en": "board.png"}[language]

    check(report_to_hundred(language), board)


@pytest.mark.slow
def test_reports_that_were_sent_are_small(played: Played) -> None:
    for number in range(1, ROUNDS + 1):
        for each in played.reports(number):
            check(each.mail, "Brett.png")
