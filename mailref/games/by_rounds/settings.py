"""[[game]] of a kind of game in which rounds end at a ZAT for all: its rules, and when that is."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from mailref.games.by_rounds.policy import PolicyByRounds
from mailref.games.table_reader import KeyFault, TomlTable, duration, mapping
from mailref.settings.game_parts import NOTHING, fields_of, read_common, warn_of_zats
from mailref.settings.kinds import KindSettings
from mailref.settings.schema import DURATION, SCHEDULE, WHEN, Schema, keyed
from mailref.settings.values import Findings, Surroundings, moment, schedule


class SettingsByRounds(KindSettings):
    """How a game of such a kind is read."""

    @abstractmethod
    def rules_of(
        self, variant: Mapping[str, object], overrides: Mapping[str, object]
    ) -> tuple[Any, tuple[KeyFault, ...]]:
        """Return the rules that a variant and a game say, with stand-ins for what is wrong, and what that is."""

    @property
    @abstractmethod
    def switches(self) -> Mapping[str, Schema]:
        """Return the switches, which are fields of the rules, as editors are told."""

    @property
    def keys(self) -> Mapping[str, Schema]:  # type: ignore[override]  # each kind has switches of its own
        rules = keyed(self.switches)
        return {"min_round": DURATION, "deadline": WHEN, "schedule": SCHEDULE, "rules": rules}

    def read(
        self, table: TomlTable, label: str, around: Surroundings, findings: Findings
    ) -> PolicyByRounds:
        common = read_common(table, label, around, findings)
        variant = around.variants.get(common.variant, NOTHING)
        rules, faults = self.rules_of(variant, table.take("rules", mapping, NOTHING))
        findings.add(label, faults, section="[game.rules]")
        usual, _ = self.rules_of(variant, NOTHING)
        return PolicyByRounds(
            **fields_of(common),
            rules=rules,
            house_rules=tuple(_unlike(self.switches, rules, usual)),
            deadline=table.take("deadline", moment(common.zone), None),
            schedule=table.take("schedule", schedule(common.zone), None),
            min_round=table.take("min_round", duration(), timedelta(days=1)),
        )

    def warn(self, game: PolicyByRounds, label: str, findings: Findings) -> None:
        warn_of_zats(game, label, findings)


def _unlike(switches: Iterable[str], rules: object, usual: object) -> Iterable[str]:
    return (each for each in switches if getattr(rules, each) != getattr(usual, each))
