"""Jokers named by their order in a word: `das zweite H ist der Joker`, `1. H = Blanko`."""

import re
from dataclasses import dataclass, replace

from mailref.reading.incoming_mail import Line
from mailref.rules.notation import LANGUAGES, any_of, filled

_ROWS = tuple(zip(*(language.ordinals for language in LANGUAGES.values()), strict=True))
_FORMS = [tuple(form for row in rows for form in row) for rows in _ROWS]
"""The forms for first, second, third and last."""
_ORDER = any_of(form for forms in _FORMS for form in forms)
_LETTER = (
    rf"(?:{{article}}\s{{1,3}})?(?P<order>{_ORDER})\s{{1,3}}"
    r"(?P<letter>[A-ZÄÖÜ])(?![{letters}\d])"
)
_LINK = r"\s{0,3}(?:[=:]|{stands_for})?\s{0,3}"
_COUNTED = tuple(
    re.compile(filled(pattern), re.IGNORECASE)
    for pattern in (
        rf"(?<!\w){_LETTER}{_LINK}(?:{{article}}\s{{1,3}})?{{joker}}(?![{{letters}}])",
        rf"(?<!\w)(?:{{article}}\s{{1,3}})?{{joker}}{_LINK}{_LETTER}",
    )
)
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class CountedLetter:
    """The first, second, third or last of a letter in a word."""

    letter: str
    order: int
    """From 0; -1 is the last."""

    def index_in(self, word: str) -> int | None:
        """Return which letter of *word* that is; None if there is none."""
        found = [index for index, letter in enumerate(word) if letter == self.letter]
        is_there = self.order < len(found) and bool(found)
        return found[self.order] if is_there else None


def without_ordinals(line: Line) -> tuple[Line, tuple[CountedLetter, ...]]:
    """Return *line* with such jokers blanked out, and the jokers."""
    text = line.text
    if len(text) > _LONGEST:
        return line, ()
    jokers: list[CountedLetter] = []
    for pattern in _COUNTED:
        jokers += [
            CountedLetter(found["letter"].upper(), _order(found["order"]))
            for found in pattern.finditer(text)
        ]
        text = pattern.sub(lambda each: " " * len(each[0]), text)
    return (replace(line, text=text), tuple(jokers)) if jokers else (line, ())


def _order(form: str) -> int:
    at = next(
        index
        for index, forms in enumerate(_FORMS)
        if form.lower() in {each.lower() for each in forms}
    )
    return -1 if at == len(_FORMS) - 1 else at
