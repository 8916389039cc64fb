"""The switches of Un-Scrabble: what a variant's file and `[game.rules]` say, and back."""

from collections.abc import Mapping

from msgspec.structs import replace

from mailref.games.by_turns.rules import (
    Challenges,
    Unlisted,
)
from mailref.games.by_turns.switches import (
    LISTED,
    NO_CHALLENGE,
    challenge_switches,
    challenge_table,
    foreign_switches,
    idle_challenges,
    read_seats,
)
from mailref.games.switches import (
    IN_CLASSIC,
    all_faults,
    switches_of,
)
from mailref.games.table_reader import (
    KeyFault,
    TomlTable,
    flag,
    number,
    one_of,
)
from mailref.games.unscrabble.rules import MOST_TAKEN, UnscrabbleRules
from mailref.tiles.board import Axes
from mailref.tiles.variant import Accents, BonusTable, Extended

_MOST_TAKEN = 15
"""No word is longer."""


def unscrabble_rules_and_faults(
    variant: Mapping[str, object], overrides: Mapping[str, object]
) -> tuple[UnscrabbleRules, tuple[KeyFault, ...]]:
    """Return rules with stand-ins for what is wrong, so that more faults can be looked for."""
    table = switches_of(variant, overrides, foreign_switches(IN_CLASSIC))
    rules = _unscrabble_rules(table)
    return rules, all_faults(table, idle_challenges(rules, overrides))


def _unscrabble_rules(table: TomlTable) -> UnscrabbleRules:
    take = table.take
    rules = UnscrabbleRules(
        most_tiles=None,
        bonus=BonusTable(()),
        extended=Extended.PREMIUMS,
        start=None,
        swap=False,
        names=take("names", flag, default=False),
        accents=take("accents", one_of(Accents), Accents.ASK),
        axes=take("axes", one_of(Axes), Axes.ROWS),
        challenge=take("challenge", one_of(Challenges), Challenges.NONE),
        **challenge_switches(table),
        unlisted=take("unlisted", one_of(Unlisted), Unlisted.ASK),
        seats=take("seats", read_seats, LISTED),
        most=take("most", number(1, _MOST_TAKEN), MOST_TAKEN),
    )
    return rules if rules.may_challenge else replace(rules, **NO_CHALLENGE)


def unscrabble_rules_table(rules: UnscrabbleRules) -> dict[str, object]:
    """Return *rules* as a plain table, as the settings would write it."""
    return {
        "most": rules.most,
        "challenge": str(rules.challenge),
        **(challenge_table(rules) if rules.may_challenge else {}),
        "unlisted": str(rules.unlisted),
        "axes": str(rules.axes),
        "accents": str(rules.accents),
        "names": rules.names,
        "seats": rules.seats,
    }
