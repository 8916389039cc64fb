"""The lexicon of a plain list, in any set of tiles: a word stands in it, or it stands in none.

A list says nothing of inflection, names or accents; what only the German lists know is in `german.py`. Where a game
has a list of short words of its own, or lets letters lie in any order, that is laid over either.
"""

from collections.abc import Callable, Iterator
from itertools import permutations

from msgspec import Struct

from mailref.structs import shown_without
from mailref.tiles.board import Laying
from mailref.tiles.lexicon.evidence import Evidence, near
from mailref.tiles.lexicon.packed import PackedWords
from mailref.tiles.lexicon.verdicts import (
    Accepted,
    Hint,
    Refused,
    Rulings,
    Unknown,
    Valid,
    Verdict,
    Why,
    WordBook,
    WordChanges,
)
from mailref.tiles.tile_set import TileSet, letters_on


def plain(word: str) -> str:
    """Return a word of tiles as it is written, without brackets: SZÓ, however it is cut."""
    return "".join(map(letters_on, word))


def in_tiles(word: str, tiles: TileSet) -> str:
    """Return *word* as tiles: as it is where it is made of them; nothing where it cannot be."""
    if set(tiles.alphabet).issuperset(word):
        return word
    try:
        return tiles.cut(word)
    except ValueError:
        return ""


def is_apart(word: str, tiles: TileSet) -> bool:
    """Tell whether letters stand apart that the set wants on one tile (Spanish C and H)."""
    if not tiles.digraphs or tiles.is_cut_apart:
        return False
    return tiles.cut(plain(word)) != word


def ways_of(word: str, tiles: TileSet) -> tuple[str, ...]:
    """Return every way in which a word may be laid; none where it cannot be."""
    cut = in_tiles(word, tiles)
    if not cut or not tiles.digraphs:
        return (cut,) if cut else ()
    return tuple(way for way in tiles.cuts(plain(cut)) if not is_apart(way, tiles))


def ruling_on(word: str, tiles: TileSet, rulings: Rulings) -> bool | None:
    """Return what was ruled on a word, in whatever way it is cut; None where nothing was."""
    if not rulings:
        return None
    ways = (word, plain(word), *ways_of(word, tiles))
    return next((rulings[way] for way in ways if way in rulings), None)


class ListLexicon(Struct, frozen=True):
    """A list of words of one set of tiles; without `words` every word is asked about."""

    name: str
    sha256: str
    tiles: TileSet
    words: PackedWords | None = None

    __repr__ = shown_without("words")

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:  # noqa: ARG002  for all sets alike
        """Judge *word* (tiles, or as typed) under *rules*; rulings win."""
        tiles = in_tiles(word, self.tiles)
        if not tiles:
            return Refused(Why.CHARACTERS)
        ruling = ruling_on(tiles, self.tiles, rulings)
        if ruling is not None:
            return Accepted() if ruling else Refused(Why.RULING)
        if len(tiles) == 1:
            return Refused(Why.ONE_LETTER)
        if is_apart(tiles, self.tiles):
            return Refused(Why.APART)
        if self.words is None:
            return Unknown((Hint.NO_LIST,))
        return Valid() if tiles in self.words else Unknown((Hint.NONE,))

    def bases_needed(self, word: str, rules: Laying) -> tuple[str, ...]:  # noqa: ARG002  a list knows none
        """Ask for no base form."""
        return ()

    def evidence(self, word: str, stated: str, rules: Laying) -> Evidence:  # noqa: ARG002  a list knows no bases
        """Return the words of the list that are nearest to *word*."""
        words = self.words
        if words is None:
            return Evidence()
        found = near(in_tiles(word, self.tiles), self.tiles.alphabet, words.__contains__)
        return Evidence(near=tuple(map(self.tiles.shown, found)))

    def changes(self, rules: Laying, rulings: Rulings) -> WordChanges:  # noqa: ARG002  for all sets alike
        """Return how the words valid without asking differ from the list."""
        ruled = {
            way: is_accepted
            for word, is_accepted in rulings.items()
            for way in ways_of(word, self.tiles)
        }
        known = {way: self.words is not None and way in self.words for way in ruled}
        return WordChanges(
            added=frozenset(way for way, is_in in ruled.items() if is_in and not known[way]),
            removed=frozenset(way for way, is_in in ruled.items() if not is_in and known[way]),
        )


_SHORT = range(2, 4)


class _Over(Struct, frozen=True):
    """Rules of a game laid over a lexicon, which alone knows of words what they are."""

    lexicon: WordBook
    tiles: TileSet

    @property
    def name(self) -> str:
        return self.lexicon.name

    @property
    def sha256(self) -> str:
        return self.lexicon.sha256

    def evidence(self, word: str, stated: str, rules: Laying) -> Evidence:
        """Return what the lexicon knows of *word* as it is laid."""
        return self.lexicon.evidence(word, stated, rules)


class WithShortWords(_Over, frozen=True):
    """A lexicon in which a club's own list alone says which words of two and three tiles there are."""

    short: PackedWords
    listed: Callable[[int], Iterator[str]]
    """Yields the words of so many tiles that the lexicon's own list has."""

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:
        """Judge *word* under *rules*; rulings win, then the short words."""
        found = self.lexicon.verdict(word, rules, rulings)
        is_ruled = isinstance(found, Accepted) or found == Refused(Why.RULING)
        tiles = in_tiles(word, self.tiles)
        if is_ruled or not self._governs(tiles):
            return found
        return Valid() if tiles in self.short else Refused(Why.SHORT_WORDS)

    def bases_needed(self, word: str, rules: Laying) -> tuple[str, ...]:
        """Return what the lexicon asks for, but of a short word nothing: it is listed as it stands."""
        is_short = self._governs(in_tiles(word, self.tiles))
        return () if is_short else self.lexicon.bases_needed(word, rules)

    def changes(self, rules: Laying, rulings: Rulings) -> WordChanges:
        """Return how the words valid without asking differ from the lexicon's own list."""
        found = self.lexicon.changes(rules, rulings)
        listed = {word for length in _SHORT for word in self.listed(length) if self._governs(word)}
        ruled = {word for word in found.added if self._governs(word)}
        valid = {
            word
            for word in {*listed, *self.short, *ruled}
            if isinstance(self.verdict(word, rules, rulings), Valid | Accepted)
        }
        return WordChanges(
            added=(found.added - ruled) | (valid - listed),
            removed=frozenset(word for word in found.removed if not self._governs(word))
            | (listed - valid),
        )

    def _governs(self, tiles: str) -> bool:
        """Tell whether the list has words of that length: one of two letters says nothing of three."""
        return len(tiles) in _SHORT and len(tiles) in self.short.header.lengths


class OnlyListed(_Over, frozen=True):
    """A lexicon for games in which nobody is asked about a word that stands in no list."""

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:
        """Judge *word*, and refuse what would be asked about."""
        found = self.lexicon.verdict(word, rules, rulings)
        return Refused(Why.UNLISTED) if isinstance(found, Unknown) else found

    def bases_needed(self, word: str, rules: Laying) -> tuple[str, ...]:
        """Return the verbs of which the lexicon below wants one stated."""
        return self.lexicon.bases_needed(word, rules)

    def changes(self, rules: Laying, rulings: Rulings) -> WordChanges:
        """Return what the lexicon below does: what is asked about stands in no list to search."""
        return self.lexicon.changes(rules, rulings)


class InAnyOrder(_Over, frozen=True):
    """A lexicon for games in which a word counts if its letters can be put in the order of one."""

    orders: Callable[[], PackedWords]
    """The words of the list behind their letters in order, fetched when first asked for."""

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:
        """Judge *word*, and if it is no word itself, those that have its letters."""
        found = self.lexicon.verdict(word, rules, rulings)
        tiles = in_tiles(word, self.tiles)
        if isinstance(found, Valid | Accepted) or not tiles:
            return found
        ruled = {way for each in rulings for way in ways_of(each, self.tiles)}
        alike = {each for each in ruled if sorted(each) == sorted(tiles)}
        verdicts = [
            self.lexicon.verdict(each, rules, rulings)
            for each in (*sorted(alike), *self._orders_of(tiles))
        ]
        counting = (each for each in verdicts if isinstance(each, Valid | Accepted))
        refused = Refused(Why.RULING)
        return next(counting, refused if refused in verdicts else found)

    def bases_needed(self, word: str, rules: Laying) -> tuple[str, ...]:  # noqa: ARG002  letters have no base form
        """Ask for no base form."""
        return ()

    def changes(self, rules: Laying, rulings: Rulings) -> WordChanges:
        """Return how the words valid without asking differ from the list: of their order the search takes care."""
        return self.lexicon.changes(rules, rulings)

    def _orders_of(self, tiles: str) -> Iterator[str]:
        """Yield what may be a word with these letters: words of the list, and short ones in every order."""
        yield from self.orders().in_any_order(tiles)
        if len(tiles) in _SHORT:
            yield from sorted({"".join(order) for order in permutations(tiles)})
