"""The switches of Solitaire as a table: what a variant's file and `[game.rules]` say, and back."""

from collections.abc import Mapping
from functools import partial

from mailref.rules.board import GERMAN, Axes
from mailref.rules.switches import BESIDE_SWITCHES, ROUND_SWITCHES, bonus
from mailref.rules.table_reader import KeyFault, TomlTable, flag, number, one_of
from mailref.rules.turns.solo_events import SoloRules
from mailref.rules.turns.turn_switches import (
    IN_ROUNDS,
    OWN_TURN_SWITCHES,
    read_start,
    turn_rules_table,
)
from mailref.rules.variant import Accents, BonusTable, Extended

IN_TURNS = "games in turns"
"""How a fault calls games in which several sit at one table."""
SOLO_SWITCHES = (
    "racks", "chosen", "rack", "bonus", "exchange_min", "passes", "swap", "axes", "start", "accents", "names",
)  # fmt: skip
_MOST_RACKS = 2
_MOST_ON_RACK = 25


def solo_rules_and_faults(
    variant: Mapping[str, object], overrides: Mapping[str, object]
) -> tuple[SoloRules, tuple[KeyFault, ...]]:
    """Return rules with stand-ins for what is wrong, so that more faults can be looked for."""
    switches = {key: value for key, value in variant.items() if key not in BESIDE_SWITCHES}
    foreign = dict.fromkeys(set(ROUND_SWITCHES) - set(SOLO_SWITCHES), IN_ROUNDS)
    foreign |= dict.fromkeys(set(OWN_TURN_SWITCHES) - set(SOLO_SWITCHES), IN_TURNS)
    table = TomlTable({**switches, **overrides}, foreign=foreign)
    take = table.take
    axes = take("axes", one_of(Axes), Axes.ROWS)
    rules = SoloRules(
        most_tiles=None,
        bonus=take("bonus", bonus, BonusTable(((7, 50),))),
        extended=Extended.PREMIUMS,
        start=take("start", partial(read_start, axes), None),
        swap=take("swap", flag, default=False),
        names=take("names", flag, default=False),
        accents=take("accents", one_of(Accents), Accents.ASK),
        axes=axes,
        rack=take("rack", number(2, _MOST_ON_RACK), 7),
        exchange_min=take("exchange_min", number(0, len(GERMAN.all_tiles)), 7),
        passes=take("passes", number(1, 10), 2),
        racks=take("racks", number(1, _MOST_RACKS), 1),
        chosen=take("chosen", flag, default=False),
    )
    if rules.chosen and rules.racks > 1:
        table.faults.append(KeyFault("chosen", "is for one rack: racks must be 1"))
    table.refuse_unknown()
    return rules, tuple(table.faults)


def solo_rules_table(rules: SoloRules) -> dict[str, object]:
    """Return *rules* as a plain table, as the settings would write it."""
    shared = turn_rules_table(rules)
    own = {"racks": rules.racks, "chosen": rules.chosen}
    return {**own, **{key: shared[key] for key in SOLO_SWITCHES if key in shared}}
