"""A play in words of its writer's own: word, square or row and column, direction, wherever they stand (rules 4).

Looked for only where nothing else is read of a mail, or one play in doubt. It counts where it is valid, and where
nothing in the mail weighs against it; else it is asked about: `Is that meant?`, with the line that would be booked.
So it may take a word for one to lay that is none; what it must not do is guess between two.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from mailref.orders import sections, shapes
from mailref.orders.move_lines import is_number_first, square_of
from mailref.orders.remarks import IS_FINAL_MOVE, IS_NO_MOVE, PLAY
from mailref.orders.roles import have_roles
from mailref.reading.incoming_mail import MOST_LINE_CHARACTERS, Line
from mailref.tiles.board import Axes, Direction, Notation, Square
from mailref.tiles.moves import Play, TextSpan, worded
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
_BEHIND = worded(
    r"{letter}?[\s,:;(]{1,3}(?:{direction_word}[\s,:;)]{1,3})?({letter}{2,15})(?![\w'’])"
)
_BEFORE = worded(
    r"(?<![\w'’])({letter}{2,15})[\s,:;(]{1,3}(?:{direction_word}[\s,]{1,3})?"
    r"(?:(?:{starting}|{place_follows}|{of_another}|{article}|{place})\s{1,3}){0,3}$"
)
_NEAR = 60
_SENTENCE = regex(r"(?<=[.!?])\s+")
_CAPITALS = regex(rf"({sections.WRITTEN.pattern})")


class FreePlay(Struct, frozen=True):
    """A play, and the part of a line that says it."""

    play: Play
    start: int
    end: int


def play_said(line: Line, notation: Notation) -> FreePlay | None:
    """Return the one play that the words of a line may say; None where they leave open which."""
    text = line.text[:MOST_LINE_CHARACTERS]
    sentences = [*_with_digits(text)]
    whole = (0, len(text))
    for start, end in dict.fromkeys((*sentences, whole)) if sentences else ():
        if end - start > shapes.LONGEST:
            continue
        if (said := _play_in(line.cut(start, end), notation)) is not None:
            return said
    return None


def reads_as_move(
    paragraphs: Sequence[Line], play: Play, at: TextSpan, notation: Notation, *, is_final: bool
) -> bool:
    """Tell whether nothing that a mail says beside a play, said *at* some place, leaves it in doubt.

    No other square is named, and no sentence weighs against it (`remarks`); less may where it *is final*.
    """
    most = IS_FINAL_MOVE if is_final else IS_NO_MOVE
    own = {play.square.along(play.direction, step) for step in range(len(play.word))}
    texts = [each.text.replace(at.text, PLAY, 1) for each in paragraphs]
    for text in texts:
        squares = (square_of(found[0], notation) for found in _SQUARE.finditer(text))
        if any(square is not None and square not in own for square in squares):
            return False
    return any(PLAY in each for each in texts) and all(
        sections.leaves_play(sentence, most)
        for each in texts
        for sentence in sections.sentences_of(each)
    )


def may_say_play(text: str) -> bool:
    """Tell whether a line names a word, a column, a row or a square, and a direction, whichever is meant."""
    if not shapes.DIGIT.search(text) or len(text) > shapes.LONGEST or not _ways_in(text):
        return False
    has_place = any(each.search(text) for each in (_SQUARE, _COLUMN, _ROW))
    return has_place and _word_in(text, ()) is not None


def _with_digits(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the sentences of a text that name a number begin and end."""
    ends = [0, *(each.end() for each in _SENTENCE.finditer(text)), len(text)]
    yield from ((at, end) for at, end in pairwise(ends) if shapes.DIGIT.search(text, at, end))


def _play_in(line: Line, notation: Notation) -> FreePlay | None:
    text = line.text
    spots = [*_SQUARE.finditer(text)]
    named = {
        each[0]: square for each in spots if (square := square_of(each[0], notation)) is not None
    }
    on_board = [each for each in spots if each[0] in named]
    if (word := _word_in(text, on_board)) is None:
        return None
    laid = word[1] if sections.is_word(word[1]) else word[1].upper()
    written = shapes.read_word(laid, notation.tiles)
    size = len(written.letters)
    place = (
        _on_squares(text, named, size, notation) if named else _in_row_and_column(text, notation)
    )
    if place is None:
        return None
    play = Play(*place, written.letters, line.whole, small=written.small, starred=written.starred)
    told = [word, *on_board, *(() if named else (*_COLUMN.finditer(text), *_ROW.finditer(text)))]
    return FreePlay(play, min(each.start() for each in told), max(each.end() for each in told))


def _word_in(text: str, spots: Sequence[re.Match[str]]) -> re.Match[str] | None:
    """Return the word that is laid, as its first group; None where that is left open.

    It stands in capitals, in quotation marks, or is called one; of several such the one right beside its square,
    where otherwise any word may stand.
    """
    plain = shapes.undecorated(text)
    found = [each for each in _CAPITALS.finditer(plain) if _is_laid(each, plain)]
    found = found or [*_QUOTED.finditer(text), *_CALLED.finditer(text)]
    if (word := _only(found)) is not None:
        return word
    beside = [_BEFORE.search(plain, max(0, each.start() - _NEAR), each.start()) for each in spots]
    beside += [_BEHIND.match(plain, each.end()) for each in spots]
    near = [each for each in beside if each is not None]
    starts = {each.start(1) for each in found}
    return _only(
        [each for each in near if (each.start(1) in starts if found else not have_roles(each[1]))]
    )


def _only(found: Sequence[re.Match[str]]) -> re.Match[str] | None:
    """Return the first place of the one word that is not known to say something else."""
    told = (each for each in reversed(found) if sections.KNOWN_WORD.fullmatch(each[1]) is None)
    words = {each[1].upper(): each for each in told}
    return words.popitem()[1] if len(words) == 1 else None


def _is_laid(word: re.Match[str], text: str) -> bool:
    return sections.is_word(word[1]) and _OF_ANOTHER.search(text, 0, word.start()) is None


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
