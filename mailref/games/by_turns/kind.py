"""What kinds of game have in common in which players sit at a table and move one after another."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.game import Game
from mailref.games.kind import Kind, part

G = TypeVar("G", bound=SeatedGame)


class InTurns(Kind[G]):
    """A kind in turns: clock, seats and settings are the same; what it has of its own lies in its folder."""

    is_seated = True

    def ready(self, policy: Any, find: Callable[[str], Game | None]) -> Any:
        opening = part(self, "opening")
        return opening.with_board(policy, find) if opening.may_follow(policy, find) else None

    def rematch(self, policy: Any, game: G) -> Any:
        return part(self, "rematch").agreed_on(policy, game)

    def reveal(self, first: Any, second: Any, office: Any, now: datetime) -> Any:
        return part(self, "play").seed_step(first, second, office, now)
