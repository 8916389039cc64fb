"""[[game]] of a kind of game of which each round sets a task: its switches are the fields of its rules."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields

from mailref.games.by_rounds.settings import SettingsByRounds
from mailref.games.by_rounds.tasks.kind import TaskKind, TaskRules
from mailref.games.switches import all_faults, switches_of
from mailref.games.table_reader import KeyFault, WrongValueError, shown
from mailref.settings.schema import Schema

_OF_WORDS = ("names", "accents", "base_form")


class TaskSettings(SettingsByRounds):
    """How a game of one such kind is read."""

    def __init__(self, kind: TaskKind[Any]) -> None:
        of_all = {each.name for each in fields(TaskRules)}
        wanted = {*_OF_WORDS} if kind.looks_up_words else set()
        self._rules = kind.rules
        self._fields = [each for each in fields(kind.rules) if each.name not in of_all - wanted]

    @property
    def switches(self) -> Mapping[str, Schema]:
        return {each.name: msgspec.json.schema(each.type) for each in self._fields}

    def rules_of(
        self, variant: Mapping[str, object], overrides: Mapping[str, object]
    ) -> tuple[Any, tuple[KeyFault, ...]]:
        table = switches_of(variant, overrides)
        found = {
            each.name: table.take(each.name, _value_of(each), NODEFAULT) for each in self._fields
        }
        said = {name: value for name, value in found.items() if value is not NODEFAULT}
        return self._rules(**said), all_faults(table)


def _value_of(switch: FieldInfo) -> Any:
    """Return what reads the value of a switch as the type of its field says."""

    def read(value: object) -> object:
        try:
            return msgspec.convert(value, switch.type)
        except msgspec.ValidationError as wrong:
            raise WrongValueError(f"cannot be {shown(value)}: {wrong}") from None

    return read
