"""[[game]] of a league of soloists (other games 3)."""

from datetime import UTC, datetime

from mailref.games.solitaire.policy import SoloPolicy
from mailref.games.solitaire.switches import SWITCHES
from mailref.games.switches import NOTHING
from mailref.games.table_reader import TomlTable
from mailref.settings.games import KindSettings, fields_of, read_common
from mailref.settings.values import Findings, moment, said_of

_NEVER = datetime.max.replace(tzinfo=UTC)
"""Stands for the ZAT that a league of soloists must have."""


class SoloSettings(KindSettings):
    """How a league of soloists is read."""

    group = "Solitaire"
    switches = SWITCHES

    def read(self, table: TomlTable, findings: Findings) -> SoloPolicy:
        common = read_common(table, findings, messages=False)
        variant = findings.around.variants.get(common.variant, NOTHING)
        rules, is_sure = self.read_rules(table, common, findings)
        return SoloPolicy(
            **fields_of(common),
            rules=rules,
            house_rules=self.house_rules(rules, variant, table) if is_sure else (),
            deadline=table.need("deadline", moment(common.zone), _NEVER, "2027-01-31T20:00:00"),
            **said_of(table, SoloPolicy, "history"),
        )


SETTINGS = SoloSettings()
