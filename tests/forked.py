"""Processes that a test may kill, forked from one that has imported the program already.

To import it takes longer than most tests take; what a killed process leaves behind is the same.
"""

import multiprocessing
from collections.abc import Callable
from multiprocessing.process import BaseProcess

from tests.effort import PATIENCE

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(
    ["tests.e2e.daemons", "mailref.commands.run", "tests.e2e.working", "tests.journal.processes"]
)


class Forked:
    """A running process, and the line on which it and the test talk."""

    def __init__(self, target: Callable[..., None], *arguments: object) -> None:
        self._line, theirs = _context.Pipe()
        self.process: BaseProcess = _context.Process(target=target, args=(theirs, *arguments))
        self.process.start()
        theirs.close()

    def said(self) -> str:
        """Return the next thing the process says."""
        assert self._line.poll(PATIENCE), "it says nothing"
        return str(self._line.recv())

    def go(self) -> None:
        """Let it go on where it waits."""
        self._line.send("go")

    def terminate(self) -> int | None:
        """Ask it to end, as systemd does, and return its exit code; None if it does not end."""
        self.process.terminate()
        self.process.join(PATIENCE)
        return self.process.exitcode

    def kill(self) -> None:
        """Kill it: nothing in it gets a chance to clean up."""
        self.process.kill()
        self.process.join(PATIENCE)
        self._line.close()

    @property
    def is_alive(self) -> bool:
        return self.process.is_alive()
