"""The table of WORT-Rummikub: its words as rows of tiles, the newest in two shades, the robbed words beside it.

Rule for editors: each line of text begins with a number and a bar, so that none can be read as a move,
however it is quoted.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from mailref.report.board_view import Fonts, Look, Theme, look_of
from mailref.report.picture import (
    SQUARE,
    TileFace,
    TileState,
    draw_coordinate,
    draw_tile,
)

WIDTH = 960
"""Of the picture in pixels; it is meant to be shown half as wide."""
_NUMBER = 54
"""What the number before a word takes."""
_GAP = 30
_ROW = SQUARE + 16
_SMALL = 40
"""The side of a tile in a word that stands beside."""
_MARGIN = 12


@dataclass(frozen=True, slots=True)
class SourceView:
    """A word that the newest one took letters from, as it lay before."""

    word: str
    taken: frozenset[int]
    """The places of the letters that it gave."""


@dataclass(frozen=True, slots=True)
class WordView:
    """A word on the table."""

    word: str
    states: tuple[TileState, ...]
    sources: tuple[SourceView, ...] = ()


@dataclass(frozen=True, slots=True)
class TableView:
    """All words on the table, in the order laid."""

    words: tuple[WordView, ...]
    theme: Theme = Theme.COLOUR


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of the picture and where it goes."""

    left: int
    top: int
    picture: Image.Image


def draw_table(view: TableView, fonts: Fonts, packing: int = 3) -> bytes:
    """Return the table as a PNG, 960 pixels wide and as high as its words need."""
    target = BytesIO()
    picture_of_table(view, fonts).save(target, "PNG", optimize=False, compress_level=packing)
    return target.getvalue()


def picture_of_table(view: TableView, fonts: Fonts) -> Image.Image:
    """Return the table as a picture, with a palette."""
    look = look_of(view.theme)
    placed = list(_Layout(look, fonts).of(view.words))
    height = max((each.top + each.picture.height for each in placed), default=SQUARE) + _MARGIN
    picture = Image.new("RGB", (WIDTH, height), look.edge.ground)
    for each in placed:
        picture.paste(each.picture, (each.left, each.top))
    palette = Image.new("P", (1, 1))
    palette.putpalette(look.palette)
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


class _Layout:
    """Words beside one another as far as they fit; the newest, with what it robbed, in a row of its own."""

    def __init__(self, look: Look, fonts: Fonts) -> None:
        self._look, self._fonts = look, fonts
        self._left, self._top = 0, _MARGIN

    def of(self, words: Sequence[WordView]) -> Iterator[_Piece]:
        for number, word in enumerate(words, start=1):
            if word.sources and self._left:
                self._next_row()
            yield from self._word(number, word)
            if word.sources:
                yield from self._beside(word.sources)
                self._next_row()

    def _next_row(self) -> None:
        self._left, self._top = 0, self._top + _ROW

    def _word(self, number: int, word: WordView) -> Iterator[_Piece]:
        if self._left and self._left + _NUMBER + len(word.word) * SQUARE > WIDTH:
            self._next_row()
        name = draw_coordinate(str(number), self._look, self._fonts, _NUMBER, SQUARE)
        yield _Piece(self._left, self._top, name)
        self._left += _NUMBER
        for letter, state in zip(word.word, word.states, strict=True):
            yield _Piece(self._left, self._top, self._tile(letter, state))
            self._left += SQUARE
        self._left += _GAP

    def _beside(self, sources: Sequence[SourceView]) -> Iterator[_Piece]:
        """Yield the words robbed, smaller, each with the letters that it gave."""
        down = (SQUARE - _SMALL) // 2
        for source in sources:
            if self._left + len(source.word) * _SMALL > WIDTH:
                self._next_row()
                self._left = _NUMBER
            for at, letter in enumerate(source.word):
                state = TileState.ROBBED if at in source.taken else TileState.LYING
                small = self._tile(letter, state).resize((_SMALL, _SMALL), Image.Resampling.LANCZOS)
                yield _Piece(self._left, self._top + down, small)
                self._left += _SMALL
            self._left += _GAP

    def _tile(self, letter: str, state: TileState) -> Image.Image:
        return draw_tile(TileFace(letter, 0, is_blank=False, state=state), self._look, self._fonts)


@dataclass(frozen=True, slots=True)
class WordLine:
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
        pieces = _broken(each.said, room) or [""]
        lines.append(f"{head}  {pieces[0]}".rstrip())
        lines += [f"    | {'':<{longest}}  {piece}".rstrip() for piece in pieces[1:]]
    return lines


def _broken(text: str, width: int) -> list[str]:
    """Return *text* in lines of at most *width*, broken between words."""
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
