"""One of the mailboxes of the machine with its servers, and how patient to be with them.

Where there is one mailbox only, the daemon itself rests while a server does not answer. Where there are
several none waits for another: here is kept when a server that is out of reach is tried again.
"""

from datetime import datetime, timedelta

from msgspec import Struct

from mailref.errors import MailServerError
from mailref.journal.installation import HowFar
from mailref.post.ports import Baseline, Mailbox, Outbox
from mailref.post.smtp import Backoff
from mailref.settings.values import MailSettings

FILED = " filed"
"""Ends what tells the folder for mail that is done from its inbox, in the record."""


class Silent(Struct, frozen=True):
    """A server that cannot be reached while others can: they shall not wait for it at each tick."""

    problem: MailServerError
    tried: datetime
    backoff: Backoff

    @classmethod
    def after(cls, before: "Silent | None", problem: MailServerError, now: datetime) -> "Silent":
        """Return what is known of it after one more failure."""
        backoff = before.backoff if before is not None else Backoff()
        return cls(problem, now, backoff.after_failure())

    def rest(self, now: datetime) -> timedelta:
        """Return how long it is not tried again yet; a clock that was set back does not make that longer."""
        since = now - self.tried
        return (
            max(timedelta(0), self.backoff.pause(1) - since)
            if since >= timedelta(0)
            else timedelta(0)
        )

    def rests(self, now: datetime) -> bool:
        """Tell whether it is not tried again yet."""
        return self.rest(now) > timedelta(0)


class Box(Struct):
    """A mailbox that is read, and where what leaves under its address is handed over."""

    mail: MailSettings
    mailbox: Mailbox
    outbox: Outbox
    looked_at: datetime | None = None
    """When the mark in it was looked at last."""
    baseline: Baseline | None = None
    """From which mail on it is read, once that is known."""
    apart: tuple[datetime, timedelta] | None = None
    """How far our clock was ahead of its server's, and when they were compared."""
    far: HowFar | None = None
    """What was noted last for the worker that leads."""
    unwritable: MailServerError | None = None
    """Set while the server lets nothing be moved, marked or left in it."""
    unread: Silent | None = None
    """Set while it cannot be read, where there are others."""
    unsent: Silent | None = None
    """Set while nothing can be handed over, where there are others."""

    @property
    def account(self) -> str:
        """Return what tells it from another in the record."""
        return self.mail.inbox.key

    @property
    def label(self) -> str:
        """Return it as messages name it."""
        return self.mail.label
