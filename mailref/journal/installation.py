"""What is recorded of the installation: its secret, the mailbox's baseline, who runs it, what was put back.

One process runs the machine, by a lease that it prolongs while it works. A lease ends by itself, or at
once when the process that took it is gone.

When the database was put back from a copy, first what a mailref filed away since is taken up, with
nothing sent; then, where a round may have been closed since, the game master decides; then all goes on.
"""

import os
import socket
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path

from sqlalchemy import Connection, delete, func, insert, select, update

from mailref.errors import OtherDaemonError
from mailref.journal import schema
from mailref.journal.database import Database
from mailref.post.ports import Baseline

_secrets, _baselines, _marks = schema.secrets, schema.baselines, schema.marks


@dataclass(frozen=True, slots=True)
class HeldMailbox:
    """By which mark a mailbox is held."""

    epoch: datetime
    token: str
    before: str
    """The token that was there when this one was written."""

    @property
    def tokens(self) -> tuple[str, str]:
        """Return the tokens by which the mark is ours, whether or not it could be written."""
        return self.token, self.before


class Installation:
    """What is recorded beside games and mails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def secret(self) -> bytes | None:
        """Return the secret of this installation; None before the first run."""
        found: bytes | None = self._database.scalar(select(_secrets.c.secret))
        return found

    def secret_or(self, fresh: bytes) -> bytes:
        """Return the secret of this installation, which *fresh* becomes where there is none yet."""
        with self._database.writing() as connection:
            first: bytes | None = connection.scalar(select(_secrets.c.secret))
            if first is None:
                connection.execute(insert(_secrets), {"id": 1, "secret": fresh})
            return first or fresh

    def baseline(self, account: str = "") -> Baseline | None:
        """Return from which mail on the mailbox is read; None before the first tick."""
        rows = self._database.rows(select(_baselines).where(_baselines.c.account == account))
        for row in rows:
            return Baseline(row.uid_validity, row.uid_next, row.moment, row.since)
        return None

    def set_baseline(self, baseline: Baseline, account: str = "") -> None:
        """Write from which mail on the mailbox is read."""
        row = {
            "account": account,
            "uid_validity": baseline.uid_validity,
            "uid_next": baseline.uid_next,
            "moment": baseline.moment,
            "since": baseline.since,
        }
        earlier = delete(_baselines).where(_baselines.c.account == account)
        self._database.change(earlier, insert(_baselines).values(row))

    def held(self, account: str) -> HeldMailbox | None:
        """Return how this installation last held a mailbox; None: never."""
        for row in self._database.rows(select(_marks).where(_marks.c.account == account)):
            return HeldMailbox(row.epoch, row.token, row.before)
        return None

    def hold(self, held: HeldMailbox, account: str) -> None:
        """Note how this installation holds a mailbox."""
        row = {"account": account, "epoch": held.epoch, "token": held.token, "before": held.before}
        earlier = delete(_marks).where(_marks.c.account == account)
        self._database.change(earlier, insert(_marks).values(row))


LEASE = timedelta(minutes=10)
"""Longer than any wait of the daemon, and than a mail server may keep one letter waiting."""
RENEWED = timedelta(seconds=30)
"""So old a lease may be before it is prolonged: a tick with nothing to do writes nothing."""

_leases = schema.leases
_MACHINE = "machine"
_OURS = _leases.c.name == _MACHINE
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True)
class Holder:
    """The process that runs the machine on this database."""

    host: str
    pid: int
    until: datetime


class Lease:
    """The right of one process to run the machine."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._taken: datetime | None = None

    def hold(self, now: datetime) -> None:
        """Take or prolong the lease; OtherDaemonError where another process has it.

        To be called again and again while a tick goes on.
        """
        # A clock that was set back must not make an old lease look new.
        if self._taken is not None and timedelta(0) <= now - self._taken < RENEWED:
            return
        if not self.take(now, LEASE):
            raise OtherDaemonError("another mailref runs on this database")
        self._taken = now

    def take(self, now: datetime, ttl: timedelta) -> bool:
        """Take or prolong the lease for this process; False if another has it."""
        with self._database.writing() as connection:
            if other_holder(connection, now) is not None:
                return False
            _drop(connection)
            ours = {
                "name": _MACHINE,
                "host": socket.gethostname(),
                "boot": _boot(),
                "pid": os.getpid(),
                "until": now + ttl,
            }
            connection.execute(insert(_leases), ours)
            return True

    def holder(self) -> Holder | None:
        """Return who last took the lease and has not given it back."""
        for row in self._database.rows(select(_leases).where(_OURS)):
            return Holder(row.host, row.pid, row.until)
        return None

    def forget(self) -> None:
        """Drop whatever lease there is: it came with a copy, and means nothing here."""
        self._taken = None
        with self._database.writing() as connection:
            _drop(connection)

    def release(self) -> None:
        """Give this process's lease back."""
        self._taken = None
        with self._database.writing() as connection:
            row = connection.execute(select(_leases).where(_OURS)).first()
            if row is not None and _is_this_process(row.host, row.boot, row.pid):
                _drop(connection)


def other_holder(connection: Connection, now: datetime) -> Holder | None:
    """Return which other process runs the machine, as far as can be known."""
    row = connection.execute(select(_leases).where(_OURS)).first()
    if row is None or row.until <= now or not _is_alive(row.host, row.boot, row.pid):
        return None
    return Holder(row.host, row.pid, row.until)


def _drop(connection: Connection) -> None:
    connection.execute(delete(_leases).where(_OURS))


def _boot() -> str:
    """Return what tells this run of the system from the one before: it gives numbers out anew."""
    return _BOOT_ID.read_text().strip() if _BOOT_ID.exists() else ""


def _is_this_process(host: str, boot: str, pid: int) -> bool:
    return (host, boot, pid) == (socket.gethostname(), _boot(), os.getpid())


def _is_alive(host: str, boot: str, pid: int) -> bool:
    """Tell whether another process may still be running; of another host we cannot know."""
    if host != socket.gethostname() or os.name != "posix":
        return not _is_this_process(host, boot, pid)
    if boot != _boot() or pid == os.getpid():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


_restorations, _outbox = schema.restorations, schema.outbox
_NEWEST = select(_restorations).order_by(_restorations.c.begun_at.desc()).limit(1)


class RestorationState(StrEnum):
    """How far a restoration has come."""

    TAKING_UP = "taking_up"
    WAITING = "waiting"
    """For the game master: until he decides nothing is read, closed or sent."""
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Restoration:
    """One time that the database was put back."""

    begun_at: datetime
    copied_at: datetime
    """The last moment of which the copy tells."""
    state: RestorationState


class Restorations:
    """What is recorded of the database being put back."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def last(self) -> Restoration | None:
        """Return the newest restoration; None where the database was never put back."""
        for row in self._database.rows(_NEWEST):
            return Restoration(row.begun_at, row.copied_at, RestorationState(row.state))
        return None

    def begin(self, now: datetime) -> int:
        """Note that this database is a copy put back; return how many mails it owed.

        They are given up: most have been sent since the copy was made, and nobody is answered twice.
        """
        with self._database.writing() as connection:
            times = (
                connection.scalar(select(func.max(column)))
                for column in (schema.causes.c.recorded_at, schema.inbox.c.first_seen)
            )
            known = [time for time in times if time is not None]
            row = {
                "begun_at": now,
                "copied_at": max(known, default=now),
                "state": RestorationState.TAKING_UP.value,
            }
            connection.execute(insert(_restorations), row)
            given_up = connection.execute(
                update(_outbox)
                .where(_outbox.c.state == "owed")
                .values(
                    state="dead",
                    settled_at=now,
                    last_error="perhaps sent: the database was put back",
                )
            )
            return given_up.rowcount

    def advance(self, state: RestorationState) -> None:
        """Note how far the newest restoration has come."""
        newest = select(func.max(_restorations.c.begun_at)).scalar_subquery()
        self._database.change(
            update(_restorations)
            .where(_restorations.c.begun_at == newest)
            .values(state=state.value)
        )
