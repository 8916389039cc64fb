"""A play in words of its writer's own: word, square or row and column, direction, wherever they stand (rules 4).

Looked for only where nothing else is read of a mail, or one play in doubt. It counts where it is valid, and where
nothing in the mail weighs against it; else it is asked about: `Is that meant?`, with the line that would be booked.
So it may take a word for one to lay that is none; what it must not do is guess between two.
"""

import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations, pairwise, product, starmap

from msgspec import Struct
from msgspec.structs import replace

from mailref.orders import sections, shapes
from mailref.orders.beside import is_only_somebodys, is_somebodys, solves_puzzle
from mailref.orders.commands import without_greeting
from mailref.orders.known_words import words_formed
from mailref.orders.move_lines import is_number_first, square_of
from mailref.orders.remarks import IS_TALK, PLAY, weight_of
from mailref.orders.roles import have_roles, unknown_in
from mailref.reading.incoming_mail import MOST_LINE_CHARACTERS, Line
from mailref.reading.mime import join_lines
from mailref.tiles.board import Axes, Board, Direction, Notation, Square
from mailref.tiles.moves import ALTERNATE_MARK, Play, TextSpan, read_direction, worded
from mailref.tiles.remembered import remembered
from mailref.tiles.scoring import fits
from mailref.tiles.when_used import regex

_ROW_NUMBER = r"(?:1\d|2[0-5]|0?[1-9])(?!\d)"  # `50 P` is no square
_BEGINS = r"(?<![{letters}\d])(?<!\d{3}-)"  # in `Ticket#4711-A7` no A7 is named
_NAMES_SQUARE = (
    rf"{_BEGINS}"
    r"(?!\d{1,2}(?:st|nd|rd|th)(?!{letter}))"  # `2nd soprano` is on no N2; no `25 I reckon`
    rf"(?:(?-i:[A-Z])\s?{_ROW_NUMBER}|[a-z]{_ROW_NUMBER}|{_ROW_NUMBER}\s?(?-i:(?!I\s[a-z])[A-Z])|{_ROW_NUMBER}[a-z])"
)
_WAY_BEHIND = "(?:{direction_letter}|{behind_square})"
_SQUARE = worded(rf"{_NAMES_SQUARE}(?={_WAY_BEHIND}?(?![{{letters}}\d]))")
_CAPITAL_SQUARE = worded(
    rf"{_BEGINS}(?:[A-Z]\s?{_ROW_NUMBER}|(?-i:{_ROW_NUMBER}\s?(?!I\s[a-z])[A-Z]))(?={_WAY_BEHIND}?(?![{{letters}}\d]))"
)
"""Not `8b`, which is a class at school beside a play in capitals."""
_GLUED_WAY = worded(rf"(?<=[\w]){_WAY_BEHIND}(?!\w)")
_COLUMN, _ROW = (
    worded(
        rf"{{begin}}{{{row}}}(?:\s{{0,2}}[:=]\s{{0,20}}|\s{{0,2}})(?P<name>(?-i:[A-Z])|{{count}})(?![{{letters}}\d])"
        rf"|(?<![{{letters}}])(?P<count>{{place_in_row}}|(?-i:[A-HJ-Z]))\s{{0,2}}{{{row}}}{{end}}"
    )
    for row in ("column_of_board", "row_of_board")
)
_COUNTED = worded(
    r"{begin}{place_in_row}{end}|{begin}(?:{column_of_board}|{row_of_board})\s{1,3}(?:{count}|(?-i:[A-Z])){end}"
)
_FROM = worded(r"{begin}(?:{starting}|{place_follows}){end}")
_OF_ANOTHER = worded(
    r"(?:{begin}{in_place_of}\s{1,3}(?:{article}\s{1,3})?|(?-i:(?<!\w)[A-ZÄÖÜ])\s{1,3}(?:{of_round}|{place_follows})\s{1,3}(?:{article}\s{1,3})?)$"
)
"""What leads to a word that lies there already: `instead of FOX`, `beim K von KOFFER`, `the T of MOTTES`."""
_QUOTED = regex(r"[\"„“”»«'‘‚](\w{2,15})[\"“”»«'’]")
_CALLED = worded(
    r"{begin}(?:{field_word}\s{1,3}(?:{letter}{2,4}\s{1,3})?|{my}{letter}{0,2}\s{1,3}{play}\s{1,3}{is_called}\s{1,3}"
    r"(?={letter}{2,15}\s{1,3}(?:(?:{starting}|{place_follows})\s{1,3})?{square}))({letter}{2,15}){end}"
)
"""`das Wort heißt liter`, `mein Zug ist liter ab 10E`"""
_BEHIND = worded(
    r"{letter}?[\s,:;(]{1,3}(?:{direction_word}[\s,:;)]{1,3})?({letter}{2,15})(?![\w'’])"
)
_BEFORE = worded(
    r"(?<![\w'’])({letter}{2,15})[\s,:;.!(]{1,5}(?:{direction_word}[\s,]{1,3})?"
    r"(?:(?:{starting}|{place_follows}|{of_another}|{article}|{place})\s{1,3}){0,3}$"
)
_NEAR = 60
_SENTENCE = regex(r"(?<=[.!?])\s+")
_CAPITALS = regex(rf"({sections.WRITTEN.pattern})")


class FreePlay(Struct, frozen=True):
    """A play, and the part of a line that says it."""

    play: Play
    word: str
    """As it is written."""
    start: int
    end: int
    is_sure: bool = True
    """Whether word and place stand in one sentence, or that of the place says nothing else."""


def sentence_at(line: Line, said: "FreePlay") -> TextSpan:
    """Return the sentences of a line that hold a play said in it."""
    spans = [*sections.sentence_spans(line.text)]
    start = max((end for _, end in spans if end <= said.start), default=0)
    end = min((start for start, _ in spans if start >= said.end), default=len(line.text))
    return line.cut(start, end).whole


class SpareMove(Struct, frozen=True):
    """What is to be laid where the play before it does not count: `if that's no word, RIEBT in the same place`."""

    at: TextSpan
    """The words that say it, with those that make a reserve of it."""
    word: str
    """Empty: that of the play before it, elsewhere; or nobody knows which."""
    place: tuple[Square, Direction] | None
    """None: where the play before it lies, or nobody knows where."""
    is_in_same_place: bool

    def is_among(self, words: Collection[str], notation: Notation) -> bool:
        """Tell whether its word is one of *words*; where it leaves open which it is, whether each in capitals is."""
        named = {each[0] for each in sections.WRITTEN.finditer(self.at.text) if len(each[0]) > 1}
        wanted = {self.word} if self.word else set(filter(sections.is_word, named))
        letters = {shapes.read_word(each, notation.tiles).letters for each in wanted}
        return bool(letters) and letters <= {*words}

    def laid(self, first: Play | None, notation: Notation) -> Play | None:
        """Return the play, *first* being the one before it; None where it is not said where it lies."""
        place = self.place
        if place is None and self.is_in_same_place and first is not None:
            place = first.square, first.direction
        if place is None or not (self.word or first):
            return None
        if not self.word and first is not None:
            return replace(first, square=place[0], direction=place[1], span=self.at)
        written = shapes.read_word(self.word, notation.tiles)
        return Play(*place, written.letters, self.at, small=written.small, starred=written.starred)


def key_of(play: Play) -> tuple[Square, Direction, str]:
    """Return what two plays have in common that are the same, however they are written."""
    return play.square, play.direction, play.word


def play_said(line: Line, notation: Notation) -> FreePlay | None:
    """Return the one play that the words of a line may say; None where they leave open which."""
    text = line.text[:MOST_LINE_CHARACTERS]
    sentences = [*_with_digits(text)]
    whole = (0, len(text))
    shown = any(_is_laid(each, text) for each in _CAPITALS.finditer(shapes.undecorated(text)))
    for start, end in dict.fromkeys((*sentences, whole)) if sentences else ():
        if end - start > shapes.LONGEST:
            continue
        said = _play_in(line.cut(start, end), notation)
        if said is not None and (said.word in text or not shown):
            return said
    return None


def play_that_fits(line: Line, notation: Notation, board: Board) -> FreePlay | None:
    """Return the one play that fits on a board of all whose words and places a text names, in whatever sentences.

    `LOHNES heißt mein Wort. Es steht auf L3, nach unten.` Where no direction is named, both are tried. Where no
    word stands out, the small ones of the sentences with a square are tried: of those nobody is sure.
    """
    text = line.text[:MOST_OF_PARAGRAPH]
    spots, _ = _squares_in(text, notation)
    if (found := _one_that_fits(line, _words_in(text, spots), notation, board)) is not None:
        return found
    small = _small_words_in(text, spots)
    told = [each for each in small if _may_be_laid(each[1], any_word=False)]
    tried = (_one_that_fits(line, words, notation, board) for words in (told, small))
    unsure = next((each for each in tried if each is not None), None)
    return None if unsure is None else replace(unsure, is_sure=False)


def _small_words_in(text: str, spots: Sequence[re.Match[str]]) -> list[re.Match[str]]:
    """Return the words of the sentences with *spots* where none is in capitals: `ich lege heute mal lohnes, l3s`."""
    if any(_is_laid(each, text) for each in _CAPITALS.finditer(shapes.undecorated(text))):
        return []
    around = {_around(text, spot.start(), _end_of(spot), _BETWEEN) for spot in spots}
    words = [each for first, last in around for each in _ANY_WORD.finditer(text, first, last)]
    laid = [each for each in words if _may_be_laid(each[1], any_word=True)]
    return laid if len(laid) <= _MOST_SMALL else []


_ANY_WORD = regex(r"(?<![\w'’*])([^\W\d_]{3,15})(?![\w'’*])")
_MOST_SMALL = 40


def _one_that_fits(
    line: Line, words: Iterable[re.Match[str]], notation: Notation, board: Board
) -> FreePlay | None:
    text = line.text[:MOST_OF_PARAGRAPH]
    found: dict[tuple[Square, Direction, str], FreePlay] = {}
    for word in words:
        laid = _as_laid(word)
        written = shapes.read_word(laid, notation.tiles)
        for square, way, start, end in _places_in(text, laid, len(written.letters), notation):
            play = Play(
                square, way, written.letters, line.whole,
                small=written.small, starred=written.starred,
            )  # fmt: skip
            if fits(play, board):
                span = min(word.start(), start), max(word.end(), end)
                is_sure = _is_said_there(text, word, start, end)
                found.setdefault(key_of(play), FreePlay(play, laid, *span, is_sure=is_sure))
    plays = {each.play: words_formed(board, [each.play]) for each in found.values()}
    formed = {word for play, words in plays.items() for word in words if word != play.word}
    left = [each for each in found.values() if each.play.word not in formed]
    return left[0] if len(left) == 1 else None


def _words_in(text: str, spots: Sequence[re.Match[str]]) -> list[re.Match[str]]:
    """Return what may be laid: in capitals, in quotation marks, called a word; else what stands beside a square."""
    plain = shapes.undecorated(text)
    found = _marked_in(text, plain) or [
        each for each in _beside(plain, spots) if _may_be_laid(each[1], any_word=False)
    ]
    told = [each for each in found if sections.KNOWN_WORD.fullmatch(each[1]) is None]
    return told if len(told) <= _MOST_WORDS else []


_MOST_WORDS = 20
"""Who writes more of them writes all in capitals."""


def is_placed_elsewhere(text: str, play: Play, notation: Notation) -> bool:
    """Tell whether the one square of a text, some words away from the word of a play, is not that of its first letter.

    Or whether it stands in a sentence about something else: `LOHNES. Stau auf der A3.`
    """
    spots, named = _squares_in(text, notation)
    words = re.finditer(rf"(?<!\w){re.escape(play.word)}(?!\w)", text, re.IGNORECASE)
    if len(spots) != 1 or named[spots[0][0]] != play.square:
        return False
    spot = spots[0]
    word = min(words, key=lambda each: abs(each.start() - spot.start()), default=None)
    if word is None:
        return False
    start, end = sorted((word.start(), word.end(), spot.start(), _end_of(spot)))[1:3]
    if _IS_WORD.search(_beside_place(text[start:end])) is None:
        return False
    is_there = _is_said_there(text, word, spot.start(), _end_of(spot))
    return not (is_there and _begins_on(text, spot, play.word))


def is_placed_in_words(text: str, play: Play, notation: Notation) -> bool | None:
    """Tell whether a text that says no more than a place, by its row or column, says that of a play; None: it does not.

    `Spalte 7, von D nach unten` is not where `9D KEGLE` begins, `Zeile D` may be said of it.
    """
    columns, rows = ([*each.finditer(text)] for each in (_COLUMN, _ROW))
    is_place = bool(columns or rows) and _SQUARE.search(text) is None
    if not is_place or _SAID_OF_PLACE.fullmatch(_beside_place(_FROM_NAME.sub(" ", text))) is None:
        return None
    crossing = _crossing_in(text, len(play.word), notation)
    if crossing is not None:
        is_start = bool(_ways_in(text)) or _FROM.search(text) is not None
        return crossing[0] in (play.squares[:1] if is_start else play.squares)
    if len(columns) + len(rows) != 1:
        return None
    return lies_in_named(text, play, notation)


def lies_in_named(text: str, play: Play, notation: Notation) -> bool:
    """Tell whether each row and column that a text names, whatever it calls them, holds a square of a play."""
    found = [
        (each, is_column)
        for is_column, lines in ((True, _COLUMN), (False, _ROW))
        for each in lines.finditer(text)
    ]
    names = {_name_of(each, notation, is_column=is_column) for each, is_column in found}
    return all(
        line is None
        or any(
            at.row == line.row
            if name.isalpha() is (notation.axes is Axes.ROWS)
            else at.column == line.column
            for at in play.squares
        )
        for name in names
        for line in [_crossing((name, "1" if name.isalpha() else "A"), notation)]
    )


def _is_said_there(text: str, word: re.Match[str], start: int, end: int) -> bool:
    """Tell whether a word stands in the sentence of its place, or that says nothing else, from *start* to *end*.

    `LOHNES. Auf L3, nach unten.`; not `LOHNES. Stau auf der A3.`
    """
    first, last = _around(text, start, end, _BETWEEN)
    from_, to = _around(text, start, end, _BETWEEN_CLAUSES)
    is_only_place = _SAID_OF_PLACE.fullmatch(_beside_place(text[from_:to])) is not None
    return is_only_place or first <= word.start() < last


def _around(text: str, start: int, end: int, between: re.Pattern[str]) -> tuple[int, int]:
    """Return where the part of a text begins and ends in which a piece of it stands."""
    ends = [each.end() for each in between.finditer(text)]
    first = max((each for each in ends if each <= start), default=0)
    return first, min((each for each in ends if each >= end), default=len(text))


_IS_WORD = regex(r"[^\W\d_]{2}")
_BETWEEN = regex(r"(?<=[.!?])\s+|\n+")
_BETWEEN_CLAUSES = regex(r"(?<=[.!?,;:(])\s+|\n+|\(")
_SAID_OF_PLACE = worded(r"(?:[\W\d]|{begin}{said_of_place}{end})*+")


def _places_in(
    text: str, word: str, size: int, notation: Notation
) -> Iterator[tuple[Square, Direction, int, int]]:
    """Yield where a word of *size* tiles may begin, how it may run, and where the text says so.

    Between two squares, if it is as long as that; else at any, in the direction said near it, or in both.
    """
    spots, named = _squares_in(text, notation)
    ranges = [
        (named[first[0]], way, first.start(), _end_of(last))
        for first, last in combinations(spots[:_MOST_SQUARES], 2)
        for way in Direction
        if size > 1 and named[first[0]].along(way, size - 1) == named[last[0]]
    ]
    yield from ranges
    for spot in () if ranges else spots:
        if not _begins_on(text, spot, word):
            continue
        glued = read_direction(text[spot.end() : spot.end() + 1])
        near = text[max(0, spot.start() - _NEAR) : spot.end() + _NEAR]
        ways = {glued} if glued else _ways_in(near) or _ways_by_order(spot, notation)
        for way in ways or Direction:
            yield named[spot[0]], way, spot.start(), _end_of(spot)
    for start, end in () if spots else sections.sentence_spans(text):
        if (crossing := _crossing_in(text[start:end], size, notation)) is not None:
            square, ways = crossing
            yield from ((square, way, start, end) for way in ways or Direction)


def plays_said(line: Line, notation: Notation) -> list[FreePlay]:
    """Return the plays that the words of a line may say one after another, joined as the parts of a move are.

    None where a clause behind them names anything more.
    """
    text = line.text[:MOST_OF_PARAGRAPH]
    found: list[FreePlay] = []
    start = 0
    ends = [each.end() for each in _CLAUSE_ENDS.finditer(text)]
    for end in (*ends, len(text)) if len(ends) <= _MOST_CLAUSES else ():
        if (said := _play_in(line.cut(start, end), notation)) is not None:
            found.append(said)
            start = end
    rest = text[start:]
    between = [text[one.end : two.start] for one, two in pairwise(found)]
    is_joined = bool(between) and (
        any(map(_JOINED.search, between)) or sections.leads_to_parts(text[: found[0].start])
    )
    is_joined = is_joined and not any(each[0].isupper() for each in unknown_in(" ".join(between)))
    is_more = _SQUARE.search(rest) or any(_is_laid(it, rest) for it in _CAPITALS.finditer(rest))
    return found if is_joined and not is_more else []


_MOST_CLAUSES = 40
"""In more nobody says what he lays."""
_CLAUSE_ENDS = worded(r"[,;.!]\s|\s(?=(?:{conjunction}|{joins_parts}){end})")
_JOINED = worded(r"{begin}(?:{joins_parts}|{second}){end}")


def without_reserves(
    lines: Sequence[Line], notation: Notation
) -> tuple[list[Line], list[Line], list[SpareMove]]:
    """Return *lines* without what they name for want of another play: those above it and below; and that."""
    above: list[Line] = []
    below: list[Line] = []
    rest = above
    reserves: list[SpareMove] = []
    left = deque(lines)
    while left:
        paragraph = [left.popleft()]
        while left and paragraph[0].text.strip() and left[0].text.strip():
            paragraph.append(left.popleft())
        is_long = sum(len(line.text) + 1 for line in paragraph) > MOST_OF_PARAGRAPH
        whole = paragraph[0] if is_long else reduce(_with_next, paragraph)
        found = None if is_long else next(_reserves_of(whole, notation), None)
        if found is None:
            rest += paragraph
            continue
        start, end, reserve = found
        reserves.append(reserve)
        at = 0
        for line in paragraph:
            if at + len(line.text) < start:
                rest.append(line)
            elif at < start and line.text[: start - at].strip():
                rest.append(line.cut(0, start - at))
            at += len(line.text) + 1
        rest = below if rest is above else rest
        if whole.text[end:].strip():
            left.appendleft(whole.cut(end))
    return above, below, reserves


def _with_next(above: Line, below: Line) -> Line:
    """Return two lines as one, in which the upper one ends a sentence unless a program has wrapped it."""
    last = above.text[above.text.rfind("\n") + 1 :]
    return join_lines(above, below, " " if is_wrapped(last, below.text) else "\n")


def is_wrapped(above: str, below: str) -> bool:
    """Tell whether a program may have wrapped a line: it has some length, and no room for the next word."""
    first = below.split(maxsplit=1)
    room = len(above) + 1 + len(first[0]) if first else 0
    return len(above) >= sections.WRAPPED and room > _NARROWEST


MOST_OF_PARAGRAPH = 2_000
"""Characters; in longer ones no reserve is looked for."""
_NARROWEST = 63
"""Programs wrap no narrower than this."""


def _reserves_of(line: Line, notation: Notation) -> Iterator[tuple[int, int, SpareMove]]:
    """Yield where a line names a play for want of another, and what."""
    spans = [*sections.sentence_spans(line.text)]
    for start, end in spans:
        sentence = line.text[start:end]
        if (begin := _reserve_in(sentence)) is None:
            continue
        leads = sentence.rstrip().endswith(":")
        last = next((each for _, each in spans if each > end), end) if leads else end
        part = line.cut(start + begin, last)
        comma = line.text.find(",", start + begin, last) + 1
        main = line.cut(max(comma, start + begin), last)  # `If AGERS is no good, EARS from 12E`
        lead = line.text[start + begin : max(comma, start + begin)]
        if not leads and _PLAY_FAILS.search(lead) and _SQUARE.search(main.text) is None:
            continue  # `Falls L3s DAUERT nicht gilt, nehme ich das da.`: that one is the move
        is_there, is_shown = (
            any(sections.is_word(it[0]) for it in _CAPITALS.finditer(each.text))
            for each in (main, part)
        )
        tried = (main, part) if is_there else (part, main)  # `ADEL, senkrecht vom A aus (F8)`
        said = next((it for each in tried if (it := _play_in(each, notation))), None)
        if said is None and not is_shown:  # `sonst jedem ab g7 runter`
            said = _play_in(main, notation, any_word=True)
        word = _word_in(main.text, ()) or _word_in(part.text, ())
        is_same = _SAME_PLACE.search(part.text) is not None
        place = None if said is None else (said.play.square, said.play.direction)
        laid = said.word if said is not None else "" if word is None else _as_laid(word)
        names_place = _SQUARE.search(part.text) is not None
        if laid or is_same or names_place or is_shown:
            is_in_place = is_same and bool(laid) and place is None and not names_place
            if not laid and _SAME_WORD.search(main.text):
                place = _place_in(main.text, notation)
            spare = SpareMove(part.whole, laid, place, is_in_same_place=is_in_place)
            yield start + begin, last, spare


def _as_laid(word: re.Match[str]) -> str:
    """Return a word as one in a play is written; in any other letters it is in capitals."""
    return word[1] if sections.is_word(word[1]) else word[1].upper()


@remembered
def _reserve_in(sentence: str) -> int | None:
    """Return where in a sentence it begins to speak of a play for want of another; None where it does not."""
    found = (each.search(sentence) for each in (sections.OTHERWISE, _IF_IT_FAILS))
    begins = (each.end() - len(each[0].lstrip(_SIGNS)) for each in found if each is not None)
    first = min(begins, default=None)
    return None if first is None or _EVEN.search(sentence, 0, first) else first


_PLAY_FAILS = worded(r"(?<![{letters}\d]){square}[^,]{1,40}?{begin}{fails}{end}")
_SIGNS = " ,;:.!(–-\n"
_EVEN = worded(r"{begin}{even}\s{1,3}$")
"""`Even if it isn't the most valuable: ANDACHT, from 12F down` makes no reserve of it."""


_IF_IT_FAILS = worded(
    r"(?:^|[^\w\s'’])\W{0,4}(?:(?:{filler}|{conjunction}|{contrast}|{says_little}|{or_instead})\s{1,3}){0,3}{condition}{end}"
    r"(?=[^.!?:;]{0,90}?{begin}{fails}{end})"
)


def _place_in(text: str, notation: Notation) -> tuple[Square, Direction] | None:
    """Return where the one square of a text, and its direction, are."""
    on_board, named = _squares_in(text, notation)
    return _on_squares(text, on_board, named, 0, notation) if len(named) == 1 else None


def _squares_in(text: str, notation: Notation) -> tuple[list[re.Match[str]], dict[str, Square]]:
    """Return where the squares of a board are named in a text, and which each of them is."""
    spots = [*_SQUARE.finditer(text)]
    named = {
        each[0]: square for each in spots if (square := square_of(each[0], notation)) is not None
    }
    return [each for each in spots if each[0] in named], named


_SAME_WORD = worded(r"{begin}{same_word}{end}")
_SAME_PLACE = worded(r"{begin}{same_place}{end}")


def reads_as_move(
    lines: Sequence[Line], plays: Sequence[tuple[Play, TextSpan]], notation: Notation
) -> bool:
    """Tell whether nothing that a mail says beside its plays, each said at some place, leaves them in doubt.

    No other square is named, and no sentence weighs against them (`remarks`), their own included.
    """
    own = {square for play, _ in plays for square in play.squares}
    if any(_HANGS_WITHIN.search(at.text) for _, at in plays):
        return False
    if any(shapes.is_crossed_out(each.text) or _IS_RESERVE.match(each.text) for each in lines):
        return False
    said_so = (_PLACE_BESIDE.sub(_without_way, with_signs(each.text, plays)) for each in lines)
    texts = [without_greeting(each) or each for each in said_so]  # `Lieber nicht.` greets nobody
    square = _SQUARE if any(at.text.islower() for _, at in plays) else _CAPITAL_SQUARE
    for text in texts:
        squares = (square_of(found[0], notation) for found in square.finditer(text))
        if any(each is not None and each not in own for each in squares):
            return False
    return leaves_as_said(texts)


def leaves_as_said(texts: Iterable[str], *, is_known: bool = False) -> bool:
    """Tell whether no sentence of texts weighs against what a sign stands for in them.

    *is_known*: that can be done now, and is clearly done; then a sentence that is talk weighs nothing.
    """
    texts = [*texts]
    if any(starmap(sections.goes_on_against, pairwise(texts))):
        return False
    said = [each for text in texts for each in sections.sentences_of(text) if each.strip()]
    places = [number for number, each in enumerate(said) if PLAY in each]
    if any(map(_is_of_another, said)):
        return False
    return bool(places) and all(
        sections.leaves_play(each, min(abs(number - place) for place in places))
        or (is_known and PLAY not in each and weight_of(each) <= IS_TALK)
        for number, each in enumerate(said)
    )


def _is_of_another(sentence: str) -> bool:
    """Tell whether the play of a sentence is no play of its writer's: somebody else's, or the answer to a puzzle."""
    before, play, after = sentence.partition(PLAY)
    if solves_puzzle(after):
        return True
    if not play:
        return is_only_somebodys(sentence)
    return is_only_somebodys(after, is_behind=True) or is_somebodys(before)


_IS_RESERVE = regex(rf"\s*{ALTERNATE_MARK}\s*\S")
"""What is for want of another play is none by itself."""


def with_signs(text: str, plays: Iterable[tuple[Play, TextSpan]]) -> str:
    """Return a text with a sign for each play that is said in it; for those that words only join, with one."""
    for play, at in plays:
        text = text.replace(at.text, said_within(at.text, play), 1)
    return _TWO_PLAYS.sub(lambda two: PLAY if have_roles(two[1]) else two[0], text)


_TWO_PLAYS = regex(rf"{PLAY}([^{PLAY}]*){PLAY}")


def with_sign(line: Line, play: Play) -> str:
    """Return the words of a line with a sign for the play in it, however that is written there."""
    text = line.text
    is_so = play.span.text in text
    return text.replace(play.span.text, PLAY, 1) if is_so else said_within(text, play)


def said_within(text: str, play: Play) -> str:
    """Return what is said between the word and the square of a play, with a sign for the play itself.

    `BITS allowed, I put it across from E9` is `§ allowed, I put it`; of `BITS across from E9` no word is left.
    """
    rest = said_around(text, play)
    return rest if any(map(str.isalpha, rest)) else PLAY


def said_around(text: str, play: Play) -> str:
    """Return the same with all signs, where no word is left, too: of `H4s RABEN??` it is `§??`."""
    word = re.search(_MARKS.join(map(re.escape, play.word)), text, re.IGNORECASE)
    if word is None:
        return f"{PLAY} {text}"  # nobody knows where it is said: all of it is weighed
    first, last = map(_without_place, (text[: word.start()], text[word.end() :]))
    return _SPACED_STOP.sub(r"\1", " ".join(f"{first} {PLAY} {last}".split()))


_MARKS = r"[*()\[\]]{0,2}"
"""Between the letters of a word: before a blank, or around it: `SEMANT*IK`, `KOHL(E)N`."""
_SPACED_STOP = regex(r"\s([.!?,;])")


def _without_place(text: str) -> str:
    """Return a text without the place of a play, the words that lead to it (`starting from the`) and its direction."""
    marked = reduce(lambda left, said: said.sub(_PLACE, left), _OF_PLACE, text)
    if _PLACE in marked:  # `In Spalte 13 von G abwärts`
        marked = _FROM_THERE.sub(_PLACE, marked)
    return _SAYS_WAY.sub(" ", _LEADS_TO_PLACE.sub(" ", marked))


def _beside_place(text: str) -> str:
    """Return the same, without directions in several words, too: `nach unten`."""
    return reduce(
        lambda left, said: said.sub(" ", left), shapes.ANY_WAY.values(), _without_place(text)
    )


_PLACE = "¤"
_LEADS_TO_PLACE = worded(
    rf"(?:{{begin}}(?:{{place_follows}}|{{starting}}|{{place}}|{{up_to}}|{{article}}|{{of_another}}){{end}}[\s:]{{0,3}}){{0,4}}{_PLACE}"
)
_SAYS_WAY = worded(r"{begin}(?:{direction_word}|{field_word}){end}")
_SQUARE_AND_WAY = worded(rf"{_NAMES_SQUARE}{_WAY_BEHIND}?(?![{{letters}}\d])")
_PLACE_BESIDE = worded(
    rf"(?:{{begin}}(?:{{direction_word}}|{{place_follows}})\W{{1,3}})?{PLAY}(?:\W{{1,3}}(?:(?:{{starting}}|{{place_follows}})\s{{1,3}})?{{direction_word}}{{end}}"
    rf"|(?P<goes>\s{{letter}}{{3,7}})\s{{direction_word}}{{end}})?"
)
"""Which way a play goes is no part of what its sentence says of it: `TRIEB, A12 across`."""


def _without_way(found: re.Match[str]) -> str:
    return f"{PLAY}{found['goes'] or ''}"  # `§ kommt quer`


_HANGS_WITHIN = worded(r"\?|{begin}{condition}{end}")
"""`Is BITS a word? If it is, I'd put it across from E9`: what is asked between word and square is no part of a play."""


def names_more(texts: Iterable[str], play: Play, said: str, round_: int | None = None) -> bool:
    """Tell whether texts name another word in capitals than that of a play, *said* so, or a square, or a round.

    A second thought, a correction or a second idea does; what the rules doubt then, no weight settles. Of *round_*,
    for which the play is said to be, the referee tells whether it is the open one. Who lays a word in capitals names
    no square as `8b`, which is a class.
    """
    square = _SQUARE if said.islower() else _CAPITAL_SQUARE
    # Of the play itself a blank is marked within the word: `M*USKATEN`.
    beside = ((text, WITH_POINTS.sub(" ", text.replace(said, " ", 1))) for text in texts)
    return any(
        shapes.round_in(text) not in (None, round_)
        or sections.NEXT_ROUND.search(text) is not None
        or square.search(rest) is not None
        or any(
            len(found[0]) > 1
            and sections.is_word(found[0])
            and found[0].upper() != play.word
            and sections.KNOWN_WORD.fullmatch(found[0]) is None
            for found in sections.WRITTEN.finditer(rest)
        )
        for text, rest in beside
    )


WITH_POINTS = worded(r"(?<!\w)\d{1,3}\s{1,2}{points}{end}")
"""`12 P.` is no square."""


def places_said(text: str, notation: Notation) -> set[tuple[Square, Direction]]:
    """Return the squares that a text names, and those where its columns cross its rows, with each way from there.

    Where it names a way that alone, and none that it denies; of a square that says its own (`H8w`, `15H`) that alone.
    """
    said = _ways_in(text) or {*Direction}
    named = {
        (square, way)
        for found in _SQUARE.finditer(text)
        if (square := square_of(found[0], notation)) is not None
        for way in _ways_of(found, notation) or said
    }
    columns, rows = ([*each.finditer(text)] for each in (_COLUMN, _ROW))
    if not (columns and rows):
        others = [*_FROM_NAME.finditer(text), *_NAMED_FIELD.finditer(text)]
        columns, rows = columns or others, rows or others
    names = (
        {_name_of(each, notation, is_column=is_column) for each in found}
        for found, is_column in ((columns, True), (rows, False))
    )
    crossings = {_crossing(both, notation) for both in product(*names)}
    named |= {(square, way) for square in crossings if square is not None for way in said}
    return {(square, way) for square, way in named if way in said}


def without_places(text: str) -> str:
    """Return a text without the squares, columns and rows that it names.

    >>> without_places("BREIN, 4H. 14. In Spalte 12, Zeile 3")
    'BREIN, . 14. In , '
    """
    return reduce(lambda left, said: said.sub("", left), (_SQUARE, _COLUMN, _ROW), text)


def _ways_of(spot: re.Match[str], notation: Notation) -> set[Direction]:
    """Return the way that a square says by itself, by the letter behind it or by the order of its name."""
    glued = read_direction(spot.string[spot.end() : spot.end() + 1])
    is_glued = glued is not None and _GLUED_WAY.match(spot.string, spot.end()) is not None
    return {glued} if glued is not None and is_glued else _ways_by_order(spot, notation)


def words_said(text: str) -> Iterator[re.Match[str]]:
    """Return the words in capitals of a text that may be laid, as their first group; not `the E of KOFFER`."""
    return _laid_in_capitals(shapes.undecorated(text))


def _laid_in_capitals(plain: str) -> Iterator[re.Match[str]]:
    return (each for each in _CAPITALS.finditer(plain) if _is_laid(each, plain))


def names_other(text: str, play: Play, notation: Notation) -> bool:
    """Tell whether words beside a play name another word in capitals, or a square on which none of its tiles lies."""
    named = (square_of(found[0], notation) for found in _CAPITAL_SQUARE.finditer(text))
    if any(square is not None and square not in play.squares for square in named):
        return True
    words = (found[0] for found in sections.WRITTEN.finditer(text))
    return any(
        len(word) > 2
        and sections.is_word(word)
        and word.upper() != play.word
        and sections.KNOWN_WORD.fullmatch(word) is None
        for word in words
    )


def may_say_place(text: str) -> bool:
    """Tell whether a number stands in a text, or one in words: `in der achten Zeile`."""
    return shapes.DIGIT.search(text) is not None or _COUNTED.search(text) is not None


def may_say_play(text: str) -> bool:
    """Tell whether a line names a word, a column, a row or a square, and a direction, whichever is meant."""
    if not may_say_place(text) or len(text) > shapes.LONGEST or not _ways_in(text):
        return False
    has_place = any(each.search(text) for each in (_SQUARE, _COLUMN, _ROW))
    return has_place and _word_in(text, ()) is not None


def _with_digits(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the sentences of a text that name a number begin and end."""
    ends = [0, *(each.end() for each in _SENTENCE.finditer(text)), len(text)]
    yield from ((at, end) for at, end in pairwise(ends) if may_say_place(text[at:end]))


def _play_in(line: Line, notation: Notation, *, any_word: bool = False) -> FreePlay | None:
    """Return the one play of a line; *any_word*: its word may say something else elsewhere: `jedem`."""
    text = line.text
    on_board, named = _squares_in(text, notation)
    if (word := _word_in(text, on_board, any_word=any_word)) is None:
        return None
    laid = _as_laid(word)
    written = shapes.read_word(laid, notation.tiles)
    size = len(written.letters)
    if len(named) == 1 and not all(_begins_on(text, each, laid) for each in on_board):
        return None
    place = (
        _on_squares(text, on_board, named, size, notation)
        if named
        else _in_row_and_column(text, size, notation)
    )
    if place is None:
        return None
    play = Play(*place, written.letters, line.whole, small=written.small, starred=written.starred)
    told = [*on_board, *(() if named else (*_COLUMN.finditer(text), *_ROW.finditer(text)))]
    start, end = min(each.start() for each in told), max(map(_end_of, told))
    return FreePlay(
        play, laid, min(word.start(), start), max(word.end(), end),
        is_sure=_is_said_there(text, word, start, end),
    )  # fmt: skip


def _end_of(told: re.Match[str]) -> int:
    """Return where a word or a place ends; a letter for the direction behind a square belongs to it."""
    glued = _GLUED_WAY.match(told.string, told.end())
    return told.end() if glued is None else glued.end()


def _word_in(
    text: str, spots: Sequence[re.Match[str]], *, any_word: bool = False
) -> re.Match[str] | None:
    """Return the word that is laid, as its first group; None where that is left open.

    It stands in capitals, in quotation marks, or is called one; of several such the one right beside its square,
    where otherwise any word may stand that says nothing else, or *any_word* at all.
    """
    plain = shapes.undecorated(text)
    found = _marked_in(text, plain)
    if (word := _only(found)) is not None:
        return word
    starts = {each.start(1) for each in found}
    near = [
        each
        for each in _beside(plain, spots)
        if (each.start(1) in starts if found else _may_be_laid(each[1], any_word=any_word))
    ]
    tight = [each for each in near if _APART.search(each[0].replace(each[1], "", 1)) is None]
    return _only(tight or near)


def _marked_in(text: str, plain: str) -> list[re.Match[str]]:
    """Return the words in capitals of a text, *plain* without decoration, that may be laid; else those that it marks.

    By quotation marks, or by calling them words.
    """
    return [*_laid_in_capitals(plain)] or [*_QUOTED.finditer(text), *_CALLED.finditer(text)]


def _beside(text: str, spots: Sequence[re.Match[str]]) -> Iterator[re.Match[str]]:
    """Yield the words right before and behind squares."""
    for spot in spots:
        sides = (
            _BEFORE.search(text, max(0, spot.start() - _NEAR), spot.start()),
            _BEHIND.match(text, spot.end()),
        )
        yield from (each for each in sides if each is not None)


_APART = regex(r"[^\w\s]")
"""Between a name and a square there is a sign: `hallo ruth, h6 steinaltem`."""


_WHO = worded(r"{subjects}")


def _may_be_laid(word: str, *, any_word: bool) -> bool:
    """Tell whether a word in small letters beside a square may be the one that is laid there.

    `He starts at 15J` names none.
    """
    if _WHO.fullmatch(word):
        return False
    if any_word:
        return not _ways_in(word) and sections.OTHERWISE.fullmatch(word) is None
    return not have_roles(word)


def _only(found: Sequence[re.Match[str]]) -> re.Match[str] | None:
    """Return the first place of the one word that is not known to say something else."""
    told = (each for each in reversed(found) if sections.KNOWN_WORD.fullmatch(each[1]) is None)
    words = {each[1].upper(): each for each in told}
    return words.popitem()[1] if len(words) == 1 else None


def _is_laid(word: re.Match[str], text: str) -> bool:
    return sections.is_word(word[1]) and _OF_ANOTHER.search(text, 0, word.start()) is None


def _ways_in(text: str) -> set[Direction]:
    text = _AT_EDGE.sub(" ", text)
    for denied in shapes.DENIED_WAY.values():
        text = denied.sub(" ", text)
    return {way for way, said in shapes.ANY_WAY.items() if said.search(text)}


def _on_squares(
    text: str,
    spots: Sequence[re.Match[str]],
    named: dict[str, Square],
    size: int,
    notation: Notation,
) -> tuple[Square, Direction] | None:
    """Return where a word of *size* letters begins, and how it runs: on the only square, or a range."""
    squares, ways = {*named.values()}, _ways_in(text)
    if len(squares) == 1:
        glued = (read_direction(text[each.end() : each.end() + 1]) for each in spots)
        ways = ways or {way for way in glued if way is not None}
        if not ways:
            ways = {way for each in spots for way in _ways_by_order(each, notation)}
        return (squares.pop(), ways.pop()) if len(ways) == 1 else None
    first, last = min(squares), max(squares)
    way = Direction.ACROSS if first.row == last.row else Direction.DOWN
    fits = len(squares) == 2 and first.along(way, size - 1) == last and ways <= {way}
    return (first, way) if fits else None


_MOST_SQUARES = 20
"""So many are looked at, each with each, as the ends of a word."""


def _in_row_and_column(text: str, size: int, notation: Notation) -> tuple[Square, Direction] | None:
    """Return where a word of *size* letters lies whose column and row are named: `column L from row 1 down`."""
    square, ways = _crossing_in(text, size, notation) or (None, set[Direction]())
    return (square, ways.pop()) if square is not None and len(ways) == 1 else None


def _begins_on(text: str, spot: re.Match[str], word: str) -> bool:
    """Tell whether a square may be that of the first letter of a word: not `ends on L3`, `below L3`, `the S on L3`."""
    before = _STOPPED.split(text[max(0, spot.start() - _NEAR) : spot.start()])[-1]
    after = _STOPPED.split(text[_end_of(spot) : _end_of(spot) + _NEAR])[0]
    letter = _LETTER_ON.search(before)
    said = re.sub(re.escape(word), " ", f"{before} {after}", flags=re.IGNORECASE)
    return (
        _NEXT_TO.search(before) is None
        and _NOT_ITS_START.search(said) is None
        and (letter is None or letter[1].upper() == word[:1].upper())
    )


_STOPPED = regex(r"[.!?\n]")
_NEXT_TO = worded(
    r"{begin}(?:{next_to}|{up_to}){end}(?:\s{1,3}(?:{article}|{place}|{of_another}|{place_follows}){end}){0,3}\s{0,3}$"
)
_NOT_ITS_START = worded(r"{begin}{not_its_start}{end}")
_LETTER_ON = worded(
    r"{begin}{article}\s{1,3}((?-i:[A-ZÄÖÜ]))(?:\s{1,3}{letter}{2,12}){0,4}\s{1,3}$"
)


def _ways_by_order(spot: re.Match[str], notation: Notation) -> set[Direction]:
    """Return the direction that a square says by itself in notation by rows: `15H` down, `H15` across."""
    if notation.axes is not Axes.ROWS:
        return set()
    return {Direction.DOWN if is_number_first(spot[0]) else Direction.ACROSS}


def _crossing_in(text: str, size: int, notation: Notation) -> tuple[Square, set[Direction]] | None:
    """Return where the one column and the one row of a text cross, and the ways that it names from there.

    Also `row 8, far left` and `column 14, rows H to N`, from end to end.
    """
    if (stretch := _stretch_in(text, notation)) is not None:
        begin, way, count = stretch
        return (begin, {way}) if count == size and _ways_in(text) <= {way} else None
    columns, rows = [*_COLUMN.finditer(text)], [*_ROW.finditer(text)]
    if len(columns) + len(rows) == 1:
        found = (columns or rows)[0]
        lone = [*_FROM_NAME.finditer(text, found.end())] or [*_EDGE[not columns].finditer(text)]
        columns, rows = (columns, lone[:1]) if columns else (lone[:1], rows)
    if len(columns) != 1 or len(rows) != 1:
        return None
    names = [
        _name_of(each, notation, is_column=at == 0) for at, each in enumerate((columns[0], rows[0]))
    ]
    square = _crossing(names, notation)
    is_lettered = names[0].isdigit() is (notation.axes is Axes.ROWS)
    first, second = sorted((columns[0], rows[0]), key=re.Match.start)
    ways = _ways_in(
        f"{text[: first.start()]} {text[first.end() : second.start()]} {text[second.end() :]}"
    )
    is_at_edge = "edge" in second.groupdict() or "edge" in first.groupdict()
    if not ways and (is_at_edge or _FROM.search(text, first.end(), second.end())):
        ways = {Direction.DOWN if first is columns[0] else Direction.ACROSS}
    return (square, ways) if square and is_lettered else None


def _crossing(names: Iterable[str], notation: Notation) -> Square | None:
    """Return the square where a row and a column of these names cross, in either order."""
    return square_of("".join(sorted(names, reverse=True)), notation)


def _stretch_in(text: str, notation: Notation) -> tuple[Square, Direction, int] | None:
    """Return the first square, the direction and the length of `row 8, A to E`; None unless one is named."""
    stretches = [*_STRETCH.finditer(text)]
    outside = _STRETCH.sub(" ", text)
    columns, rows = [*_COLUMN.finditer(outside)], [*_ROW.finditer(outside)]
    if len(stretches) != 1 or len(columns) + len(rows) != 1:
        return None
    line = _name_of((columns or rows)[0], notation, is_column=bool(columns))
    first, last = (
        _crossing((line, _end_of_stretch(end)), notation)
        for end in stretches[0].group("first", "last")
    )
    if first is None or last is None or first == last:
        return None
    first, last = min(first, last), max(first, last)
    way = Direction.ACROSS if first.row == last.row else Direction.DOWN
    is_so = way is (Direction.DOWN if columns else Direction.ACROSS)
    return (first, way, last.row - first.row + last.column - first.column + 1) if is_so else None


def _end_of_stretch(named: str) -> str:
    """Return the name of a row or column at an end of a stretch: `H`, `4.`."""
    return named.upper() if named.isalpha() and len(named) == 1 else str(shapes.counted(named))


_END = r"(?:(?:{article}|{column_of_board}|{row_of_board}|{place}){letter}{0,2}\s{1,3}){0,2}"
_NAMED = r"(?-i:[A-Z](?!{letter}))|\d{1,2}(?:\.|{end_of_place_in_row})?(?![\w])"
_STRETCH = worded(
    rf"(?:{{begin}}{_END}(?:(?:{{place_follows}}|{{starting}}|{{of_another}}){{end}}\s{{1,3}}{_END})?)"
    rf"(?P<first>{_NAMED})\s{{0,3}}(?:{{up_to}}{{end}}|[-–])\s{{0,3}}(?:{{letter}}{{2,4}}\s{{1,3}})?"
    rf"{_END}(?P<last>{_NAMED})(?:\s{{1,3}}(?:{{place}}|{{column_of_board}}|{{row_of_board}}){{end}})?"
)
"""`von J bis O`, `rows H to N`, `from column 2 to column 7`."""
_OF_PLACE = (_STRETCH, _COLUMN, _ROW, _SQUARE_AND_WAY)


def _name_of(found: re.Match[str], notation: Notation, *, is_column: bool) -> str:
    """Return the name of a row or column: a letter, a number, or that of the first one."""
    said = found.groupdict()
    if said.get("edge"):
        return "A" if is_column is (notation.axes is Axes.COLUMNS) else "1"
    named = said.get("name") or said["count"]
    return named if len(named) == 1 and named.isalpha() else str(shapes.counted(named))


_FROM_HERE = (
    r"{begin}(?:{place_follows}|{starting})\s{1,3}(?:{place}\s{1,3})?"
    r"(?P<name>(?-i:[A-Z])|\d{1,2})(?![{letters}\d])"
)
_FROM_NAME = worded(_FROM_HERE)
"""`Kolonne 14, ab J`: the row is not called one."""
_FROM_THERE = worded(rf"{_FROM_HERE}(?:\s{{1,3}}{{from_there_on}}{{end}})?")
_NAMED_FIELD = worded(
    r"{begin}{place}{letter}{0,2}\s{1,3}(?P<name>(?-i:[A-Z])|\d{1,2})(?![{letters}\d])"
)
"""`Reihe M, Felder 6 bis 10`"""
_EDGE = {
    False: worded(r"{begin}(?P<edge>{at_top}){end}"),
    True: worded(r"{begin}(?P<edge>{at_left}){end}"),
}
_AT_EDGE = worded(r"{begin}(?:{at_left}|{at_right}|{at_top}){end}")
"""Says where, and not which way."""
