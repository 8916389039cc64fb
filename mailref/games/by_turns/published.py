"""What an export tells of a game in turns, and how it is decided again, where its kind does not say it otherwise.

All is told that its game and its turns have of their own; what is a `Secret` in them lies face down until the end.
Of each event of its own that is a turn the kind says by which order it came (`OfTurn.ordered`).
"""

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Any

from msgspec.structs import astuple

from mailref.games.by_turns import events as happened
from mailref.games.by_turns.course import Course, LegalMove, TableTold, steward_of
from mailref.games.by_turns.game import SeatedGame
from mailref.games.by_turns.history import ToldTurn
from mailref.games.by_turns.proving import Deciding, decide_as, drawn_from_bag
from mailref.games.by_turns.proving import public as public_seated
from mailref.games.chance import Secret
from mailref.games.events import Event, GameEnded
from mailref.games.kind import kind_of
from mailref.orders.entries import PassOrder
from mailref.record.as_json import Json, plain
from mailref.record.export import NotAnExportError, all_face_down
from mailref.record.script import Script
from mailref.tiles.moves import NOWHERE

_TOLD = """
    family game title variant tiles tile_set layout commitment lexicon rules players lots lot_of_seats turns
    to_move out rulings adjustments {own} finished ended ended_at seed standings
"""


def public(event: Event, *, is_open: bool) -> Event | None:
    """Return what all may know of an event; of a secret of the kind's own not even how long it is."""
    found = public_seated(event, is_open=is_open)
    return found if found is None or is_open or not _is_own(event) else all_face_down(found)


def words_laid(event: Event) -> tuple[str, ...]:
    """Return which words an event shows to all."""
    return event.shows if isinstance(event, happened.OfTurn) else ()


def told(events: Sequence[Event], zone: tzinfo, *, is_open: bool) -> dict[str, Json]:
    """Return the whole game; times in *zone*."""
    of = TableTold.of(events, zone, is_open=is_open)
    game, history, opened = of.game, of.history, of.opened
    seats = {"among": list(history.among), "seats": of.value(history.seats)}
    open_plays = "challenges accepted taken_back" if game.rules.may_challenge else ""
    keys = f"number player kind received {own_of_turn(game)} points {open_plays} total"
    rules: Any = opened
    return of.whole(
        _TOLD.format(own=_beside(type(game), SeatedGame)),
        rules=plain(kind_of(game).settings().switches.table(rules.rules)),
        lot_of_seats=None if history.seats is None else seats,
        turns=of.each("turns", history.turns, lambda each: of.turn_row(each, keys, kind=each.form)),
    )


def own_of_turn(game: SeatedGame) -> str:
    """Return what turns of a game tell beside those of all, by the names of their fields."""
    return _beside(steward_of(game).teller.turn_told, ToldTurn)


def _beside(own: type[Any], of_all: type[Any]) -> str:
    """Return the fields that a class has beside those of the class that it extends."""
    known = set(of_all.__struct_fields__)
    return " ".join(each for each in own.__struct_fields__ if each not in known)


class _AsItStands(LegalMove, frozen=True):
    """A move of which a secret says what it came to: it is taken as it is recorded."""

    event: Event

    def carry_out(self, course: Course, received: datetime, mail: str) -> None:  # noqa: ARG002  as it is recorded
        course.record(self.event)


class _Deciding(Deciding):
    def own(self, event: Event) -> None:
        received = getattr(event, "received", self.at)
        match event:
            case happened.TurnPassed():
                self.make(event, PassOrder(NOWHERE), self.at, self.game)
            case happened.OfTurn(ordered=order) if order is None or event.player != self.player:
                raise self.follows(event)
            case happened.OfTurn() if not self.is_open:
                self.carry_out(_AsItStands(event), received, "")
            case happened.OfTurn(ordered=order) if order is not None:
                self.make(event, order, received, self.game)
            case _:
                raise self.follows(event)


def _drawn(purpose: str, bag: str, count: int, event: Event | None) -> str:
    """Return the letters that the event recorded next has drawn; where they lie face down, any."""
    drawn = getattr(event, "drawn", None)
    found = getattr(drawn, "value", drawn)
    return found if found and isinstance(found, str) else drawn_from_bag(purpose, bag, count, event)


def decide(script: Script, seed: bytes | None) -> None:
    """Decide a recorded game again; UnlikeError at the first difference."""
    is_open = not _is_face_down(script.left)
    decide_as(_Deciding, script, seed, script.next, is_open=is_open, drawn=_drawn)


def _is_face_down(events: Sequence[Event]) -> bool:
    """Tell whether secrets of a game of such a kind are not told: of those in its own events none says anything."""
    if any(isinstance(each, GameEnded) for each in events):
        return False
    held = (value for event in events if _is_own(event) for value in astuple(event))
    secrets = [each for each in held if isinstance(each, Secret)]
    return bool(secrets) and not any(each.value for each in secrets)


def _is_own(event: Event) -> bool:
    """Tell whether an event is one of the kind itself."""
    return not type(event).__module__.startswith("mailref.games.")


def first(raw: dict[str, Any]) -> Sequence[Event]:  # noqa: ARG001  there is none
    """Refuse an export of the first form: there was no such game then."""
    raise NotAnExportError("format: a game of this kind has never been exported so")
