"""A mail over which the process has ended is taken in by a process of its own, which may end as well.

That one opens the record by itself, as a command beside the daemon does, reads a mail of ours first and
says that it is ready; only then is what happens the mail's doing. The one that waits for it stays alive.
"""

import time
from collections.abc import Callable
from datetime import datetime
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

from msgspec import Struct

from mailref.post.ports import RawMail
from mailref.tick.machine import Alone, Box
from mailref.workshop import start_beside

_SERVE = "from mailref.one_mail import serve; serve({})"
_LONGEST = 120.0
"""Seconds after which a process is ended that has not done with its mail."""
_SLICE = 1.0
"""Seconds between two signs of life of ours."""


class Errand(Struct, frozen=True):
    """What the process of its own is to do."""

    config: str
    account: str
    raw: RawMail
    now: datetime
    is_filed: bool


class AnotherProcess(Struct, frozen=True):
    """Starts the process, waits for it, and ends it where it hangs."""

    config: Path
    pulse: Callable[[], None]

    def read(self, box: Box, raw: RawMail, now: datetime, *, is_filed: bool) -> Alone:
        """Let a process of its own take a mail in; return what became of it."""
        ours, theirs = Pipe()
        with ours:
            with theirs:
                try:
                    process = start_beside(theirs, _SERVE.format(theirs.fileno()))
                except OSError:
                    return Alone.NOT_BEGUN
            try:
                ours.send(Errand(str(self.config), box.account, raw, now, is_filed))
                return self._waited(ours)
            except OSError:
                return Alone.NOT_BEGUN
            finally:
                process.kill()
                process.wait()

    def _waited(self, line: Connection) -> Alone:
        ends_at, found = time.monotonic() + _LONGEST, Alone.NOT_BEGUN
        while time.monotonic() < ends_at:
            self.pulse()
            if not line.poll(_SLICE):
                continue
            try:
                said: Alone = line.recv()
            except (EOFError, OSError):
                break
            if said is not Alone.BEGUN:
                return said
            found = Alone.DIED
        return found
