"""A thousand games that one start begins, and that one ZAT closes: how long anybody waits.

    python -m bench.many [GAMES [MINUTES]]

`mailref run` as a process, with its own clock: it begins GAMES of eight players, so many minutes before
their ZAT, and one more, whose ZAT is later. Printed are when the first opening leaves, what each game takes
of a processor until the last has left, how long a move for the game beside them waits for its answer while
the others are dealt with, and what a close takes. Exits 1 where an aim is missed.
"""

import socketserver
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from bench.daemon import processor
from bench.house import address_of, game_text, name_of
from bench.tick import process
from bench.workers import PLAYERS, move_of
from mailref.post import spool
from mailref.post.ports import Spool

FIRST = 2.0
"""Seconds until the first opening leaves."""
EACH = 0.060
ANSWER = 5.0
_EVERY = 5.0
"""Seconds between two moves that come meanwhile."""
_PATIENCE = 1800.0
_LETTERS = str.maketrans("0123456789", "abcdefghij")
_SETTINGS = """
[mail]
spool = "mail"
smtp = "smtp://127.0.0.1:{port}"
address = "Scrabble <referee@example.org>"
poll = "1s"
per_hour = 1000000
per_address_day = 100000

[storage]
url = "sqlite:///mailref.db"

[gamemaster]
name = "Erika Musterfrau"
address = "gm@example.org"
"""


@dataclass(slots=True)
class Taken:
    """When mails were taken over, by whom they are for."""

    moments: list[float] = field(default_factory=list)
    last: dict[str, float] = field(default_factory=dict)


@contextmanager
def sink(taken: Taken) -> Iterator[int]:
    """Take every mail, in a thread; the port."""

    class Taker(socketserver.StreamRequestHandler):
        disable_nagle_algorithm = True

        def handle(self) -> None:
            self.wfile.write(b"220 sink\r\n")
            to = ""
            while line := self.rfile.readline():
                word = line[:4].upper().strip()
                if word == b"RCPT":
                    to = line.decode().partition("<")[2].partition(">")[0]
                if word == b"DATA":
                    self.wfile.write(b"354 go on\r\n")
                    while self.rfile.readline() != b".\r\n":
                        pass
                    taken.last[to] = time.monotonic()
                    taken.moments.append(taken.last[to])
                self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 sink\r\n")
                if word == b"QUIT":
                    return

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Taker) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def settings_text(games: int, port: int, zat: datetime) -> str:
    local = zat.astimezone(ZoneInfo("Europe/Berlin"))
    parts = [_SETTINGS.format(port=port)]
    for number in (games, *range(games)):
        at = local if number < games else local + timedelta(days=1)
        own = range(number * 1000, number * 1000 + PLAYERS)
        text = game_text(
            f"g{number}", f"1-Zug-Scrabble Nummer{number}", own, f"{at:%Y-%m-%dT%H:%M:%S}"
        )
        for player in own:  # people have no digits: one might be a square
            name = str(player).translate(_LETTERS).capitalize()
            text = text.replace(f'"{name_of(player)}"', f'"Spielerin {name}"')
        parts.append(text.replace("week on friday", f"2 weeks on {at:%A}".lower()))
    return "\n".join(parts)


def until(moment: float, taken: Taken, count: int) -> None:
    """Wait until so many mails have left."""
    while len(taken.moments) < count:
        assert time.monotonic() < moment, f"{len(taken.moments)} of {count} mails"
        time.sleep(0.02)


def waits(folder: Path, taken: Taken, games: int, count: int) -> list[float]:
    """Send a move every few seconds until so many mails have left; return how long each answer took."""
    found: list[float] = []
    player = address_of(games * 1000)
    while len(taken.moments) < count:
        now = datetime.now(UTC)
        data = move_of(games).replace(b"@client", f".{len(found)}.{now:%H%M%S}@client".encode())
        sent = time.monotonic()
        spool.put(Spool(str(folder / "mail")), data, now, now)
        while taken.last.get(player, 0.0) < sent:
            assert time.monotonic() - sent < _PATIENCE, "no answer"
            time.sleep(0.02)
        found.append(taken.last[player] - sent)
        count += 1
        time.sleep(max(0.0, _EVERY - found[-1]))
    return found


def main(games: int, minutes: float) -> int:
    taken = Taken()
    with tempfile.TemporaryDirectory() as name, sink(taken) as port:
        folder, zat = Path(name), datetime.now(UTC) + timedelta(minutes=minutes)
        config = folder / "config.toml"
        config.write_text(settings_text(games, port, zat), encoding="utf-8")
        began, mails = time.monotonic(), (games + 1) * (PLAYERS + 1)
        run = (sys.executable, "-m", "mailref", "run", "-c", str(config))
        with process(*run, folder=folder) as running:
            until(began + _PATIENCE, taken, 1)
            first, busy = taken.moments[0] - began, processor(running.pid)
            answers = waits(folder, taken, games, mails)
            opened, took = max(taken.moments) - began, processor(running.pid)
            print(
                f"{games} games begun at one start: the first opening left after {first:.1f} s (at most {FIRST:g};"
                f" {busy:.1f} s of a processor), the last after {opened:.0f} s; {took / games * 1e3:.1f} ms of a"
                f" processor a game (at most {EACH * 1e3:g}); a move that came meanwhile was answered within"
                f" {max(answers, default=0.0):.1f} s (at most {ANSWER:g})",
                flush=True,
            )
            left = (zat - datetime.now(UTC)).total_seconds()
            assert left > 0, "the ZAT passed before all games had begun: give more minutes"
            time.sleep(left)
            before, at, count = processor(running.pid), time.monotonic(), len(taken.moments)
            closing = waits(folder, taken, games, count + games * (PLAYERS + 1))
            closed = processor(running.pid) - before
        print(
            f"{games} games that one ZAT closes: all told after {max(taken.moments) - at:.0f} s,"
            f" {closed / games * 1e3:.1f} ms of a processor a game; {len(closing)} moves that came meanwhile were"
            f" answered within {max(closing, default=0.0):.1f} s (at most {ANSWER:g})",
            flush=True,
        )
    kept = first <= FIRST and took / games <= EACH and max(answers + closing, default=0.0) <= ANSWER
    return 0 if kept else 1


if __name__ == "__main__":
    given = [float(word) for word in sys.argv[1:]]
    sys.exit(main(int(given[0]) if given else 1000, given[1] if given[1:] else 10))
