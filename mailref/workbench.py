"""The process in which `workshop.Workshop` has its work done.

It ends when whoever started it hangs up or has ended; a signal to all of a group is for him alone.
"""

import gc
import signal
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import cache
from multiprocessing.connection import Connection
from typing import Any

from mailref.workshop import Answer, Work


def _find_top(*args: Any) -> object:
    from mailref.tops import find_top  # noqa: PLC0415  where there is something to search

    return find_top(*args)


def _find_plays(*args: Any) -> object:
    from mailref.tops import find_plays  # noqa: PLC0415  as above

    return find_plays(*args)


@cache
def _maker() -> Any:
    from mailref import assets  # noqa: PLC0415  where there is something to print
    from mailref.report.pdf import MakerHere  # noqa: PLC0415  as above
    from mailref.report.picture import BoardPainter, Fonts  # noqa: PLC0415  as above

    return MakerHere(BoardPainter(Fonts.of(assets.fonts())))


def _sheet(*args: Any) -> object:
    return _maker().sheet(*args)


def _calendar(*args: Any) -> object:
    return _maker().calendar(*args)


def _get_ready() -> None:
    _maker()


def _publish(config: str, now: datetime, standings: bytes) -> int:
    from mailref.publish import publish_at  # noqa: PLC0415  where there are pages to write

    return publish_at(config, now, standings)


TOOLS: dict[str, Callable[..., object]] = {
    "find_top": _find_top,
    "find_plays": _find_plays,
    "sheet": _sheet,
    "calendar": _calendar,
    "publish": _publish,
    "get_ready": _get_ready,
}
"""Each loads what it needs when it is used first: a club's pages need no search, and a search no pages."""


def work(line: Connection) -> None:
    """Do what is asked on *line*, one thing after another, until nobody asks any more."""
    used: set[str] = set()
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            asked: Work = line.recv()
            tool, args = asked
            answer: Answer
            try:
                answer = TOOLS[tool](*args), None
            except Exception as problem:  # noqa: BLE001  who asked deals with it, as with his own
                problem.add_note("in the workshop")
                answer = None, problem
            line.send(answer)
            if tool not in used:
                used.add(tool)
                gc.freeze()  # what it loaded has come to stay


def serve(descriptor: int) -> None:
    """Work for whoever has the other end of the line."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    work(Connection(descriptor))
