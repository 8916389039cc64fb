"""[[game]] of a league of soloists: its switches and the ZAT of the whole game (other games 3)."""

from dataclasses import fields
from datetime import UTC, datetime

from mailref.referee.policy import SoloPolicy
from mailref.rules.table_reader import TomlTable, mapping, number
from mailref.rules.turns.solo_events import SoloRules
from mailref.rules.turns.solo_switches import solo_rules_and_faults
from mailref.settings.game_parts import NOTHING, fields_of, read_common
from mailref.settings.values import Findings, Surroundings, moment

IN_SOLITAIRE = "Solitaire"
"""How a fault calls this family."""
_NEVER = datetime.max.replace(tzinfo=UTC)


def read_solo(table: TomlTable, label: str, around: Surroundings, findings: Findings) -> SoloPolicy:
    """Read a league of soloists; what is wrong goes to *findings*, and stand-ins go on."""
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
