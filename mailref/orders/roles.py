"""Which words have a role around a play, so that nothing else need be asked about (rules 8).

Small talk stands in `templates/xx/small_talk.toml`, all other words in the vocabulary. Words are looked up, not
searched for: a sentence costs its words, however many there are to know.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import msgspec
from msgspec import Struct

from mailref.languages import code_of, lists, ready_name, ready_or_made
from mailref.tiles.board import Direction
from mailref.tiles.moves import (
    ANY_LETTERS,
    PIECES_NAME,
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
SUBJECTS = ("weather", "health", "home", "food", "nature", "travel", "work", "leisure", "feasts")
"""Rows of small talk that name what a sentence is about."""

_ROWS = (
    "intent", "opening", "says_little", "filler", "article", "play", "place", "points", "round", "laying",
    "lays", "polite", "reckons", "myself", "also", "starting", "place_follows", "field_word", "up_to",
    "total", "reckoned", "right", "idle", "instead", "otherwise", "correction", "conjunction", "contrast",
    "counts", "joins_parts", "parts_below",
)  # fmt: skip
"""Rows of the vocabulary whose words say nothing against a play in their clause."""
_WORD = regex(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "’": "'"})
"""As who has no umlauts types a word."""
_BARE = str.maketrans({"ä": "a", "ö": "o", "ü": "u", "ß": "ss", "’": "'"})


_SHORT = 6
_ELIDED = worded(r"{elided}'(?=.)")
"""`l'hiver` is `hiver`."""


_MOST_SEEN = 4_096
"""So many words are remembered: each of a sentence is looked up again and again."""


class SingleWords(Struct, frozen=True):
    """Single words as they are looked up: whole ones, how some begin that may go on, and how some end."""

    whole: frozenset[str]
    stems: frozenset[str]
    ends: frozenset[str]

    @classmethod
    def of(cls, forms: Iterable[str]) -> "SingleWords":
        """Return the words of rows."""
        whole, stems, ends = set[str](), set[str](), set[str]()
        for form in _inflected(map(str.casefold, forms)):
            if form.isascii():  # as most are; such a form ends and begins as it stands
                whole.add(form.rstrip("."))
                continue
            for each in _ways_to_spell(form):
                if each.endswith(ANY_LETTERS):
                    stems.add(each.removesuffix(ANY_LETTERS))
                elif each.startswith(ANY_LETTERS):
                    ends.add(each.removeprefix(ANY_LETTERS))
                else:
                    whole.add(each)
        return cls(frozenset(whole), frozenset(stems), frozenset(ends))


class Forms:
    """Single words, some of which may go on or begin in any way, to be looked up."""

    def __init__(self, *several: SingleWords) -> None:
        self.whole = frozenset[str]().union(*(each.whole for each in several))
        self.stems = frozenset[str]().union(*(each.stems for each in several))
        self.ends = tuple(frozenset[str]().union(*(each.ends for each in several)))
        self._lengths = sorted({len(each) for each in self.stems})
        self._seen: dict[str, bool] = {}

    def __contains__(self, word: str) -> bool:
        known = self._seen.get(word)
        if known is None:
            if len(self._seen) >= _MOST_SEEN:
                self._seen.clear()
            known = self._seen[word] = self._is_known(word)
        return known

    def _is_known(self, word: str) -> bool:
        plain = word.casefold().translate(SPELLED)
        if self._has(plain) or any(map(self._has, _drawn_out(plain))):
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


def _drawn_out(word: str) -> tuple[str, ...]:
    """Return what a word that is drawn out may be: `juhuuu` is `juhu`, `sooo` is `so`.

    >>> _drawn_out("juhuuu"), _drawn_out("see")
    (('juhu', 'juhuu'), ())
    """
    if _DRAWN_OUT.search(word) is None:
        return ()
    return tuple(_DRAWN_OUT.sub(each, word) for each in (r"\1", r"\1\1"))


_DRAWN_OUT = regex(r"([^\W\d_])\1{2,}")


def _ways_to_spell(form: str) -> set[str]:
    """Return a word as people type it without umlauts: `schon` is not `schön`, but longer words are known."""
    bare = _BARE if len(form) > _SHORT else SPELLED
    return {form.translate(each).rstrip(".") for each in (SPELLED, bare)}


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


class _Roles(Struct, frozen=True):
    """What is put together of the lists, once for all."""

    talk: Mapping[str, SingleWords]
    """The single words of small talk, row by row."""
    singles: SingleWords
    """All that have a role."""
    phrases: Mapping[str, str]
    """What finds the phrases of small talk, row by row, and under "" all that have a role."""


def _put_together() -> _Roles:
    mine = (f"{my}{end}" for my in said_as("my") for end in _ENDINGS)
    known = [*_known()]
    return _Roles(
        talk={
            row: SingleWords.of(form for form in forms if " " not in form)
            for row, forms in SMALL_TALK.items()
        },
        singles=SingleWords.of((*(form for form in known if " " not in form), *mine)),
        phrases={row: _with_phrases(forms) for row, forms in (("", known), *SMALL_TALK.items())},
    )


def roles_as_json() -> Mapping[str, bytes]:
    """Return what is put together as JSON, by the name of its file."""
    return {_roles_name(): msgspec.json.encode(_put_together(), order="deterministic")}


def _roles_name() -> str:
    """Return the name of that file: of these words, by this code."""
    talk = msgspec.json.encode(SMALL_TALK, enc_hook=dict)
    return ready_name(PIECES_NAME.encode() + talk + code_of(__file__))


@cache
def _roles() -> _Roles:
    return ready_or_made(_roles_name(), _Roles, _put_together)


@cache
def small_talk(*rows: str) -> Forms:
    """Return the single words of small talk, of all its rows or of some."""
    return Forms(*(_roles().talk[row] for row in rows or SMALL_TALK))


@cache
def phrases(*rows: str) -> re.Pattern[str]:
    """Return what finds the phrases of some rows of small talk: `im Zug nach` Kassel nobody moves.

    Named by a module, not by a function, it is made ready.
    """
    if len(rows) == 1:
        return when_used(lambda row: _roles().phrases[row], rows[0])
    return when_used(lambda several: _with_phrases(_forms_of(several.split())), " ".join(rows))


def _forms_of(rows: Iterable[str]) -> list[str]:
    return sorted({form for row in rows for form in SMALL_TALK[row]})


def _with_phrases(forms: Iterable[str]) -> str:
    spaced = [form for form in forms if " " in form]
    return filled(r"{begin}{phrase}{end}", phrase=any_of(spaced) if spaced else r"(?!)")


for _row in SMALL_TALK:
    phrases(_row)
phrases(*SUBJECTS)


def tells_of(text: str, *rows: str) -> bool:
    """Tell whether a text has a word or a phrase of some rows of small talk."""
    singles = small_talk(*rows)
    return (
        any(each in singles for each in words_of(text)) or phrases(*rows).search(text) is not None
    )


@cache
def _singles() -> Forms:
    return Forms(_roles().singles)


_PHRASES = phrases("")


def unknown_in(text: str) -> list[str]:
    """Return the words of a text that no list knows, in order.

    >>> unknown_in("So, heute lege ich mal Karins Brummkreisel")
    ['Karins', 'Brummkreisel']
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
