"""The mails of a demo as its index lists them, and those that belong together there."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import Struct


class ListedMail(Struct, frozen=True):
    """A mail as the index lists it."""

    number: int
    eml: str
    page: str
    sender: str
    recipient: str
    subject: str
    when: str
    received: datetime
    to_referee: bool
    pdf: str
    """The score sheet that it carries; "" if none."""
    text: str
    shows: str
    """What is remarkable about it: `ruling`, `press` ...; "" if nothing."""


class Chapter(Struct, frozen=True, kw_only=True):
    """What belongs together in the index: the mails of a round, of a turn, of a player."""

    mails: tuple[ListedMail, ...]

    @property
    def remarkable(self) -> tuple[ListedMail, ...]:
        """Return the mails that show something."""
        return tuple(mail for mail in self.mails if mail.shows)


def between(
    mails: Sequence[ListedMail], begins: datetime, until: datetime | None
) -> Iterator[ListedMail]:
    """Yield the mails after *begins*, up to *until* if anything comes after it."""
    for mail in mails:
        if begins < mail.received and (until is None or mail.received <= until):
            yield mail
