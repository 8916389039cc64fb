"""The switches of Un-Scrabble as a table: what its variant's file and `[game.rules]` say, and back."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from mailref.rules.board import Axes
from mailref.rules.switches import BESIDE_SWITCHES, ROUND_SWITCHES
from mailref.rules.table_reader import KeyFault, TomlTable, flag, number, one_of
from mailref.rules.turns.turn_rules import Challenges, CostPer, Unlisted
from mailref.rules.turns.turn_switches import (
    IN_ROUNDS,
    LISTED,
    NO_CHALLENGE,
    OWN_TURN_SWITCHES,
    read_seats,
    read_window,
    shown_window,
)
from mailref.rules.turns.unscrabble import MOST_TAKEN, UnscrabbleRules
from mailref.rules.variant import Accents, BonusTable, Extended

IN_CLASSIC = "classic games"
"""How a fault calls games in turns in which tiles are laid."""
UNSCRABBLE_SWITCHES = (
    "most", "challenge", "challenge_cost", "challenge_per", "challenge_forfeit", "challenge_time",
    "unlisted", "axes", "accents", "names", "seats",
)  # fmt: skip
_MOST = 15


def unscrabble_rules_and_faults(
    variant: Mapping[str, object], overrides: Mapping[str, object]
) -> tuple[UnscrabbleRules, tuple[KeyFault, ...]]:
    """Return rules with stand-ins for what is wrong, so that more faults can be looked for."""
    switches = {key: value for key, value in variant.items() if key not in BESIDE_SWITCHES}
    foreign = dict.fromkeys(set(ROUND_SWITCHES) - set(UNSCRABBLE_SWITCHES), IN_ROUNDS)
    foreign |= dict.fromkeys(set(OWN_TURN_SWITCHES) - set(UNSCRABBLE_SWITCHES), IN_CLASSIC)
    table = TomlTable({**switches, **overrides}, foreign=foreign)
    rules = _rules(table)
    table.refuse_unknown()
    if not table.faults:
        table.faults.extend(_impossible(rules, overrides))
    return rules, tuple(table.faults)


def _rules(table: TomlTable) -> UnscrabbleRules:
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
        challenge_cost=take("challenge_cost", number(0, 1000), 5),
        challenge_per=take("challenge_per", one_of(CostPer), CostPer.PROTEST),
        challenge_forfeit=take("challenge_forfeit", flag, default=False),
        challenge_time=take("challenge_time", read_window, None),
        unlisted=take("unlisted", one_of(Unlisted), Unlisted.ASK),
        seats=take("seats", read_seats, LISTED),
        most=take("most", number(1, _MOST), MOST_TAKEN),
    )
    return rules if rules.may_challenge else replace(rules, **NO_CHALLENGE)


def _impossible(rules: UnscrabbleRules, overrides: Mapping[str, object]) -> Iterator[KeyFault]:
    if rules.may_challenge:
        return
    for key in overrides:
        if key.startswith("challenge_"):
            yield KeyFault(key, 'says nothing where challenge = "none"; one of them must go')


def unscrabble_rules_table(rules: UnscrabbleRules) -> dict[str, object]:
    """Return *rules* as a plain table, as the settings would write it."""
    challenges: dict[str, object] = {
        "challenge_cost": rules.challenge_cost,
        "challenge_per": str(rules.challenge_per),
        "challenge_forfeit": rules.challenge_forfeit,
        "challenge_time": shown_window(rules),
    }
    return {
        "most": rules.most,
        "challenge": str(rules.challenge),
        **(challenges if rules.may_challenge else {}),
        "unlisted": str(rules.unlisted),
        "axes": str(rules.axes),
        "accents": str(rules.accents),
        "names": rules.names,
        "seats": rules.seats,
    }
