"""A game of WORT-Rummikub that plays itself: two players with words to lay, to extend and to rob for.

Each knows what his mails tell: table, rack, stacks, open words and whose move it is.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import islice

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from mailref.demo.players import SimulatedPlayer
from mailref.demo.shows import DemoScript
from mailref.demo.speech import Orders
from mailref.demo.stage import listed_words
from mailref.games.by_turns.demo import ByTurns, Seats, TurnMail
from mailref.tiles.board import ALPHABET

_SHORTEST, _LONGEST = 3, 12


class Tongue(Struct, frozen=True):
    """What a player speaks: which words he knows, and how he writes orders."""

    words: frozenset[str]
    orders: Orders


class FoundWord(Struct, frozen=True):
    """A move, as a player writes it, and what it brings."""

    word: str
    written: str


class _Listed(Struct, frozen=True):
    """The words that fit on the table, the longest first, with what finds those that letters make."""

    words: tuple[str, ...]
    marks: NDArray[np.int64]


@cache
def _listed(known: frozenset[str]) -> _Listed:
    """Return the words of a list that fit, written in capitals."""
    fitting = (
        word
        for word in known
        if _SHORTEST <= len(word) <= _LONGEST and not set(word) - set(ALPHABET)
    )
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


def words_from(
    tongue: Tongue, rack: str, least: int, without: Collection[str] = ()
) -> Iterator[FoundWord]:
    """Yield the words that a rack lays, the longest first."""
    for word in _made_of(tongue, rack):
        if len(word) >= least and word not in without:
            yield FoundWord(word, f"{tongue.orders.lay} {word}")


def changes(
    tongue: Tongue, rack: str, table: Sequence[str], without: Collection[str] = ()
) -> Iterator[FoundWord]:
    """Yield what can be made of the table with a rack: extensions, then words that rob one letter."""
    for old in sorted(table, key=len, reverse=True):
        for word in _made_of(tongue, rack + old, old):
            if old in word and word != old and word not in without:
                yield FoundWord(word, f"{word} {tongue.orders.from_} {old}")
                break
    for old in table:
        for at, letter in enumerate(old):
            left = old[:at] + old[at + 1 :]
            if old.count(letter) > 1 or len(left) < _SHORTEST or left not in tongue.words:
                continue
            for word in _made_of(tongue, rack + letter, letter):
                is_new = word not in without and word not in table
                if is_new and Counter(word) - Counter(letter):
                    yield FoundWord(word, f"{word}: {letter} {tongue.orders.from_} {old}")
                    break


def _made_of(tongue: Tongue, letters: str, least: str = "") -> Iterator[str]:
    """Yield the words that *letters* make with all of *least* among them, the longest first."""
    listed, have, wanted = _listed(tongue.words), Counter(letters), _marks(least)
    fits = (listed.marks & ~_marks(letters) == 0) & (listed.marks & wanted == wanted)
    for at in np.flatnonzero(fits):
        word = listed.words[at]
        if not Counter(word) - have:
            yield word


_WORD = re.compile(r"^ +\d+ \| ([A-ZÄÖÜ]+)", re.MULTILINE)
_LEAST = 3
_RANKED = 3
_VOWELS = "AEIOUÄÖÜ"


_SCRIPT = DemoScript.beside(__file__)


class _StacksTable(Seats):
    """The game as it runs, and which words have lain."""

    laid: set[str] = field(default_factory=set)
    script = _SCRIPT

    @property
    def tongue(self) -> Tongue:
        """Return what the players speak."""
        return Tongue(listed_words(self.game.rules), self.demo.speech.orders)

    def known_to(self, player: SimulatedPlayer) -> TurnMail | None:
        known = super().known_to(player)
        if known is not None:
            self.laid.update(_table_in(known))
        return known

    def move(self, player: SimulatedPlayer, known: TurnMail) -> str:  # noqa: ARG002  all see as much
        found = self.found(known)
        if found:
            reach = min(_RANKED, len(found))
            return found[self.demo.rng.randrange(reach)].written
        return _taken(known)

    def said(self, what: str, player: SimulatedPlayer, known: TurnMail) -> str:
        return self.no_word(known) if what == "no_word" else super().said(what, player, known)

    def found(self, known: TurnMail) -> list[FoundWord]:
        """Return the moves that a player sees, the longest words first."""
        rack, need = known.rack, _need_in(known)
        changed = () if need > _LEAST else changes(self.tongue, rack, _table_in(known), self.laid)
        laid = islice(words_from(self.tongue, rack, need, self.laid), _RANKED)
        return sorted((*changed, *laid), key=lambda each: -len(each.word))

    def no_word(self, known: TurnMail) -> str:
        """Return a word that no list knows, of letters that the player has."""
        for found in words_from(self.tongue, known.rack, _need_in(known), self.laid):
            word = found.word[::-1]
            if word not in self.tongue.words:
                return f"{self.tongue.orders.lay} {word}"
        return ""


def _table_in(known: TurnMail) -> tuple[str, ...]:
    return tuple(_WORD.findall(known.text))


def _need_in(known: TurnMail) -> int:
    need = re.search(known.said.reads.need, known.sentences)
    return int(need[1]) if need else _LEAST


class TableShow(ByTurns):
    """Two with racks and open stacks, who doubt and wish."""

    takes_tiles = False
    script = _SCRIPT
    seats = _StacksTable


SHOW = TableShow()


def _taken(known: TurnMail) -> str:
    """Return the taking of a tile: a vowel where the rack has few."""
    said = known.said
    tops = dict(re.findall(said.reads.stack, known.sentences))
    if not tops:
        return said.orders.pass_
    if said.reads.bespoken in known.sentences:  # for the word before, from the first stacks on
        return f"{said.orders.take} {max(tops)}"
    wants = sum(tile in _VOWELS for tile in known.rack) * 2 < len(known.rack)
    fitting = [stack for stack, tile in tops.items() if (tile in _VOWELS) is wants]
    return f"{said.orders.take} {(fitting or list(tops))[0]}"
