"""[[game]] of a kind of game of which each round sets a task: its switches are the fields of its rules."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import msgspec
from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields

from mailref.games.by_rounds.tasks.kind import TaskKind, TaskRules
from mailref.games.by_rounds.tasks.policy import TaskPolicy
from mailref.games.switches import all_faults, switches_of
from mailref.games.table_reader import (
    KeyFault,
    TomlTable,
    WrongValueError,
    duration,
    mapping,
    shown,
)
from mailref.settings.game_parts import NOTHING, fields_of, read_common, warn_of_zats
from mailref.settings.kinds import KindSettings
from mailref.settings.schema import DURATION, SCHEDULE, WHEN, Schema, keyed
from mailref.settings.values import Findings, Surroundings, moment, schedule


def switches(kind: TaskKind[Any]) -> tuple[FieldInfo, ...]:
    """Return the switches of a kind: what its rules have beside those of every kind."""
    of_all = {each.name for each in fields(TaskRules)}
    wanted = {*_OF_WORDS} if kind.looks_up_words else set()
    return tuple(each for each in fields(kind.rules) if each.name not in of_all - wanted)


_OF_WORDS = ("names", "accents", "base_form")


def rules_of(
    kind: TaskKind[Any], variant: Mapping[str, object], overrides: Mapping[str, object]
) -> tuple[Any, tuple[KeyFault, ...]]:
    """Return the rules that a variant and a game say, with stand-ins for what is wrong, and what that is."""
    table = switches_of(variant, overrides)
    found = {
        each.name: table.take(each.name, _value_of(each), NODEFAULT) for each in switches(kind)
    }
    said = {name: value for name, value in found.items() if value is not NODEFAULT}
    return kind.rules(**said), all_faults(table)


def _value_of(switch: FieldInfo) -> Any:
    """Return what reads the value of a switch as the type of its field says."""

    def read(value: object) -> object:
        try:
            return msgspec.convert(value, switch.type)
        except msgspec.ValidationError as wrong:
            raise WrongValueError(f"cannot be {shown(value)}: {wrong}") from None

    return read


class TaskSettings(KindSettings):
    """How a game of one such kind is read."""

    needed = ()

    def __init__(self, kind: TaskKind[Any]) -> None:
        self._kind = kind

    @property
    def keys(self) -> Mapping[str, Schema]:  # type: ignore[override]  # each kind has switches of its own
        rules = {each.name: msgspec.json.schema(each.type) for each in switches(self._kind)}
        return {
            "min_round": DURATION,
            "deadline": WHEN,
            "schedule": SCHEDULE,
            "rules": keyed(rules),
        }

    def read(
        self, table: TomlTable, label: str, around: Surroundings, findings: Findings
    ) -> TaskPolicy:
        common = read_common(table, label, around, findings)
        variant = around.variants.get(common.variant, NOTHING)
        rules, faults = rules_of(self._kind, variant, table.take("rules", mapping, NOTHING))
        findings.add(label, faults, section="[game.rules]")
        usual, _ = rules_of(self._kind, variant, NOTHING)
        return TaskPolicy(
            **fields_of(common),
            rules=rules,
            house_rules=tuple(
                each.name
                for each in switches(self._kind)
                if getattr(rules, each.name) != getattr(usual, each.name)
            ),
            deadline=table.take("deadline", moment(common.zone), None),
            schedule=table.take("schedule", schedule(common.zone), None),
            min_round=table.take("min_round", duration(), timedelta(days=1)),
        )

    def warn(self, game: TaskPolicy, label: str, findings: Findings) -> None:
        warn_of_zats(game, label, findings)
