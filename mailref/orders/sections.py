"""What several lines say together; what stands under one heading; several entries for one game (rules 8).

A place and a word on lines of their own are joined before anything is read; `das zweite H ist der Joker` becomes
its square. What a later line makes of moves is weighed up once all are read: they are replaced, taken back, in
doubt, or left unused. Then the lines under a heading become its player, moves and commands.
"""

from collections.abc import Container, Iterator, Sequence
from functools import partial, reduce
from itertools import pairwise, takewhile

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.orders import sentences
from mailref.orders.commands import is_greeting, is_prose
from mailref.orders.entries import (
    Ambiguity,
    BesideRow,
    CommandRow,
    EmptyRow,
    Entry,
    EntryRow,
    Habits,
    OrderRow,
    PlayerRow,
    PlayRow,
    ProseRow,
    RoundNamed,
    Row,
    SaidRow,
    SkippedRow,
    SwapRow,
    UnknownHeading,
    UnreadRow,
    WishRow,
)
from mailref.orders.names import folded, round_behind, round_of_move
from mailref.orders.shapes import is_place_alone, is_written_as_move, undecorated
from mailref.orders.table import Behind, Command, all_said
from mailref.orders.written import Wish
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import cut_front, join_lines, places_of
from mailref.tiles.moves import (
    NOWHERE,
    Fault,
    MissingPlace,
    Move,
    Play,
    Swap,
    Syntax,
    TextSpan,
    TooManyMoves,
    TooManyPlays,
    WrittenMove,
)
from mailref.tiles.vocabulary import any_of, filled, said_as, worded
from mailref.tiles.when_used import regex

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
    worded(pattern)
    for pattern in (
        rf"(?<!\w){_LETTER}{_LINK}(?:{{article}}\s{{1,3}})?{{joker}}(?![{{letters}}])",
        rf"(?<!\w)(?:{{article}}\s{{1,3}})?{{joker}}{_LINK}{_LETTER}",
    )
)
_JOKER = worded("{joker}")
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
_FIELD = worded(
    r"\W{0,4}(?:{my}[{letters}]{0,2}\s{1,3})?(?:(?P<place>{start_of_field}?{place})|(?P<way>{field_direction})|(?P<word>{field_word})"
    r"|(?P<points>{points}|{points_field}))\s{0,3}[:=]\s{0,5}(?P<value>\S.*)"
)
_FIELDS = ("place", "way", "word", "points")
_WORD_ALONE = worded(r"\s*+(?P<word>{tile}+{joker_mark}?)\s*+[.!]?\s*+")
_WAY = worded(r"\d\s{0,2}[-,:./(]?\s{0,2}{direction}{end}|{range_sign}")


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
            joined.append(join_lines(lines[at], lines[at + 1], " "))
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
    front = Line(line.number, found[0], places_of(line)[: found.end()])
    return join_lines(front, cut_front(line, found.end()), " ")


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
    values = (cut_front(line, start) for _, start, line in fields)
    return reduce(partial(join_lines, between=" "), values)


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
    if sentences.is_correction(text):
        return True
    if not sentences.speaks_of_part(text):
        return False
    written = {each for row in played for each in sentences.parts_named(row.span.text)}
    return any(each not in written for each in sentences.parts_named(text))


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
            case ProseRow(line) if isinstance(above, PlayRow) and (
                sentences.withdraws(line.text) or sentences.speaks_against_it(line.text)
            ):
                return line.span(0, len(line.text))
            case ProseRow(line) if played and (
                sentences.breaks_off(line.text) or sentences.hangs(line.text)
            ):
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
    if _CONDITION.match(text) or not sentences.withdraws(text):
        return False
    return (
        sentences.speaks_of_field(text) or sentences.hangs(text) or len(text.split()) <= _FEW_WORDS
    )


_CONDITION = worded(r"\W{0,9}{condition}{end}")
_FEW_WORDS = 5


def unsays(text: str, *, is_right_below: bool) -> bool:
    """Tell whether a line below an order takes it back or corrects it: `Halt, doch nicht!`."""
    if _CONDITION.match(text) or sentences.begins_postscript(text):
        return False
    if sentences.is_correction(text) or (_INSTEAD.match(text) and sentences.parts_named(text)):
        return True
    if is_right_below and sentences.speaks_against_it(text):
        return True
    return sentences.withdraws(text) and (is_right_below or _takes_back(text))


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


_INSTEAD = worded(r"\W{0,9}{instead}{end}")


def calls_alternate(between: str) -> bool:
    """Tell whether the words between two plays of a line make an alternate of the first: `als Ersatz, dann`."""
    return _AS_ALTERNATE.match(between) is not None


_AS_ALTERNATE = worded(
    r"\s{0,3}(?!(?:{conjunction}|{or_instead}|{or_else}){end})(?:[{letters}]{1,20}\s{1,3}){0,3}?"
    r"{as_alternate}{end}\s{1,3}(?:(?:{article}|{my}[{letters}]{0,3}|{an_alternate})\s{1,3})?"
    r"{alternate}[{letters}]{0,12}\s{0,3}[,;.]\s{0,3}(?!{instead}{end})[{letters}]"
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
    return sentences.has_second_idea(text, written) or sentences.may_have_second_idea(text, written)


def _words_played(rows: Sequence[Row]) -> frozenset[str]:
    plays = (row for row in rows if isinstance(row, PlayRow))
    return frozenset(each for row in plays for each in sentences.parts_named(row.span.text))


def passed_over(rows: Sequence[Row], read: Container[TextSpan]) -> Iterator[TextSpan]:
    """Yield the lines of an order in turns that could be plays and are not among those *read*."""
    written = _words_played(rows)
    for row in rows:
        match row:
            case ProseRow(line) if written and sentences.has_second_idea(line.text, written):
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


class Section(Struct):
    """The lines under one heading; the first section of a mail may have none."""

    game: str | UnknownHeading | None
    heading: TextSpan | None
    habits: Habits
    rows: list[EntryRow] = field(default_factory=list)

    @property
    def player(self) -> TextSpan | None:
        return next((row.span for row in self.rows if isinstance(row, PlayerRow)), None)

    @property
    def has_plays(self) -> bool:
        return any(isinstance(row, PlayRow | OrderRow) for row in self.rows)

    @property
    def order_rows(self) -> tuple[OrderRow, ...]:
        return tuple(
            OrderRow(row.line) if isinstance(row, WishRow) else row
            for row in self.rows
            if isinstance(row, OrderRow | WishRow)
        )

    @property
    def is_meant(self) -> bool:
        """Tell whether plays without a heading are plays: `A3 Plakate` or `DANKE` alone are none.

        A word without its place is one only in a mail that says nothing else: `BESEN`.
        """
        plays = [row for row in self.rows if isinstance(row, PlayRow)]
        if any(isinstance(row, PlayerRow) for row in self.rows):
            return True
        if any(row.is_likely for row in plays):
            return True
        if len(plays) != 1 or not plays[0].is_bare:
            return False
        return not is_prose([row.line.text for row in self.rows if isinstance(row, ProseRow)])

    @property
    def commands(self) -> tuple[Command, ...]:
        found = [row.command for row in self.rows if isinstance(row, CommandRow)]
        return tuple(dict.fromkeys((*found, *self.said.commands)))

    @property
    def said(self) -> Behind:
        return all_said(row.said for row in self.rows if isinstance(row, SaidRow))

    @property
    def wish(self) -> Wish | None:
        return next((row.wish for row in reversed(self.rows) if isinstance(row, WishRow)), None)


def entry_of(section: Section, *, is_only_game: bool) -> Entry:
    """Return the entry of a section: its moves, and why it must be asked back, if it must.

    Empty lines before the first play are skipped; after it an empty line ends the entry. Plays that
    follow count only if the mail names no other game and every line is so spaced.
    """
    after = settled(section.rows, section.habits)
    end, stray = _end_of_entry(section, after.rows, is_only_game=is_only_game)
    rows, below = after.rows[:end], after.rows[end:]
    plays = [row for row in rows if isinstance(row, PlayRow)]
    read = read_moves(rows, section.habits)
    moves = read.moves
    shown = {fault.span for written in moves for fault in written.faults}
    shown |= {written.span for written in moves}
    first_unread = _unread_main(moves) if section.habits.are_numbered else None
    doubts = (
        (after.ambiguity, after.at if moves else None),
        (Ambiguity.UNREAD_PLAY, _unread_below(below) if moves else None),
        (Ambiguity.UNREAD_PLAY, next((row.span for row in plays if row.is_for_want), None)),
        (Ambiguity.UNREAD_PLAY, read.headless),
        (Ambiguity.UNREAD_PLAY, first_unread),
        (Ambiguity.AFTER_EMPTY_LINE, stray),
        (Ambiguity.SECOND_PLAY, read.second_play),
    )
    ambiguity, at = next((each for each in doubts if each[1] is not None), (None, None))
    return Entry(
        section.game, section.heading, section.player, moves,
        ambiguity=ambiguity, ambiguous_at=at,
        unused=(*(each for each in unused(after.rows, end) if each not in shown), *read.dropped),
        named=tuple(span for row in plays for span in row.named),
        round_named=_round_named(rows),
    )  # fmt: skip


def _end_of_entry(
    section: Section, rows: Sequence[EntryRow], *, is_only_game: bool
) -> tuple[int, TextSpan | None]:
    """Return where an entry ends, and the first play below that it may hold, too."""
    end = _end_of_block(rows)
    spaced = _end_of_spaced(rows, end)
    if is_only_game and _is_spaced(section.heading, rows[:spaced]):
        return spaced, None
    stray = _first_new(rows, end)
    return (end, None) if stray is None else (spaced, stray.span)


def _round_named(rows: Sequence[EntryRow]) -> RoundNamed | None:
    """Return the round named on the line of a play, right below it, or on the last line of words above."""
    named = (row.round_named for row in rows if isinstance(row, PlayRow) and row.round_named)
    if (said := next(named, None)) is not None:
        return said
    for row, below in pairwise(rows):
        if isinstance(row, PlayRow) and isinstance(below, ProseRow):
            number = round_behind(below.line.text)
            if number is not None and sentences.speaks_of_it(below.line.text):
                return RoundNamed(number, below.line.whole)
    over = takewhile(lambda row: not isinstance(row, PlayRow), rows)
    above = next((row.line for row in reversed(list(over)) if isinstance(row, ProseRow)), None)
    number = round_of_move(above.text) if above is not None else None
    return None if above is None or number is None else RoundNamed(number, above.whole)


def _unread_main(moves: Sequence[WrittenMove]) -> TextSpan | None:
    """Return the first move where it was not read, and an alternate would count instead."""
    if len(moves) < 2:
        return None
    first = moves[0]
    is_read = not any(isinstance(fault, Syntax | MissingPlace) for fault in first.faults)
    return None if is_read else first.span


def _unread_below(rows: Sequence[EntryRow]) -> TextSpan | None:
    """Return the first line below an entry that was meant as a play and cannot be read."""
    for row in rows:
        if isinstance(row, PlayRow) and any(isinstance(fault, Syntax) for fault in row.faults):
            return row.span
    return None


def _end_of_block(rows: Sequence[EntryRow]) -> int:
    """Return where the first empty line after the first play stands."""
    plays = [i for i, row in enumerate(rows) if isinstance(row, PlayRow)]
    firm = [i for i in plays if is_firm(rows[i])]
    first = (firm or plays or [len(rows)])[0]
    empty = (i for i in range(first, len(rows)) if isinstance(rows[i], EmptyRow))
    return next(empty, len(rows))


def _end_of_spaced(rows: Sequence[EntryRow], end: int) -> int:
    """Return where the entry ends if empty lines do not end it: after its last complete play."""
    for index, row in enumerate(rows[end:], start=end):
        if isinstance(row, PlayRow) and row.is_complete:
            end = index + 1
    for index, row in enumerate(rows[end:], start=end):
        is_beside = isinstance(row, SwapRow) or (isinstance(row, BesideRow) and not row.comment)
        if is_beside or is_firm(row):
            end = index + 1
        elif not isinstance(row, EmptyRow):
            break
    return end


def _first_new(rows: Sequence[EntryRow], end: int) -> PlayRow | None:
    """Return the first complete play after the empty line that the entry does not hold already."""
    held = {same_play(row.play) for row in rows[:end] if isinstance(row, PlayRow) and row.play}
    for row in rows[end:]:
        is_new = isinstance(row, PlayRow) and row.is_complete
        if isinstance(row, PlayRow) and is_new and not (row.play and same_play(row.play) in held):
            return row
    return None


def same_play(play: Play) -> Play:
    """Return *play* without its place in the text: equal for two that ask for the same."""
    return replace(play, span=NOWHERE)


def _is_spaced(heading: TextSpan | None, rows: Sequence[EntryRow]) -> bool:
    """Tell whether an empty line stands between every two lines, from the heading on."""
    touches = heading is not None
    for row in rows:
        if not isinstance(row, EmptyRow) and touches:
            return False
        touches = not isinstance(row, EmptyRow)
    return True


def read_moves(rows: Sequence[EntryRow], habits: Habits) -> "Moves":
    """Put the lines of an entry together to moves, in the order written."""
    found = Moves(habits)
    for row in certain_plays(gathered(without_signatures(rows)), habits):
        if habits.are_numbered:
            found.add(row)
        else:
            found.sets.append([row])
    return found


def without_signatures(rows: Sequence[EntryRow]) -> list[EntryRow]:
    """Drop a word in capitals under a greeting: `LG`, `UWE`."""
    return [
        row
        for above, row in zip((None, *rows), rows, strict=False)
        if not (isinstance(row, PlayRow) and row.is_bare and not row.is_detailed)
        or not ends_greeting(above)
    ]


def certain_plays(plays: Sequence[PlayRow], habits: Habits) -> list[PlayRow]:
    """Drop what looks like a play only where no better one stands: `A3 Plakate`, `DANKE`.

    Where letters are rows, `H5 Trabe` says all that a play must say.
    """
    first = next((at for at, row in enumerate(plays) if row.is_firm), None)
    if first is None:
        return list(plays)
    return [
        row
        for at, row in enumerate(plays)
        if row.is_likely
        or (row.is_bare and not habits.are_numbered and not row.is_doubtful)
        or (row.is_bare and row.is_detailed and at > first)
    ]


def gathered(rows: Sequence[Row]) -> list[PlayRow]:
    """Return the plays with the swaps, jokers, sums and comments that stand in lines of their own.

    A swap goes with the next play line of the same slash, else with the one before (rules 8); what
    else stands alone belongs to the play above it, or to the first.
    """
    found = {index: row for index, row in enumerate(rows) if isinstance(row, PlayRow)}
    if not found:
        return []
    for index, row in enumerate(rows):
        match row:
            case SwapRow(is_alternate, swaps, faults):
                at = _play_of_swap(found, index, is_alternate=is_alternate)
                play = found[at]
                found[at] = replace(play, swaps=play.swaps + swaps, faults=play.faults + faults)
            case BesideRow():
                at = max((each for each in found if each < index), default=min(found))
                found[at] = _with(found[at], row)
            case _:
                pass
    return [found[index] for index in sorted(found)]


def _play_of_swap(plays: dict[int, PlayRow], index: int, *, is_alternate: bool) -> int:
    same = [at for at, row in plays.items() if row.is_alternate == is_alternate]
    after = [at for at in same if at > index]
    before = [at for at in same if at < index] or [at for at in plays if at < index]
    return min(after) if after else max(before, default=min(plays))


def _with(row: PlayRow, beside: BesideRow) -> PlayRow:
    play = row.play
    if play is not None:
        comment = "; ".join(part for part in (play.comment, beside.comment) if part)
        play = replace(play, blanks=play.blanks + beside.blanks, comment=comment or None)
    total = row.total if beside.total is None else beside.total
    return replace(row, play=play, faults=row.faults + beside.faults, total=total)


class Moves(Struct):
    """The moves of an entry as they grow line by line, and the lines that make them ambiguous."""

    habits: Habits
    sets: list[list[PlayRow]] = field(default_factory=list)
    """The lines of each move."""
    second_play: TextSpan | None = None
    headless: TextSpan | None = None
    """A second Teilzug of a move whose first was not read."""
    dropped: list[TextSpan] = field(default_factory=list)
    """The same of alternates: they are left out."""
    _plain: list[PlayRow] | None = None
    """The set of the lines without a slash."""

    @property
    def moves(self) -> tuple[WrittenMove, ...]:
        """Return the moves; numbered ones with the alternates last."""
        sets = self.sets
        if self.habits.are_numbered:
            sets = sorted(sets, key=lambda each: each[0].is_alternate)
        return tuple(written_move(each, at, self.habits) for at, each in enumerate(sets))

    def add(self, row: PlayRow) -> None:
        if row.is_alternate:
            self._add_alternate(row)
        elif self._plain is None:
            self.headless = row.span if self._is_headless(row) else None
            self._plain = self._new(row)
        elif _continues(self._plain, row):
            self._plain.append(row)
        else:
            if self.habits.moves != 1 and self.second_play is None:
                self.second_play = row.span
            self._plain = self._new(row)

    def _add_alternate(self, row: PlayRow) -> None:
        """With one Teilzug each slash begins an alternate; else a new `/1.` does."""
        if self._is_headless(row) and self._stands_beside(row):
            self.add(replace(row, is_alternate=False))
            return
        last = self.sets[-1] if self.sets else None
        may_continue = self.habits.plays > 1 and last is not None and last[0].is_alternate
        if self._is_headless(row) and not may_continue:
            self.dropped.append(row.span)
        elif last is None or not may_continue:
            self._new(row)
        elif _continues(last, row) or self._is_next_unnumbered(last, row):
            last.append(row)
        elif self._is_headless(row):
            self.dropped.append(row.span)
        else:
            self._new(row)

    def _stands_beside(self, row: PlayRow) -> bool:
        """Tell whether the slash only parts a Teilzug from the one before: `1. A / 2. B` in one line."""
        plain = self._plain
        return (
            plain is not None
            and plain[-1].span.line == row.span.line
            and (plain[-1].number or 1) + 1 == row.number
        )

    def _is_headless(self, row: PlayRow) -> bool:
        """Tell whether a Teilzug that begins a move calls itself the second."""
        return self.habits.plays > 1 and row.number is not None and row.number > 1

    def _is_next_unnumbered(self, last: list[PlayRow], row: PlayRow) -> bool:
        return row.number is None and last[-1].number is None and len(last) < self.habits.plays

    def _new(self, row: PlayRow) -> list[PlayRow]:
        self.sets.append([row])
        return self.sets[-1]


def _continues(plays: Sequence[PlayRow], row: PlayRow) -> bool:
    """Tell whether *row* is the next Teilzug: its number rises; the first may have none."""
    return row.number is not None and row.number > (plays[-1].number or 1)


def written_move(rows: Sequence[PlayRow], index: int, habits: Habits) -> WrittenMove:
    """Return one move; what goes beyond the game's numbers is a fault, and the first ones stand."""
    allowed = habits.plays if habits.are_numbered else len(rows)
    standing = rows[:allowed]
    faults: list[Fault] = [fault for row in standing for fault in row.faults]
    if len(rows) > allowed:
        faults.append(TooManyPlays(span=rows[allowed].span, allowed=allowed))
    if habits.moves is not None and index >= habits.moves:
        faults.append(TooManyMoves(span=rows[0].span, allowed=habits.moves))
    plays = tuple(row.play for row in standing if row.play is not None)
    swaps = tuple(swap for row in standing for swap in row.swaps)
    totals = [row.total for row in rows if row.total is not None]
    move = Move(plays, swaps, totals[-1] if totals else None) if plays else None
    return WrittenMove(move, tuple(faults), rows[0].span)


def merged(entries: Sequence[Entry], default: str | None) -> tuple[Entry, ...]:
    """Return *entries* in order, each once; those that differ for one game and player as ambiguous.

    *default* is the game meant where no heading stands.
    """
    kept: list[Entry] = []
    for entry in entries:
        twins = [i for i, other in enumerate(kept) if _same_owner(entry, other, default)]
        same = next((i for i in twins if _asks_same(kept[i], entry)), None)
        if same is not None:
            kept[same] = _both(kept[same], entry)
            continue
        if len(twins) == 1 and (both := _act_and_move(kept[twins[0]], entry)) is not None:
            kept[twins[0]] = both
            continue
        for i in twins:
            kept[i] = _ambiguous(kept[i])
        kept.append(_ambiguous(entry) if twins else entry)
    return tuple(kept)


def _same_owner(one: Entry, two: Entry, default: str | None) -> bool:
    """Tell whether two entries are for one game and player; no name may be any."""
    if isinstance(one.game, UnknownHeading) or isinstance(two.game, UnknownHeading):
        return one.game == two.game
    if (one.game or default) != (two.game or default):
        return False
    if one.player is None or two.player is None:
        return True
    return folded(one.player.text) == folded(two.player.text)


def _act_and_move(one: Entry, two: Entry) -> Entry | None:
    """Return an acceptance and the move that follows it, inside a quote, as one; None if they are not."""
    if one.written is None or two.written is None or one.ambiguity or two.ambiguity:
        return None
    both = one.written.before(two.written)
    return None if both is None else replace(_both(two, one), written=both)


def _asks_same(one: Entry, two: Entry) -> bool:
    """Tell whether two entries ask for the same, or one of them for nothing."""
    if not one.asks or not two.asks:
        return True
    if one.written is not None and two.written is not None:
        return one.written.asked == two.written.asked
    return [_content(move) for move in one.moves] == [_content(move) for move in two.moves]


def _content(written: WrittenMove) -> tuple[Move | None, tuple[str, ...]]:
    """Return what a move asks for, wherever it stands."""
    move = written.move
    if move is not None:
        plays = tuple(replace(same_play(play), comment=None) for play in move.plays)
        swaps = tuple(Swap(swap.square, NOWHERE) for swap in move.swaps)
        move = Move(plays, swaps, move.total_claimed)
    unread = written.span.text if written.move is None else ""
    return move, (unread, *(fault.code for fault in written.faults))


def _both(one: Entry, two: Entry) -> Entry:
    fuller = one if one.asks else replace(two, game=one.game or two.game)
    return replace(
        fuller,
        heading=fuller.heading or one.heading or two.heading,
        player=fuller.player or one.player or two.player,
        commands=tuple(dict.fromkeys(one.commands + two.commands)),
        said=one.said.then(two.said),
        wish=two.wish or one.wish,
    )


def _ambiguous(entry: Entry) -> Entry:
    if entry.ambiguity is not None or not entry.asks:
        return entry
    at = entry.heading or entry.span
    return replace(entry, ambiguity=Ambiguity.TWO_ENTRIES, ambiguous_at=at)
