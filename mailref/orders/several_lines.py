"""What several lines say together: put into one before anything is read, and weighed up once all are (rules 8).

A place and a word on lines of their own are joined; `das zweite H ist der Joker` becomes its square. What a later
line makes of moves: they are replaced, taken back, in doubt, or left unused.
"""

import re
from collections.abc import Container, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from mailref.orders.commands import is_greeting, is_prose
from mailref.orders.entries import (
    Ambiguity,
    EmptyRow,
    EntryRow,
    Habits,
    PlayRow,
    ProseRow,
    Row,
    SkippedRow,
    UnreadRow,
)
from mailref.orders.sentences import (
    begins_postscript,
    breaks_off,
    hangs,
    has_second_idea,
    is_correction,
    may_have_second_idea,
    parts_named,
    speaks_of_field,
    speaks_of_part,
    withdraws,
)
from mailref.orders.shapes import is_place_alone, is_written_as_move, undecorated
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import cut_front, join_lines, places_of
from mailref.tiles.moves import TextSpan
from mailref.tiles.vocabulary import any_of, filled, said_as
from mailref.tiles.when_used import regex, when_used

_ORDER = {
    form.lower(): at
    for at, row in ((0, "first"), (1, "second"), (2, "third"), (-1, "last"))
    for form in said_as(row)
}
"""Which of the letters of its kind each form says; -1 is the last."""
_ORDINAL = any_of(_ORDER)
_LETTER = (
    rf"(?:{{article}}\s{{1,3}})?(?P<order>{_ORDINAL})\s{{1,3}}"
    r"(?P<letter>[A-ZÄÖÜ])(?![{letters}\d])"
)
_LINK = r"\s{0,3}(?:[=:]|{stands_for})?\s{0,3}"
_COUNTED = tuple(
    when_used(filled, pattern)
    for pattern in (
        rf"(?<!\w){_LETTER}{_LINK}(?:{{article}}\s{{1,3}})?{{joker}}(?![{{letters}}])",
        rf"(?<!\w)(?:{{article}}\s{{1,3}})?{{joker}}{_LINK}{_LETTER}",
    )
)
_JOKER = regex(filled("{joker}"), re.IGNORECASE)
_LONGEST_SENTENCE = 400


class CountedLetter(Struct, frozen=True):
    """The first, second, third or last of a letter in a word."""

    letter: str
    order: int
    """From 0; -1 is the last."""

    def index_in(self, word: str) -> int | None:
        """Return which letter of *word* that is; None if there is none."""
        found = [index for index, letter in enumerate(word) if letter == self.letter]
        return found[self.order] if self.order < len(found) and found else None


def without_ordinals(line: Line) -> tuple[Line, tuple[CountedLetter, ...]]:
    """Return *line* with such jokers blanked out, and the jokers."""
    text = line.text
    if len(text) > _LONGEST_SENTENCE or not _JOKER.search(text):
        return line, ()
    jokers: list[CountedLetter] = []
    for pattern in _COUNTED:
        jokers += [
            CountedLetter(found["letter"].upper(), _ORDER[found["order"].lower()])
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


_LONGEST = 80
_FIELD = regex(
    filled(
        r"\W{0,4}(?:{my}[{letters}]{0,2}\s{1,3})?(?:(?P<place>{start_of_field}?{place})|(?P<way>{field_direction})|(?P<word>{field_word})"
        r"|(?P<points>{points}|{points_field}))\s{0,3}[:=]\s{0,5}(?P<value>\S.*)"
    ),
    re.IGNORECASE,
)
_FIELDS = ("place", "way", "word", "points")
_WORD_ALONE = regex(filled(r"\s*+(?P<word>{tile}+{joker_mark}?)\s*+[.!]?\s*+"), re.IGNORECASE)
_WAY = regex(filled(r"\d\s{0,2}[-,:./(]?\s{0,2}{direction}{end}|{range_sign}"), re.IGNORECASE)


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


_GLUED = regex(filled(r"\s*+/?(?i:{square}){direction_letter}(?=[A-ZÄÖÜ*]{2})"))


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
    for line in lines[at : at + len(_FIELDS)]:
        field = _field(line)
        if field is None or field[0] in kinds:
            break
        kinds.append(field[0])
    if not {"place", "word"} <= set(kinds):
        return 0
    further = _field(lines[at + len(kinds)]) if at + len(kinds) < len(lines) else None
    return 0 if further is not None and further[0] in ("word", "way") else len(kinds)


def _field(line: Line) -> tuple[str, int] | None:
    found = _FIELD.fullmatch(line.text) if len(line.text) <= _LONGEST else None
    if found is None:
        return None
    return next(name for name in _FIELDS if found[name]), found.start("value")


def _in_order(lines: Sequence[Line]) -> Line:
    fields = [(*found, line) for line in lines if (found := _field(line))]
    fields.sort(key=lambda field: _FIELDS.index(field[0]))
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


class Settled(Struct, frozen=True):
    """The rows of an entry as they stand after second thoughts, and what is left in doubt."""

    rows: tuple[EntryRow, ...]
    ambiguity: Ambiguity | None = None
    at: TextSpan | None = None


def settled(rows: Sequence[EntryRow], habits: Habits) -> Settled:
    """Return *rows* with each correction in place of what it corrects.

    A correction replaces the one main move above it; where there is more than one, or an alternate
    besides, it is not certain what is meant; nor what a postscript adds where a move may have
    several plays, or several moves are equal.
    """
    may_add = not habits.are_numbered or habits.plays > 1
    kept = list(rows)
    for index, row in enumerate(rows):
        if not isinstance(row, PlayRow) or not row.is_instead:
            continue
        before = [at for at in range(index) if is_firm(kept[at])]
        if habits.plays > 1 and row.number is not None:
            # "2. statt N6s REGEN lieber H11s OBHUT" leaves the first Teilzug as it is.
            before = [at for at in before if _number(kept[at]) == row.number]
        if len(before) > 1 or (before and row.is_postscript and may_add):
            return Settled(tuple(kept), Ambiguity.SECOND_THOUGHT, row.span)
        for at in before:
            kept[at] = SkippedRow()
    doubt = _doubt(kept)
    if doubt is not None:
        return Settled(tuple(kept), Ambiguity.UNREAD_PLAY, doubt)
    return Settled(tuple(kept))


def corrects(text: str, played: Sequence[PlayRow]) -> bool:
    """Tell whether a line without a play says that something in those above it is wrong.

    `Vertippt!`, `Sorry, das Wort ist MENSA`, `nicht L4, sondern L5`: a word or a square that none
    of them has, beside a word that speaks of moves.
    """
    if is_correction(text):
        return True
    if not speaks_of_part(text):
        return False
    written = {each for row in played for each in parts_named(row.span.text)}
    return any(each not in written for each in parts_named(text))


def _number(row: EntryRow) -> int:
    """Return which Teilzug a play is; one without a number is the first."""
    return (row.number if isinstance(row, PlayRow) else None) or 1


def is_firm(row: EntryRow) -> bool:
    """Tell whether *row* is a play whatever stands around it."""
    return isinstance(row, PlayRow) and row.is_firm


def _doubt(rows: Sequence[EntryRow]) -> TextSpan | None:
    """Return the first line that leaves in doubt what is meant."""
    played: list[PlayRow] = []
    for above, row in zip((None, *rows), rows, strict=False):
        if isinstance(row, PlayRow) and row.is_firm:
            played.append(row)
        match row:
            case UnreadRow(span, is_no_move=False):
                return span
            case ProseRow(line) if played and corrects(line.text, played):
                return line.span(0, len(line.text))
            case ProseRow(line) if isinstance(above, PlayRow) and withdraws(line.text):
                return line.span(0, len(line.text))
            case ProseRow(line) if played and (breaks_off(line.text) or hangs(line.text)):
                return line.span(0, len(line.text))
            case ProseRow(line) if played and above == EmptyRow() and _takes_back(line.text):
                return line.span(0, len(line.text))
            case PlayRow(span) if played and row.is_bare and _is_starred(span.text):
                return span
            case _:
                pass
    return None


def _takes_back(text: str) -> bool:
    """Tell whether a paragraph of its own takes back the play above: `Diesen Zug bitte streichen.`

    `Wenn das Wort ungültig ist, melde dich` takes nothing back, nor does a flight that is cancelled.
    """
    if _CONDITION.match(text) or not withdraws(text):
        return False
    return speaks_of_field(text) or hangs(text) or len(text.split()) <= _FEW_WORDS


_CONDITION = regex(filled(r"\W{0,9}{condition}{end}"), re.IGNORECASE)
_FEW_WORDS = 5


def unsays(text: str, *, is_right_below: bool) -> bool:
    """Tell whether a line below an order takes it back or corrects it: `Halt, doch nicht!`."""
    if _CONDITION.match(text) or begins_postscript(text):
        return False
    if is_correction(text) or (_INSTEAD.match(text) and parts_named(text)):
        return True
    return withdraws(text) and (is_right_below or _takes_back(text))


def unsaid(rows: Sequence[Row], above: int | None) -> Iterator[TextSpan]:
    """Yield the lines that take back or correct an order: a play above them, or one in line *above*."""
    for row in rows:
        match row:
            case PlayRow(span) if row.is_firm:
                above = span.line
            case ProseRow(line) if above is not None:
                if unsays(line.text, is_right_below=line.number == above + 1):
                    yield line.whole
            case _:
                pass


_INSTEAD = regex(filled(r"\W{0,9}{instead}{end}"), re.IGNORECASE)


def calls_alternate(between: str) -> bool:
    """Tell whether the words between two plays of a line make an alternate of the first: `als Ersatz, dann`."""
    return _AS_ALTERNATE.match(between) is not None


_AS_ALTERNATE = regex(
    filled(
        r"\s{0,3}(?!(?:{conjunction}|{or_instead}|{or_else}){end})(?:[{letters}]{1,20}\s{1,3}){0,3}?"
        r"{as_alternate}{end}\s{1,3}(?:(?:{article}|{my}[{letters}]{0,3}|{an_alternate})\s{1,3})?"
        r"{alternate}[{letters}]{0,12}\s{0,3}[,;.]\s{0,3}(?!{instead}{end})[{letters}]"
    ),
    re.IGNORECASE,
)


def _is_starred(text: str) -> bool:
    """Tell whether a line is a word behind a star, as people correct themselves: `*MENÜS`."""
    text = text.strip()
    return text.startswith("*") and not text.endswith("*")


def unused(rows: Sequence[EntryRow], end: int) -> tuple[TextSpan, ...]:
    """Return the lines of an entry that ends at *end* which were not used; greetings aside.

    A play of another round is named wherever it stands, and so is what may be a play and counts as
    none beside a better one: `A3 Plakate`, `MANIE 32`. A word that ends the mail signs it.
    """
    first = next((at for at, row in enumerate(rows) if is_firm(row)), end)
    last = max((at for at, row in enumerate(rows[:end]) if is_firm(row)), default=end)
    closing = max((at for at, row in enumerate(rows) if not isinstance(row, EmptyRow)), default=0)
    written = _words_played(rows)
    found: list[TextSpan] = []
    for at, row in enumerate(rows):
        match row:
            case UnreadRow(span):
                found.append(span)
            case PlayRow(span) if at >= end or not is_firm(row):
                is_signature = at == closing or ends_greeting(rows[at - 1])
                is_named = row.play is None and (row.is_firm or row.is_detailed)
                if is_named or row.is_doubtful or (first < at < end and not is_signature):
                    found.append(span)
            case ProseRow(line) if at > first and _has_idea(line.text, written):
                found.append(line.whole)
            case ProseRow(line) if first < at < last and not is_greeting(line.text):
                if is_prose([line.text, ""]):
                    found.append(line.span(0, len(line.text)))
            case _:
                pass
    return tuple(found)


def _has_idea(text: str, written: Container[str]) -> bool:
    return has_second_idea(text, written) or may_have_second_idea(text, written)


def _words_played(rows: Sequence[Row]) -> frozenset[str]:
    plays = (row for row in rows if isinstance(row, PlayRow))
    return frozenset(each for row in plays for each in parts_named(row.span.text))


def passed_over(rows: Sequence[Row], read: Container[TextSpan]) -> Iterator[TextSpan]:
    """Yield the lines of an order in turns that could be plays and are not among those *read*."""
    written = _words_played(rows)
    for row in rows:
        match row:
            case ProseRow(line) if written and has_second_idea(line.text, written):
                yield line.whole
            case UnreadRow(span, is_no_move=False):
                yield span
            case PlayRow(span, is_doubtful=True) if span not in read:
                yield span
            case _:
                pass


def ends_greeting(row: EntryRow | None) -> bool:
    """Tell whether a line is a greeting, over what may be a name."""
    return isinstance(row, ProseRow) and is_greeting(row.line.text)
