"""Which process has the mailbox, and which ones work at all: leases prolonged while they work.

On SQLite one process runs the machine. Its lease is long, since only its own work prolongs it, and ends
at once when the process is gone. On PostgreSQL several may work, on several hosts: leases are short, a
thread of its own prolongs them, they go by the clock of the server, and nobody is asked whether a process
of some number lives, which on another host, or in another container, nobody can know.
"""

import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import sqlalchemy as sa
from msgspec import Struct, field
from sqlalchemy.dialects.postgresql import insert

from mailref.errors import JournalError, OtherDaemonError
from mailref.journal import schema
from mailref.journal.database import Database

log = logging.getLogger(__name__)
LEASE = timedelta(minutes=10)
"""On SQLite: longer than any wait of the daemon, and than a mail server may keep one letter waiting."""
RENEWED = timedelta(seconds=30)
"""So old a lease may be before it is prolonged: a tick with nothing to do writes nothing."""
SHARED = timedelta(seconds=20)
"""On PostgreSQL: so long after a kill another worker goes on."""
BEAT = timedelta(seconds=5)
"""So often a worker prolongs what it holds there."""
_SAFE = SHARED - BEAT
"""So long after it was prolonged we still rely on it."""

_REMEMBERED = timedelta(hours=1)
"""So long `status` may tell who worked last."""

_leases = schema.leases
MACHINE = "machine"
"""The right to read the mailbox, and to do all that one alone does."""
ALONE = "alone"
"""The right to work while nobody else does."""
_BOX = "box:"
"""Begins the name of the right to read a mailbox beside that of [mail]."""
_READER = "reader:"
"""Begins the name of what says that a worker would read mailboxes, too."""
_WORKER = "worker:"
"""Begins the name of what says that a worker lives: its claims hold as long."""
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class Holder(Struct, frozen=True):
    """The process that runs the machine on this database."""

    host: str
    pid: int
    until: datetime


class Lease(Struct):
    """What one process may do on a database, and for how long."""

    database: Database
    worker: str = field(default_factory=lambda: secrets.token_hex(8))
    """By which this process's claims are known."""
    _held: dict[str, float] = field(default_factory=dict)
    """What we hold, and when it was prolonged."""
    _swept: float | None = None
    """When the leases of the dead were dropped last."""
    _ends: threading.Event = field(default_factory=threading.Event)
    _beating: threading.Thread | None = None
    _changing: threading.Lock = field(default_factory=threading.Lock)
    """Held while a thread changes what is in `_held`."""

    def hold(self, now: datetime) -> None:
        """Take or prolong the right to run the machine; OtherDaemonError where another process has it.

        To be called again and again while a tick goes on.
        """
        self._hold(MACHINE, now)

    def work(self, now: datetime) -> None:
        """Let this process's claims hold; OtherDaemonError where somebody works here alone."""
        self._hold(_WORKER + self.worker, now)

    def hold_boxes(self, now: datetime) -> None:
        """Prolong the right to what we read beside the mailbox of [mail]; OtherDaemonError: it is lost."""
        for name in [each for each in self._held if each.startswith(_BOX)]:
            self._hold(name, now)

    def share(self, boxes: Sequence[str], now: datetime, *, leads: bool) -> tuple[str, ...]:
        """Return which mailboxes beside that of [mail], by their ids, this worker reads from now on.

        Each worker takes what nobody has, up to its share, and gives back what is more. The mailbox
        of [mail] counts as one of who *leads*.
        """
        if not self.database.is_shared:
            return tuple(boxes)
        self._hold(_READER + self.worker, now)
        ours, free, readers = self._shares(boxes)
        most = -(-(len(boxes) + 1) // max(readers, 1)) - leads
        for box in ours[most:]:
            self._give_back(_BOX + box)
        kept = ours[: max(most, 0)]
        for box in free[: max(most - len(kept), 0)]:
            if self._take(_BOX + box, now, SHARED):
                kept.append(box)
        return tuple(box for box in kept if self._still_holds(_BOX + box, now))

    def share_nothing(self) -> None:
        """Leave to others the mailboxes beside that of [mail]."""
        for name in [each for each in self._held if each.startswith((_BOX, _READER))]:
            self._give_back(name)

    def _shares(self, boxes: Sequence[str]) -> tuple[list[str], list[str], int]:
        """Return which mailboxes we have, which nobody has, and how many workers would read."""
        alive = sa.select(_leases.c.name, self._ours.label("is_ours"))
        found = self.database.rows(alive.where(_leases.c.until > sa.func.clock_timestamp()))
        has = {row.name: bool(row.is_ours) for row in found}
        ours = [box for box in boxes if has.get(_BOX + box, False)]
        free = [box for box in boxes if _BOX + box not in has]
        return ours, free, sum(name.startswith(_READER) for name in has)

    def _still_holds(self, name: str, now: datetime) -> bool:
        try:
            self._hold(name, now)
        except OtherDaemonError:
            return False
        return True

    def _give_back(self, name: str) -> None:
        with self._changing:
            self._held.pop(name, None)
        self.database.change(sa.delete(_leases).where(_leases.c.name == name, self._ours))

    def hold_alone(self, now: datetime) -> None:
        """Take the right to work while nobody else does; OtherDaemonError where somebody works."""
        self._hold(ALONE if self.database.is_shared else MACHINE, now)

    def claiming(self, now: datetime) -> str:
        """Return by which name mails are claimed that are to be sent; empty where one process works."""
        if not self.database.is_shared:
            return ""
        self.work(now)
        self.beat()  # however long it takes to send them
        return self.worker

    def _hold(self, name: str, now: datetime) -> None:
        if self.database.is_shared:
            relied, ttl = _SAFE, SHARED
        else:
            relied, ttl = RENEWED, LEASE
        since = self._held.get(name)
        if self.database.is_shared and since is not None and _is_lapsed(since):
            self._begin_anew()
        # A clock that was set back must not make an old lease look new.
        if since is not None and 0 <= self._clock(now) - since < relied.total_seconds():
            return
        if not self._take(name, now, ttl):
            raise OtherDaemonError("another mailref runs on this database")

    def has_lapsed(self, worker: str) -> bool:
        """Tell whether the claims of *worker*, once this process, may be another's by now."""
        since = self._held.get(_WORKER + worker)
        return since is None or _is_lapsed(since)

    def _begin_anew(self) -> None:
        """Be another worker from now on: what this one had claimed others may have taken over."""
        self.worker = secrets.token_hex(8)
        self._held.clear()

    def take(self, now: datetime, ttl: timedelta) -> bool:
        """Take or prolong the right to run the machine; False if another has it."""
        return self._take(MACHINE, now, ttl)

    def _take(self, name: str, now: datetime, ttl: timedelta) -> bool:
        """Write that it is ours, where it is free or ours already: one statement, so one of many wins."""
        taken = self._clock(now)
        with self.database.alone() as connection:
            if self._is_barred(connection, name, now):
                return False
            if self.database.is_shared:
                self._forget_the_dead(connection)
            moment = _moment(connection, now)
            free = [_leases.c.until <= moment, self._ours]
            row = connection.execute(sa.select(_leases).where(_leases.c.name == name)).first()
            if row is not None and _is_gone(connection, row.host, row.boot, row.pid):
                free.append(_is_of(row.host, row.boot, row.pid))
            wanted = insert(_leases).values(
                name=name, until=_moment(connection, now, ttl), **self._us
            )
            ours = {key: wanted.excluded[key] for key in ("host", "boot", "pid", "until")}
            written = wanted.on_conflict_do_update(
                index_elements=["name"], set_=ours, where=sa.or_(*free)
            ).returning(_leases.c.name)
            is_taken = connection.scalar(written) is not None
        if is_taken:
            self._held[name] = taken
        else:
            self._held.pop(name, None)
        return is_taken

    def _is_barred(self, connection: sa.Connection, name: str, now: datetime) -> bool:
        """Tell whether another works alone, or works at all where we want to be alone."""
        if not self.database.is_shared:
            return False
        found = sa.select(_leases.c.name).where(
            _leases.c.until > _moment(connection, now), ~self._ours
        )
        if name != ALONE:
            found = found.where(_leases.c.name == ALONE)
        return connection.scalar(found.limit(1)) is not None

    def _forget_the_dead(self, connection: sa.Connection) -> None:
        """Drop, every hour, what workers held that ended without giving it back."""
        if self._swept is None or _uptime() - self._swept >= _REMEMBERED.total_seconds():
            long_gone = _leases.c.until < _by_server(-_REMEMBERED)
            connection.execute(sa.delete(_leases).where(long_gone))
            self._swept = _uptime()

    def beat(self) -> None:
        """Prolong, until `release`, in a thread of its own what this process holds on a server."""
        if not self.database.is_shared or self._beating is not None:
            return
        self._ends.clear()
        self._beating = threading.Thread(target=self._beat, name="leases", daemon=True)
        self._beating.start()

    def _beat(self) -> None:
        while not self._ends.wait(BEAT.total_seconds()):
            try:
                self.prolong()
            except JournalError as problem:
                log.warning("the leases could not be prolonged: %s", problem)

    def prolong(self) -> None:
        """Prolong what is still ours; a process that was asleep for too long begins anew."""
        begun, had = _uptime(), set(self._held)
        with self.database.writing() as connection:
            still = (
                sa.update(_leases)
                .where(self._ours, _leases.c.until > _by_server(timedelta(0)))
                .values(until=_by_server(SHARED))
                .returning(_leases.c.name)
            )
            ours = set(connection.scalars(still))
            self._forget_the_dead(connection)
        with self._changing:  # what was given back or taken meanwhile says nothing
            still_held = had & self._held.keys()
            self._held.update(dict.fromkeys(still_held & ours, begun))
        if still_held - ours:
            self._begin_anew()

    def holder(self) -> Holder | None:
        """Return who last took the right to run the machine and has not given it back."""
        return self.database.first(Holder, sa.select(_leases).where(_leases.c.name == MACHINE))

    def is_led(self) -> bool:
        """Tell, on a server, whether a worker has the right to run the machine now."""
        alive = sa.select(_leases.c.name).where(_leases.c.until > sa.func.clock_timestamp())
        return self.database.scalar(alive.where(_leases.c.name == MACHINE)) is not None

    def forget(self) -> None:
        """Drop whatever leases there are: they came with a copy, and mean nothing here."""
        self._held.clear()
        self.database.change(sa.delete(_leases))

    def stop(self) -> None:
        """Prolong nothing any more."""
        self._ends.set()
        if self._beating is not None:
            self._beating.join(BEAT.total_seconds())
            self._beating = None

    def release(self) -> None:
        """Give back what this process holds; its claims end."""
        self.stop()
        self._held.clear()
        self.database.change(sa.delete(_leases).where(self._ours))

    def _clock(self, now: datetime) -> float:
        """Return the time by which we judge how old a lease is: nobody sets that since the start."""
        return _uptime() if self.database.is_shared else now.timestamp()

    @property
    def _us(self) -> dict[str, str | int]:
        return {"host": socket.gethostname(), "boot": self._run, "pid": os.getpid()}

    @property
    def _run(self) -> str:
        """Return what tells this process from others of the same number: on a server nothing else does."""
        return self.worker if self.database.is_shared else _boot()

    @property
    def _ours(self) -> sa.ColumnElement[bool]:
        return _is_of(socket.gethostname(), self._run, os.getpid())


def is_at_work(worker: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Tell, on a server, whether a worker lives: its claims hold as long."""
    alive = _leases.c.until > sa.func.clock_timestamp()
    return sa.exists().where(_leases.c.name == _WORKER + worker, alive)


def other_holder(connection: sa.Connection, now: datetime) -> Holder | None:
    """Return which process is at work on the database, as far as can be known; not this one, on SQLite."""
    at_work = sa.select(_leases).where(_leases.c.until > _moment(connection, now))
    for row in connection.execute(at_work.order_by(_leases.c.name)):
        if not _is_gone(connection, row.host, row.boot, row.pid):
            return Holder(row.host, row.pid, row.until)
    return None


def _moment(
    connection: sa.Connection, now: datetime, after: timedelta = timedelta(0)
) -> sa.ColumnElement[datetime]:
    """Return the time by which leases go: on a server its own, since those of hosts may differ."""
    if connection.dialect.name == "sqlite":
        return sa.literal(now + after, schema.Instant())
    return _by_server(after)


def _by_server(after: timedelta) -> sa.ColumnElement[datetime]:
    moment = sa.func.clock_timestamp(type_=sa.DateTime(timezone=True)) + sa.literal(
        after, sa.Interval()
    )
    return sa.type_coerce(moment, schema.Instant())


def _is_of(host: str, boot: str, pid: int) -> sa.ColumnElement[bool]:
    return sa.and_(_leases.c.host == host, _leases.c.boot == boot, _leases.c.pid == pid)


def _uptime() -> float:
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def _is_lapsed(since: float) -> bool:
    return _uptime() - since >= SHARED.total_seconds()


def _boot() -> str:
    """Return what tells this run of the system from the one before: it gives numbers out anew."""
    return _BOOT_ID.read_text().strip() if _BOOT_ID.exists() else ""


def _is_gone(connection: sa.Connection, host: str, boot: str, pid: int) -> bool:
    """Tell whether a process does not run any more, or is this one; of one elsewhere we cannot know."""
    if connection.dialect.name != "sqlite":
        return False
    if host != socket.gethostname() or os.name != "posix":
        return (host, boot, pid) == (socket.gethostname(), _boot(), os.getpid())
    if boot != _boot() or pid == os.getpid():
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
