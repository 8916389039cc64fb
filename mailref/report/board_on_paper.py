"""The board and the table on paper: drawn in lines, so that they are sharp and take a few kB.

The faces are those of the pictures; here they are drawn by the operators of a PDF (ISO 32000).
"""

from collections.abc import Callable
from io import BytesIO
from typing import Any, assert_never

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image as Picture
from PIL import ImageFont
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.platypus import Image

from mailref.report.attachments import PageFormat
from mailref.report.board_view import BoardView, Colour, Fonts, Theme, look_of
from mailref.report.pdf_page import BOLD, text_width
from mailref.report.picture import (
    AROUND,
    FINE,
    FRAME,
    PIXELS,
    RIM,
    SQUARE,
    Bounds,
    Coordinate,
    Corners,
    Face,
    PiecesView,
    PlacedFace,
    around,
    bare,
    box,
    laid,
    paint,
)

_ROUND = 0.5523
"""How far the handles of a curve lie along the sides of a quarter of a circle."""
Lettering = Callable[[str], list[tuple[str, str]]]
"""From a text to stretches of it: the name of their font in the document, and their codes."""


class PaperDrawing(Struct, frozen=True):
    """What is drawn, in pixels of the picture."""

    width: int
    height: int
    theme: Theme
    fonts: Fonts
    pieces: tuple[PlacedFace, ...]
    has_frame: bool = False
    """Whether the squares of a board have a line around them all."""
    around: tuple[int, int, int, int] | None = None
    """A box with a thick line around it."""


_BOARD = 0.54
"""What the board takes of the page's breadth."""
_TALLEST = 1.5
"""A table with many words is at most so much higher than a board."""


def board_image(view: BoardView | PiecesView, page: PageFormat, fonts: Fonts) -> "BoardOnPaper":
    """Return the board or table as it is put on paper, without colour where there is to be none."""
    drawing = drawing_of(replace(view, theme=page.theme), fonts)
    side = page.breadth * mm * _BOARD
    scale = min(side / drawing.width, _TALLEST * side / drawing.height)
    return BoardOnPaper(drawing, scale)


def drawing_of(view: BoardView | PiecesView, fonts: Fonts) -> PaperDrawing:
    """Return what there is to be drawn of a board or a table."""
    match view:
        case BoardView():
            pieces = (*bare(view), *laid(view))
            start = None if view.start is None else around(view.start)
            return PaperDrawing(PIXELS, PIXELS, view.theme, fonts, pieces, True, start)
        case PiecesView():
            return PaperDrawing(view.width, view.height, view.theme, fonts, view.pieces)
        case _:
            assert_never(view)


class BoardOnPaper(Image):
    """A drawing among the paragraphs of a page."""

    def __init__(self, drawing: PaperDrawing, scale: float) -> None:
        dot = BytesIO()
        Picture.new("L", (1, 1)).save(dot, "PPM")  # reportlab asks for a file, and never draws it
        super().__init__(dot, drawing.width * scale, drawing.height * scale)
        self._drawing, self._scale = drawing, scale

    def draw(self) -> None:
        """Draw the board where the page has come to."""
        canvas: Any = self.canv
        document = canvas._doc  # noqa: SLF001  letters get their codes in the document
        font: Any = pdfmetrics.getFont(BOLD)

        def letters(text: str) -> list[tuple[str, str]]:
            return [
                (font.getSubsetInternalName(subset, document), codes.hex())
                for subset, codes in font.splitString(text, document)
            ]

        scale = self._scale / FINE
        drawn = operators(self._drawing, letters)
        # Whoever copies the page's text wants what is said on it, not the letters of the squares.
        canvas._code += [  # noqa: SLF001  as reportlab's own flowables do
            "q /Span <</ActualText ()>> BDC",
            f"{scale:.5f} 0 0 -{scale:.5f} 0 {self.drawHeight:.3f} cm",
            *drawn,
            "EMC Q",
        ]


def operators(drawing: PaperDrawing, letters: Lettering) -> list[str]:
    """Return the operators that draw it, in fine pixels from the upper left corner."""
    look = look_of(drawing.theme)
    pen = _Pen(letters)
    pen.rectangle(box(0, 0, drawing.width, drawing.height), fill=look.edge.ground)
    if drawing.has_frame:
        near, far = RIM, PIXELS - RIM
        pen.rectangle(box(*[near - FRAME] * 2, *[far + FRAME] * 2), fill=look.edge.ink)
        # Also beneath the squares, so that no light falls through between two of them.
        pen.rectangle(box(near, near, far, far), fill=look.plain.ink)
    drawn = [*pen.drawn]
    faces: dict[Face, str] = {}
    for piece in drawing.pieces:
        if piece.face not in faces:
            faces[piece.face] = _face(piece.face, drawing, letters)
        size = piece.side / SQUARE
        placed = f"{size:g} 0 0 {size:g} {piece.left * FINE} {piece.top * FINE} cm"
        drawn += ["q", placed, faces[piece.face], "Q"]
    if drawing.around is not None:
        left, top, right, bottom = drawing.around
        inset = AROUND / 2
        line = _rectangle(box(left + inset, top + inset, right + 1 - inset, bottom + 1 - inset))
        drawn += [_ink(look.frame, is_line=True), f"{AROUND * FINE} w {line} S"]
    return drawn


def _face(face: Face, drawing: PaperDrawing, letters: Lettering) -> str:
    pen = _Pen(letters)
    if not isinstance(face, Coordinate):
        pen.rectangle(box(0, 0, SQUARE, SQUARE), fill=look_of(drawing.theme).plain.ink)
    paint(pen, face, drawing.theme, drawing.fonts)
    return "\n".join(pen.drawn)


class _Pen:
    """Writes down what is drawn as operators."""

    def __init__(self, letters: Lettering) -> None:
        self.drawn: list[str] = []
        self._letters = letters
        self._ink: Colour | None = None

    def rectangle(self, xy: Bounds, *, fill: Colour) -> None:
        self._fill(_rectangle(xy), fill)

    def rounded_rectangle(self, xy: Bounds, *, radius: float, fill: Colour) -> None:
        self._fill(_rounded(xy, radius, radius), fill)

    def ellipse(self, xy: Bounds, *, fill: Colour) -> None:
        left, top, right, bottom = xy
        self._fill(_rounded(xy, (right + 1 - left) / 2, (bottom + 1 - top) / 2), fill)

    def polygon(self, xy: Corners, *, fill: Colour) -> None:
        self._fill(f"{_path(xy)} h", fill)

    def line(self, xy: Corners, *, fill: Colour, width: int) -> None:
        self.drawn.append(f"{_ink(fill, is_line=True)} {width} w {_path(xy)} S")

    def text(
        self,
        xy: tuple[float, float],
        text: str,
        *,
        fill: Colour,
        font: ImageFont.FreeTypeFont,
        anchor: str,
    ) -> None:
        width = text_width(text, font.size, bold=True)
        left = xy[0] - (width if anchor == "rs" else width / 2)
        self._dip(fill)
        stretches = (f"{name} {font.size:g} Tf <{codes}> Tj" for name, codes in self._letters(text))
        self.drawn.append(f"BT 1 0 0 -1 {_numbers(left, xy[1])} Tm {' '.join(stretches)} ET")

    def _fill(self, shape: str, fill: Colour) -> None:
        self._dip(fill)
        self.drawn.append(f"{shape} f")

    def _dip(self, ink: Colour) -> None:
        if ink != self._ink:
            self._ink = ink
            self.drawn.append(_ink(ink))


def _ink(colour: Colour, *, is_line: bool = False) -> str:
    """Return the operator that takes an ink; one without colour is grey to a printer, too."""
    red, green, blue = (f"{channel / 255:.3g}" for channel in colour)
    if red == green == blue:
        return f"{red} {'G' if is_line else 'g'}"
    return f"{red} {green} {blue} {'RG' if is_line else 'rg'}"


def _rectangle(box: Bounds) -> str:
    left, top, right, bottom = box
    return f"{_numbers(left, top, right + 1 - left, bottom + 1 - top)} re"


def _rounded(box: Bounds, across: float, down: float) -> str:
    """Return a box whose corners are quarters of an ellipse, so far across and down."""
    left, top, right, bottom = box[0], box[1], box[2] + 1, box[3] + 1
    x, y = across * (1 - _ROUND), down * (1 - _ROUND)
    return " ".join(
        (
            f"{_numbers(left + across, top)} m {_numbers(right - across, top)} l",
            f"{_numbers(right - x, top, right, top + y, right, top + down)} c",
            f"{_numbers(right, bottom - down)} l",
            f"{_numbers(right, bottom - y, right - x, bottom, right - across, bottom)} c",
            f"{_numbers(left + across, bottom)} l",
            f"{_numbers(left + x, bottom, left, bottom - y, left, bottom - down)} c",
            f"{_numbers(left, top + down)} l",
            f"{_numbers(left, top + y, left + x, top, left + across, top)} c h",
        )
    )


def _path(corners: Corners) -> str:
    first, *others = (_numbers(*corner) for corner in corners)
    return " ".join((f"{first} m", *(f"{each} l" for each in others)))


def _numbers(*values: float) -> str:
    return " ".join(f"{round(value, 1):g}" for value in values)
