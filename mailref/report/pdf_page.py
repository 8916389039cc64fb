"""A printed page of a game: its paper and fonts, title and footer, board, what happened; tables are ruled.

reportlab's platypus breaks the pages.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from reportlab import rl_config
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont, TTFontFace
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    Image,
    ImageAndFlowables,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

from mailref.report.attachments import PageFormat, PdfLabels, SheetFact
from mailref.report.board_view import Fonts
from mailref.report.sheet import LetterGroup, LetterLabels
from mailref.tiles.board import BLANK

rl_config.useA85 = 0
"""A mail writes its attachments as text anyhow: a second alphabet would only make them longer."""


# From here on lengths are in points, as reportlab counts.
REGULAR = "mailref-regular"
BOLD = "mailref-bold"


class _LeanFace(TTFontFace):
    """A face that leaves its licence, a third of a short document, in the file it came from."""

    def get_table(self, tag: str) -> Any:
        """Return a table of the font; that of its names is empty."""
        return b"\0\0\0\0\0\6" if tag == "name" else super().get_table(tag)  # type: ignore[no-untyped-call]  # reportlab's


@lru_cache(maxsize=1)
def register_fonts(fonts: Fonts) -> None:
    """Make the fonts known to reportlab, which keeps them by name: the last ones asked for."""
    for name, data in ((REGULAR, fonts.regular), (BOLD, fonts.bold)):
        # Only the letters that a document uses come into it, none because it is of ASCII.
        font = TTFont(name, BytesIO(data), asciiReadable=False)
        font.face = _LeanFace(BytesIO(data))
        pdfmetrics.registerFont(font)


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


# From here on lengths are in points, as reportlab counts.
_TITLE = 16.0
_SUBTITLE = 10.0
_FOOTER = 8.0
_MOST_LINES_OF_FOOTER = 2
TEXT = 9.0
_GROUP = 8.0
_LETTERS = 9.5
BETWEEN = 2 * mm
"""Between two columns."""
_PADDING = 0.55 * mm
"""Above and below the text of a row."""
_MOST_LINES_TOGETHER = 40
"""A row of more lines is broken where a page ends; every other one stands on one page."""
_ENDLESS = 1e6
StyleCommand = tuple[str, tuple[int, int], tuple[int, int], *tuple[Any, ...]]
"""A command of a table's style: its name, from which cell to which, and what it says."""

NO_PADDING: tuple[StyleCommand, ...] = tuple(
    (f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")
)


def paper_for(target: BytesIO, page: PageFormat, labels: PdfLabels) -> BaseDocTemplate:
    """Return pages of one format, each with title, footer and number."""
    return BaseDocTemplate(
        target,
        pagesize=(page.width * mm, page.height * mm),
        pageTemplates=[_template(page, labels)],
        title=f"{labels.title} – {labels.subtitle}",
        creator="mailref",
        lang=labels.language,
        pageCompression=1,
        invariant=1,
    )


def _template(page: PageFormat, labels: PdfLabels) -> PageTemplate:
    height = frame_height(page, labels)
    bottom = (page.bottom + 5) * mm
    frame = Frame(page.inner * mm, bottom, page.breadth * mm, height, 0, 0, 0, 0)
    return PageTemplate(frames=[frame], onPage=partial(_draw_margins, page, labels))


def frame_height(page: PageFormat, labels: PdfLabels) -> float:
    """Return how much of a page is free between title and footer."""
    return (page.height - page.top - page.bottom - 5) * mm - _title_height(page, labels)


def _title_height(page: PageFormat, labels: PdfLabels) -> float:
    return (10 if _is_one_line(page, labels) else 15) * mm


def _is_one_line(page: PageFormat, labels: PdfLabels) -> bool:
    """Tell whether title and subtitle fit beside each other."""
    title = text_width(labels.title, _TITLE, bold=True) + 6 * mm
    return title + text_width(labels.subtitle, _SUBTITLE) <= page.breadth * mm


def _draw_margins(page: PageFormat, labels: PdfLabels, canvas: Canvas, _: object) -> None:
    """Draw what stands on every page: title and subtitle above a rule, footer and number."""
    number = canvas.getPageNumber()
    left, top = page.inner * mm, (page.height - page.top) * mm
    right = left + page.breadth * mm
    canvas.setFont(BOLD, _TITLE)
    canvas.drawString(left, top - 5.5 * mm, labels.title)
    canvas.setFont(REGULAR, _SUBTITLE)
    if _is_one_line(page, labels):
        canvas.drawRightString(right, top - 5.5 * mm, labels.subtitle)
    else:
        canvas.drawString(left, top - 11 * mm, labels.subtitle)
    rule = top - _title_height(page, labels) + 2 * mm
    canvas.setLineWidth(1)
    canvas.line(left, rule, right, rule)
    canvas.setFont(REGULAR, _FOOTER)
    shown = f"{labels.page} {number}"
    room = right - left - text_width(shown, _FOOTER) - 4 * mm
    lines = wrapped(labels.footer, _FOOTER, room)[:_MOST_LINES_OF_FOOTER]
    middle = (len(lines) - 1) / 2
    for at, line in enumerate(lines):
        canvas.drawString(left, page.bottom * mm + (middle - at) * 3.2 * mm, line)
    canvas.drawRightString(right, page.bottom * mm, shown)


def upper_half(
    board: Image, left: Sequence[LetterGroup], labels: PdfLabels, page: PageFormat
) -> Iterator[Flowable]:
    """Yield board and facts beside each other, and the letters where there is room: beside or below."""
    breadth, between = page.breadth * mm, 4 * mm
    beside = breadth - board.drawWidth - between
    facts = [each for fact in labels.facts for each in fact_paragraphs(fact)]
    is_low = board.drawHeight < board.drawWidth  # a table with few words
    height = height_of(facts, beside)
    # What stands beside a picture is cut where its page ends.
    if height > frame_height(page, labels) or (is_low and height > board.drawHeight):
        board.hAlign = "LEFT"
        yield from (board, Spacer(1, 2 * mm), *facts, *letters_left_table(left, labels, 4, breadth))
        return
    letters = tuple(letters_left_table(left, labels, 2, beside))
    room = board.drawHeight - height_of([*facts, *letters], beside)
    is_beside = room >= 0
    yield ImageAndFlowables(
        board,
        [*facts, Spacer(1, room), *letters] if is_beside else facts,
        imageRightPadding=between,
        imageBottomPadding=2 * mm,
        imageSide="left",
    )
    if not is_beside:
        yield from letters_left_table(left, labels, 4, breadth)


def fact_paragraphs(fact: SheetFact) -> Iterator[Flowable]:
    yield paragraph(fact.heading, BOLD, TEXT)
    for line in fact.text.splitlines():
        yield paragraph(line, REGULAR, TEXT)
    yield Spacer(1, 1.2 * mm)


def press_pages(labels: PdfLabels, breadth: float) -> Iterator[Flowable]:
    """Yield what players wrote, each text under its writer's name; nothing where nobody did."""
    for place, text in enumerate(labels.press):
        written = tuple(fact_paragraphs(text))
        first = [] if place else [Spacer(1, 5 * mm), paragraph(labels.press_heading, BOLD, 10)]
        # A name stands with the first lines of its text.
        yield CondPageBreak(height_of([*first, *written[:2]], breadth))
        yield from first
        yield from written


def letters_left_table(
    groups: Sequence[LetterGroup], labels: PdfLabels, columns: int, breadth: float
) -> Iterator[Flowable]:
    """Yield the groups beside each other, so many a row, under their heading; nothing for none."""
    if not groups:
        return
    yield paragraph(labels.letters_heading, BOLD, TEXT)
    yield Spacer(1, 1.5 * mm)
    cells = [_group(group, labels.letters, breadth / columns - BETWEEN) for group in groups]
    cells += [("", "")] * (-len(cells) % columns)
    rows: list[tuple[str, ...]] = []
    style = [*NO_PADDING, ("VALIGN", (0, 0), (-1, -1), "BOTTOM")]
    for start in range(0, len(cells), columns):
        name, letters = len(rows), len(rows) + 1
        rows += zip(*cells[start : start + columns], strict=True)
        style += [
            font_of_rows(REGULAR, _GROUP, name, name),
            font_of_rows(BOLD, _LETTERS, letters, letters),
            ("BOTTOMPADDING", (0, letters), (-1, letters), 1.7 * mm),
            ("NOSPLIT", (0, name), (-1, letters)),
        ]
    yield Table(rows, [breadth / columns] * columns, style=style)


def _group(group: LetterGroup, labels: LetterLabels, width: float) -> tuple[str, str]:
    """Return `Vokale (6)` and `A 2  I 2  O 1  U 1`: how many of each letter are left."""
    name = f"{labels.groups[group.group]} ({group.left})"
    letters = "  ".join(
        # The number stays with its letter.
        f"{labels.blank if letter.letter == BLANK else letter.letter}\u00a0{letter.left}"
        for letter in group.letters
    )
    return fitted(name, _GROUP, width), fitted(letters, _LETTERS, width, bold=True)


def ruled_table(
    rows: Sequence[tuple[str, ...]],
    widths: Sequence[float],
    size: float,
    style: Sequence[StyleCommand],
) -> Table:
    """Return a table set in one size, its head repeated on every page, a rule below each row."""
    lines = [max(cell.count("\n") for cell in row) + 1 for row in rows]
    return Table(
        rows,
        widths,
        # Said, so that they are not worked out cell by cell at each page.
        [count * leading(size) + 2 * _PADDING for count in lines],
        hAlign="LEFT",
        repeatRows=1,
        splitInRow=max(lines) > _MOST_LINES_TOGETHER + 1,
        style=[
            *NO_PADDING,
            ("RIGHTPADDING", (0, 0), (-1, -1), BETWEEN),
            ("TOPPADDING", (0, 0), (-1, -1), _PADDING),
            ("BOTTOMPADDING", (0, 0), (-1, -1), _PADDING),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            font_of_rows(REGULAR, size, 1, -1),
            font_of_rows(BOLD, size, 0, 0),
            ("LINEBELOW", (0, 0), (-1, 0), 1, "black"),
            ("LINEBELOW", (0, 1), (-1, -1), 0.25, "black"),
            *style,
        ],
    )


def font_of_rows(name: str, size: float, first: int, last: int) -> StyleCommand:
    """Return the command that sets rows *first* to *last* in a font."""
    return ("FONT", (0, first), (-1, last), name, size, leading(size))


def paragraph(text: str, font: str, size: float) -> Paragraph:
    style = ParagraphStyle(font, fontName=font, fontSize=size, leading=leading(size))
    return Paragraph(escape(text), style)


def fitted(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """Return *text* as a cell shows it: in lines no wider than *width*."""
    return "\n".join(wrapped(text, size, width, bold=bold))


def height_of(flowables: Iterable[Flowable], breadth: float) -> float:
    """Return how high *flowables* are above each other."""
    scratch = Canvas(BytesIO())
    return sum(each.wrapOn(scratch, breadth, _ENDLESS)[1] for each in flowables)
