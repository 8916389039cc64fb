"""The referee's German lists, the order in which they judge a word (rules 8, words), and what else they can tell.

Measured on the 590,515 words of the shipped list: a frozenset of strings takes 70 ms and 70 MB and
answers in 0.3 µs; this index takes half a megabyte at most, beside text that may be mapped from a file,
and answers in 2 µs, at first in 20. A game asks for a few words a mail, so memory decides.

Of a word that is in none of them, for the game master who must rule, everything told is a fact about the lists,
never a guess at the language: a form that the rules predict is evidence against itself where the list has the
base with other forms, and not this one.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import product
from typing import Protocol, Self, overload

from msgspec import Struct

from mailref.structs import shown_without
from mailref.tiles.board import ALPHABET, SIZE, Accents, BaseForm, Laying
from mailref.tiles.lexicon import derivation
from mailref.tiles.lexicon.evidence import Base, Evidence, WordPart, WordStanding, near
from mailref.tiles.lexicon.packed import Octets
from mailref.tiles.lexicon.verdicts import (
    DIGRAPHS,
    LETTERS,
    Accepted,
    Hint,
    Lexicon,
    Refused,
    Rulings,
    Unknown,
    Valid,
    Verdict,
    Why,
    WordChanges,
    spell,
)

_STEP = 1024
"""How far the indexed words stand apart, in octets: the search inside a stretch is one `in`."""
_STRETCHES = 64
"""So many stretches are looked through at once where all must be."""


class _Heads(Sequence[bytes]):
    """The first word of each stretch of a list: the first line that begins behind that many steps.

    Each is looked for when it is first asked for: to look for all takes as long as a thousand looks into the list.
    """

    def __init__(self, lines: Octets) -> None:
        self._lines = lines
        last = lines.rfind(b"\n", 0, len(lines) - 1) + 1
        self._count = max(1, -(-last // _STEP)) if len(lines) else 0
        self._known: dict[int, bytes] = {}

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> bytes: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[bytes]: ...
    def __getitem__(self, at: int | slice) -> bytes | Sequence[bytes]:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(self._count))]
        if not 0 <= at < self._count:
            raise IndexError(at)
        found = self._known.get(at)
        if found is None:
            start = self._lines.find(b"\n", at * _STEP) + 1 if at else 0
            found = self._known[at] = self._lines[start : self._lines.find(b"\n", start)]
        return found


class WordBlock(Struct, frozen=True):
    """A sorted list of words, one a line in UTF-8, searched where it lies."""

    lines: Octets
    heads: Sequence[bytes]

    __repr__ = shown_without("lines", "heads")

    @classmethod
    def of(cls, lines: Octets) -> Self:
        """Index *lines*, which must be sorted by their octets and end with a line feed."""
        return cls(lines=lines, heads=_Heads(lines))

    def __contains__(self, word: object) -> bool:
        if not isinstance(word, str):
            return False
        line = word.encode()
        stretch = bisect_right(self.heads, line)
        return stretch > 0 and b"\n" + line + b"\n" in self._lines(stretch - 1, stretch)

    def __iter__(self) -> Iterator[str]:
        return iter(self.lines[:].decode().split())

    def _lines(self, first: int, end: int) -> bytes:
        """Return the lines of the stretches from *first* up to *end*, a line feed before the first of them."""
        start = self.lines.find(b"\n", first * _STEP) + 1 if first else 0
        stop = self.lines.find(b"\n", end * _STEP) if end < len(self.heads) else len(self.lines) - 1
        return b"\n" + self.lines[start : stop + 1]

    def beginning_with(self, part: str) -> int:
        """Return how many longer words begin with *part*."""
        begin = part.encode()
        first = max(0, bisect_left(self.heads, begin) - 1)
        end = bisect_right(self.heads, begin + b"\xff")  # no octet of UTF-8
        return self._lines(first, end).count(b"\n" + begin) - (part in self)

    def ending_with(self, part: str) -> int:
        """Return how many longer words end with *part*."""
        end, count = part.encode() + b"\n", len(self.heads)
        lots = ((first, min(first + _STRETCHES, count)) for first in range(0, count, _STRETCHES))
        return sum(self._lines(*lot).count(end) for lot in lots) - (part in self)


_DIGRAPH = re.compile(f"({'|'.join(DIGRAPHS)})")


class Occurrences(Struct, frozen=True):
    """How many longer words of the list begin and end with a part."""

    begin: int
    end: int


class BuiltWords(Lexicon, Protocol):
    """A lexicon that can say how many words are built of a part."""

    def occurrences(self, part: str) -> Occurrences:
        """Return how many longer words of the list begin and end with *part*."""


class GermanLexicon(Struct, frozen=True):
    """All lists of one installation; `verdict` asks them in the order of the rules."""

    name: str
    sha256: str
    words: WordBlock
    suspects: frozenset[str]
    """Words of the list that may be names."""
    names: Mapping[Hint, frozenset[str]]
    """Places, persons and other names, by the hint they give."""
    abbreviations: frozenset[str]
    accented: frozenset[str]
    """Words that exist only with an accent, without it (`fold_accents`)."""
    probable: Callable[[], Container[str]]
    """The probable words, fetched when first asked for: most games never need them."""
    listed_names: frozenset[str] = frozenset()
    """Words of the list that are names and nothing else: APPLE."""
    listed_abbreviations: frozenset[str] = frozenset()
    """Words of the list that are abbreviations and nothing else: EDV."""
    affixes: frozenset[str] = frozenset()
    """What stands in no dictionary alone: NASIG, HEIT."""

    __repr__ = shown_without(
        "words",
        "suspects",
        "listed_names",
        "names",
        "abbreviations",
        "listed_abbreviations",
        "affixes",
        "accented",
        "probable",
    )

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:
        """Judge *word* (as typed; case does not matter) under *rules*; rulings win."""
        spelled = spell(word)
        if not spelled or not LETTERS.issuperset(spelled):
            return Refused(Why.CHARACTERS)
        ruling = rulings.get(spelled)
        if ruling is not None:
            return Accepted() if ruling else Refused(Why.RULING)
        if len(spelled) == 1:
            return Refused(Why.ONE_LETTER)
        if len(spelled) > SIZE:
            return Unknown((Hint.NONE,))
        return self._listed(spelled, rules)

    def _listed(self, word: str, rules: Laying) -> Verdict:
        """Every listed name is among the names too; as a word of the list it is judged first."""
        if word in self.listed_abbreviations:
            return Refused(Why.ABBREVIATION)
        is_suspect, is_name = word in self.suspects, word in self.listed_names
        if word in self.words and not is_suspect and not is_name:
            return Valid()
        if self._stands_for_umlaut(word):
            return Refused(Why.UMLAUT)
        kinds = tuple(hint for hint, names in self.names.items() if word in names)
        if rules.names and (is_suspect or is_name):
            return Valid()
        if is_suspect:
            return Unknown((Hint.SUSPECT, *kinds))
        if kinds:
            return Unknown(kinds) if rules.names else Refused(Why.NAME)
        return self._unlisted(word, rules)

    def _unlisted(self, word: str, rules: Laying) -> Verdict:
        if word in self.affixes:
            return Refused(Why.AFFIX)
        if word in self.abbreviations or self._is_plural_of_abbreviation(word):
            return Refused(Why.ABBREVIATION)
        if word in self.accented:
            refuses = rules.accents is Accents.REFUSE
            return Refused(Why.ACCENT) if refuses else Unknown((Hint.ACCENT,))
        return Unknown((Hint.PROBABLE if word in self.probable() else Hint.NONE,))

    def _is_plural_of_abbreviation(self, word: str) -> bool:
        singular = word.removesuffix("S")
        return singular in self.abbreviations or singular in self.listed_abbreviations

    def _stands_for_umlaut(self, word: str) -> bool:
        """Tell whether AE, OE or UE replaces an umlaut: so spelled it is a word, as it is not."""
        parts = _DIGRAPH.split(word)
        if len(parts) == 1 or word in self.words:
            return False
        choices = [(part, DIGRAPHS[part]) if part in DIGRAPHS else (part,) for part in parts]
        return any("".join(spelling) in self.words for spelling in product(*choices))

    def excluded_words(self, rules: Laying) -> frozenset[str]:
        """Return the words of the list that are not valid under *rules* without asking."""
        if rules.names:
            return self.listed_abbreviations
        return self.listed_abbreviations | self.suspects | self.listed_names

    def bases_needed(self, word: str, rules: Laying) -> tuple[str, ...]:
        """Return the separable verbs of which *rules* want one stated beside *word* (seed 003)."""
        if rules.base_form is BaseForm.OPTIONAL:
            return ()
        return derivation.only_separable_verbs(spell(word), self.words.__contains__)

    def evidence(self, word: str, stated: str, rules: Laying) -> Evidence:
        """Return what the lists know of *word*, with what the player *stated* about it."""
        return gather(word, stated, self, rules)

    def occurrences(self, part: str) -> Occurrences:
        """Return how many longer words of the list begin and end with *part*."""
        return Occurrences(self.words.beginning_with(part), self.words.ending_with(part))

    def changes(self, rules: Laying, rulings: Rulings) -> WordChanges:
        """Return how the words valid without asking differ from the list (rules 8, a game's top)."""
        accepted = {spell(word) for word, is_accepted in rulings.items() if is_accepted}
        refused = {spell(word) for word, is_accepted in rulings.items() if not is_accepted}
        return WordChanges(
            added=frozenset(word for word in accepted if word not in self.words),
            removed=frozenset(
                word
                for word in (self.excluded_words(rules) | refused) - accepted
                if word in self.words
            ),
        )


_MOST_FORMS = 4
_SHORTEST_PART = 3


def gather(word: str, stated: str, lexicon: BuiltWords, rules: Laying) -> Evidence:
    """Return what the lists know of *word*, with what the player *stated* about it."""

    def judged(form: str) -> Verdict:
        return lexicon.verdict(form, rules, {})

    def is_word(form: str) -> bool:
        return isinstance(judged(form), Valid)

    spelled = spell(word)
    return Evidence(
        base=_base(spelled, stated, judged, is_word),
        near=near(spelled, ALPHABET, is_word),
        parts=_parts(spelled, is_word, lexicon),
    )


def _base(
    word: str, stated: str, judged: Callable[[str], Verdict], is_word: Callable[[str], bool]
) -> Base | None:
    if found := derivation.derive(word, stated, is_word):
        return _described(word, found, judged, is_stated=True)
    known = [
        each
        for each in derivation.bases_of(word)
        if _standing(judged(each.base)) is not WordStanding.UNLISTED
        and (each.kind is not derivation.WordKind.VERB or is_word(each.base + "D"))
    ]
    described = [
        base
        for each in known
        if (base := _described(word, each, judged, is_stated=False)).forms
        or base.standing is not WordStanding.LISTED
    ]
    ranked = sorted(described, key=lambda base: (_RANKS[base.standing], -len(base.word)))
    return ranked[0] if ranked else None


_RANKS = {standing: rank for rank, standing in enumerate(WordStanding)}


def _described(
    word: str, found: derivation.Derivation, judged: Callable[[str], Verdict], *, is_stated: bool
) -> Base:
    forms = [
        form
        for form in dict.fromkeys(derivation.FORMS[found.kind](found.base))
        if form not in {word, found.base} and isinstance(judged(form), Valid)
    ]
    return Base(
        found.base,
        _standing(judged(found.base)),
        is_stated=is_stated,
        forms=tuple(forms[:_MOST_FORMS]),
        is_word_listed=_is_suspect(judged(word)),
    )


def _is_suspect(verdict: Verdict) -> bool:
    return isinstance(verdict, Unknown) and Hint.SUSPECT in verdict.hints


_NAMES = frozenset({Hint.SUSPECT, Hint.NAME_GEO, Hint.NAME_PERSON, Hint.NAME_OTHER})


def _standing(verdict: Verdict) -> WordStanding:
    match verdict:
        case Valid():
            return WordStanding.LISTED
        case Unknown(hints) if not _NAMES.isdisjoint(hints):
            return WordStanding.NAME
        case Unknown(hints) if Hint.PROBABLE in hints:
            return WordStanding.PROBABLE
        case Refused(Why.NAME):
            return WordStanding.NAME
        case _:
            return WordStanding.UNLISTED


def _parts(word: str, is_word: Callable[[str], bool], lexicon: BuiltWords) -> tuple[WordPart, ...]:
    """Return the two listed words of which *word* consists, a linking S or ES between them left out.

    Of several ways the one whose rarer part is the most frequent, so that SCHNEE stands before
    KATZE, not SCHNE before EKATZE.
    """
    ways = []
    for at in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
        first, last = word[:at], word[at:]
        if not is_word(last):
            continue
        for link in ("", "S", "ES"):
            head = first.removesuffix(link)
            if first.endswith(link) and len(head) >= _SHORTEST_PART and is_word(head):
                begin, end = lexicon.occurrences(head).begin, lexicon.occurrences(last).end
                ways.append((min(begin, end), WordPart(head, begin), WordPart(last, end)))
    if not ways:
        return ()
    _, head_part, last_part = max(ways, key=lambda way: way[0])
    return head_part, last_part
