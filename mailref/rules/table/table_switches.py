"""The switches of WORT-Rummikub as a table: what its variant's file and `[game.rules]` say, and back."""

from collections.abc import Iterator, Mapping

from mailref.rules.board import Axes
from mailref.rules.switches import IN_CLASSIC, all_faults, switches_of
from mailref.rules.table.table_orders import Insert, Repeat, TableRules
from mailref.rules.table_reader import KeyFault, TomlTable, flag, number, one_of, text
from mailref.rules.turns.turn_rules import Challenges, Unlisted
from mailref.rules.turns.turn_switches import (
    DRAWN,
    LISTED,
    foreign_switches,
    read_seats,
    read_window,
    shown_window,
)
from mailref.rules.variant import Accents, BonusTable, Extended

TABLE_SWITCHES = (
    "first", "least", "after_refill", "refill", "goal", "penalty", "challenge", "doubt_cost",
    "challenge_time", "repeat", "insert", "unlisted", "accents", "names", "seats",
    "starter",
)  # fmt: skip
_LONGEST = 15
_MOST_TILES = 14
_DOUBTS = ("doubt_cost", "challenge_time")


def table_rules_and_faults(
    variant: Mapping[str, object], overrides: Mapping[str, object]
) -> tuple[TableRules, tuple[KeyFault, ...]]:
    """Return rules with stand-ins for what is wrong, so that more faults can be looked for."""
    table = switches_of(variant, overrides, foreign_switches(IN_CLASSIC))
    rules = _table_rules(table)
    return rules, all_faults(table, _impossible(rules, overrides))


def _table_rules(table: TomlTable) -> TableRules:
    take = table.take
    challenge = take("challenge", one_of(Challenges), Challenges.ALLOWED)
    cost, window = take("doubt_cost", number(0, 1000), 0), take("challenge_time", read_window, None)
    return TableRules(
        most_tiles=None,
        bonus=BonusTable(()),
        extended=Extended.PREMIUMS,
        start=None,
        swap=False,
        names=take("names", flag, default=False),
        accents=take("accents", one_of(Accents), Accents.ASK),
        axes=Axes.ROWS,
        challenge=challenge,
        challenge_cost=cost if challenge is Challenges.ALLOWED else 0,
        challenge_time=window if challenge is Challenges.ALLOWED else None,
        unlisted=take("unlisted", one_of(Unlisted), Unlisted.ASK),
        seats=take("seats", read_seats, LISTED),
        starter=take("starter", text, DRAWN),
        first=take("first", number(2, _LONGEST), 6),
        least=take("least", number(2, _LONGEST), 3),
        after_refill=take("after_refill", number(2, _LONGEST), 4),
        refill_tiles=take("refill", number(0, _MOST_TILES), 7),
        goal=take("goal", number(1, 10_000), 99),
        penalty=take("penalty", number(0, _MOST_TILES), 1),
        repeat=take("repeat", one_of(Repeat), Repeat.EVER),
        insert=take("insert", one_of(Insert), Insert.ANYWHERE),
    )


def _impossible(rules: TableRules, overrides: Mapping[str, object]) -> Iterator[KeyFault]:
    for key in ("first", "after_refill"):
        if getattr(rules, key) < rules.least:
            yield KeyFault(key, f"is less than least = {rules.least}, which holds for every word")
    if not rules.may_challenge:
        for key in _DOUBTS:
            if key in overrides:
                yield KeyFault(key, 'says nothing where challenge = "none"; one of them must go')


def table_rules_table(rules: TableRules) -> dict[str, object]:
    """Return *rules* as a plain table, as the settings would write it."""
    doubts: dict[str, object] = {
        "doubt_cost": rules.challenge_cost,
        "challenge_time": shown_window(rules),
    }
    return {
        "first": rules.first,
        "least": rules.least,
        "after_refill": rules.after_refill,
        "refill": rules.refill_tiles,
        "goal": rules.goal,
        "penalty": rules.penalty,
        "challenge": str(rules.challenge),
        **(doubts if rules.may_challenge else {}),
        "repeat": str(rules.repeat),
        "insert": str(rules.insert),
        "unlisted": str(rules.unlisted),
        "accents": str(rules.accents),
        "names": rules.names,
        "seats": rules.seats,
        "starter": rules.starter,
    }
