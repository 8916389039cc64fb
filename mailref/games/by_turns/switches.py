"""The switches of games in turns: what a variant's file and `[game.rules]` say, and back.

Every fault is found at once; what contradicts itself is refused with the reason (classic 8.5).
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from msgspec.structs import fields, replace

from mailref.games.by_turns.rules import (
    BlanksIn,
    Challenges,
    CostPer,
    LeftRack,
    Refill,
    ThemeWords,
    TurnRules,
    Unlisted,
)
from mailref.games.switches import (
    CENTRE,
    IN_ROUNDS,
    ROUND_SWITCHES,
    all_faults,
    bonus,
    bonus_table,
    start_area,
    switches_of,
)
from mailref.games.table_reader import (
    KeyFault,
    TomlTable,
    WrongValueError,
    as_duration,
    duration,
    flag,
    list_of,
    number,
    one_of,
    shown,
    text,
)
from mailref.tiles.board import ALPHABET, SIZE, TILES, Area, Axes, area_name
from mailref.tiles.lexicon.verdicts import spell
from mailref.tiles.variant import Accents, BonusTable, Extended

SEATS = ("listed", "lot")
LISTED = "listed"
DRAWN = "draw"
_AUTO = "auto"
MOST_ON_RACK = 25
"""So that four players can be given a rack."""
_TURN_SWITCHES = (
    "rack", "bonus", "challenge", "challenge_cost", "challenge_per", "challenge_forfeit",
    "challenge_time", "refill", "unlisted", "exchange_min", "passes", "scoreless", "starter",
    "seats", "swap", "opening", "bags", "blanks_in", "left_rack", "axes", "start", "accents",
    "names",
)  # fmt: skip
OWN_TURN_SWITCHES = tuple(key for key in _TURN_SWITCHES if key not in ROUND_SWITCHES)
"""Those that no game in rounds has."""


def foreign_switches(turns: str) -> Mapping[str, str]:
    """Return what the switches of games in rounds and in turns belong to; *turns* is how the latter are called."""
    return dict.fromkeys(ROUND_SWITCHES, IN_ROUNDS) | dict.fromkeys(OWN_TURN_SWITCHES, turns)


def turn_rules_and_faults(
    variant: Mapping[str, object],
    overrides: Mapping[str, object],
    theme: ThemeWords | None = None,
) -> tuple[TurnRules, tuple[KeyFault, ...]]:
    """Return rules with stand-ins for what is wrong, so that more faults can be looked for."""
    table = switches_of(variant, overrides, dict.fromkeys(ROUND_SWITCHES, IN_ROUNDS))
    rules = _turn_rules(table, theme)
    return rules, all_faults(table, _impossible(rules, overrides))


def _turn_rules(table: TomlTable, theme: ThemeWords | None) -> TurnRules:
    take = table.take
    axes = take("axes", one_of(Axes), Axes.ROWS)
    rack = take("rack", number(2, MOST_ON_RACK), 7)
    challenge = take("challenge", one_of(Challenges), Challenges.ALLOWED)
    rules = TurnRules(
        **laying_switches(table, axes),
        rack=rack,
        challenge=challenge,
        **challenge_switches(table),
        refill=take("refill", one_of(Refill), _refill(challenge)),
        unlisted=take("unlisted", one_of(Unlisted), Unlisted.ASK),
        exchange_min=take("exchange_min", number(0, len(TILES.all_tiles)), 7),
        passes=take("passes", number(1, 10), 2),
        scoreless=take("scoreless", number(0, 100), 0),
        starter=take("starter", text, DRAWN),
        seats=take("seats", read_seats, LISTED),
        theme=theme,
        opening=take("opening", number(2, SIZE), 2),
        bags=take("bags", number(1, 2), 1),
        blanks_in=take("blanks_in", one_of(BlanksIn), BlanksIn.EACH),
        left_rack=take("left_rack", one_of(LeftRack), LeftRack.BAG),
    )
    return rules if rules.may_challenge else replace(rules, **NO_CHALLENGE)


def laying_switches(table: TomlTable, axes: Axes) -> dict[str, Any]:
    """Return what switches say of laying, by the names of the fields of rules."""
    take = table.take
    return {
        "most_tiles": None,
        "bonus": take("bonus", bonus, BonusTable(((7, 50),))),
        "extended": Extended.PREMIUMS,
        "start": take("start", partial(read_start, axes), None),
        "swap": take("swap", flag, default=False),
        "names": take("names", flag, default=False),
        "accents": take("accents", one_of(Accents), Accents.ASK),
        "axes": axes,
    }


def challenge_switches(table: TomlTable) -> dict[str, Any]:
    """Return what switches say of challenges, by the names of the fields of rules."""
    return {
        "challenge_cost": table.take("challenge_cost", number(0, 1000), 5),
        "challenge_per": table.take("challenge_per", one_of(CostPer), CostPer.PROTEST),
        "challenge_forfeit": table.take("challenge_forfeit", flag, default=False),
        "challenge_time": table.take("challenge_time", read_window, None),
    }


NO_CHALLENGE: Mapping[str, Any] = {
    each.name: each.default for each in fields(TurnRules) if each.name.startswith("challenge_")
}
"""What the switches of challenges say where there are none: nothing."""


def _refill(challenge: Challenges) -> Refill:
    return Refill.ACCEPTED if challenge is Challenges.ALLOWED else Refill.AT_ONCE


def read_window(value: object) -> timedelta | None:
    """Read a duration; `auto` is none for two players, a day for more (classic 5.3)."""
    return None if value == _AUTO else duration()(value)


def read_seats(value: object) -> str:
    """Read who sits where: as listed, or by lot."""
    written = text(value)
    if written not in SEATS:
        raise WrongValueError(f'must be "listed" or "lot", not {shown(written)}')
    return written


def read_start(axes: Axes, value: object) -> Area | None:
    """Read where the first word must lie; None: over the centre."""
    written = text(value)
    return None if written == CENTRE else start_area(axes, written)


def _impossible(rules: TurnRules, overrides: Mapping[str, object]) -> Iterator[KeyFault]:
    """Yield what cannot be played; everything else can be combined (classic 8.5)."""
    if rules.opening > rules.rack:
        yield KeyFault(
            "opening",
            f"{rules.opening} letters can never be laid from a rack of {rules.rack}",
        )
    yield from idle_challenges(rules, overrides)


def idle_challenges(rules: TurnRules, overrides: Mapping[str, object]) -> Iterator[KeyFault]:
    """Yield the switches of challenges that a game names where there are none."""
    for key in overrides if not rules.may_challenge else ():
        if key.startswith("challenge_"):
            yield KeyFault(key, 'says nothing where challenge = "none"; one of them must go')


def read_theme(values: Mapping[str, object]) -> tuple[ThemeWords, tuple[KeyFault, ...]]:
    """Read [game.theme]: the words that earn points, and how they are called (classic 8.2)."""
    table = TomlTable(values)
    theme = ThemeWords(
        name=table.need("name", text, "", '"Küche"'),
        points=table.take("points", number(1, 1000), 5),
        words=tuple(sorted(set(table.take("words", list_of(_word), ())))),
    )
    table.refuse_unknown()
    return theme, tuple(table.faults)


def _word(value: object) -> str:
    spelled = spell(text(value))
    if not set(ALPHABET).issuperset(spelled) or len(spelled) > SIZE:
        raise WrongValueError(f"must be one word of at most {SIZE} letters, not {shown(value)}")
    return spelled


def turn_rules_table(rules: TurnRules) -> dict[str, object]:
    """Return *rules* as a plain table, as the settings would write it."""
    return {
        "rack": rules.rack,
        "bonus": bonus_table(rules.bonus),
        "challenge": str(rules.challenge),
        **(challenge_table(rules) if rules.may_challenge else {}),
        "refill": str(rules.refill),
        "unlisted": str(rules.unlisted),
        "exchange_min": rules.exchange_min,
        "passes": rules.passes,
        "scoreless": rules.scoreless,
        "starter": rules.starter,
        "seats": rules.seats,
        "swap": rules.swap,
        "opening": rules.opening,
        "bags": rules.bags,
        "blanks_in": str(rules.blanks_in),
        "left_rack": str(rules.left_rack),
        "axes": str(rules.axes),
        "start": CENTRE if rules.start is None else area_name(rules.start, rules.axes),
        "accents": str(rules.accents),
        "names": rules.names,
    }


def challenge_table(rules: TurnRules) -> dict[str, object]:
    """Return what rules say of challenges, as the settings would write it."""
    return {
        "challenge_cost": rules.challenge_cost,
        "challenge_per": str(rules.challenge_per),
        "challenge_forfeit": rules.challenge_forfeit,
        "challenge_time": shown_window(rules),
    }


def shown_window(rules: TurnRules) -> str:
    """Return how long an open play stays open to all, as the settings would write it."""
    time = rules.challenge_time
    return _AUTO if time is None else as_duration(time)


def theme_table(theme: ThemeWords | None) -> dict[str, object] | None:
    """Return [game.theme] as a plain table."""
    if theme is None:
        return None
    return {"name": theme.name, "points": theme.points, "words": sorted(theme.words)}
