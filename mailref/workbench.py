"""The process in which `workshop.Workshop` has its work done.

It ends when whoever started it hangs up or has ended; a signal to all of a group is for him alone.
"""

import gc
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from multiprocessing.connection import Connection
from typing import Any

from mailref import assets
from mailref.report.pdf import MakerHere
from mailref.report.picture import BoardPainter, Fonts
from mailref.tops import find_plays, find_top
from mailref.workshop import Answer, Work


def work(line: Connection) -> None:
    """Do what is asked on *line*, one thing after another, until nobody asks any more."""
    maker = MakerHere(BoardPainter(Fonts.of(assets.fonts())))
    tools: dict[str, Callable[..., object]] = {
        "find_top": find_top,
        "find_plays": find_plays,
        "sheet": maker.sheet,
        "calendar": maker.calendar,
        "publish": _publish,
    }
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            asked: Work = line.recv()
            tool, args = asked
            answer: Answer
            try:
                answer = tools[tool](*args), None
            except Exception as problem:  # noqa: BLE001  who asked deals with it, as with his own
                problem.add_note("in the workshop")
                answer = None, problem
            line.send(answer)


def _publish(config: str, now: datetime, standings: Mapping[str, Any]) -> int:
    from mailref.publish import publish_at  # noqa: PLC0415  where there are pages to write

    return publish_at(config, now, standings)


def serve(descriptor: int) -> None:
    """Work for whoever has the other end of the line."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    gc.freeze()  # what was loaded has come to stay
    work(Connection(descriptor))
