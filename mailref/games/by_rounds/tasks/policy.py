"""The settings of a game of which each round sets a task, and a game with them."""

from typing import Any

from mailref.games.by_rounds.policy import RunningByRounds
from mailref.games.by_rounds.tasks.game import TaskGame
from mailref.referee.policy import ZatPolicy


class TaskPolicy(ZatPolicy, frozen=True, kw_only=True):
    """The settings of such a game; its rules are a value of its kind."""

    rules: Any

    @property
    def family(self) -> str:
        return str(self.rules.family)


class RunningTask(RunningByRounds, frozen=True):
    """Such a game with its settings."""

    game: TaskGame
    policy: TaskPolicy


RUNNING = RunningTask
