"""The picture of the board: PNG bytes, the same for the same view, to be shown half as large."""

from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw

from mailref.report.board_view import (
    BoardView,
    Colour,
    Fonts,
    PremiumLabels,
    Theme,
    coordinates,
    look_of,
)
from mailref.report.tile_faces import (
    SQUARE,
    FreeSquare,
    TileFace,
    TileState,
    draw_coordinate,
    draw_square,
    draw_tile,
)
from mailref.rules.board import CENTRE, SIZE, Area, Axes, LaidTile, Layout, Square

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
