"""The settings of a game in which rounds end at a ZAT for all, and a game with them."""

from datetime import timedelta
from typing import Any, Generic, TypeVar

from mailref.games.by_rounds.game import GameByRounds
from mailref.referee.policy import RunningGame, ZatPolicy


class PolicyByRounds(ZatPolicy, frozen=True, kw_only=True):
    """The settings of such a game; its rules are a value of its kind."""

    rules: Any
    min_round: timedelta = timedelta(days=1)

    @property
    def family(self) -> str:
        return str(self.rules.family)


class RunningByRounds(RunningGame, frozen=True):
    """Such a game with its settings."""

    game: GameByRounds
    policy: ZatPolicy


G_co = TypeVar("G_co", bound=GameByRounds, covariant=True)


class RunningOf(RunningByRounds, Generic[G_co], frozen=True):
    """A game of a kind whose settings are those of every such game."""

    game: G_co
    policy: PolicyByRounds


RUNNING = RunningOf
