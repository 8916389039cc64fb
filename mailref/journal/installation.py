"""What is recorded of the installation: its secret, the mailbox's baseline, its troubles.

When the database was put back from a copy, first what a mailref filed away since is taken up, with
nothing sent; then, where a round may have been closed since, the game master decides; then all goes on.

A disk that is full must not keep us from noting that a mail was sent, or from telling anybody: a
file beside the database takes up room that is given free then.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import make_url

from mailref.journal import schema
from mailref.journal.database import Database, RecordPart, insert_new, put, read_row
from mailref.post.ports import Baseline

_troubles, _progress, _readings = schema.troubles, schema.progress, schema.readings
_READ_AT = sa.select(_progress.c.read_at)
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


class Troubles(RecordPart):
    """What is recorded of troubles, and of how far the machine has come."""

    def all(self) -> tuple[LastingTrouble, ...]:
        """Return the troubles of now, the oldest first."""
        return self._database.all(LastingTrouble, _TROUBLES)

    def note(self, what: str, why: str, since: datetime, *, is_urgent: bool) -> None:
        """Note a trouble; of one that lasts, what is said of it now, and that it has become urgent."""
        known = {each.what: each for each in self.all()}.get(what)
        if known is None:
            row = {"what": what, "why": why, "since": since, "is_urgent": is_urgent}
            self._database.change(insert_new(_troubles).values(row))
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
            self._database.change(insert_new(_progress).values(id=1, read_at=now))
        elif not timedelta(0) <= now - known < _TOLD_AGAIN:
            self._database.change(sa.update(_progress).values(read_at=now))


class Offer(Struct, frozen=True):
    """What the worker that reads the mailbox leaves to the others, too."""

    close_at: datetime | None
    """When a reading began that is complete: what was due then may be closed, as at that time."""
    settings: str
    """The hash of the settings file in force; who has another one does nothing."""


class Offers(RecordPart):
    """What is recorded of the work that is shared."""

    def __init__(self, database: Database) -> None:
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


class Readings(RecordPart):
    """What is recorded of mailboxes that other workers read."""

    def note(self, account: str, far: HowFar) -> None:
        """Note how far a mailbox was read; a reading that failed leaves standing what was read before."""
        row = {name: value for name, value in asdict(far).items() if name != "read_to" or value}
        self._database.change(put(_readings, account=account, **row))

    def all(self) -> Mapping[str, HowFar]:
        """Return how far each mailbox was read."""
        return {
            row.account: read_row(row, HowFar) for row in self._database.rows(sa.select(_readings))
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
        target = make_url(url)
        is_file = target.get_backend_name() == "sqlite" and target.database not in (
            None,
            ":memory:",
        )
        return cls(Path(f"{target.database}.reserve") if is_file and not target.query else None)

    def keep(self) -> bool:
        """Take the room up, if it is not; False where the disk has none."""
        if self.file is None or (self.file.exists() and self.file.stat().st_size >= RESERVED):
            return True
        try:
            _fill(self.file)
        except OSError:
            self.spend()
            return False
        return True

    def spend(self) -> None:
        """Give the room free."""
        if self.file is not None:
            with suppress(OSError):
                self.file.unlink(missing_ok=True)


def _fill(file: Path) -> None:
    """Write octets that no file system stores as a hole, and wait until they lie on the disk."""
    handle = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
    try:
        left = os.urandom(RESERVED)
        while left:
            left = left[os.write(handle, left) :]
        os.fsync(handle)
    finally:
        os.close(handle)


_secrets, _baselines, _marks = schema.secrets, schema.baselines, schema.marks


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


class Installation(RecordPart):
    """What is recorded beside games and mails."""

    def secret(self) -> bytes | None:
        """Return the secret of this installation; None before the first run."""
        return self._database.scalar(sa.select(_secrets.c.secret))

    def secret_or(self, fresh: bytes) -> bytes:
        """Return the secret of this installation, which *fresh* becomes where there is none yet."""
        known = self.secret()
        if known is not None:
            return known
        self._database.change(insert_new(_secrets).values(id=1, secret=fresh))
        return self.secret() or fresh

    def baseline(self, account: str = "") -> Baseline | None:
        """Return from which mail on the mailbox is read; None before the first tick."""
        wanted = sa.select(_baselines).where(_baselines.c.account == account)
        return self._database.first(Baseline, wanted)

    def set_baseline(self, baseline: Baseline, account: str = "") -> None:
        """Write from which mail on the mailbox is read."""
        self._database.change(put(_baselines, account=account, **asdict(baseline)))

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
        self._database.change(put(_marks, account=account, **asdict(held)))


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


class Restorations(RecordPart):
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
