"""What is recorded of the installation: its secret, the mailbox's baseline, who runs the machine."""

import os
import socket
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select

from mailref.journal import schema
from mailref.journal.database import Database
from mailref.journal.records import Holder
from mailref.post.ports import Baseline

_secrets, _baselines, _leases = schema.secrets, schema.baselines, schema.leases
_MACHINE = "machine"
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


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

    def lease(self, now: datetime, ttl: timedelta) -> bool:
        """Take or prolong, for this process, the right to run the machine; False if another has it.

        A lease ends by itself, or at once when the process that took it is gone.
        """
        with self._database.writing() as connection:
            row = connection.execute(select(_leases).where(_leases.c.name == _MACHINE)).first()
            if row is not None and row.until > now and _is_alive(row.host, row.boot, row.pid):
                return False
            _drop_lease(connection)
            ours = {
                "name": _MACHINE,
                "host": socket.gethostname(),
                "boot": _boot(),
                "pid": os.getpid(),
                "until": now + ttl,
            }
            connection.execute(insert(_leases), ours)
            return True

    def lease_holder(self) -> Holder | None:
        """Return who last took the lease and has not given it back."""
        for row in self._database.rows(select(_leases).where(_leases.c.name == _MACHINE)):
            return Holder(row.host, row.pid, row.until)
        return None

    def release(self) -> None:
        """Give this process's lease back."""
        with self._database.writing() as connection:
            row = connection.execute(select(_leases).where(_leases.c.name == _MACHINE)).first()
            if row is not None and _is_this_process(row.host, row.boot, row.pid):
                _drop_lease(connection)


def _drop_lease(connection: Connection) -> None:
    connection.execute(delete(_leases).where(_leases.c.name == _MACHINE))


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
