"""What an export of a race tells, and how it is decided again."""

from collections.abc import Sequence
from datetime import tzinfo
from typing import Any

from mailref.games.by_turns.course import TableTold
from mailref.games.by_turns.events import TurnPassed
from mailref.games.by_turns.proving import Deciding, decide_as, public
from mailref.games.events import Event
from mailref.orders.entries import PassOrder
from mailref.record.as_json import Json, plain
from mailref.record.export import NotAnExportError
from mailref.record.script import Script
from mailref.tiles.moves import NOWHERE

from .kind import RaceCounted, RaceOrder
from .settings import SETTINGS

__all__ = ["decide", "first", "public", "told"]
_TOLD = """
    family game title variant tiles commitment lexicon rules players lots lot_of_seats turns
    to_move out rulings adjustments sum finished ended ended_at seed standings
"""


def told(events: Sequence[Event], zone: tzinfo, *, is_open: bool) -> dict[str, Json]:
    of = TableTold.of(events, zone, is_open=True)
    opened: Any = of.opened
    seats = {"among": list(of.history.among), "seats": of.value(of.history.seats)}
    keys = "number player kind received points sum total"
    return of.whole(
        _TOLD,
        rules=plain(SETTINGS.switches.table(opened.rules)),
        lot_of_seats=None if of.history.seats is None else seats,
        turns=of.each(
            "turns", of.history.turns, lambda each: of.turn_row(each, keys, kind=each.form)
        ),
    )


class _Deciding(Deciding):
    def own(self, event: Event) -> None:
        match event:
            case RaceCounted(points=points):
                self.make(event, RaceOrder(NOWHERE, points), event.received, self.game)
            case TurnPassed():
                self.make(event, PassOrder(NOWHERE), self.at, self.game)
            case _:
                raise self.follows(event)


def decide(script: Script, seed: bytes | None) -> None:
    decide_as(_Deciding, script, seed, script.next)


def first(raw: dict[str, Any]) -> Sequence[Event]:
    raise NotAnExportError("format: a game of this kind has never been exported so")
