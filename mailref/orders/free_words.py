"""A play in words of its writer's own: word, square or row and column, direction, wherever they stand (rules 4).

Asked only where nothing else is read of a mail, or one play in doubt, and only to ask back: `Is that meant?`,
with the line that would be booked. So it may take a word for one to lay that is none; what it must not do is
guess between two.
"""

import re
from collections.abc import Iterator, Sequence

from mailref.orders import sections, shapes
from mailref.orders.move_lines import is_number_first, square_of
from mailref.reading.incoming_mail import MOST_LINE_CHARACTERS, Line
from mailref.tiles.board import Axes, Direction, Notation, Square
from mailref.tiles.moves import Play, worded
from mailref.tiles.when_used import regex

_SQUARE = worded(
    r"(?<![{letters}\d])(?:(?-i:[A-Z])\s?\d{1,2}|[a-z]\d{1,2}|\d{1,2}\s?(?-i:[A-Z])|\d{1,2}[a-z])"
    r"(?={direction_letter}?(?![{letters}\d]))"
)
_COLUMN, _ROW = (
    worded(
        rf"{{begin}}{{{row}}}\s{{0,2}}[:=]?\s{{0,2}}(?P<name>(?-i:[A-Z])|\d{{1,2}})(?![{{letters}}\d])"
        rf"|(?P<count>{{place_in_row}})\s{{0,2}}{{{row}}}{{end}}"
    )
    for row in ("column_of_board", "row_of_board")
)
_FROM = worded(r"{begin}(?:{starting}|{place_follows}){end}")
_OF_ANOTHER = worded(
    r"(?:{begin}{in_place_of}\s{1,3}(?:{article}\s{1,3})?|(?-i:(?<!\w)[A-ZÄÖÜ])\s{1,3}(?:{of_round}|{place_follows})\s{1,3}(?:{article}\s{1,3})?)$"
)
"""What leads to a word that lies there already: `instead of FOX`, `beim K von KOFFER`, `the T of MOTTES`."""
_QUOTED = regex(r"[\"„“”»«'‘‚](\w{2,15})[\"“”»«'’]")
_CALLED = worded(r"{begin}{field_word}\s{1,3}(?:{letter}{2,4}\s{1,3})?({letter}{2,15}){end}")
_BEHIND = worded(r"[\s,:;(]{1,3}({letter}{2,15})(?![\w'’])")
_BEFORE = worded(
    r"(?<![\w'’])({letter}{2,15})[\s,:;(]{1,3}(?:{direction_word}[\s,]{1,3})?"
    r"(?:(?:{starting}|{place_follows}|{article}|{place})\s{1,3}){0,3}$"
)
_NEAR = 60
_SENTENCE = regex(r"(?<=[.!?])\s+")


def play_said(text: str, notation: Notation) -> Play | None:
    """Return the one play that the words of a line may say; None where they leave open which."""
    line = Line(1, text[:MOST_LINE_CHARACTERS])
    if not shapes.DIGIT.search(line.text) or len(line.text) > shapes.LONGEST:
        return None
    for part in (*_with_digits(line.text), line.text):
        if (play := _play_in(part, line, notation)) is not None:
            return play
    return None


def may_say_play(text: str) -> bool:
    """Tell whether a line names a word, a column, a row or a square, and a direction, whichever is meant."""
    if not shapes.DIGIT.search(text) or len(text) > shapes.LONGEST or not _ways_in(text):
        return False
    has_place = any(each.search(text) for each in (_SQUARE, _COLUMN, _ROW))
    return has_place and _word_in(text, ()) is not None


def _with_digits(text: str) -> Iterator[str]:
    return filter(shapes.DIGIT.search, _SENTENCE.split(text))


def _play_in(text: str, line: Line, notation: Notation) -> Play | None:
    spots = {found[0]: found for found in _SQUARE.finditer(text)}
    on_board = {key: square for key in spots if (square := square_of(key, notation)) is not None}
    word = _word_in(text, [spots[key] for key in on_board])
    if word is None:
        return None
    written = shapes.read_word(word, notation.tiles)
    place = (
        _on_squares(text, on_board, len(written.letters), notation)
        if on_board
        else _in_row_and_column(text, notation)
    )
    if place is None:
        return None
    return Play(*place, written.letters, line.whole, small=written.small, starred=written.starred)


def _word_in(text: str, spots: Sequence[re.Match[str]]) -> str | None:
    """Return the word that is laid: in capitals, in quotation marks, called one, or else right beside its square."""
    plain = shapes.undecorated(text)
    found = [each[0] for each in sections.WRITTEN.finditer(plain) if _is_laid(each, plain)]
    found = found or [each[1] for each in (*_QUOTED.finditer(text), *_CALLED.finditer(plain))]
    if not found:
        ends = [(each.start(), each.end()) for each in spots]
        beside = [_BEFORE.search(plain, max(0, start - _NEAR), start) for start, _ in ends]
        beside += [_BEHIND.match(plain, end) for _, end in ends]
        found = [each[1].upper() for each in beside if each is not None]
    words = {each for each in found if sections.KNOWN_WORD.fullmatch(each) is None}
    return words.pop() if len(words) == 1 else None


def _is_laid(word: re.Match[str], text: str) -> bool:
    return sections.is_word(word[0]) and _OF_ANOTHER.search(text, 0, word.start()) is None


def _ways_in(text: str) -> set[Direction]:
    for denied in shapes.DENIED_WAY.values():
        text = denied.sub(" ", text)
    return {way for way, said in shapes.ANY_WAY.items() if said.search(text)}


def _on_squares(
    text: str, named: dict[str, Square], size: int, notation: Notation
) -> tuple[Square, Direction] | None:
    """Return where a word of *size* letters begins, and how it runs: on the only square, or a range."""
    squares, ways = {*named.values()}, _ways_in(text)
    if len(squares) == 1:
        if not ways and notation.axes is Axes.ROWS:
            ways = {Direction.DOWN if is_number_first(each) else Direction.ACROSS for each in named}
        return (squares.pop(), ways.pop()) if len(ways) == 1 else None
    first, last = min(squares), max(squares)
    way = Direction.ACROSS if first.row == last.row else Direction.DOWN
    fits = len(squares) == 2 and first.along(way, size - 1) == last and ways <= {way}
    return (first, way) if fits else None


def _in_row_and_column(text: str, notation: Notation) -> tuple[Square, Direction] | None:
    """Return where a word lies whose column and row are named: `column L from row 1 down`."""
    columns, rows = [*_COLUMN.finditer(text)], [*_ROW.finditer(text)]
    if len(columns) != 1 or len(rows) != 1:
        return None
    names = [each["name"] or str(shapes.counted(each["count"])) for each in (columns[0], rows[0])]
    square = square_of("".join(sorted(names, reverse=True)), notation)
    is_lettered = names[0].isdigit() is (notation.axes is Axes.ROWS)
    first, second = sorted((columns[0], rows[0]), key=re.Match.start)
    ways = _ways_in(
        f"{text[: first.start()]} {text[first.end() : second.start()]} {text[second.end() :]}"
    )
    if not ways and _FROM.search(text, first.end(), second.end()):
        ways = {Direction.DOWN if first is columns[0] else Direction.ACROSS}
    return (square, ways.pop()) if square and is_lettered and len(ways) == 1 else None
