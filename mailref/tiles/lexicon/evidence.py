"""What lists know of a word that the game master must rule on: facts about the lists, never a guess at the language."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import islice

from msgspec import Struct


class WordStanding(StrEnum):
    """What the lists know of a base form."""

    LISTED = "listed"
    NAME = "name"
    PROBABLE = "probable"
    UNLISTED = "unlisted"


class Base(Struct, frozen=True):
    """A base form from which the word would follow by rule."""

    word: str
    standing: WordStanding
    is_stated: bool
    """Whether the player named it; else it is found among the listed words."""
    forms: tuple[str, ...]
    """Other forms of it that the list has."""
    is_word_listed: bool

    @property
    def speaks_against(self) -> bool:
        """Tell whether the list has the base with other forms, and lacks just this one."""
        return self.standing is WordStanding.LISTED and bool(self.forms) and not self.is_word_listed


class WordPart(Struct, frozen=True):
    """A listed word of which the word is put together, and how many longer words are so too."""

    word: str
    times: int
    """How many listed words begin with it, if it is the first part, or end with it."""


class Evidence(Struct, frozen=True):
    """What is known of a word; empty where nothing is."""

    base: Base | None = None
    near: tuple[str, ...] = ()
    """The listed words that differ by one letter, or by two neighbours in the other order."""
    parts: tuple[WordPart, ...] = ()

    @property
    def is_empty(self) -> bool:
        return self.base is None and not self.near and not self.parts


_MOST_NEAR = 6
_SHORTEST_WITH_NEAR = 4
"""Every word of three letters has dozens of neighbours, which say nothing."""


def near(word: str, alphabet: str, is_word: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the words of the list nearest to *word*: one slip away, slips of the same length first."""
    if len(word) < _SHORTEST_WITH_NEAR:
        return ()
    found = dict.fromkeys(_neighbours(word, sorted(alphabet)))
    return tuple(islice((each for each in found if each != word and is_word(each)), _MOST_NEAR))


def _neighbours(word: str, letters: list[str]) -> Iterator[str]:
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    for left, right in cuts:
        if len(right) > 1:
            yield left + right[1] + right[0] + right[2:]
    for left, right in cuts[:-1]:
        for letter in letters:
            yield left + letter + right[1:]
    for left, right in cuts[:-1]:
        yield left + right[1:]
    for left, right in cuts:
        for letter in letters:
            yield left + letter + right
