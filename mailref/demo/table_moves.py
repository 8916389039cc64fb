"""The moves that a player of WORT-Rummikub finds in the demo: words laid, extended and robbed for."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from mailref import assets

_SHORTEST, _LONGEST = 3, 12


@dataclass(frozen=True, slots=True)
class FoundWord:
    """A move, as a player writes it, and what it brings."""

    word: str
    written: str


@cache
def _words() -> tuple[str, ...]:
    """Return the words that fit on the table, the longest first; each is written in capitals."""
    listed = assets.word_list().decode().split()
    fitting = {word for word in listed if _SHORTEST <= len(word) <= _LONGEST}
    return tuple(sorted(fitting, key=lambda word: (-len(word), word)))


@cache
def _known() -> frozenset[str]:
    return frozenset(_words())


def is_listed(word: str) -> bool:
    """Tell whether a word stands in the list."""
    return word in _known()


def words_from(rack: str, least: int, without: Collection[str] = ()) -> Iterator[FoundWord]:
    """Yield the words that a rack lays, the longest first."""
    for word in _made_of(rack, _LONGEST):
        if len(word) >= least and word not in without:
            yield FoundWord(word, f"LEGE {word}\n")


def changes(rack: str, table: Sequence[str], without: Collection[str] = ()) -> Iterator[FoundWord]:
    """Yield what can be made of the table with a rack: extensions, then words that rob one letter."""
    for old in sorted(table, key=len, reverse=True):
        for word in _made_of(rack + old, _LONGEST):
            if old in word and word != old and word not in without:
                yield FoundWord(word, f"{word} aus {old}\n")
                break
    for old in table:
        for at, letter in enumerate(old):
            left = old[:at] + old[at + 1 :]
            if old.count(letter) > 1 or len(left) < _SHORTEST or not is_listed(left):
                continue
            for word in _made_of(rack + letter, _LONGEST):
                is_new = word not in without and word not in table
                if is_new and letter in word and Counter(word) - Counter(letter):
                    yield FoundWord(word, f"{word}: {letter} aus {old}\n")
                    break


def _made_of(letters: str, longest: int) -> Iterator[str]:
    """Yield the words that *letters* hold, the longest first."""
    have, kinds = Counter(letters), set(letters)
    for word in _words():
        if len(word) <= longest and kinds.issuperset(word) and not Counter(word) - have:
            yield word
