"""The switches of Solitaire: what a variant's file and `[game.rules]` say, and back."""

from collections.abc import Mapping

from mailref.games.by_turns.rules import (
    SoloRules,
)
from mailref.games.by_turns.switches import (
    MOST_ON_RACK,
    foreign_switches,
    laying_switches,
    turn_rules_table,
)
from mailref.games.switches import (
    IN_TURNS,
    all_faults,
    switches_of,
)
from mailref.games.table_reader import (
    KeyFault,
    flag,
    number,
    one_of,
)
from mailref.tiles.board import TILES, Axes

_MOST_RACKS = 2


SOLO_SWITCHES = (
    "racks", "chosen", "rack", "bonus", "exchange_min", "passes", "swap", "axes", "start", "accents", "names",
)  # fmt: skip


def solo_rules_and_faults(
    variant: Mapping[str, object], overrides: Mapping[str, object]
) -> tuple[SoloRules, tuple[KeyFault, ...]]:
    """Return rules with stand-ins for what is wrong, so that more faults can be looked for."""
    table = switches_of(variant, overrides, foreign_switches(IN_TURNS))
    take = table.take
    axes = take("axes", one_of(Axes), Axes.ROWS)
    rules = SoloRules(
        **laying_switches(table, axes),
        rack=take("rack", number(2, MOST_ON_RACK), 7),
        exchange_min=take("exchange_min", number(0, len(TILES.all_tiles)), 7),
        passes=take("passes", number(1, 10), 2),
        racks=take("racks", number(1, _MOST_RACKS), 1),
        chosen=take("chosen", flag, default=False),
    )
    if rules.chosen and rules.racks > 1:
        table.faults.append(KeyFault("chosen", "is for one rack: racks must be 1"))
    return rules, all_faults(table)


def solo_rules_table(rules: SoloRules) -> dict[str, object]:
    """Return *rules* as a plain table, as the settings would write it."""
    shared = turn_rules_table(rules)
    own = {"racks": rules.racks, "chosen": rules.chosen}
    return {**own, **{key: shared[key] for key in SOLO_SWITCHES if key in shared}}
