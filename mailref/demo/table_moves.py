"""The moves that a player of WORT-Rummikub finds in the demo: words laid, extended and robbed for."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mailref import assets
from mailref.rules.board import ALPHABET

_SHORTEST, _LONGEST = 3, 12


@dataclass(frozen=True, slots=True)
class FoundWord:
    """A move, as a player writes it, and what it brings."""

    word: str
    written: str


@dataclass(frozen=True, slots=True)
class _Listed:
    """The words that fit on the table, the longest first, with what finds those that letters make."""

    words: tuple[str, ...]
    known: frozenset[str]
    marks: NDArray[np.int64]


@cache
def _listed() -> _Listed:
    """Return the list, written in capitals."""
    listed = assets.word_list().decode().split()
    fitting = {word for word in listed if _SHORTEST <= len(word) <= _LONGEST}
    words = tuple(sorted(fitting, key=lambda word: (-len(word), word)))
    marks = np.fromiter(map(_marks, words), np.int64, len(words))
    return _Listed(words, frozenset(words), marks)


def _marks(letters: str) -> int:
    """Return a bit for the first and one for the second of each letter: those of 29 letters fit in 64 bits.

    A word whose marks *letters* has not all cannot be made of them.
    """
    found, again = 0, 0
    for letter in letters:
        bit = 1 << ALPHABET.index(letter)
        again |= found & bit
        found |= bit
    return found | again << len(ALPHABET)


def is_listed(word: str) -> bool:
    """Tell whether a word stands in the list."""
    return word in _listed().known


def words_from(rack: str, least: int, without: Collection[str] = ()) -> Iterator[FoundWord]:
    """Yield the words that a rack lays, the longest first."""
    for word in _made_of(rack):
        if len(word) >= least and word not in without:
            yield FoundWord(word, f"LEGE {word}\n")


def changes(rack: str, table: Sequence[str], without: Collection[str] = ()) -> Iterator[FoundWord]:
    """Yield what can be made of the table with a rack: extensions, then words that rob one letter."""
    for old in sorted(table, key=len, reverse=True):
        for word in _made_of(rack + old, old):
            if old in word and word != old and word not in without:
                yield FoundWord(word, f"{word} aus {old}\n")
                break
    for old in table:
        for at, letter in enumerate(old):
            left = old[:at] + old[at + 1 :]
            if old.count(letter) > 1 or len(left) < _SHORTEST or not is_listed(left):
                continue
            for word in _made_of(rack + letter, letter):
                is_new = word not in without and word not in table
                if is_new and Counter(word) - Counter(letter):
                    yield FoundWord(word, f"{word}: {letter} aus {old}\n")
                    break


def _made_of(letters: str, least: str = "") -> Iterator[str]:
    """Yield the words that *letters* make with all of *least* among them, the longest first."""
    listed, have, wanted = _listed(), Counter(letters), _marks(least)
    fits = (listed.marks & ~_marks(letters) == 0) & (listed.marks & wanted == wanted)
    for at in np.flatnonzero(fits):
        word = listed.words[at]
        if not Counter(word) - have:
            yield word
