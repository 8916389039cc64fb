"""What keeps the machine from its work, since when, and whether anybody was told; and room to say so.

A disk that is full must not keep us from noting that a mail was sent, or from telling anybody: a
file beside the database takes up room that is given free then.
"""

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Executable, delete, insert, select, update
from sqlalchemy.engine import make_url

from mailref.journal import schema
from mailref.journal.database import Database

_troubles, _progress = schema.troubles, schema.progress
_TOLD_AGAIN = timedelta(minutes=10)
"""So old what is noted of our progress may be: a tick with nothing to do writes nothing."""


@dataclass(frozen=True, slots=True)
class LastingTrouble:
    """Something that keeps the machine from its work."""

    what: str
    why: str
    since: datetime
    is_urgent: bool
    """Whether somebody must hear of it at once."""
    told_at: datetime | None


class Troubles:
    """What is recorded of troubles, and of how far the machine has come."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[LastingTrouble, ...]:
        """Return the troubles of now, the oldest first."""
        columns = (_troubles.c[name] for name in LastingTrouble.__slots__)
        wanted = select(*columns).order_by(_troubles.c.since, _troubles.c.what)
        return tuple(LastingTrouble(**row._asdict()) for row in self._database.rows(wanted))

    def note(self, what: str, why: str, since: datetime, *, is_urgent: bool) -> None:
        """Note a trouble; of one that lasts, what is said of it now, and that it has become urgent."""
        known = {each.what: each for each in self.all()}.get(what)
        if known is None:
            row = {"what": what, "why": why, "since": since, "is_urgent": is_urgent}
            self._database.change(insert(_troubles).values(row))
        elif known.why != why or (is_urgent and not known.is_urgent):
            values = {"why": why, "is_urgent": is_urgent or known.is_urgent}
            self._database.change(update(_troubles).where(_troubles.c.what == what).values(values))

    def end(self, what: str) -> None:
        """Note that a trouble is over of which nobody was told."""
        self._database.change(over(what))

    def read_at(self) -> datetime | None:
        """Return when the mailbox was last read to its end, to ten minutes; None: never."""
        moment: datetime | None = self._database.scalar(select(_progress.c.read_at))
        return moment

    def note_reading(self, now: datetime) -> None:
        """Note that the mailbox was read to its end."""
        known = self.read_at()
        if known is None:
            self._database.change(insert(_progress).values(id=1, read_at=now))
        elif not timedelta(0) <= now - known < _TOLD_AGAIN:
            self._database.change(update(_progress).values(read_at=now))


def told(what: str, now: datetime) -> Executable:
    """Note, with the mail that says so, that somebody was told of a trouble."""
    return update(_troubles).where(_troubles.c.what == what).values(told_at=now)


def over(what: str) -> Executable:
    """Note, with the mail that says so if there is one, that a trouble is over."""
    return delete(_troubles).where(_troubles.c.what == what)


RESERVED = 1_000_000
"""Octets: enough for the decision about a mail, the mail, and to note what was sent."""


@dataclass(slots=True)
class Reserve:
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
