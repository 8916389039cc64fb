"""A game of Scrabble-Bingo with its settings."""

from mailref.games.bingo.game import BingoGame
from mailref.games.by_rounds.policy import PolicyByRounds, RunningByRounds


class RunningBingo(RunningByRounds, frozen=True):
    """A game of Scrabble-Bingo with its settings."""

    game: BingoGame
    policy: PolicyByRounds


RUNNING = RunningBingo
