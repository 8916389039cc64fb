"""Words as numbers: a word of up to 12 letters is written in base 31, which 64 bits hold exactly.

Two different words of up to 12 letters never have the same key, so finding a key is finding the
word: no verdict rests on a hash. The number is multiplied by an odd constant, which is reversible
modulo 2**64 and spreads the keys evenly for the filter that answers most questions with no.
"""

import numpy as np
import numpy.typing as npt

from mailref.rules.board import SIZE
from mailref.rules.top.letters import Bits, Codes, Flags, Numbers

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
