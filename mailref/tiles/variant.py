"""The switches of a game as one frozen value (rules 2); a variant is a named set of them.

A variant is data (`variants/*.toml` beside its kind); the game's settings override any switch. What a
game does differently from another is read off here: no other module asks for a variant's name.
"""

from enum import StrEnum

from mailref.structs import Alternative, OnRecord
from mailref.tiles.board import Area, Axes


class Counts(StrEnum):
    """Which of a player's moves counts: the first that is valid, or the valid one with most points."""

    FIRST = "first"
    BEST = "best"


class Extended(StrEnum):
    """How the further words of a play are scored: with premiums, or with plain letter values (SB)."""

    PREMIUMS = "premiums"
    PLAIN = "plain"


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


class Accents(StrEnum):
    """What happens to a word known only with an accent: refused (Dottendorf), or asked about."""

    REFUSE = "refuse"
    ASK = "ask"


class BaseForm(StrEnum):
    """Whether a form known from a separable verb alone needs its base form stated (seed 003)."""

    OPTIONAL = "optional"
    REQUIRED = "required"


class LateVowel(StrEnum):
    """What a rack holds where one vowel and one consonant are asked for (seed 002, from round 16)."""

    BOTH = "both"
    EITHER = "either"
    """A vowel or a consonant will do."""


class BonusTable(Alternative, frozen=True):
    """Points for the number of new tiles of one play: the greatest entry not above it counts."""

    points: tuple[tuple[int, int], ...]
    """(tiles, points), by rising number of tiles."""


class BonusForAll(Alternative, frozen=True):
    """Points for laying every letter offered in that round, if they are at least 7, in one play."""

    points: int


Bonus = BonusTable | BonusForAll

FromRound = tuple[tuple[int, int], ...]
"""(round, number), by rising round: from that round on, that number."""


class Laying(OnRecord, frozen=True, kw_only=True):
    """The switches by which one play is judged; the rules of each family extend it."""

    most_tiles: int | None
    """Most new tiles in one play; None: as many as are offered."""
    bonus: Bonus
    extended: Extended
    start: Area | None
    """Where the first word must lie wholly; None: it covers the centre."""
    swap: bool
    """Whether blanks on the board may be exchanged before the move (Jokertausch)."""
    names: bool
    """Whether names and places are allowed."""
    accents: Accents
    axes: Axes
    base_form: BaseForm = BaseForm.OPTIONAL


class Rules(Laying, frozen=True, kw_only=True):
    """Every switch of a game in rounds (rules 2). Field names are the keys of `[game.rules]`."""

    letters: int
    """Letters offered from round 2 on."""
    letters_first: int
    """Letters offered in round 1."""
    plays: int
    """Plays (Teilzüge) in a move."""
    moves: int | None
    """Moves a player may send, alternates included; None: any number."""
    counts: Counts
    ties: tuple[Tie, ...]
    late_joiner: LateJoiner
    vowels: str
    min_vowels: FromRound
    min_consonants: FromRound
    end: End
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


def bonus_for(rules: Laying, new_tiles: int, offered: int) -> int:
    """Return the bonus of one play that lays *new_tiles* of *offered* letters (rules 2 and 8)."""
    match rules.bonus:
        case BonusForAll(points):
            return points if new_tiles == offered >= 7 else 0
        case BonusTable(entries):
            reached = (entry for entry in entries if entry[0] <= new_tiles)
            return max(reached, default=(0, 0))[1]


def number_in(table: FromRound, round_number: int) -> int:
    """Return the number in force in *round_number*: that of the last entry not after it, else 0."""
    return max((entry for entry in table if entry[0] <= round_number), default=(0, 0))[1]


UNLIMITED = 1000
"""More plays than a board has room for: the final round allows any number."""
