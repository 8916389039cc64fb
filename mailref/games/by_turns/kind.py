"""What kinds of game have in common in which players sit at a table and move one after another."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar, cast

from mailref.games.by_turns.game import SeatedGame, begun_at_table
from mailref.games.events import UNPLAYED
from mailref.games.game import Game
from mailref.games.kind import Kind, part

A = TypeVar("A", bound=Game)
G = TypeVar("G", bound=SeatedGame)


class AtTable(Kind[A]):
    """A kind whose players sit at tables, be it each at one of his own."""

    unit = "turn"
    checked = "scores, order and numbers of tiles", "scores, order, tiles, draws, lots and receipts"
    is_at_table = True


class InTurns(AtTable[G]):
    """A kind in turns: clock, seats and settings are the same; what it has of its own lies in its folder."""

    is_seated = True
    templates = "opens", "rules", "help", "lies"

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
        return self.final_scores(game)

    def in_one_mail(self, found: Sequence[tuple[Any, str]]) -> Any:
        return part(self, "course").games_in_hand(found)

    def ready(self, policy: Any, find: Callable[[str], Game | None]) -> Any:
        family = part(self, "family")
        return family.with_board(policy, find) if family.may_follow(policy, find) else None

    def rematch(self, policy: Any, game: G) -> Any:
        return part(self, "contents").agreed_on(policy, game)

    def reveal(self, first: Any, second: Any, office: Any, now: datetime) -> Any:
        return part(self, "course").seed_step(first, second, office, now)
