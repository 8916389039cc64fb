"""Which process runs the machine on a database: a lease that it prolongs while it works.

A lease ends by itself, or at once when the process that took it is gone.
"""

import os
import socket
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select

from mailref.errors import OtherDaemonError
from mailref.journal import schema
from mailref.journal.database import Database

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
