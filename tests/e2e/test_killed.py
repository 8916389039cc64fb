"""The daemon is killed (SIGKILL) at each step; nothing is lost and nothing happens twice (mail 3).

The steps are reached from outside: by a mail server that stalls there, or by a lock on the record.
"""

import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from mailref.games.rounds.events import MoveEntered
from mailref.journal.journal import Journal
from tests.e2e.daemons import run_daemon
from tests.e2e.installation import player_mail
from tests.effort import PATIENCE, Tried, sample
from tests.forked import Forked
from tests.servers.faulty import Effect, Faults, FaultyServer, Misstep, Moment
from tests.servers.sink import parsed

MAX = "max@example.org"
SETTINGS = """
[mail]
imap = "imap://127.0.0.1:{imap}"
smtp = "smtp://127.0.0.1:{smtp}"
user = "referee@example.org"
password = "pw"
address = "Scrabble <referee@example.org>"
poll = "1s"

[gamemaster]
name = "Erika Musterfrau"
address = "gm@example.org"

[[game]]
id = "yerres"
title = "1-Zug-Scrabble Yerres"
variant = "dottendorf-1zug"
zone = "Europe/Berlin"
deadline = 2036-12-05T20:00:00
letters = "BEEINNR"

[[game.player]]
name = "Max Mustermann"
addresses = ["max@example.org"]
"""


@dataclass
class House:
    """A daemon on the embedded server, and what both hold."""

    folder: Path
    server: FaultyServer
    daemon: Forked | None = None

    def start(self) -> None:
        self.daemon = Forked(run_daemon, self.folder)

    def kill(self) -> None:
        assert self.daemon is not None
        self.daemon.kill()
        self.daemon = None

    def answers(self) -> list[str]:
        """Return the Message-IDs of the answers Max got, one for each copy."""
        mails = [parsed(parcel.data) for parcel in self.server.parcels if parcel.recipient == MAX]
        return [
            str(mail["Message-ID"]) for mail in mails if mail["Auto-Submitted"] == "auto-replied"
        ]

    def openings(self) -> int:
        """Return how many mails answer nothing: the opening."""
        return sum(parcel.recipient == MAX for parcel in self.server.parcels) - len(self.answers())

    def entered(self) -> int:
        """Return how often a move was recorded."""
        with Journal.open(f"sqlite:///{self.folder}/mailref.db") as journal:
            return sum(isinstance(event, MoveEntered) for event in journal.games.events("yerres"))

    def is_filed(self) -> bool:
        folder = self.server.mails("referee@example.org", "Processed")
        return len(folder) == 1 and not self.server.mails("referee@example.org")

    def move(self, number: int = 1) -> None:
        text = "1-Zug-Scrabble Yerres\nSpieler=Max Mustermann\nH8w BEINE\n"
        mail = player_mail("Max Mustermann", MAX, text, Message_ID=f"<move.{number}@example.org>")
        self.server.deliver("referee@example.org", mail.as_bytes())

    def wait(self, wanted: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + PATIENCE
        while not wanted():
            is_gone = self.daemon is not None and not self.daemon.is_alive
            if is_gone or time.monotonic() > until:
                log = (self.folder / "daemon.log").read_text(encoding="utf-8")
                raise AssertionError(f"{what} did not happen\n{log[-3000:]}")
            time.sleep(0.01)

    def finish(self) -> None:
        """Start again and see the work done: once, with one Message-ID, the mail filed."""
        self.server.fail(Faults())
        self.start()
        self.wait(lambda: len(self.answers()) >= 1, "the answer")
        self.wait(self.is_filed, "the filing")
        assert self.entered() == 1
        assert len(set(self.answers())) == 1
        assert self.openings() == 1


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A daemon that has sent the commitment and its opening, and waits."""
    accounts = dict.fromkeys(("referee@example.org", MAX, "gm@example.org"), "pw")
    with FaultyServer(accounts) as server:
        text = SETTINGS.format(imap=server.imap_port, smtp=server.smtp_port)
        (tmp_path / "config.toml").write_text(text, encoding="utf-8")
        made = House(tmp_path, server)
        made.start()
        # The game master's too: a fault planned for the answer must not meet his opening.
        made.wait(lambda: len(server.parcels) == 2, "the openings")
        try:
            yield made
        finally:
            if made.daemon is not None:
                made.kill()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the record's write lock: whoever wants to commit waits inside its transaction."""
    connection = sqlite3.connect(folder / "mailref.db", isolation_level=None, timeout=PATIENCE)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


@pytest.mark.slow
def test_killed_after_the_mail_was_fetched(house: House) -> None:
    house.server.fail(Faults(at=(Misstep("FETCH", Moment.AFTER, Effect.STALL),)))
    house.move()
    house.server.wait_until_stalled()

    house.kill()

    assert house.entered() == 0
    house.finish()


@pytest.mark.slow
def test_killed_inside_the_transaction(house: House) -> None:
    """The lock is taken once the mail is fetched: the daemon waits for it, and dies waiting."""
    with sqlite3.connect(house.folder / "mailref.db", timeout=PATIENCE) as reader:
        before = reader.execute("SELECT count(*) FROM inbox").fetchone()[0]
        house.move()
        house.wait(
            lambda: reader.execute("SELECT count(*) FROM inbox").fetchone()[0] > before,
            "the mail taken up",
        )
    with locked(house.folder):
        time.sleep(0.5)  # long enough to reach the commit; how long does not matter
        house.kill()

    assert house.entered() in (0, 1)
    house.finish()


@pytest.mark.slow
def test_killed_before_anything_was_written(house: House) -> None:
    with locked(house.folder):
        house.move()
        time.sleep(0.5)  # it fetches the mail and waits for the lock
        house.kill()

    assert house.entered() == 0
    house.finish()


@pytest.mark.slow
@pytest.mark.parametrize("moment", [Moment.BEFORE, Moment.AFTER])
def test_killed_after_the_commit_while_filing(house: House, moment: Moment) -> None:
    """Before the mail was moved, and after it was moved but not said to be."""
    house.server.fail(Faults(at=(Misstep("MOVE", moment, Effect.STALL),)))
    house.move()
    house.server.wait_until_stalled()

    house.kill()

    assert house.entered() == 1
    house.finish()


@pytest.mark.slow
@pytest.mark.parametrize("command", ["MAIL", "RCPT"])
def test_killed_before_the_answer_was_handed_over(house: House, command: str) -> None:
    house.server.fail(Faults(at=(Misstep(command, Moment.BEFORE, Effect.STALL),)))
    house.move()
    house.server.wait_until_stalled()

    house.kill()

    assert house.answers() == []
    house.finish()


@pytest.mark.slow
def test_killed_after_the_server_took_the_answer_but_before_its_250_was_read(house: House) -> None:
    """At least once out: a second copy has the same Message-ID."""
    house.server.fail(Faults(at=(Misstep("DATA", Moment.AFTER, Effect.STALL),)))
    house.move()
    house.server.wait_until_stalled()

    house.kill()

    assert len(house.answers()) == 1
    house.server.fail(Faults())
    house.start()
    house.wait(lambda: len(house.answers()) == 2, "the second copy")
    house.wait(house.is_filed, "the filing")
    assert house.entered() == 1
    assert len(set(house.answers())) == 1


@pytest.mark.slow
def test_killed_three_times_over_a_mail_does_not_make_it_poison(house: House) -> None:
    """Contract 5: being killed is no failure of the mail."""
    stall = Faults(at=(Misstep("FETCH", Moment.AFTER, Effect.STALL),))
    house.server.fail(stall)
    house.move()
    for _ in range(3):
        house.server.wait_until_stalled()
        house.kill()
        house.server.fail(stall)
        house.start()
    house.server.wait_until_stalled()
    house.kill()

    house.finish()


@pytest.mark.slow
@pytest.mark.parametrize("number", sample(range(50), 1))
def test_killed_at_any_moment_twenty_times_over(house: House, number: int, tried: Tried) -> None:
    """Mail after mail comes in, and the daemon dies at moments that nobody chose."""
    rng = random.Random(number)
    for move in range(20):
        house.move(move)
        time.sleep(rng.uniform(0, 0.6))
        house.kill()
        house.start()
    house.wait(lambda: not house.server.mails("referee@example.org"), "the filing")
    house.wait(lambda: len(set(house.answers())) == 20, "the answers")

    assert house.entered() == 20
    assert len(house.server.mails("referee@example.org", "Processed")) == 20
    assert house.openings() == 1
    tried("kills of a daemon at its work", 20)
