"""A form that is filled in at a table, its fields as the lines that ask for the same: `Wort: STREBE` (table games 7).

Of several fields of one kind none is read: which of them holds is not known. Whatever else a field holds than words,
squares or letters and nothing else (`Wort: STREBE oder BERATER`) is left as it stands. Fields
that only tell of a word or of its tiles are left out (`Länge: 6`, `Rest: B E F`).
"""

import re
from collections.abc import Container, Sequence

from msgspec.structs import replace

from mailref.orders.fields import led_by
from mailref.orders.order_lines import pattern_of
from mailref.orders.order_words import forms
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import cut_front, join_lines, only
from mailref.tiles.moves import worded
from mailref.tiles.when_used import regex

_LONGEST = 120
_LONGEST_LINE = 2000
_IS = r"\s{0,3}[:=]\s{0,9}"
_MY = r"\W{0,4}(?:{my}{letter}{0,2}\s{1,3})?"
_WORD = r"(?-i:[A-ZÄÖÜ]{2,15})(?![\w*])"
_STOP = r"\s{0,3}[.!]?\s*"
_LIES = r"(?:\s?\((?-i:[A-ZÄÖÜ])\))?"
"""The letter that lies on a square: `H5 (R)`."""
SQUARES = (
    rf"{{square}}{_LIES}(?:\s{{0,3}}(?:[,;+&/–-]|[[and]]{{end}}|[[to]]{{end}})?\s{{0,3}}"
    rf"{{square}}{_LIES}){{0,9}}(?![\w])"
)
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
    rf"{_MY}(?:[[tile_names]]|[[field_of_tiles]]|{{place}}){_IS}(?P<value>{SQUARES}){_STOP}"
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


_A_FIELD = regex(r"\W{0,4}[^\W\d_][\w ./-]{1,24}?\s{0,3}[:=]\s{0,40}(?P<value>\S[^\n]{0,80})")
_LENGTH_FIELD = pattern_of(
    rf"(?=[^:=]*[a-zäöü]){_MY}(?:{{length_field}}|[[the_tiles]]|[[tile_names]]){_IS}(?P<value>\d{{1,2}})(?:\s[^\W\d_]{{5,10}})?{_STOP}"
)
_BESIDE_FIELD = pattern_of(
    rf"(?=[^:=]*[a-zäöü]){_MY}(?P<label>{{rest_field}}|{{beside_field}}){_IS}(?P<value>[^\n?]{{1,60}})"
)
_ACTION_FIELD = pattern_of(
    rf"(?=[^:=]*[a-zäöü]){_MY}{{action_field}}{_IS}(?P<value>\S[^\n]{{0,60}})"
)
_VERB_ALONE = pattern_of(rf"(?:[[lay]]|[[take]]|[[remove]]|[[choose]]|{{play}}){_STOP}")
_TURN_FIELD = pattern_of(rf"(?=[^:=]*[a-zäöü]){_MY}{{play}}{_IS}\d{{1,3}}{_STOP}")
_DENIED = pattern_of(r"^\W*[[negation]]{end}|{begin}[[negation]]\W*$")
_STACK_FIELD = pattern_of(rf"{_MY}[[stack]]{_IS}\d{_STOP}")
_CAPITALS = regex(r"(?<![\w-])[A-ZÄÖÜ]{2,15}(?![\w-])")
_SAYS_MORE = pattern_of(
    r"\?|{begin}(?:[[from]]|[[from_the]]|[[of_whom]]|{on_behalf}|{meant_for}){end}\s{1,3}(?-i:[A-ZÄÖÜ][a-zäöüß])|{begin}(?:[[negation]]|[[no]]|[[or]]|[[if]]|[[maybe_if]]|[[unless]]|[[rather]]|[[not_now]]|[[other_turn]]|[[lay]]|[[take]]"
    r"|{unsure}|{unsettles}|{later}|{next_round}|{not_yet}|{withdrawn}|{correction}|{instead}|{condition}|{but_rather}|{contrast}){end}"
)
_FEWEST_FIELDS = 2


def without_told_fields(lines: Sequence[Line]) -> Sequence[Line]:
    """Return *lines* without the fields of a form that only tell of what others of them ask for.

    How long a word of the mail is, where its tiles come from, which are left, and a verb beside what it lays or takes.
    """
    texts = [line.text[:_LONGEST] for line in lines]
    is_form = sum(_A_FIELD.fullmatch(each) is not None for each in texts) >= _FEWEST_FIELDS
    lengths = {len(word) for each in texts for word in _CAPITALS.findall(each)}
    asks = any(
        field.fullmatch(each)
        for each in texts
        for field in (WORD_FIELD, SQUARES_FIELD, LETTERS_FIELD, _STACK_FIELD)
    )
    return [
        line
        if line.text != text
        else _without_told(line, lengths, is_form=is_form, is_asked_elsewhere=asks)
        for line, text in zip(lines, texts, strict=True)
    ]


def _without_told(
    line: Line, lengths: Container[int], *, is_form: bool, is_asked_elsewhere: bool
) -> Line:
    """Return a line, empty where it is a field that only tells of an order; a verb in a field without its label."""
    length = _LENGTH_FIELD.fullmatch(line.text)
    if length is not None and int(length["value"]) in lengths:
        return cut_front(line, len(line.text))
    beside = _BESIDE_FIELD.fullmatch(line.text) if is_form else None
    if beside is not None and not _SAYS_MORE.search(beside["value"]):
        is_rest = _REST_FIELD.match(beside["label"]) is not None
        if is_rest or not _CAPITALS.search(beside["value"]):
            return cut_front(line, len(line.text))
    if is_asked_elsewhere and _TURN_FIELD.fullmatch(line.text):
        return cut_front(line, len(line.text))
    action = _ACTION_FIELD.fullmatch(line.text) if is_form else None
    if action is None:
        return line
    is_told = _VERB_ALONE.fullmatch(action["value"]) is not None
    value = cut_front(line, len(line.text) if is_told else action.start("value"))
    is_denied = _DENIED.search(value.text) is not None
    return replace(value, text=value.text.lower()) if is_denied else value  # `NICHT` is no word


_REST_FIELD = worded(r"{rest_field}$")
