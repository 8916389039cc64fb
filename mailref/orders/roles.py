"""Which words have a role around a play, so that nothing else need be asked about (rules 8).

Small talk stands in `templates/xx/small_talk.toml`, all other words in the vocabulary. Words are looked up, not
searched for: a sentence costs its words, however many there are to know.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from mailref.languages import lists
from mailref.tiles.board import Direction
from mailref.tiles.moves import (
    ANY_LETTERS,
    any_of,
    direction_forms,
    filled,
    phrases_of,
    said_as,
    worded,
)
from mailref.tiles.when_used import regex, when_used

SMALL_TALK = lists("small_talk.toml")
"""Everyday words by their subject; what each row is, `templates/en/small_talk.toml` says."""

_ROWS = (
    "intent", "opening", "says_little", "filler", "article", "play", "place", "points", "round", "laying",
    "lays", "polite", "reckons", "myself", "also", "starting", "place_follows", "field_word", "up_to",
    "total", "reckoned", "right", "idle", "instead", "otherwise", "correction", "conjunction", "contrast",
    "counts", "joins_parts", "parts_below",
)  # fmt: skip
"""Rows of the vocabulary whose words say nothing against a play in their clause."""
_WORD = regex(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "’": "'"})
_BARE = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss", "’": "'"})


_SHORT = 6
_ELIDED = worded(r"{elided}'(?=.)")
"""`l'hiver` is `hiver`."""


_MOST_SEEN = 4_096
"""So many words are remembered: each of a sentence is looked up again and again."""


class Forms:
    """Single words, some of which may go on or begin in any way, to be looked up."""

    def __init__(self, forms: Iterable[str]) -> None:
        self.whole = set[str]()
        self.stems = set[str]()
        ends = set[str]()
        for form in _inflected(map(str.casefold, forms)):
            if form.isascii():  # as most are; such a form ends and begins as it stands
                self.whole.add(form.rstrip("."))
                continue
            for each in _ways_to_spell(form):
                if each.endswith(ANY_LETTERS):
                    self.stems.add(each.removesuffix(ANY_LETTERS))
                elif each.startswith(ANY_LETTERS):
                    ends.add(each.removeprefix(ANY_LETTERS))
                else:
                    self.whole.add(each)
        self._keep(ends)

    def _keep(self, ends: Iterable[str]) -> None:
        self.ends = tuple(ends)
        self._lengths = sorted({len(each) for each in self.stems})
        self._seen: dict[str, bool] = {}

    @classmethod
    def joined(cls, several: Iterable["Forms"]) -> "Forms":
        """Return all words of several in one."""
        found, ends = cls(()), set[str]()
        for each in several:
            found.whole |= each.whole
            found.stems |= each.stems
            ends.update(each.ends)
        found._keep(ends)
        return found

    def __contains__(self, word: str) -> bool:
        known = self._seen.get(word)
        if known is None:
            if len(self._seen) >= _MOST_SEEN:
                self._seen.clear()
            known = self._seen[word] = self._is_known(word)
        return known

    def _is_known(self, word: str) -> bool:
        plain = word.casefold().translate(_SPELLED)
        if self._has(plain):
            return True
        return (found := _ELIDED.match(plain)) is not None and self._has(plain[found.end() :])

    def _has(self, plain: str) -> bool:
        count = len(plain)
        if plain in self.whole or plain.endswith(self.ends):
            return True
        if count > _SHORT and plain.endswith(_PLURAL) and plain[:-1] in self.whole:
            return True
        stems = self.stems
        for length in self._lengths:
            if length > count:
                return False
            if plain[:length] in stems:
                return True
        return False


def _ways_to_spell(form: str) -> set[str]:
    """Return a word as people type it without umlauts: `schon` is not `schön`, but longer words are known."""
    bare = _BARE if len(form) > _SHORT else _SPELLED
    return {form.translate(each).rstrip(".") for each in (_SPELLED, bare)}


def _inflected(forms: Iterable[str]) -> Iterator[str]:
    """Yield *forms*, an adjective with its endings: `klein-`, `kleine`, `kleines`."""
    for form in forms:
        if form.endswith(_ADJECTIVE):
            yield from (form.removesuffix(_ADJECTIVE) + end for end in _ENDINGS)
        else:
            yield form


_PLURAL = ("s", "x")
_ADJECTIVE = "-"
_ENDINGS = ("", *said_as("ends_of_adjectives"), *said_as("further_ends"))


def words_of(text: str) -> Iterator[str]:
    """Yield the words of a text, numbers among them."""
    return (found[0] for found in _WORD.finditer(text))


def _known() -> Iterator[str]:
    yield from (form for row in _ROWS for form in said_as(row))
    yield from (form for row in SMALL_TALK.values() for form in row)
    yield from (form for way in Direction for form in direction_forms(way) if len(form) > 1)
    yield from (form for way in Direction for form in phrases_of(way))


@cache
def small_talk(*rows: str) -> Forms:
    """Return the single words of small talk, of all its rows or of some."""
    if len(rows) != 1:
        return Forms.joined(map(small_talk, rows or SMALL_TALK))
    return Forms(form for form in SMALL_TALK[rows[0]] if " " not in form)


@cache
def _phrases(*rows: str) -> re.Pattern[str] | None:
    """Return what finds the phrases of some rows of small talk; None where they have none."""
    forms = sorted({form for row in rows for form in SMALL_TALK[row] if " " in form})
    return when_used(_with_phrases, "\n".join(forms)) if forms else None


def _with_phrases(forms: str) -> str:
    return filled(r"{begin}{phrase}{end}", phrase=any_of(forms.split("\n")))


for _row in SMALL_TALK:  # named here, each is made ready
    _phrases(_row)


def tells_of(text: str, *rows: str) -> bool:
    """Tell whether a text has a word or a phrase of some rows of small talk."""
    singles, phrases = small_talk(*rows), _phrases(*rows)
    return any(each in singles for each in words_of(text)) or (
        phrases is not None and phrases.search(text) is not None
    )


def without_phrases(text: str, *rows: str) -> str:
    """Return a text without the phrases of some rows of small talk: `im Zug nach` Kassel nobody moves."""
    phrases = _phrases(*rows)
    return text if phrases is None else phrases.sub(" ", text)


@cache
def _singles() -> Forms:
    mine = (f"{my}{end}" for my in said_as("my") for end in _ENDINGS)
    return Forms((*(form for form in _known() if " " not in form), *mine))


_PHRASES = when_used(
    lambda pattern: filled(pattern, phrase=any_of(form for form in _known() if " " in form)),
    r"{begin}{phrase}{end}",
)


def unknown_in(text: str) -> list[str]:
    """Return the words of a text that no list knows, in order.

    >>> unknown_in("So, heute lege ich mal Karins Lieblingswort")
    ['Karins', 'Lieblingswort']
    """
    singles = _singles()
    return [
        each
        for each in words_of(_PHRASES.sub(" ", text))
        if not each.isdigit() and each not in singles
    ]


def have_roles(text: str) -> bool:
    """Tell whether every word of a text has a role: `so, heute lege ich`."""
    return not unknown_in(text)
