"""The shipped variants, as the tests play them."""

import tomllib

from mailref import assets
from mailref.games.rounds.switches import SWITCHES, Rules
from mailref.games.switches import family_named

ROUND_VARIANTS = tuple(
    name
    for name in assets.variant_names()
    if family_named(tomllib.loads(assets.variant_text(name))) == "rounds"
)
"""Those of games in rounds."""


def rules_of(variant: str, overrides: str = "") -> Rules:
    """Return the rules of a variant with `[game.rules]` overrides, given as TOML."""
    rules, faults = SWITCHES.read(
        tomllib.loads(assets.variant_text(variant)),
        tomllib.loads(overrides),
        is_taken_over="start" not in overrides,
    )
    assert not faults, faults
    return rules


ONE = rules_of("dottendorf-1zug")
TWO = rules_of("dottendorf-2zug")
SB = rules_of("sb")
SIMULTAN = rules_of("simultan")
MONO = rules_of("mono")
SEVEN_OF_EIGHT = rules_of("duplicate-7of8")
SEVEN_AND_EIGHT = rules_of("duplicate-7and8")
