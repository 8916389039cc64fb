"""What a player typed, as a mail of one client or another, the report quoted above, below or round it."""

from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage

from mailref.demo.players import CLIENTS, Draft, Writer

AT = datetime(2026, 12, 1, 11, 0, tzinfo=UTC)
# Worse than any report of ours, which holds no readable move: as people quote those of other programs.
REPORT = """{title}, Auswertung der letzten Runde

Gelegt: A12w NASE (Günter Köster), Joker auf A12

Günter Köster     A12w  NASE     12
Paul Probst       M7s   BASEN    34
Renate Lang       H4 – H8: BEINE  20

ZAT: Freitag, 11. Dezember 2026, 20:00 Uhr MEZ

Vorlage zum Kopieren:

{title}
Spieler={name}
 M7s BASEN
/M9s BESEN

Viel Erfolg!
"""
ATTRIBUTION = "Am 20.11.26 um 21:05 schrieb Scrabble <referee@example.org>:"

Wrap = Callable[[Writer, str, str, str], bytes]
"""Writer, what he typed, the game's title and tag to the bytes of a mail."""


def _report(title: str, tag: str, name: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = "Scrabble <referee@example.org>"
    mail["Subject"] = f"[{tag}] Auswertung"
    mail["Message-ID"] = "<outbox.12.9f1c@example.org>"
    mail.set_content(REPORT.format(title=title, name=name), cte="8bit")
    return mail


def _by(index: int) -> Wrap:
    def wrap(writer: Writer, typed: str, title: str, tag: str) -> bytes:
        report = _report(title, tag, writer.name)
        draft = Draft(writer, "referee@example.org", typed, AT, index, report)
        return CLIENTS[index](draft).as_bytes()

    return wrap


def _plain(writer: Writer, body: str, tag: str) -> bytes:
    mail = EmailMessage()
    mail["From"] = f"{writer.name} <{writer.address}>"
    mail["To"] = "Scrabble <referee@example.org>"
    mail["Subject"] = f"Re: [{tag}] Auswertung"
    mail["Message-ID"] = "<zug.1@example.org>"
    mail.set_content(body, cte="8bit")
    return mail.as_bytes()


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def below(writer: Writer, typed: str, title: str, tag: str) -> bytes:
    """Answer below the quote."""
    report = _quoted(REPORT.format(title=title, name=writer.name))
    return _plain(writer, f"{ATTRIBUTION}\n{report}\n\n{typed}", tag)


def inside(writer: Writer, typed: str, title: str, tag: str) -> bytes:
    """Answer inside the quote, where the template stood."""
    head, _, _ = REPORT.format(title=title, name=writer.name).partition("Vorlage")
    return _plain(
        writer, f"{ATTRIBUTION}\n{_quoted(head)}\n\n{typed}\n\n> Viel Erfolg!\n> Erika\n", tag
    )


def greeted(writer: Writer, typed: str, title: str, tag: str) -> bytes:
    """Prose before and after, a signature without its blank."""
    report = _quoted(REPORT.format(title=title, name=writer.name))
    body = (
        f"Hallo Erika,\n\nhier mein Zug, der A4-Zettel liegt im H8:\n\n{typed}\n\n"
        f"Viele Grüße\n{writer.name}\n--\nTel. 030/98 05 65 8\n\n{ATTRIBUTION}\n{report}\n"
    )
    return _plain(writer, body, tag)


WRAPS: dict[str, Wrap] = {
    **{client.__name__: _by(index) for index, client in enumerate(CLIENTS)},
    "below": below,
    "inside": inside,
    "greeted": greeted,
}
