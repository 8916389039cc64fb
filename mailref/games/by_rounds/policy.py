"""The settings of a game in which rounds end at a ZAT for all, and a game with them."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Generic, TypeVar

from mailref.games.by_rounds.game import GameByRounds
from mailref.games.game import Schedule
from mailref.referee.policy import GamePolicy, RunningGame


class Absence(StrEnum):
    """What a player's absence means beside that a round which he misses then does not count against him."""

    EXCUSED = "excused"
    ADVANCE = "advance"
    """Who is away may send moves for the rounds in between, which are judged as those open."""
    ASK = "ask"
    """Where more than a third is away at a ZAT, the game master is asked about it."""


class PolicyByRounds(GamePolicy, frozen=True, kw_only=True):
    """The settings of such a game; its rules are a value of its kind."""

    rules: Any
    deadline: datetime | None
    """As in the file, aware in the game's zone."""
    schedule: Schedule | None
    absence: Absence = Absence.EXCUSED
    min_round: timedelta = timedelta(days=1)
    """So long a round lasts at least, where a schedule says when it ends."""
    house_rules: tuple[str, ...] = ()
    """The switches, by their keys, in which the game differs from its variant."""

    @property
    def family(self) -> str:
        return str(self.rules.family)


G_co = TypeVar("G_co", bound=GameByRounds, covariant=True)


class RunningByRounds(RunningGame, Generic[G_co], frozen=True):
    """Such a game with its settings."""

    game: G_co
    policy: PolicyByRounds


RUNNING = RunningByRounds
