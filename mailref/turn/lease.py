"""The right to run the machine on a database, kept for as long as a turn may take."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from mailref.errors import OtherDaemonError
from mailref.journal.journal import Journal

LEASE = timedelta(minutes=10)
"""Longer than any wait of the daemon, and than a mail server may keep one letter waiting."""
RENEWED = timedelta(seconds=30)
"""So old a lease may be before it is prolonged: a turn with nothing to do writes nothing."""


@dataclass(slots=True)
class Lease:
    """This process's lease; held by calling `hold` again and again while a turn goes on."""

    journal: Journal
    clock: Callable[[], datetime]
    _taken: datetime | None = field(default=None, init=False)

    def hold(self) -> None:
        """Take or prolong the lease; OtherDaemonError where another process has it."""
        now = self.clock()
        # A clock that was set back must not make an old lease look new.
        if self._taken is not None and timedelta(0) <= now - self._taken < RENEWED:
            return
        if not self.journal.lease(now, LEASE):
            raise OtherDaemonError("another mailref runs on this database")
        self._taken = now

    def release(self) -> None:
        """Give the lease back."""
        self.journal.release()
        self._taken = None
