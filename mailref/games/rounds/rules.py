"""The switches of a game in rounds as one frozen value (rules 2); a variant is a named set of them.

A variant is data (`variants/*.toml` beside this module); the game's settings override any switch. Everything a
game does differently from another is read off here: no other module asks for a variant's name.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from mailref.tiles.variant import Laying, Tiles, between


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
