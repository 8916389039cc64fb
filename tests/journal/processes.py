"""What other processes do to the record: each says what it did, and waits to go on or to be killed."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from multiprocessing.connection import Connection

from sqlalchemy import Executable

from mailref.journal.installation import Lease
from mailref.journal.journal import Journal
from mailref.journal.recorded_mails import passed_on
from mailref.journal.schema import Database
from tests.journal.builders import NOON, closed, later, mail, mark


def record_it(line: Connection, url: str) -> None:
    """Close the round, with mails, a mail done and a fact."""
    journal = Journal.open(url)
    journal.games.load("yerres")
    line.send("ready")
    line.recv()
    is_new = _record(journal, [passed_on("max@example.org", later(62).date())])
    line.send(f"recorded {is_new}")
    line.recv()


def stall_inside(line: Connection, url: str) -> None:
    """Do the same, and wait where all but the last is written."""
    journal = Journal.open(url)
    journal.games.load("yerres")

    def further() -> Iterator[Executable]:
        """Give the last thing a decision writes: all before it is written by now."""
        line.send("inside")
        line.recv()
        yield passed_on("max@example.org", later(62).date())

    _record(journal, further())


def _record(journal: Journal, also: Iterable[Executable]) -> bool:
    return journal.record(
        "close:yerres:1",
        at=later(62),
        game_events=[("yerres", closed(1))],
        mails=[mail(1), mail(2)],
        inbox=mark(3, fingerprint="f"),
        also=also,
    )


def open_it(line: Connection, url: str) -> None:
    """Open a record that may not be there yet."""
    line.send("ready")
    line.recv()
    line.send(f"{Journal.open(url).games.ids()}")
    line.recv()


def take_the_lease(line: Connection, url: str) -> None:
    """Take the lease at noon, for five minutes."""
    line.send(f"{Journal.open(url).lease.take(NOON, timedelta(minutes=5))}")
    line.recv()


def take_the_lease_each_time(line: Connection, url: str) -> None:
    """Try to take the lease whenever the test says so, as a process that has just begun."""
    database = Database(url)
    line.send("ready")
    while line.recv():
        line.send(f"{Lease(database).take(NOON, timedelta(minutes=5))}")
