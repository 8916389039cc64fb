"""Mails in a row in which nothing could be read, sender by sender, until he writes what can be."""

from dataclasses import dataclass

from sqlalchemy import Executable, delete, insert, select

from mailref.journal import schema
from mailref.journal.database import Database

_mails = schema.mails_in_vain


@dataclass(frozen=True, slots=True)
class MailInVain:
    """A mail in which nothing could be read."""

    sender: str
    gist: str
    """What it says but for dates and numbers."""
    is_quick: bool
    """Whether it came so soon after our answer that a program may have written it."""
    is_answered: bool


class InVain:
    """What is recorded of mails in which nothing could be read."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, sender: str) -> tuple[MailInVain, ...]:
        """Return the mails of *sender* since one that could be read, oldest first."""
        columns = (_mails.c[name] for name in MailInVain.__slots__)
        wanted = select(*columns).where(_mails.c.sender == sender).order_by(_mails.c.id)
        return tuple(MailInVain(**row._asdict()) for row in self._database.rows(wanted))


def one_more(mail: MailInVain) -> Executable:
    """Note one more such mail."""
    return insert(_mails).values({name: getattr(mail, name) for name in MailInVain.__slots__})


def over(sender: str) -> Executable:
    """Note that *sender* wrote something that can be read."""
    return delete(_mails).where(_mails.c.sender == sender)
