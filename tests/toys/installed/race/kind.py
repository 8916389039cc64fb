"""Each adds a small number to a sum until the goal; where the sum is even, the order of play turns round."""

import re
from datetime import datetime
from typing import Annotated, Any, ClassVar, get_args

from msgspec.structs import replace

from mailref.games.by_turns import events
from mailref.games.by_turns import game as seated
from mailref.games.by_turns.kind import InTurns
from mailref.games.by_turns.switches import TurnRules
from mailref.orders.entries import AnyOrder
from mailref.structs import Alternative
from mailref.tiles.board import between
from mailref.tiles.moves import NOWHERE, FaultAt, TextSpan

_COUNT = re.compile(r"(?:zähle|count)\s+(\d{1,3})", re.IGNORECASE)


class RaceRules(TurnRules, frozen=True, kw_only=True):
    """Its switches, beside those of clock and seats."""

    family: ClassVar[str] = "race"
    goal: Annotated[int, between(5, 200)] = 12
    most: Annotated[int, between(1, 10)] = 3
    """So much may be added in a turn."""


class RaceOrder(Alternative, AnyOrder, frozen=True):
    """`ZÄHLE 3`; here, for a record that holds one is read by this class."""

    span: TextSpan
    points: int

    @property
    def asked(self) -> object:
        return "count", self.points


class RaceTooFar(FaultAt, frozen=True, kw_only=True):
    """So much cannot be added; its sentence is the macro `race_too_far` of `faults.j2`."""

    least: int
    most: int


class RaceOpened(events.BeginsAtTable, frozen=True):
    rules: RaceRules


class RaceCounted(events.OfTurn, frozen=True):
    """A player added *points*, which makes *sum*."""

    is_turn = True
    received: datetime
    mail: str
    points: int
    sum: int

    @property
    def ordered(self) -> RaceOrder:
        return RaceOrder(NOWHERE, self.points)


class RaceGame(seated.SeatedGame, frozen=True, kw_only=True):
    family: ClassVar[str] = "race"
    goes_back: ClassVar[tuple[str, ...]] = ("sum",)
    has_racks = False
    rules: RaceRules
    sum: int = 0
    before_move: "RaceGame | None" = None

    def after(self, player: str) -> str:
        turns_round = self.sum > 0 and self.sum % 2 == 0
        return self.player_before(player) if turns_round else super().after(player)


class Race(InTurns[RaceGame]):
    name = "race"
    opened = RaceOpened
    game = RaceGame
    events = (*get_args(events.SeatedEvent), RaceCounted)

    def order_in(self, text: str, span: TextSpan) -> RaceOrder | None:
        found = _COUNT.fullmatch(text)
        return found and RaceOrder(span, int(found[1]))

    def changed(self, game: RaceGame, event: Any) -> RaceGame:
        return replace(game, sum=event.sum)


KIND = Race()
