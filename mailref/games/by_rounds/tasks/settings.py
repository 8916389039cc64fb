"""[[game]] of a kind of game of which each round sets a task: its switches are the fields of its rules."""

from typing import Any

from msgspec.structs import fields

from mailref.games.by_rounds.settings import SettingsByRounds
from mailref.games.by_rounds.tasks.kind import TaskKind, TaskRules
from mailref.games.switches import Switches

_OF_WORDS = ("names", "accents", "base_form")


class TaskSwitches(Switches[TaskRules]):
    """The switches of a kind: what its rules have beside those of every kind."""

    def __init__(self, kind: TaskKind[Any]) -> None:
        self.rules = kind.rules
        of_all = {each.name for each in fields(TaskRules)}
        wanted = {*_OF_WORDS} if kind.looks_up_words else set()
        names = [each.name for each in fields(kind.rules)]
        self.keys = [name for name in names if name not in of_all - wanted]


def settings(kind: TaskKind[Any]) -> SettingsByRounds:
    """Return how a game of one such kind is read."""
    return SettingsByRounds(kind.rules.family, TaskSwitches(kind))
