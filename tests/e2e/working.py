"""Workers that share one record: processes that the test may let die at any statement they make.

Time does not pass: it is an hour after the ZAT. The leases of who died are ended by the test, which
is what twenty seconds would do.
"""

import os
import shutil
import signal
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, func, select, update

from mailref.assembly import baseline_of, open_machine
from mailref.commands.run import takes_the_mailbox
from mailref.games.rounds.events import MoveEntered, RoundClosed
from mailref.journal import schema
from mailref.journal.journal import Journal
from mailref.post import spool
from mailref.post.ports import Spool
from mailref.service import lend_a_hand, tick
from tests.e2e.installation import player_mail
from tests.effort import PATIENCE
from tests.forked import Forked
from tests.servers.postgres import Postgres
from tests.servers.sink import SmtpSink, Taken, parsed

BEGUN = datetime(2036, 12, 1, 12, tzinfo=UTC)
MOVED = datetime(2036, 12, 4, 12, tzinfo=UTC)
CLOSES = datetime(2036, 12, 5, 20, tzinfo=UTC)
GAMES = tuple(f"game{number}" for number in range(1, 5))
PLAYERS = ("Max Mustermann", "Berta Beispiel")
_MAIL = """
[mail]
spool = "mail"
smtp = "smtp://127.0.0.1:{port}"
address = "Scrabble <referee@example.org>"
per_hour = 1000

[storage]
url = "{url}"

[gamemaster]
name = "Erika Musterfrau"
address = "gm@example.org"
"""
_GAME = """
[[game]]
id = "{id}"
title = "1-Zug-Scrabble {id}"
variant = "dottendorf-1zug"
zone = "Europe/Berlin"
deadline = 2036-12-05T20:00:00
schedule = "every week on friday at 20:00"
letters = "BEEINNR"
"""
_PLAYER = """
[[game.player]]
name = "{name}"
addresses = ["{address}"]
"""


def address_of(player: str, game: str) -> str:
    return f"{player.split(maxsplit=1)[0].lower()}.{game}@example.org"


@dataclass(frozen=True, slots=True)
class Death:
    """When a worker kills itself: at which of its statements, before it or after."""

    statement: int
    is_after: bool


def work(line: Connection, folder: Path, death: Death | None) -> None:
    """Work on the record in *folder* until the test says that it is enough; say how many statements."""
    made = 0

    def count(*_: Any) -> None:
        nonlocal made
        made += 1
        if death is not None and made == death.statement and not death.is_after:
            os.kill(os.getpid(), signal.SIGKILL)

    def after(*_: Any) -> None:
        if death is not None and made == death.statement and death.is_after:
            os.kill(os.getpid(), signal.SIGKILL)

    machine = open_machine(folder / "config.toml")
    machine.journal.lease.beat()
    line.send("ready")
    line.recv()
    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Engine, "after_cursor_execute", after)
    while not line.poll():
        if takes_the_mailbox(machine):
            baseline, _ = baseline_of(machine, CLOSES, None)
            tick(machine, baseline, CLOSES)
        else:
            lend_a_hand(machine, CLOSES)
            time.sleep(0.005)
    machine.journal.lease.release()
    line.send(str(made))


@dataclass
class House:
    """Four games whose ZAT has passed, a move of each player in the folder, and who works on them."""

    folder: Path
    url: str
    sink: SmtpSink
    workers: list[Forked] = field(default_factory=list)
    deaths: int = 0

    def start(self, death: Death | None = None) -> Forked:
        worker = Forked(work, self.folder, death)
        self.workers.append(worker)
        return worker

    def work(self, *deaths: Death | None) -> None:
        """Let one worker work for each of *deaths*, and another for each that dies, to the end."""
        engine = create_engine(self.url)
        for death in deaths:
            self.start(death)
        for worker in self.workers:
            assert worker.said() == "ready"
        for worker in self.workers:
            worker.go()
        until = time.monotonic() + PATIENCE
        while not self.is_done(engine):
            assert time.monotonic() < until, "the work is not done"
            for worker in self.workers:
                if not worker.is_alive:
                    self._replace(worker, engine)
            time.sleep(0.01)
        engine.dispose()

    def _replace(self, dead: Forked, engine: Engine) -> None:
        """Let time pass until what the dead one held is free; somebody starts another one."""
        self.workers.remove(dead)
        self.deaths += 1
        let_lapse(engine, dead)
        dead.kill()
        worker = self.start()
        assert worker.said() == "ready"
        worker.go()

    def is_done(self, engine: Engine) -> bool:
        outbox, games = schema.outbox, schema.games
        with engine.connect() as connection:
            owed = connection.scalar(select(func.count()).where(outbox.c.state == "owed"))
            opened = connection.scalar(select(func.count()).where(games.c.deadline > CLOSES))
        return not owed and opened == len(GAMES) and not any((self.folder / "mail/new").iterdir())

    def end(self) -> list[int]:
        """Let the workers go home; return how many statements each made."""
        for worker in self.workers:
            worker.go()
        made = [int(worker.said()) for worker in self.workers]
        for worker in self.workers:
            worker.kill()
        self.workers.clear()
        return made

    def happened(self) -> Counter[str]:
        """Return how often moves were entered and rounds closed, for each game."""
        found: Counter[str] = Counter()
        with Journal.open(self.url) as journal:
            for game in GAMES:
                for each in journal.games.events(game):
                    if isinstance(each, MoveEntered | RoundClosed):
                        found[f"{game} {type(each).__name__}"] += 1
        return found


def let_lapse(engine: Engine, dead: Forked) -> None:
    """Let the time pass in which nobody prolongs what a dead process held."""
    with engine.begin() as connection:
        ended = update(schema.leases).where(schema.leases.c.pid == dead.process.pid)
        connection.execute(ended.values(until=datetime.now(UTC) - timedelta(seconds=1)))


EXPECTED = Counter(
    {
        f"{game} {what}": times
        for game in GAMES
        for what, times in (("MoveEntered", 2), ("RoundClosed", 1))
    }
)


def mails_of(taken: list[Taken]) -> dict[tuple[str, str], set[bytes]]:
    """Return what was handed over, by recipient and Message-ID."""
    found: dict[tuple[str, str], set[bytes]] = {}
    for mail in taken:
        id_ = str(parsed(mail.data)["Message-ID"])
        found.setdefault((mail.recipient, id_), set()).add(mail.data)
    return found


def prepare(folder: Path, server: Postgres, sink: SmtpSink) -> str:
    """Open the games and deliver the moves; return the database, of which copies can be made."""
    url = server.begun()
    write_settings(folder, url, sink)
    machine = open_machine(folder / "config.toml")
    with machine.journal:
        baseline, _ = baseline_of(machine, BEGUN, None)
        for _ in range(2):
            tick(machine, baseline, BEGUN)
    for game in GAMES:
        for player in PLAYERS:
            address = address_of(player, game)
            text = f"1-Zug-Scrabble {game}\nH8w BEINE\n"
            mail = player_mail(player, address, text, Message_ID=f"<{address}>")
            spool.put(Spool(str(folder / "mail")), mail.as_bytes(), MOVED, MOVED)
    sink.taken.clear()
    return url


def write_settings(folder: Path, url: str, sink: SmtpSink) -> None:
    text = _MAIL.format(port=sink.port, url=url)
    for game in GAMES:
        text += _GAME.format(id=game)
        for player in PLAYERS:
            text += _PLAYER.format(name=player, address=address_of(player, game))
    (folder / "config.toml").write_text(text, encoding="utf-8")


def moved_in(prepared: Path, url: str, folder: Path, server: Postgres, sink: SmtpSink) -> House:
    """Return the same house as *prepared*, in a folder and a database of its own."""
    shutil.copytree(prepared / "mail", folder / "mail")
    own = server.copy(url)
    write_settings(folder, own, sink)
    sink.taken.clear()
    return House(folder, own, sink)
