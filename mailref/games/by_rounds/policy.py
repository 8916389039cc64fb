"""The settings of a game in which rounds end at a ZAT for all, and a game with them."""

from datetime import datetime, timedelta

from mailref.games.by_rounds.state import GameByRounds
from mailref.games.schedule import Schedule
from mailref.referee.policy import GamePolicy, RunningGame


class ZatPolicy(GamePolicy, frozen=True, kw_only=True):
    """The settings of such a game, beside those of its kind."""

    deadline: datetime | None
    """As in the file, aware in the game's zone."""
    schedule: Schedule | None
    min_round: timedelta = timedelta(days=1)
    """So long a round lasts at least, where a schedule says when it ends."""
    house_rules: tuple[str, ...] = ()
    """The switches, by their keys, in which the game differs from its variant."""


class RunningByRounds(RunningGame, frozen=True):
    """Such a game with its settings."""

    game: GameByRounds
    policy: ZatPolicy
