"""What kinds of game have in common in which players sit at a table and move one after another."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, TypeVar, cast, get_args

from msgspec.structs import fields

from mailref.games.by_turns.events import OfTurn, SeatedEvent
from mailref.games.by_turns.game import (
    LastTurn,
    SeatedGame,
    apply_seated,
    before_the_move,
    begun_at_table,
    points_for,
    turn_over,
)
from mailref.games.by_turns.switches import TurnRules
from mailref.games.events import UNPLAYED, Event
from mailref.games.game import Game
from mailref.games.kind import Kind, part
from mailref.orders.entries import AnyOrder
from mailref.tiles.moves import TextSpan

A = TypeVar("A", bound=Game)
G = TypeVar("G", bound=SeatedGame)
_OF_LISTS = frozenset({"unlisted", "names", "accents", "base_form"})
"""Switches that say how words are looked up."""
_SEATED: tuple[type[Event], ...] = get_args(SeatedEvent)


class AtTable(Kind[A]):
    """A kind whose players sit at tables, be it each at one of his own."""

    unit = "turn"
    checked = "scores, order and numbers of tiles", "scores, order, tiles, draws, lots and receipts"
    is_at_table = True


class InTurns(AtTable[G]):
    """A kind in turns: clock, seats and settings are the same; what it has of its own lies in its folder."""

    is_seated = True
    templates = "opens", "rules", "help", "lies"
    switches: ClassVar[tuple[str, ...]] = ("seats",)
    """Those of all games in turns that such games can say, too, beside the fields of their own rules."""
    is_rated: ClassVar[bool] = False
    """Whether its results make ratings, together with those of all such kinds: where skill decides, not chance."""

    def order_in(self, text: str, span: TextSpan) -> AnyOrder | None:  # noqa: ARG002  a kind or its reader says it
        """Return the order that *text* gives, a line of a mail or a sentence; None where it gives none."""
        return None

    def has_begun_without(self, running: Any) -> bool:
        """Tell whether all places are taken: at a table nobody joins later (classic 14, `places`)."""
        return running.game.turn is not None or len(running.game.seats) >= running.policy.places

    def begun_by(self, event: Any) -> G:
        return cast(G, begun_at_table(self.game, event))  # type: ignore[type-var]  # a class of G

    def opens_with(self, _policy: Any, _seed: bytes) -> Mapping[str, Any]:
        """Return that who is listed sits down in that order, once the game has begun."""
        return {"seats": ()}

    def seated(self, opened: Any) -> tuple[str, ...]:
        return tuple(opened.seats)

    def final_scores(self, game: G) -> tuple[tuple[int, bool], ...]:
        if game.ended == UNPLAYED:
            return ()
        return tuple(
            (game.final.get(name, player.total), game.hands[name].is_out)
            for name, player in game.players.items()
        )

    def rated(self, game: G) -> tuple[tuple[int, bool], ...]:
        return self.final_scores(game) if self.is_rated else ()

    @property
    def asks_lists(self) -> bool:
        own = part(self, "settings")
        return hasattr(own, "SETTINGS") or not _OF_LISTS.isdisjoint(self.switches)

    @property
    def rules(self) -> type[TurnRules]:
        """Return the class of its rules, as the event says with which its games begin."""
        (rules,) = (each.type for each in fields(self.opened) if each.name == "rules")
        return cast(type[TurnRules], rules)

    def settings(self) -> Any:
        """Return how its games are read: as its own part says, or by the fields of its rules."""
        own = part(self, "settings")
        return own.SETTINGS if hasattr(own, "SETTINGS") else own.settings(self)

    def apply(self, game: G, event: Any) -> G:
        """Return what *game* is after an event: a turn by one of the kind's own is over, and brought its points."""
        is_own = isinstance(event, self.events) and not isinstance(event, _SEATED)
        if not is_own:
            return apply_seated(game, event)
        if isinstance(event, OfTurn) and event.is_turn:
            game = turn_over(before_the_move(game), event.player, "play", LastTurn("play"))
            game = points_for(game, event.player, getattr(event, "points", 0))
        return self.changed(game, event)

    def changed(self, game: G, event: Any) -> G:  # noqa: ARG002  a kind says it, or its own `apply` does
        """Return *game* with what an event of the kind's own changes in what only such games have."""
        return game

    def in_one_mail(self, found: Sequence[tuple[Any, str]]) -> Any:
        return part(self, "course").games_in_hand(found)

    def ready(self, policy: Any, find: Callable[[str], Game | None]) -> Any:
        family = part(self, "family")
        return family.with_board(policy, find) if family.may_follow(policy, find) else None

    def rematch(self, policy: Any, game: G) -> Any:
        return part(self, "contents").agreed_on(policy, game)

    def reveal(self, first: Any, second: Any, office: Any, now: datetime) -> Any:
        return part(self, "course").seed_step(first, second, office, now)
