"""A game of WORT-Rummikub that plays itself: two players with words to lay, to extend and to rob for.

Each knows what his mails tell: table, rack, stacks, open words and whose move it is. What happens beside good
moves stands in a table, by the number of the turn.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from email.message import EmailMessage
from enum import StrEnum
from functools import cache
from itertools import islice
from typing import ClassVar, Self

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from mailref.demo.players import SimulatedPlayer
from mailref.games.by_turns.demo import (
    MINE,
    OPEN_WORD,
    ByTurns,
    Seats,
    listed_words,
    rack_in,
    said_in,
    turn_of,
)
from mailref.tiles.board import ALPHABET

_SHORTEST, _LONGEST = 3, 12


class FoundWord(Struct, frozen=True):
    """A move, as a player writes it, and what it brings."""

    word: str
    written: str


class _Listed(Struct, frozen=True):
    """The words that fit on the table, the longest first, with what finds those that letters make."""

    words: tuple[str, ...]
    marks: NDArray[np.int64]


@cache
def _listed() -> _Listed:
    """Return the list, written in capitals."""
    fitting = (word for word in listed_words() if _SHORTEST <= len(word) <= _LONGEST)
    words = tuple(sorted(fitting, key=lambda word: (-len(word), word)))
    marks = np.fromiter(map(_marks, words), np.int64, len(words))
    return _Listed(words, marks)


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
            if old.count(letter) > 1 or len(left) < _SHORTEST or left not in listed_words():
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


_WORD = re.compile(r"^ +\d+ \| ([A-ZÄÖÜ]+)", re.MULTILINE)
_NEED = re.compile(r"mindestens (\d+) Buchstaben?, alle von deiner")
_STACK = re.compile(r"Nummer (\d) zeigt ([A-ZÄÖÜ])")
_LEAST = 3
_RANKED = 3
_VOWELS = "AEIOUÄÖÜ"


class TableTwist(StrEnum):
    """What the player to move does instead of laying the best word he sees."""

    NO_WORD = "no word"
    """He lays what stands in no list."""
    DOUBT = "doubt"
    """He doubts the word before, where the mail offers that; then he moves."""
    WISH = "wish"
    """He says which letters he wants, with his move."""
    SILENCE = "silence"
    """He lets his time run out."""


_TABLE_TWISTS: Mapping[int, TableTwist] = {
    3: TableTwist.NO_WORD,
    4: TableTwist.DOUBT,
    5: TableTwist.WISH,
    6: TableTwist.DOUBT,
    9: TableTwist.SILENCE,
}
"""By the number of the turn: the word of turn 3 is doubted rightly, that of turn 5 in vain."""


class TableMail(Struct, frozen=True):
    """What a mail tells the player who got it."""

    mail: EmailMessage
    number: int
    table: tuple[str, ...]
    rack: str
    tops: Mapping[str, str]
    """The open tiles, by the number of their stack."""
    need: int
    is_mine: bool
    open_word: str
    """A word that may be doubted; "" if none."""
    only_accepts: bool
    is_refilled: bool
    """Whether tiles will be taken for the word before, from the first stacks on, before he moves."""

    @classmethod
    def read(cls, mail: EmailMessage) -> Self | None:
        """Return what stands in a turn's mail; None for any other mail."""
        text, number = said_in(mail), turn_of(mail)
        if number is None:
            return None
        sentences = " ".join(text.split())
        need, word = _NEED.search(sentences), OPEN_WORD.search(sentences)
        return cls(
            mail=mail,
            number=number,
            table=tuple(_WORD.findall(text)),
            rack=rack_in(text),
            tops=dict(_STACK.findall(sentences)),
            need=int(need[1]) if need else _LEAST,
            is_mine=MINE.search(text) is not None,
            open_word=word[1] if word else "",
            only_accepts="Ziehen kann deshalb niemand mehr" in sentences,
            is_refilled="nimmt davon noch" in sentences,
        )


class _StacksTable(Seats[TableMail]):
    """The game as it runs, and which words have lain."""

    laid: set[str] = field(default_factory=set)

    def read(self, mail: EmailMessage) -> TableMail | None:
        known = TableMail.read(mail)
        if known is not None:
            self.laid.update(known.table)
        return known

    def act(self, player: SimulatedPlayer, known: TableMail) -> None:
        twist = _TABLE_TWISTS.get(known.number) if self.is_first_try(known.number) else None
        if known.only_accepts:
            self.write(player, known, "ANNEHMEN\n")
            return
        match twist:
            case TableTwist.SILENCE:
                self.let_time_pass()
            case TableTwist.DOUBT if known.open_word:
                self.write(player, known, f"ZWEIFLE AN: {known.open_word}\n")
            case TableTwist.NO_WORD:
                self.write(player, known, _nonsense(self, known))
            case TableTwist.WISH:
                self.write(player, known, f"{_good_move(self, known)}WUNSCH: E N R S T A\n")
            case _:
                self.write(player, known, _good_move(self, known))

    def found(self, known: TableMail) -> list[FoundWord]:
        """Return the moves that a player sees, the longest words first."""
        changed = () if known.need > _LEAST else changes(known.rack, known.table, self.laid)
        laid = islice(words_from(known.rack, known.need, self.laid), _RANKED)
        return sorted((*changed, *laid), key=lambda each: -len(each.word))


class TableShow(ByTurns):
    """Two with racks and open stacks, who doubt and wish."""

    titles: ClassVar[Mapping[str, str]] = {"rummikub": "WORT-Rummikub"}
    written: ClassVar[Mapping[str, str]] = {**ByTurns.written, "ZWEIFLE": "challenge"}
    seats = _StacksTable


SHOW = TableShow()


def _good_move(table: _StacksTable, known: TableMail) -> str:
    found = table.found(known)
    if found:
        reach = min(_RANKED, len(found))
        return found[table.rng.randrange(reach)].written
    return _taken(known)


def _taken(known: TableMail) -> str:
    """Return the taking of a tile: a vowel where the rack has few."""
    if not known.tops:
        return "PASSE\n"
    if known.is_refilled:
        return f"NIMM {max(known.tops)}\n"
    wants = sum(tile in _VOWELS for tile in known.rack) * 2 < len(known.rack)
    fitting = [stack for stack, tile in known.tops.items() if (tile in _VOWELS) is wants]
    return f"NIMM {(fitting or list(known.tops))[0]}\n"


def _nonsense(table: _StacksTable, known: TableMail) -> str:
    """Return a word that no list knows, of letters that the player has."""
    for found in words_from(known.rack, known.need, table.laid):
        word = found.word[::-1]
        if word not in listed_words():
            return f"LEGE {word}\n"
    return _good_move(table, known)
