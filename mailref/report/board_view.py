"""The board as it is shown: what lies where, as text of 53 columns, and the colours and font of its picture.

Rule for editors: each line of text begins with a coordinate and a bar, or holds coordinates only, so
that none can be read as a move, however it is quoted (contract 5). `assets` opens the font's files;
nothing here does.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from io import BytesIO

from msgspec import Struct, field
from PIL import ImageFont

from mailref.structs import Memo
from mailref.tiles.board import (
    FREE,
    SIZE,
    STANDARD,
    Area,
    Axes,
    Board,
    Direction,
    LaidTile,
    Premium,
    Square,
)


class Theme(StrEnum):
    """In colour, or black and white with symbols for the premiums, as zines are printed."""

    COLOUR = "colour"
    PRINT = "print"


class PremiumLabels(Struct, frozen=True):
    """What is written in a premium square, in the reader's language: `2B` or `2L`."""

    double_letter: str
    triple_letter: str
    double_word: str
    triple_word: str

    def of(self, premium: Premium) -> str:
        return str(getattr(self, premium.name.lower()))


class BoardView(Struct, frozen=True):
    """A board and what is to be seen on it."""

    board: Board
    axes: Axes
    labels: PremiumLabels
    theme: Theme = Theme.COLOUR
    marked: frozenset[Square] = frozenset()
    """Squares of the move just laid."""
    still_open: frozenset[Square] = frozenset()
    """Squares of a play that may still be challenged: it need not stay."""
    proposal: tuple[LaidTile, ...] = ()
    """A player's own move, drawn in though it does not lie."""
    swapped: frozenset[Square] = frozenset()
    """Squares whose blank was taken for the letter that lies there now (Jokertausch)."""
    start: Area | None = None
    """Where the first word must lie."""
    gone: tuple[LaidTile, ...] = ()
    """Tiles that were just taken off (Un-Scrabble)."""


_LETTERS = "ABCDEFGHIJKLMNO"
_NUMBERS = tuple(str(number) for number in range(1, 16))


def coordinates(axes: Axes) -> tuple[Sequence[str], Sequence[str]]:
    """Return what stands at the edges in the game's notation: above and below, and at the sides.

    Letters stand above in Dottendorf, at the sides in Simultan.
    """
    return (_LETTERS, _NUMBERS) if axes is Axes.COLUMNS else (_NUMBERS, _LETTERS)


SIGNS = {
    Premium.DOUBLE_LETTER: "'",
    Premium.TRIPLE_LETTER: '"',
    Premium.DOUBLE_WORD: "-",
    Premium.TRIPLE_WORD: "=",
}
"""How a free premium square shows; one without premium is a dot."""
_BARE = str.maketrans({premium.value: sign for premium, sign in SIGNS.items()})
"""What a layout's characters show as: its own dot for a square without premium."""


def board_lines(view: BoardView) -> tuple[str, ...]:
    """Return 17 lines: tiles as capitals, blanks small, the move just laid or proposed in brackets.

    Round ones are around what may still be challenged, curly ones around what was just taken off.
    """
    (columns, rows), shown = coordinates(view.axes), _shown(view)
    header = "    |" + "".join(f" {name:<2}" for name in columns).rstrip()
    lines = [header]
    for row, name in enumerate(rows):
        cells = "".join(shown[row * SIZE : (row + 1) * SIZE])
        lines.append(f" {name:>2} |{cells}| {name}")
    return (*lines, header)


def legend(labels: PremiumLabels) -> str:
    """Return what the signs of free squares stand for, in one line."""
    return "   ".join(f"{sign} {labels.of(premium)}" for premium, sign in SIGNS.items())


class PlacedWord(Struct, frozen=True):
    """A word that stands on the board."""

    word: str
    square: Square
    direction: Direction


def words_on(board: Board) -> tuple[PlacedWord, ...]:
    """Return every word of two letters or more, across then down: for a picture's alternative text.

    Whoever writes them down names the word before its place, or the text could be read as a move.
    """
    tiles = tuple(board.tiles)
    return tuple(
        PlacedWord("".join(board.cell(each).upper() for each in run), run[0], direction)
        for direction in Direction
        for tile in tiles
        if board.is_free(tile.square.along(direction, -1))
        and len(run := board.run(tile.square, direction)) > 1
    )


def _shown(view: BoardView) -> list[str]:
    """Return three characters a square: ` A `, `[A]` just laid or proposed, `(A)` open, ` . ` free."""
    signs = STANDARD.cells.translate(_BARE)
    shown = [
        f" {sign if cell == FREE else cell} "
        for cell, sign in zip(view.board.cells, signs, strict=True)
    ]
    for squares, signed in ((view.marked, "[{}]"), (view.still_open, "({})")):
        for square in squares:
            if not view.board.is_free(square):
                shown[_at(square)] = signed.format(view.board.cell(square))
    for tiles, signed in ((view.proposal, "[{}]"), (view.gone, "{{{}}}")):
        for tile in tiles:
            letter = tile.letter.lower() if tile.is_blank else tile.letter
            shown[_at(tile.square)] = signed.format(letter)
    return shown


def _at(square: Square) -> int:
    return square.row * SIZE + square.column


class _Faces(Memo):
    """Each size is read from the font once."""

    cut: dict[tuple[int, bool], ImageFont.FreeTypeFont] = field(default_factory=dict)


class Fonts(Struct, frozen=True):
    """A TrueType font, regular and bold."""

    regular: bytes
    bold: bytes
    _faces: _Faces = field(default_factory=_Faces)

    @classmethod
    def of(cls, files: Mapping[str, bytes]) -> "Fonts":
        """Return the font that is shipped, of its *files* by their names."""
        return cls(files["DejaVuSansCondensed.ttf"], files["DejaVuSansCondensed-Bold.ttf"])

    def face(self, size: int, *, is_bold: bool) -> ImageFont.FreeTypeFont:
        """Return the cut at *size* pixels, laid out glyph by glyph so that every machine agrees."""
        known = self._faces.cut.get((size, is_bold))
        if known is None:
            data = BytesIO(self.bold if is_bold else self.regular)
            known = ImageFont.truetype(data, size, layout_engine=ImageFont.Layout.BASIC)
            self._faces.cut[size, is_bold] = known
        return known


def fitting(
    fonts: Fonts, text: str, size: int, width: float, *, is_bold: bool
) -> ImageFont.FreeTypeFont:
    """Return the cut at *size*, or as much smaller as *text* needs to be no wider than *width*."""
    face = fonts.face(size, is_bold=is_bold)
    needed = face.getlength(text)
    if needed <= width:
        return face
    return fonts.face(max(6, int(size * width / needed)), is_bold=is_bold)


Colour = tuple[int, int, int]

_WHITE: Colour = (255, 255, 255)
_BLACK: Colour = (0, 0, 0)


class Paint(Struct, frozen=True):
    """A ground and what is written on it."""

    ground: Colour
    ink: Colour


class Look(Struct, frozen=True):
    """Every colour of a theme."""

    edge: Paint
    """The rim with the coordinates."""
    plain: Paint
    """A square without premium, and the lines between squares."""
    premiums: dict[Premium, Paint]
    tile: Paint
    marked: Paint
    proposal: Paint
    blank: Paint
    robbed: Paint
    """A tile taken from another word."""
    frame: Colour
    """Around the tiles of the move just laid, and around a proposal."""

    shades: tuple[Colour, ...]
    """Where two colours meet at a soft edge, the nearest of these: enough for a picture shown half as large."""

    @property
    def palette(self) -> list[int]:
        """Return the palette as Pillow wants it: sixteen colours at most, so that a dot takes four bits."""
        paints = (self.edge, self.plain, *self.premiums.values())
        paints += (self.tile, self.marked, self.proposal, self.blank, self.robbed)
        inks = (colour for paint in paints for colour in (paint.ground, paint.ink))
        colours = dict.fromkeys((*inks, self.frame, *self.shades))
        return [channel for colour in colours for channel in colour]


_INK: Colour = (20, 16, 10)
_SKY: Colour = (170, 214, 242)
_COLOUR = Look(
    edge=Paint(_WHITE, _INK),
    plain=Paint((222, 230, 222), (150, 165, 152)),
    premiums={
        Premium.DOUBLE_LETTER: Paint(_SKY, _INK),
        Premium.TRIPLE_LETTER: Paint((26, 86, 160), _WHITE),
        Premium.DOUBLE_WORD: Paint((247, 184, 180), _INK),
        Premium.TRIPLE_WORD: Paint((184, 22, 34), _WHITE),
    },
    tile=Paint((255, 244, 208), _INK),
    marked=Paint((255, 214, 64), _INK),
    proposal=Paint(_WHITE, _INK),
    blank=Paint((62, 38, 88), _WHITE),
    robbed=Paint(_SKY, _INK),
    frame=_INK,
    # Ink on a tile; on one just laid; white on dark blue and on red, of which light blue and pink are
    # the lighter shades.
    shades=((182, 174, 150), (98, 92, 80), (138, 115, 37), (102, 142, 192), (216, 104, 108)),
)

_PRINT = Look(
    edge=Paint(_WHITE, _BLACK),
    plain=Paint(_WHITE, (96, 96, 96)),
    premiums=dict.fromkeys(Premium, Paint(_WHITE, _BLACK)),
    tile=Paint(_WHITE, _BLACK),
    marked=Paint(_WHITE, _BLACK),
    proposal=Paint(_WHITE, _BLACK),
    blank=Paint(_BLACK, _WHITE),
    robbed=Paint(_WHITE, _BLACK),
    frame=_BLACK,
    shades=((50, 50, 50), (140, 140, 140), (180, 180, 180), (218, 218, 218)),
)


def look_of(theme: Theme) -> Look:
    return _COLOUR if theme is Theme.COLOUR else _PRINT
