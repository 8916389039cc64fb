"""[[game]] of a kind of game of which each round sets a task: its switches are the fields of its rules."""

from datetime import timedelta
from typing import Any

from msgspec.structs import fields

from mailref.games.by_rounds.tasks.kind import TaskKind, TaskRules
from mailref.games.by_rounds.tasks.policy import TaskPolicy
from mailref.games.switches import NOTHING, Switches
from mailref.games.table_reader import TomlTable, duration
from mailref.settings.game_parts import fields_of, read_common, warn_of_zats
from mailref.settings.kinds import KindSettings
from mailref.settings.values import Findings, Surroundings, moment, schedule


class TaskSwitches(Switches[TaskRules]):
    """The switches of a kind: what its rules have beside those of every kind."""

    def __init__(self, kind: TaskKind[Any]) -> None:
        self.rules = kind.rules
        of_all = {each.name for each in fields(TaskRules)}
        wanted = {*_OF_WORDS} if kind.looks_up_words else set()
        names = [each.name for each in fields(kind.rules)]
        self.keys = [name for name in names if name not in of_all - wanted]


_OF_WORDS = ("names", "accents", "base_form")


class TaskSettings(KindSettings):
    """How a game of one such kind is read."""

    def __init__(self, kind: TaskKind[Any]) -> None:
        self.switches = TaskSwitches(kind)
        self.group = kind.rules.family

    def read(
        self, table: TomlTable, label: str, around: Surroundings, findings: Findings
    ) -> TaskPolicy:
        common = read_common(table, label, around, findings)
        variant = around.variants.get(common.variant, NOTHING)
        rules, faults = self.switches.read(
            variant,
            table.take("rules", self.switches.reader, NOTHING),
            foreign=self.elsewhere("rules"),
        )
        findings.add(label, faults, section="[game.rules]")
        usual, _ = self.switches.read(variant)
        return TaskPolicy(
            **fields_of(common),
            rules=rules,
            house_rules=self.switches.differing(rules, usual),
            deadline=table.take("deadline", moment(common.zone), None),
            schedule=table.take("schedule", schedule(common.zone), None),
            min_round=table.take("min_round", duration(), timedelta(days=1)),
        )

    def warn(self, game: TaskPolicy, label: str, findings: Findings) -> None:
        warn_of_zats(game, label, findings)
