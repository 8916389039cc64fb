"""A game of which each round sets a task, with its settings."""

from mailref.games.by_rounds.policy import PolicyByRounds, RunningByRounds
from mailref.games.by_rounds.tasks.game import TaskGame


class RunningTask(RunningByRounds, frozen=True):
    """Such a game with its settings."""

    game: TaskGame
    policy: PolicyByRounds


RUNNING = RunningTask
