"""Runs of our words: so many in a row, or around what is filled in, that nobody else writes them.

An order in plain words (`challenge`, `passe`) may stand in any sentence of ours, not only beside a gap, and a program
may wrap the sentence anywhere. A line is ours where each of its words stands in such a run, which may begin on a line
above it and end on one below.
"""

import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b

RUN = 5
"""So many words make a run; what is filled in counts as one, but beside the first or the last of so many as none."""
SPLITS = ((1, 3), (2, 2), (3, 1), (1, 4), (4, 1))
"""So many words stand in a run before what is filled in, and behind it."""
FILLED = "\0filled"
"""In a run, in place of what is filled in."""
_MOST_FILLED = 10
"""So many words may be filled in: a day and a time."""
_KEY = 8
"""The bytes of a key: there are some ten thousand texts."""


joined = " ".join
"""Words and signs of a window, or of a run, as one text."""


def runs_as_keys(runs: Iterable[Sequence[str]]) -> bytes:
    """Return *runs*, each of `RUN` words or with `FILLED` among them by `SPLITS`, so that `are_ours` finds them."""
    texts = set[str]()
    for run in runs:
        texts.add(joined(run))
        if FILLED in run:
            texts.add(joined(run[: run.index(FILLED) + 1]))
    return as_keys(texts)


def as_keys(texts: Iterable[str]) -> bytes:
    """Return *texts* as keys in order, by which `is_among_keys` finds them: they are read in no time."""
    ordered = sorted(set(map(_key, texts)), key=_number)
    return b"".join(ordered)


def are_ours(words: Sequence[str], first: int, end: int, runs: bytes) -> bool:
    """Tell whether each of *words* from *first* to *end* stands in one of *runs*.

    One of these is whole or begins before *first*: `CHALLENGE ABDRUCKEN` above a sentence of ours is a player's,
    though one of ours may go on so.
    """
    at = first
    leads = False
    ends: dict[int, tuple[int, ...]] = {}
    while at < end:
        starts = range(max(0, at - _MOST_FILLED - RUN + 2), at + 1)
        for start in starts:
            if start not in ends:
                ends[start] = tuple(_ends(words, start, runs))
        found = [(start, each) for start in starts for each in ends[start] if each > at]
        reached = max((behind for _, behind in found), default=at)
        if reached <= at:
            return False
        leads = leads or any(start < first or behind <= end for start, behind in found)
        at = reached
    return leads


def _ends(words: Sequence[str], start: int, runs: bytes) -> Iterator[int]:
    """Yield where each run ends that begins with word *start*."""
    left = len(words) - start
    if left >= RUN and is_among_keys(runs, joined(words[start : start + RUN])):
        yield start + RUN
    for lead in range(1, min(RUN, left - 1)):  # a word is filled in at least, and one stands behind
        begin = (*words[start : start + lead], FILLED)
        if not is_among_keys(runs, joined(begin)):
            continue
        counts = [count for before, count in SPLITS if before == lead]
        for behind in range(start + lead + 1, start + lead + 1 + _MOST_FILLED):
            for end in (behind + count for count in counts):
                if end <= len(words) and is_among_keys(runs, joined((*begin, *words[behind:end]))):
                    yield end


@lru_cache(maxsize=4096)  # the same line again and again is what costs most
def is_among_keys(keyed: bytes, text: str) -> bool:
    """Tell whether *text* is one of those that were `as_keys`."""
    keys, key = _keys_in(keyed), _number(_key(text))
    at = bisect_left(keys, key)
    return at < len(keys) and keys[at] == key


def _keys_in(keyed: bytes) -> Sequence[int]:
    """Return the keys as the machine reads numbers: most read them as they lie there."""
    if sys.byteorder == "little":
        return memoryview(keyed).cast("Q")
    keys = array("Q", keyed)
    keys.byteswap()
    return keys


def _number(key: bytes) -> int:
    return int.from_bytes(key, "little")


def _key(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=_KEY).digest()
