"""What a mail says of the parts of its play that is true: which says nothing against it, in whatever words.

`ERGRAUT, senkrecht von D8 bis D14, wobei das R auf D11 schon im RAD liegt`: squares and letters of the play, words that
lie on the board or are formed there, and words of how tiles lie. A clause with any other word stays to be weighed, as
does one that is not true.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress

from msgspec import Struct

from mailref.orders import shapes
from mailref.orders.by_neighbours import words_touched
from mailref.reading.incoming_mail import Line
from mailref.reading.mime import line_without
from mailref.tiles.board import Axes, Board, Direction, Square, neighbours, read_square, square_name
from mailref.tiles.moves import Play, worded
from mailref.tiles.when_used import regex

_LONGEST = 1000
_STOPS = regex(r"(?:[,;:()\[\]!–—…]|\s-+\s|\.(?!\d)|\.{2,}|->|=>)+")
_SQUARE = worded(r"(?<![{letters}\d])(?:(?-i:{square})|[a-y]\d{1,2}|\d{1,2}[a-y])(?![{letters}\d])")
_ENDS = regex(r"[.!:…]")
_OPEN = " ,;([–—-"
_WORD = regex(r"[^\W_]+(?:['’][^\W\d_]{1,4})?|['’][^\W\d_]{1,2}(?![^\W\d_])")
_HOW_IT_LIES = worded(r"{how_tiles_lie}|{direction_word}|{points}")
_LEAST_WORD, _MYSELF = 2, "I"


class TrueOfPlay(Struct, frozen=True):
    """What is true of a play on its board."""

    start: Square
    letters: Mapping[Square, str]
    """What lies on its squares with it, and on those beside that are not free: of these the letter is named, too."""
    own: Collection[Square]
    named: Collection[str]
    """The letters of its word, and those by which its squares are named."""
    numbers: Collection[int]
    """Those by which its squares are named, how many they are, and what it brings."""
    words: Collection[str]
    """Its own, those that it forms, and those of the board by whose letters it goes."""
    word: str
    way: Direction
    axes: Axes

    @classmethod
    def of(cls, play: Play, points: int, board: Board, axes: Axes) -> "TrueOfPlay":
        """Return what is true of a play that can be laid on *board*, and brings so many *points*."""
        own = dict(zip(play.squares, play.word, strict=True))
        beside = {each for square in own for each in neighbours(square) if each.is_on(board.size)}
        lying = {each: letter for each in beside if (letter := board.letter(each)) is not None}
        names = [square_name(each, axes) for each in own]
        laid = sum(map(board.is_free, own))
        return cls(
            play.square,
            {**lying, **own},
            frozenset(own),
            frozenset([*play.word, *(name[0] for name in names)]),
            frozenset([*(int(name[1:]) for name in names), len(own), laid, points]),
            frozenset([play.word, *words_touched(play, board)]),
            play.word,
            play.direction,
            axes,
        )

    def without(self, line: Line) -> Line:
        """Return a line without the clauses that say of the play what is true and no more; they may tell its place."""
        text = line.text
        if len(text) > _LONGEST:
            return line
        for start, end, stop in reversed([*_clauses_in(text)]):
            if self._is_true(text[start:end]):
                line = line_without(line, *_with_stops(line.text, start, end, stop))
        return line

    def _is_true(self, clause: str) -> bool:
        """Tell whether a clause names parts of the play beside its place, all of them its own, and no more."""
        squares = [self._square(found[0]) for found in _SQUARE.finditer(clause)]
        words = [found[0] for found in _WORD.finditer(_SQUARE.sub(" ", clause))]
        parts = [each for each in words if (each.isupper() and each != _MYSELF) or each.isdigit()]
        others = [each for each in parts if self._is_in_word(each)]
        return (
            "?" not in clause
            and self.word not in words
            and bool(others or any(each != self.start for each in squares))
            and bool(squares or len(words) > 1)  # a letter alone is an initial: `E. Berg`
            and shapes.ANY_WAY[self.way.other].search(f" {clause}") is None
            and self._are_there([each for each in others if len(each) < _LEAST_WORD], squares)
            and all(self._is_in_word(x) or self._names_place(x) for x in parts)
            and all(_HOW_IT_LIES.fullmatch(each) for each in words if each not in parts)
        )

    def _square(self, named: str) -> Square | None:
        with suppress(ValueError):
            return read_square(named.upper(), self.axes)
        return None

    def _is_in_word(self, part: str) -> bool:
        """Tell whether a part is of the play's word, or of another of the words with which it lies."""
        return part in self.word or any(
            part in each for each in self.words if len(part) >= _LEAST_WORD
        )

    def _names_place(self, part: str) -> bool:
        return int(part) in self.numbers if part.isdigit() else part in self.named

    def _are_there(self, letters: Collection[str], squares: Collection[Square | None]) -> bool:
        """Tell whether squares are the play's, or beside it and named with what lies there, and letters lie on them."""
        held = {each: self.letters.get(each) if each is not None else None for each in squares}
        are_its = all(each in self.own or letter in letters for each, letter in held.items())
        return are_its and (not squares or {*held.values()}.issuperset(letters))


def _with_stops(text: str, start: int, end: int, stop: int) -> tuple[int, int]:
    """Return from where to where a clause is left out, with those of the stops around it that have none then."""
    ends = _ENDS.search(text, end, stop)
    if ends is None and stop < len(text):
        return start - text[:start].endswith(("(", "[")), stop
    begin = len(text[:start].rstrip(_OPEN))
    is_over = not begin or _ENDS.match(text, begin - 1) is not None
    return begin, stop if ends is None or is_over else ends.start()


def _clauses_in(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield where the clauses of a text begin and end, and where what stops them does."""
    start = 0
    for found in _STOPS.finditer(text):
        yield start, found.start(), found.end()
        start = found.end()
    yield start, len(text), len(text)
