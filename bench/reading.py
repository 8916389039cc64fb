"""How long reading takes: against the standard library on real mails, and on hostile ones.

Run: python bench/reading.py
"""

import email
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable
from email import policy
from email.message import EmailMessage
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.reading.hostile import HOSTILE
from tests.reading.mails import CORPUS, foreign_mails, mail_of, read_mail
from tests.reading.reading import GAMES, READER

AIM_RATIO = 2.0
AIM_CORPUS_MS = 100.0
AIM_HOSTILE_MS = 250.0
AIM_HOSTILE_MB = 64.0


def library(data: bytes) -> None:
    """Do what the standard library offers, as far as it gets."""
    mail = email.message_from_bytes(data, _class=EmailMessage, policy=policy.default)
    try:
        body = mail.get_body(preferencelist=("plain", "html"))
        if body is not None:
            body.get_content()
    except Exception:  # noqa: BLE001, S110 - it fails on some of them; its time counts all the same
        pass


def milliseconds(run: Callable[[bytes], object], data: bytes, times: int) -> float:
    best = float("inf")
    for _ in range(times):
        began = time.process_time()
        run(data)
        best = min(best, time.process_time() - began)
    return best * 1_000


def compare(name: str, mails: list[bytes]) -> None:
    if not mails:
        print(f"{name:28} not there")
        return
    ours = [milliseconds(read_mail, data, 5) for data in mails]
    theirs = [milliseconds(library, data, 5) for data in mails]
    ratio = statistics.median(mine / other for mine, other in zip(ours, theirs, strict=True))
    print(
        f"{name:28} {len(mails):4} mails   median ratio {ratio:.2f} (aim <= {AIM_RATIO})"
        f"   median {statistics.median(ours):.3f} ms   longest {max(ours):.1f} ms (aim < {AIM_CORPUS_MS})"
    )


def megabytes(data: bytes) -> float:
    tracemalloc.start()
    read_mail(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


# What costs most in one line of a mail, or in one part: pattern, and how often it is repeated.
WORST: tuple[tuple[str, str, int], ...] = (
    ("AB and hyphens (WORD_FIRST)", "AB" + "-" * 298 + "\n", 200),
    ("Yerres, blanks, A (TITLE, ROUND)", "Yerres" + " " * 73 + "A\n", 500),
    ("title, blanks, A (TITLE, ROUND)", "1-Zug-Scrabble Yerres" + " " * 56 + "A\n", 500),
    ("plays", "H8w RABEN\n", 1_000),
    ("plays that break off", "H8w RABEN+" + "*" * 280 + "\n", 200),
    ("squares as jokers", "A4 = Blanko, " * 23 + "\n", 200),
    ("sums", "H8w RABEN " + "1*" * 140 + "\n", 200),
    ("brackets", "H8w RABEN " + "(" * 280 + "\n", 200),
    ("greetings", "Viele" + " " * 290 + "x\n", 500),
    ("schrieb", "schrieb: " * 33 + "\n", 1_000),
    ("Von:", "Von: x@y.example\n", 1_000),
    ("gesendet", "von meinem " + "a " * 80 + "<\n", 1_000),
    ("headings", "1-Zug-Scrabble Yerres, Runde 5\n", 500),
    ("unknown headings", "2-Zug-Scrabble Yeres, Runde 5\n", 500),
    ("sentences", "ich lege heute H8w RABEN doch lieber nicht\n", 500),
    ("several plays to a line", "H8w RABEN, " * 27 + "\n", 100),
    ("squares in prose", "A1 senkrecht bilde ich heute " * 60 + "\n", 30),
    ("deep quotes", ">" * 380 + " H8w RABEN\n", 1_000),
    ("blocks between quotes", "> x\nH8w RABEN\n", 500),
    ("signatures", "-- \nich lege H8w RABEN\n> x\n", 500),
    ("place over word", "H8 senkrecht\nRABEN\n", 500),
    ("fields", "Feld: H8w\nWort: RABEN\n", 500),
    ("combining marks", "H8w RA\u0308\u0323\u0308BEN\n", 500),
    (
        "talk over plays",
        "Das ist der Zug, den ich mir heute so ausgedacht habe, mal sehen.\nH8w RABEN\n",
        300,
    ),
    ("words over plays", "so wie es immer war\n\nH8w RABEN\n", 300),
    ("letters of another alphabet", "H8w R\u0410BEN\n", 500),
)


def whole(data: bytes) -> None:
    """Read a mail as the referee does: to lines, and the lines to entries."""
    mail = read_mail(data)
    READER.read_mail(mail, GAMES, None)


def print_worst() -> None:
    print(
        f"\n{'worst inputs (ms, aim < ' + str(int(AIM_HOSTILE_MS)) + ')':42} {'n':>6} {'n':>8} {'2n':>8} {'4n':>8}"
    )
    for name, piece, times in WORST:
        took = [milliseconds(whole, mail_of(piece * times * by), 2) for by in (1, 2, 4)]
        print_row(name, times, took)
    for name, part, times in (
        ("HTML parts", "<p>hallo<p>x\n", 45),
        ("HTML parts of 800 characters", "<div>H8w RABEN</div>" * 40, 45),
        ("HTML parts of 300 paragraphs", "<p>H8w RABEN " * 300, 45),
    ):
        took = [milliseconds(whole, parts_of(part, times * by), 2) for by in (1, 2, 4)]
        print_row(name, times, took)


def print_row(name: str, times: int, took: list[float]) -> None:
    over = " OVER" if max(took) > AIM_HOSTILE_MS else ""
    print(f"{name:42} {times:6} " + " ".join(f"{each:8.1f}" for each in took) + over)


def parts_of(part: str, times: int) -> bytes:
    """Return a mail of so many HTML parts."""
    head = f"--b\nContent-Type: text/html\n\n{part}\n"
    return (
        b"From: Max <max@example.org>\nSubject: x\nContent-Type: multipart/mixed; boundary=b\n\n"
        + (head * times + "--b--\n").encode()
    )


def main() -> None:
    compare("tests/corpus", [path.read_bytes() for path in sorted(CORPUS.glob("*.eml"))])
    compare("../shared", foreign_mails())
    print(f"\nhostile mails (aim < {AIM_HOSTILE_MS:.0f} ms and {AIM_HOSTILE_MB:.0f} MB each)")
    for name, data, trouble, _ in HOSTILE:
        took = milliseconds(read_mail, data, 2)
        size = megabytes(data)
        over = " OVER" if took > AIM_HOSTILE_MS or size > AIM_HOSTILE_MB else ""
        print(f"{name:42} {len(data):8} B {took:7.1f} ms {size:6.1f} MB  {trouble}{over}")
    print_worst()


if __name__ == "__main__":
    main()
