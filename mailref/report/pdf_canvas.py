"""A sheet of paper to write on from top to bottom: text, rules, pictures, in millimetres.

Nothing here knows what a score sheet is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from mailref.report.board_view import Theme
from mailref.report.labels import LetterLabels, TableLabels
from mailref.report.look import Fonts


@dataclass(frozen=True, slots=True)
class PageFormat:
    """Size and margins in millimetres, in colour or in black and white."""

    width: float = 210
    height: float = 297
    inner: float = 20
    """The margin at the back of a bound booklet; on the left of odd pages."""
    outer: float = 12
    top: float = 12
    bottom: float = 12
    is_two_sided: bool = False
    """Whether the inner margin of even pages is on the right."""
    theme: Theme = Theme.COLOUR

    def left(self, page: int) -> float:
        """Return the left margin of *page*, counted from 1."""
        return self.outer if self.is_two_sided and page % 2 == 0 else self.inner

    @property
    def breadth(self) -> float:
        """Return the width between the margins."""
        return self.width - self.inner - self.outer


A4 = PageFormat()
A5 = PageFormat(width=148, height=210, inner=14, outer=9, top=9, bottom=9)


@dataclass(frozen=True, slots=True)
class Fact:
    """What stands beside the board: a heading such as `Gelegt`, and a text of any length."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class PdfLabels:
    """Everything a sheet says beyond its numbers."""

    title: str
    subtitle: str
    facts: tuple[Fact, ...]
    """The move laid, how a tie was decided, the top, new letters, the next ZAT."""
    letters_heading: str
    history_heading: str
    footer: str
    page: str
    """Before the page's number: `Seite`."""
    table: TableLabels
    letters: LetterLabels
    language: str = "de"


REGULAR = "mailref-regular"
BOLD = "mailref-bold"
_POINT = 1 / mm


class SheetCanvas:
    """Pages of one format; `y` is how far down the page is written, from its upper edge."""

    def __init__(self, page: PageFormat, fonts: Fonts, title: str, language: str) -> None:
        _register(fonts)
        self.page = page
        self.number = 1
        self.y = page.top
        self._target = BytesIO()
        self._canvas = Canvas(
            self._target,
            pagesize=(page.width * mm, page.height * mm),
            pageCompression=1,
            invariant=1,
            lang=language,
        )
        self._canvas.setTitle(title)
        self._canvas.setCreator("mailref")

    @property
    def left(self) -> float:
        return self.page.left(self.number)

    @property
    def room(self) -> float:
        """Return how much of the page is free, above the line of the footer."""
        return self.page.height - self.page.bottom - 5 - self.y

    def text(self, x: float, y: float, text: str, size: float, *, bold: bool = False) -> None:
        """Write *text* with its baseline at *y*."""
        self._canvas.setFont(BOLD if bold else REGULAR, size)
        self._canvas.drawString(x * mm, self._up(y), text)

    def text_right(self, x: float, y: float, text: str, size: float, *, bold: bool = False) -> None:
        """Write *text* so that it ends at *x*."""
        self.text(x - text_width(text, size, bold=bold), y, text, size, bold=bold)

    def rule(self, y: float, thickness: float) -> None:
        """Draw a line across the page; *thickness* in points."""
        self._canvas.setLineWidth(thickness)
        right = self.left + self.page.breadth
        self._canvas.line(self.left * mm, self._up(y), right * mm, self._up(y))

    def picture(self, x: float, y: float, side: float, picture: Image.Image) -> None:
        """Put a square picture with its upper left corner at *x*, *y*."""
        reader = ImageReader(picture)
        self._canvas.drawImage(reader, x * mm, self._up(y + side), side * mm, side * mm)

    def turn(self) -> None:
        """Begin a new page."""
        self._canvas.showPage()
        self.number += 1
        self.y = self.page.top

    def finished(self) -> bytes:
        """Close the last page and return the PDF."""
        self._canvas.showPage()
        self._canvas.save()
        return self._target.getvalue()

    def _up(self, y: float) -> float:
        """Return PDF's height, which counts from the lower edge."""
        return (self.page.height - y) * mm


@lru_cache(maxsize=1)
def _register(fonts: Fonts) -> None:
    """Make the fonts known to reportlab, which keeps them by name: the last ones asked for."""
    pdfmetrics.registerFont(TTFont(REGULAR, BytesIO(fonts.regular)))
    pdfmetrics.registerFont(TTFont(BOLD, BytesIO(fonts.bold)))


def leading(size: float) -> float:
    """Return the height of a line of text in millimetres."""
    return size * 1.22 * _POINT


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    width: float = pdfmetrics.stringWidth(text, BOLD if bold else REGULAR, size)
    return width * _POINT


def wrapped(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """Return *text* in lines no wider than *width*; what has no blank is cut where it must be."""
    lines: list[str] = []
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}".lstrip() if lines else word
        if lines and text_width(joined, size, bold=bold) <= width:
            lines[-1] = joined
        elif word:
            lines += _pieces(word, size, width, bold=bold)
    return lines


def _pieces(word: str, size: float, width: float, *, bold: bool) -> Iterator[str]:
    """Yield *word*, cut into pieces no wider than *width*; a formula is cut before a `+`."""
    while text_width(word, size, bold=bold) > width and len(word) > 1:
        end = len(word) - 1
        while end > 1 and text_width(word[:end], size, bold=bold) > width:
            end -= 1
        plus = word.rfind("+", 1, end)
        end = plus if plus > 0 else end
        yield word[:end]
        word = word[end:]
    yield word
