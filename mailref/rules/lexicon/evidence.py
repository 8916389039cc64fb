"""What the lists can tell of a word that is in none of them, for the game master who must rule.

Everything here is a fact about the lists, never a guess at the language: a form that the rules
predict is evidence against itself where the list has the base with other forms, and not this one.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from mailref.rules.lexicon.derivation import Derivation, Kind, bases_of, derive, forms_of
from mailref.rules.lexicon.verdicts import (
    LETTERS,
    Hint,
    Refused,
    Unknown,
    Valid,
    Verdict,
    Why,
    WordBook,
    spell,
)
from mailref.rules.variant import Laying

_MOST_NEAR = 6
_MOST_FORMS = 4
_SHORTEST_WITH_NEAR = 4
"""Every word of three letters has dozens of neighbours, which say nothing."""
_SHORTEST_PART = 3


class WordStanding(StrEnum):
    """What the lists know of a base form."""

    LISTED = "listed"
    NAME = "name"
    PROBABLE = "probable"
    UNLISTED = "unlisted"


@dataclass(frozen=True, slots=True)
class Base:
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


@dataclass(frozen=True, slots=True)
class WordPart:
    """A listed word of which the word is put together, and how many longer words are so too."""

    word: str
    times: int
    """How many listed words begin with it, if it is the first part, or end with it."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a word; empty where nothing is."""

    base: Base | None = None
    near: tuple[str, ...] = ()
    """The listed words that differ by one letter, or by two neighbours in the other order."""
    parts: tuple[WordPart, ...] = ()

    @property
    def is_empty(self) -> bool:
        return self.base is None and not self.near and not self.parts


def gather(word: str, stated: str, lexicon: WordBook, rules: Laying) -> Evidence:
    """Return what the lists know of *word*, with what the player *stated* about it."""

    def judged(form: str) -> Verdict:
        return lexicon.verdict(form, rules, {})

    def is_word(form: str) -> bool:
        return isinstance(judged(form), Valid)

    spelled = spell(word)
    return Evidence(
        base=_base(spelled, stated, judged),
        near=tuple(_near(spelled, is_word)),
        parts=_parts(spelled, is_word, lexicon),
    )


def _base(word: str, stated: str, judged: Callable[[str], Verdict]) -> Base | None:
    def is_word(form: str) -> bool:
        return isinstance(judged(form), Valid)

    if found := derive(word, stated, is_word):
        return _described(word, found, judged, is_stated=True)
    known = [
        each
        for each in bases_of(word)
        if _standing(judged(each.base)) is not WordStanding.UNLISTED
        and (each.kind is not Kind.VERB or is_word(each.base + "D"))
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
    word: str, found: Derivation, judged: Callable[[str], Verdict], *, is_stated: bool
) -> Base:
    forms = [
        form
        for form in dict.fromkeys(forms_of(found.base, found.kind))
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


def _near(word: str, is_word: Callable[[str], bool]) -> Iterator[str]:
    if len(word) < _SHORTEST_WITH_NEAR:
        return
    found = (each for each in dict.fromkeys(_neighbours(word)) if each != word and is_word(each))
    for _, each in zip(range(_MOST_NEAR), found, strict=False):
        yield each


def _neighbours(word: str) -> Iterator[str]:
    """Yield the words one slip away, slips of the same length first."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    letters = sorted(LETTERS)
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


def _parts(word: str, is_word: Callable[[str], bool], lexicon: WordBook) -> tuple[WordPart, ...]:
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
