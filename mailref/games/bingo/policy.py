"""The settings of a game of Scrabble-Bingo, and a game with them."""

from datetime import timedelta

from mailref.games.bingo.game import BingoGame
from mailref.games.bingo.rules import BingoRules
from mailref.referee.policy import RunningGame, ZatPolicy


class BingoPolicy(ZatPolicy, frozen=True, kw_only=True):
    """The settings of a game of Scrabble-Bingo (other games 2)."""

    rules: BingoRules
    min_round: timedelta = timedelta(days=1)
    """Nobody has to think between two ZATs."""
    house_rules: tuple[str, ...] = ()
    """The switches, by their keys, in which the game differs from its variant."""

    @property
    def family(self) -> str:
        return "bingo"


class RunningBingo(RunningGame, frozen=True):
    """A game of Scrabble-Bingo with its settings."""

    game: BingoGame
    policy: BingoPolicy


RUNNING = RunningBingo
