"""A form that is filled in at a table, its fields as the lines that ask for the same: `Wort: STREBE` (table games 7).

Of several fields of one kind none is read: which of them holds is not known. Whatever else a field holds than words,
squares or letters and nothing else (`Wort: STREBE oder BERATER`) is left as it stands.
"""

import re
from collections.abc import Sequence

from mailref.orders.fields import led_by
from mailref.orders.order_lines import pattern_of
from mailref.orders.order_words import forms
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import join_lines, only

_LONGEST = 120
_LONGEST_LINE = 2000
_IS = r"\s{0,3}[:=]\s{0,9}"
_MY = r"\W{0,4}(?:{my}{letter}{0,2}\s{1,3})?"
_WORD = r"(?-i:[A-ZÄÖÜ]{2,15})(?![\w*])"
_STOP = r"\s{0,3}[.!]?\s*"
_SQUARES = r"{square}(?:\s{0,3}(?:[,;+&/–-]|[[and]]{end}|[[to]]{end})?\s{0,3}{square}){0,9}(?![\w])"
WORD_FIELD = pattern_of(
    rf"{_MY}(?:{{play}}|{{field_word}}|[[openings]]){_IS}(?P<value>{_WORD}){_STOP}"
)
POINTS_FIELD = pattern_of(
    rf"{_MY}(?:{{points}}|{{points_field}}|{{total}}){_IS}(?P<value>\d{{1,3}})(?:\s?{{points}})?{_STOP}"
)
NUMBER_FIELD = pattern_of(
    rf"(?=[^:=]*[a-zäöü]){_MY}(?:{{round}}|{{turn}}|{{points}}|{{points_field}}|{{total}}|{{number_field}}){_IS}\d{{1,3}}(?:\s?{{points}})?{_STOP}"
)
"""`Runde: 1` is no word that is laid for one point; in capitals it may be."""
SQUARES_FIELD = pattern_of(
    rf"{_MY}(?:[[tile_names]]|[[field_of_tiles]]|{{place}}){_IS}(?P<value>{_SQUARES}){_STOP}"
)
LETTERS_FIELD = pattern_of(
    rf"\W{{0,9}}(?:[[the_tiles]]|[[tile_names]]){_IS}(?P<value>(?-i:[A-ZÄÖÜ]{{2,15}}|[A-ZÄÖÜ](?:(?:\s{{0,3}}[,;+&/-]\s{{0,3}}|\s{{1,3}}(?:[[and]]\s{{1,3}})?)[A-ZÄÖÜ]){{1,14}})){_STOP}"
)


def the_one(lines: Sequence[Line], field: re.Pattern[str]) -> int | None:
    """Return which of *lines* is a field, where one is and no other."""
    found = [at for at, line in enumerate(lines) if field.fullmatch(line.text[:_LONGEST])]
    return found[0] if len(found) == 1 else None


def with_order(lines: Sequence[Line], at: int, row: str, field: re.Pattern[str]) -> Sequence[Line]:
    """Return *lines*, one of them with the verb of a *row* of the vocabulary in place of its label."""
    order = led_by(f"{forms(row)[0]} ", value_of(lines[at], field))
    return [*lines[:at], order, *lines[at + 1 :]]


def value_of(line: Line, field: re.Pattern[str]) -> Line:
    """Return what a field holds, as a line."""
    found = field.fullmatch(line.text[:_LONGEST])
    return line if found is None else only(line, range(*found.span("value")))


def joined_to(
    lines: Sequence[Line], at: int, below: int, field: re.Pattern[str], between: str
) -> Sequence[Line]:
    """Return *lines*, what the field *below* holds behind another of them."""
    whole = join_lines(lines[at], value_of(lines[below], field), between)
    return [whole if n == at else each for n, each in enumerate(lines) if n != below]


def is_in_others(
    lines: Sequence[Line], without: Sequence[int | None], what: re.Pattern[str]
) -> bool:
    """Tell whether something stands in other lines than some of them."""
    return any(
        what.search(line.text[:_LONGEST_LINE]) for n, line in enumerate(lines) if n not in without
    )
