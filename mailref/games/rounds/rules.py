"""The switches of a game in rounds as one frozen value (rules 2); a variant is a named set of them.

A variant is data (`variants/*.toml` beside this module); the game's settings override any switch. Everything a
game does differently from another is read off here: no other module asks for a variant's name.

The switches of a game in rounds as a table: what a variant's file and `[game.rules]` say, and back.

Filling the rack from the bag, with the least numbers of vowels and consonants a game asks for.

What a closed round says: of each player, of the move laid, of ties, lots and the top.

Which of several equal best moves is laid: the game's ordered list of ties (rules 2 and 8).

The lot is drawn between different moves, not between players; all who found the move are named.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from mailref.games.chance import Chance
from mailref.games.switches import MOST, Switches, by_number
from mailref.games.table_reader import (
    KeyFault,
    Reader,
    WrongValueError,
    list_of,
    number,
    one_of,
    reads,
    shown,
    text,
)
from mailref.structs import OnRecord
from mailref.tiles.board import (
    ALPHABET,
    BLANK,
    SIZE,
    TILES,
    Board,
    BonusForAll,
    BonusTable,
    Laying,
    Tiles,
    alphabetical,
    between,
    in_order,
    square_name,
    without,
)
from mailref.tiles.scoring import Judged
from mailref.tiles.top.found import Top


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
        raise WrongValueError(f"must be letters such as AEIOUÄÖÜ, not {shown(value)}")
    letters = value.upper()
    for letter in letters:
        if letter not in ALPHABET:
            raise WrongValueError(f"{letter!r} is not a letter of the game")
    return "".join(letter for letter in ALPHABET if letter in letters)


class RoundSwitches(Switches[Rules]):
    """Every switch of a game in rounds (rules 2)."""

    rules = Rules
    keys = (
        "letters", "letters_first", "most_tiles", "plays", "moves", "counts", "bonus", "extended",
        "start", "swap", "ties", "late_joiner", "names", "accents", "axes", "vowels", "min_vowels",
        "min_consonants", "end", "base_form", "late_vowel",
    )  # fmt: skip
    own: ClassVar[Mapping[str, Reader[Any]]] = {
        "ties": ties,
        "vowels": vowels,
        "min_vowels": from_round,
        "min_consonants": from_round,
    }

    def impossible(self, rules: Rules, overrides: Mapping[str, object]) -> Iterator[KeyFault]:
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


def _draws(rules: Rules) -> Iterator[KeyFault]:
    blanks = TILES.counts.get("?", 0)
    in_bag = sum(TILES.counts.get(vowel, 0) for vowel in rules.vowels) + blanks
    others = len(TILES.all_tiles) - in_bag + blanks
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


MOST_REDRAWS = 1000
"""After so many the minimum is relaxed (rules 8)."""


class Draw(OnRecord, frozen=True):
    """What was drawn for a round, and what is offered and left after it."""

    drawn: str
    """The tiles that came from the bag and stayed."""
    returned: str
    """What went back from the rack before; "" unless a whole rack was put back."""
    rack: str
    bag: str
    redraws: int = 0
    """How often a rack failed the minimum and went back whole."""
    is_relaxed: bool = False
    """Whether the minimum could not be met."""
    by_hand: bool = False


def fill(  # noqa: PLR0917  a round, what there is, and chance
    rules: Rules, round_number: int, kept: str, bag: str, chance: Chance, times_anew: int = 0
) -> Draw:
    """Fill *kept* up from *bag* for *round_number*; the rack is short if the bag is (rules 2, draw).

    A rack that fails the minimum goes back whole, the letters kept included. Each time that letters
    are drawn anew other numbers of chance are used.
    """
    again = f" {times_anew}" if times_anew else ""
    wanted = rules.letters_in(round_number)
    everything = in_order(kept + bag)
    possible = can_be_met(rules, round_number, everything, min(wanted, len(everything)))
    draw = _take(f"draw {round_number} 0{again}", kept, bag, wanted, chance)
    redraws = 0
    while possible and not meets_minimum(rules, round_number, draw.rack):
        if redraws == MOST_REDRAWS:
            possible = False
            break
        redraws += 1
        fresh = _take(f"draw {round_number} {redraws}{again}", "", everything, wanted, chance)
        draw = Draw(fresh.drawn, kept, fresh.rack, fresh.bag, redraws)
    failed = not meets_minimum(rules, round_number, draw.rack)
    return Draw(draw.drawn, draw.returned, draw.rack, draw.bag, redraws, is_relaxed=failed)


def draw_by_hand(kept: str, bag: str, drawn: str) -> Draw:
    """Take what the game master drew; ValueError names what the bag does not hold."""
    return Draw(in_order(drawn), "", in_order(kept + drawn), without(bag, drawn), by_hand=True)


def _take(purpose: str, kept: str, bag: str, wanted: int, chance: Chance) -> Draw:
    drawn = chance.draw(purpose, bag, max(0, min(wanted - len(kept), len(bag))))
    return Draw(drawn, "", in_order(kept + drawn), without(bag, drawn))


def meets_minimum(rules: Rules, round_number: int, rack: str) -> bool:
    """Tell whether *rack* has the vowels and consonants asked for; a blank counts as either."""
    vowels, consonants, blanks = _kinds(rules, rack)
    wanted_vowels, wanted_consonants = least_of_each(rules, round_number)
    return max(0, wanted_vowels - vowels) + max(0, wanted_consonants - consonants) <= blanks


def least_of_each(rules: Rules, round_number: int) -> tuple[int, int]:
    """Return the least vowels and consonants; where one of either will do, none is asked for.

    A rack with any letter at all holds a vowel or a consonant.
    """
    wanted = (
        number_in(rules.min_vowels, round_number),
        number_in(rules.min_consonants, round_number),
    )
    if rules.late_vowel is LateVowel.EITHER and wanted == (1, 1):
        return 0, 0
    return wanted


def can_be_met(rules: Rules, round_number: int, everything: str, tiles: int) -> bool:
    """Tell whether a rack of so many *tiles* out of *everything* can meet the minimum."""
    is_enough = sum(least_of_each(rules, round_number)) <= tiles
    return is_enough and meets_minimum(rules, round_number, everything)


def _kinds(rules: Rules, letters: str) -> tuple[int, int, int]:
    blanks = letters.count(BLANK)
    vowels = sum(letter in rules.vowels for letter in letters)
    return vowels, len(letters) - vowels - blanks, blanks


def lacks_a_kind(rules: Rules, letters: str) -> bool:
    """Tell whether *letters* hold no vowel or no consonant (seed 002: the end of Simultan)."""
    vowels, consonants, blanks = _kinds(rules, letters)
    return (vowels == 0) + (consonants == 0) > blanks


class Lot(OnRecord, frozen=True):
    """A lot that was drawn: the choices in order, and which one it fell on."""

    purpose: str
    choices: tuple[str, ...]
    chosen: int


class Contender(Struct, frozen=True):
    """One of the equal best moves, with those who found it."""

    judged: Judged
    players: tuple[str, ...]
    first_arrival: tuple[datetime, int]
    """When it was first received, and the order among equal seconds."""


class Laid(OnRecord, frozen=True):
    """The move that is laid on the common board."""

    players: tuple[str, ...]
    """All who found it."""
    judged: Judged
    tie: tuple[str, ...]
    """The rules that decided between equal best moves, in the order applied."""
    lot: Lot | None


class AskGameMaster(Struct, frozen=True):
    """The game master must choose: the names of the moves that are left."""

    choices: tuple[str, ...]


_KEEP: Mapping[Tie, Callable[[Contender], object]] = {
    Tie.MORE_TILES: lambda each: -each.judged.new_tiles,
    Tie.FEWER_BLANKS: lambda each: each.judged.new_blanks,
    Tie.EARLIEST: lambda each: each.first_arrival,
    Tie.ALPHABETICAL: lambda each: ([*map(alphabetical, each.judged.words)], each.judged.key),
}
"""What the moves that stay have the least of."""


def decide(
    contenders: Sequence[Contender],
    rules: Rules,
    chance: Chance,
    round_number: int,
    choice: str | None = None,
) -> Laid | AskGameMaster:
    """Return the move that is laid, with the rules that decided; always ends in a decision.

    *choice* is what the game master chose, where the game lets him. Where the list of rules does
    not decide, the lot does.
    """
    left = sorted(contenders, key=lambda each: each.judged.key)
    applied: list[str] = []
    for tie in (*rules.ties, Tie.LOT):
        if len(left) == 1:
            break
        if tie is Tie.LOT:
            return _by_lot(left, (*applied, tie.value), rules, chance, round_number)
        if tie is Tie.GAME_MASTER:
            names = {move_name(each.judged, rules): each for each in left}
            if choice not in names:
                return AskGameMaster(tuple(names))
            left = [names[choice]]
        else:
            left = _least(left, _KEEP[tie])
        applied.append(tie.value)
    return Laid(left[0].players, left[0].judged, tuple(applied), None)


def _least(left: Sequence[Contender], key: Callable[[Contender], object]) -> list[Contender]:
    values = [key(each) for each in left]
    least = min(values)  # type: ignore[type-var]  # each key gives values of one comparable type
    return [each for each, value in zip(left, values, strict=True) if value == least]


def _by_lot(
    left: Sequence[Contender],
    applied: tuple[str, ...],
    rules: Rules,
    chance: Chance,
    round_number: int,
) -> Laid:
    purpose = f"lot {round_number}"
    chosen = chance.pick(purpose, len(left))
    choices = tuple(move_name(each.judged, rules) for each in left)
    lot = Lot(purpose, choices, chosen)
    return Laid(left[chosen].players, left[chosen].judged, applied, lot)


def move_name(judged: Judged, rules: Rules) -> str:
    """Return what tells a move apart in words: `M9 down BEHAUE M11=?`, several plays by `; `."""
    plays = []
    for play in judged.plays:
        scored = play.scored
        blanks = "".join(f" {square_name(square, rules.axes)}=?" for square in scored.blanks)
        place = square_name(scored.square, rules.axes)
        plays.append(f"{place} {scored.direction.value} {scored.word}{blanks}")
    swaps = "".join(f"{square_name(square, rules.axes)}<>; " for square in judged.swaps)
    return swaps + "; ".join(plays)


class EntryStatus(StrEnum):
    """What became of a player in a round (contract 4)."""

    VALID = "valid"
    PENDING = "pending"
    INVALID = "invalid"
    MISSING = "missing"
    LATE = "late"
    UNREAD = "unread"
    """No move, but mail in which nothing could be read."""

    @property
    def is_missing(self) -> bool:
        """Tell whether there is no entry at all."""
        return self in (EntryStatus.MISSING, EntryStatus.UNREAD)


class PlayerResult(OnRecord, frozen=True):
    """One row of the score sheet."""

    player: str
    status: EntryStatus
    received: datetime | None
    moves: tuple[Judged, ...]
    """The moves of the entry that was looked at, as judged at the close; empty if there was none."""
    counts: int | None
    """Index of the move that counts."""
    points: int
    """What the move scores; 0 if none counts."""
    base: int
    """What the player started with; shown where he is a late joiner."""
    deduction: int
    """Values of the letters not laid, in the final round."""
    total: int
    rank: int
    rank_before: int | None
    """The rank after the round before, as that is known here; None in the player's first round."""

    @property
    def counted(self) -> Judged | None:
        return None if self.counts is None else self.moves[self.counts]

    @property
    def net(self) -> int:
        return self.points - self.deduction


class RoundResult(OnRecord, frozen=True):
    """A closed round, whole: the report is made of this and of the letters drawn after it."""

    number: int
    letters: str
    deadline: datetime | None
    closed: datetime
    is_final: bool
    is_early: bool
    entries: tuple[PlayerResult, ...]
    """By rank, then in the order of the players."""
    laid: Laid | None
    top: Top | None
    board: Board
    """After the move was laid."""
    kept: str
    """The letters the laid move left."""
    undecided: tuple[str, ...] = ()
    """Words nobody ruled on in time, settled by the game's policy."""
    undecided_policy: str | None = None
