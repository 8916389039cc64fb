"""When the pages that anybody may read are written anew: after each report and turn, and where names change.

A move that waits for its ZAT changes no page, and costs nothing here.
"""

import logging
from datetime import datetime

from mailref.errors import MailrefError
from mailref.games.game import Game
from mailref.tick.machine import Machine

log = logging.getLogger(__name__)


def mark(game: Game) -> str:
    """Return what of a game its pages follow from, in short: where it is another they are written anew."""
    players = [
        (each.name, each.total, each.rank, each.shows_name, each.has_left)
        for each in game.players.values()
    ]
    released = sum(each.is_released for each in game.press)
    return repr(
        (
            game.title,
            game.number_now,
            game.is_over,
            str(game.due),
            len(game.rulings),
            released,
            players,
        )
    )


def keep_pages(machine: Machine, now: datetime) -> None:
    """Write the pages that are others now; what is wrong with the folder is logged, and keeps nothing waiting."""
    if machine.settings.site is None:
        return
    games = machine.office().games
    if machine.pages_of is games:
        return
    machine.pages_of = games
    marks = hash(tuple(mark(running.game) for running in games.values()))
    if marks == machine.pages_marked:
        return
    try:
        machine.publish(now)
        machine.pages_marked = marks
    except (MailrefError, OSError) as problem:
        log.warning("the pages for all were not written: %s", problem)
