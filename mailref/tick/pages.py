"""When the pages that anybody may read are written anew: after each report and turn, and where names change.

A move that waits for its ZAT changes no page, and costs nothing here.
"""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import chain, islice
from operator import attrgetter
from types import MappingProxyType

import msgspec
from msgspec import Struct

from mailref.errors import MailrefError
from mailref.games.game import Game
from mailref.referee.contents import Hindrance
from mailref.tick.machine import GameStanding, Machine, note

log = logging.getLogger(__name__)

RETRIED = timedelta(minutes=5)
"""When pages that could not be written are tried again, if nothing happens before."""
RENEWED = timedelta(minutes=1)
"""When more pages that another release has written are written anew."""


def standing(game: Game) -> GameStanding:
    """Return how a game stands."""
    return GameStanding(
        mark(game),
        tuple(game.players),
        tuple(name for name, each in game.players.items() if each.shows_name),
        game.tells_all,
        game.is_trial,
    )


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
            sorted(game.rulings.items()),
            released,
            players,
        )
    )


def keep_pages(machine: Machine, now: datetime) -> None:
    """Write the pages that are others now; what is wrong with the folder is noted, and it is tried again later."""
    if machine.settings.site is None:
        note(machine, Hindrance.PAGES)
        return
    games, kept = machine.office().games, machine.pages
    offers = tuple(each.number for each in machine.club().open_offers(now) if each.is_for_anyone)
    beside = (offers, tuple(machine.tournaments().items()))
    is_tried_again = kept.again is not None and now >= kept.again
    if kept.of is games and beside == kept.beside and not is_tried_again:
        return
    marks = {id_: _kept_mark(running.game, kept.marks.get(id_)) for id_, running in games.items()}
    changed = (
        kept.of is None or kept.again is not None or _standings(marks) != _standings(kept.marks)
    )
    changed = changed or beside != kept.beside
    kept.of, kept.marks, kept.beside = games, marks, beside
    if changed:
        _write(machine, now)


def _kept_mark(game: Game, kept: tuple[Game, GameStanding] | None) -> tuple[Game, GameStanding]:
    """Return a game with how it stands: the same as before where nothing has happened in it."""
    return kept if kept is not None and kept[0] is game else (game, standing(game))


def _standings(marks: Mapping[str, tuple[Game, GameStanding]]) -> dict[str, GameStanding]:
    return {id_: how for id_, (_, how) in marks.items()}


_LOT = 32
"""So many games are sent in one piece: of a thousand a turn changes one piece."""


def as_sent(standings: Mapping[str, GameStanding]) -> bytes:
    """Return how games stand as it is sent to the workshop: of a thousand that takes long as objects."""
    all_of_them = iter(standings.items())
    lots = iter(lambda: dict(islice(all_of_them, _LOT)), {})
    return msgspec.msgpack.encode([msgspec.msgpack.encode(each) for each in lots])


class StandingsSent(Struct, frozen=True):
    """How some games stand, and who plays them: to gather that of a thousand takes long."""

    standings: Mapping[str, GameStanding]
    names: frozenset[str]
    named: frozenset[str]

    @classmethod
    def of(cls, standings: Mapping[str, GameStanding]) -> "StandingsSent":
        """Return how these games stand."""
        each = standings.values()
        names, named = map(attrgetter("names"), each), map(attrgetter("named"), each)
        return cls(standings, *(frozenset(chain.from_iterable(it)) for it in (names, named)))


Lots = Mapping[bytes, StandingsSent]
"""How games stand, by the pieces in which it was sent."""


def as_received(sent: bytes, before: Lots = MappingProxyType({})) -> Lots:
    """Return the same there; a piece that was the same in what was sent *before* is not read again."""
    pieces = msgspec.msgpack.decode(sent, type=list[bytes])
    return {
        piece: before[piece]
        if piece in before
        else StandingsSent.of(msgspec.msgpack.decode(piece, type=dict[str, GameStanding]))
        for piece in pieces
    }


def standings_of(lots: Lots) -> Mapping[str, GameStanding]:
    """Return how each game stands; of which that is as before, it is the same value."""
    found: dict[str, GameStanding] = {}
    for lot in lots.values():
        found |= lot.standings
    return found


def _write(machine: Machine, now: datetime) -> None:
    try:
        to_renew = machine.publish(now, as_sent(_standings(machine.pages.marks)))
        machine.pages.again = now + RENEWED if to_renew else None
        note(machine, Hindrance.PAGES)
    except (MailrefError, OSError) as problem:
        machine.pages.again = now + RETRIED
        note(machine, Hindrance.PAGES, problem)
        log.warning("the pages for all were not written: %s", problem)
