"""What spreads over several lines, or names a letter by its order, put into one line before anything is read.

A place and a word on lines of their own are joined; `das zweite H ist der Joker` becomes its square.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mailref.reading.characters import cut_front, join_lines, places_of
from mailref.reading.entries import PlayRow, Row, UnreadRow
from mailref.reading.incoming_mail import Line
from mailref.reading.shapes import is_place_alone, is_written_as_move, undecorated
from mailref.rules.vocabulary import LANGUAGES, any_of, filled

_ROWS = tuple(zip(*(language.ordinals for language in LANGUAGES.values()), strict=True))
_FORMS = [tuple(form for row in rows for form in row) for rows in _ROWS]
"""The forms for first, second, third and last."""
_ORDINAL = any_of(form for forms in _FORMS for form in forms)
_LETTER = (
    rf"(?:{{article}}\s{{1,3}})?(?P<order>{_ORDINAL})\s{{1,3}}"
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
_JOKER = re.compile(filled("{joker}"), re.IGNORECASE)
_LONGEST_SENTENCE = 400


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
    if len(text) > _LONGEST_SENTENCE or not _JOKER.search(text):
        return line, ()
    jokers: list[CountedLetter] = []
    for pattern in _COUNTED:
        jokers += [
            CountedLetter(found["letter"].upper(), _order(found["order"]))
            for found in pattern.finditer(text)
        ]
        text = pattern.sub(lambda each: " " * len(each[0]), text)
    return (replace(line, text=text), tuple(jokers)) if jokers else (line, ())


def with_jokers(row: Row, jokers: Sequence[CountedLetter]) -> Row:
    """Return a play with the jokers named by their order: `das zweite H ist der Joker`."""
    if not isinstance(row, PlayRow) or row.play is None:
        return row
    found = {each.index_in(row.play.word) for each in jokers}
    if None in found:
        return UnreadRow(row.span)
    starred = row.play.starred | {index for index in found if index is not None}
    return replace(row, play=replace(row.play, starred=starred))


def _order(form: str) -> int:
    at = next(
        index
        for index, forms in enumerate(_FORMS)
        if form.lower() in {each.lower() for each in forms}
    )
    return -1 if at == len(_FORMS) - 1 else at


_LONGEST = 80
_FIELD = re.compile(
    filled(
        r"\W{0,4}(?:(?P<place>(?:start)?{place})|(?P<way>{field_direction})|(?P<word>{field_word})"
        r"|(?P<points>{points}|Wert))\s{0,3}[:=]\s{0,5}(?P<value>\S.*)"
    ),
    re.IGNORECASE,
)
_ORDER = ("place", "way", "word", "points")
_WORD_ALONE = re.compile(filled(r"\s*+(?P<word>{tile}+{joker_mark}?)\s*+[.!]?\s*+"), re.IGNORECASE)
_WAY = re.compile(filled(r"\d\s{0,2}[-,:./(]?\s{0,2}{direction}{end}|{range_sign}"), re.IGNORECASE)


def joined_fields(lines: Sequence[Line]) -> list[Line]:
    """Return *lines*, each play that stands on several of them as one.

    `Feld: H15 waagerecht`, `Wort: MENÜS`, `Punkte: 47` in any order; `L4s` over `MENÜS`.
    """
    lines = [_unglued(line) for line in lines]
    joined: list[Line] = []
    at = 0
    while at < len(lines):
        count = _fields_from(lines, at)
        if count:
            joined.append(_in_order(lines[at : at + count]))
        elif at + 1 < len(lines) and _are_place_and_word(lines[at].text, lines[at + 1].text):
            count = 2
            joined.append(_joined(lines[at : at + 2]))
        else:
            count = 1
            joined.append(lines[at])
        at += count
    return joined


_GLUED = re.compile(filled(r"\s*+/?(?i:{square}){direction_letter}(?=[A-ZÄÖÜ*]{2})"))


def _unglued(line: Line) -> Line:
    """Return `L4s MENÜS` for `L4sMENÜS`: the small letter is the direction."""
    found = _GLUED.match(line.text[:_LONGEST])
    if found is None:
        return line
    places = places_of(line)
    front = Line(line.number, found[0] + " ", (*places[: found.end()], places[found.end() - 1]))
    return join_lines(front, cut_front(line, found.end()))


def _fields_from(lines: Sequence[Line], at: int) -> int:
    """Return how many lines from *at* on are the fields of one play; 0 if none."""
    kinds: list[str] = []
    for line in lines[at : at + len(_ORDER)]:
        field = _field(line)
        if field is None or field[0] in kinds:
            break
        kinds.append(field[0])
    return len(kinds) if {"place", "word"} <= set(kinds) else 0


def _field(line: Line) -> tuple[str, int] | None:
    found = _FIELD.fullmatch(line.text) if len(line.text) <= _LONGEST else None
    if found is None:
        return None
    return next(name for name in _ORDER if found[name]), found.start("value")


def _in_order(lines: Sequence[Line]) -> Line:
    fields = [(*found, line) for line in lines if (found := _field(line))]
    fields.sort(key=lambda field: _ORDER.index(field[0]))
    return _joined([cut_front(line, start) for _, start, line in fields])


def _joined(lines: Sequence[Line]) -> Line:
    whole = lines[0]
    for line in lines[1:]:
        gap = Line(line.number, " ", places_of(whole)[-1:])
        whole = join_lines(join_lines(whole, gap), line)
    return whole


def _are_place_and_word(one: str, two: str) -> bool:
    if len(one) > _LONGEST or len(two) > _LONGEST or not one.strip() or not two.strip():
        return False
    if any(map(str.isdigit, one)) is any(map(str.isdigit, two)):
        return False  # a place holds a digit, and a word none
    one, two = undecorated(one), undecorated(two)
    return _are_in_order(one, two) or (
        _are_in_order(two, one) and is_written_as_move(one.strip(" .!"))
    )


def _are_in_order(place: str, word: str) -> bool:
    found = _WORD_ALONE.fullmatch(word)
    if found is None or not is_place_alone(place) or not _WAY.search(place):
        return False
    word = found["word"]
    return len(word) > 1 and (is_written_as_move(word) or word.islower())
