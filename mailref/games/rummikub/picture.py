"""The table of WORT-Rummikub: its words as rows of tiles, the newest in two shades, the robbed words beside it.

Rule for editors: each line of text begins with a number and a bar, so that none can be read as a move,
however it is quoted.
"""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from msgspec import Struct

from mailref.report.picture import SQUARE, Coordinate, PiecesView, PlacedFace, TileFace, TileState

WIDTH = 960
"""Of the picture in pixels; it is meant to be shown half as wide."""
_NUMBER = 54
"""What the number before a word takes."""
_GAP = 30
_ROW = SQUARE + 16
_SMALL = 40
"""The side of a tile in a word that stands beside."""
_MARGIN = 12


class SourceView(Struct, frozen=True):
    """A word that the newest one took letters from, as it lay before."""

    word: str
    taken: frozenset[int]
    """The places of the letters that it gave."""


class WordView(Struct, frozen=True):
    """A word on the table."""

    word: str
    states: tuple[TileState, ...]
    sources: tuple[SourceView, ...] = ()


class TableView(PiecesView, frozen=True):
    """All words on the table, in the order laid."""

    words: tuple[WordView, ...]

    @property
    def width(self) -> int:
        return WIDTH

    @property
    def height(self) -> int:
        """Return how high the picture is: as its words need."""
        pieces = self.pieces
        return max((each.top + each.side for each in pieces), default=SQUARE) + _MARGIN

    @property
    def pieces(self) -> tuple[PlacedFace, ...]:
        """Return the tiles, and the number before each word, with their places."""
        return tuple(_Layout().of(self.words))


class _Layout:
    """Words beside one another as far as they fit; the newest, with what it robbed, in a row of its own."""

    def __init__(self) -> None:
        self._left, self._top = 0, _MARGIN

    def of(self, words: Sequence[WordView]) -> Iterator[PlacedFace]:
        for number, word in enumerate(words, start=1):
            if word.sources and self._left:
                self._next_row()
            yield from self._word(number, word)
            if word.sources:
                yield from self._beside(word.sources)
                self._next_row()

    def _next_row(self) -> None:
        self._left, self._top = 0, self._top + _ROW

    def _word(self, number: int, word: WordView) -> Iterator[PlacedFace]:
        if self._left and self._left + _NUMBER + len(word.word) * SQUARE > WIDTH:
            self._next_row()
        yield PlacedFace(self._left, self._top, Coordinate(str(number), _NUMBER, SQUARE))
        self._left += _NUMBER
        for letter, state in zip(word.word, word.states, strict=True):
            yield PlacedFace(self._left, self._top, _tile(letter, state))
            self._left += SQUARE
        self._left += _GAP

    def _beside(self, sources: Sequence[SourceView]) -> Iterator[PlacedFace]:
        """Yield the words robbed, smaller, each with the letters that it gave."""
        down = (SQUARE - _SMALL) // 2
        for source in sources:
            if self._left + len(source.word) * _SMALL > WIDTH:
                self._next_row()
                self._left = _NUMBER
            for at, letter in enumerate(source.word):
                state = TileState.ROBBED if at in source.taken else TileState.LYING
                yield PlacedFace(self._left, self._top + down, _tile(letter, state), _SMALL)
                self._left += _SMALL
            self._left += _GAP


def _tile(letter: str, state: TileState) -> TileFace:
    return TileFace(letter, 0, is_blank=False, state=state)


class WordLine(Struct, frozen=True):
    """A word as the text shows it, with what is said of it beside."""

    word: str
    said: str


_WIDEST_WORD = 15


def table_lines(words: Sequence[WordLine], width: int) -> list[str]:
    """Return a line for each word, behind its number and a bar; what is said breaks under itself."""
    longest = min(_WIDEST_WORD, max((len(each.word) for each in words), default=0))
    lines: list[str] = []
    for number, each in enumerate(words, start=1):
        head = f" {number:>2} | {each.word:<{longest}}"
        room = width - len(head) - 2
        said = " ".join(each.said.split())
        pieces = wrap(said, room, break_long_words=False, break_on_hyphens=False) or [""]
        lines.append(f"{head}  {pieces[0]}".rstrip())
        lines += [f"    | {'':<{longest}}  {piece}".rstrip() for piece in pieces[1:]]
    return lines
