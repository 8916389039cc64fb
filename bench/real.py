"""The referee against bare libraries that do the same work, on real servers in processes of their own.

Run by `python -m bench.real [single] [batch] [report]`; exits 1 where a limit is not kept. A Dovecot
holds both mailboxes and a bare SMTP server takes what is sent; the yardstick (`bench.baseline`)
parses, commits, draws the board, writes text and HTML, sends, and moves the mail away. Both work in this
process by turns; printed are the times on the clock, servers included, and beside them those of this
process's processor alone. What IDLE waits for is in neither.
"""

import smtplib
import socketserver
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from imapclient import IMAPClient

from bench.baseline import Yardstick
from bench.house import BEFORE_ZAT, machine_at, move_mail, write_settings
from mailref.daemon import give_back
from mailref.games.rounds.game import RoundGame
from mailref.post.ports import Baseline, Delivery, Letter, Outbox
from mailref.service import tick
from mailref.tick.machine import Machine
from mailref.tiles.board import Direction
from mailref.tops import search_for
from tests.servers import dovecot

OURS, THEIRS = "referee@example.org", "baseline@example.org"
SLICES = 4
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Ports:
    """Where the servers listen."""

    imap_port: int
    smtp_port: int


@dataclass(frozen=True, slots=True)
class Desk:
    """Both who answer mail."""

    machine: Machine
    baseline: Baseline
    yardstick: Yardstick
    server: dovecot.Dovecot
    players: int

    def deliver(self, user: str, numbers: Sequence[int], at: datetime = BEFORE_ZAT) -> None:
        """Put moves into a mailbox, valid ones, each another."""
        game = game_of(self.machine)
        assert game.round is not None
        moves, tag = valid_moves(game), f" R{game.round.number}]".encode()
        with closing_client(self.server, user) as client:
            for number in numbers:
                mail = move_mail(number % self.players, number, moves).replace(b" R4]", tag)
                client.append("INBOX", mail, (), at)

    def tick(self, at: datetime = BEFORE_ZAT) -> int:
        """Return how many mails were sent in a tick, those too that left while it read."""
        before = self.machine.counted.sent
        tick(self.machine, self.baseline, at)
        return self.machine.counted.sent - before


@contextmanager
def closing_client(server: dovecot.Dovecot, user: str) -> Iterator[IMAPClient]:
    client = server.client(user)
    try:
        yield client
    finally:
        client.logout()


def game_of(machine: Machine) -> RoundGame:
    """Return the only game, as it stands."""
    game = machine.journal.games.load("yerres")
    assert isinstance(game, RoundGame)
    return game


def valid_moves(game: RoundGame, most: int = 500) -> Sequence[str]:
    """Return plays that the open round allows, the best first, as players write them."""
    found = search_for(game.rules, {}).all_moves(game.board, "".join(game.rack))
    return [
        f"{'ABCDEFGHIJKLMNO'[each.square.column]}{each.square.row + 1}"
        f"{'s' if each.direction is Direction.DOWN else 'w'} {each.word}"
        for each in islice(found, most)
        if not each.blanks and not each.swaps
    ]


@contextmanager
def desk(players: int) -> Iterator[Desk]:
    """Begin a game on real servers; the openings are sent."""
    with tempfile.TemporaryDirectory() as name, dovecot.running() as server, sink() as smtp_port:
        folder, ports = Path(name), (server.imap, smtp_port)
        config = write_settings(folder, Ports(*ports), players)
        yardstick = Yardstick.connected(*ports, folder)
        with closing(yardstick.database), machine_at(config) as (machine, begin):
            found = Desk(machine, begin, yardstick, server, players)
            found.tick()
            found.tick()
            yield found


@contextmanager
def sink() -> Iterator[int]:
    """Run a server that takes every mail, as a process of its own; its port."""
    command = [sys.executable, "-m", "bench.real", "sink"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            yield int(running.stdout.readline())
        finally:
            running.terminate()


def serve() -> None:
    """Take every mail, until killed."""

    class Taker(socketserver.StreamRequestHandler):
        disable_nagle_algorithm = True

        def handle(self) -> None:
            self._say("220 sink")
            while line := self.rfile.readline():
                word = line[:4].upper().strip()
                if word == b"DATA":
                    self._say("354 go on")
                    while self.rfile.readline() != b".\r\n":
                        pass
                self._say("221 bye" if word == b"QUIT" else "250 sink")
                if word == b"QUIT":
                    return

        def _say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Taker) as server:
        print(server.server_address[1], flush=True)
        server.serve_forever()


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds on the clock, and of this process's processor."""

    wall: float
    processor: float

    def __add__(self, other: "Took") -> "Took":
        return Took(self.wall + other.wall, self.processor + other.processor)


Pair = tuple[Took, Took]
"""What the yardstick took, and what the referee did."""


def timed(work: Callable[[], object]) -> Took:
    wall, processor = perf_counter(), process_time()
    work()
    return Took(perf_counter() - wall, process_time() - processor)


def answer_all(work: Callable[[], int], mails: int) -> None:
    answered = work()
    assert answered >= mails, answered


def single() -> list[Pair]:
    """Return what an answer to one mail takes."""
    with desk(8) as found:
        pairs = []
        for number in range(46):
            for user in (THEIRS, OURS):
                found.deliver(user, [number])
            pairs.append((timed(found.yardstick.work_off), timed(found.tick)))
    return pairs[6:]


def batch(mails: int = 1000) -> list[Pair]:
    """Return what moves take that wait together, in a few slices."""
    pairs = []
    with desk(100) as found:
        for start in range(SLICES):
            numbers = range(start, mails, SLICES)
            for user in (THEIRS, OURS):
                found.deliver(user, numbers)
            theirs = timed(partial(answer_all, found.yardstick.work_off, len(numbers)))
            pairs.append((theirs, timed(partial(answer_all, found.tick, len(numbers)))))
    return pairs


def report(players: int = 400) -> list[Pair]:
    """Return what it takes to hand over the same mails, ready, and what a close with them does."""
    pairs = []
    with desk(players) as found:
        noted = found.machine.outbox = Noted(found.machine.outbox)
        for _ in range(ROUNDS):
            opened = game_of(found.machine).round
            assert opened is not None
            assert opened.deadline is not None
            found.deliver(OURS, range(players), opened.opened + timedelta(minutes=5))
            found.tick(opened.deadline - timedelta(hours=1))
            give_back()  # as the daemon does before it waits
            noted.letters.clear()
            ours = timed(partial(found.tick, opened.deadline + timedelta(minutes=5)))
            ready = [(each.sender, each.recipient, each.data) for each in noted.letters]
            assert len(ready) > players, len(ready)
            pairs.append((timed(partial(hand_over, found.yardstick, ready)), ours))
    return pairs


@dataclass(slots=True)
class Noted:
    """An outbox, and what went through it."""

    outbox: Outbox
    letters: list[Letter] = field(default_factory=list)

    def send(self, letters: Iterable[Letter]) -> Iterator[Delivery]:
        return self.outbox.send(map(self._noted, letters))

    def _noted(self, letter: Letter) -> Letter:
        self.letters.append(letter)
        return letter


def hand_over(yardstick: Yardstick, mails: Sequence[tuple[str, str, bytes]]) -> None:
    """Hand *mails* over by one connection, and note of each that it is sent; only the last waits for the disk."""
    port, database = yardstick.smtp_port, yardstick.database
    with smtplib.SMTP("127.0.0.1", port, local_hostname="localhost") as smtp:
        database.execute("PRAGMA synchronous = NORMAL")
        for number, (sender, recipient, data) in enumerate(mails, start=1):
            smtp.sendmail(sender, [recipient], data)
            if number == len(mails):
                database.execute("PRAGMA synchronous = FULL")
            database.execute("INSERT INTO owed VALUES (?, NULL, 1)", (-number,))
        database.execute("DELETE FROM owed WHERE uid < 0")


@dataclass(frozen=True, slots=True)
class Row:
    """What is compared, and how many times as long it may take."""

    what: str
    measure: Callable[[], list[Pair]]
    most: float


ROWS = {
    "single": Row("an answer to one mail", single, 1.5),
    "batch": Row("250 different moves that wait together", batch, 1 / 0.7),
    "report": Row("a report to 400, against ready mails", report, 1.5),
}


def main() -> int:
    if sys.argv[1:] == ["sink"]:
        serve()
    kept = [is_kept(ROWS[name]) for name in sys.argv[1:] or ROWS]
    return 0 if all(kept) else 1


def is_kept(row: Row) -> bool:
    """Measure and print one row; tell whether its limit is kept, by the median of its turns."""
    pairs = row.measure()
    ratio = median(ours.wall / theirs.wall for theirs, ours in pairs)
    theirs, ours = (median(each.wall for each in side) * 1e3 for side in zip(*pairs, strict=True))
    busy = [median(each.processor for each in side) * 1e3 for side in zip(*pairs, strict=True)]
    print(
        f"{row.what}: {theirs:.1f} and {ours:.1f} ms, {ratio:.2f} times (at most {row.most:.2f});"
        f" processor {busy[0]:.1f} and {busy[1]:.1f} ms{'' if ratio <= row.most else ' MISSED'}",
        flush=True,
    )
    return ratio <= row.most


if __name__ == "__main__":
    sys.exit(main())
