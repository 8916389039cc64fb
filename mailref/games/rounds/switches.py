"""The switches of a game in rounds as one frozen value (rules 2); a variant is a named set of them.

A variant is data (`variants/*.toml` beside this module); the game's settings override any switch. Everything a
game does differently from another is read off here: no other module asks for a variant's name. What a variant's
file and `[game.rules]` say is read here, and written back.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from mailref.games.switches import MOST, Switches, by_number
from mailref.games.table_reader import (
    KeyFault,
    Reader,
    WrongValueError,
    list_of,
    must_be,
    number,
    one_of,
    reads,
    text,
)
from mailref.tiles.board import SIZE, BonusForAll, BonusTable, Laying, Tiles, between
from mailref.tiles.tile_set import GERMAN


class Counts(StrEnum):
    """Which of a player's moves counts: the first that is valid, or the valid one with most points."""

    FIRST = "first"
    BEST = "best"


class Tie(StrEnum):
    """A rule that decides between equal best moves; applied in the order the game lists them."""

    MORE_TILES = "more_tiles"
    FEWER_BLANKS = "fewer_blanks"
    EARLIEST = "earliest"
    ALPHABETICAL = "alphabetical"
    LOT = "lot"
    GAME_MASTER = "game_master"


class LateJoiner(StrEnum):
    """What a late joiner starts with: the lowest total of those who never missed, or nothing."""

    LOWEST = "lowest"
    ZERO = "zero"


class End(StrEnum):
    """How a game ends."""

    FINAL_ROUND = "final_round"
    """Dottendorf: one last round with any number of plays, unused letters deducted."""
    BAG_EMPTY = "bag_empty"
    """SB: at the close at which letters are needed and the bag is empty."""
    EXHAUSTED = "exhausted"
    """Simultan: all tiles played, or no vowels or no consonants left."""
    CLEAR_BOARD = "clear_board"
    """mono: never; the board is cleared and all tiles go back when the rack cannot be filled."""


class LateVowel(StrEnum):
    """What a rack holds where one vowel and one consonant are asked for (seed 002, from round 16)."""

    BOTH = "both"
    EITHER = "either"
    """A vowel or a consonant will do."""


FromRound = tuple[tuple[int, int], ...]
"""(round, number), by rising round: from that round on, that number."""


Number = Annotated[int, between(1, 1000)]


class Rules(Laying, frozen=True, kw_only=True):
    """Every switch of a game in rounds (rules 2). Field names are the keys of `[game.rules]`."""

    family = "rounds"
    letters: Annotated[Tiles, Meta(examples=[8])]
    """Letters offered from round 2 on."""
    letters_first: Annotated[int, between(2, 102), Meta(examples=[8])]
    """Letters offered in round 1."""
    plays: Annotated[Number, Meta(examples=[1])]
    """Plays (Teilzüge) in a move."""
    moves: Annotated[Number | None, Meta(examples=["any"], extra={"none": "any"})]
    """Moves a player may send, alternates included; None: any number."""
    counts: Annotated[Counts, Meta(examples=["first"])]
    ties: Annotated[tuple[Tie, ...], Meta(examples=[["lot"]])]
    late_joiner: Annotated[LateJoiner, Meta(examples=["lowest"])]
    vowels: Annotated[str, Meta(examples=["AEIOUÄÖÜ"])]
    min_vowels: Annotated[FromRound, Meta(examples=[{"1": 2, "16": 1}])]
    min_consonants: Annotated[FromRound, Meta(examples=[{"1": 2, "16": 1}])]
    end: Annotated[End, Meta(examples=["bag_empty"])]
    late_vowel: LateVowel = LateVowel.BOTH

    @property
    def numbered_plays(self) -> bool:
        """Tell whether lines are Teilzüge and alternates (Dottendorf) rather than equal moves (SB)."""
        return self.counts is Counts.FIRST

    @property
    def counts_absences(self) -> bool:
        """Tell whether a round without a move is an absence (seed 001: "NMR gibt es nicht").

        Where late joiners begin with nothing, it decides nothing who missed a round.
        """
        return self.late_joiner is LateJoiner.LOWEST

    def letters_in(self, round_number: int) -> int:
        """Return how many letters are offered in *round_number*."""
        return self.letters_first if round_number == 1 else self.letters


def number_in(table: FromRound, round_number: int) -> int:
    """Return the number in force in *round_number*: that of the last entry not after it, else 0."""
    return max((entry for entry in table if entry[0] <= round_number), default=(0, 0))[1]


UNLIMITED = 1000
"""More plays than a board has room for: the final round allows any number."""


def _round_table(table: FromRound) -> int | dict[str, int]:
    if not table:
        return 0
    return {str(number): least for number, least in table}


@reads(
    {
        "type": ["integer", "object"],
        "description": "a number, or { 1 = 2, 16 = 1 }: from that round on",
    },
    _round_table,
)
def from_round(value: object) -> FromRound:
    """Read a number, or `{ 1 = 2, 16 = 1 }`: from that round on, that number."""
    if not isinstance(value, Mapping):
        least = number(0, MOST)(value)
        return ((1, least),) if least else ()
    return by_number({key: number(0, MOST)(each) for key, each in value.items()}, "a round")


@reads(list_of(one_of(Tie)).schema(), list_of(one_of(Tie)).tell)
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


@reads(text.schema())
def vowels(value: object) -> str:
    """Read the letters that count as vowels."""
    if not isinstance(value, str):
        raise must_be("letters such as AEIOUÄÖÜ", value)
    letters = value.upper()
    for letter in letters:
        if not letter.isalpha():
            raise WrongValueError(f"{letter!r} is not a letter of the game")
    return GERMAN.in_order(dict.fromkeys(letters))


class RoundSwitches(Switches[Rules]):
    """Every switch of a game in rounds (rules 2)."""

    rules = Rules
    keys = (
        "letters", "letters_first", "most_tiles", "plays", "moves", "counts", "bonus", "extended",
        "start", "swap", "ties", "late_joiner", "names", "accents", "axes", "vowels", "min_vowels",
        "min_consonants", "end", "base_form", "late_vowel", "anagrams", "only_listed",
    )  # fmt: skip
    own: ClassVar[Mapping[str, Reader[Any]]] = {
        "ties": ties,
        "vowels": vowels,
        "min_vowels": from_round,
        "min_consonants": from_round,
    }

    def impossible(self, rules: Rules, overrides: Mapping[str, object]) -> Iterator[KeyFault]:
        for letter in rules.vowels:
            if letter not in rules.tiles.alphabet:
                yield KeyFault("vowels", f"{letter!r} is not a letter of the game")
        yield from _without_vowels(rules)
        yield from _plays(rules)
        yield from _tiles_laid(rules)
        yield from _bonus(rules)
        yield from _draws(rules)
        yield from _late_vowel(rules)
        yield from _contradictory(overrides)


SWITCHES = RoundSwitches()


def _contradictory(overrides: Mapping[str, object]) -> Iterator[KeyFault]:
    """Yield the switches that a game cannot override at once: nobody could tell which one wins."""
    is_loosened = overrides.get("late_vowel") == LateVowel.EITHER
    if is_loosened and not {"min_vowels", "min_consonants"}.isdisjoint(overrides):
        yield KeyFault(
            "late_vowel",
            '"either" cannot stand beside min_vowels or min_consonants, which say otherwise; '
            "one of them must go",
        )


def _without_vowels(rules: Rules) -> Iterator[KeyFault]:
    """Yield that vowels are asked for, and nobody knows which letters are: such a game ends at once."""
    asked = [
        key
        for key, is_asked in (
            ("min_vowels", any(least for _, least in rules.min_vowels)),
            ("min_consonants", any(least for _, least in rules.min_consonants)),
            ('end = "exhausted"', rules.end is End.EXHAUSTED),
        )
        if is_asked
    ]
    if asked and not rules.vowels:
        said = f"none are named, and without them there is no {' or '.join(asked)}; "
        where = "here or into the file of the tiles"
        yield KeyFault("vowels", f'{said}write vowels = "AEIOU", or what they are, {where}')


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
    # On a smaller board what a variant gives for so many tiles is never earned, and does no harm.
    laid = min(rules.most_tiles or offered, offered, max(rules.layout.size, SIZE))
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


def _draws(rules: Rules) -> Iterator[KeyFault]:
    tiles = rules.tiles
    in_bag = sum(tiles.counts.get(vowel, 0) for vowel in rules.vowels) + tiles.blanks
    others = len(tiles.all_tiles) - in_bag + tiles.blanks
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
        if rules.vowels and (vowels > in_bag or consonants > others):
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
