"""The daemon as a process that a test may kill (see tests/forked.py)."""

import os
import sys
from multiprocessing.connection import Connection
from pathlib import Path

from mailref.cli import run


def run_daemon(line: Connection, folder: Path) -> None:
    """Run `mailref run` in *folder*, its log in daemon.log; the test does not talk to it."""
    line.close()
    os.chdir(folder)
    log = os.open("daemon.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, 1)
    os.dup2(log, 2)
    sys.exit(run(["run"]))
