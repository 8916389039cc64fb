"""Each of two hides a word; then in turn each guesses a letter of the other's, a point for each place."""

import re
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, ClassVar, Self, get_args

from msgspec.structs import replace

from mailref.games.by_turns import events
from mailref.games.by_turns import game as seated
from mailref.games.by_turns.kind import InTurns
from mailref.games.by_turns.switches import TurnRules
from mailref.games.chance import Secret
from mailref.games.events import Event, NoName
from mailref.games.game import renamed
from mailref.orders.entries import AnyOrder
from mailref.structs import Alternative
from mailref.tiles.moves import NOWHERE, FaultAt, TextSpan

_ORDER = re.compile(
    r"(?:(?P<hides>verstecke|hide)|rate|guess)\s+(?P<text>[a-z]{1,20})", re.IGNORECASE
)


class DuelRules(TurnRules, frozen=True, kw_only=True):
    family: ClassVar[str] = "duel"


class DuelOrder(Alternative, AnyOrder, frozen=True):
    span: TextSpan
    text: str
    hides: bool

    @property
    def asked(self) -> object:
        return self.hides, self.text


class NotNow(FaultAt, frozen=True):
    """Each hides a word once, before he guesses a letter, and that once."""


class DuelOpened(events.BeginsAtTable, frozen=True):
    rules: DuelRules


class LetterBarred(Event, frozen=True):
    """Which letter nobody may guess, by lot."""

    drawn: NoName


class WordHidden(events.OfTurn, frozen=True):
    """What was hidden is a `Secret`: until the end the record for all says nothing of it."""

    is_turn = True
    received: datetime
    mail: str
    word: Secret[str]

    @property
    def ordered(self) -> DuelOrder:
        return DuelOrder(NOWHERE, self.word.value, hides=True)


class LetterGuessed(events.OfTurn, frozen=True):
    is_turn = True
    received: datetime
    mail: str
    letter: NoName
    places: tuple[int, ...]
    points: int
    solved: bool

    @property
    def ordered(self) -> DuelOrder:
        return DuelOrder(NOWHERE, self.letter, hides=False)


class DuelGame(seated.SeatedGame, frozen=True, kw_only=True):
    family: ClassVar[str] = "duel"
    goes_back: ClassVar[tuple[str, ...]] = ("hidden", "found", "solved")
    has_racks = False
    rules: DuelRules
    hidden: Mapping[str, Secret[str]] = MappingProxyType({})
    """By who hid it."""
    found: Mapping[str, tuple[int, ...]] = MappingProxyType({})
    solved: bool = False
    barred: str = ""
    before_move: "DuelGame | None" = None

    def with_name(self, old: str, new: str) -> Self:
        hidden, found = renamed(self.hidden, old, new), renamed(self.found, old, new)
        return replace(self, hidden=hidden, found=found)

    def other(self, player: str) -> str:
        return next(name for name in self.seats if name != player)


class Duel(InTurns[DuelGame]):
    name = "duel"
    opened = DuelOpened
    game = DuelGame
    events = (*get_args(events.SeatedEvent), LetterBarred, WordHidden, LetterGuessed)
    switches = ("seats", "unlisted")

    def order_in(self, text: str, span: TextSpan) -> DuelOrder | None:
        found = _ORDER.fullmatch(text)
        return found and DuelOrder(span, found["text"].upper(), hides=found["hides"] is not None)

    def changed(self, game: DuelGame, event: Any) -> DuelGame:
        if isinstance(event, LetterBarred):
            return replace(game, barred=event.drawn)
        if isinstance(event, WordHidden):
            return replace(game, hidden={**game.hidden, event.player: event.word})
        whose = game.other(event.player)
        found = {**game.found, whose: (*game.found.get(whose, ()), *event.places)}
        return replace(game, found=found, solved=event.solved)


KIND = Duel()
