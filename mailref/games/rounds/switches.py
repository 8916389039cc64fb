"""The switches of a game in rounds as a table: what a variant's file and `[game.rules]` say, and back."""

from collections.abc import Iterator, Mapping
from functools import partial

from mailref.games.rounds.rules import (
    Counts,
    End,
    FromRound,
    LateJoiner,
    LateVowel,
    Rules,
    Tie,
    number_in,
)
from mailref.games.switches import (
    CENTRE,
    MOST,
    NO_FOREIGN,
    all_faults,
    bonus,
    bonus_table,
    by_number,
    start_area,
    switches_of,
)
from mailref.games.table_reader import (
    KeyFault,
    TomlTable,
    WrongValueError,
    flag,
    list_of,
    number,
    number_or,
    one_of,
    shown,
    text,
)
from mailref.tiles.board import ALPHABET, SIZE, TILES, Area, Axes, TileSet, area_name
from mailref.tiles.variant import Accents, BaseForm, Bonus, BonusForAll, BonusTable, Extended

NAMED = "named"
"""A variant's `start` where each game must name the area of its first word."""


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
        plays=need("plays", number(1, MOST), 1, "1"),
        moves=need("moves", number_or("any", 1, MOST), None, '"any"'),
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


def from_round(value: object) -> FromRound:
    """Read a number, or `{ 1 = 2, 16 = 1 }`: from that round on, that number."""
    if not isinstance(value, Mapping):
        least = number(0, MOST)(value)
        return ((1, least),) if least else ()
    return by_number({key: number(0, MOST)(each) for key, each in value.items()}, "a round")


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
