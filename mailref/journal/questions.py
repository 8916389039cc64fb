"""Who was asked back about which mail, and which orders were carried out in answer to which of ours.

What writes is a statement, carried out with its decision.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Executable, func, insert, select, update

from mailref.journal import schema
from mailref.journal.database import Database

_questions, _orders = schema.questions, schema.orders_under_mails


@dataclass(frozen=True, slots=True)
class AskedBack:
    """A question to the sender of a mail, which waits for his yes."""

    token: str
    fingerprint: str
    """Of the mail that waits."""
    sender: str
    why: str
    asked_at: datetime
    settled_at: datetime | None = None
    """When it was answered, or asked anew: then its token is spent."""


class Questions:
    """What is recorded of questions and of orders carried out."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, tokens: Collection[str]) -> tuple[AskedBack, ...]:
        """Return the questions of these tokens, those that wait last."""
        columns = (_questions.c[name] for name in AskedBack.__slots__)
        wanted = (
            select(*columns)
            .where(_questions.c.token.in_(tokens))
            .order_by(_questions.c.settled_at.is_(None), _questions.c.asked_at)
        )
        return tuple(AskedBack(**row._asdict()) for row in self._database.rows(wanted))

    def times_asked(self, fingerprint: str) -> int:
        """Count how often a mail's sender was asked about it."""
        wanted = select(func.count()).where(_questions.c.fingerprint == fingerprint)
        return self._database.scalar(wanted) or 0

    def waiting_since(self, since: datetime) -> int:
        """Count the questions put at or after *since* that nobody has answered."""
        is_waiting = (_questions.c.settled_at.is_(None), _questions.c.asked_at >= since)
        return self._database.scalar(select(func.count()).where(*is_waiting)) or 0

    def last_asked(self, why: str, sender: str) -> datetime | None:
        """Return when somebody was last asked for this reason."""
        wanted = select(func.max(_questions.c.asked_at)).where(
            _questions.c.why == why, _questions.c.sender == sender
        )
        moment: datetime | None = self._database.scalar(wanted)
        return moment

    def orders_under(self, message_id: str) -> frozenset[str]:
        """Return the digests of the orders carried out in answer to a mail of ours."""
        wanted = select(_orders.c.order_digest).where(_orders.c.message_id == message_id)
        return frozenset(row.order_digest for row in self._database.rows(wanted))


def asked(question: AskedBack) -> Executable:
    """Note, with the decision that asks it, a question."""
    values = {name: getattr(question, name) for name in AskedBack.__slots__}
    return insert(_questions).values(**values)


def settled(token: str, now: datetime) -> Executable:
    """Note, with what follows from it, that a question was answered: its token is spent."""
    return update(_questions).where(_questions.c.token == token).values(settled_at=now)


def ordered(
    message_ids: Collection[str], digests: Collection[str], now: datetime
) -> Iterator[Executable]:
    """Note, with their decision, orders carried out in answer to mails of ours."""
    for message_id in message_ids:
        for digest in digests:
            row = {"message_id": message_id, "order_digest": digest, "recorded_at": now}
            yield insert(_orders).prefix_with("OR IGNORE", dialect="sqlite").values(**row)
