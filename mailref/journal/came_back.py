"""Bounces: which mails came back from which address, and to whom no more mail goes."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Executable, delete, func, insert, select

from mailref.journal import schema
from mailref.journal.database import Database

_bounces = schema.bounces
MOST_BOUNCES = 3
"""After so many mails that came back because the address is gone, no more goes there."""


@dataclass(frozen=True, slots=True)
class Returned:
    """A mail of ours that came back, or that a server refused."""

    address: str
    message_id: str
    is_gone: bool
    """Whether because there is no such address (5.1.x, 5.2.1), and not for now."""
    why: str
    """In the server's words."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """An address to which no more mail goes."""

    address: str
    since: datetime
    why: str


class Bounces:
    """What is recorded of mails that came back."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def has(self, address: str, message_id: str, *, is_gone: bool) -> bool:
        """Tell whether it is known already that this mail came back from there."""
        wanted = select(_bounces.c.id).where(
            _bounces.c.address == address,
            _bounces.c.message_id == message_id,
            _bounces.c.is_gone.is_(is_gone),
        )
        return self._database.scalar(wanted) is not None

    def count(self, address: str, *, is_gone: bool) -> int:
        """Count the mails that came back from there, for good or for now."""
        wanted = select(func.count()).where(
            _bounces.c.address == address, _bounces.c.is_gone.is_(is_gone)
        )
        return self._database.scalar(wanted) or 0

    def stopped(self) -> tuple[Stopped, ...]:
        """Return the addresses to which no more mail goes, with the last reason given."""
        wanted = (
            select(
                _bounces.c.address,
                func.max(_bounces.c.moment).label("since"),
                func.max(_bounces.c.why).label("why"),
            )
            .where(_bounces.c.is_gone.is_(True))
            .group_by(_bounces.c.address)
            .having(func.count() >= MOST_BOUNCES)
            .order_by(_bounces.c.address)
        )
        rows = self._database.rows(wanted)
        return tuple(Stopped(row.address, row.since, row.why) for row in rows)

    def forgive(self, address: str) -> None:
        """Let mail go there again."""
        self._database.change(forgiven(address))


def noted(returned: Returned, now: datetime) -> Executable:
    """Note, with the decision it leads to, that a mail came back."""
    return insert(_bounces).values(
        address=returned.address.lower(),
        message_id=returned.message_id,
        is_gone=returned.is_gone,
        why=returned.why,
        moment=now,
    )


def forgiven(address: str) -> Executable:
    """Forget what came back from there: somebody writes from there, or says that it is right."""
    return delete(_bounces).where(_bounces.c.address == address.lower())
