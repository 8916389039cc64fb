"""[[game]] of a league of soloists (other games 3).

The switches of Solitaire: what a variant's file and `[game.rules]` say, and back.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from mailref.games.by_turns.rules import SoloRules
from mailref.games.solitaire.policy import SoloPolicy
from mailref.games.switches import NOTHING, Switches
from mailref.games.table_reader import KeyFault, TomlTable
from mailref.settings.games import KindSettings, fields_of, read_common
from mailref.settings.values import Findings, moment, said_of


class SoloSwitches(Switches[SoloRules]):
    """Every switch of a league of soloists (other games 3)."""

    rules = SoloRules
    keys = (
        "racks", "chosen", "rack", "bonus", "exchange_min", "passes", "swap", "axes", "start",
        "accents", "names",
    )  # fmt: skip

    def impossible(self, rules: SoloRules, _overrides: Mapping[str, object]) -> Iterator[KeyFault]:
        if rules.chosen and rules.racks > 1:
            yield KeyFault("chosen", "is for one rack: racks must be 1")


SWITCHES = SoloSwitches()


_NEVER = datetime.max.replace(tzinfo=UTC)
"""Stands for the ZAT that a league of soloists must have."""


class SoloSettings(KindSettings):
    """How a league of soloists is read."""

    group = "Solitaire"
    switches = SWITCHES

    def read(self, table: TomlTable, findings: Findings) -> SoloPolicy:
        common = read_common(table, findings)
        variant = findings.around.variants.get(common.variant, NOTHING)
        rules, is_sure = self.read_rules(table, variant, findings)
        return SoloPolicy(
            **fields_of(common),
            rules=rules,
            house_rules=self.house_rules(rules, variant) if is_sure else (),
            deadline=table.need("deadline", moment(common.zone), _NEVER, "2027-01-31T20:00:00"),
            **said_of(table, SoloPolicy, "history"),
        )


SETTINGS = SoloSettings()
