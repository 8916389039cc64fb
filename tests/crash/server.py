"""Runs ticks in processes forked from one that has imported the program, each with its own fault.

Started with the library preloaded. Reads lines `KIND NUMBER MINUTES FOLDER`, and answers each with the
exit status of the tick, so many minutes from now, and how many calls it counted. A tick whose number
is negative is run here, so that the processes forked later find loaded what it has loaded.
"""

import ctypes
import os
import sys
from contextlib import redirect_stdout
from datetime import UTC, datetime, timedelta

from mailref.cli import run
from mailref.commands import run as _ticks  # noqa: F401  imported before forking


def main() -> None:
    faults = ctypes.CDLL(None)
    faults.mailref_counted.restype = ctypes.c_long
    for line in sys.stdin:
        kind, number, minutes, folder = line.split(maxsplit=3)
        now = datetime.now(UTC) + timedelta(minutes=int(minutes))
        if int(number) < 0:
            status = _rehearse(folder.strip(), now)
        else:
            # The count lies in memory shared with the child, so it is made here.
            faults.mailref_arm(int(kind), ctypes.c_long(int(number)))
            child = os.fork()
            if child == 0:
                _tick(faults, folder.strip(), now)
            _, status = os.waitpid(child, 0)
            faults.mailref_watch(b"", b"")
        sys.stdout.write(f"{status} {faults.mailref_counted()}\n")
        sys.stdout.flush()


def _rehearse(folder: str, now: datetime) -> int:
    os.chdir(folder)
    with redirect_stdout(sys.stderr):
        return run(["once", "--now", now.isoformat()])


def _tick(faults: ctypes.CDLL, folder: str, now: datetime) -> None:
    faults.mailref_watch(folder.encode(), b"")
    os.chdir(folder)
    log = os.open("tick.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    code = 70
    try:
        code = run(["once", "--now", now.isoformat()])
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
