"""The switches of a game as a table: what a variant's file and `[game.rules]` say, and back.

Every fault is found at once; combinations that no game can follow are refused with the reason.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from mailref.games.table_reader import (
    KeyFault,
    TomlTable,
    WrongValueError,
    mapping,
    number,
    shown,
)
from mailref.tiles.board import Area, Axes, read_area
from mailref.tiles.variant import Bonus, BonusForAll, BonusTable

MOST = 1000
"""No number in a switch is greater."""
CENTRE = "centre"
NO_FOREIGN: Mapping[str, str] = MappingProxyType({})


FAMILY = "family"
"""The key of a variant that is no switch, and that no game can override."""
REGISTRATION = "registration"
"""The key of a variant that is no switch, but the default of a setting of its games."""
_BESIDE_SWITCHES = frozenset({FAMILY, REGISTRATION})
ROUND_SWITCHES = (
    "letters", "letters_first", "most_tiles", "plays", "moves", "counts", "bonus", "extended",
    "start", "swap", "ties", "late_joiner", "names", "accents", "axes", "vowels", "min_vowels",
    "min_consonants", "end", "base_form", "late_vowel",
)  # fmt: skip
"""Every switch of a game in rounds."""
IN_ROUNDS = "games in rounds"
IN_TURNS = "games in turns"
"""So a fault calls games in which several sit at one table."""
OWN_ROUND_KEYS = (
    "deadline", "schedule", "letters", "draw", "min_round", "columns", "solo_bonus", "publish",
)  # fmt: skip
"""What only games in rounds have."""
OWN_TURN_KEYS = (
    "move_time", "until", "grace", "bank", "timeout", "timeouts", "vacation", "readers_get",
    "history", "places", "theme", "same_tiles",
)  # fmt: skip
"""What only games in turns have."""
IN_CLASSIC = "classic games"
"""So a fault calls those in which tiles are drawn, and laid on a board."""


def family_named(variant: Mapping[str, object]) -> str:
    """Return the kind that *variant* names as its `family`; games in rounds where it names none."""
    return str(variant.get(FAMILY, "rounds"))


def switches_of(
    variant: Mapping[str, object],
    overrides: Mapping[str, object],
    foreign: Mapping[str, str] = NO_FOREIGN,
) -> TomlTable:
    """Return the switches of *variant*, with what a game says otherwise, as a table to be read.

    *foreign* are switches of games of another family, and how those are called.
    """
    switches = {key: value for key, value in variant.items() if key not in _BESIDE_SWITCHES}
    return TomlTable({**switches, **overrides}, foreign=foreign)


def all_faults(table: TomlTable, impossible: Iterable[KeyFault] = ()) -> tuple[KeyFault, ...]:
    """Return what is wrong with switches that have been read; *impossible* only if each is right by itself."""
    table.refuse_unknown()
    return tuple(table.faults or impossible)


def start_area(axes: Axes, written: str) -> Area:
    """Read the area in which the first word must lie: `F6-J10`."""
    area = read_area(written, axes)
    if area.first == area.last:
        raise WrongValueError(f"{shown(written)} is a single square; no word fits into it")
    return area


def bonus(value: object) -> Bonus:
    """Read `{ 8 = 50 }`, by number of new tiles, or `{ all = 50 }`."""
    table = mapping(value)
    points = {key: number(0, MOST)(each) for key, each in table.items()}
    if set(points) == {"all"}:
        return BonusForAll(points["all"])
    return BonusTable(by_number(points, 'a number of tiles, or "all" alone'))


def by_number(table: Mapping[str, int], what: str) -> tuple[tuple[int, int], ...]:
    """Return a table by numbers; WrongValueError names *what* a key must be."""
    for key in table:
        if not (key.isascii() and key.isdigit() and 1 <= int(key.lstrip("0")[:6] or "0") <= MOST):
            raise WrongValueError(f"{shown(key)} is not {what}")
    return tuple(sorted((int(key), each) for key, each in table.items()))


LATER_SWITCHES: Mapping[str, object] = {
    "base_form": "optional",
    "late_vowel": "both",
}
"""Switches that came after the first exports, each with the value that a game without it has."""


def told_rules(table: Mapping[str, object]) -> dict[str, object]:
    """Return a table of rules as an export tells it: a later switch only where it is set."""
    return {
        key: value
        for key, value in table.items()
        if key not in LATER_SWITCHES or value != LATER_SWITCHES[key]
    }


def bonus_table(bonus: Bonus) -> dict[str, int]:
    """Return a bonus as a plain table."""
    match bonus:
        case BonusForAll(points):
            return {"all": points}
        case BonusTable(entries):
            return {str(tiles): points for tiles, points in entries}
