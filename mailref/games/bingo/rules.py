"""Scrabble-Bingo: two words of seven letters each (other games 2).

Words are crossed out as tiles are called: what is wrong with them, when they are complete, who wins.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import ClassVar

from msgspec import Struct

from mailref.orders.entries import Entry, Written
from mailref.tiles.moves import Fault, FaultAt, TextSpan
from mailref.tiles.tile_set import BLANK, TileSet


class BingoReason(StrEnum):
    """Why a call or words do not count, beside why nothing of any game does."""

    NO_BINGO = "no_bingo"
    NOT_CALLED_HERE = "not_called_here"
    WORDS_ARE_FIXED = "words_are_fixed"


WORDS = 2
WORD_LENGTH = 7


class WrittenWords(Struct, Written, frozen=True):
    """What a mail says in a game of Scrabble-Bingo: words, or a call."""

    is_words = True

    words: tuple[str, ...]
    """As the lists spell them; as many as were written."""
    span: TextSpan
    """The first line of it."""
    is_call: bool
    unread_at: TextSpan | None = None
    """A sentence in which words may be meant: it is asked about."""

    @property
    def asked(self) -> object:
        return self.words, self.is_call

    @property
    def is_only_asked(self) -> bool:
        return not (self.words or self.is_call)

    @property
    def said(self) -> str:
        return ", ".join(self.words) or super().said


def words_in(entry: Entry | None) -> WrittenWords | None:
    """Return what an entry says in a game of Scrabble-Bingo; None where it says nothing."""
    written = entry.written if entry is not None else None
    return written if isinstance(written, WrittenWords) else None


class NotTwoWords(FaultAt, frozen=True, kw_only=True):
    """Two words of seven letters are wanted."""

    code: ClassVar[str] = "bingo_words"
    words: tuple[str, ...]


class TooOften(FaultAt, frozen=True, kw_only=True):
    """A letter stands more often in the two words than there are tiles of it."""

    letters: str


def faults_of(words: Sequence[str], span: TextSpan, tiles: TileSet) -> tuple[Fault, ...]:
    """Return what is wrong with a player's words; whether they are words is asked elsewhere."""
    faults: list[Fault] = []
    if len(words) != WORDS or any(len(word) != WORD_LENGTH for word in words):
        faults.append(NotTwoWords(span=span, words=tuple(words)))
    there = {letter: count for letter, count in tiles.counts.items() if letter != BLANK}
    if more := Counter("".join(words)) - Counter(there):
        faults.append(TooOften(span=span, letters=tiles.in_order(more.elements())))
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
    for at, tile in enumerate(drawn, start=1):
        if tile == BLANK:
            jokers += blanks
        elif wanted[tile] > 0:
            wanted[tile] -= 1
        if wanted.total() <= jokers:
            return at
    return None


def winners(
    words: Mapping[str, Sequence[str]], drawn: str, *, blanks: bool = True
) -> tuple[str, ...]:
    """Return who is complete with the earliest tile; several share."""
    at = {name: complete_at(each, drawn, blanks=blanks) for name, each in words.items()}
    done = {name: number for name, number in at.items() if number is not None}
    first = min(done.values(), default=None)
    return tuple(name for name, number in done.items() if number == first)


class Crossed(Struct, frozen=True):
    """How far a player's words are crossed out."""

    words: tuple[tuple[tuple[str, bool], ...], ...]
    """For each word its letters, and whether each is crossed out; of equal letters the first ones are."""
    wanted: int
    """Letters not crossed out."""
    jokers: int
    """So many of them blanks stand for, whichever they will be; never more than are wanted."""

    @property
    def left(self) -> int:
        """Return how many letters must still be drawn."""
        return self.wanted - self.jokers


def crossed_out(words: Sequence[str], drawn: str, *, blanks: bool = True) -> Crossed:
    """Return *words* with what *drawn* has crossed out: one tile, one letter.

    A blank is bound to no letter: it stands for whichever is wanted last.

    >>> crossed_out(("ANNA",), "NA?").left
    1
    """
    tiles = Counter(drawn)
    jokers = tiles.pop(BLANK, 0) if blanks else 0
    marked = tuple(tuple((letter, _cross(tiles, letter)) for letter in word) for word in words)
    wanted = sum(not is_crossed for word in marked for _, is_crossed in word)
    return Crossed(marked, wanted, min(jokers, wanted))


def _cross(tiles: Counter[str], letter: str) -> bool:
    if tiles[letter] <= 0:
        return False
    tiles[letter] -= 1
    return True
