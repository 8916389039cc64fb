"""Letters, words and racks as numbers: codes, keys, and tiles counted by code.

A letter's code is its place in `LETTERS`, from 1; 0 is a free square. A set of letters is an integer
whose bit `code` is set.

Two different words of up to 12 letters never have the same key, so finding a key is finding the
word: no verdict rests on a hash. The number is multiplied by an odd constant, which is reversible
modulo 2**64 and spreads the keys evenly for the filter that answers most questions with no.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from mailref.rules.board import SIZE
from mailref.rules.tiles import ALPHABET, BLANK

Bits = npt.NDArray[np.uint64]
"""A set of words, one bit each; or numbers that must not overflow quietly to less than 64 bits."""

Codes = npt.NDArray[np.uint8]
"""Letters as codes."""

Numbers = npt.NDArray[np.int64]

Flags = npt.NDArray[np.bool_]

LETTERS = "".join(sorted(ALPHABET))
"""By code point, as the word lists are sorted (umlauts last)."""

CODE = {letter: code for code, letter in enumerate(LETTERS, start=1)}
ANY_LETTER = sum(1 << code for code in CODE.values())

LETTER_BITS = np.uint8(31)
_BLANK_BIT = 32
ALL_TILE_CODES = 2 * _BLANK_BIT
"""More than the code of any tile that lies on a board: a letter's, or a blank's."""


def _reading_table() -> Codes:
    """Return the code of each Latin-1 character; a small letter, a blank on the board, has a bit more."""
    table = np.zeros(256, np.uint8)
    for letter, code in CODE.items():
        table[ord(letter)] = code
        table[ord(letter.lower())] = code | _BLANK_BIT
    return table


_READ = _reading_table()


def letter_codes(text: str) -> Codes:
    """Return the codes of *text*, in capitals; 0 for what is no letter of a tile."""
    codes = _READ[np.frombuffer(text.encode("latin-1", "replace"), np.uint8)]
    return np.where(codes < _BLANK_BIT, codes, np.uint8(0))


def board_codes(cells: str) -> Codes:
    """Return the codes of a board's cells; those of blanks have a bit more than `LETTER_BITS`."""
    return _READ[np.frombuffer(cells.encode("latin-1"), np.uint8)]


def word_of(codes: Iterable[int]) -> str:
    """Return the word that *codes* spell."""
    return "".join(LETTERS[code - 1] for code in codes)


LONGEST = 12
"""31**12 < 2**64 < 31**13."""

_BASE = 31
_SPREAD = 0x9E3779B97F4A7C15
_MODULUS = 1 << 64
FILTER_SHIFT = np.uint64(40)
"""The filter has a bit for the first 24 bits of a key."""
_START_BITS = 16
_START_SHIFT = np.uint64(64 - _START_BITS)

WEIGHTS: Bits = np.array(
    [pow(_BASE, place, _MODULUS) * _SPREAD % _MODULUS for place in range(SIZE)], np.uint64
)
"""What a letter's code counts at each place of a word."""

SHIFTS_BACK: Bits = np.array([pow(_BASE, -place, _MODULUS) for place in range(SIZE)], np.uint64)
"""Multiplied by the entry of *place*, the key of a word that began at *place* is that of the word at 0."""


def keys_of(words: Codes) -> Bits:
    """Return the keys of *words*, one word a row, none longer than `LONGEST`."""
    keys: Bits = (words.astype(np.uint64) * WEIGHTS[: words.shape[1]]).sum(axis=1, dtype=np.uint64)
    return keys


def filter_of(keys: Bits) -> Codes:
    """Return the bitmap of the first 24 bits of *keys*: what misses it is not among them."""
    seen = np.zeros(1 << 24, np.bool_)
    seen[keys >> FILTER_SHIFT] = True
    return np.packbits(seen, bitorder="little")


def may_hold(bitmap: Codes, keys: Bits) -> Codes:
    """Return 1 for each of *keys* that *bitmap* does not rule out, else 0."""
    first = (keys >> FILTER_SHIFT).view(np.int64)
    bits: Codes = (bitmap[first >> 3] >> (first & 7).astype(np.uint8)) & np.uint8(1)
    return bits


def starts_of(sorted_keys: Bits) -> Numbers:
    """Return where those of *sorted_keys* begin whose first 16 bits are 0, 1, 2, ..., and the end."""
    bounds = np.arange(1 << _START_BITS, dtype=np.uint64) << _START_SHIFT
    return np.append(np.searchsorted(sorted_keys, bounds), len(sorted_keys))


def most_from_a_start(starts: Numbers) -> int:
    """Return how many keys there are at most that begin at one of *starts*."""
    return int(np.diff(starts).max())


def is_listed(sorted_keys: Bits, starts: Numbers, most: int, keys: Bits) -> Flags:
    """Tell for each of *keys* whether *sorted_keys* hold it, at most *most* from each start.

    In a long list that is quicker than halving it again and again: memory is read in one place.
    """
    if not len(sorted_keys):
        return np.zeros(keys.shape, np.bool_)
    places = starts[keys >> _START_SHIFT][:, None] + np.arange(most)
    found: Flags = np.logical_or.reduce(
        sorted_keys.take(places, mode="clip") == keys[:, None], axis=1
    )
    return found


def is_among(sorted_keys: Bits, keys: Bits) -> npt.NDArray[np.bool_]:
    """Tell for each of *keys* whether *sorted_keys* hold it."""
    if not len(sorted_keys):
        return np.zeros(keys.shape, np.bool_)
    places = np.searchsorted(sorted_keys, keys)
    found: npt.NDArray[np.bool_] = sorted_keys[np.minimum(places, len(sorted_keys) - 1)] == keys
    return found


@dataclass(frozen=True, slots=True)
class Rack:
    """The tiles offered."""

    tiles: tuple[int, ...]
    """How many of each letter code; entry 0 is unused."""
    blanks: int
    letters: tuple[int, ...]
    """The code of each tile that is no blank."""
    usable: int
    """The set of letters that can be laid."""

    @classmethod
    def of(cls, rack: str) -> Self:
        """Count the tiles of *rack*; KeyError if one is no letter."""
        blanks = rack.count(BLANK)
        letters = tuple(CODE[letter] for letter in rack if letter != BLANK)
        tiles = [0] * (len(CODE) + 1)
        usable = ANY_LETTER if blanks else 0
        for code in letters:
            tiles[code] += 1
            usable |= 1 << code
        return cls(tuple(tiles), blanks, letters, usable)

    @property
    def size(self) -> int:
        """Return how many tiles there are, blanks included."""
        return len(self.letters) + self.blanks
