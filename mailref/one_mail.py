"""The process in which a single mail is taken in, over which others have ended.

Where memory runs short it is the one to be ended. It reads a mail of its own first: where that cannot
be done, it is not the mail that is to blame, and nothing was begun.
"""

import signal
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from mailref.alone import Errand
from mailref.assembly import open_machine
from mailref.errors import CONCERNS_ALL
from mailref.office import read_policy
from mailref.reading.read_mail import read
from mailref.tick.machine import Alone
from mailref.tick.read_mailbox import take_in

_PLAIN = b"From: somebody@example.org\r\nSubject: Zug\r\n\r\nH8w RABEN\r\n"
_FIRST_TO_END = "1000"
_SCORE = Path("/proc/self/oom_score_adj")


def serve(descriptor: int) -> None:
    """Do the errand that comes on the line, and say what became of it."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    with suppress(OSError):
        _SCORE.write_text(_FIRST_TO_END, encoding="ascii")
    line = Connection(descriptor)
    errand: Errand = line.recv()
    line.send(_done(errand, line))


def _done(errand: Errand, line: Connection) -> Alone:
    machine = open_machine(Path(errand.config))
    with machine.journal:
        read(_PLAIN, read_policy(machine.settings, machine.secret, machine.office()))
        line.send(Alone.BEGUN)
        box = machine.box_of(errand.account)
        try:
            is_done = take_in(machine, box, errand.raw, errand.now, is_filed=errand.is_filed)
        except CONCERNS_ALL:
            return Alone.AGAIN
        return Alone.DONE if is_done else Alone.AGAIN
