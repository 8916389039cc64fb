"""Verdicts on words. The referee's lists decide what is sure; the game master the rest.

The lists spell a word composed, in capitals, ß as SS, without accents.
"""

import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from mailref.structs import Alternative, Coded
from mailref.tiles.board import ALPHABET, Laying
from mailref.tiles.lexicon.evidence import Evidence

LETTERS = frozenset(ALPHABET)


def spell(word: str) -> str:
    """Return *word* as the lists spell it: composed, in capitals, ß as SS."""
    return unicodedata.normalize("NFC", word).replace("ẞ", "ß").upper()


DIGRAPHS = {"AE": "Ä", "OE": "Ö", "UE": "Ü"}
"""How a keyboard without umlauts writes them."""
_SPELLED_OUT = str.maketrans({umlaut: digraph for digraph, umlaut in DIGRAPHS.items()})


def spell_out(word: str) -> str:
    """Return *word*, in capitals, with its umlauts spelled out: GÖTZE is GOETZE."""
    return word.translate(_SPELLED_OUT)


def fold_accents(word: str) -> str:
    """Return *word* as the lists spell it, without accents but with its umlauts: `Abbé` is ABBE."""
    letters = spell(word)
    return "".join(
        letter if letter in LETTERS else unicodedata.normalize("NFD", letter)[0]
        for letter in letters
    )


class Why(StrEnum):
    """Why a word is refused."""

    RULING = "ruling"
    """The game master said so."""
    CHARACTERS = "characters"
    """It holds something that is no tile."""
    ONE_LETTER = "one_letter"
    UMLAUT = "umlaut"
    """AE, OE or UE stands for an umlaut."""
    NAME = "name"
    ABBREVIATION = "abbreviation"
    AFFIX = "affix"
    """A prefix or suffix that stands in no dictionary alone: HEIT."""
    SHORT_WORDS = "short_words"
    """Of two or three letters, and not among the short words of the game's own list."""
    APART = "apart"
    """Two tiles stand where the set has one for both letters, in a set that wants that one."""
    BASE_FORM = "base_form"
    """A form known from a separable verb alone, whose base form the mail does not state."""
    ACCENT = "accent"
    """Known only with an accent, in a game that refuses those."""
    UNLISTED = "unlisted"
    """In no list, or not surely, in a game in which nobody is asked."""


class Hint(StrEnum):
    """What the lists know of a word that the game master must rule on."""

    SUSPECT = "suspect"
    """In the list, but probably a name, in a game without names."""
    NAME_GEO = "name_geo"
    NAME_PERSON = "name_person"
    NAME_OTHER = "name_other"
    ACCENT = "accent"
    PROBABLE = "probable"
    """In no list of valid words, but among the probable ones."""
    NONE = "none"
    """In no list at all."""
    NO_LIST = "no_list"
    """The game has no list: every word is asked about."""


class Valid(Alternative, Coded, frozen=True):
    """The lists hold the word."""


class Accepted(Alternative, Coded, frozen=True):
    """The game master accepted it."""


class Refused(Alternative, Coded, frozen=True):
    why: Why


class Unknown(Alternative, Coded, frozen=True):
    """A question for the game master, with what the lists say."""

    hints: tuple[Hint, ...]


Verdict = Valid | Accepted | Refused | Unknown

Rulings = Mapping[str, bool]
"""The game master's decisions in force: word in capitals, True for accepted."""


class Lexicon(Protocol):
    """Words to verdicts (shared lexicon, in the order given there)."""

    @property
    def name(self) -> str:
        """Return the list's name as the report prints it."""

    @property
    def sha256(self) -> str:
        """Return the hash of the unpacked list."""

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:
        """Judge *word* (as typed; case does not matter) under *rules*; rulings win."""

    def bases_needed(self, word: str, rules: Laying) -> tuple[str, ...]:
        """Return the separable verbs of which *rules* want one stated beside *word* (seed 003)."""


class EveryWord:
    """A lexicon that holds every word: where nobody looks before it is laid, and where a record says what was found."""

    __slots__ = ()
    name = ""
    sha256 = ""

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:  # noqa: ARG002  any word
        """Take *word* as it is."""
        return Valid()

    def bases_needed(self, word: str, rules: Laying) -> tuple[str, ...]:  # noqa: ARG002  any word
        """Ask for no base form."""
        return ()


class WordChanges(Struct, frozen=True):
    """What a game changes in the list that its top is searched in."""

    added: frozenset[str]
    removed: frozenset[str]


class WordBook(Lexicon, Protocol):
    """A lexicon that is asked about any word: what its lists know of it, and which words a game's top is made of."""

    def evidence(self, word: str, stated: str, rules: Laying) -> Evidence:
        """Return what the lists know of *word*, with what the player *stated* about it."""

    def changes(self, rules: Laying, rulings: Rulings) -> WordChanges:
        """Return how the words valid without asking differ from the list (rules 8, a game's top)."""
