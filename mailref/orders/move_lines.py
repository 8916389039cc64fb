"""One line of a mail to one row. Cheap shapes decide what the grammar is asked about at all.

What the grammar has read becomes a play with its faults of reading (rules 4).
"""

import re
from collections.abc import Callable, Sequence

from lark import Token
from msgspec import Struct
from msgspec.structs import replace

from mailref.orders import commands, entries, shapes
from mailref.orders import sections as sentences
from mailref.orders.absences import GivesUp, gives_up_absence
from mailref.orders.grammar import Grammar, LineAsWritten, Start, Unreadable, number_of
from mailref.orders.known_words import names_letter_of
from mailref.orders.name_wishes import NameWish, name_wish
from mailref.orders.roles import words_of
from mailref.orders.table import IS_BACK, UNCLEAR, Command
from mailref.orders.yes_and_no import begins_as_answer
from mailref.reading.incoming_mail import BOUNDLESS, Attention, Line
from mailref.reading.mime import confusable_in, cut_front, without_confusables
from mailref.tiles import moves
from mailref.tiles.board import Axes, Direction, Notation, Square, read_square
from mailref.tiles.tile_set import TileSet
from mailref.tiles.when_used import regex

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
_QUOTED = regex(rf"\s?{sentences.QUOTE}")
_SETS_OFF = moves.worded(r"(?:[,;:–/-]|\([^()]*+|{begin}{conjunction})\s*+$")
_CUT_SHORT = regex(r"(?:[^\w\s]{1,3}|\s)[(\[<{]?[A-ZÄÖÜ](?!\w)(?=\W{0,3}(?:$|\s\d))")
"""A letter alone behind a word: `EIL_T`, `EIL<T>`, `EIL T` are not EIL."""
_LEAD = moves.worded(r"\s*+(?:(?:{opening}|{intent}|{please}){end}[\s,]{1,3}){1,6}")
_OF_MINE = moves.worded(r"{begin}(?:{myself}|{please}){end}")
_BIDS = moves.worded(r"\s*+{lays_down}{end}\s{1,3}")
"""`Put bota at A12`, and nothing before it says who."""
_OTHER = moves.worded(r"\s*+(?:{alternate}){letter}*+\s{1,3}")
_COURTESY = moves.worded(r"[\s,;-]{1,3}(?:{please}){end}[\s.!]*+$")
"""What stands around a play in a sentence and says only that somebody lays it, and asks for it."""
_FORMED = moves.worded(r"\(\s{0,3}{formed_too}{end}\s{1,3}{tile}+\s{0,3}\)")
"""What a player says that a play forms: `(makes joke)` is no joke."""
_GOES_ON = ("*", "+", "=", "?")
"""What stands right behind a play and was not read belongs to it."""
_AND_PLAY = moves.worded(r"\s{0,3}\+\s{0,3}{square}")
"""`c3s ausbot + n11s heile`: another play, not another word that this one forms."""


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

    def __init__(self, grammar: Grammar, games: Sequence[entries.GameFace], budget: Budget) -> None:
        self._plays = self._grammar = grammar
        self._games = shapes.GameNames.of(games)
        self._budget = budget

    def read(
        self,
        line: Line,
        notation: Notation,
        above: Callable[[], str] = str,
        *,
        is_closed: bool = False,
    ) -> tuple[entries.Row, ...]:
        """Return what *line* is, in a game whose squares are named by *notation*.

        *above* gives a line without a play right over it, and is asked where one is here: what it says holds for it.
        *is_closed*: it stands below the greeting that ends a mail, where names and addresses do.
        """
        if not line.text.strip():
            return (entries.EmptyRow(),)
        line = _in_letters(line, notation.tiles)
        line = replace(line, text=shapes.without_denied_way(line.text))
        self._grammar = self._plays.for_tiles(notation.tiles)
        self._budget.attention.look(line.text)
        self._budget.characters -= len(line.text)
        if self._budget.characters < 0:
            self._budget.is_overdrawn |= shapes.DIGIT.search(line.text) is not None
            return (entries.ProseRow(line),)
        line = replace(line, text=_with_plain_mark(_PLUS.sub(" & ", line.text)))
        line, jokers = sentences.without_ordinals(line)
        plain = shapes.without_decoration(line)
        row = self._whole(line, plain, notation)
        if isinstance(row, entries.ProseRow):
            row = self._greeted(line, notation) or row
        if isinstance(row, entries.ProseRow):
            row = self._told(line, notation) or row
        row = _unless_withdrawn(row, line)
        rows: tuple[entries.Row, ...] = (row,)
        if isinstance(row, entries.ProseRow) or (
            isinstance(row, entries.PlayRow) and not _is_read(row)
        ):
            parts = tuple(
                _unless_speech(each, line, plain) for each in self._sentence(plain, notation)
            )
            is_address = is_closed and not _may_be_play(parts, line)
            rows = (row,) if is_address else _better(row, parts)
        rows = tuple(sentences.with_jokers(each, jokers) for each in rows) if jokers else rows
        rows = tuple(map(_as_crossed_out, rows)) if shapes.is_crossed_out(line.text) else rows
        is_play = any(isinstance(each, entries.PlayRow) for each in rows)
        if is_play and sentences.begins_postscript(line.text):
            rows = tuple(_as_postscript(each, line.text) for each in rows)
        sense = self._sense_of(above()) if is_play else None
        return tuple(_below(each, sense) for each in rows) if sense else rows

    def _greeted(self, line: Line, notation: Notation) -> entries.PlayRow | None:
        """Return the play behind a greeting: `Moin, Kohlen ab L3 nach unten`; `Lieber TALES` greets nobody."""
        greeted = sentences.greeting_before(line.text)
        if not greeted:
            return None
        bare = line.cut(greeted)
        found = self._whole(bare, shapes.without_decoration(bare), notation)
        if isinstance(found, entries.PlayRow) and _is_read(found):
            return found
        is_plain = not any(
            len(each) > 1 and each.isupper() for each in words_of(line.text[:greeted])
        )
        return self._told(bare, notation) if is_plain else None

    def _told(self, line: Line, notation: Notation) -> entries.PlayRow | None:
        """Return the play of a line that says besides only that somebody lays it: `je joue trous en L4 horizontal`."""
        if not shapes.DIGIT.search(line.text):
            return None
        lead = _LEAD.match(line.text)
        is_his = lead is not None and _OF_MINE.search(lead[0]) is not None
        lead = lead if is_his else _BIDS.match(line.text)
        other = _OTHER.match(line.text, lead.end() if lead else 0)
        start = other.end() if other else lead.end() if lead else 0
        end = _COURTESY.search(line.text)
        bare = line.cut(start, end.start() if end else len(line.text))
        if len(bare.text) > shapes.LONGEST:
            return None
        plain = shapes.without_decoration(bare)
        shorter = replace(plain, text=sentences.without_leading_words(plain.text))
        if not (start or end) and shorter == plain:
            return None
        row = self._play(shorter, notation)
        if is_his and isinstance(row, entries.PlayRow) and row.play is not None:
            row = replace(row, is_doubtful=False, is_complete=True)  # `Ich lege F5 Rat.`
        if not isinstance(row, entries.PlayRow) or not _is_read(row):
            return None
        return replace(row, is_alternate=row.is_alternate or other is not None)

    def _sense_of(self, above: str) -> sentences.Sense | None:
        """Return what words over a play make of it; they are looked at once for each play below them."""
        if not above:
            return None
        self._budget.attention.look(above, _SENTENCE)
        return sentences.sense_of_line(above)

    def _whole(self, line: Line, plain: Line, notation: Notation) -> entries.Row:
        """Return what the line is as a whole: prose, where it is more than a play.

        *plain* is the line without decoration.
        """
        if said := commands.order_with_value(line.text):
            return entries.SaidRow(*said)  # however long a text is, it is no play
        if len(line.text.partition(moves.COMMENT_MARK)[0]) > shapes.LONGEST:
            return entries.ProseRow(line)
        if shapes.TEMPLATE.fullmatch(plain.text):
            return entries.SkippedRow()
        if _ROUND_ALONE.fullmatch(plain.text):
            return entries.ProseRow(line)  # not a word with its points: `ROUND: 3`
        return self._word_for_word(line) or self._play(plain, notation) or entries.ProseRow(line)

    def _sentence(self, line: Line, notation: Notation) -> tuple[entries.Row, ...]:
        """Return the plays inside a line that is no play as a whole; empty if it holds none."""
        text = _LINK.sub(lambda link: " " * len(link[0]), line.text)
        if not shapes.MAY_BE_PLAY.search(text):
            return ()
        self._budget.attention.look(text, _SENTENCE)
        if self._budget.plays <= 0:
            self._budget.is_overdrawn |= sentences.could_be_play(text, notation.axes)
            return ()
        if (barred := shapes.is_barred(text)) or shapes.looks_like_ours(text):
            self._budget.plays -= 1
            is_unread = sentences.could_be_play(text, notation.axes)
            return (entries.UnreadRow(line.whole, is_no_move=barred),) if is_unread else ()
        if sentences.could_be_play(text[sentences.LONGEST_SENTENCE :], notation.axes):
            return (entries.UnreadRow(line.whole),)
        if (found := sentences.plays_in(text, notation.axes)) is None:
            return (entries.UnreadRow(line.whole),)
        if not found:
            found = sentences.small_plays_in(text)
        if not found and (lone := sentences.play_apart_in(text, notation.axes)):
            found = [lone]
        if not found:
            return (
                (entries.UnreadRow(line.whole),)
                if sentences.could_be_play(text, notation.axes)
                else ()
            )
        self._budget.plays -= len(found)
        end = found[-1].end
        if len(found) > 1 and _ASKED.fullmatch(line.text, end):  # the sign would be a blank's
            return _as_asked(line, self._found_rows(line.cut(0, end), found, notation))
        return self._found_rows(line, found, notation)

    def _found_rows(
        self, line: Line, found: Sequence[sentences.FoundPlay], notation: Notation
    ) -> tuple[entries.Row, ...]:
        heading, at = self._heading_before(line, found[0].start)
        rows: list[entries.Row] = [heading] if heading else []
        replaces, number = False, None
        for index, each in enumerate(found):
            limit = found[index + 1].start if index + 1 < len(found) else len(line.text)
            mark = shapes.mark_before(line.text[at : each.start])
            jokers = self._jokers_before(line, mark.rest, each.start, notation)
            if jokers is not None:
                mark = replace(mark, rest="")
            part = self._part(line, each, shapes.end_of_part(line.text, each.end, limit), notation)
            if part is None:
                return (entries.UnreadRow(line.whole),)
            row, at = part
            beside, between = line.text[each.end : at], line.text[each.end : limit]
            if (denied := _denied(row, line, beside, between)) is not None:
                others = self._offered(line, found[index + 1 :], notation) if denied.doubted else ()
                return (replace(denied, others=others),)
            after, is_spare = _said_behind(line, each.end, at, limit)
            if len(found) > 1 and sentences.gives_way(mark.rest, after):
                replaces, number = True, mark.number
                continue
            is_headed = heading is not None and index == 0
            is_first = index == 0 and mark.number is None and not is_headed
            lead = f"{mark.rest} {_words_between(line.text, each)}"
            is_joined = index > 0 and _are_joined(line.text, found[index - 1], each, found[0].start)
            sense = sentences.sense_of("" if is_joined else lead, after, is_first=is_first)
            says_move = each.says_way or is_headed or _says_move(line, mark.rest)
            if _is_in_doubt(row, sense, (mark.rest, beside + after), says_move=says_move):
                sense = sentences.Sense.UNSURE
            has_other = bool(rows) and not isinstance(rows[-1], entries.HeadingRow)
            if sense is sentences.Sense.INSTEAD and has_other:
                rows.pop()
                sense = sentences.Sense.MEANT
            row = replace(
                row,
                is_alternate=mark.is_alternate or row.is_alternate or is_spare,
                is_joined=is_joined,
                number=mark.number or row.number or number,
                named=row.named + _named(line, at, after),
            )
            rows.append(_led(row, None if sense is sentences.Sense.MEANT else sense))
            if jokers is not None:
                rows.append(jokers)
        if not rows or any(isinstance(row, entries.UnreadRow) for row in rows):
            return _unread_line(line, rows)
        rows += _second_idea(cut_front(line, at), [each.word.upper() for each in found])
        return tuple(_led(row, sentences.Sense.INSTEAD if replaces else None) for row in rows)

    def _offered(
        self, line: Line, found: Sequence[sentences.FoundPlay], notation: Notation
    ) -> tuple[entries.PlayRow, ...]:
        """Return the plays that stand in a line behind one that is in doubt, as far as they can be read."""
        parts = (self._part(line, each, each.end, notation) for each in found)
        return tuple(part[0] for part in parts if part is not None and _is_read(part[0]))

    def _part(
        self, line: Line, found: sentences.FoundPlay, end: int, notation: Notation
    ) -> tuple[entries.PlayRow, int] | None:
        """Return a play with what belongs to it, and where that ends; None if it cannot be read."""
        start: Start = "word_first" if found.is_word_first else "play"
        whole = line.text
        for at, until in ((0, found.start), found.gap):
            whole = whole[:at] + " " * (until - at) + whole[until:]
        if (
            found.is_word_first
        ):  # `KOHLEN. L3 senkrecht.`: the grammar reads words and places, not sentences
            at = found.start + len(found.word)
            between = found.between.replace(".", " ")
            whole = f"{whole[:at]}{between}{whole[at + len(between) :]}"
        whole = sentences.without_leading_words(whole)
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
            row, rest = read_play_row(part, written, notation), line.text[end:]
            marks_joker = row.play is not None and bool(row.play.small or row.play.starred)
            is_said = marks_joker and not sentences.names_letter(rest)
            goes_on = rest.lstrip().startswith(_GOES_ON) and not _AND_PLAY.match(rest)
            if (sentences.names_joker(rest) and not is_said) or goes_on:
                return None
            return row, end
        return None

    def _jokers_before(
        self, line: Line, before: str, end: int, notation: Notation
    ) -> entries.Row | None:
        """Return the blanks named right before a play on its line: `Joker = N: K4s GELIEHEN`."""
        if not sentences.names_joker(before):
            return None
        text = " " * (end - len(before)) + before.rstrip(" :,;-")
        return self._jokers(replace(line, text=text), notation)

    def _heading_before(self, line: Line, end: int) -> tuple[entries.HeadingRow | None, int]:
        """Return the game named before a play on its line, and where the rest begins.

        `Loire: L4s MENÜS`, `Donau: 1. K3s KLEIDER`.
        """
        before = line.text[:end]
        for name in (before, before.partition(":")[0]):
            stripped = name.strip(" :,-*")
            if not stripped or len(stripped) > _LONGEST_HEADING:
                continue
            title = self._grammar.named_in(stripped, "heading") or stripped
            found = shapes.find_game(shapes.without_preposition(title), self._games)
            if isinstance(found, str):
                at = line.text.find(stripped)
                return entries.HeadingRow(found, line.span(at, at + len(stripped))), len(name)
        return None, 0

    def _word_for_word(self, line: Line) -> entries.Row | None:
        """Return headings, names, commands: lines that hold no play."""
        text = line.text
        if shapes.PLAYER.match(text):
            name = self._grammar.named_in(text, "player")
            return entries.PlayerRow(span_of(line, name) if name and name.strip(" _*") else None)
        if command := commands.command_in(text):
            language = commands.language_in(text)
            return entries.SaidRow(command, language) if language else entries.CommandRow(command)
        if name_wish(text) is NameWish.UNCLEAR:
            return entries.SaidRow(Command.PAGE_ON, UNCLEAR)
        if (gives_up := gives_up_absence(text)) is not None:
            is_back = gives_up is GivesUp.BACK
            return entries.SaidRow(Command.AWAY_OFF, IS_BACK if is_back else UNCLEAR)
        return self._heading(line)

    def _heading(self, line: Line) -> entries.HeadingRow | None:
        if len(line.text) > _LONGEST_HEADING:
            return None
        key = shapes.folded(line.text)
        if "scrabb" not in key and not self._games.has_last_part(key):
            return None
        self._budget.headings -= 1
        if self._budget.headings < 0:
            self._budget.is_overdrawn = True
            return None
        title = self._grammar.named_in(line.text.replace("*", " "), "heading")
        found = shapes.find_game(shapes.without_preposition(title), self._games) if title else None
        if not (found and title):
            return None
        span = span_of(line, title)
        beside = f"{line.text[: span.column - 1]} {line.text[span.column - 1 + len(span.text) :]}"
        number = shapes.round_in(beside)
        named = None if number is None else entries.RoundNamed(number, line.whole)
        return entries.HeadingRow(found, span, named)

    def _play(self, line: Line, notation: Notation) -> entries.Row | None:
        if shapes.BASE_FORM.match(line.text):
            return entries.BesideRow(comment=line.text.strip(f" {moves.COMMENT_MARK}"))
        if not shapes.MAY_BE_PLAY.search(line.text) and confusable_in(line.text) is None:
            return None
        if line.text.lstrip().startswith(moves.COMMENT_MARK):
            return entries.BesideRow(comment=line.text.strip(f" {moves.COMMENT_MARK}"))
        if self._budget.plays <= 0:
            self._budget.is_overdrawn |= shapes.holds_play(line.text)
            return None
        self._budget.plays -= 1
        row = self._by_grammar(line, notation)
        if row is None or (isinstance(row, entries.PlayRow) and row.play is None):
            return self._confused(line, notation) or row
        return row

    def _by_grammar(self, line: Line, notation: Notation) -> entries.Row | None:
        text = line.text
        if shapes.SWAP.match(text):
            return self._swaps(line, notation)
        if shapes.TOTAL.match(text):
            return self._total(line)
        if shapes.JOKERS.match(text):
            return self._jokers(line, notation)
        if where := shapes.PLAY.match(text):
            return self._read_play(line, "play", notation, where)
        if where := shapes.WORD_FIRST.match(text):
            return self._read_play(line, "word_first", notation, where)
        return self._bare(line, notation)

    def _read_play(
        self, line: Line, start: Start, notation: Notation, where: re.Match[str]
    ) -> entries.PlayRow | None:
        try:
            row = read_play_row(line, self._grammar.read(line.text, start), notation)
        except Unreadable as stop:
            end = next(commands.closings(line.text), sentences.remark_in(line.text))
            if (
                end is not None
            ):  # `..., mit freundlichen Grüßen` and `Joker behalte ich` name no joker
                return self._read_play(line.cut(0, end), start, notation, where)
            return self._unreadable(line, stop, where, notation)
        says_all = row.play is not None and not row.faults
        if start == "word_first" and not shapes.is_written_as_move(where["word"]) and not says_all:
            return None
        return row

    def _unreadable(
        self, line: Line, stop: Unreadable, where: re.Match[str], notation: Notation
    ) -> entries.PlayRow | None:
        """Return a line that was meant as a play with the fault's place; None if it is prose."""
        if notation.axes is Axes.ROWS and (letter := shapes.ONE_LETTER.fullmatch(line.text)):
            return read_one_letter(line, letter, notation)
        if not shapes.is_meant(line.text, where, notation.axes):
            return None
        self._budget.hints -= 1
        hint = self._grammar.hint(stop) if self._budget.hints >= 0 else "play"
        has_way = where["before"] or where["after"] or where["range"] or notation.axes is Axes.ROWS
        if hint == "after_word" and not has_way:
            hint = "direction"
        return entries.PlayRow(
            span=line.whole,
            play=None,
            faults=(moves.Syntax(span=_stop_span(line, stop.at), hint=hint),),
            is_alternate=bool(where["slash"]) or shapes.is_alternate_label(where["label"]),
            number=number_of(where["number"]) if where["number"] else None,
        )

    def _swaps(self, line: Line, notation: Notation) -> entries.Row | None:
        try:
            written = self._grammar.read(line.text, "swaps")
        except Unreadable as stop:
            fault = moves.Syntax(span=_stop_span(line, stop.at), hint="swap")
            return entries.SwapRow(
                line.text.lstrip().startswith(moves.ALTERNATE_MARK), (), (fault,)
            )
        if written.token("WORD"):
            return read_play_row(line, written, notation)
        return entries.SwapRow(written.is_alternate, *read_swaps(line, written, notation))

    def _total(self, line: Line) -> entries.Row | None:
        written = self._grammar.read_if(line.text, "total")
        total = claims_of(written)[1] if written is not None else None
        return None if total is None else entries.BesideRow(total=total)

    def _jokers(self, line: Line, notation: Notation) -> entries.Row | None:
        written = self._grammar.read_if(line.text, "jokers")
        return None if written is None else entries.BesideRow(*read_blanks(line, written, notation))

    def _bare(self, line: Line, notation: Notation) -> entries.PlayRow | None:
        """Return a word without its place; None unless it is written as a play is."""
        plain = shapes.WORD_LAID.sub(lambda lead: " " * len(lead[0]), line.text, count=1)
        if shapes.DIGIT.search(plain) is None:
            plain = shapes.ELSE_BEHIND.sub("", plain)
        alone = shapes.BARE.fullmatch(plain)
        if alone is None or commands.is_shouted_greeting(alone["word"]):
            return None
        if alone["number"] and shapes.is_month(alone["word"]):
            return None  # `18. Dezember 2026` is a day
        has_more = plain.strip() != alone["word"] and shapes.DIGIT.search(plain) is None
        if has_more and begins_as_answer(plain):
            return None  # `JA (unter Vorbehalt)`
        has_mark = alone["slash"] or alone["number"] or alone["before"] or alone["after"]
        if not has_mark and not shapes.is_written_as_move(alone["word"]):
            return None
        written = self._grammar.read_if(plain, "bare")
        return None if written is None else read_play_row(line, written, notation)

    def _confused(self, line: Line, notation: Notation) -> entries.PlayRow | None:
        """Return a play with letters of another alphabet that look like ours, as a fault."""
        at = confusable_in(line.text)
        if at is None:
            return None
        row = self._by_grammar(replace(line, text=without_confusables(line.text)), notation)
        if not isinstance(row, entries.PlayRow):
            return None
        fault = moves.Syntax(span=line.span(at, at + 1), hint="confusable")
        return replace(row, play=None, faults=(fault,), is_complete=False)


_PLUS = regex(r" \+ (?=[A-Y]\d{1,2}[^\W\d_]?(?![^\W\d_])|\d{1,2}[A-Y](?![^\W\d_]))")
"""Between the parts of a move; a word that is formed has no square."""


_WITH_STOPS = regex(r"\s*[Pp]\.\s?[Ss]\.:?(?=\s)")


def _with_plain_mark(text: str) -> str:
    """Return a text with `PS:` for `P.S.`, whose `S.` would be a direction; each letter stays in its place."""
    found = _WITH_STOPS.match(text)
    return text if found is None else f"{'PS:':<{found.end()}}{text[found.end() :]}"


def _are_joined(text: str, one: sentences.FoundPlay, two: sentences.FoundPlay, begin: int) -> bool:
    """Tell whether two plays of a line are parts of a move: `und` joins them, or `meine beiden Züge:` leads to them."""
    between = text[one.end : two.start]
    is_list = between.strip() in (",", ";") and sentences.leads_to_parts(text[:begin])
    return is_list or sentences.joins(between)


def _words_between(text: str, found: sentences.FoundPlay) -> str:
    """Return the words between the place and the word of a play; signs alone say nothing: `KOHLEN!!! L3`."""
    said = text[found.gap[0] : found.gap[1]]
    return said if any(map(str.isalpha, said)) else ""


def _in_letters(line: Line, tiles: TileSet) -> Line:
    """Return a line with the signs of its game's tiles as letters: the apostrophe in `ОБ'ЇЗД`."""
    text = tiles.as_letters(line.text)
    return line if text == line.text else replace(line, text=text)


def _unread_line(line: Line, rows: Sequence[entries.Row]) -> tuple[entries.UnreadRow]:
    """Return a line of which a play is in doubt as a whole."""
    found = [row for row in rows if isinstance(row, entries.UnreadRow)]
    # what the line tells of another round leaves open what else it says
    open_ = next((row for row in reversed(found) if not row.is_no_move), None)
    chosen = open_ or next(iter(found), entries.UnreadRow(line.whole))
    plays = (row.doubted if isinstance(row, entries.UnreadRow) else row for row in rows)
    others = tuple(
        row
        for row in plays
        if isinstance(row, entries.PlayRow) and _is_read(row) and row != chosen.doubted
    )
    return (replace(chosen, span=line.whole, others=others if chosen.doubted is not None else ()),)


_ROUND_ALONE = moves.worded(r"\W{0,4}{round}\s{0,3}[:=]\s{0,9}\d{1,3}\W{0,4}")
_ASKED = regex(r"\s*\?[\s?!.]*")


def _as_asked(line: Line, rows: tuple[entries.Row, ...]) -> tuple[entries.Row, ...]:
    """Return the plays of a line that ends with a question mark as offered, not sent: `H4 RABEN oder H5 NABER?`."""
    plays = [row for row in rows if isinstance(row, entries.PlayRow)]
    if len(plays) < len(rows):
        return rows
    *others, last = plays
    if any(_are_same(row.play, last.play) for row in others):
        return (entries.UnreadRow(line.whole),)
    return _unread_line(line, [*others, entries.UnreadRow(line.whole, doubted=last)])


def _are_same(one: moves.Play | None, other: moves.Play | None) -> bool:
    return one is not None and other is not None and replace(one, span=other.span) == other


def _second_idea(rest: Line, played: Sequence[str]) -> tuple[entries.Row, ...]:
    """Return what stands behind plays as a row where it offers another."""
    if sentences.has_second_idea(rest.text, played):
        return (entries.UnreadRow(rest.whole),)
    is_offer = sentences.may_have_second_idea(rest.text, played)
    return (entries.ProseRow(rest),) if is_offer else ()


def _may_be_play(parts: tuple[entries.Row, ...], line: Line) -> bool:
    """Tell whether a line among names and addresses holds a play: it names a direction, or a move.

    Where letters are rows, `BUILDING 5B, LONDON` names a square and words beside it.
    """
    return bool(parts) and (
        sentences.could_be_play(line.text, Axes.COLUMNS) or sentences.speaks_of_move(line.text)
    )


def _better(whole: entries.Row, parts: tuple[entries.Row, ...]) -> tuple[entries.Row, ...]:
    """Return the plays found inside a line, or the line as a whole with its faults."""
    if not parts:
        return (whole,)
    is_firm = isinstance(whole, entries.PlayRow) and whole.is_firm
    if not (is_firm and isinstance(parts[0], entries.UnreadRow)) or parts[0].others:
        return parts
    doubted = parts[0].doubted
    return (whole if doubted is None else replace(doubted, is_asked=True),)


def _denied(
    row: entries.PlayRow, line: Line, beside: str, between: str
) -> entries.UnreadRow | None:
    """Return a play against which speaks what belongs to it, or stands before the next; None of any other."""
    if sentences.speaks_against(beside):
        return entries.UnreadRow(line.whole, doubted=row)
    return entries.UnreadRow(line.whole) if sentences.calls_alternate(between) else None


def _is_read(row: entries.PlayRow) -> bool:
    return row.play is not None and row.is_complete and not row.faults


def _is_in_doubt(
    row: entries.Row, sense: sentences.Sense, around: tuple[str, str], *, says_move: bool
) -> bool:
    """Tell whether a play is not said to be one, is asked about, or what stands behind it names another way."""
    before, behind = around
    if sentences.asks_by_verb(before, behind):
        return True
    if sense is sentences.Sense.MEANT and not says_move:
        return True
    play = row.play if isinstance(row, entries.PlayRow) else None
    return play is not None and sentences.says_other_way(behind, play.direction)


def _says_move(line: Line, before: str) -> bool:
    """Tell whether words before a play say that it is one, or it begins a sentence; not `BUILDING 5B, LONDON`."""
    begins = not before.strip() and any(map(str.islower, line.text))
    return begins or sentences.ends_sentence(before) or sentences.speaks_of_move(before)


def _said_behind(line: Line, end: int, at: int, limit: int) -> tuple[str, bool]:
    """Return the words behind the last play of a line; and whether all they say is that it is an alternate."""
    after = _behind(line, end, at) if limit == len(line.text) else ""
    return ("", True) if sentences.is_called_alternate(after) else (after, False)


def _behind(line: Line, end: int, at: int) -> str:
    """Return what stands behind a play and what belongs to it; a sign before it shows whether it is set off."""
    start = shapes.whole_end(line.text, at)
    between = line.text[end:start]
    if _ends_sentence(line.text, at, start) or _SENTENCE_END.search(line.text, end, at):
        return "\n" + line.text[start:]
    if _QUOTED.match(between):
        return f'"{line.text[start:]}'
    set_off = _SETS_OFF.search(between)
    return (_SIGNS.get(set_off[0].strip(), ",") if set_off else "") + line.text[start:]


_ABBREVIATED = regex(r"(?<!\w)\w{1,6}\.\s*$")


def _ends_sentence(text: str, at: int, start: int) -> bool:
    """Tell whether a play that ends with the stop of its direction ends a sentence: `L2, down. Best, Ingrid`.

    Not `senkr. bitte`: it may be shortened.
    """
    if not text[:at].rstrip().endswith("."):
        return False
    return text[start:].lstrip()[:1].isupper() or _ABBREVIATED.search(text[:at]) is None


_SIGNS = {"-": " - ", "–": " - "}


def _unless_withdrawn(row: entries.Row, line: Line) -> entries.Row:
    """Return a play as unread where what stands behind it takes it back: `(bitte streichen)`."""
    if not isinstance(row, entries.PlayRow) or row.play is None:
        return row
    behind = _FORMED.sub(" ", line.text.partition(row.play.span.text)[2])
    if sentences.says_other_way(behind, row.play.direction):
        return entries.UnreadRow(line.whole)
    return entries.UnreadRow(line.whole, doubted=row) if sentences.speaks_against(behind) else row


def _unless_speech(row: entries.Row, line: Line, plain: Line) -> entries.Row:
    """Return a play as unread where it stands in quotation marks in *line*, and somebody else says it."""
    if not isinstance(row, entries.PlayRow):
        return row
    start = max(0, (plain.written or plain.text).find(row.span.text))
    is_speech = sentences.is_speech(line.text, start, start + len(row.span.text))
    return entries.UnreadRow(line.whole) if is_speech else row


def _as_crossed_out(row: entries.Row) -> entries.Row:
    return replace(row, is_asked=True) if isinstance(row, entries.PlayRow) else row


def _as_postscript(row: entries.Row, text: str) -> entries.Row:
    """Return the row of a postscript; what only says a play again (`um sicherzugehen`) takes no other's place."""
    if not isinstance(row, entries.PlayRow):
        return row
    is_instead = row.is_instead and not sentences.says_again(text)
    return replace(row, is_postscript=True, is_instead=is_instead)


def _led(row: entries.Row, sense: sentences.Sense | None) -> entries.Row:
    """Return *row* with what the words around it, or the line above it, make of it."""
    if not isinstance(row, entries.PlayRow) or sense is None:
        return row
    match sense:
        case sentences.Sense.ALTERNATE:
            return replace(row, is_alternate=True)
        case sentences.Sense.INSTEAD:
            return replace(row, is_instead=True)
        case sentences.Sense.PAST | sentences.Sense.UNSURE:
            is_past = sense is sentences.Sense.PAST
            return entries.UnreadRow(row.span, is_no_move=is_past, doubted=None if is_past else row)
        case sentences.Sense.MEANT:
            return row


def _below(row: entries.Row, sense: sentences.Sense) -> entries.Row:
    """Return *row* with what the line above it makes of it: a play in doubt is asked about as it stands.

    One that the line may only tell of is asked about where no other play stands with it.
    """
    is_read = isinstance(row, entries.PlayRow) and _is_read(row)
    if isinstance(row, entries.PlayRow) and is_read and sense is sentences.Sense.UNSURE:
        return replace(row, is_asked=True)
    if isinstance(row, entries.PlayRow) and is_read and sense is sentences.Sense.PAST:
        return entries.UnreadRow(row.span, is_no_move=True, doubted=row)
    is_second = isinstance(row, entries.PlayRow) and row.is_joined
    return row if is_second and sense is sentences.Sense.INSTEAD else _led(row, sense)


def _named(line: Line, end: int, after: str) -> tuple[moves.TextSpan, ...]:
    """Return the words behind a play that it should form: `und HERBSTS`, but not `mit dem C aus BUCH`.

    *after*: what stands behind it, where anything does; a new line where its sentence has ended.
    """
    if not after:
        return ()
    behind = line.text[end:]
    found = {
        *sentences.further_words(behind),
        *(() if after[0] == "\n" else sentences.words_in_capitals(behind)),
    }
    return tuple(
        line.span(end + start, end + stop)
        for start, stop in sorted(found)
        if not names_letter_of(line.text[end : end + start])
    )


def _stop_span(line: Line, at: int) -> moves.TextSpan:
    """Return the word at which reading stopped; the whole line if it stopped at its end."""
    rest = line.text[at:]
    if not rest.strip():
        return line.whole
    at += len(rest) - len(rest.lstrip())
    return line.span(at, at + len(line.text[at:].split()[0]))


class PlaceAsWritten(Struct, frozen=True):
    """What a line says of its place; what it does not say, or says twice differently, is None."""

    square: Square | None
    direction: Direction | None
    last: Square | None = None
    off_board: Token | None = None
    """The first square named that is on no board."""
    contradicts: bool = False
    """Range, order of letter and number, and direction do not agree."""
    count: int | None = None
    """How many squares the range names; None without a range, or where it is no straight line."""
    has_range: bool = False


Blanks = tuple[moves.BlankFor | moves.BlankOn, ...]
_PLACE_AND_WORD = ("WAY", "BESIDE", "DIRECTION", "SQUARE", "ROW", "WORD", "FURTHER")


def read_play_row(line: Line, written: LineAsWritten, notation: Notation) -> entries.PlayRow:
    """Return the play of a line, as far as it can be made out, and every fault of its writing."""
    word_token = written.token("WORD")
    if word_token is None:
        raise ValueError(f"{line.text!r}: a play without a word is no line of the grammar")
    word = shapes.read_word(word_token, notation.tiles)
    place = read_place(written, notation)
    blanks, blank_faults = read_blanks(line, written, notation)
    faults = (*_place_faults(line, written, place, word), *blank_faults)
    swaps, swap_faults = read_swaps(line, written, notation)
    is_shouted = shapes.capitals(word_token) > 1 or moves.JOKER_MARK in word_token
    has_mark = written.is_alternate or written.number is not None
    has_place = place.square is not None or place.off_board is not None
    # "A3 Plakate" is a place and a word only where letters are rows, and hardly meant so.
    is_whole = has_place and place.direction is not None
    # No noun has a capital inside: "trabeN" lays its N.
    lays_inside = any(letter.isupper() for letter in word_token[1:])
    is_sure = is_shouted or lays_inside or _says_direction(written) or word_token.islower()
    is_complete = is_whole and is_sure and (is_shouted or not faults)
    return entries.PlayRow(
        span=line.whole,
        play=_play(line, written, place, word, blanks),
        faults=(*faults, *swap_faults),
        is_alternate=written.is_alternate or sentences.is_called_alternate(_comment(written) or ""),
        number=written.number,
        swaps=swaps,
        total=claims_of(written)[1],
        is_complete=is_complete,
        # "/Max" and "/ Greetings" are how some people sign, "S. POHL" and "POHL 85" others.
        is_bare=not has_place
        and not (has_mark and (is_shouted or written.number is not None))
        and not (is_shouted and _spells_direction(written)),
        is_detailed=_spells_direction(written)
        or (
            is_shouted
            and claims_of(written)[0] is not None
            and not shapes.LABEL.fullmatch(word_token)
        ),
        is_doubtful=has_place and not is_complete and not is_shouted and not has_mark,
        named=_named_behind(line, word_token),
    )


_NAMED_BEHIND = regex(r"\(([A-ZÄÖÜ]{2,15})\)")


def _named_behind(line: Line, word: Token) -> tuple[moves.TextSpan, ...]:
    """Return what stands in brackets right behind a word: `MENÜS(HERBSTS)` forms it, `HIN(LEGTE)` is one word."""
    found = _NAMED_BEHIND.match(line.text, word.end_pos or 0)
    return (line.span(*found.span(1)),) if found else ()


def read_one_letter(line: Line, found: re.Match[str], notation: Notation) -> entries.PlayRow | None:
    """Return `H8 W` as a play of one letter, which the referee refuses; None on no board."""
    spot = found["spot"]
    square = square_of(spot, notation)
    if square is None:
        return None
    direction = Direction.DOWN if is_number_first(spot) else Direction.ACROSS
    span = line.span(found.start("spot"), found.end("word"))
    return entries.PlayRow(
        span=line.whole,
        play=moves.Play(square, direction, _capital(found["word"], notation.tiles), span),
        is_alternate=bool(found["slash"]),
        number=number_of(found["number"]) if found["number"] else None,
        is_complete=True,
    )


def _capital(name: str, tiles: TileSet) -> str:
    """Return the letter, or the tile of several letters, that somebody names."""
    return shapes.read_word(name, tiles).letters


def _play(
    line: Line,
    written: LineAsWritten,
    place: PlaceAsWritten,
    word: shapes.WordAsWritten,
    blanks: Blanks,
) -> moves.Play | None:
    """Return the play asked for; None if its square or its direction is not known."""
    if place.square is None or place.direction is None:
        return None
    play = moves.Play(
        square=place.square,
        direction=place.direction,
        word=word.letters,
        span=span_of(line, *written.tokens(*_PLACE_AND_WORD)),
        small=word.small,
        starred=word.starred,
        eszett=word.eszett,
        blanks=blanks,
        last=place.last,
        also=tuple(
            token.lstrip(f"{moves.FURTHER_WORD_MARK} ") for token in written.tokens("FURTHER")
        ),
        claimed=claims_of(written)[0],
        comment=_comment(written),
    )
    if word.otherwise:
        others = (_cut_otherwise(play, each) for each in word.otherwise)
        play = replace(play, otherwise=tuple(others))
    return _mark_eszett(play)


def _cut_otherwise(play: moves.Play, word: shapes.WordAsWritten) -> moves.Play:
    """Return the same play with its word cut into other tiles."""
    return replace(
        play, word=word.letters, small=word.small, starred=word.starred, eszett=word.eszett
    )


def _says_direction(written: LineAsWritten) -> bool:
    """Tell whether the line names its direction, by word or by a range."""
    return written.token("WAY", "BESIDE", "DIRECTION", "TO") is not None


def _spells_direction(written: LineAsWritten) -> bool:
    """Tell whether the line names its direction by more than a letter, before or behind its place and word."""
    return any(len(token.strip(" -,:./()")) > 1 for token in written.tokens("WAY", "DIRECTION"))


def _spells_way(written: LineAsWritten) -> bool:
    """Tell whether the line names its direction by more than a letter anywhere: `G9 down HELD`.

    Not as our mails do, whose squares may be those of another game: `EBEN (senkrecht ab M10)`.
    """
    if any("(" in sign for sign in written.tokens("SEP")):
        return False
    beside = written.token("BESIDE")
    return _spells_direction(written) or (beside is not None and len(beside.strip(" -,:./()")) > 1)


def span_of(line: Line, *tokens: Token) -> moves.TextSpan:
    """Return where *tokens* stand, from the first to the last, without spaces at the ends."""
    start = min((token.start_pos or 0) + len(token) - len(token.lstrip()) for token in tokens)
    end = max((token.start_pos or 0) + len(token.rstrip()) for token in tokens)
    return line.span(start, end)


def _place_faults(
    line: Line, written: LineAsWritten, place: PlaceAsWritten, word: shapes.WordAsWritten
) -> tuple[moves.Fault, ...]:
    named = written.tokens("SQUARE", "ROW")
    word_span = span_of(line, *written.tokens("WORD"))
    if place.off_board is not None:
        off = moves.OffBoard(
            span=span_of(line, place.off_board),
            square=None,
            direction=place.direction,
            word=word.letters,
            overhang=len(word.letters),
        )
        return (off,)
    if not named:
        return (moves.MissingPlace(span=word_span, word=word.letters, lacks="square"),)
    at = span_of(line, *written.tokens("WAY", "SQUARE", "ROW", "BESIDE", "DIRECTION"))
    lengths = {len(each.letters) for each in (word, *word.otherwise)}
    if place.contradicts or (place.has_range and place.count not in lengths):
        return (moves.RangeMismatch(span=at, word=word.letters, squares_named=place.count),)
    if place.direction is None:
        return (moves.MissingPlace(span=at, word=word.letters, lacks="direction"),)
    return ()


def _mark_eszett(play: moves.Play) -> moves.Play:
    """Turn `Joker = ß` into a star on the ß: the referee then says that a joker cannot be one."""
    named = moves.BlankFor("ß")
    if named not in play.blanks or not play.eszett:
        return play
    return replace(
        play,
        starred=play.starred | {min(play.eszett)},
        blanks=tuple(blank for blank in play.blanks if blank != named),
    )


def _comment(written: LineAsWritten) -> str | None:
    """Return what stands after `//` and in brackets."""
    parts = [
        token.removeprefix(moves.COMMENT_MARK).strip()
        if token.type == "COMMENT"
        else token.strip("() ")
        for token in written.tokens("COMMENT", "REMARK")
    ]
    return "; ".join(part for part in parts if part) or None


def read_blanks(
    line: Line, written: LineAsWritten, notation: Notation
) -> tuple[Blanks, tuple[moves.Fault, ...]]:
    """Return the blanks named as `Joker = T` or `A4 = Blanko`; a square on no board is a fault."""
    blanks: list[moves.BlankFor | moves.BlankOn] = []
    faults: list[moves.Fault] = []
    for target in written.targets("joker"):
        name = target.strip()
        square = square_of(name, notation)
        if square is not None:
            blanks.append(moves.BlankOn(square))
        elif len(name) > 1 and not name.startswith("["):
            faults.append(moves.BlankLetter(span=span_of(line, target), named=name))
        else:
            blanks.append(moves.BlankFor("ß" if name in "ßẞ" else _capital(name, notation.tiles)))
    return tuple(blanks), tuple(faults)


def read_swaps(
    line: Line, written: LineAsWritten, notation: Notation
) -> tuple[tuple[moves.Swap, ...], tuple[moves.Fault, ...]]:
    """Return the squares of `Jokertausch=A12, B3`."""
    swaps: list[moves.Swap] = []
    faults: list[moves.Fault] = []
    for target in written.targets("swap"):
        span, square = span_of(line, target), square_of(target, notation)
        if square is not None:
            swaps.append(moves.Swap(square, span))
            continue
        off = moves.OffBoard(
            span=span, square=None, direction=None, word=target.strip(), overhang=0
        )
        faults.append(off)
    return tuple(swaps), tuple(faults)


def claims_of(written: LineAsWritten) -> tuple[int | None, int | None]:
    """Return the play's claim, the last number before `Summe`, and the move's, the last after it."""
    claim = total = None
    is_total = False
    for token in written.tokens("CALC", "TOTAL"):
        if token.type == "TOTAL":
            is_total = True
        elif is_total:
            total = value_of(token)
        else:
            claim = value_of(token)
    return claim, total


_NUMBER = regex(r"\d+")
_PARENTHESES = regex(r"\(([^()]*)\)")


def value_of(sum_: str) -> int:
    """Return what `14*2+23`, `23x2` or `(13+4)*2` comes to."""
    while group := _PARENTHESES.search(sum_):
        sum_ = sum_[: group.start()] + str(value_of(group[1])) + sum_[group.end() :]
    total = 0
    for product in sum_.split("+"):
        factor = 1
        for number in _NUMBER.findall(product):
            factor *= int(number)
        total += factor
    return total


_SPOT = regex(r"([A-Za-z])\s*+(\d{1,3})|(\d{1,3})\s*+([A-Za-z])")


def read_place(written: LineAsWritten, notation: Notation) -> PlaceAsWritten:
    """Return where the play of *written* lies."""
    named = written.tokens("SQUARE", "ROW")
    explicit = {
        way
        for way in map(moves.read_direction, written.tokens("WAY", "BESIDE", "DIRECTION"))
        if way
    }
    if not named:
        return PlaceAsWritten(None, next(iter(explicit), None), contradicts=len(explicit) > 1)
    squares = _squares(named, notation)
    if None in squares:
        direction = next(iter(explicit), None) or _implied(named, notation)
        return PlaceAsWritten(None, direction, off_board=named[squares.index(None)])
    on_board = [square for square in squares if square is not None]
    if len(on_board) > 1:
        is_down = notation.axes is Axes.ROWS and all(map(is_number_first, named))
        return _along_range(on_board, explicit, number_first=is_down)
    implied = _implied(named, notation)
    is_plain = implied is Direction.ACROSS and len(explicit) == 1 and _spells_way(written)
    said = explicit | ({implied} if implied and not is_plain else set())
    direction = implied if len(said) > 1 else next(iter(said), None)
    return PlaceAsWritten(on_board[0], direction, contradicts=len(said) > 1)


def square_of(token: str, notation: Notation) -> Square | None:
    """Return the square that *token* names; None if it is on no board."""
    try:
        return read_square(token, notation.axes, notation.size)
    except ValueError:
        return None


def is_number_first(token: str) -> bool:
    """Tell `8H` from `H8`."""
    return token.lstrip()[0].isdigit()


def _squares(named: Sequence[Token], notation: Notation) -> list[Square | None]:
    """Read the squares of a place; `H4-8` is short for H4-H8."""
    squares = [square_of(named[0], notation)]
    for token in named[1:]:
        text = str(token)
        if token.type == "ROW":
            spot = _SPOT.search(named[0])
            text = f"{(spot[1] or spot[4]) if spot else ''}{token}"
        squares.append(square_of(text, notation))
    return squares


def _implied(named: Sequence[Token], notation: Notation) -> Direction | None:
    """Where letters are rows, `H8` runs across and `8H` down (seed 002)."""
    if notation.axes is Axes.COLUMNS or len(named) > 1:
        return None
    return Direction.DOWN if is_number_first(named[0]) else Direction.ACROSS


def _along_range(
    ends: Sequence[Square], explicit: set[Direction], *, number_first: bool
) -> PlaceAsWritten:
    """A range gives the direction; written backwards it is read as meant (rules 8)."""
    first, last = min(ends), max(ends)
    if first.row != last.row and first.column != last.column:
        return PlaceAsWritten(first, None, last, contradicts=True, has_range=True)
    count = last.row - first.row + last.column - first.column + 1
    if count == 1:  # "H8-H8: A": a word of one letter runs either way
        said = explicit
        along = next(iter(explicit), Direction.ACROSS)
    else:
        along = Direction.ACROSS if first.row == last.row else Direction.DOWN
        said = explicit | {along} | ({Direction.DOWN} if number_first else set())
    return PlaceAsWritten(
        first, along, last, contradicts=len(said) > 1, count=count, has_range=True
    )
