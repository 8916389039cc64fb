"""What is recorded of the installation: its secret, the mailbox's baseline, its troubles.

When the database was put back from a copy, first what a mailref filed away since is taken up, with
nothing sent; then, where a round may have been closed since, the game master decides; then all goes on.

A disk that is full must not keep us from noting that a mail was sent, or from telling anybody: a
file beside the database takes up room that is given free then.

Which process has the mailbox, and which ones work at all: leases prolonged while they work.

On SQLite one process runs the machine. Its lease is long, since only its own work prolongs it, and ends
at once when the process is gone. On PostgreSQL several may work, on several hosts: leases are short, a
thread of its own prolongs them, they go by the clock of the server, and nobody is asked whether a process
of some number lives, which on another host, or in another container, nobody can know.

A database is opened: made private, copied before it is changed, brought to our schema.

A copy is one consistent file, whole or not there at all. The schema changes only while no other
process runs the machine: a command of a new program beside a daemon of an old one would pull the
tables from under it.
"""

import logging
import os
import re
import secrets
import socket
import sqlite3
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from msgspec import Struct, field
from msgspec.structs import asdict
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from mailref.durable import sync_folder, write_durably
from mailref.errors import JournalError, OtherDaemonError
from mailref.journal import schema
from mailref.journal.prepared import Filled
from mailref.post.ports import Baseline

_troubles, _progress, _readings = schema.troubles, schema.progress, schema.readings
_READ_AT = sa.select(_progress.c.read_at)
_FIRST_READ = schema.insert_new(_progress)
_READ = sa.update(_progress).values(read_at=sa.bindparam("now"))
_TOLD_AGAIN = timedelta(minutes=10)
"""So old what is noted of our progress may be: a tick with nothing to do writes nothing."""


class LastingTrouble(Struct, frozen=True):
    """Something that keeps the machine from its work."""

    what: str
    why: str
    since: datetime
    is_urgent: bool
    """Whether somebody must hear of it at once."""
    told_at: datetime | None

    @property
    def game(self) -> str | None:
        """Return the game that cannot be dealt with, or waits; None: it is a trouble of another kind."""
        kind, _, game = self.what.partition(":")
        return game if kind in {_GAME, _IN_DOUBT} else None

    @property
    def is_doubt(self) -> bool:
        """Tell whether a game is not begun because it may have begun before."""
        return self.what.startswith(f"{_IN_DOUBT}:")


_GAME = "game"
_IN_DOUBT = "in_doubt"


def of_game(game: str) -> str:
    """Return what the trouble is called that a game cannot be dealt with."""
    return f"{_GAME}:{game}"


def in_doubt_of(game: str) -> str:
    """Return what the trouble is called that a game may have begun before, and waits."""
    return f"{_IN_DOUBT}:{game}"


_TROUBLES = sa.select(_troubles).order_by(_troubles.c.since, _troubles.c.what)


class Troubles(schema.RecordPart):
    """What is recorded of troubles, and of how far the machine has come."""

    def all(self) -> tuple[LastingTrouble, ...]:
        """Return the troubles of now, the oldest first."""
        return self._database.all(LastingTrouble, _TROUBLES)

    def note(self, what: str, why: str, since: datetime, *, is_urgent: bool) -> None:
        """Note a trouble; of one that lasts, what is said of it now, and that it has become urgent."""
        known = {each.what: each for each in self.all()}.get(what)
        if known is None:
            row = {"what": what, "why": why, "since": since, "is_urgent": is_urgent}
            self._database.change(schema.insert_new(_troubles).values(row))
        elif known.why != why or (is_urgent and not known.is_urgent):
            values = {"why": why, "is_urgent": is_urgent or known.is_urgent}
            self._database.change(
                sa.update(_troubles).where(_troubles.c.what == what).values(values)
            )

    def end(self, what: str) -> None:
        """Note that a trouble is over of which nobody was told."""
        self._database.change(over(what))

    def read_at(self) -> datetime | None:
        """Return when the mailbox was last read to its end, to ten minutes; None: never."""
        return self._database.scalar(_READ_AT)

    def note_reading(self, now: datetime) -> None:
        """Note that the mailbox was read to its end."""
        known = self.read_at()
        if known is None:
            self._database.change(Filled(_FIRST_READ, {"id": 1, "read_at": now}))
        elif not timedelta(0) <= now - known < _TOLD_AGAIN:
            self._database.change(Filled(_READ, {"now": now}))


class Offer(Struct, frozen=True):
    """What the worker that reads the mailbox leaves to the others, too."""

    close_at: datetime | None
    """When a reading began that is complete: what was due then may be closed, as at that time."""
    settings: str
    """The hash of the settings file in force; who has another one does nothing."""


class Offers(schema.RecordPart):
    """What is recorded of the work that is shared."""

    def __init__(self, database: schema.Database) -> None:
        super().__init__(database)
        self._made: Offer | None = None

    def make(self, offer: Offer, now: datetime) -> None:
        """Let other workers share the work so."""
        if offer == self._made:
            return
        row = {"id": 1, "read_at": now, "close_at": offer.close_at, "settings": offer.settings}
        offered = {key: row[key] for key in ("close_at", "settings")}
        added = insert(_progress).values(row)
        self._database.change(added.on_conflict_do_update(index_elements=["id"], set_=offered))
        self._made = offer

    def last(self) -> Offer | None:
        """Return what is offered; None before the mailbox was read for the first time."""
        made = sa.select(_progress).where(_progress.c.settings.is_not(None))
        return self._database.first(Offer, made)


class HowFar(Struct, frozen=True):
    """How far a mailbox was read by the worker that reads it."""

    noted_at: datetime
    read_to: datetime | None
    """When the last complete reading began; None: there was none."""
    problem: str | None
    """Why the server could not be reached in the last one."""


class Readings(schema.RecordPart):
    """What is recorded of mailboxes that other workers read."""

    def note(self, account: str, far: HowFar) -> None:
        """Note how far a mailbox was read; a reading that failed leaves standing what was read before."""
        row = {name: value for name, value in asdict(far).items() if name != "read_to" or value}
        self._database.change(schema.put(_readings, account=account, **row))

    def all(self) -> Mapping[str, HowFar]:
        """Return how far each mailbox was read."""
        return {
            row.account: schema.read_row(row, HowFar)
            for row in self._database.rows(sa.select(_readings))
        }


def told(what: str, now: datetime) -> sa.Executable:
    """Note, with the mail that says so, that somebody was told of a trouble."""
    return sa.update(_troubles).where(_troubles.c.what == what).values(told_at=now)


def over(what: str) -> sa.Executable:
    """Note, with the mail that says so if there is one, that a trouble is over."""
    return sa.delete(_troubles).where(_troubles.c.what == what)


RESERVED = 1_000_000
"""Octets: enough for the decision about a mail, the mail, and to note what was sent."""


class Reserve(Struct):
    """Room on the disk of the database, taken up as long as all is well."""

    file: Path | None
    """None where the database is no file of ours: then nothing is kept."""

    @classmethod
    def beside(cls, url: str) -> "Reserve":
        """Return the reserve of the database at *url*."""
        file = _file_of(url)
        return cls(file and file.with_name(f"{file.name}.reserve"))

    def keep(self) -> bool:
        """Take the room up, if it is not; False where the disk has none."""
        if self.file is None or (self.file.exists() and self.file.stat().st_size >= RESERVED):
            return True
        try:
            # Octets that no file system stores as a hole.
            write_durably(self.file, os.urandom(RESERVED))
        except OSError:
            self.spend()
            return False
        return True

    def spend(self) -> None:
        """Give the room free."""
        if self.file is not None:
            with suppress(OSError):
                self.file.unlink(missing_ok=True)


_secrets, _baselines, _marks = schema.secrets, schema.baselines, schema.marks
_SECRET: Final = sa.select(_secrets.c.secret)


class HeldMailbox(Struct, frozen=True):
    """By which mark a mailbox is held."""

    epoch: datetime
    token: str
    before: str
    """The token that was there when this one was written."""

    @property
    def tokens(self) -> tuple[str, str]:
        """Return the tokens by which the mark is ours, whether or not it could be written."""
        return self.token, self.before


class Installation(schema.RecordPart):
    """What is recorded beside games and mails."""

    def secret(self) -> bytes | None:
        """Return the secret of this installation; None before the first run."""
        return self._database.scalar(_SECRET)

    def secret_or(self, fresh: bytes) -> bytes:
        """Return the secret of this installation, which *fresh* becomes where there is none yet."""
        known = self.secret()
        if known is not None:
            return known
        self._database.change(schema.insert_new(_secrets).values(id=1, secret=fresh))
        return self.secret() or fresh

    def baseline(self, account: str = "") -> Baseline | None:
        """Return from which mail on the mailbox is read; None before the first tick."""
        wanted = sa.select(_baselines).where(_baselines.c.account == account)
        return self._database.first(Baseline, wanted)

    def set_baseline(self, baseline: Baseline, account: str = "") -> None:
        """Write from which mail on the mailbox is read."""
        self._database.change(schema.put(_baselines, account=account, **asdict(baseline)))

    def held(self, account: str) -> HeldMailbox | None:
        """Return how this installation last held a mailbox; None: never."""
        return self._database.first(
            HeldMailbox, sa.select(_marks).where(_marks.c.account == account)
        )

    def held_by(self, token: str) -> frozenset[str]:
        """Return the mailboxes in which this installation wrote a mark of this token."""
        wanted = sa.select(_marks.c.account).where(_marks.c.token == token)
        return frozenset(row.account for row in self._database.rows(wanted))

    def hold(self, held: HeldMailbox, account: str) -> None:
        """Note how this installation holds a mailbox."""
        self._database.change(schema.put(_marks, account=account, **asdict(held)))


_restorations, _outbox = schema.restorations, schema.outbox
_NEWEST = sa.select(_restorations).order_by(_restorations.c.begun_at.desc()).limit(1)


class RestorationState(StrEnum):
    """How far a restoration has come."""

    CARRIED = "carried"
    """To another database, perhaps from a copy: what was filed away tells which it was."""
    TAKING_UP = "taking_up"
    WAITING = "waiting"
    """For the game master: until he decides nothing is read, closed or sent."""
    DONE = "done"


class Restoration(Struct, frozen=True):
    """One time that the database was put back."""

    begun_at: datetime
    copied_at: datetime
    """The last moment of which the copy tells."""
    state: RestorationState


class Restorations(schema.RecordPart):
    """What is recorded of the database being put back."""

    def last(self) -> Restoration | None:
        """Return the newest restoration; None where the database was never put back."""
        return self._database.first(Restoration, _NEWEST)

    def begin(self, now: datetime) -> int:
        """Note that this database is a copy put back; return how many mails it owed.

        They are given up: most have been sent since the copy was made, and nobody is answered twice.
        """
        with self._database.writing() as connection:
            _begin(connection, now, RestorationState.TAKING_UP)
            return _give_up(connection, now)

    def was_current(self) -> None:
        """Note that what was carried over was no older copy: nothing is to be taken up."""
        carried = _restorations.c.state == RestorationState.CARRIED.value
        self._database.change(sa.delete(_restorations).where(carried))

    def was_a_copy(self, now: datetime) -> None:
        """Note that what was carried over was an older copy, as if it had been put back."""
        with self._database.writing() as connection:
            state = RestorationState
            connection.execute(
                sa.update(_restorations)
                .where(_restorations.c.state == state.CARRIED.value)
                .values(state=state.TAKING_UP.value)
            )
            _give_up(connection, now)

    def advance(self, state: RestorationState) -> None:
        """Note how far the newest restoration has come."""
        newest = sa.select(sa.func.max(_restorations.c.begun_at)).scalar_subquery()
        self._database.change(
            sa.update(_restorations)
            .where(_restorations.c.begun_at == newest)
            .values(state=state.value)
        )


def note_carried(connection: sa.Connection, now: datetime, *, is_backup: bool) -> int:
    """Note that this record came from another database; return how many mails a backup owed, given up.

    What is not known to be a backup owes what it owes, until it proves to be an older copy.
    """
    if is_backup:
        _begin(connection, now, RestorationState.TAKING_UP)
        return _give_up(connection, now)
    last = connection.execute(_NEWEST).first()
    if last is None or last.state == RestorationState.DONE:
        _begin(connection, now, RestorationState.CARRIED)
    return 0


def _begin(connection: sa.Connection, now: datetime, state: RestorationState) -> None:
    times = (
        connection.scalar(sa.select(sa.func.max(column)))
        for column in (schema.causes.c.recorded_at, schema.inbox.c.first_seen)
    )
    known = [time for time in times if time is not None]
    row = {"begun_at": now, "copied_at": max(known, default=now), "state": state.value}
    connection.execute(sa.insert(_restorations), row)


def _give_up(connection: sa.Connection, now: datetime) -> int:
    """Give up what is owed; return how many mails."""
    why = "perhaps sent: the database was put back"
    given_up = sa.update(_outbox).where(_outbox.c.state == "owed")
    return connection.execute(
        given_up.values(state="dead", settled_at=now, last_error=why)
    ).rowcount


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

    database: schema.Database
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
            raise OtherDaemonError(self._whose(now))

    def _whose(self, now: datetime) -> str:
        """Return who keeps us out, as far as it is known."""
        with self.database.reading() as connection:
            holder = other_holder(connection, now)
        if holder is None or self.database.is_shared:  # there it may be this one
            return "another mailref runs on this database"
        return (
            f"another mailref runs on this database, or on the one of which this is a copy "
            f"(process {holder.pid} on {holder.host}): end it first"
        )

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

    def is_at_work(self, now: datetime) -> bool:
        """Tell whether a process has the right to run the machine, and has prolonged it lately."""
        if self.database.is_shared:
            return self.is_led()
        holder = self.holder()
        return holder is not None and holder.until > now

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
    return _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    """Tell whether a process has ended, though its number stands until its parent asks for it; False: nobody knows.

    After `kill -9` that may be a second or two, or for ever where nobody asks.
    """
    try:
        said = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return said.rpartition(")")[2].split()[:1] == ["Z"]


SCHEMA = "r0009"
"""The newest migration: what a database must be of to be read and written."""


def copy_database(source: Path, target: Path) -> None:
    """Write *source*, as it stands at one moment, to the new file *target*, for its owner only.

    Others may go on writing meanwhile. JournalError says why there is no copy.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        if target.exists():
            raise JournalError(f"{target}: is there already")
        _write(source, part)
        part.replace(target)
        sync_folder(target.parent)
    except (OSError, sqlite3.Error) as problem:
        raise JournalError(f"{target}: no copy could be written: {problem}") from problem
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _write(source: Path, part: Path) -> None:
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as original,
        closing(sqlite3.connect(part)) as copied,
    ):
        original.backup(copied)
        # A file for itself: no second one beside it holds what is newest.
        copied.execute("PRAGMA journal_mode = DELETE")
        damage = first_damage(copied)
    if damage is not None:
        raise JournalError(f"{source}: is damaged: {damage}")


def first_damage(connection: sqlite3.Connection) -> str | None:
    """Return what SQLite finds wrong first in its pages, tables and indexes; None: nothing."""
    found: str = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    return None if found == "ok" else " ".join(found.split())


def open_database(url: str, patience: float = schema.PATIENCE) -> schema.Database:
    """Return the database at *url*, made or brought up to date if need be; JournalError says why not."""
    _make_private(url)
    database = schema.Database(url, patience)
    try:
        _bring_up_to_date(database)
    except BaseException:
        database.dispose()
        raise
    return database


def has_tables(url: str) -> bool:
    """Tell whether there are tables of a mailref in the database at *url*, or some that bar ours."""
    with schema.Database(url) as database, database.reading() as connection:
        return _schema(connection) is not None or bool(_ours(connection))


def _make_private(url: str) -> None:
    """Make a new SQLite file readable by its owner only: it holds addresses and secret seeds."""
    try:
        file = _file_of(url)
        if file is not None and not file.exists():
            os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
    except ArgumentError as problem:  # its text holds the url, and that perhaps a password
        raise JournalError("[storage] url: cannot be read") from problem
    except OSError as problem:
        raise JournalError(f"[storage] url: {problem}") from problem


def _file_of(url: str) -> Path | None:
    """Return the file of an SQLite database; None where there is none."""
    target = make_url(url)
    if target.get_backend_name() != "sqlite" or not target.database or target.query:
        return None
    return None if target.database == ":memory:" else Path(target.database)


def _bring_up_to_date(database: schema.Database) -> None:
    """Migrate if need be; a database that is current can be opened while another process writes."""
    with database.reading() as connection:
        if _schema(connection) == SCHEMA:
            return
    with database.alone() as connection:
        present = _schema(connection)
        if present is None:
            _refuse_foreign(database, connection)
            if _file_of(database.url) is not None:
                _make_tables(connection)
                return
        # Alembic takes 100 ms to import, and hardly ever has anything to do.
        migrations = import_module("mailref.journal.migrations")
        if present is not None and present != SCHEMA:
            _refuse_beside_a_daemon(connection)
            if present not in migrations.known_schemas(connection):
                raise JournalError(_is_unknown(database, present))
            _keep_a_copy(database, present)
        migrations.migrate(connection)


def _make_tables(connection: sa.Connection) -> None:
    """Make the tables of a new SQLite file as they are now, and note that for Alembic.

    So Alembic itself advises; the migrations end with the same tables, and lay mails in parts on PostgreSQL.
    """
    schema.METADATA.create_all(connection)
    name = sa.Column("version_num", sa.String(32), primary_key=True)
    noted = sa.Table("alembic_version", sa.MetaData(), name)
    noted.create(connection)
    connection.execute(noted.insert().values(version_num=SCHEMA))


_NAMED_SO = re.compile(r"r\d{4}")


def _is_unknown(database: schema.Database, present: str) -> str:
    if _NAMED_SO.fullmatch(present) and present > SCHEMA:
        return (
            f"{database.name}: a newer mailref wrote this database (its schema is {present}, "
            f"that of this one {SCHEMA}): install the version that wrote it, or a later one"
        )
    return (
        f"{database.name}: no mailref wrote this database (its schema is {present!r}): "
        "it belongs to another program; give mailref one of its own"
    )


def _ours(connection: sa.Connection) -> list[str]:
    """Return the tables that are called as ours are."""
    return sorted(set(sa.inspect(connection).get_table_names()) & set(schema.METADATA.tables))


def _refuse_foreign(database: schema.Database, connection: sa.Connection) -> None:
    """Refuse a database in which names that we need stand for something else."""
    there = _ours(connection)
    if there:
        shown = ", ".join(there[:3]) + (", ..." if there[3:] else "")
        raise JournalError(
            f"{database.name}: holds tables that mailref did not finish or did not make ({shown}): it "
            "belongs to another program, or a copy was put back in part; give mailref an empty one"
        )


def _refuse_beside_a_daemon(connection: sa.Connection) -> None:
    holder = other_holder(connection, datetime.now(UTC))
    if holder is not None:
        raise JournalError(
            f"another version of mailref runs on this database (process {holder.pid} on "
            f"{holder.host}): end it first, then the database is brought to this version"
        )


def _keep_a_copy(database: schema.Database, present: str) -> None:
    """Copy the file as an earlier program wrote it."""
    file = _file_of(database.url)
    if file is not None:
        copy_database(file, free_name(file, present))


def free_name(file: Path, end: str) -> Path:
    """Return `mailref.db.r0002`, or `mailref.db.r0002.2` where that is there already."""
    first = file.with_name(f"{file.name}.{end}")
    others = (first.with_name(f"{first.name}.{number}") for number in count(2))
    return first if not first.exists() else next(each for each in others if not each.exists())


def _schema(connection: sa.Connection) -> str | None:
    """Return the schema of the database by its name; None where it has none yet."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    name: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return name
