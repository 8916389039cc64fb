"""The paper that a sheet is printed on: its formats, its fonts and ink, and text broken to fit.

Nothing here knows what a score sheet is.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from mailref.report.board_view import Fonts, Theme


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


# From here on lengths are in points, as reportlab counts.
REGULAR = "mailref-regular"
BOLD = "mailref-bold"


@lru_cache(maxsize=1)
def register_fonts(fonts: Fonts) -> None:
    """Make the fonts known to reportlab, which keeps them by name: the last ones asked for."""
    pdfmetrics.registerFont(TTFont(REGULAR, BytesIO(fonts.regular)))
    pdfmetrics.registerFont(TTFont(BOLD, BytesIO(fonts.bold)))


class BlackInk(Canvas):
    """Paper to write on in black, whatever a flowable asks for: not even black made of colours."""

    def setFillColor(self, aColor: object, alpha: object = None) -> None:  # noqa: N802, N803  reportlab's names
        """Keep the ink in which every page begins."""

    def setStrokeColor(self, aColor: object, alpha: object = None) -> None:  # noqa: N802, N803  as above
        """Keep the ink in which every page begins."""


def leading(size: float) -> float:
    """Return the height of a line of text."""
    return size * 1.22


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide *text* is in points."""
    width: float = pdfmetrics.stringWidth(text, BOLD if bold else REGULAR, size)
    return width


def wrapped(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """Return *text* in lines no wider than *width*; what has no space is cut where it must be."""
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
