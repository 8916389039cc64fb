"""Scrabble-Bingo: two words of seven letters each, crossed out as tiles are called (table games, other games 2)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from mailref.rules.board import BLANK, GERMAN, in_order
from mailref.rules.faults import Fault
from mailref.rules.moves import TextSpan

WORDS = 2
LETTERS = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class NotTwoWords(Fault):
    """Two words of seven letters are wanted."""

    code: ClassVar[str] = "bingo_words"
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TooOften(Fault):
    """A letter stands more often in the two words than there are tiles of it."""

    code: ClassVar[str] = "too_often"
    letters: str


def faults_of(words: Sequence[str], span: TextSpan) -> tuple[Fault, ...]:
    """Return what is wrong with a player's words; whether they are words is asked elsewhere."""
    faults: list[Fault] = []
    if len(words) != WORDS or any(len(word) != LETTERS for word in words):
        faults.append(NotTwoWords(span=span, words=tuple(words)))
    there = {letter: count for letter, count in GERMAN.counts.items() if letter != BLANK}
    if more := Counter("".join(words)) - Counter(there):
        faults.append(TooOften(span=span, letters=in_order(more.elements())))
    return tuple(faults)


def complete_at(words: Sequence[str], drawn: str, *, blanks: bool = True) -> int | None:
    """Return with which tile, from 1, all letters are crossed out; None: they are not yet.

    One tile crosses out one letter; a blank the letter still wanting, unless *blanks* says that it
    stands for nothing (seed 002).

    >>> complete_at(("EEEEEEE", "NNNNNNN"), "?EEEEEEENNNNNN")
    14
    """
    wanted = Counter("".join(words))
    jokers = 0
    for number, tile in enumerate(drawn, start=1):
        if tile == BLANK:
            jokers += blanks
        elif wanted[tile] > 0:
            wanted[tile] -= 1
        if wanted.total() <= jokers:
            return number
    return None


def winners(
    words: Mapping[str, Sequence[str]], drawn: str, *, blanks: bool = True
) -> tuple[str, ...]:
    """Return who is complete with the earliest tile; several share."""
    at = {name: complete_at(each, drawn, blanks=blanks) for name, each in words.items()}
    done = {name: number for name, number in at.items() if number is not None}
    first = min(done.values(), default=None)
    return tuple(name for name, number in done.items() if number == first)
