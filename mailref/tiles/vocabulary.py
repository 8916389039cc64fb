"""How a play is written: the words of each language, and the patterns that are made of them (rules 4).

Rule for editors: a way of writing stands in `templates/xx/vocabulary.toml` and nowhere else. What reads
plays, finds them in a text, keeps our own sentences from being read as plays, and prints them is made from
these tables, so a new form is one more word in one line there.
"""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import fields

from mailref.languages import DEFAULT, lists, words
from mailref.tiles.board import Direction


class Vocabulary(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one language; what each row is, `templates/en/vocabulary.toml` says."""

    directions: Mapping[Direction, tuple[str, ...]]
    letters: Mapping[Direction, str]
    several_words: Mapping[Direction, tuple[str, ...]]
    place_follows: tuple[str, ...]
    up_to: tuple[str, ...]
    play: tuple[str, ...]
    place: tuple[str, ...]
    ladder: tuple[str, ...]
    my: tuple[str, ...]
    alternate: tuple[str, ...]
    joker: tuple[str, ...]
    stands_for: tuple[str, ...]
    joker_for: tuple[str, ...]
    without: tuple[str, ...]
    swap: tuple[str, ...]
    swap_against: tuple[str, ...]
    conjunction: tuple[str, ...]
    contrast: tuple[str, ...]
    likened: tuple[str, ...]
    points: tuple[str, ...]
    filler: tuple[str, ...]
    right: tuple[str, ...]
    reckoned: tuple[str, ...]
    total: tuple[str, ...]
    player: tuple[str, ...]
    base_form: tuple[str, ...]
    heading: tuple[str, ...]
    round: tuple[str, ...]
    field_word: tuple[str, ...]
    field_direction: tuple[str, ...]
    intent: tuple[str, ...]
    laying: tuple[str, ...]
    lays: tuple[str, ...]
    opening: tuple[str, ...]
    says_little: tuple[str, ...]
    starting: tuple[str, ...]
    polite: tuple[str, ...]
    reckons: tuple[str, ...]
    in_place_of: tuple[str, ...]
    otherwise: tuple[str, ...]
    instead: tuple[str, ...]
    correction: tuple[str, ...]
    unsure: tuple[str, ...]
    of_others: tuple[str, ...]
    past: tuple[str, ...]
    formed_too: tuple[str, ...]
    next_round: tuple[str, ...]
    turn: tuple[str, ...]
    meant_for: tuple[str, ...]
    withdrawn: tuple[str, ...]
    myself: tuple[str, ...]
    why: tuple[str, ...]
    condition: tuple[str, ...]
    rather: tuple[str, ...]
    possible: tuple[str, ...]
    also: tuple[str, ...]
    idle: tuple[str, ...]
    ordinals: tuple[tuple[str, ...], ...]
    article: tuple[str, ...]
    breaks_off: tuple[str, ...]
    refers: tuple[str, ...]


VOCABULARIES = words("vocabulary.toml", Vocabulary)
_ALL = tuple(VOCABULARIES.values())
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
    return tuple(form for each in _ALL for form in each.directions[direction])


def letter_forms(direction: Direction) -> tuple[str, ...]:
    """Return the letters for *direction* that are read right behind a square only."""
    return tuple(each.letters[direction] for each in _ALL if direction in each.letters)


def phrases_of(direction: Direction) -> tuple[str, ...]:
    """Return the ways to say *direction* in several words, in every language."""
    return tuple(phrase for each in _ALL for phrase in each.several_words[direction])


def direction_letter(direction: Direction) -> str:
    """Return the letter that follows a square: `s` in `M10s`."""
    return next(form for form in direction_forms(direction) if len(form) == 1)


def direction_word(direction: Direction, language: str) -> str:
    """Return the whole word that a person reads: `senkrecht`."""
    return next(form for form in VOCABULARIES[language].directions[direction] if len(form) > 1)


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
    for field in fields(Vocabulary):
        rows = [getattr(each, field.name) for each in _ALL]
        if isinstance(rows[0], tuple) and field.name != "ordinals":
            yield field.name, any_of(form for row in rows for form in row)


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
