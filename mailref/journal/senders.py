"""What is recorded of people who write: asked back, held back for a daily list, read in vain, unreachable.

Also what a mail of ours was that they answer, or that comes back.

What writes is a statement, carried out with its decision.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict

from mailref.journal import schema
from mailref.journal.database import RecordPart, columns, insert_new

_questions, _orders = schema.questions, schema.orders_under_mails


class SentTag(Struct, frozen=True):
    """The game and round that a mail of ours was about."""

    game: str | None
    round_tag: str | None
    kind: str
    recipient: str
    message_id: str = ""
    recorded_at: datetime | None = None
    cause: str = ""


class SentMail(Struct, frozen=True):
    """A mail of ours that may have come back."""

    id: int
    recipient: str
    message_id: str
    attempts: int


class AskedBack(Struct, frozen=True):
    """A question to the sender of a mail, which waits for his yes."""

    token: str
    fingerprint: str
    """Of the mail that waits."""
    sender: str
    why: str
    asked_at: datetime
    settled_at: datetime | None = None
    """When it was answered, or asked anew: then its token is spent."""


class Questions(RecordPart):
    """What is recorded of questions and of orders carried out."""

    def find(self, tokens: Collection[str]) -> tuple[AskedBack, ...]:
        """Return the questions of these tokens, those that wait last."""
        wanted = (
            sa.select(*columns(_questions, AskedBack))
            .where(_questions.c.token.in_(tokens))
            .order_by(_questions.c.settled_at.is_(None), _questions.c.asked_at)
        )
        return self._database.all(AskedBack, wanted)

    def times_asked(self, fingerprint: str) -> int:
        """Count how often a mail's sender was asked about it."""
        return self._database.count(_questions.c.fingerprint == fingerprint)

    def waiting_since(
        self, since: datetime, *, why: str | None = None, sender: str | None = None
    ) -> int:
        """Count the questions put at or after *since* that nobody has answered: for this reason, to him."""
        waiting = [_questions.c.settled_at.is_(None), _questions.c.asked_at >= since]
        if why is not None:
            waiting.append(_questions.c.why == why)
        if sender is not None:
            waiting.append(_questions.c.sender == sender)
        return self._database.count(*waiting)

    def asked_since(self, since: datetime, *, why: str) -> tuple[datetime, ...]:
        """Return when questions were put for this reason, at or after *since*, oldest first."""
        wanted = (
            sa.select(_questions.c.asked_at)
            .where(_questions.c.why == why, _questions.c.asked_at >= since)
            .order_by(_questions.c.asked_at)
        )
        return tuple(row.asked_at for row in self._database.rows(wanted))

    def forget(self, before: datetime, *, why: str) -> None:
        """Drop the questions of this reason that were put before then and never answered."""
        unanswered = (_questions.c.settled_at.is_(None), _questions.c.asked_at < before)
        self._database.change(sa.delete(_questions).where(_questions.c.why == why, *unanswered))

    def last_asked(self, why: str, sender: str) -> datetime | None:
        """Return when somebody was last asked for this reason."""
        wanted = sa.select(sa.func.max(_questions.c.asked_at)).where(
            _questions.c.why == why, _questions.c.sender == sender
        )
        return self._database.scalar(wanted)

    def orders_under(self, message_id: str) -> frozenset[str]:
        """Return the digests of the orders carried out in answer to a mail of ours."""
        wanted = sa.select(_orders.c.order_digest).where(_orders.c.message_id == message_id)
        return frozenset(row.order_digest for row in self._database.rows(wanted))


def asked(question: AskedBack) -> sa.Executable:
    """Note, with the decision that asks it, a question."""
    return sa.insert(_questions).values(asdict(question))


def settled(token: str, now: datetime) -> sa.Executable:
    """Note, with what follows from it, that a question was answered: its token is spent."""
    return sa.update(_questions).where(_questions.c.token == token).values(settled_at=now)


def ordered(
    message_ids: Collection[str], digests: Collection[str], now: datetime
) -> Iterator[sa.Executable]:
    """Note, with their decision, orders carried out in answer to mails of ours."""
    for message_id in message_ids:
        for digest in digests:
            row = {"message_id": message_id, "order_digest": digest, "recorded_at": now}
            yield insert_new(_orders).values(row)


_withheld, _notices = schema.withheld_answers, schema.sender_notices


class WithheldAnswer(Struct, frozen=True):
    """A move whose answer was withheld; the texts are empty where the answer was about none."""

    recipient: str
    day: date
    title: str = ""
    round_tag: str = ""
    move: str = ""


class HeldNotice(Struct, frozen=True):
    """A mail about a sender that did not go to the game master."""

    sender: str
    day: date
    line: str
    """By which he knows again what the sender wrote."""


_WITHHELD_BEFORE = (
    sa.select(*columns(_withheld, WithheldAnswer))
    .where(_withheld.c.day < sa.bindparam("until"))
    .order_by(_withheld.c.id)
)
_HELD_BEFORE = (
    sa.select(*columns(_notices, HeldNotice))
    .where(_notices.c.day < sa.bindparam("until"), _notices.c.line.is_not(None))
    .order_by(_notices.c.sender, _notices.c.id)
)


class Backlog(RecordPart):
    """What is recorded of mails that were not sent at once."""

    def withheld_before(self, day: date) -> tuple[WithheldAnswer, ...]:
        """Return the answers withheld before *day*, oldest first."""
        return self._database.all(WithheldAnswer, _WITHHELD_BEFORE, until=day)

    def passed_on(self, sender: str, day: date) -> int:
        """Count the mails about *sender* that went to the game master on *day*."""
        return self._database.count(
            _notices.c.sender == sender, _notices.c.day == day, _notices.c.line.is_(None)
        )

    def held_before(self, day: date) -> tuple[HeldNotice, ...]:
        """Return the mails held back before *day*, sender by sender, oldest first."""
        return self._database.all(HeldNotice, _HELD_BEFORE, until=day)

    def forget(self, before: date) -> None:
        """Drop what is of days before *before*: nobody is left whom it could be told."""
        self._database.change(
            sa.delete(_withheld).where(_withheld.c.day < before),
            sa.delete(_notices).where(_notices.c.day < before),
        )


def withhold(answers: Sequence[WithheldAnswer]) -> tuple[sa.Executable, ...]:
    """Note answers that were withheld."""
    return tuple(sa.insert(_withheld).values(asdict(each)) for each in answers)


def summed_up(recipient: str, before: date) -> sa.Executable:
    """Note that *recipient* got a summary of the answers withheld before that day."""
    return sa.delete(_withheld).where(_withheld.c.recipient == recipient, _withheld.c.day < before)


def passed_on(sender: str, day: date) -> sa.Executable:
    """Note that a mail about *sender* goes to the game master."""
    return sa.insert(_notices).values(sender=sender, day=day)


def hold_back(notice: HeldNotice) -> sa.Executable:
    """Note that a mail about a sender was held back."""
    return sa.insert(_notices).values(asdict(notice))


def listed(before: date) -> sa.Executable:
    """Note that the game master got the list of what was held back before that day."""
    return sa.delete(_notices).where(_notices.c.day < before)


_bounces = schema.bounces
_STOPPED = (
    sa.select(
        _bounces.c.address,
        sa.func.max(_bounces.c.moment).label("since"),
        sa.func.max(_bounces.c.why).label("why"),
    )
    .where(_bounces.c.is_gone.is_(True))
    .group_by(_bounces.c.address)
    .having(sa.func.count() >= sa.bindparam("most"))
    .order_by(_bounces.c.address)
)
MOST_BOUNCES = 3
"""After so many mails that came back because the address is gone, no more goes there."""


class Returned(Struct, frozen=True):
    """A mail of ours that came back, or that a server refused."""

    address: str
    message_id: str
    is_gone: bool
    """Whether because there is no such address (5.1.x, 5.2.1), and not for now."""
    why: str
    """In the server's words."""


class Stopped(Struct, frozen=True):
    """An address to which no more mail goes."""

    address: str
    since: datetime
    why: str


class Bounces(RecordPart):
    """What is recorded of mails that came back."""

    def has(self, address: str, message_id: str, *, is_gone: bool) -> bool:
        """Tell whether it is known already that this mail came back from there."""
        return self._database.has(
            _bounces.c.address == address,
            _bounces.c.message_id == message_id,
            _bounces.c.is_gone.is_(is_gone),
        )

    def count(self, address: str, *, is_gone: bool) -> int:
        """Count the mails that came back from there, for good or for now."""
        return self._database.count(_bounces.c.address == address, _bounces.c.is_gone.is_(is_gone))

    def stopped(self) -> tuple[Stopped, ...]:
        """Return the addresses to which no more mail goes, with the last reason given."""
        return self._database.all(Stopped, _STOPPED, most=MOST_BOUNCES)

    def forgive(self, address: str) -> None:
        """Let mail go there again."""
        self._database.change(forgiven(address))


def noted(returned: Returned, now: datetime) -> sa.Executable:
    """Note, with the decision it leads to, that a mail came back."""
    row = asdict(returned) | {"address": returned.address.lower(), "moment": now}
    return sa.insert(_bounces).values(row)


def forgiven(address: str) -> sa.Executable:
    """Forget what came back from there: somebody writes from there, or says that it is right."""
    return sa.delete(_bounces).where(_bounces.c.address == address.lower())


_mails = schema.mails_in_vain


class MailInVain(Struct, frozen=True):
    """A mail in which nothing could be read."""

    sender: str
    gist: str
    """What it says beside what we said, but for numbers, dates and ids."""
    is_answered: bool


class InVain(RecordPart):
    """What is recorded of mails in which nothing could be read."""

    def of(self, sender: str) -> tuple[MailInVain, ...]:
        """Return the mails of *sender* since one that could be read, oldest first."""
        wanted = sa.select(*columns(_mails, MailInVain)).where(_mails.c.sender == sender)
        return self._database.all(MailInVain, wanted.order_by(_mails.c.id))


def one_more(mail: MailInVain) -> sa.Executable:
    """Note one more such mail."""
    return sa.insert(_mails).values(asdict(mail) | {"is_quick": False})


def over(sender: str) -> sa.Executable:
    """Note that *sender* wrote something that can be read."""
    return sa.delete(_mails).where(_mails.c.sender == sender)
