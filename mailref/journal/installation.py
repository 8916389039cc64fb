"""What is recorded of the installation: facts, the mailbox's baseline, and who runs the machine."""

import os
import socket
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, delete, insert, select

from mailref.journal import schema
from mailref.journal.database import Database
from mailref.journal.records import Holder
from mailref.post.ports import Baseline

_facts, _baselines, _leases = schema.facts, schema.baselines, schema.leases
_MACHINE = "machine"
SECRET = "secret"  # noqa: S105  the name of the fact that holds the installation's secret
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class Installation:
    """What is recorded beside games and mails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def fact(self, name: str) -> str | None:
        """Return a small fact, such as the hash of the settings that were last reported."""
        with self._database.reading() as connection:
            return connection.scalar(select(_facts.c.value).where(_facts.c.name == name))

    def facts(self, prefix: str) -> dict[str, str]:
        """Return all facts whose names begin with *prefix*."""
        wanted = select(_facts).where(_facts.c.name.startswith(prefix, autoescape=True))
        with self._database.reading() as connection:
            return {row.name: row.value for row in connection.execute(wanted)}

    def note(self, name: str, value: str) -> None:
        """Write a fact; what belongs to a decision goes with it into `record` instead."""
        with self._database.writing() as connection:
            keep_fact(connection, name, value)

    def fact_once(self, name: str, value: str) -> str:
        """Write a fact that never changes, such as a secret; return the one that was first."""
        with self._database.writing() as connection:
            first: str | None = connection.scalar(
                select(_facts.c.value).where(_facts.c.name == name)
            )
            if first is not None:
                return first
            keep_fact(connection, name, value)
            return value

    def baseline(self, account: str = "") -> Baseline | None:
        """Return from which mail on the mailbox is read; None before the first turn."""
        with self._database.reading() as connection:
            row = connection.execute(
                select(_baselines).where(_baselines.c.account == account)
            ).first()
        if row is None:
            return None
        return Baseline(row.uid_validity, row.uid_next, row.moment, row.since)

    def set_baseline(self, baseline: Baseline, account: str = "") -> None:
        """Write from which mail on the mailbox is read."""
        row = {
            "account": account,
            "uid_validity": baseline.uid_validity,
            "uid_next": baseline.uid_next,
            "moment": baseline.moment,
            "since": baseline.since,
        }
        with self._database.writing() as connection:
            connection.execute(delete(_baselines).where(_baselines.c.account == account))
            connection.execute(insert(_baselines), row)

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
        with self._database.reading() as connection:
            row = connection.execute(select(_leases).where(_leases.c.name == _MACHINE)).first()
        return None if row is None else Holder(row.host, row.pid, row.until)

    def release(self) -> None:
        """Give this process's lease back."""
        with self._database.writing() as connection:
            row = connection.execute(select(_leases).where(_leases.c.name == _MACHINE)).first()
            if row is not None and _is_this_process(row.host, row.boot, row.pid):
                _drop_lease(connection)


def keep_fact(connection: Connection, name: str, value: str) -> None:
    """Write a fact in the transaction of its decision; an earlier value is replaced."""
    connection.execute(delete(_facts).where(_facts.c.name == name))
    connection.execute(insert(_facts), {"name": name, "value": value})


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
