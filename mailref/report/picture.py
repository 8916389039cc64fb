"""The picture of the board: PNG bytes, the same for the same view, to be shown half as large.

Single squares (a tile in each of its states, a premium, a coordinate) are drawn four times as large
and then reduced, so that edges are soft and the same on every machine. Lengths are in pixels of the
finished square.
"""

from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image, ImageDraw

from mailref.report.board_view import (
    BoardView,
    Colour,
    Fonts,
    Look,
    Paint,
    PremiumLabels,
    Theme,
    coordinates,
    fitting,
    look_of,
)
from mailref.rules.board import CENTRE, SIZE, Area, Axes, LaidTile, Layout, Premium, Square

SQUARE = 58
"""The side of a square, for a board shown half as large."""
_FINE = 4
_PLAIN_VOWEL = {"Ä": "A", "Ö": "O", "Ü": "U"}

_MIDDLE = SQUARE / 2
_FULL = SQUARE * _FINE


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
    """Taken from another word for the one just laid (WORT-Rummikub): a second shade, or a double frame."""


@dataclass(frozen=True, slots=True)
class TileFace:
    """What a tile shows; a blank has no value but a star, nor has a tile of WORT-Rummikub one (0)."""

    letter: str
    value: int
    is_blank: bool
    state: TileState


def draw_tile(face: TileFace, look: Look, fonts: Fonts) -> Image.Image:
    """Return the tile, one square large, with the lines around it."""
    canvas, draw = _canvas(look.plain)
    paint = _paint(face, look)
    _draw_body(draw, face, look, paint)
    _draw_letter(draw, face.letter, paint.ink, fonts)
    if face.is_blank:
        draw.polygon(_star(SQUARE - 14, SQUARE - 13, 8), fill=paint.ink)
    elif face.value:
        _draw_value(draw, face.value, paint.ink, fonts)
    if face.state is TileState.SWAPPED:
        _draw_arrows(draw, paint.ink)
    return canvas.reduce(_FINE)


@dataclass(frozen=True, slots=True)
class FreeSquare:
    """What a square without tile shows."""

    premium: Premium | None
    label: str
    is_centre: bool


def draw_square(square: FreeSquare, look: Look, theme: Theme, fonts: Fonts) -> Image.Image:
    """Return a free square: coloured, or with a circle (letters) or a diamond (words).

    The centre has its star, which the booklet speaks of (seed 002).
    """
    canvas, draw = _canvas(look.plain)
    if square.premium is None:
        if square.is_centre:
            draw.polygon(_star(_MIDDLE, _MIDDLE, 16), fill=look.plain.ink)
        return canvas.reduce(_FINE)
    paint = look.premiums[square.premium]
    if theme is Theme.COLOUR:
        draw.rectangle(_box(1, 1, SQUARE - 1, SQUARE - 1), fill=paint.ground)
        ink, size, width = paint.ink, 25, SQUARE - 8
    else:
        ink = _draw_symbol(draw, square.premium, paint)
        size, width = 22, 34 if square.premium.word_factor == 1 else 31
    _write(draw, square.label, ink, fonts, size=size, width=width)
    if square.is_centre:
        for x, y in ((11, 11), (SQUARE - 11, 11), (11, SQUARE - 11), (SQUARE - 11, SQUARE - 11)):
            draw.polygon(_star(x, y, 8), fill=paint.ink)
    return canvas.reduce(_FINE)


def draw_coordinate(text: str, look: Look, fonts: Fonts, width: int, height: int) -> Image.Image:
    """Return a piece of the rim with a letter or number in its middle."""
    canvas = Image.new("RGB", (width * _FINE, height * _FINE), look.edge.ground)
    face = fonts.face(30 * _FINE, is_bold=True)
    place = (width * _FINE / 2, height * _FINE / 2 + 11 * _FINE)
    ImageDraw.Draw(canvas).text(place, text, font=face, fill=look.edge.ink, anchor="ms")
    return canvas.reduce(_FINE)


def _canvas(plain: Paint) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Return a plain square inside its lines."""
    canvas = Image.new("RGB", (_FULL, _FULL), plain.ink)
    draw = ImageDraw.Draw(canvas)
    draw.rectangle(_box(1, 1, SQUARE - 1, SQUARE - 1), fill=plain.ground)
    return canvas, draw


def _paint(face: TileFace, look: Look) -> Paint:
    if face.is_blank:
        return look.blank
    match face.state:
        case TileState.MARKED | TileState.OPEN:
            return look.marked
        case TileState.PROPOSED:
            return look.proposal
        case TileState.ROBBED:
            return look.robbed
        case TileState.LYING | TileState.SWAPPED:
            return look.tile


def _draw_body(draw: ImageDraw.ImageDraw, face: TileFace, look: Look, paint: Paint) -> None:
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
            for box in ((17, 0, SQUARE - 17, SQUARE), (0, 17, SQUARE, SQUARE - 17)):
                draw.rectangle(_box(*box), fill=look.marked.ground)
            _rounded(draw, 5, look.marked.ground)
            _rounded(draw, 8, paint.ground)
        case TileState.PROPOSED:
            _rounded(draw, 1, look.proposal.ground)
            _draw_dashes(draw, look.frame)
            _rounded(draw, 7, paint.ground)


def _draw_letter(draw: ImageDraw.ImageDraw, letter: str, ink: Colour, fonts: Fonts) -> None:
    """Draw the letter; an umlaut as a lower vowel under two dots larger than any font's."""
    vowel = _PLAIN_VOWEL.get(letter)
    size, baseline = (41, 40) if vowel is None else (35, 43)
    face = fonts.face(size * _FINE, is_bold=True)
    middle = _MIDDLE - 5 if letter == "Q" else _MIDDLE  # its tail keeps clear of the 10
    draw.text((middle * _FINE, baseline * _FINE), vowel or letter, font=face, fill=ink, anchor="ms")
    if vowel is not None:
        for x in (_MIDDLE - 9, _MIDDLE + 9):
            draw.ellipse(_box(x - 4.75, 7, x + 4.75, 16.5), fill=ink)


def _draw_value(draw: ImageDraw.ImageDraw, value: int, ink: Colour, fonts: Fonts) -> None:
    face = fonts.face((19 if value < 10 else 17) * _FINE, is_bold=True)
    place = ((SQUARE - 7) * _FINE, (SQUARE - 6) * _FINE)
    draw.text(place, str(value), font=face, fill=ink, anchor="rs")


def _draw_arrows(draw: ImageDraw.ImageDraw, ink: Colour) -> None:
    """Draw two arrows against each other in the lower left corner."""
    for y, tail, tip in ((45, 7, 26), (51, 26, 7)):
        back = tip + (6 if tip < tail else -6)
        draw.line(_points((tail, y), (back, y)), fill=ink, width=2 * _FINE)
        draw.polygon(_points((tip, y), (back, y - 3), (back, y + 3)), fill=ink)


def _draw_symbol(draw: ImageDraw.ImageDraw, premium: Premium, paint: Paint) -> Colour:
    """Draw circle or diamond, hollow for double and filled for triple; return the label's ink."""
    is_triple = premium in {Premium.TRIPLE_LETTER, Premium.TRIPLE_WORD}
    for inset, fill in ((4, paint.ink), (7, paint.ink if is_triple else paint.ground)):
        if premium.word_factor == 1:
            draw.ellipse(_box(inset, inset, SQUARE - inset, SQUARE - inset), fill=fill)
        else:
            reach = inset - 3 if inset < 5 else inset - 2
            far = SQUARE - reach
            diamond = ((_MIDDLE, reach), (far, _MIDDLE), (_MIDDLE, far), (reach, _MIDDLE))
            draw.polygon(_points(*diamond), fill=fill)
    return paint.ground if is_triple else paint.ink


def _write(
    draw: ImageDraw.ImageDraw, text: str, ink: Colour, fonts: Fonts, *, size: int, width: int
) -> None:
    """Write *text* in the middle of the square, smaller if it is long."""
    face = fitting(fonts, text, size * _FINE, width * _FINE, is_bold=True)
    height = face.getbbox("H", anchor="ls")[1]
    draw.text(
        (_FULL / 2, (_FULL - height) / 2),
        text,
        font=face,
        fill=ink,
        anchor="ms",
    )


def _draw_dashes(draw: ImageDraw.ImageDraw, ink: Colour) -> None:
    """Draw a dashed frame, four dashes a side and none broken at a corner."""
    near, far = 2, SQUARE - 6
    for start in range(2, SQUARE - 8, 15):
        for box in (
            (start, near, start + 9, near + 4),
            (start, far, start + 9, far + 4),
            (near, start, near + 4, start + 9),
            (far, start, far + 4, start + 9),
        ):
            draw.rectangle(_box(*box), fill=ink)


def _rounded(draw: ImageDraw.ImageDraw, inset: float, fill: Colour) -> None:
    box = _box(inset, inset, SQUARE - inset, SQUARE - inset)
    draw.rounded_rectangle(box, radius=max(2, 8 - inset) * _FINE, fill=fill)


def _star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    points = []
    for corner in range(10):
        reach = radius if corner % 2 == 0 else radius * 0.42
        angle = corner * pi / 5
        points.append(((x + reach * sin(angle)) * _FINE, (y - reach * cos(angle)) * _FINE))
    return points


def _box(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    """Return the fine pixels from *left*, *top* up to but without *right*, *bottom*."""
    return left * _FINE, top * _FINE, right * _FINE - 1, bottom * _FINE - 1


def _points(*points: tuple[float, float]) -> list[tuple[float, float]]:
    return [(x * _FINE, y * _FINE) for x, y in points]


RIM = 45
PIXELS = 2 * RIM + SIZE * SQUARE
"""The side of the picture: 960."""
SHOWN = PIXELS // 2
"""The width at which the picture is meant to be shown."""


class _BareBoard(NamedTuple):
    theme: Theme
    axes: Axes
    layout: Layout
    labels: PremiumLabels


QUICK, TIGHT = 3, 9
"""How a PNG is packed: in an answer to one, and in a report that goes to many."""


class BoardPainter:
    """Draws boards; keeps each tile and each bare board it has drawn for the next time."""

    def __init__(self, fonts: Fonts) -> None:
        self.fonts = fonts
        self._palettes = {theme: _palette(theme) for theme in Theme}
        self._tiles: dict[tuple[Theme, TileFace], Image.Image] = {}
        self._bare: dict[_BareBoard, Image.Image] = {}

    def draw(self, view: BoardView, packing: int = QUICK) -> bytes:
        """Return *view* as a PNG of 960 by 960 pixels with a palette."""
        return _png(self.picture(view), packing)

    def picture(self, view: BoardView) -> Image.Image:
        """Return *view* as a picture, for what does not want a PNG."""
        picture = self._bare_board(view).copy()
        proposed = {tile.square for tile in view.proposal}
        for tile in view.board.tiles:
            if tile.square not in proposed:
                self._lay(picture, tile, _state(tile.square, view), view)
        for tile in view.proposal:
            self._lay(picture, tile, TileState.PROPOSED, view)
        if view.start is not None:
            self._outline(picture, view.start, view.theme)
        return picture

    def _lay(self, picture: Image.Image, tile: LaidTile, state: TileState, view: BoardView) -> None:
        value = 0 if tile.is_blank else view.tiles.value(tile.letter)
        face = TileFace(tile.letter, value, tile.is_blank, state)
        key = (view.theme, face)
        if key not in self._tiles:
            drawn = draw_tile(face, look_of(view.theme), self.fonts)
            self._tiles[key] = self._in_palette(drawn, view.theme)
        picture.paste(self._tiles[key], _corner(tile.square))

    def _bare_board(self, view: BoardView) -> Image.Image:
        key = _BareBoard(view.theme, view.axes, view.layout, view.labels)
        if key not in self._bare:
            self._bare[key] = self._in_palette(self._draw_bare(key), view.theme)
        return self._bare[key]

    def _draw_bare(self, bare: _BareBoard) -> Image.Image:
        look = look_of(bare.theme)
        picture = Image.new("RGB", (PIXELS, PIXELS), look.edge.ground)
        faces: dict[FreeSquare, Image.Image] = {}
        for index in range(SIZE * SIZE):
            square = Square(*divmod(index, SIZE))
            face = _free_square(square, bare)
            if face not in faces:
                faces[face] = draw_square(face, look, bare.theme, self.fonts)
            picture.paste(faces[face], _corner(square))
        edges = coordinates(bare.axes)
        for step in range(SIZE):
            along = RIM + step * SQUARE
            above = draw_coordinate(edges.columns[step], look, self.fonts, SQUARE, RIM)
            beside = draw_coordinate(edges.rows[step], look, self.fonts, RIM, SQUARE)
            for across in (0, PIXELS - RIM):
                picture.paste(above, (along, across))
                picture.paste(beside, (across, along))
        _frame(picture, look.edge.ink)
        return picture

    def _in_palette(self, drawn: Image.Image, theme: Theme) -> Image.Image:
        return drawn.quantize(palette=self._palettes[theme], dither=Image.Dither.NONE)

    def _outline(self, picture: Image.Image, area: Area, theme: Theme) -> None:
        """Draw a thick line around the squares of *area*."""
        left, top = _corner(area.first)
        right, bottom = _corner(area.last)
        dot = Image.new("RGB", (1, 1), look_of(theme).frame)
        ink = self._in_palette(dot, theme).getpixel((0, 0))
        box = (left - 2, top - 2, right + SQUARE + 1, bottom + SQUARE + 1)
        ImageDraw.Draw(picture).rectangle(box, outline=ink, width=7)


def _free_square(square: Square, bare: _BareBoard) -> FreeSquare:
    premium = bare.layout.premium(square)
    label = "" if premium is None else bare.labels.of(premium)
    return FreeSquare(premium, label, is_centre=square == CENTRE)


def _state(square: Square, view: BoardView) -> TileState:
    if square in view.still_open:
        return TileState.OPEN
    if square in view.marked:
        return TileState.MARKED
    return TileState.SWAPPED if square in view.swapped else TileState.LYING


def _corner(square: Square) -> tuple[int, int]:
    return RIM + square.column * SQUARE, RIM + square.row * SQUARE


def _frame(picture: Image.Image, ink: Colour) -> None:
    """Draw the line between the squares and the rim."""
    box = (RIM - 2, RIM - 2, PIXELS - RIM + 1, PIXELS - RIM + 1)
    ImageDraw.Draw(picture).rectangle(box, outline=ink, width=2)


def _palette(theme: Theme) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(look_of(theme).palette)
    return image


def _png(picture: Image.Image, packing: int) -> bytes:
    target = BytesIO()
    picture.save(target, "PNG", optimize=False, compress_level=packing)
    return target.getvalue()
