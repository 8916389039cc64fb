"""The settings of a game of Scrabble-Bingo, and a game with them."""

from mailref.games.bingo.game import BingoGame
from mailref.games.bingo.rules import BingoRules
from mailref.games.by_rounds.policy import RunningByRounds
from mailref.referee.policy import ZatPolicy


class BingoPolicy(ZatPolicy, frozen=True, kw_only=True):
    """The settings of a game of Scrabble-Bingo (other games 2)."""

    rules: BingoRules

    @property
    def family(self) -> str:
        return "bingo"


class RunningBingo(RunningByRounds, frozen=True):
    """A game of Scrabble-Bingo with its settings."""

    game: BingoGame
    policy: BingoPolicy


RUNNING = RunningBingo
