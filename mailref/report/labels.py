"""The words that stand in tables, filled in from a template, and the letters left by group.

Nothing here speaks a language.

The booklet names the groups but not what is in them. Its text does: the most valuable letters are
Ö, Q, X, Y; the most important ones N, S, E, X, Y, Q and the blank. Each tile stands in one group,
the first that fits, so that the groups add up to the bag.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from mailref.rules.tiles import BLANK, TileSet

_MOST_USEFUL = "ENS" + BLANK
_VOWELS = "AEIOU"
_UMLAUTS = "ÄÖÜ"


class GroupName(StrEnum):
    """Which group of the letter list it is, in the booklet's order."""

    HIGH_VALUE = "high_value"
    MOST_USEFUL = "most_useful"
    VOWELS = "vowels"
    UMLAUTS = "umlauts"
    CONSONANTS_1 = "consonants_1"
    CONSONANTS_2 = "consonants_2"
    CONSONANTS_3 = "consonants_3"
    CONSONANTS_4 = "consonants_4"
    """Consonants of four points or more."""


@dataclass(frozen=True, slots=True)
class LetterLeft:
    """A letter, how many of it are left, and how many the game has."""

    letter: str
    left: int
    of: int


@dataclass(frozen=True, slots=True)
class LetterGroup:
    group: GroupName
    letters: tuple[LetterLeft, ...]
    """In the order of the tile set; letters of which none is left too."""

    @property
    def left(self) -> int:
        return sum(letter.left for letter in self.letters)

    @property
    def tiles(self) -> str:
        """Return every tile that is left, one after another."""
        return "".join(letter.letter * letter.left for letter in self.letters)


def letters_left(bag: str, tiles: TileSet) -> tuple[LetterGroup, ...]:
    """Return the tiles of *bag* by group; a group of which the game has no letter is left out."""
    left = Counter(bag)
    members: dict[GroupName, list[LetterLeft]] = {group: [] for group in GroupName}
    for letter, count in tiles.counts.items():
        members[group_of(letter, tiles)].append(LetterLeft(letter, left[letter], count))
    return tuple(LetterGroup(group, tuple(found)) for group, found in members.items() if found)


def group_of(letter: str, tiles: TileSet) -> GroupName:
    """Return the first of the booklet's groups that fits *letter*."""
    value = tiles.value(letter)
    if value >= 8:
        return GroupName.HIGH_VALUE
    if letter in _MOST_USEFUL:
        return GroupName.MOST_USEFUL
    if letter in _VOWELS:
        return GroupName.VOWELS
    if letter in _UMLAUTS:
        return GroupName.UMLAUTS
    by_value = {1: GroupName.CONSONANTS_1, 2: GroupName.CONSONANTS_2, 3: GroupName.CONSONANTS_3}
    return by_value.get(value, GroupName.CONSONANTS_4)


@dataclass(frozen=True, slots=True)
class TableLabels:
    """Heads of columns and names of amounts, all short."""

    player: str
    rank: str
    change: str
    points: str
    total: str
    move: str
    percent: str
    better: str
    solo: str
    base: str
    """Before what a late joiner started with: `Startpunkte`."""
    deduction: str
    adjustment: str
    more: str
    """After the number of rows left out: `weitere`."""
    round: str
    """Before a round's number at the head of a column: `R`."""
    decimal_mark: str


@dataclass(frozen=True, slots=True)
class LetterLabels:
    """The names of the groups of letters, and of the blank."""

    groups: Mapping[GroupName, str]
    blank: str
    """How a blank is written: `?` or `Blanko`."""


def signed(number: int) -> str:
    """Return `+2`, `-1` or `=`: how a rank has changed, or a correction."""
    return f"{number:+d}" if number else "="
