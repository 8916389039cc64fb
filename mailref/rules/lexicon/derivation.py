"""Whether a word follows from a base form that a player states (rules 4): IXTE, "er ixte aus".

Evidence for the game master, never a verdict: the rules know regular forms only.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from mailref.rules.lexicon.german import spell
from mailref.rules.lexicon.paradigms import (
    SEPARABLE,
    adjective_forms,
    finite_forms,
    noun_forms,
    verb_forms,
)

_TOKEN = re.compile(r"[^\W\d_]+")
_TOKENS = 40
"""More words than this are no base form but a letter."""
_ENDINGS = ("", "E", "T", "ST", "ET", "EST", "TE", "TEN", "TET", "TEST", "ETE", "ETEN", "ETET")


class Kind(StrEnum):
    """Which rules lead from the base form to the word."""

    VERB = "verb"
    SPLIT_VERB = "split_verb"
    """The finite half of a separable verb whose other half is stated: `ixte aus`."""
    NOUN = "noun"
    ADJECTIVE = "adjective"


_FORMS: dict[Kind, Callable[[str], Iterator[str]]] = {
    Kind.VERB: verb_forms,
    Kind.NOUN: noun_forms,
    Kind.ADJECTIVE: adjective_forms,
}


@dataclass(frozen=True, slots=True)
class Derivation:
    """The rules lead from *base* to the word."""

    base: str
    kind: Kind
    is_listed: bool
    """Whether the base form itself is in the list of valid words."""


def derive(word: str, stated: str, is_word: Callable[[str], bool]) -> Derivation | None:
    """Return how *word* follows from the base form in *stated*, a listed base before another."""
    form = spell(word)
    tokens = _TOKEN.findall(stated)[:_TOKENS]
    found = [
        Derivation(base, kind, is_word(base))
        for base, kind in (*_from_base(form, tokens), *_from_halves(form, tokens, is_word))
    ]
    return max(found, key=lambda derivation: derivation.is_listed, default=None)


def _from_base(form: str, tokens: list[str]) -> Iterator[tuple[str, Kind]]:
    for token in tokens:
        base = spell(token)
        if base == form or len(base) < 3:
            continue
        for kind in _likely_kinds(token):
            if any(form == each for each in _FORMS[kind](base)):
                yield base, kind


def _likely_kinds(token: str) -> tuple[Kind, ...]:
    """Order the rules by the first letter: `Haus` is a noun before anything else."""
    if token[0].isupper():
        return Kind.NOUN, Kind.VERB, Kind.ADJECTIVE
    return Kind.VERB, Kind.ADJECTIVE, Kind.NOUN


def _from_halves(
    form: str, tokens: list[str], is_word: Callable[[str], bool]
) -> Iterator[tuple[str, Kind]]:
    """Read `er ixte aus`: the word, and after it the prefix; the verb must then be in the list.

    AUSLIEFEN is in the list too, but it is no infinitive: there is no AUSLIEFEND.
    """
    spelled = [spell(token) for token in tokens]
    if form not in spelled:
        return
    for prefix in spelled[spelled.index(form) + 1 :]:
        if prefix in SEPARABLE:
            for infinitive in _infinitives(form):
                verb = prefix + infinitive
                if is_word(verb) and is_word(verb + "D"):
                    yield verb, Kind.SPLIT_VERB


def _infinitives(form: str) -> Iterator[str]:
    """Yield the verbs of which *form* is a regular finite form."""
    stems = {form.removesuffix(ending) for ending in _ENDINGS}
    for infinitive in sorted({stem + ending for stem in stems for ending in ("EN", "N")}):
        if form in finite_forms(infinitive):
            yield infinitive
