"""Games that close at one ZAT, done by 1, 2 and 4 workers on one PostgreSQL that writes to disk.

    python -m bench.workers [GAMES [WORKERS...]]

CPU of the workers for each report, the wall time, and beside it the CPU that PostgreSQL and the SMTP
server took on the same processors: with more busy processes than processors the wall time falls no
more. Workers are warm: each has closed games of its own before, which takes it a second of templates,
fonts and imports. Exits 1 where a report takes more than 1.1 times the CPU with several workers.
"""

import asyncio
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from sqlalchemy import create_engine, func, select

from bench.house import AFTER_ZAT, BEFORE_ZAT, address_of, game_text, name_of
from bench.idle import processor_seconds
from mailref.assembly import baseline_of, open_machine, workshop
from mailref.commands.run import takes_the_mailbox
from mailref.daemon import HELPS, give_back
from mailref.journal import schema
from mailref.journal.recorded_games import OutgoingMail
from mailref.post import spool
from mailref.post.ports import Spool
from mailref.referee.mails import Owed
from mailref.referee.policy import House
from mailref.service import lend_a_hand, tick
from mailref.tick.machine import Machine
from mailref.writing.mail_bytes import message_id_of, round_tag
from tests.fakes import FakeOutbox
from tests.servers.postgres import Postgres, postgres

PLAYERS = 8
WARMING = 10
"""Games for each worker that it closes by itself days before, so that all have written reports."""
PAUSE = HELPS.total_seconds()
"""Between two passes a worker rests, as the daemon does."""
MOST = 1.1
_SAID = 10.0
"""Seconds after which it says how far it is."""
_WARM = datetime(2036, 12, 2, 0, 5, tzinfo=UTC)
"""When the first worker warms up: long before anybody is reminded; the others follow by the hour."""
_context = multiprocessing.get_context("fork")
_SETTINGS = """
[mail]
spool = "mail"
smtp = "smtp://127.0.0.1:{port}"
address = "Scrabble <referee@example.org>"
per_hour = 1000000
per_address_day = 100000

[storage]
url = "{url}"

[gamemaster]
name = "Erika Musterfrau"
address = "gm@example.org"
"""


@dataclass(frozen=True, slots=True)
class Run:
    """What so many workers took for the same work."""

    workers: int
    wall: float
    cpu: tuple[float, ...]
    """Of each worker."""
    database: float
    smtp: float
    reports: int

    @property
    def each(self) -> float:
        return sum(self.cpu) / self.reports


def settings_text(games: int, workers: int, url: str, port: int) -> str:
    parts = [_SETTINGS.format(url=url, port=port)]
    for number in range(games + WARMING * workers):
        own = range(number * 1000, number * 1000 + PLAYERS)
        id_, title = f"g{number}", f"1-Zug-Scrabble Nummer{number}"
        if number < games:
            parts.append(game_text(id_, title, own))
            continue
        zat = f"2036-12-02T{1 + (number - games) // WARMING:02}:00:00"
        parts.append(game_text(id_, title, own, zat=zat).replace("friday", "tuesday"))
    return "\n".join(parts)


def sink(line: Connection) -> None:
    """Take every mail over, in a process of its own; say the port, and at the end the CPU it took."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 sink\r\n")
        while command := (await reader.readline()).upper():
            if command.startswith(b"DATA"):
                writer.write(b"354 go on\r\n")
                await reader.readuntil(b"\r\n.\r\n")
            writer.write(b"250 sink\r\n" if command[:4] != b"QUIT" else b"221 bye\r\n")
            if command.startswith(b"QUIT"):
                break
        writer.close()

    async def run() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0, limit=1 << 26)
        line.send(server.sockets[0].getsockname()[1])
        loop = asyncio.get_running_loop()
        while await loop.run_in_executor(None, line.recv):
            line.send(time.process_time())

    asyncio.run(run())


def work(line: Connection, config: Path) -> None:
    """Work at the times that are sent, until something else comes; say the CPU it took."""
    machine = open_machine(config)
    line.send("ready")
    while at := line.recv():
        machine.journal.lease.beat()
        before = taken()
        while not line.poll():
            sent = machine.counted.sent
            one_pass(machine, at)
            if machine.counted.sent > sent:  # as the daemon
                give_back()
            line.poll(PAUSE)
        line.recv()
        line.send(taken() - before)
        machine.journal.lease.release()
    machine.journal.close()
    line.send("gone")


def taken() -> float:
    """Return the CPU of this process and of the one in which it has tops searched and sheets printed."""
    beside, gone = workshop().process, getrusage(RUSAGE_CHILDREN)
    running = processor_seconds(beside.pid) if beside else 0.0
    return time.process_time() + gone.ru_utime + gone.ru_stime + running


def one_pass(machine: Machine, at: datetime) -> None:
    if takes_the_mailbox(machine):
        baseline, _ = baseline_of(machine, at, None)
        tick(machine, baseline, at)
    else:
        lend_a_hand(machine, at)


def prepare(folder: Path, server: Postgres, games: int, workers: int) -> str:
    """Begin the games, with a move in each; nothing is sent for it."""
    url = server.begun()
    config = folder / "config.toml"
    config.write_text(settings_text(games, workers, url, 1), encoding="utf-8")
    machine = open_machine(config)
    machine.outbox = FakeOutbox()
    machine.compose = told_in_short
    with machine.journal:
        baseline, _ = baseline_of(machine, BEFORE_ZAT, None)
        while tick(machine, baseline, BEFORE_ZAT).has_more:
            pass
        tick(machine, baseline, BEFORE_ZAT)
        for number in range(games + WARMING * workers):
            spool.put(Spool(str(folder / "mail")), move_of(number), BEFORE_ZAT, BEFORE_ZAT)
        tick(machine, baseline, BEFORE_ZAT)
        machine.journal.lease.release()
    return url


def told_in_short(owed: Sequence[Owed], house: House) -> tuple[OutgoingMail, ...]:
    """Return mails that nobody reads: with openings and answers as they are it took two minutes."""
    return tuple(
        OutgoingMail(
            mail.recipient,
            message_id_of(mail, house),
            type(mail.content).__name__,
            mail.game,
            round_tag(mail),
            (b"",),
        )
        for mail in owed
    )


def move_of(game: int) -> bytes:
    player = game * 1000
    return (
        f"From: {name_of(player)} <{address_of(player)}>\r\n"
        f"To: referee@example.org\r\nSubject: Re: [g{game} R4] Zug\r\nMessage-ID: <{game}@client.example.org>\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n\r\n"
        "D11s BAU\r\n"
    ).encode()


@dataclass(frozen=True, slots=True)
class Prepared:
    """Games that have begun, in a folder and a database, of which copies are made."""

    folder: Path
    url: str
    server: Postgres
    games: int
    most: int
    """Workers."""


def measure(prepared: Prepared, count: int) -> Run:
    """Let *count* workers close the games in a copy of what was prepared."""
    server, games, most = prepared.server, prepared.games, prepared.most
    with tempfile.TemporaryDirectory() as name, process(sink) as mails:
        folder = Path(name)
        port = mails.recv()
        own = server.copy(prepared.url)
        shutil.copytree(prepared.folder / "mail", folder / "mail")
        config = folder / "config.toml"
        config.write_text(settings_text(games, most, own, port), encoding="utf-8")
        lines = [start(work, config) for _ in range(count)]
        for line in lines:
            assert line.recv() == "ready"
        for number, line in enumerate(lines, start=1):
            done = number if number < count else most  # the last one closes what is left
            together([line], _WARM + timedelta(hours=done - 1), Goal(own, WARMING * done))
        servers = server_cpu(server), cpu_of_sink(mails)
        began = time.monotonic()
        cpu = together(lines, AFTER_ZAT, Goal(own, games + WARMING * most))
        wall = time.monotonic() - began
        database, smtp = server_cpu(server) - servers[0], cpu_of_sink(mails) - servers[1]
        for line in lines:
            line.send(None)
            assert line.recv() == "gone"
        server.drop(own)
    return Run(count, wall, tuple(cpu), database, smtp, games * (PLAYERS + 1))


@dataclass(frozen=True, slots=True)
class Goal:
    """So many games that have a ZAT a week ahead, and all mail sent."""

    url: str
    games: int

    def awaited(self) -> Iterator[str]:
        """Say again and again how far it is, until it is reached."""
        engine = create_engine(self.url)
        outbox, table = schema.outbox, schema.games
        owed = select(func.count()).where(outbox.c.state == "owed")
        opened = select(func.count()).where(table.c.deadline > AFTER_ZAT + timedelta(days=1))
        try:
            while True:
                with engine.connect() as connection:
                    left, done = connection.scalar(owed), connection.scalar(opened) or 0
                if done >= self.games and not left:
                    return
                yield f"{done} of {self.games} games closed, {left} mails owed"
        finally:
            engine.dispose()


def together(lines: list[Connection], at: datetime, goal: Goal) -> list[float]:
    """Let all work until it is done, saying how far it is; return the CPU of each."""
    for line in lines:
        line.send(at)
    said = time.monotonic()
    for how_far in goal.awaited():
        if time.monotonic() - said > _SAID:
            print(f"  {how_far}", file=sys.stderr, flush=True)
            said = time.monotonic()
        time.sleep(0.2)
    for line in lines:
        line.send("enough")
    return [line.recv() for line in lines]


def server_cpu(server: Postgres) -> float:
    """Return the CPU of the cluster: of its first process, of those that ended, and of those that run."""
    first = int((server.folder / "data/postmaster.pid").read_text().split()[0])
    ticks = sum(
        sum(fields[11:15]) if pid == first else sum(fields[11:13])
        for pid, parent, fields in processes()
        if first in (pid, parent)
    )
    return ticks / os.sysconf("SC_CLK_TCK")


def processes() -> Iterator[tuple[int, int, list[int]]]:
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        yield int(stat.parent.name), int(fields[1]), [0, 0, 0, *map(int, fields[3:])]


def cpu_of_sink(mails: Connection) -> float:
    mails.send(True)
    found: float = mails.recv()
    return found


def start(target: Callable[..., None], *arguments: object) -> Connection:
    ours, theirs = _context.Pipe()
    _context.Process(target=target, args=(theirs, *arguments), daemon=True).start()
    theirs.close()
    return ours


@contextmanager
def process(target: Callable[..., None]) -> Iterator[Connection]:
    line = start(target)
    yield line
    line.send(None)


def main(games: int, counts: list[int]) -> int:
    server = postgres(is_durable=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        began = time.monotonic()
        url = prepare(folder, server, games, max(counts))
        print(f"  begun in {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
        prepared = Prepared(folder, url, server, games, max(counts))
        runs = []
        print(f"{games} games of {PLAYERS} at one ZAT, {games * (PLAYERS + 1)} reports")
        print("workers  wall s  CPU s  ms/report  times  PostgreSQL s  SMTP s  each worker's CPU")
        for count in counts:
            run = measure(prepared, count)
            runs.append(run)
            shares = " ".join(f"{each:.1f}" for each in run.cpu)
            print(
                f"{run.workers:7}  {run.wall:6.1f}  {sum(run.cpu):5.1f}  {run.each * 1000:9.2f}"
                f"  {run.each / runs[0].each:5.2f}  {run.database:12.1f}  {run.smtp:6.1f}  {shares}",
                flush=True,
            )
    return int(any(run.each > MOST * runs[0].each for run in runs))


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    sys.exit(main(given[0] if given else 1000, given[1:] or [1, 2, 4]))
