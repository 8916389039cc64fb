"""The settings of a game of Scrabble-Bingo, and a game with them."""

from datetime import datetime, timedelta

from mailref.games.bingo.game import BingoGame
from mailref.games.bingo.rules import BingoRules
from mailref.games.schedule import Schedule
from mailref.referee.policy import GamePolicy, RunningGame


class BingoPolicy(GamePolicy, frozen=True, kw_only=True):
    """The settings of a game of Scrabble-Bingo (other games 2)."""

    rules: BingoRules
    deadline: datetime | None
    """As in the file, aware in the game's zone."""
    schedule: Schedule | None
    min_round: timedelta = timedelta(days=1)
    """Nobody has to think between two ZATs."""
    house_rules: tuple[str, ...] = ()
    """The switches, by their keys, in which the game differs from its variant."""


class RunningBingo(RunningGame, frozen=True):
    """A game of Scrabble-Bingo with its settings."""

    game: BingoGame
    policy: BingoPolicy
