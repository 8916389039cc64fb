"""[[game]] of a league of soloists (other games 3)."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import ClassVar

from msgspec.structs import fields

from mailref.games.by_turns.rules import SoloRules
from mailref.games.by_turns.settings import RULES_IN_TURNS
from mailref.games.solitaire.policy import SoloPolicy
from mailref.games.solitaire.switches import SOLO_SWITCHES, solo_rules_and_faults
from mailref.games.switches import IN_TURNS, OWN_TURN_KEYS
from mailref.games.table_reader import (
    TomlTable,
    mapping,
    number,
)
from mailref.settings.game_parts import (
    NOTHING,
    fields_of,
    read_common,
)
from mailref.settings.kinds import KindSettings
from mailref.settings.schema import FLAG, WHEN, Schema, keyed, whole
from mailref.settings.values import Findings, Surroundings, moment

_NEVER = datetime.max.replace(tzinfo=UTC)
"""Stands for the ZAT that a league of soloists must have."""
_RULES = keyed(
    {
        "racks": whole(1, 2),
        "chosen": FLAG,
        **{key: RULES_IN_TURNS[key] for key in SOLO_SWITCHES if key not in ("racks", "chosen")},
    }
)


class SoloSettings(KindSettings):
    """How a league of soloists is read."""

    keys: ClassVar[Mapping[str, Schema]] = {
        "deadline": WHEN,
        "history": whole(1, 1000),
        "rules": _RULES,
    }
    needed = ("deadline",)
    foreign: ClassVar[Mapping[str, str]] = dict.fromkeys((*OWN_TURN_KEYS, "start"), IN_TURNS)

    def read(
        self, table: TomlTable, label: str, around: Surroundings, findings: Findings
    ) -> SoloPolicy:
        common = read_common(table, label, around, findings)
        variant = around.variants.get(common.variant, NOTHING)
        rules, faults = solo_rules_and_faults(variant, table.take("rules", mapping, NOTHING))
        findings.add(label, faults, section="[game.rules]")
        usual, _ = solo_rules_and_faults(variant, NOTHING)
        return SoloPolicy(
            **fields_of(common),
            rules=rules,
            house_rules=tuple(
                each.name
                for each in fields(SoloRules)
                if variant and getattr(rules, each.name) != getattr(usual, each.name)
            ),
            deadline=table.need("deadline", moment(common.zone), _NEVER, "2027-01-31T20:00:00"),
            history=table.take("history", number(1, 1000), 12),
        )


SETTINGS = SoloSettings()
