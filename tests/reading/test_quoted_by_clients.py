"""Our mails quoted by the programs of players: nothing counts from a quote, and nothing is lost beside one."""

import random
from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from textwrap import wrap

import pytest

from mailref.office import entry_reader
from mailref.orders.entries import Entry, GameFace
from mailref.reading.read_mail import read
from tests.effort import Tried, fewer, sample
from tests.reading.mails import POLICY, mail_of
from tests.tiles.variants import ONE
from tests.writing.composed import LANGUAGES, body, message
from tests.writing.samples import ALL

FACE = GameFace("yerres", "1-Zug-Scrabble Yerres", ONE)
WIDTHS = (60, 66, 72, 76, 78)
SCRABBLE = "Scrabble <referee@example.org>"
MOVE = "L4s MENÜS"
HEAD_DE = (
    f"Von: {SCRABBLE}\nGesendet: Freitag, 20. November 2026 21:05\n"
    "An: Max Mustermann <max@example.org>\nBetreff: [yerres R5] Auswertung\n\n"
)
HEAD_ROWS = escape(HEAD_DE.strip()).replace("\n", "<br>")
HEAD_EN = (
    f"From: {SCRABBLE}\nSent: Friday, 20 November 2026 21:05\n"
    "To: Max Mustermann <max@example.org>\nSubject: [yerres R5] Report\n\n"
)
HEAD_OLD = (
    f"Betreff: [yerres R5] Auswertung\nDatum: 2026-11-20T21:05:00+0100\nVon: {SCRABBLE}\n"
    "An: Max Mustermann <max@example.org>\n\n"
)
YAHOO = (
    f"    Am Freitag, 20. November 2026 um 21:05:00 MEZ hat {SCRABBLE} Folgendes geschrieben:\n\n"
)

Quote = Callable[[str, Sequence[str]], str]
"""What the player typed, and our mail line by line, to the text of his."""


def above(lead: str, mark: str = "") -> Quote:
    return lambda typed, ours: f"{typed}\n\n{lead}{_marked(ours, mark)}\n"


def below(lead: str, mark: str) -> Quote:
    return lambda typed, ours: f"{lead}{_marked(ours, mark)}\n\n{typed}\n"


def _marked(lines: Sequence[str], mark: str) -> str:
    return "\n".join(f"{mark}{line}".rstrip() or mark for line in lines)


def _through(typed: str, ours: Sequence[str]) -> str:
    """Quote the line that says who wrote as well, as iPhones do."""
    lines = [f"Am 20.11.2026 um 21:05 schrieb {SCRABBLE}:", "", *ours]
    return f"{typed}\n\nVon meinem iPhone gesendet\n\n{_marked(lines, '> ')}\n"


def _html(quote: str) -> Quote:
    def written(typed: str, ours: Sequence[str]) -> str:
        rows = "<br>\n".join(map(escape, ours))
        return f"<html><body><div>{escape(typed)}</div>{quote.format(rows)}</body></html>"

    return written


CLIENTS: dict[str, Quote] = {
    "thunderbird": above("Am 20.11.26 um 21:05 schrieb Scrabble:\n", "> "),
    "thunderbird below": below("Am 20.11.26 um 21:05 schrieb Scrabble:\n", "> "),
    "gmail": above(f"Am Fr., 20. Nov. 2026 um 21:05 Uhr schrieb {SCRABBLE}:\n\n", "> "),
    "gmail in English": above(f"On Fri, Nov 20, 2026 at 9:05 PM {SCRABBLE} wrote:\n\n", "> "),
    "google the other way round": above(f"{SCRABBLE} schrieb am Fr., 20. Nov. 2026 um 21:05 Uhr:\n", "> "),
    "apple": above(f"Am 20.11.2026 um 21:05 schrieb {SCRABBLE}:\n\n", "> "),
    "iphone": _through,
    "outlook": above(HEAD_DE),
    "outlook in English": above("________________________________\n" + HEAD_EN),
    "outlook of old": above("-----Ursprüngliche Nachricht-----\n" + HEAD_DE),
    "gmx": above(f"Gesendet: Freitag, 20. November 2026 um 21:05 Uhr\nVon: {SCRABBLE}\n"
                 "An: max@example.org\nBetreff: [yerres R5] Auswertung\n\n"),
    "web.de app": above("-- \nDiese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.\n"
                        f"Am 20.11.26, 21:05 schrieb {SCRABBLE}:\n\n", "> "),
    "t-online": above("-----Original-Nachricht-----\n" + HEAD_OLD),
    "samsung": above("-------- Ursprüngliche Nachricht --------\n" + HEAD_OLD),
    "yahoo": above(YAHOO, " "),
    "yahoo below": below(YAHOO, " "),
    "k9": above(f"Am 20. November 2026 21:05:00 MEZ schrieb {SCRABBLE}:\n", ">"),
    "mutt below": below("On Fri, Nov 20, 2026 at 09:05:00PM +0100, Scrabble wrote:\n", "> "),
    "proton": above(f"{SCRABBLE} schrieb am Freitag, 20. November 2026 um 21:05:\n\n", "> "),
    "tuta": above("20. Nov. 2026, 21:05 von referee@example.org:\n\n", "> "),
    "pasted": above(""),
    "gmail as HTML": _html('<div class="gmail_quote"><blockquote>{}</blockquote></div>'),
    "outlook as HTML": _html(f'<div style="border-top:solid 1pt"><p>{HEAD_ROWS}</p></div><p>{{}}</p>'),
}  # fmt: skip
CASES = [(name, language, client) for name in ALL for language in LANGUAGES for client in CLIENTS]
CI = 200
"""So many of them are tried outside a soak."""


@cache
def lines_of(name: str, language: str) -> tuple[str, ...]:
    return tuple(body(message(name, language), "plain").rstrip("\n").split("\n"))


def wrapped(lines: Sequence[str], width: int) -> list[str]:
    return [
        piece
        for line in lines
        for piece in (
            wrap(line, width, drop_whitespace=False, break_long_words=False, break_on_hyphens=False)
            or [""]
        )
    ]


def entries_of(text: str, client: str) -> tuple[Entry, ...]:
    kind = "text/html" if "HTML" in client else "text/plain"
    mail = read(mail_of(text, kind), POLICY)
    return entry_reader().read_mail(mail, (FACE,), FACE).entries


def booked(entries: Sequence[Entry]) -> list[tuple[str, bool]]:
    """Return each move that is read, and whether it is asked about."""
    return [(move.span.text, each.ambiguity is not None) for each in entries for move in each.moves]


@pytest.mark.slow
def test_nothing_counts_from_our_mails_quoted_and_nothing_beside_them_is_lost(tried: Tried) -> None:
    rng = random.Random(20261120)
    chosen = sample(CASES, fewer(CI, CI // 8))
    wrong: list[str] = []
    for name, language, client in chosen:
        ours = wrapped(lines_of(name, language), rng.choice(WIDTHS))
        thanks = booked(entries_of(CLIENTS[client]("Danke!", ours), client))
        moved = booked(entries_of(CLIENTS[client](MOVE, ours), client))
        if thanks or moved != [(MOVE, False)]:
            wrong.append(f"{name} {language} {client}: {thanks} {moved}")
    tried("mails of ours quoted by clients", len(chosen))

    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("client", CLIENTS)
def test_a_report_quoted_in_whatever_way_holds_no_move(client: str) -> None:
    ours = lines_of("report", "de")

    assert booked(entries_of(CLIENTS[client](MOVE, ours), client)) == [(MOVE, False)]
