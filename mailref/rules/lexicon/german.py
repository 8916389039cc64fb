"""The referee's German lists and the order in which they judge a word (rules 8, words).

Measured on the 590,515 words of the shipped list: a frozenset of strings takes 70 ms and 70 MB and
answers in 0.3 µs; this index takes 5 ms and half a megabyte, beside text that may be mapped from a file,
and answers in 2 µs. A game asks for a few words a mail, so memory decides.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Protocol, Self

from mailref.rules.board import SIZE
from mailref.rules.lexicon.derivation import only_separable_verbs
from mailref.rules.lexicon.verdicts import (
    DIGRAPHS,
    LETTERS,
    Accepted,
    Hint,
    Occurrences,
    Refused,
    Rulings,
    Unknown,
    Valid,
    Verdict,
    Why,
    fold_accents,
    spell,
)
from mailref.rules.variant import Accents, BaseForm, Laying

_STEP = 1024
"""How far the indexed words stand apart, in octets: the search inside a stretch is one `in`."""
_STRETCHES = 64
"""So many stretches are looked through at once where all must be."""


class Octets(Protocol):
    """What a list is read from: `bytes`, or a file as `mmap` shows it."""

    def __len__(self) -> int: ...
    def __getitem__(self, part: slice, /) -> bytes: ...
    def find(self, sub: bytes, start: int = ..., /) -> int: ...


@dataclass(frozen=True, slots=True)
class WordBlock:
    """A sorted list of words, one a line in UTF-8, searched where it lies."""

    lines: Octets = field(repr=False)
    heads: tuple[bytes, ...] = field(repr=False)
    """The first word of each stretch: the first line that begins behind that many steps."""

    @classmethod
    def of(cls, lines: Octets) -> Self:
        """Index *lines*, which must be sorted by their octets and end with a line feed."""
        heads: list[bytes] = []
        for offset in range(0, len(lines), _STEP):
            start = lines.find(b"\n", offset) + 1 if offset else 0
            if start == len(lines):
                break
            heads.append(lines[start : lines.find(b"\n", start)])
        return cls(lines=lines, heads=tuple(heads))

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


@dataclass(frozen=True, slots=True)
class WordChanges:
    """What a game changes in the list that its top is searched in."""

    added: frozenset[str]
    removed: frozenset[str]


@dataclass(frozen=True, slots=True)
class GermanLexicon:
    """All lists of one installation; `verdict` asks them in the order of the rules."""

    name: str
    sha256: str
    words: WordBlock = field(repr=False)
    suspects: frozenset[str] = field(repr=False)
    """Words of the list that may be names."""
    listed_names: frozenset[str] = field(repr=False)
    """Words of the list that are names and nothing else: APPLE."""
    names: Mapping[Hint, frozenset[str]] = field(repr=False)
    """Places, persons and other names, by the hint they give."""
    abbreviations: frozenset[str] = field(repr=False)
    listed_abbreviations: frozenset[str] = field(repr=False)
    """Words of the list that are abbreviations and nothing else: EDV."""
    affixes: frozenset[str] = field(repr=False)
    """What stands in no dictionary alone: NASIG, HEIT."""
    accented: frozenset[str] = field(repr=False)
    """Words that exist only with an accent, without it."""
    probable: Callable[[], Container[str]] = field(repr=False)
    """The probable words, fetched when first asked for: most games never need them."""

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
        return only_separable_verbs(spell(word), self.words.__contains__)

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


def german_lexicon(
    *,
    name: str,
    sha256: str,
    words: Octets,
    suspects: Iterable[str],
    listed_names: Iterable[str] = (),
    names: Mapping[Hint, Iterable[str]],
    abbreviations: Iterable[str],
    listed_abbreviations: Iterable[str] = (),
    affixes: Iterable[str] = (),
    accented: Iterable[str],
    probable: Callable[[], Container[str]],
) -> GermanLexicon:
    """Build the lexicon from the lists as they are shipped; *words* are sorted, one a line."""
    return GermanLexicon(
        name=name,
        sha256=sha256,
        words=WordBlock.of(words),
        suspects=frozenset(suspects),
        listed_names=frozenset(listed_names),
        names={hint: frozenset(each) for hint, each in names.items()},
        abbreviations=frozenset(abbreviations),
        listed_abbreviations=frozenset(listed_abbreviations),
        affixes=frozenset(affixes),
        accented=frozenset(fold_accents(word) for word in accented),
        probable=probable,
    )
