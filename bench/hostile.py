"""What a mail made to hurt costs, from its arrival until its answer is handed over, in every kind of game.

Run by `python -m bench.hostile [SIZE [NAME...]]`; exits 1 where a mail of up to a megabyte takes more than
25 times the processor time of `python -c pass` in the same run. Each mail is taken in by a machine
without wires, with a record and letters as in earnest: parsed, read, judged, answered and composed.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import process_time

from bench.growth import HEAD, World, begun
from bench.house import BEFORE_ZAT
from tests.reading.hostile import HOSTILE
from tests.tick.test_secrets_before_the_zat import BOARD

LIMIT = 25
SIZE = 990_000
STARTS = 5
"""So often `python -c pass` is run beside each mail, and each mail is taken in this often; the least counts."""
TIMES = 2
MORE = 6
"""So often more where that was too much: the machine may be others' at times."""

_GAME = """
[[game]]
id = "{id}"
title = "{title}"
variant = "{variant}"
zone = "Europe/Berlin"
{keys}
"""
_PLAYER = """
[[game.player]]
name = "{name}"
addresses = ["{address}"]
"""
_WEEKLY = 'schedule = "every week on friday at 20:00"'
_ROUND = f'deadline = 2036-12-05T20:00:00\n{_WEEKLY}\nletters = "ABEENRT"'
GAMES: Mapping[str, tuple[str, str, str]] = {
    "rounds": ("1-Zug-Scrabble Yerres", "dottendorf-1zug", _ROUND),
    "rows": ("4-Zug-Scrabble Arles", "dottendorf-4zug", _ROUND),
    "turns": ("Classic Kiel", "classic", '[game.rules]\nstarter = "FIRST"'),
    "table": ("Rummikub Ulm", "rummikub", ""),
    "taking": (
        "Un-Scrabble Bonn",
        "unscrabble",
        f'[game.start]\nboard = """\n{chr(10).join(BOARD)}"""',
    ),
    "choice": ("Solitaire Jena", "solitaire-choice", 'deadline = "31.01.2037 20:00"'),
    "bingo": ("Bingo Herbst", "bingo", _WEEKLY),
}
"""A game of each kind: its title, its variant, and what else its settings say."""
OF_ALL = "all@example.org"
"""Who plays in a game of each kind, so that no game is clear."""
GAME_MASTER = "gm@example.org"


def settings_text() -> str:
    """Return the file of two games of each kind: for one player, and for one who plays in all."""
    parts = [HEAD]
    for kind, (title, variant, keys) in GAMES.items():
        for whose, name in (
            (f"{kind}@example.org", f"Max {kind.title()}"),
            (OF_ALL, "Eva Überall"),
        ):
            id_ = kind if whose != OF_ALL else f"{kind}2"
            named = title if whose != OF_ALL else f"{title} Zwei"
            parts += [
                _GAME.format(
                    id=id_, title=named, variant=variant, keys=keys.replace("FIRST", name)
                ),
                _PLAYER.format(name=name, address=whose),
                _PLAYER.format(name="Ben Beispiel", address="ben@example.org"),
            ]
    return "\n".join(parts)


def lines(piece: str) -> Callable[[int], bytes]:
    """Return what fills a text of a size with *piece*, over and over."""
    return lambda size: text(filled(piece, size))


def filled(piece: str, size: int) -> bytes:
    raw = piece.encode()
    return raw * (size // len(raw))


def text(body: bytes, kind: str = "text/plain", fields: str = "") -> bytes:
    return f"{fields}Content-Type: {kind}; charset=utf-8\n\n".encode() + body


def html(piece: str) -> Callable[[int], bytes]:
    return lambda size: text(filled(piece, size), "text/html")


def parts(piece: str, kind: str, number: int) -> Callable[[int], bytes]:
    """Return what fills so many parts of a mail with *piece*."""

    def made(size: int) -> bytes:
        head = f"--b\nContent-Type: {kind}; charset=utf-8\n\n".encode()
        each = head + filled(piece, size // number) + b"\n"
        return b"Content-Type: multipart/mixed; boundary=b\n\n" + each * number + b"--b--\n"

    return made


def subject(piece: str) -> Callable[[int], bytes]:
    return lambda size: b"Subject: " + filled(piece, min(size, 60_000)) + b"\n\nx\n"


def numbered(template: str) -> Callable[[int], bytes]:
    """Return what fills a text with *template*, another word and number in each line."""

    def made(size: int) -> bytes:
        rows: list[str] = []
        length = 0
        while length < size:
            n = len(rows)
            word = "".join(chr(65 + (n // 26**at) % 26) for at in range(5))
            rows.append(template.format(n=n, word=word, column=chr(65 + n % 15), row=n % 15 + 1))
            length += len(rows[-1])
        return text("".join(rows).encode()[:size])

    return made


PIECES: tuple[str, ...] = (
    "PASSE\n", "PASSE. ", "A = B\n", "A4 = Blanko\n", "ANFECHTEN\n", "ANFECHTEN RABE\n", "HUNDERT\n",
    "Hundert\n", "hundert\n", "HUNDERT ", "a\n", "A\n", "A ", "A,", "1\n", "1 ", "H8w RABEN\n", "H8w RABEN, ",
    "H8w RABEN / ", "/H8w RABEN\n", "8H RABE\n", "TAUSCHE ABC\n", "TAUSCHE A, ", "Tausche A und B. ",
    "AKZEPTIEREN\n", "AUFGABE\n", "STAND\n", "LISTE\n", "VERLAUF\n", "PROBE H8w RABEN\n", "PROBE\n",
    "FALLS PASS: H8w RABEN\n", "FALLS Ben H8w RABEN: K4 AST\n", "SONST H8w RABEN\n", "falls er passt, ",
    "H8w RABEN, falls er passt\n", "wenn H8w RABEN dann H8w RABEN sonst\n", "Falls nicht H4 RUCKEN:\n",
    "NIMM 3\n", "NIMM 3, falls er passt\n", "MAUS: M aus MAST,\nA aus AHORN\n", "HUNDERT aus HUND\n",
    "HUND -> HUNDERT\n", "HUNDERT + HUND,\n", "ANZWEIFELN HUND\n", "ZIEHE 2V 4K\n", "WÄHLE AEINRST, H4 STEIN\n",
    "ZURÜCK\n", "NEU\n", "BINGO: RABEN\n", "1. RABEN\n", "Meine Wörter: RABEN\n", "PRESSE: x\n", "PRESSE\n",
    "LOSWORT x\n", "Spieler=Max\n", "Spieler=Max Rounds\nH8w RABEN\n", "1-Zug-Scrabble Yerres\n",
    "Classic Kiel\n", "Classic Kiel\nPASSE\n", "Yeres\nH8w RABEN\n", "1-Zug-Scrabble Yeres, Runde 5\n",
    "Runde 5\n", "> H8w RABEN\n", "> x\nPASSE\n", ">>>> x\n", "-- \nx\n", "--\nx\n",
    "Am 1.1.26 schrieb Max <x@y.example>:\n", "Von: Max\nGesendet: x\nAn: y\nBetreff: z\n\nPASSE\n",
    "Von: x@y.example\n", "schrieb: ", "Viele Grüße\nMax\n", "Feld: H8w\nWort: RABEN\n",
    "H8\nwaagerecht\nRABEN\n", "H8w RABEN+ABC+DEF+GHI\n", "H8w R(A)BEN, J8 = Blanko\n", "Ich lege H8w RABEN. ",
    "Ich lege heute doch lieber H8w RABEN\n", "Ich passe. ", "Ich passe, wenn er passt, sonst tausche ich A. ",
    "nein, doch ", "JA\n", "NEIN\n", "PAUSE\n", "WEITER\n", "ADRESSE Max Rounds = x@example.org\n",
    "WERTEN RABE\n", "RABE gilt\n", "RABE ja\n", "ERLAUBT RABE\n", "AUSSCHLIESSEN Max Rounds\n", "RÜCKNAHME\n",
    "KORREKTUR Max Rounds +5\n", "FREIGEBEN\n", "ÜBERNEHMEN 1\n", "WIDERRUF 1\n", "BUCHSTABEN ABC\n",
    "ZAT 31.12.2036 20:00\n", "Spieler=Ben Beispiel\nH8w RABEN\n", "*H8w RABEN*\n", "| H8w RABEN\n",
    "[H8w RABEN]\n", "RABEN (waagerecht ab H8)\n", "Gelegt: H8w RABEN\n",
    "Auf dem Brett liegt jetzt H8w RABEN\n", "A1 senkrecht bilde ich heute ", "(", "*", "/", "=", ":", ",", ".",
    "!", "\t", "ä", "Ä ", "H8w RABEN+" + "*" * 280 + "\n", "A4 = Blanko, ", "H8w RABEN 1*1*1*1*1\n",
    "https://example.org/H8w/RABEN ", "H8w RABEN // x\n", "# x\n", "Wort gilt nicht: RABE\n",
    "EINSPRUCH RABE\n", "EINSPRUCH\n", "Ist RABE ein Wort?\n", "Stand?\n", "HERAUSFORDERN Ben\n", "ABMELDEN\n",
    "ANMELDEN Max\n", "RABEN,TRABEN,", "RABEN und ", "RABEN oder ", "x-y-", "1.", "H8-M8: RABEN\n", "H8-M8, ",
    "__ __\n", "H8w __\n", "\u0410\u0412\u0421\n", "H8w R\u0410BEN\n",
)  # fmt: skip
WORDY = (
    "{word} = {n}\n", "{word}\n", "{word} ", "ANFECHTEN {word}\n", "{column}{row}w {word}\n",
    "{column}{row}w {word}, ", "{row}{column} {word}\n", "{word} aus {word}\n", "{word} -> {word}EN\n",
    "FALLS {column}{row} {word}: {row}{column} {word}\n", "{word}: A aus {word}\n", "{n}. {word}\n",
    "{word} ja\n", "ADRESSE {word} = {word}@example.org\n", "TAUSCHE {word}\n",
    "Spieler={word}\n{column}{row}w {word}\n", "WÄHLE {word}\n", "{n} ", "1-Zug-Scrabble {word}\n",
    "{word}-Scrabble, Runde {n}\n{column}{row}w {word}\n", "PRESSE: {word}\n\n", "{column}{row} = {word}\n",
    "{column}{row}, ", "> {word} {n}\nPASSE {n}\n", "{word} {n}\n", "Ich lege {word} auf {column}{row}. ",
)  # fmt: skip


def _as_it_is(data: bytes, _size: int) -> bytes:
    return data


def shapes() -> Iterator[tuple[str, Callable[[int], bytes]]]:
    """Yield what a mail is made of by name: its fields beyond From and Message-ID, and its body."""
    for piece in PIECES:
        yield f"lines {piece!r}", lines(piece)
    for piece in WORDY:
        yield f"words {piece!r}", numbered(piece)
    for tag in ("p", "div", "li", "td", "b", "blockquote", "br", "span", "table", "pre"):
        yield f"html <{tag}>", html(f"<{tag}>H8w RABEN")
        yield f"html <{tag}> closed", html(f"<{tag}>PASSE</{tag}>\n")
    for kind in ("text/plain", "text/html", "message/rfc822", "application/pdf"):
        for number in (3, 40, 190):
            yield f"{number} parts {kind}", parts("H8w RABEN<br>\n", kind, number)
    for piece in (
        "H8w RABEN ",
        "PASSE ",
        "[rounds R1]",
        "=?utf-8?q?H8w_RABEN?= ",
        "Re: ",
        "ANFECHTEN ",
        "(",
        "1-Zug-Scrabble ",
    ):
        yield f"subject {piece!r}", subject(piece)
    for name, data, _, _ in HOSTILE:
        yield f"hostile: {name}", partial(_as_it_is, data)


def pass_seconds() -> float:
    """Return the processor time of `python -c pass`, the least of several."""
    took = []
    for _ in range(STARTS):
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        after = getrusage(RUSAGE_CHILDREN)
        took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(took)


def seconds(found: World, sender: str, mail: bytes, number: int) -> float:
    head = f"From: {sender}\nMessage-ID: <{number}@hostile.example>\n"
    if b"Subject:" not in mail[:200]:
        head += "Subject: Zug\n"
    if mail.startswith(b"From:"):
        subject_at = mail.find(b"Subject:")
        mail = mail[subject_at:] if subject_at != -1 else mail.partition(b"\n")[2]
    found.mailbox.deliver(head.encode() + mail, BEFORE_ZAT)
    began = process_time()
    found.tick()
    took = process_time() - began
    found.outbox.taken.clear()
    return took


def main() -> int:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else SIZE
    wanted = sys.argv[2:]
    senders = [*(f"{kind}@example.org" for kind in GAMES), OF_ALL, GAME_MASTER]
    numbers = count(1)
    over = 0
    unit = pass_seconds()
    print(f"times {unit * 1e3:.1f} ms, `python -c pass`; at most {LIMIT}; {size} bytes")
    print(f"{'':60} {'bytes':>8} " + " ".join(f"{each.partition('@')[0]:>6}" for each in senders))
    with (
        tempfile.TemporaryDirectory() as folder,
        begun(Path(folder) / "world", settings_text()) as found,
    ):
        for sender in senders:
            for warm in (b"STAND\nH8w RABEN\n", b"PASSE\n" * 3_000):  # templates, grammars
                seconds(found, sender, text(warm), next(numbers))
        for name, made in shapes():
            if wanted and not any(each in name for each in wanted):
                continue
            data = made(size)
            unit = min(unit, pass_seconds())
            took = []
            for sender in senders:
                best = min(seconds(found, sender, data, next(numbers)) for _ in range(TIMES))
                if best > LIMIT * unit:
                    best = min(
                        best, *(seconds(found, sender, data, next(numbers)) for _ in range(MORE))
                    )
                took.append(best / unit)
            over += max(took) > LIMIT
            sign = " OVER" if max(took) > LIMIT else ""
            row = " ".join(f"{each:6.1f}" for each in took)
            print(f"{name[:60]:60} {len(data):8} {row}{sign}", flush=True)
    print(f"{over} over")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
