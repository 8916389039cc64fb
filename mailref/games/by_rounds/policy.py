"""A game in which rounds end at a ZAT for all, with its settings."""

from mailref.games.by_rounds.state import GameByRounds
from mailref.referee.policy import RunningGame, ZatPolicy


class RunningByRounds(RunningGame, frozen=True):
    """Such a game with its settings."""

    game: GameByRounds
    policy: ZatPolicy
