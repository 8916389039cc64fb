"""What holds in a round: the rack, the result, and which of several best moves is laid (rules 2 and 8).

Filling the rack from the bag, with the least numbers of vowels and consonants a game asks for.

What a closed round says: of each player, of the move laid, of ties, lots and the top.

Of several equal best moves one is laid by the game's ordered list of ties. The lot is drawn between different
moves, not between players; all who found the move are named.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from mailref.games.chance import Chance
from mailref.games.rounds.switches import LateVowel, Rules, Tie, number_in
from mailref.structs import OnRecord, PlayerName
from mailref.tiles.board import Board, square_name
from mailref.tiles.scoring import Judged
from mailref.tiles.tile_set import BLANK, GERMAN, TileSet
from mailref.tiles.top.found import Top

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
    everything = rules.tiles.in_order(kept + bag)
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


def draw_by_hand(kept: str, bag: str, drawn: str, tiles: TileSet = GERMAN) -> Draw:
    """Take what the game master drew; ValueError names what the bag does not hold."""
    rack, left = tiles.in_order(kept + drawn), tiles.without(bag, drawn)
    return Draw(tiles.in_order(drawn), "", rack, left, by_hand=True)


def _take(purpose: str, kept: str, bag: str, wanted: int, chance: Chance) -> Draw:
    drawn = chance.draw(purpose, bag, max(0, min(wanted - len(kept), len(bag))))
    tiles = chance.tiles
    return Draw(drawn, "", tiles.in_order(kept + drawn), tiles.without(bag, drawn))


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

    players: tuple[PlayerName, ...]
    """All who found it."""
    judged: Judged
    tie: tuple[str, ...]
    """The rules that decided between equal best moves, in the order applied."""
    lot: Lot | None


class AskGameMaster(Struct, frozen=True):
    """The game master must choose: the names of the moves that are left."""

    choices: tuple[str, ...]


_KEEP: Mapping[Tie, Callable[[Contender, TileSet], object]] = {
    Tie.MORE_TILES: lambda each, _: -each.judged.new_tiles,
    Tie.FEWER_BLANKS: lambda each, _: each.judged.new_blanks,
    Tie.EARLIEST: lambda each, _: each.first_arrival,
    Tie.ALPHABETICAL: lambda each, tiles: (
        [*map(tiles.alphabetical, each.judged.words)],
        each.judged.key,
    ),
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
            left = _least(left, _KEEP[tie], rules.tiles)
        applied.append(tie.value)
    return Laid(left[0].players, left[0].judged, tuple(applied), None)


def _least(
    left: Sequence[Contender], key: Callable[[Contender, TileSet], object], tiles: TileSet
) -> list[Contender]:
    values = [key(each, tiles) for each in left]
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

    player: PlayerName
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
