"""The switches of a game as a table: what a variant's file and `[game.rules]` say, and back.

Every fault is found at once; combinations that no game can follow are refused with the reason.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from types import MappingProxyType

from mailref.games.table_reader import (
    KeyFault,
    TomlTable,
    WrongValueError,
    flag,
    list_of,
    mapping,
    number,
    number_or,
    one_of,
    shown,
    text,
)
from mailref.tiles.board import ALPHABET, SIZE, TILES, Area, Axes, TileSet, area_name, read_area
from mailref.tiles.variant import (
    Accents,
    BaseForm,
    Bonus,
    BonusForAll,
    BonusTable,
    Counts,
    End,
    Extended,
    FromRound,
    LateJoiner,
    LateVowel,
    Rules,
    Tie,
    number_in,
)

CENTRE = "centre"
NAMED = "named"
"""A variant's `start` where each game must name the area of its first word."""
_MOST = 1000
NO_FOREIGN: Mapping[str, str] = MappingProxyType({})
_NO_BONUS: Bonus = BonusTable(())


def read_rules(
    variant: Mapping[str, object],
    overrides: Mapping[str, object],
    *,
    is_taken_over: bool = False,
    tiles: TileSet = TILES,
) -> Rules | tuple[KeyFault, ...]:
    """Return the rules of *variant* with *overrides*, or every fault.

    A game that is taken over has a board, so that the area of the first word need not be named.
    """
    rules, faults = rules_and_faults(variant, overrides, is_taken_over=is_taken_over, tiles=tiles)
    return faults or rules


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
    """Return the family that *variant* names; games in rounds where it names none."""
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


def rules_and_faults(
    variant: Mapping[str, object],
    overrides: Mapping[str, object],
    *,
    is_taken_over: bool = False,
    tiles: TileSet = TILES,
    foreign: Mapping[str, str] = NO_FOREIGN,
) -> tuple[Rules, tuple[KeyFault, ...]]:
    """Return rules with stand-ins for what is wrong, so that more faults can be looked for."""
    table = switches_of(variant, overrides, foreign)
    rules = _rules(table, tiles, is_taken_over=is_taken_over)
    return rules, all_faults(table, impossible(rules, tiles))


def _rules(table: TomlTable, tiles: TileSet, *, is_taken_over: bool) -> Rules:
    need = table.need
    axes = need("axes", one_of(Axes), Axes.COLUMNS, '"columns"')
    whole_bag = len(tiles.all_tiles)
    return Rules(
        letters=need("letters", number(1, whole_bag), 8, "8"),
        letters_first=need("letters_first", number(2, whole_bag), 8, "8"),
        most_tiles=need("most_tiles", number_or("all", 1, whole_bag), None, '"all"'),
        plays=need("plays", number(1, _MOST), 1, "1"),
        moves=need("moves", number_or("any", 1, _MOST), None, '"any"'),
        counts=need("counts", one_of(Counts), Counts.FIRST, '"first"'),
        bonus=need("bonus", bonus, _NO_BONUS, "{ all = 50 }"),
        extended=need("extended", one_of(Extended), Extended.PREMIUMS, '"premiums"'),
        start=need("start", partial(_start, axes, is_taken_over), None, '"F6-J10"'),
        swap=need("swap", flag, False, "true"),
        ties=need("ties", ties, (Tie.LOT,), '["lot"]'),
        late_joiner=need("late_joiner", one_of(LateJoiner), LateJoiner.LOWEST, '"lowest"'),
        names=need("names", flag, False, "true"),
        accents=need("accents", one_of(Accents), Accents.ASK, '"ask"'),
        axes=axes,
        vowels=need("vowels", vowels, "", '"AEIOUÄÖÜ"'),
        min_vowels=need("min_vowels", from_round, (), "{ 1 = 2, 16 = 1 }"),
        min_consonants=need("min_consonants", from_round, (), "{ 1 = 2, 16 = 1 }"),
        end=need("end", one_of(End), End.BAG_EMPTY, '"bag_empty"'),
        base_form=table.take("base_form", one_of(BaseForm), BaseForm.OPTIONAL),
        late_vowel=table.take("late_vowel", one_of(LateVowel), LateVowel.BOTH),
    )


def _start(axes: Axes, is_taken_over: bool, value: object) -> Area | None:
    written = text(value)
    if written == CENTRE or (written == NAMED and is_taken_over):
        return None
    if written == NAMED:
        raise WrongValueError(
            'must name the area of the first word, such as start = "F6-J10", or "centre"; '
            "only a game taken over with a board needs none"
        )
    return start_area(axes, written)


def start_area(axes: Axes, written: str) -> Area:
    """Read the area in which the first word must lie: `F6-J10`."""
    area = read_area(written, axes)
    if area.first == area.last:
        raise WrongValueError(f"{shown(written)} is a single square; no word fits into it")
    return area


def bonus(value: object) -> Bonus:
    """Read `{ 8 = 50 }`, by number of new tiles, or `{ all = 50 }`."""
    table = mapping(value)
    points = {key: number(0, _MOST)(each) for key, each in table.items()}
    if set(points) == {"all"}:
        return BonusForAll(points["all"])
    return BonusTable(_by_number(points, 'a number of tiles, or "all" alone'))


def from_round(value: object) -> FromRound:
    """Read a number, or `{ 1 = 2, 16 = 1 }`: from that round on, that number."""
    if not isinstance(value, Mapping):
        least = number(0, _MOST)(value)
        return ((1, least),) if least else ()
    return _by_number({key: number(0, _MOST)(each) for key, each in value.items()}, "a round")


def _by_number(table: Mapping[str, int], what: str) -> tuple[tuple[int, int], ...]:
    for key in table:
        if not (key.isascii() and key.isdigit() and 1 <= int(key.lstrip("0")[:6] or "0") <= _MOST):
            raise WrongValueError(f"{shown(key)} is not {what}")
    return tuple(sorted((int(key), each) for key, each in table.items()))


def ties(value: object) -> tuple[Tie, ...]:
    """Read the order of tie rules; it always ends in a decision, at least by lot."""
    order = list_of(one_of(Tie))(value)
    last = {Tie.LOT, Tie.GAME_MASTER}
    for position, tie in enumerate(order):
        if tie in order[:position]:
            raise WrongValueError(f'names "{tie}" twice')
        if tie in last and position + 1 < len(order):
            raise WrongValueError(f'nothing can follow "{tie}": it decides every tie')
    return order if order and order[-1] in last else (*order, Tie.LOT)


def vowels(value: object) -> str:
    """Read the letters that count as vowels."""
    if not isinstance(value, str):
        raise WrongValueError(f"must be letters such as AEIOUÄÖÜ, not {shown(value)}")
    letters = value.upper()
    for letter in letters:
        if letter not in ALPHABET:
            raise WrongValueError(f"{letter!r} is not a letter of the game")
    return "".join(letter for letter in ALPHABET if letter in letters)


def rules_table(rules: Rules) -> dict[str, object]:
    """Return *rules* as a plain table, which `read_rules` turns into the same rules."""
    return {
        "letters": rules.letters,
        "letters_first": rules.letters_first,
        "most_tiles": "all" if rules.most_tiles is None else rules.most_tiles,
        "plays": rules.plays,
        "moves": "any" if rules.moves is None else rules.moves,
        "counts": str(rules.counts),
        "bonus": bonus_table(rules.bonus),
        "extended": str(rules.extended),
        "start": CENTRE if rules.start is None else area_name(rules.start, rules.axes),
        "swap": rules.swap,
        "ties": [str(tie) for tie in rules.ties],
        "late_joiner": str(rules.late_joiner),
        "names": rules.names,
        "accents": str(rules.accents),
        "axes": str(rules.axes),
        "vowels": rules.vowels,
        "min_vowels": _round_table(rules.min_vowels),
        "min_consonants": _round_table(rules.min_consonants),
        "end": str(rules.end),
        "base_form": str(rules.base_form),
        "late_vowel": str(rules.late_vowel),
    }


LATER_SWITCHES: Mapping[str, object] = {
    "base_form": str(BaseForm.OPTIONAL),
    "late_vowel": str(LateVowel.BOTH),
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


def _round_table(table: FromRound) -> int | dict[str, int]:
    if not table:
        return 0
    return {str(number): least for number, least in table}


def impossible(rules: Rules, tiles: TileSet) -> Iterator[KeyFault]:
    """Yield every combination in *rules* that cannot be played."""
    yield from _plays(rules)
    yield from _tiles_laid(rules)
    yield from _bonus(rules)
    yield from _draws(rules, tiles)
    yield from _late_vowel(rules)


def contradictory(overrides: Mapping[str, object]) -> Iterator[KeyFault]:
    """Yield the switches that a game cannot override at once: nobody could tell which one wins."""
    is_loosened = overrides.get("late_vowel") == LateVowel.EITHER
    if is_loosened and not {"min_vowels", "min_consonants"}.isdisjoint(overrides):
        yield KeyFault(
            "late_vowel",
            '"either" cannot stand beside min_vowels or min_consonants, which say otherwise; '
            "one of them must go",
        )


def _plays(rules: Rules) -> Iterator[KeyFault]:
    if rules.plays > 1 and rules.counts is Counts.BEST:
        yield KeyFault(
            "plays",
            f'{rules.plays} plays in a move go only with counts = "first": with "best" each line '
            "is a move of its own, and nobody could tell plays from moves",
        )
    fewest = min(rules.letters, rules.letters_first)
    if rules.plays > fewest:
        yield KeyFault(
            "plays", f"{rules.plays} plays need {rules.plays} letters, but {fewest} are offered"
        )


def _most_offered(rules: Rules) -> int:
    return max(rules.letters, rules.letters_first)


def _tiles_laid(rules: Rules) -> Iterator[KeyFault]:
    offered = _most_offered(rules)
    if rules.most_tiles is not None and rules.most_tiles > offered:
        yield KeyFault(
            "most_tiles",
            f'{rules.most_tiles} tiles can never be laid of {offered} letters; write "all"',
        )


def _bonus(rules: Rules) -> Iterator[KeyFault]:
    offered = _most_offered(rules)
    laid = min(rules.most_tiles or offered, offered, SIZE)
    match rules.bonus:
        case BonusForAll():
            if laid < min(rules.letters, rules.letters_first):
                yield KeyFault(
                    "bonus",
                    f'"all" cannot be earned: {offered} letters are offered, at most {laid} laid',
                )
            elif offered < 7:
                yield KeyFault("bonus", f'"all" needs at least 7 letters, not {offered} (rules 8)')
        case BonusTable(entries):
            for tiles, _ in entries:
                if tiles > laid:
                    yield KeyFault(
                        "bonus", f"{tiles} tiles can never be laid in one play; at most {laid}"
                    )


def _draws(rules: Rules, tiles: TileSet) -> Iterator[KeyFault]:
    blanks = tiles.counts.get("?", 0)
    in_bag = sum(tiles.counts.get(vowel, 0) for vowel in rules.vowels) + blanks
    others = len(tiles.all_tiles) - in_bag + blanks
    rounds = sorted({1, 2, *(start for start, _ in (*rules.min_vowels, *rules.min_consonants))})
    for round_number in rounds:
        vowels = number_in(rules.min_vowels, round_number)
        consonants = number_in(rules.min_consonants, round_number)
        offered = rules.letters_in(round_number)
        if vowels + consonants > offered:
            yield KeyFault(
                "min_vowels",
                f"{vowels} vowels and {consonants} consonants in round {round_number} are more than "
                f"the {offered} letters offered",
            )
            return
        if vowels > in_bag or consonants > others:
            yield KeyFault(
                "min_vowels" if vowels > in_bag else "min_consonants",
                f"the bag holds {in_bag} vowels and {others} consonants, blanks counted as both",
            )
            return


def _late_vowel(rules: Rules) -> Iterator[KeyFault]:
    if rules.late_vowel is LateVowel.BOTH:
        return
    asked = {
        (number_in(rules.min_vowels, start), number_in(rules.min_consonants, start))
        for start, _ in (*rules.min_vowels, *rules.min_consonants)
    }
    if (1, 1) not in asked:
        yield KeyFault(
            "late_vowel",
            '"either" loosens the rounds that ask for one vowel and one consonant, '
            "and this game has none",
        )
