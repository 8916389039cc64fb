"""What was not sent at once because somebody writes too much, and is told in one mail a day later.

Answers withheld from a sender are summed up for him; mails about a sender that were held back from
the game master are listed for him. What writes is a statement, carried out with its decision.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Executable, delete, func, insert, select

from mailref.journal import schema
from mailref.journal.database import Database

_withheld, _notices = schema.withheld_answers, schema.sender_notices


@dataclass(frozen=True, slots=True)
class WithheldAnswer:
    """A move whose answer was withheld; the texts are empty where the answer was about none."""

    recipient: str
    day: date
    title: str = ""
    round_tag: str = ""
    move: str = ""


@dataclass(frozen=True, slots=True)
class HeldNotice:
    """A mail about a sender that did not go to the game master."""

    sender: str
    day: date
    line: str
    """By which he knows again what the sender wrote."""


class Backlog:
    """What is recorded of mails that were not sent at once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def withheld_before(self, day: date) -> tuple[WithheldAnswer, ...]:
        """Return the answers withheld before *day*, oldest first."""
        columns = (_withheld.c[name] for name in WithheldAnswer.__slots__)
        wanted = select(*columns).where(_withheld.c.day < day).order_by(_withheld.c.id)
        return tuple(WithheldAnswer(**row._asdict()) for row in self._database.rows(wanted))

    def passed_on(self, sender: str, day: date) -> int:
        """Count the mails about *sender* that went to the game master on *day*."""
        wanted = select(func.count()).where(
            _notices.c.sender == sender, _notices.c.day == day, _notices.c.line.is_(None)
        )
        return self._database.scalar(wanted) or 0

    def held_before(self, day: date) -> tuple[HeldNotice, ...]:
        """Return the mails held back before *day*, sender by sender, oldest first."""
        wanted = (
            select(_notices.c.sender, _notices.c.day, _notices.c.line)
            .where(_notices.c.day < day, _notices.c.line.is_not(None))
            .order_by(_notices.c.sender, _notices.c.id)
        )
        return tuple(HeldNotice(**row._asdict()) for row in self._database.rows(wanted))

    def forget(self, before: date) -> None:
        """Drop what is of days before *before*: nobody is left whom it could be told."""
        self._database.change(
            delete(_withheld).where(_withheld.c.day < before),
            delete(_notices).where(_notices.c.day < before),
        )


def withhold(answers: Sequence[WithheldAnswer]) -> tuple[Executable, ...]:
    """Note answers that were withheld."""
    return tuple(
        insert(_withheld).values({name: getattr(each, name) for name in WithheldAnswer.__slots__})
        for each in answers
    )


def summed_up(recipient: str, before: date) -> Executable:
    """Note that *recipient* got a summary of the answers withheld before that day."""
    return delete(_withheld).where(_withheld.c.recipient == recipient, _withheld.c.day < before)


def passed_on(sender: str, day: date) -> Executable:
    """Note that a mail about *sender* goes to the game master."""
    return insert(_notices).values(sender=sender, day=day)


def hold_back(notice: HeldNotice) -> Executable:
    """Note that a mail about a sender was held back."""
    return insert(_notices).values(sender=notice.sender, day=notice.day, line=notice.line)


def listed(before: date) -> Executable:
    """Note that the game master got the list of what was held back before that day."""
    return delete(_notices).where(_notices.c.day < before)
