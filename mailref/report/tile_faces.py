"""Single squares of the board picture: a tile in each of its states, a premium, a coordinate.

Everything is drawn four times as large and then reduced, so that edges are soft and the same on
every machine. Lengths are in pixels of the finished square.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import cos, pi, sin

from PIL import Image, ImageDraw

from mailref.report.board_view import Colour, Fonts, Look, Paint, Theme, fitting
from mailref.rules.board import Premium

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
