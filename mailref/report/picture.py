"""The picture of the board: PNG bytes, the same for the same view, to be shown half as large.

Single squares (a tile in each of its states, a premium, a coordinate) are drawn four times as large:
for a picture they are then reduced, so that edges are soft and the same on every machine; on paper
they stay lines. Lengths are in pixels of the finished square. `png` packs any picture of ours, quickly
or tightly.

The board as it is shown: what lies where, as text of 53 columns (72 where it is 21 squares wide), and the
colours and font of its picture.

Rule for editors: each line of text begins with a coordinate and a bar, or holds coordinates only, so
that none can be read as a move, however it is quoted (contract 5). `assets` opens the font's files;
nothing here does.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from io import BytesIO
from itertools import islice, pairwise
from math import cos, pi, sin
from typing import Protocol, assert_never
from unicodedata import combining, normalize
from zlib import DEFLATED, MAX_WBITS, Z_FULL_FLUSH, adler32, compressobj, crc32

import msgspec
from msgspec import Struct, field
from PIL import Image, ImageDraw, ImageFont

from mailref.languages import LOOKS, read
from mailref.structs import Memo
from mailref.tiles.board import (
    SIZE,
    STANDARD,
    Area,
    Axes,
    Board,
    Direction,
    LaidTile,
    Layout,
    Premium,
    Square,
    square_name,
)
from mailref.tiles.tile_set import (
    FREE,
    GERMAN,
    TileSet,
    blank_of,
    is_blank,
    letter_of,
    letters_of,
    letters_on,
)
from mailref.tiles.when_used import regex


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
    quadruple_letter: str
    quadruple_word: str

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
    layout: Layout = STANDARD
    tiles: TileSet = GERMAN

    @property
    def side(self) -> int:
        """Return the side of a square in the picture."""
        return _measures(self.board.size)[0]

    @property
    def rim(self) -> int:
        """Return how much is left at each edge for the coordinates."""
        return _measures(self.board.size)[1]

    @property
    def pixels(self) -> int:
        """Return the side of the picture."""
        return 2 * self.rim + self.board.size * self.side


@cache
def _measures(size: int) -> tuple[int, int]:
    """Return how large a square of a board of that size is drawn, and its rim."""
    side = min(SQUARE, (PIXELS - 2 * RIM) // size)
    return side, RIM if size <= SIZE else (PIXELS - size * side) // 2


def coordinates(axes: Axes, size: int = SIZE) -> tuple[Sequence[str], Sequence[str]]:
    """Return what stands at the edges in the game's notation: above and below, and at the sides.

    Letters stand above in Dottendorf, at the sides in Simultan.
    """
    letters = tuple(square_name(Square(0, at), Axes.COLUMNS)[0] for at in range(size))
    numbers = tuple(str(number) for number in range(1, size + 1))
    return (letters, numbers) if axes is Axes.COLUMNS else (numbers, letters)


SIGNS = {
    Premium.DOUBLE_LETTER: "'",
    Premium.TRIPLE_LETTER: '"',
    Premium.DOUBLE_WORD: "-",
    Premium.TRIPLE_WORD: "=",
    Premium.QUADRUPLE_LETTER: "^",
    Premium.QUADRUPLE_WORD: "#",
}
"""How a free premium square shows; one without premium is a dot."""
_NO_TILE = ":"
"""How it shows where its sign is that of a tile: in Ukrainian the apostrophe is one."""


def signs_for(tiles: TileSet) -> Mapping[Premium, str]:
    """Return how free premium squares show beside the tiles of a set."""
    return {each: _NO_TILE if sign in tiles.alphabet else sign for each, sign in SIGNS.items()}


def board_lines(view: BoardView) -> tuple[str, ...]:
    """Return a line for each row and two more: tiles as capitals, blanks small, new tiles marked.

    Square brackets are around the move just laid or proposed, round ones around what may still be challenged,
    curly ones around what was just taken off. Where a tile can show two letters a sign stands before each.
    """
    size = view.board.size
    (columns, rows), shown = coordinates(view.axes, size), _shown(view)
    wide = len(shown[0])
    header = "    |" + "".join(f" {name:<{wide - 1}}" for name in columns).rstrip()
    lines = [header]
    for row, name in enumerate(rows):
        cells = "".join(shown[row * size : (row + 1) * size])
        lines.append(f" {name:>2} |{cells}| {name}")
    return (*lines, header)


def legend(told: PremiumLabels, layout: Layout = STANDARD, tiles: TileSet = GERMAN) -> str:
    """Return what the signs of free squares stand for, in one line; *told*: premiums in full."""
    return ", ".join(
        f"{sign} {told.of(premium)}"
        for premium, sign in signs_for(tiles).items()
        if premium.value in layout.cells
    )


def premiums_named(told: PremiumLabels, view: BoardView) -> str:
    """Return what stands in the squares of the picture, and what it means."""
    return ", ".join(
        f"{view.labels.of(premium)} {told.of(premium)}"
        for premium in Premium
        if premium.value in view.layout.cells and premium in SIGNS
    )


class PlacedWord(Struct, frozen=True):
    """A word that stands on the board."""

    cells: str
    """As they lie, blanks marked."""
    square: Square
    direction: Direction

    @property
    def word(self) -> str:
        return letters_of(self.cells)

    @property
    def blanks(self) -> str:
        """Return the letters for which blanks lie in it."""
        return "".join(letter_of(cell) for cell in self.cells if is_blank(cell))

    @property
    def squares(self) -> Iterator[Square]:
        """Yield where it lies."""
        return (self.square.along(self.direction, step) for step in range(len(self.cells)))


def words_on(board: Board) -> tuple[PlacedWord, ...]:
    """Return every word of two letters or more, across then down: for a picture's alternative text.

    Whoever writes them down names the word before its place, or the text could be read as a move.
    """
    size, cells = board.size, board.cells
    across = (
        PlacedWord(found[0], Square(row, found.start()), Direction.ACROSS)
        for row, line in enumerate(board.rows)
        for found in _LYING.finditer(line)
    )
    down = (
        PlacedWord(found[0], Square(found.start(), column), Direction.DOWN)
        for column in range(size)
        for found in _LYING.finditer(cells[column::size])
    )
    return (*across, *sorted(down, key=lambda each: each.square))


_LYING = regex(rf"[^{FREE}]{{2,}}")


def _shown(view: BoardView) -> list[str]:
    """Return three characters a square: ` A `, `[A]` just laid or proposed, `(A)` open, ` . ` free.

    Where a tile can show two letters it is ` CH`, `>CH` and `~CH`, and four characters where one shows three.
    """
    signed = _BRACKETS if not view.tiles.digraphs else _BEFORE
    wide = (
        2 if not view.tiles.digraphs else 1 + max(len(_short(each)) for each in view.tiles.digraphs)
    )
    bare = {ord(each.value): sign for each, sign in signs_for(view.tiles).items()}
    signs = view.layout.cells.translate(bare)
    size = view.board.size

    def put(square: Square, cell: str, mark: str) -> None:
        shown[square.row * size + square.column] = (
            f"{signed[mark].format(_in_cell(view, cell)):<{wide}}"
        )

    squares = [*zip(view.board.cells, signs, strict=True)]
    plain = {
        (cell, sign): f" {sign if cell == FREE else _in_cell(view, cell):<{max(2, wide - 1)}}"
        for cell, sign in set(squares)
    }
    shown = [plain[each] for each in squares]
    for places, mark in ((view.marked, "new"), (view.still_open, "open")):
        for square in places:
            if not view.board.is_free(square):
                put(square, view.board.cell(square), mark)
    for tiles, mark in ((view.proposal, "new"), (view.gone, "gone")):
        for tile in tiles:
            put(tile.square, blank_of(tile.letter) if tile.is_blank else tile.letter, mark)
    return shown


_BRACKETS = {"new": "[{}]", "open": "({})", "gone": "{{{}}}"}
_BEFORE = {"new": ">{}", "open": "~{}", "gone": "-{}"}


def _short(tile: str) -> str:
    """Return what a tile of several letters shows in a line of text: Catalan has one sign for L and its dot."""
    return letters_on(tile).replace("L·", "Ŀ")


def _in_cell(view: BoardView, cell: str) -> str:
    """Return a tile as a square of text shows it, a blank small; one that has no small letter is a star."""
    shown = _short(letter_of(cell))
    if not is_blank(cell):
        return shown
    small = view.tiles.lower(shown)
    return small if small != shown else "*"


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


def fitting(fonts: Fonts, text: str, size: int, width: float) -> ImageFont.FreeTypeFont:
    """Return the bold cut at *size*, or as much smaller as *text* needs to be no wider than *width*."""
    face = fonts.face(size, is_bold=True)
    needed = face.getlength(text)
    if needed <= width:
        return face
    return fonts.face(max(6, int(size * width / needed)), is_bold=True)


Colour = tuple[int, int, int]


class Paint(Struct, frozen=True, array_like=True):
    """A ground and what is written on it."""

    ground: Colour
    ink: Colour


_USUAL = frozenset(
    {Premium.DOUBLE_LETTER, Premium.TRIPLE_LETTER, Premium.DOUBLE_WORD, Premium.TRIPLE_WORD}
)


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

    def palette(self, layout: Layout = STANDARD) -> list[int]:
        """Return the palette as Pillow wants it: sixteen colours at most on the standard board, four bits a dot."""
        of_board = [
            self.premiums[each] for each in Premium if each in _USUAL or each in layout.cells
        ]
        paints = (self.edge, self.plain, *of_board)
        paints += (self.tile, self.marked, self.proposal, self.blank, self.robbed)
        inks = (colour for paint in paints for colour in (paint.ground, paint.ink))
        colours = dict.fromkeys((*inks, self.frame, *self.shades))
        return [channel for colour in colours for channel in colour]


_LOOKS = read(LOOKS, dict[Theme, Look])


def look_of(theme: Theme) -> Look:
    return _LOOKS[theme]


QUICK, TIGHT = 3, 7
"""How a PNG is packed: in an answer to one, and in a report that goes to many.

At 8 a board takes two and a half times as long, for a thirtieth less.
"""
_FEW = 16
"""So many colours take four bits a dot."""
_MEMORY = 8
"""As zlib wants it by itself; with more a board takes a seventh longer, and no less room."""


def png(picture: Image.Image, packing: int) -> bytes:
    """Return a picture with a palette, the same bytes for the same picture (RFC 2083)."""
    dots = _dots(picture)
    packer = compressobj(packing, DEFLATED, MAX_WBITS, _MEMORY)
    return _as_png(picture, packer.compress(dots) + packer.flush())


def _dots(picture: Image.Image) -> bytes:
    """Return the lines of a picture, each behind a zero: no filter."""
    # Behind each line Pillow puts the zero that is to stand before the next.
    dots = picture.tobytes(
        "raw", f"P;{_bits(picture)}" if _bits(picture) < 8 else "P", _line(picture)
    )
    return b"\0" + dots[:-1]


def _bits(picture: Image.Image) -> int:
    """Return how many bits a dot takes."""
    return 4 if len(picture.getpalette() or ()) <= 3 * _FEW else 8


def _line(picture: Image.Image) -> int:
    """Return how many octets a line takes."""
    return (picture.width * _bits(picture) + 7) // 8 + 1


def _as_png(picture: Image.Image, data: bytes) -> bytes:
    head = picture.width.to_bytes(4) + picture.height.to_bytes(4)
    head += bytes((_bits(picture), 3, 0, 0, 0))
    palette = bytes(picture.getpalette() or ())
    chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*each) for each in chunks)


class Band(Struct, frozen=True, gc=False):
    """Some lines of a picture, packed without looking back at what stands above."""

    packed: bytes
    sum_of_it: int
    length: int
    """Of what was packed; both are for the Adler-32 of the whole."""

    @classmethod
    def of(cls, picture: Image.Image) -> "Band":
        dots = _dots(picture)
        packer = compressobj(QUICK, DEFLATED, -MAX_WBITS, _MEMORY)
        packed = packer.compress(dots) + packer.flush(Z_FULL_FLUSH)
        return cls(packed, adler32(dots), len(dots))


_MOST_BANDS = 500
"""So many are kept of boards that look alike: half a megabyte, the rows of fifty games."""
_MOST_LOOKS = 16
"""Of so many looks: themes, languages, layouts."""
_ZLIB, _END = b"\x78\x5e", b"\x03\x00"
"""What stands before and behind all that is packed (RFC 1950 2.2, RFC 1951 3.2.3)."""
_ADLER = 65_521
_MOST_LYING = 110
"""Of a board that is fuller, which no game has, rows by themselves would take too much room."""


def of_bands(picture: Image.Image, bands: Sequence[Band]) -> bytes:
    """Return a picture of these *bands*, as `png` does; *picture* is one of its size and colours."""
    total = 1
    for band in bands:
        total = _sum_of_both(total, band.sum_of_it, band.length)
    packed = (band.packed for band in bands)
    return _as_png(picture, b"".join((_ZLIB, *packed, _END, total.to_bytes(4))))


def _sum_of_both(before: int, sum_of_it: int, length: int) -> int:
    """Return the Adler-32 of two pieces by those of each (RFC 1950 9)."""
    low, high = before & 0xFFFF, before >> 16
    both = (low + (sum_of_it & 0xFFFF) - 1) % _ADLER
    weighed = (high + (sum_of_it >> 16) + length * (low - 1)) % _ADLER
    return weighed << 16 | both


def in_palette(picture: Image.Image, colours: Sequence[int]) -> Image.Image:
    """Return a picture in no colours but these, told channel by channel."""
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    return picture.quantize(palette=palette, dither=Image.Dither.NONE)


def _chunk(name: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4) + name + data + crc32(name + data).to_bytes(4)


SQUARE = 58
"""The side of a square, for a board shown half as large."""
FINE = 4
"""So many times as large everything is drawn."""
_PLAIN_VOWEL = {"Ä": "A", "Ö": "O", "Ü": "U"}

_MIDDLE = SQUARE / 2
_FULL = SQUARE * FINE


class TileState(StrEnum):
    """How a tile came to be shown."""

    LYING = "lying"
    MARKED = "marked"
    """Part of the move just laid: thick frame."""
    OPEN = "open"
    """Part of a play that may still be challenged: coloured as one just laid, framed at its corners."""
    PROPOSED = "proposed"
    """Part of a move that is not laid yet: white, with a dashed frame."""
    SWAPPED = "swapped"
    """It replaced a blank: two arrows."""
    ROBBED = "robbed"
    """Taken from another word for the one just laid: a second shade, or a double frame."""
    GONE = "gone"
    """Just taken off the board (Un-Scrabble): no more than its outline."""


class TileFace(Struct, frozen=True):
    """What a tile shows; a blank has no value but a star, nor has a tile of a game without values one (0)."""

    letter: str
    value: int
    is_blank: bool
    state: TileState


class FreeSquare(Struct, frozen=True):
    """What a square without tile shows."""

    premium: Premium | None
    label: str
    is_centre: bool


class Coordinate(Struct, frozen=True):
    """A piece of the rim with a letter or number in its middle."""

    text: str
    width: int
    height: int


Face = TileFace | FreeSquare | Coordinate


class PlacedFace(Struct, frozen=True):
    """A face and where it goes in a picture."""

    left: int
    top: int
    face: Face
    side: int = SQUARE
    """Of a tile: how large it is shown."""


Corners = Sequence[tuple[float, float]]
Bounds = tuple[float, float, float, float]


class Pen(Protocol):
    """What faces are drawn with, of Pillow or for paper; both corners of a box belong to it."""

    def rectangle(self, xy: Bounds, *, fill: Colour) -> None: ...

    def rounded_rectangle(self, xy: Bounds, *, radius: float, fill: Colour) -> None: ...

    def ellipse(self, xy: Bounds, *, fill: Colour) -> None: ...

    def polygon(self, xy: Corners, *, fill: Colour) -> None: ...

    def line(self, xy: Corners, *, fill: Colour, width: int) -> None: ...

    def text(
        self,
        xy: tuple[float, float],
        text: str,
        *,
        fill: Colour,
        font: ImageFont.FreeTypeFont,
        anchor: str,
    ) -> None:
        """Write bold letters on the line at *xy*, which is their middle (`ms`) or right end (`rs`)."""


def drawn(face: Face, theme: Theme, fonts: Fonts) -> Image.Image:
    """Return a face as a picture: a square with the lines around it, or a piece of the rim."""
    look = look_of(theme)
    is_rim = isinstance(face, Coordinate)
    size = (face.width, face.height) if isinstance(face, Coordinate) else (SQUARE, SQUARE)
    beneath = look.edge.ground if is_rim else look.plain.ink
    canvas = Image.new("RGB", (size[0] * FINE, size[1] * FINE), beneath)
    paint(ImageDraw.Draw(canvas), face, theme, fonts)
    return canvas.reduce(FINE)


def paint(pen: Pen, face: Face, theme: Theme, fonts: Fonts) -> None:
    """Draw a face on what lies beneath it: the colour of the rim, or of the lines between squares."""
    look = look_of(theme)
    match face:
        case TileFace():
            _paint_tile(pen, face, look, fonts)
        case FreeSquare():
            _paint_square(pen, face, look, theme, fonts)
        case Coordinate():
            font = fonts.face(_coordinate_size(face) * FINE, is_bold=True)
            place = (face.width * FINE / 2, face.height * FINE / 2 + 11 * FINE)
            pen.text(place, face.text, font=font, fill=look.edge.ink, anchor="ms")
        case _:
            assert_never(face)


def _coordinate_size(face: Coordinate) -> int:
    """Return how large a letter or number of the rim is: as the squares of the board allow."""
    return min(
        30,
        max(face.width, face.height) * 30 // SQUARE + (max(face.width, face.height) < SQUARE) * 4,
    )


def _paint_tile(draw: Pen, face: TileFace, look: Look, fonts: Fonts) -> None:
    _draw_ground(draw, look.plain)
    paint = _paint_of(face, look)
    _draw_body(draw, face, look, paint)
    _draw_letter(draw, face.letter, paint.ink, fonts)
    if face.is_blank:
        draw.polygon(_star(SQUARE - 14, SQUARE - 13, 8), fill=paint.ink)
    elif face.value:
        _draw_value(draw, face.value, paint.ink, fonts)
    if face.state is TileState.SWAPPED:
        _draw_arrows(draw, paint.ink)


def _paint_square(draw: Pen, square: FreeSquare, look: Look, theme: Theme, fonts: Fonts) -> None:
    """Draw a free square: coloured, or with a circle (letters) or a diamond (words).

    The centre has its star, which the booklet speaks of (seed 002).
    """
    _draw_ground(draw, look.plain)
    if square.premium is None:
        if square.is_centre:
            draw.polygon(_star(_MIDDLE, _MIDDLE, 16), fill=look.plain.ink)
        return
    paint = look.premiums[square.premium]
    if theme is Theme.COLOUR:
        draw.rectangle(box(1, 1, SQUARE - 1, SQUARE - 1), fill=paint.ground)
        ink, size, width = paint.ink, 25, SQUARE - 8
    else:
        ink = _draw_symbol(draw, square.premium, paint)
        size, width = 22, 34 if square.premium.factors[1] == 1 else 31
    _write(draw, square.label, ink, fonts, size=size, width=width)
    if square.is_centre:
        for x, y in ((11, 11), (SQUARE - 11, 11), (11, SQUARE - 11), (SQUARE - 11, SQUARE - 11)):
            draw.polygon(_star(x, y, 8), fill=paint.ink)


def _draw_ground(draw: Pen, plain: Paint) -> None:
    """Draw a plain square, which leaves the lines around it."""
    draw.rectangle(box(1, 1, SQUARE - 1, SQUARE - 1), fill=plain.ground)


def _paint_of(face: TileFace, look: Look) -> Paint:
    if face.state is TileState.GONE:
        return look.plain
    if face.is_blank:
        return look.blank
    paints = {
        TileState.MARKED: look.marked,
        TileState.OPEN: look.marked,
        TileState.PROPOSED: look.proposal,
        TileState.ROBBED: look.robbed,
    }
    return paints.get(face.state, look.tile)


def _draw_body(draw: Pen, face: TileFace, look: Look, paint: Paint) -> None:
    """Draw the tile's own ground and its frame."""
    match face.state:
        case TileState.LYING | TileState.SWAPPED:
            _rounded(draw, 2, look.frame)
            _rounded(draw, 4, paint.ground)
        case TileState.MARKED:
            _rounded(draw, 1, look.frame)
            _rounded(draw, 3 if face.is_blank else 6, look.marked.ground)
            _rounded(draw, 7 if face.is_blank else 6, paint.ground)
        case TileState.ROBBED:
            _rounded(draw, 1, look.frame)
            _rounded(draw, 3, look.robbed.ground)
            _rounded(draw, 6, look.frame)
            _rounded(draw, 8, paint.ground)
        case TileState.OPEN:
            _rounded(draw, 1, look.frame)
            for bar in ((17, 0, SQUARE - 17, SQUARE), (0, 17, SQUARE, SQUARE - 17)):
                draw.rectangle(box(*bar), fill=look.marked.ground)
            _rounded(draw, 5, look.marked.ground)
            _rounded(draw, 8, paint.ground)
        case TileState.GONE:
            _rounded(draw, 2, look.plain.ground)
            _draw_dashes(draw, look.plain.ink)
            _rounded(draw, 7, paint.ground)
        case TileState.PROPOSED:
            _rounded(draw, 1, look.proposal.ground)
            _draw_dashes(draw, look.frame)
            _rounded(draw, 7, paint.ground)


def _draw_letter(draw: Pen, letter: str, ink: Colour, fonts: Fonts) -> None:
    """Draw the letter; an umlaut as a lower vowel under two dots larger than any font's.

    What stands above or below another letter needs room, and so do two letters on one tile.
    """
    vowel = _PLAIN_VOWEL.get(letter)
    size, baseline = _size_of(letter) if vowel is None else (35, 43)
    room = SQUARE - (12 if len(letter) == 1 else 16)
    face = fitting(fonts, letter, size * FINE, room * FINE)
    middle = _MIDDLE - 5 if letter == "Q" else _MIDDLE  # its tail keeps clear of the 10
    draw.text((middle * FINE, baseline * FINE), vowel or letter, font=face, fill=ink, anchor="ms")
    if vowel is not None:
        for x in (_MIDDLE - 9, _MIDDLE + 9):
            draw.ellipse(box(x - 4.75, 7, x + 4.75, 16.5), fill=ink)


_ABOVE, _BELOW = 230, 202
"""Combining classes of what stands over a letter and under it (Unicode)."""


def _size_of(letter: str) -> tuple[int, int]:
    """Return how large a letter is written, and on which line; two letters stand clear of the value."""
    if len(letter) > 1:
        return 36, 35
    marks = {combining(each) for each in normalize("NFD", letter)}
    if marks & {_ABOVE, 232}:
        return 34, 43
    return (38, 37) if _BELOW in marks else (41, 40)


def _draw_value(draw: Pen, value: int, ink: Colour, fonts: Fonts) -> None:
    face = fonts.face((19 if value < 10 else 17) * FINE, is_bold=True)
    place = ((SQUARE - 7) * FINE, (SQUARE - 6) * FINE)
    draw.text(place, str(value), font=face, fill=ink, anchor="rs")


def _draw_arrows(draw: Pen, ink: Colour) -> None:
    """Draw two arrows against each other in the lower left corner."""
    for y, tail, tip in ((45, 7, 26), (51, 26, 7)):
        back = tip + (6 if tip < tail else -6)
        draw.line(_points((tail, y), (back, y)), fill=ink, width=2 * FINE)
        draw.polygon(_points((tip, y), (back, y - 3), (back, y + 3)), fill=ink)


def _draw_symbol(draw: Pen, premium: Premium, paint: Paint) -> Colour:
    """Draw circle or diamond, hollow for double and filled for triple; return the label's ink."""
    is_triple = premium not in {Premium.DOUBLE_LETTER, Premium.DOUBLE_WORD}
    for inset, fill in ((4, paint.ink), (7, paint.ink if is_triple else paint.ground)):
        if premium.factors[1] == 1:
            draw.ellipse(box(inset, inset, SQUARE - inset, SQUARE - inset), fill=fill)
        else:
            reach = inset - 3 if inset < 5 else inset - 2
            far = SQUARE - reach
            diamond = ((_MIDDLE, reach), (far, _MIDDLE), (_MIDDLE, far), (reach, _MIDDLE))
            draw.polygon(_points(*diamond), fill=fill)
    return paint.ground if is_triple else paint.ink


def _write(draw: Pen, text: str, ink: Colour, fonts: Fonts, *, size: int, width: int) -> None:
    """Write *text* in the middle of the square, smaller if it is long."""
    face = fitting(fonts, text, size * FINE, width * FINE)
    height = face.getbbox("H", anchor="ls")[1]
    draw.text((_FULL / 2, (_FULL - height) / 2), text, font=face, fill=ink, anchor="ms")


def _draw_dashes(draw: Pen, ink: Colour) -> None:
    """Draw a dashed frame, four dashes a side and none broken at a corner."""
    near, far = 2, SQUARE - 6
    for start in range(2, SQUARE - 8, 15):
        for dash in (
            (start, near, start + 9, near + 4),
            (start, far, start + 9, far + 4),
            (near, start, near + 4, start + 9),
            (far, start, far + 4, start + 9),
        ):
            draw.rectangle(box(*dash), fill=ink)


def _rounded(draw: Pen, inset: float, fill: Colour) -> None:
    whole = box(inset, inset, SQUARE - inset, SQUARE - inset)
    draw.rounded_rectangle(whole, radius=max(2, 8 - inset) * FINE, fill=fill)


def _star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    points = []
    for corner in range(10):
        reach = radius if corner % 2 == 0 else radius * 0.42
        angle = corner * pi / 5
        points.append(((x + reach * sin(angle)) * FINE, (y - reach * cos(angle)) * FINE))
    return points


def box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    """Return the fine pixels from *left*, *top* up to but without *right*, *bottom*."""
    return left * FINE, top * FINE, right * FINE - 1, bottom * FINE - 1


def _points(*points: tuple[float, float]) -> list[tuple[float, float]]:
    return [(x * FINE, y * FINE) for x, y in points]


RIM = 45
PIXELS = 2 * RIM + SIZE * SQUARE
"""The side of the picture: 960."""
SHOWN = PIXELS // 2
"""The width at which the picture is meant to be shown."""
FRAME = 2
"""How thick the line is between the squares and the rim."""
AROUND = 7
"""How thick the line is around the squares where the first word must lie."""


_Look = tuple[Theme, Axes, PremiumLabels, Layout]


class Row(Struct, frozen=True):
    """Some lines of a picture of a board, and the pieces that lie there."""

    top: int
    end: int
    pieces: tuple[PlacedFace, ...]


class RememberedRows(Protocol):
    """Where rows may lie as they were packed once."""

    def __call__(
        self, of: object, rows: Sequence[Row], packed: Callable[[Row], Band]
    ) -> Sequence[Band]:
        """Return each row *packed*; *of*: what else that follows from."""


def _all_made(
    of: object,  # noqa: ARG001  nothing is looked for
    rows: Sequence[Row],
    packed: Callable[[Row], Band],
) -> Sequence[Band]:
    """Remember no row."""
    return tuple(map(packed, rows))


class BoardPainter:
    """Draws boards; keeps each tile and each bare board it has drawn for the next time."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._tiles: dict[tuple[Theme, Layout, Face], Image.Image] = {}
        self._bare: dict[_Look, Image.Image] = {}
        self._bands: dict[tuple[_Look, Area | None], dict[Row, Band]] = {}

    def draw(
        self, view: BoardView, packing: int = QUICK, remembered: RememberedRows = _all_made
    ) -> bytes:
        """Return *view* as a PNG of 960 by 960 pixels with a palette; a board of fewer squares makes a smaller one.

        *remembered*: where rows of it may lie as they were packed once.
        """
        lying = view.board.size**2 - view.board.cells.count(FREE)
        if packing == QUICK and lying <= _MOST_LYING:
            return self._by_rows(view, remembered)
        return png(self._drawn(view, 0, view.pixels, laid(view)), packing)

    def _by_rows(self, view: BoardView, remembered: RememberedRows) -> bytes:
        """Draw and pack row of squares by row of squares: of two answers in a game nearly all are the same.

        Each row is packed by itself, so that the same picture has the same bytes whatever came before it. It
        takes a twelfth more room than one packed whole.
        """
        known = self._bands.setdefault((_look(view), view.start), {})
        if len(self._bands) > _MOST_LOOKS:
            del self._bands[next(iter(self._bands))]
        pieces: dict[int, list[PlacedFace]] = {}
        for piece in laid(view):
            pieces.setdefault(piece.top, []).append(piece)
        edges = (0, *range(view.rim, view.pixels, view.side), view.pixels)
        rows = [Row(top, end, tuple(pieces.get(top, ()))) for top, end in pairwise(edges)]

        def packed(row: Row) -> Band:
            band = known.pop(row, None) or Band.of(self._drawn(view, row.top, row.end, row.pieces))
            known[row] = band  # the one used last comes last
            return band

        bands = remembered((*_look(view), view.start), rows, packed)
        for oldest in [*islice(known, max(0, len(known) - _MOST_BANDS))]:
            del known[oldest]
        return of_bands(self._bare_board(view), bands)

    def _drawn(
        self, view: BoardView, top: int, end: int, pieces: Iterable[PlacedFace]
    ) -> Image.Image:
        """Draw the lines of a picture from *top* to *end*, and the pieces that lie there."""
        picture = self._bare_board(view).crop((0, top, view.pixels, end))
        for piece in pieces:
            key = (view.theme, view.layout, piece.face)
            if key not in self._tiles:
                tile = _sized(drawn(piece.face, view.theme, self.fonts), piece)
                self._tiles[key] = in_palette(tile, look_of(view.theme).palette(view.layout))
            picture.paste(self._tiles[key], (piece.left, piece.top - top))
        if view.start is not None:
            dot = Image.new("RGB", (1, 1), look_of(view.theme).frame)
            ink = in_palette(dot, look_of(view.theme).palette(view.layout)).getpixel((0, 0))
            left, above, right, below = around(view.start, view)
            draw = ImageDraw.Draw(picture)
            draw.rectangle((left, above - top, right, below - top), outline=ink, width=AROUND)
        return picture

    def _bare_board(self, view: BoardView) -> Image.Image:
        key = _look(view)
        if key not in self._bare:
            palette = look_of(view.theme).palette(view.layout)
            self._bare[key] = in_palette(self._draw_bare(view), palette)
        return self._bare[key]

    def _draw_bare(self, view: BoardView) -> Image.Image:
        size, near, far = view.pixels, view.rim - FRAME, view.pixels - view.rim + FRAME - 1
        picture = _put_together((size, size), bare(view), view.theme, self.fonts)
        frame = (near, near, far, far)
        ink = look_of(view.theme).edge.ink
        ImageDraw.Draw(picture).rectangle(frame, outline=ink, width=FRAME)
        return picture


def _look(view: BoardView) -> _Look:
    """Return what a board looks like before anything lies on it."""
    return view.theme, view.axes, view.labels, view.layout


def _put_together(
    size: tuple[int, int], pieces: Iterable[PlacedFace], theme: Theme, fonts: Fonts
) -> Image.Image:
    """Return *pieces* on the ground of the rim; each face is drawn once."""
    picture = Image.new("RGB", size, look_of(theme).edge.ground)
    faces: dict[Face, Image.Image] = {}
    for piece in pieces:
        if piece.face not in faces:
            faces[piece.face] = drawn(piece.face, theme, fonts)
        picture.paste(_sized(faces[piece.face], piece), (piece.left, piece.top))
    return picture


def _sized(face: Image.Image, piece: "PlacedFace") -> Image.Image:
    """Return a face as large as it is to be shown."""
    if piece.side == SQUARE or isinstance(piece.face, Coordinate):
        return face
    return face.resize((piece.side, piece.side), Image.Resampling.LANCZOS)


def bare(view: BoardView) -> Iterator[PlacedFace]:
    """Yield the squares of the board and the coordinates around it."""
    size, side, rim = view.board.size, view.side, view.rim
    for index in range(size * size):
        square = Square(*divmod(index, size))
        yield PlacedFace(*_corner(square, view), _free_square(square, view), side)
    columns, rows = coordinates(view.axes, size)
    for step in range(size):
        along = rim + step * side
        above = Coordinate(columns[step], side, rim)
        beside = Coordinate(rows[step], rim, side)
        for across in (0, view.pixels - rim):
            yield PlacedFace(along, across, above)
            yield PlacedFace(across, along, beside)


def laid(view: BoardView) -> Iterator[PlacedFace]:
    """Yield what lies on the board, what was just taken off, and the move proposed on top of it."""
    proposed = {tile.square for tile in view.proposal}
    for tile in view.board.tiles:
        if tile.square not in proposed:
            yield _tile(tile, _state(tile.square, view), view)
    for tile in view.gone:
        yield _tile(tile, TileState.GONE, view)
    for tile in view.proposal:
        yield _tile(tile, TileState.PROPOSED, view)


def _tile(tile: LaidTile, state: TileState, view: BoardView) -> PlacedFace:
    value = 0 if tile.is_blank else view.tiles.values.get(tile.letter, 0)
    face = TileFace(letters_on(tile.letter), value, tile.is_blank, state)
    return PlacedFace(*_corner(tile.square, view), face, view.side)


def _free_square(square: Square, view: BoardView) -> FreeSquare:
    premium = view.layout.premium(square)
    label = "" if premium is None else view.labels.of(premium)
    return FreeSquare(premium, label, is_centre=square == view.layout.start)


def _state(square: Square, view: BoardView) -> TileState:
    if square in view.still_open:
        return TileState.OPEN
    if square in view.marked:
        return TileState.MARKED
    return TileState.SWAPPED if square in view.swapped else TileState.LYING


def around(area: Area, view: BoardView) -> tuple[int, int, int, int]:
    """Return the box of a thick line around the squares of *area*."""
    left, top = _corner(area.first, view)
    right, bottom = _corner(area.last, view)
    return left - 2, top - 2, right + view.side + 1, bottom + view.side + 1


def _corner(square: Square, view: BoardView) -> tuple[int, int]:
    return view.rim + square.column * view.side, view.rim + square.row * view.side


class PiecesView(Struct, frozen=True, kw_only=True):
    """What is drawn of pieces side by side, by whoever knows where they lie."""

    theme: Theme = Theme.COLOUR

    @property
    def width(self) -> int:
        """Return how wide the picture is in pixels; it is meant to be shown half as wide."""
        raise NotImplementedError

    @property
    def height(self) -> int:
        """Return how high it is."""
        raise NotImplementedError

    @property
    def pieces(self) -> tuple[PlacedFace, ...]:
        """Return the pieces with their places."""
        raise NotImplementedError


def followed_from(view: BoardView | PiecesView) -> bytes:
    """Return all that the picture of *view* follows from: the same of the same."""
    if isinstance(view, PiecesView):
        return msgspec.json.encode((view.theme, view.pieces, view.width, view.height))
    bare_board = (view.theme, view.axes, view.labels, view.layout)
    squares = [sorted(each) for each in (view.marked, view.still_open, view.swapped)]
    lying = (view.board.cells, view.start, view.gone, view.proposal, squares)
    return msgspec.json.encode((bare_board, lying, dict(view.tiles.values)))


def draw_pieces(view: PiecesView, fonts: Fonts, packing: int = QUICK) -> bytes:
    """Return pieces as a PNG."""
    return png(picture_of_pieces(view, fonts), packing)


def picture_of_pieces(view: PiecesView, fonts: Fonts) -> Image.Image:
    """Return pieces as a picture, with a palette."""
    picture = _put_together((view.width, view.height), view.pieces, view.theme, fonts)
    return in_palette(picture, look_of(view.theme).palette())
