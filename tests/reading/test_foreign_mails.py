"""Mails that others collected: none breaks the reader, and quotes are cut as Discourse does."""

import pytest

from tests.needs import need_shared
from tests.reading.mails import foreign_mails, read_mail, texts
from tests.reading.reply_text import reply_text

# Measured: 63 of 64. The one left (embedded_email_7) answers above and inside the quote; we show
# what stands above and keep the rest for `below`, so that no quoted move is ever shown as own.
TRIMMED_AT_LEAST = 63


def test_replies_are_trimmed_as_discourse_does() -> None:
    """Exactly, but for white space, on as many of the 64 as honest rules give."""
    folder = need_shared("corpora", "email_reply_trimmer")
    mails = sorted((folder / "emails").glob("*.txt"))

    right = [
        mail.name
        for mail in mails
        if reply_text(mail.read_text(encoding="utf-8")).split()
        == (folder / "trimmed" / mail.name).read_text(encoding="utf-8").split()
    ]

    assert len(mails) == 64
    assert len(right) >= TRIMMED_AT_LEAST


def test_no_foreign_mail_breaks_the_reader() -> None:
    need_shared("corpora")
    mails = foreign_mails()

    troubles = {mail.trouble for mail in map(read_mail, mails)}

    assert len(mails) > 150
    assert troubles <= {None, "empty", "too_large"}


YERRES = ["1-Zug-Scrabble Yerres", "Spieler=Max Mustermann"]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("017-outlook-auto-response-suppress", [*YERRES, "M9s BESEN"]),
        ("020-thunderbird-alte-zitatzeile", [*YERRES, "M9s NEUES", "/M7s BAUEN"]),
        ("037-k9-sb", ["K4 senkrecht: BEINE"]),
        ("041-outlook-urspruengliche", [*YERRES, "M9s BESEN"]),
        ("384-befehl-stand-outlook", ["STAND"]),
    ],
)  # fmt: skip
def test_only_the_persons_own_lines_are_left(name: str, lines: list[str]) -> None:
    path = need_shared("examples", "judge", "mails", f"{name}.eml")

    mail = read_mail(path.read_bytes())

    assert texts(mail.lines) == lines
    assert mail.below == ()
