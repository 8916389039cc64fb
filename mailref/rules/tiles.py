"""Tiles: the letters of a game with their counts and values, and multisets of them.

A multiset of tiles (a rack, a bag) is a string in alphabetical order; `?` is a blank.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

BLANK = "?"
ALPHABET = "AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ"
"""Every letter that a tile or a blank can stand for; ß is none of them (rules 3: SS)."""

_ORDER = {letter: index for index, letter in enumerate(ALPHABET + BLANK)}


@dataclass(frozen=True, slots=True)
class TileSet:
    """How many tiles of each letter there are, and what each is worth."""

    counts: Mapping[str, int]
    values: Mapping[str, int]

    @property
    def all_tiles(self) -> str:
        """Return the full bag."""
        return in_order(letter * count for letter, count in self.counts.items())

    def value(self, letter: str) -> int:
        """Return what a tile shows: 0 for a blank."""
        return self.values[letter]

    def sum_of(self, letters: Iterable[str]) -> int:
        """Return the values of *letters* added up, blanks as 0."""
        return sum(self.values[letter] for letter in letters)


def _german() -> TileSet:
    """Rules 3, counts x value; seed 001, rule 16."""
    table = (
        "A5x1 Ä1x6 B2x3 C2x4 D4x1 E15x1 F2x4 G3x2 H4x2 I6x1 J1x6 K2x4 L3x2 M4x3 N9x1 O3x2 "
        "Ö1x8 P1x4 Q1x10 R6x1 S7x1 T6x1 U6x1 Ü1x6 V1x6 W1x3 X1x8 Y1x10 Z1x3 ?2x0"
    )
    rows = [(entry[0], *entry[1:].split("x")) for entry in table.split()]
    return TileSet(
        counts=MappingProxyType({letter: int(count) for letter, count, _ in rows}),
        values=MappingProxyType({letter: int(value) for letter, _, value in rows}),
    )


GERMAN = _german()
"""The 102 tiles of the German game."""


def in_order(letters: Iterable[str]) -> str:
    """Return *letters* as one string in alphabetical order, umlauts after their vowel, blanks last."""
    return "".join(sorted("".join(letters), key=_ORDER.__getitem__))


def alphabetical(word: str) -> tuple[int, ...]:
    """Return what *word* is sorted by: umlauts come after their vowel."""
    return tuple(_ORDER[letter] for letter in word)


def missing_from(available: str, wanted: Iterable[str]) -> str:
    """Return the tiles of *wanted* that *available* does not hold, counted."""
    return in_order((Counter(wanted) - Counter(available)).elements())


def without(available: str, taken: Iterable[str]) -> str:
    """Return *available* less *taken*; ValueError names what is not there."""
    taken = tuple(taken)
    if missing := missing_from(available, taken):
        raise ValueError(f"{missing!r} is not in {available!r}")
    return in_order((Counter(available) - Counter(taken)).elements())


def read_letters(text: str) -> str:
    """Read a rack as people write it (`A B E E N Ö R U`, `abeenöru`, `?` or `_` for a blank).

    ValueError names the first character that is no tile.
    """
    letters = []
    for char in unicodedata.normalize("NFC", text).upper():
        if char in " ,\t":
            continue
        letter = BLANK if char in "?_*" else char
        if letter not in _ORDER:
            raise ValueError(f"{char!r} is not a tile")
        letters.append(letter)
    return in_order(letters)
