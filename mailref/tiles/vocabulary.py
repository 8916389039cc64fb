"""How a play is written: the words of each language, and the patterns that are made of them (rules 4).

Rule for editors: a way of writing stands in `templates/xx/vocabulary.toml`, or `directions.toml`, and
nowhere else. What reads plays, finds them in a text, keeps our own sentences from being read as plays, and
prints them is made from these tables, so a new form is one more word in one line there.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from msgspec import Struct

from mailref.languages import DEFAULT, lists, rows, words
from mailref.tiles.board import Direction
from mailref.tiles.when_used import when_used


class DirectionWords(Struct, frozen=True, forbid_unknown_fields=True):
    """How the directions are said in one language; what each is, `templates/en/directions.toml` says."""

    words: Mapping[Direction, tuple[str, ...]]
    letters: Mapping[Direction, str]
    several_words: Mapping[Direction, tuple[str, ...]]


VOCABULARIES = rows("vocabulary.toml")
"""The words of each language; what each row is, `templates/en/vocabulary.toml` says."""
DIRECTIONS = words("directions.toml", DirectionWords)
OURS = VOCABULARIES[DEFAULT]
"""How plays are written where no language is asked for."""

# Signs that every language shares.
ALTERNATE_MARK = "/"
COMMENT_MARK = "//"
ANY_LETTERS = "…"
FURTHER_WORD_MARK = "+"
JOKER_MARK = "*"


def direction_forms(direction: Direction) -> tuple[str, ...]:
    """Return every way to write *direction*, in every language."""
    return tuple(form for each in DIRECTIONS.values() for form in each.words[direction])


def letter_forms(direction: Direction) -> tuple[str, ...]:
    """Return the letters for *direction* that are read right behind a square only."""
    return tuple(
        each.letters[direction] for each in DIRECTIONS.values() if direction in each.letters
    )


def phrases_of(direction: Direction) -> tuple[str, ...]:
    """Return the ways to say *direction* in several words, in every language."""
    return tuple(phrase for each in DIRECTIONS.values() for phrase in each.several_words[direction])


def said_as(row: str) -> tuple[str, ...]:
    """Return every way to say what stands under a name, in every language."""
    return tuple(form for each in VOCABULARIES.values() for form in each[row])


def direction_letter(direction: Direction) -> str:
    """Return the letter that follows a square: `s` in `M10s`."""
    return next(form for form in direction_forms(direction) if len(form) == 1)


def direction_word(direction: Direction, language: str) -> str:
    """Return the whole word that a person reads: `senkrecht`."""
    return next(form for form in DIRECTIONS[language].words[direction] if len(form) > 1)


def read_direction(text: str) -> Direction | None:
    """Return the direction of `s`, `/w`, `(senkr.)`, `across`.

    >>> read_direction("(senkr.)")
    <Direction.DOWN: 'down'>
    """
    word = text.strip(" \t-,:./()").casefold()
    return next((way for way in Direction if word in _bare_forms(way)), None)


def _bare_forms(direction: Direction) -> Iterable[str]:
    forms = (*direction_forms(direction), *letter_forms(direction))
    return (form.rstrip(".").casefold() for form in forms)


_LETTERS = "A-Za-zÄÖÜäöüßẞ"
_SPELLED = str.maketrans(
    {
        ANY_LETTERS: f"[{_LETTERS}]*",
        "ä": "(?:ä|ae?)",
        "ö": "(?:ö|oe?)",
        "ü": "(?:ü|ue?)",
        "Ü": "(?:ü|ue?)",
        "ß": "(?:ß|ss)",
    }
)


def any_of(forms: Iterable[str]) -> str:
    r"""Return the pattern that finds one of *forms*, the longest first.

    >>> print(any_of(["für", "bis zu"]))
    (?:bis\s+zu|f(?:ü|ue?)r)
    """
    ordered = sorted(dict.fromkeys(forms), key=lambda form: (-len(form), form))
    alternatives = (
        r"\s+".join(map(re.escape, form.split())).translate(_SPELLED) for form in ordered
    )
    return f"(?:{'|'.join(alternatives)})"


def _pieces() -> Iterable[tuple[str, str]]:
    """Yield the name and the pattern of everything that a pattern may be made of."""
    directions = [form for direction in Direction for form in direction_forms(direction)]
    letters = _LETTERS
    yield "letters", letters
    yield "end", f"(?![{letters}])"
    yield "direction", any_of(directions)
    yield "direction_word", any_of(form for form in directions if len(form) > 1)
    short = "".join(sorted({form for form in directions if len(form) == 1}))
    yield "direction_letter", f"[{short}]"
    behind = "".join(form for direction in Direction for form in letter_forms(direction))
    # Behind a letter for a direction no word goes on: "M10 D*ING", "M10 W(E)IN".
    star = re.escape(JOKER_MARK)
    no_word = rf"(?![{letters}\d]|{star}|[(\[][{letters}]{star}?[)\]][{letters}])"
    yield "no_word", no_word
    # "M10a", "M10 d", "M10/a": behind a digit or the letter of "8H", or they would be words.
    yield "letter_behind", rf"(?:(?<=\d)|(?<=\d[A-O]))[\s,\/-]?[{behind}]{no_word}"
    # "M10", "M 10", and with the number first "10M", which a direction may follow at once.
    yield (
        "square",
        rf"(?:[A-Z]\s{{0,2}}\d{{1,3}}(?!\d)|\d{{1,2}}\s?[A-Z](?=[{short}{behind}]?(?![{letters}\d])))",
    )
    yield "range_sign", r"(?:-+>?|\.{2,})"
    # A slash is escaped for Lark, between whose slashes a pattern stands.
    yield "alternate_mark", ALTERNATE_MARK.replace("/", r"\/")
    yield "comment_mark", COMMENT_MARK.replace("/", r"\/")
    yield "further_word_mark", re.escape(FURTHER_WORD_MARK)
    yield "joker_mark", re.escape(JOKER_MARK)
    # A joker in a word: "BE*HAUE", "BE(H)AUE", "BE[H]AUE".
    yield "tile", rf"(?:{star}?[{letters}]|\([{letters}]{star}?\)|\[[{letters}]{star}?\])"
    yield "number_end", r"[.):]\)?(?!\d)"
    yield from ((row, any_of(said_as(row))) for row in OURS)


_PIECE = re.compile(r"\{([a-z_]+)\}")
SAYINGS = lists("sayings.toml")
"""What people say around plays and orders, as regular expressions; `templates/en/sayings.toml` says where."""


def _with_sayings(pieces: Mapping[str, str]) -> Mapping[str, str]:
    said = {
        name: _PIECE.sub(lambda piece: pieces[piece[1]], one_of(forms))
        for name, forms in SAYINGS.items()
    }
    return MappingProxyType({**pieces, **said})


def one_of(forms: Iterable[str]) -> str:
    r"""Return the regular expression that one of *forms*, each such an expression, is.

    >>> print(one_of(["so ist es", "ja{2,9}"]))
    (?:so\s+ist\s+es|ja{2,9})
    """
    return f"(?:{'|'.join(forms)})".replace(" ", r"\s+")


_PIECES = _with_sayings(dict(_pieces()))


def filled(pattern: str, **more: str) -> str:
    r"""Return *pattern* with each `{name}` replaced by what the vocabulary has under that name.

    *more*: patterns under names of the caller's own.

    >>> print(filled(r"{up_to}\s*\d{1,2}"))
    (?:bis|to)\s*\d{1,2}
    """
    pieces = {**_PIECES, **more} if more else _PIECES
    return _PIECE.sub(lambda piece: pieces[piece[1]], pattern)


def worded(pattern: str) -> re.Pattern[str]:
    """Return *pattern*, filled with the vocabulary, in any letters; it waits until it is used."""
    return when_used(filled, pattern)
