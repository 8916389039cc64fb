"""That the database was put back from a copy, and how far what follows from it has come.

First what a mailref filed away since the copy is taken up, with nothing sent; then, where a round may
have been closed since, the game master decides; then all goes on.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import func, insert, select, update

from mailref.journal import schema
from mailref.journal.database import Database

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
