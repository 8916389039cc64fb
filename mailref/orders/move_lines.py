"""One line of a mail to one row. Cheap shapes decide what the grammar is asked about at all."""

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from mailref.orders.commands import command_in, is_shouted_greeting, language_in, order_with_value
from mailref.orders.entries import (
    BesideRow,
    CommandRow,
    EmptyRow,
    GameFace,
    HeadingRow,
    PlayerRow,
    PlayRow,
    ProseRow,
    RoundNamed,
    Row,
    SaidRow,
    SkippedRow,
    SwapRow,
    UnreadRow,
)
from mailref.orders.grammar import Grammar, Start, Unreadable, number_of
from mailref.orders.names import GameNames, find_game, folded, round_of_move, without_preposition
from mailref.orders.plays import (
    claims_of,
    read_blanks,
    read_one_letter,
    read_play_row,
    read_swaps,
    span_of,
)
from mailref.orders.sentences import (
    LONGEST_SENTENCE,
    QUOTE,
    FoundPlay,
    Sense,
    begins_postscript,
    could_be_play,
    further_words,
    gives_way,
    has_second_idea,
    may_have_second_idea,
    names_joker,
    names_letter,
    plays_in,
    says_other_way,
    sense_of,
    sense_of_line,
    small_play_in,
    speaks_against,
    speaks_of_move,
    without_leading_words,
    words_in_capitals,
)
from mailref.orders.several_lines import calls_alternate, with_jokers, without_ordinals
from mailref.orders.shapes import (
    BARE,
    BASE_FORM,
    DIGIT,
    ELSE_BEHIND,
    JOKERS,
    LONGEST,
    MAY_BE_PLAY,
    ONE_LETTER,
    PLAY,
    PLAYER,
    SWAP,
    TEMPLATE,
    TOTAL,
    WORD_FIRST,
    WORD_LAID,
    end_of_part,
    holds_play,
    is_alternate_label,
    is_barred,
    is_meant,
    is_written_as_move,
    looks_like_ours,
    mark_before,
    whole_end,
    without_decoration,
)
from mailref.reading.attention import BOUNDLESS, Attention
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import confusable_in, cut_front, without_confusables
from mailref.tiles.board import Axes
from mailref.tiles.moves import Syntax, TextSpan
from mailref.tiles.vocabulary import ALTERNATE_MARK, COMMENT_MARK, filled
from mailref.tiles.when_used import regex, when_used

MOST_HINTS = 20
"""So many unreadable plays of a mail are explained."""
MOST_PLAYS = 200
"""So many lines of a mail are asked of the grammar; one of thousands is asked back instead."""
MOST_HEADINGS = 200  # so many lines that name a game are looked at; the others are prose
MOST_CHARACTERS = 32 * 1024  # so much of what a person wrote is searched for plays
_LONGEST_HEADING = 80
_SENTENCE = 4
"""So many looks it costs to find a play inside a line."""
_TRIES = 3
_LINK = regex(r"https?://\S+")
_SENTENCE_END = regex(r"(?<!\.)[.!](?=\s|$)")
_QUOTED = regex(rf"\s?{QUOTE}")
_SETS_OFF = when_used(filled, r"(?:[,;:–/-]|\([^()]*+|(?<![{letters}]){conjunction})\s*+$")
_CUT_SHORT = regex(r"(?:[^\w\s]{1,3}|\s)[(\[<{]?[A-ZÄÖÜ](?!\w)(?=\W{0,3}(?:$|\s\d))")
"""A letter alone behind a word: `EIL_T`, `EIL<T>`, `EIL T` are not EIL."""
_GOES_ON = ("*", "+", "=", "?")
"""What stands right behind a play and was not read belongs to it."""


class Budget(Struct):
    """What the reading of one mail may cost, and what it has cost so far."""

    hints: int = MOST_HINTS
    plays: int = MOST_PLAYS
    headings: int = MOST_HEADINGS
    characters: int = MOST_CHARACTERS
    attention: Attention = BOUNDLESS
    is_overdrawn: bool = False
    """Whether a line that could be a move or a heading was not looked at."""


class LineReader:
    """Reads the lines of one mail."""

    def __init__(self, grammar: Grammar, games: Sequence[GameFace], budget: Budget) -> None:
        self._grammar = grammar
        self._games = GameNames.of(games)
        self._budget = budget

    def read(
        self, line: Line, axes: Axes, above: str = "", *, is_closed: bool = False
    ) -> tuple[Row, ...]:
        """Return what *line* is, in a game whose squares are named by *axes*.

        *above* is a line without a play right over it: what it says holds for the play here.
        *is_closed*: it stands below the greeting that ends a mail, where names and addresses do.
        """
        if not line.text.strip():
            return (EmptyRow(),)
        self._budget.attention.look(line.text)
        self._budget.characters -= len(line.text)
        if self._budget.characters < 0:
            self._budget.is_overdrawn |= DIGIT.search(line.text) is not None
            return (ProseRow(line),)
        line, jokers = without_ordinals(line)
        plain = without_decoration(line)
        row = _unless_withdrawn(self._whole(line, plain, axes), line)
        rows: tuple[Row, ...] = (row,)
        if isinstance(row, ProseRow) or (isinstance(row, PlayRow) and not _is_read(row)):
            parts = self._sentence(plain, axes)
            is_address = is_closed and not _may_be_play(parts, line)
            rows = (row,) if is_address else _better(row, parts)
        rows = tuple(with_jokers(each, jokers) for each in rows) if jokers else rows
        is_play = any(isinstance(each, PlayRow) for each in rows)
        if is_play and begins_postscript(line.text):
            rows = tuple(map(_as_postscript, rows))
        sense = sense_of_line(above) if above and is_play else None
        return tuple(_led(each, sense) for each in rows) if sense else rows

    def _whole(self, line: Line, plain: Line, axes: Axes) -> Row:
        """Return what the line is as a whole: prose, where it is more than a play.

        *plain* is the line without decoration.
        """
        if said := order_with_value(line.text):
            return SaidRow(*said)  # however long a text is, it is no play
        if len(line.text.partition(COMMENT_MARK)[0]) > LONGEST:
            return ProseRow(line)
        if TEMPLATE.fullmatch(plain.text):
            return SkippedRow()
        return self._word_for_word(line) or self._play(plain, axes) or ProseRow(line)

    def _sentence(self, line: Line, axes: Axes) -> tuple[Row, ...]:
        """Return the plays inside a line that is no play as a whole; empty if it holds none."""
        text = _LINK.sub(lambda link: " " * len(link[0]), line.text)
        if not MAY_BE_PLAY.search(text):
            return ()
        self._budget.attention.look(text, _SENTENCE)
        if self._budget.plays <= 0:
            self._budget.is_overdrawn |= could_be_play(text, axes)
            return ()
        if (barred := is_barred(text)) or looks_like_ours(text):
            self._budget.plays -= 1
            is_unread = could_be_play(text, axes)
            return (UnreadRow(line.whole, is_no_move=barred),) if is_unread else ()
        if could_be_play(text[LONGEST_SENTENCE:], axes):
            return (UnreadRow(line.whole),)
        if (found := plays_in(text, axes)) is None:
            return (UnreadRow(line.whole),)
        if not found and (small := small_play_in(text)):
            found = [small]
        if not found:
            return (UnreadRow(line.whole),) if could_be_play(text, axes) else ()
        self._budget.plays -= len(found)
        return self._found_rows(line, found, axes)

    def _found_rows(self, line: Line, found: Sequence[FoundPlay], axes: Axes) -> tuple[Row, ...]:
        heading, at = self._heading_before(line, found[0].start)
        rows: list[Row] = [heading] if heading else []
        replaces, number = False, None
        for index, each in enumerate(found):
            limit = found[index + 1].start if index + 1 < len(found) else len(line.text)
            mark = mark_before(line.text[at : each.start])
            jokers = self._jokers_before(line, mark.rest, each.start, axes)
            if jokers is not None:
                mark = replace(mark, rest="")
            part = self._part(line, each, end_of_part(line.text, each.end, limit), axes)
            if part is None:
                return (UnreadRow(line.whole),)
            row, at = part
            beside = line.text[each.end : at]
            if speaks_against(beside) or calls_alternate(line.text[each.end : limit]):
                return (UnreadRow(line.whole),)
            after = _behind(line, each.end, at) if limit == len(line.text) else ""
            if len(found) > 1 and gives_way(mark.rest, after):
                replaces, number = True, mark.number
                continue
            is_headed = heading is not None and index == 0
            is_first = index == 0 and mark.number is None and not is_headed
            lead = f"{mark.rest} {line.text[each.gap[0] : each.gap[1]]}"
            sense = sense_of(lead, after, is_first=is_first)
            says_move = each.says_way or is_headed or speaks_of_move(mark.rest)
            if _is_in_doubt(row, sense, beside + after, says_move=says_move):
                sense = Sense.UNSURE
            if sense is Sense.INSTEAD and rows and not isinstance(rows[-1], HeadingRow):
                rows.pop()
                sense = Sense.MEANT
            row = replace(
                row,
                is_alternate=mark.is_alternate or row.is_alternate,
                number=mark.number or row.number or number,
                round_named=_round_named(line, mark.rest, after),
                named=row.named + _named(line, at, after),
            )
            rows.append(_led(row, None if sense is Sense.MEANT else sense))
            if jokers is not None:
                rows.append(jokers)
        doubtful = next((row for row in rows if isinstance(row, UnreadRow)), None)
        if doubtful or not rows:
            return (replace(doubtful or UnreadRow(line.whole), span=line.whole),)
        if has_second_idea(line.text[at:], [each.word.upper() for each in found]):
            rows.append(UnreadRow(cut_front(line, at).whole))
        elif may_have_second_idea(line.text[at:], [each.word.upper() for each in found]):
            rows.append(ProseRow(cut_front(line, at)))
        return tuple(_led(row, Sense.INSTEAD) for row in rows) if replaces else tuple(rows)

    def _part(
        self, line: Line, found: FoundPlay, end: int, axes: Axes
    ) -> tuple[PlayRow, int] | None:
        """Return a play with what belongs to it, and where that ends; None if it cannot be read."""
        start: Start = "word_first" if found.is_word_first else "play"
        whole = line.text
        for at, until in ((0, found.start), found.gap):
            whole = whole[:at] + " " * (until - at) + whole[until:]
        whole = without_leading_words(whole)
        for _ in range(_TRIES):
            text = whole[:end]
            part = replace(line, text=" " * found.start + line.text[found.start : end])
            try:
                written = self._grammar.read(text, start)
            except Unreadable as stop:
                end = max(found.end, min(stop.at, end - 1))
                continue
            if not found.is_word_first and _CUT_SHORT.match(line.text, found.end):
                return None
            row, rest = read_play_row(part, written, axes), line.text[end:]
            marks_joker = row.play is not None and bool(row.play.small or row.play.starred)
            is_said = marks_joker and not names_letter(rest)
            if (names_joker(rest) and not is_said) or rest.lstrip().startswith(_GOES_ON):
                return None
            return row, end
        return None

    def _jokers_before(self, line: Line, before: str, end: int, axes: Axes) -> Row | None:
        """Return the blanks named right before a play on its line: `Joker = N: K4s GELIEHEN`."""
        if not names_joker(before):
            return None
        text = " " * (end - len(before)) + before.rstrip(" :,;-")
        return self._jokers(replace(line, text=text), axes)

    def _heading_before(self, line: Line, end: int) -> tuple[HeadingRow | None, int]:
        """Return the game named before a play on its line, and where the rest begins.

        `Loire: L4s MENÜS`, `Donau: 1. K3s KLEIDER`.
        """
        before = line.text[:end]
        for name in (before, before.partition(":")[0]):
            stripped = name.strip(" :,-*")
            if not stripped or len(stripped) > _LONGEST_HEADING:
                continue
            title = self._grammar.read_heading(stripped) or stripped
            found = find_game(without_preposition(title), self._games)
            if isinstance(found, str):
                at = line.text.find(stripped)
                return HeadingRow(found, line.span(at, at + len(stripped))), len(name)
        return None, 0

    def _word_for_word(self, line: Line) -> Row | None:
        """Return headings, names, commands: lines that hold no play."""
        text = line.text
        if PLAYER.match(text):
            name = self._grammar.read_player(text)
            return PlayerRow(span_of(line, name) if name and name.strip(" _*") else None)
        if command := command_in(text):
            language = language_in(text)
            return SaidRow(command, language) if language else CommandRow(command)
        return self._heading(line)

    def _heading(self, line: Line) -> HeadingRow | None:
        if len(line.text) > _LONGEST_HEADING:
            return None
        key = folded(line.text)
        if "scrabb" not in key and not self._games.has_last_part(key):
            return None
        self._budget.headings -= 1
        if self._budget.headings < 0:
            self._budget.is_overdrawn = True
            return None
        title = self._grammar.read_heading(line.text.replace("*", " "))
        found = find_game(without_preposition(title), self._games) if title else None
        return HeadingRow(found, span_of(line, title)) if found and title else None

    def _play(self, line: Line, axes: Axes) -> Row | None:
        if BASE_FORM.match(line.text):
            return BesideRow(comment=line.text.strip(f" {COMMENT_MARK}"))
        if not MAY_BE_PLAY.search(line.text) and confusable_in(line.text) is None:
            return None
        if line.text.lstrip().startswith(COMMENT_MARK):
            return BesideRow(comment=line.text.strip(f" {COMMENT_MARK}"))
        if self._budget.plays <= 0:
            self._budget.is_overdrawn |= holds_play(line.text)
            return None
        self._budget.plays -= 1
        row = self._by_grammar(line, axes)
        if row is None or (isinstance(row, PlayRow) and row.play is None):
            return self._confused(line, axes) or row
        return row

    def _by_grammar(self, line: Line, axes: Axes) -> Row | None:
        text = line.text
        if SWAP.match(text):
            return self._swaps(line, axes)
        if TOTAL.match(text):
            return self._total(line)
        if JOKERS.match(text):
            return self._jokers(line, axes)
        if where := PLAY.match(text):
            return self._read_play(line, "play", axes, where)
        if where := WORD_FIRST.match(text):
            return self._read_play(line, "word_first", axes, where)
        return self._bare(line, axes)

    def _read_play(
        self, line: Line, start: Start, axes: Axes, where: re.Match[str]
    ) -> PlayRow | None:
        try:
            row = read_play_row(line, self._grammar.read(line.text, start), axes)
        except Unreadable as stop:
            return self._unreadable(line, stop, where, axes)
        says_all = row.play is not None and not row.faults
        if start == "word_first" and not is_written_as_move(where["word"]) and not says_all:
            return None
        return row

    def _unreadable(
        self, line: Line, stop: Unreadable, where: re.Match[str], axes: Axes
    ) -> PlayRow | None:
        """Return a line that was meant as a play with the fault's place; None if it is prose."""
        if axes is Axes.ROWS and (letter := ONE_LETTER.fullmatch(line.text)):
            return read_one_letter(line, letter, axes)
        if not is_meant(line.text, where, axes):
            return None
        self._budget.hints -= 1
        hint = self._grammar.hint(stop) if self._budget.hints >= 0 else "play"
        has_way = where["before"] or where["after"] or where["range"] or axes is Axes.ROWS
        if hint == "after_word" and not has_way:
            hint = "direction"
        return PlayRow(
            span=line.whole,
            play=None,
            faults=(Syntax(span=_stop_span(line, stop.at), hint=hint),),
            is_alternate=bool(where["slash"]) or is_alternate_label(where["label"]),
            number=number_of(where["number"]) if where["number"] else None,
        )

    def _swaps(self, line: Line, axes: Axes) -> Row | None:
        try:
            written = self._grammar.read(line.text, "swaps")
        except Unreadable as stop:
            fault = Syntax(span=_stop_span(line, stop.at), hint="swap")
            return SwapRow(line.text.lstrip().startswith(ALTERNATE_MARK), (), (fault,))
        if written.token("WORD"):
            return read_play_row(line, written, axes)
        return SwapRow(written.is_alternate, *read_swaps(line, written, axes))

    def _total(self, line: Line) -> Row | None:
        written = self._grammar.read_if(line.text, "total")
        total = claims_of(written)[1] if written is not None else None
        return None if total is None else BesideRow(total=total)

    def _jokers(self, line: Line, axes: Axes) -> Row | None:
        written = self._grammar.read_if(line.text, "jokers")
        return None if written is None else BesideRow(*read_blanks(line, written, axes))

    def _bare(self, line: Line, axes: Axes) -> PlayRow | None:
        """Return a word without its place; None unless it is written as a play is."""
        plain = WORD_LAID.sub(lambda lead: " " * len(lead[0]), line.text, count=1)
        if DIGIT.search(plain) is None:
            plain = ELSE_BEHIND.sub("", plain)
        alone = BARE.fullmatch(plain)
        if alone is None or is_shouted_greeting(alone["word"]):
            return None
        has_mark = alone["slash"] or alone["number"] or alone["before"] or alone["after"]
        if not has_mark and not is_written_as_move(alone["word"]):
            return None
        written = self._grammar.read_if(plain, "bare")
        return None if written is None else read_play_row(line, written, axes)

    def _confused(self, line: Line, axes: Axes) -> PlayRow | None:
        """Return a play with letters of another alphabet that look like ours, as a fault."""
        at = confusable_in(line.text)
        if at is None:
            return None
        row = self._by_grammar(replace(line, text=without_confusables(line.text)), axes)
        if not isinstance(row, PlayRow):
            return None
        fault = Syntax(span=line.span(at, at + 1), hint="confusable")
        return replace(row, play=None, faults=(fault,), is_complete=False)


def _may_be_play(parts: tuple[Row, ...], line: Line) -> bool:
    """Tell whether a line among names and addresses holds a play: it names a direction, or a move.

    Where letters are rows, `BUILDING 5B, LONDON` names a square and words beside it.
    """
    return bool(parts) and (could_be_play(line.text, Axes.COLUMNS) or speaks_of_move(line.text))


def _better(whole: Row, parts: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return the plays found inside a line, or the line as a whole with its faults."""
    if not parts:
        return (whole,)
    is_firm = isinstance(whole, PlayRow) and whole.is_firm
    return (whole,) if is_firm and isinstance(parts[0], UnreadRow) else parts


def _is_read(row: PlayRow) -> bool:
    return row.play is not None and row.is_complete and not row.faults


def _is_in_doubt(row: Row, sense: Sense, behind: str, *, says_move: bool) -> bool:
    """Tell whether a play is not said to be one, or what stands behind it names another way."""
    if sense is Sense.MEANT and not says_move:
        return True
    play = row.play if isinstance(row, PlayRow) else None
    return play is not None and says_other_way(behind, play.direction)


def _behind(line: Line, end: int, at: int) -> str:
    """Return what stands behind a play and what belongs to it; a sign before it shows whether it is set off."""
    start = whole_end(line.text, at)
    between = line.text[end:start]
    if _SENTENCE_END.search(line.text, end, at):
        return "\n" + line.text[start:]
    sign = '"' if _QUOTED.match(between) else "," if _SETS_OFF.search(between) else ""
    return sign + line.text[start:]


def _unless_withdrawn(row: Row, line: Line) -> Row:
    """Return a play as unread where what stands behind it takes it back: `(bitte streichen)`."""
    if not isinstance(row, PlayRow) or row.play is None:
        return row
    behind = line.text.partition(row.play.span.text)[2]
    is_against = speaks_against(behind) or says_other_way(behind, row.play.direction)
    return UnreadRow(line.whole) if is_against else row


def _as_postscript(row: Row) -> Row:
    return replace(row, is_postscript=True) if isinstance(row, PlayRow) else row


def _led(row: Row, sense: Sense | None) -> Row:
    """Return *row* with what the words around it, or the line above it, make of it."""
    if not isinstance(row, PlayRow) or sense is None:
        return row
    match sense:
        case Sense.ALTERNATE:
            return replace(row, is_alternate=True)
        case Sense.INSTEAD:
            return replace(row, is_instead=True)
        case Sense.PAST | Sense.UNSURE:
            return UnreadRow(row.span, is_no_move=sense is Sense.PAST)
        case Sense.MEANT:
            return row


def _round_named(line: Line, before: str, after: str) -> RoundNamed | None:
    """Return the round for which words say that a play is: `Für Runde 6: ...`, `L3s KOHLEN (Runde 6)`."""
    number = round_of_move(before)
    if number is None and (found := _ROUND_BEHIND.match(after)):
        number = int(found["number"] or found["ordinal"])
    return None if number is None else RoundNamed(number, line.whole)


_ROUND_BEHIND = when_used(
    filled,
    r"[^.!?\n]{0,60}?(?:(?<![{letters}]){meant_for}\s{1,3}|\(\s{0,2}|^\W{0,3})(?:{article}\s{1,3})?"
    r"(?:{round}\s{0,2}(?P<number>\d{1,3})|(?P<ordinal>\d{1,3})\.\s{0,2}{round})(?!\d)",
)


def _named(line: Line, end: int, after: str) -> tuple[TextSpan, ...]:
    """Return the words behind a play that it should form: `und HERBSTS`.

    *after*: what stands behind it, where anything does; a new line where its sentence has ended.
    """
    if not after:
        return ()
    behind = line.text[end:]
    found = {*further_words(behind), *(() if after[0] == "\n" else words_in_capitals(behind))}
    return tuple(line.span(end + start, end + stop) for start, stop in sorted(found))


def _stop_span(line: Line, at: int) -> TextSpan:
    """Return the word at which reading stopped; the whole line if it stopped at its end."""
    rest = line.text[at:]
    if not rest.strip():
        return line.whole
    at += len(rest) - len(rest.lstrip())
    return line.span(at, at + len(line.text[at:].split()[0]))
