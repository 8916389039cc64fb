"""Work that needs large libraries, done in a process of its own, which ends where there is none.

The search for the top needs numpy, a printed sheet reportlab, an appointment icalendar: 25 MB that a
daemon at rest would hold for nothing. Who asks waits, as for a function of his own.

The process is `workbench.py`, started anew and not forked, since the daemon has threads. Between us is a
pair of sockets: who is killed leaves the other one at its end, so that neither outlives the other for
longer than it takes to finish what it does.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from types import MappingProxyType
from typing import Any

from mailref.errors import WorkshopError

_UNUSED = timedelta(seconds=30)
"""After so long without work the process ends, when the daemon next finds nothing to do."""
_SOON = timedelta(minutes=10)
"""Where it was wanted again within so long of its end, the next one waits as long: it would be started all day."""
_ENDS = 5.0
"""So many seconds it has for that before it is killed."""
Answer = tuple[object, Exception | None]
"""What it gives, or what it raises."""
Work = tuple[str, tuple[Any, ...]]
"""A function by its name in `workbench.TOOLS`, and what it is called with."""
GET_READY: Work = "get_ready", ()


def _read_only(content: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(content)


def _packed(wrapped: MappingProxyType[Any, Any]) -> tuple[Any, tuple[dict[Any, Any]]]:
    return _read_only, (dict(wrapped),)


ForkingPickler.register(MappingProxyType, _packed)


class Workshop:
    """The process beside this one, while there is work for it: searches (`tops.py`) and attachments."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self._clock = clock
        self._line: Connection | None = None
        self._owner = 0
        """The process that started it: after a fork it is not ours."""
        self._used = 0.0
        self._ended: float | None = None
        self._waits = _UNUSED
        self._unheard = 0
        """So many of its next answers nobody waits for."""
        # Called as `tops.find_top` and `report.maker.MakerHere` are.
        self.find_top = self._tool("find_top")
        self.find_plays = self._tool("find_plays")
        self.sheet = self._tool("sheet")
        self.calendar = self._tool("calendar")
        self.publish = self._tool("publish")

    def _tool(self, name: str) -> Callable[..., Any]:
        """Return what is called as the tool of that name is, and has it used."""
        return partial(self._done, name)

    def get_ready(self) -> None:
        """Start the process, where there is none, to load what attachments take; nothing is waited for."""
        if self._line is not None and self._owner == os.getpid():
            return
        with suppress(OSError):  # who asks it for something learns why
            self._connected().send(GET_READY)
            self._unheard += 1
            self._used = self._clock()

    def end_if_unused(self) -> None:
        """End the process where it has had nothing to do for a while."""
        if self.process and self._clock() - self._used >= self._waits.total_seconds():
            self._ended = self._clock()
            self.end()

    def end(self) -> None:
        """End the process, if there is one; what is asked next starts another."""
        process, line = self.process, self._line
        self.process = self._line = None
        self._unheard = 0
        if line is not None:
            line.close()
        if process is None or self._owner != os.getpid():
            return
        try:
            process.wait(_ENDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _done(self, tool: str, *args: Any) -> Any:
        """Return what *tool* gives; where the process was found dead, another one tries once more."""
        work = (tool, args)
        try:
            done, problem = self._answered(work)
        except (EOFError, OSError):
            try:
                done, problem = self._answered(work)
            except (EOFError, OSError) as lost:
                raise WorkshopError(f"{tool}: the process that should do it died twice") from lost
        if problem is not None:
            raise problem
        return done

    def _answered(self, work: Work) -> Answer:
        line = self._connected()
        try:
            line.send(work)
            while self._unheard:
                line.recv()
                self._unheard -= 1
            answer: Answer = line.recv()
        except BaseException:  # broken off, by a signal too: what it answers now nobody waits for
            self._kill()
            raise
        self._used = self._clock()
        return answer

    def _connected(self) -> Connection:
        if self._line is None or self._owner != os.getpid():
            self.end()
            is_soon = (
                self._ended is not None and self._clock() - self._ended < _SOON.total_seconds()
            )
            self._waits = _SOON if is_soon else _UNUSED
            ours, theirs = Pipe()
            with theirs:
                self.process = _started(theirs)
            self._line, self._owner = ours, os.getpid()
        return self._line

    def _kill(self) -> None:
        if self.process is not None and self._owner == os.getpid():
            with suppress(OSError):
                self.process.kill()
        self.end()


def _started(line: Connection) -> subprocess.Popen[bytes]:
    """Start the process at its end of the line.

    What it loads has come to stay, and what it draws is soon gone: the collector looks seldom. What it remembers of
    games takes the place of what it forgets, so that a look costs it 5 to 60 ms and finds next to nothing.
    """
    serve = f"from mailref import workbench; workbench.serve({line.fileno()})"
    return start_beside(line, f"import gc; gc.set_threshold(100_000); {serve}")


def start_beside(line: Connection, code: str) -> subprocess.Popen[bytes]:
    """Start a process that has *line* and runs *code*; it finds its modules where we found ours."""
    return subprocess.Popen(  # noqa: S603  ourselves
        [sys.executable, "-P", "-c", code],
        stdin=subprocess.DEVNULL,
        pass_fds=(line.fileno(),),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
