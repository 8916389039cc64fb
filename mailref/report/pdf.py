"""The score sheet on paper: board, what happened, letters left, table; fit to be bound.

reportlab's platypus breaks the pages; what stands here says what is on them and how large.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from PIL import Image as Picture
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
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

from mailref.report.board_view import BoardView, Theme
from mailref.report.paper import (
    A4,
    BOLD,
    REGULAR,
    BlackInk,
    PageFormat,
    leading,
    register_fonts,
    text_width,
    wrapped,
)
from mailref.report.picture import BoardPainter
from mailref.report.sheet import (
    LetterGroup,
    LetterLabels,
    RoundScore,
    SheetData,
    SheetRow,
    TableLabels,
    signed,
)
from mailref.report.sheet_text import extra_columns, row_parts, shown_number
from mailref.rules.board import BLANK
from mailref.rules.rounds.results import EntryStatus


@dataclass(frozen=True, slots=True)
class SheetFact:
    """A heading such as `Gelegt`, or who wrote it, and a text of any length."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class PdfLabels:
    """Everything a sheet says beyond its numbers."""

    title: str
    subtitle: str
    facts: tuple[SheetFact, ...]
    """The move laid, how a tie was decided, the top, new letters, the next ZAT."""
    letters_heading: str
    history_heading: str
    footer: str
    page: str
    """Before the page's number: `Seite`."""
    table: TableLabels
    letters: LetterLabels
    language: str = "de"
    press_heading: str = ""
    press: tuple[SheetFact, ...] = ()
    """Under the name of each who wrote for this report, his text."""


class PrintedRounds(StrEnum):
    """When the points of all rounds are printed after the table of this one."""

    NEVER = "never"
    IF_ROOM = "if_room"
    """Only where they need no further page."""
    ALWAYS = "always"


# From here on lengths are in points, as reportlab counts.
_TITLE = 16.0
_SUBTITLE = 10.0
_FOOTER = 8.0
_TEXT = 9.0
_GROUP = 8.0
_LETTERS = 9.5
_HISTORY = 8.5
_SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
"""Sizes of the table's text; the largest that keeps it on the first page is taken."""
_USUAL_SIZE = 9.0
_NARROW_SIZE = 8.0
"""For a table that needs several pages anyhow; the smaller one for a booklet's page (A5)."""
_BOARD = 0.54
"""What the board takes of the page's breadth."""
_BETWEEN = 2 * mm
"""Between two columns."""
_PADDING = 0.55 * mm
"""Above and below the text of a row."""
_MOST_LINES_TOGETHER = 40
"""A row of more lines is broken where a page ends; every other one stands on one page."""
_ENDLESS = 1e6


def sheet_pdf(
    sheet: SheetData,
    view: BoardView,
    labels: PdfLabels,
    painter: BoardPainter,
    page: PageFormat = A4,
    *,
    rounds: PrintedRounds = PrintedRounds.IF_ROOM,
) -> bytes:
    """Return the sheet as a PDF, the same bytes for the same values; 20 players fit on one A4 page."""
    register_fonts(painter.fonts)
    breadth = page.breadth * mm
    board = painter.picture(replace(view, theme=page.theme))
    story = [*_upper_half(_image(board, page), sheet, labels, breadth), Spacer(1, 2 * mm)]
    room = _frame_height(page, labels) - _height(story, breadth)
    story.append(_largest_that_fits(sheet, labels.table, breadth, room))
    story += _press(labels, breadth)
    story += _all_rounds(sheet, labels, page, rounds)
    target = BytesIO()
    _paper(target, page, labels).build(story, canvasmaker=BlackInk)
    return target.getvalue()


def _paper(target: BytesIO, page: PageFormat, labels: PdfLabels) -> BaseDocTemplate:
    """Return pages of one format, each with title, footer and number; odd and even ones in turn."""
    return BaseDocTemplate(
        target,
        pagesize=(page.width * mm, page.height * mm),
        pageTemplates=[_template(page, labels, 1), _template(page, labels, 2)],
        title=f"{labels.title} – {labels.subtitle}",
        creator="mailref",
        lang=labels.language,
        pageCompression=1,
        invariant=1,
    )


def _template(page: PageFormat, labels: PdfLabels, number: int) -> PageTemplate:
    height = _frame_height(page, labels)
    bottom = (page.bottom + 5) * mm
    frame = Frame(page.left(number) * mm, bottom, page.breadth * mm, height, 0, 0, 0, 0)
    return PageTemplate(
        id=str(number),
        frames=[frame],
        onPage=partial(_draw_margins, page, labels),
        autoNextPageTemplate=str(3 - number),
    )


def _frame_height(page: PageFormat, labels: PdfLabels) -> float:
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
    left, top = page.left(number) * mm, (page.height - page.top) * mm
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
    canvas.drawString(left, page.bottom * mm, (wrapped(labels.footer, _FOOTER, room) or [""])[0])
    canvas.drawRightString(right, page.bottom * mm, shown)


def _image(board: Picture.Image, page: PageFormat) -> Image:
    """Return the board as it is put on paper, without colour where there is to be none."""
    data = BytesIO()
    board.convert("L" if page.theme is Theme.PRINT else "RGB").save(data, "PPM")
    side = page.breadth * mm * _BOARD
    return Image(data, side, side)


def _upper_half(
    board: Image, sheet: SheetData, labels: PdfLabels, breadth: float
) -> Iterator[Flowable]:
    """Yield board and facts beside each other, and the letters where there is room: beside or below."""
    between = 4 * mm
    beside = breadth - board.drawWidth - between
    facts = [each for fact in labels.facts for each in _fact(fact)]
    letters = tuple(_letters_left(sheet.letters_left, labels, 2, beside))
    room = board.drawHeight - _height([*facts, *letters], beside)
    is_beside = room >= 0
    yield ImageAndFlowables(
        board,
        [*facts, Spacer(1, room), *letters] if is_beside else facts,
        imageRightPadding=between,
        imageBottomPadding=2 * mm,
        imageSide="left",
    )
    if not is_beside:
        yield from _letters_left(sheet.letters_left, labels, 4, breadth)


def _fact(fact: SheetFact) -> Iterator[Flowable]:
    yield _paragraph(fact.heading, BOLD, _TEXT)
    for paragraph in fact.text.splitlines():
        yield _paragraph(paragraph, REGULAR, _TEXT)
    yield Spacer(1, 1.2 * mm)


def _press(labels: PdfLabels, breadth: float) -> Iterator[Flowable]:
    """Yield what players wrote, each text under its writer's name; nothing where nobody did."""
    for place, text in enumerate(labels.press):
        written = tuple(_fact(text))
        first = [] if place else [Spacer(1, 5 * mm), _paragraph(labels.press_heading, BOLD, 10)]
        # A name stands with the first lines of its text.
        yield CondPageBreak(_height([*first, *written[:2]], breadth))
        yield from first
        yield from written


def _letters_left(
    groups: Sequence[LetterGroup], labels: PdfLabels, columns: int, breadth: float
) -> Iterator[Flowable]:
    """Yield the groups beside each other, so many a row, under their heading; nothing for none."""
    if not groups:
        return
    yield _paragraph(labels.letters_heading, BOLD, _TEXT)
    yield Spacer(1, 1.5 * mm)
    cells = [_group(group, labels.letters, breadth / columns - _BETWEEN) for group in groups]
    cells += [("", "")] * (-len(cells) % columns)
    rows: list[tuple[str, ...]] = []
    style = [*_NO_PADDING, ("VALIGN", (0, 0), (-1, -1), "BOTTOM")]
    for start in range(0, len(cells), columns):
        name, letters = len(rows), len(rows) + 1
        rows += zip(*cells[start : start + columns], strict=True)
        style += [
            _font(REGULAR, _GROUP, name, name),
            _font(BOLD, _LETTERS, letters, letters),
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
    return _lines(name, _GROUP, width), _lines(letters, _LETTERS, width, bold=True)


def _largest_that_fits(sheet: SheetData, labels: TableLabels, breadth: float, room: float) -> Table:
    """Return the table in the largest size that needs no further page, else in the usual one."""
    if len(sheet.rows) * leading(_SIZES[-1]) <= room:
        for size in _SIZES:
            table = _round_table(sheet, labels, breadth, size)
            if _height([table], breadth) <= room:
                return table
    usual = _USUAL_SIZE if breadth >= 150 * mm else _NARROW_SIZE
    return _round_table(sheet, labels, breadth, usual)


def _round_table(sheet: SheetData, labels: TableLabels, breadth: float, size: float) -> Table:
    """Return this round's table: rank, its change, player, move and formula, points, total."""
    extras = extra_columns(sheet, labels)
    heads = [labels.points, labels.total, *(head for head, _ in extras)]
    rank, change, *numbers = (
        _number_width(each, size) for each in (labels.rank, labels.change, *heads)
    )
    name = _name_width(sheet, breadth, size)
    move = breadth - name - rank - change - sum(numbers)
    rows = [
        (
            str(row.rank),
            "" if row.climbed is None else signed(row.climbed),
            _lines(row.player, size, name - _BETWEEN, bold=True),
            "\n".join(_move_lines(row, labels, size, move - _BETWEEN)),
            str(row.points),
            str(row.total),
            *(shown_number(number(row), labels) for _, number in extras),
        )
        for row in sheet.rows
    ]
    bold = [place for place, row in enumerate(sheet.rows, start=1) if row.player in sheet.winners]
    return _table(
        [(labels.rank, labels.change, labels.player, labels.move, *heads), *rows],
        [rank, change, name, move, *numbers],
        size,
        [
            ("ALIGN", (0, 0), (1, -1), "RIGHT"),
            ("ALIGN", (4, 0), (-1, -1), "RIGHT"),
            *(_font(BOLD, size, place, place) for place in bold),
        ],
    )


def _number_width(head: str, size: float) -> float:
    return max(text_width(head, size, bold=True), text_width("1000", size, bold=True)) + _BETWEEN


def _name_width(sheet: SheetData, breadth: float, size: float) -> float:
    """Return what the longest name takes, within limits: the move needs its place too."""
    longest = max((text_width(row.player, size, bold=True) for row in sheet.rows), default=0)
    return min(max(longest, 20 * mm) + _BETWEEN, breadth * 0.36)


def _move_lines(row: SheetRow, labels: TableLabels, size: float, width: float) -> list[str]:
    """Return plays, formula, amounts and note: beside each other as far as they fit."""
    lines: list[str] = []
    for part in row_parts(row, labels):
        if lines and text_width(f"{lines[-1]}   {part}", size, bold=True) <= width:
            lines[-1] += "   " + part
        else:
            lines += wrapped(part, size, width, bold=True)
    return lines


def _all_rounds(
    sheet: SheetData, labels: PdfLabels, page: PageFormat, wanted: PrintedRounds
) -> Iterator[Flowable]:
    """Yield points and total of every round: always, or where they fit, or never."""
    breadth = page.breadth * mm
    is_short = len(sheet.rows) * leading(_HISTORY) < _frame_height(page, labels)
    may_fit = wanted is PrintedRounds.IF_ROOM and is_short
    if not sheet.rounds or not (may_fit or wanted is PrintedRounds.ALWAYS):
        return
    tables = tuple(_tables_of_rounds(sheet, labels.table, breadth))
    heading = _paragraph(labels.history_heading, BOLD, 10)
    whole: list[Flowable] = [Spacer(1, 5 * mm), heading, Spacer(1, 1 * mm)]
    for place, table in enumerate(tables):
        whole += [CondPageBreak(_height([table], breadth))] if place else []
        whole += [table, Spacer(1, 3 * mm)]
    if may_fit:
        yield _IfRoom([each for each in whole if not isinstance(each, CondPageBreak)])
    else:
        yield CondPageBreak(_height(whole, breadth))
        yield from whole


def _tables_of_rounds(sheet: SheetData, labels: TableLabels, breadth: float) -> Iterator[Table]:
    """Yield tables of points and totals, of as many rounds each as fit beside each other."""
    name = breadth * 0.26
    scores = (_score(score) for row in sheet.rows for score in row.rounds)
    widest = text_width(max(scores, key=len, default=""), _HISTORY) + _BETWEEN
    beside = max(1, int((breadth - name) / widest))
    names = [_lines(row.player, _HISTORY, name - _BETWEEN) for row in sheet.rows]
    for start in range(0, len(sheet.rounds), beside):
        block = slice(start, start + beside)
        numbers = [f"{labels.round}{number}" for number in sheet.rounds[block]]
        rows = [
            (shown, *(_score(score) for score in row.rounds[block]))
            for shown, row in zip(names, sheet.rows, strict=True)
        ]
        yield _table(
            [(labels.player, *numbers), *rows],
            [name] + [(breadth - name) / beside] * len(numbers),
            _HISTORY,
            [("ALIGN", (1, 0), (-1, -1), "RIGHT")],
        )


def _score(score: RoundScore | None) -> str:
    """Return `51/363`; a dash for a round without a valid move, nothing for one before he joined."""
    if score is None:
        return ""
    points = str(score.points) if score.status is EntryStatus.VALID or score.points else "–"
    return f"{points}/{score.total}"


class _IfRoom(Flowable):
    """What is printed only where the page has room for all of it."""

    def __init__(self, content: Sequence[Flowable]) -> None:
        super().__init__()
        self._whole = Table([[each] for each in content], style=_NO_PADDING, hAlign="LEFT")

    def wrap(self, width: float, room: float) -> tuple[float, float]:
        _, height = self._whole.wrapOn(self.canv, width, room)
        self._is_shown = height <= room
        return width, height if self._is_shown else 0

    def draw(self) -> None:
        if self._is_shown:
            self._whole.drawOn(self.canv, 0, 0)


StyleCommand = tuple[str, tuple[int, int], tuple[int, int], *tuple[Any, ...]]
"""A command of a table's style: its name, from which cell to which, and what it says."""

_NO_PADDING: tuple[StyleCommand, ...] = tuple(
    (f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")
)


def _table(
    rows: Sequence[tuple[str, ...]],
    widths: Sequence[float],
    size: float,
    style: Sequence[StyleCommand],
) -> Table:
    """Return a table set in one size, its head repeated on every page, a rule below each row."""
    return Table(
        rows,
        widths,
        hAlign="LEFT",
        repeatRows=1,
        splitInRow=max(cell.count("\n") for row in rows for cell in row) > _MOST_LINES_TOGETHER,
        style=[
            *_NO_PADDING,
            ("RIGHTPADDING", (0, 0), (-1, -1), _BETWEEN),
            ("TOPPADDING", (0, 0), (-1, -1), _PADDING),
            ("BOTTOMPADDING", (0, 0), (-1, -1), _PADDING),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            _font(REGULAR, size, 1, -1),
            _font(BOLD, size, 0, 0),
            ("LINEBELOW", (0, 0), (-1, 0), 1, "black"),
            ("LINEBELOW", (0, 1), (-1, -1), 0.25, "black"),
            *style,
        ],
    )


def _font(name: str, size: float, first: int, last: int) -> StyleCommand:
    """Return the command that sets rows *first* to *last* in a font."""
    return ("FONT", (0, first), (-1, last), name, size, leading(size))


def _paragraph(text: str, font: str, size: float) -> Paragraph:
    style = ParagraphStyle(font, fontName=font, fontSize=size, leading=leading(size))
    return Paragraph(escape(text), style)


def _lines(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """Return *text* as a cell shows it: in lines no wider than *width*."""
    return "\n".join(wrapped(text, size, width, bold=bold))


def _height(flowables: Iterable[Flowable], breadth: float) -> float:
    """Return how high *flowables* are above each other."""
    scratch = Canvas(BytesIO())
    return sum(each.wrapOn(scratch, breadth, _ENDLESS)[1] for each in flowables)
