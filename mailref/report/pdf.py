"""The score sheet on paper: board, what happened, letters left, table; fit to be bound."""

from dataclasses import replace
from enum import StrEnum

from mailref.report.page import A4, PageFormat, PdfLabels
from mailref.report.pdfboard import draw_upper_half
from mailref.report.pdftable import Table, draw_table, history_tables, round_table
from mailref.report.picture import BoardPainter
from mailref.report.sheet import SheetData
from mailref.report.sheetcanvas import SheetCanvas, leading, text_width, wrapped
from mailref.report.view import BoardView

_SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
"""Sizes of the table's text; the largest that keeps it on the first page is taken."""
_USUAL_SIZE = 9.0
_NARROW_SIZE = 8.0
"""For a table that needs several pages anyhow; the smaller one for a booklet's page (A5)."""
_HISTORY_SIZE = 8.5


class History(StrEnum):
    """When the points of all rounds are printed after the table of this one."""

    NEVER = "never"
    IF_ROOM = "if_room"
    """Only where they need no further page."""
    ALWAYS = "always"


def sheet_pdf(
    sheet: SheetData,
    view: BoardView,
    labels: PdfLabels,
    painter: BoardPainter,
    page: PageFormat = A4,
    *,
    history: History = History.IF_ROOM,
) -> bytes:
    """Return the sheet as a PDF, the same bytes for the same values; 20 players fit on one A4 page."""
    canvas = SheetCanvas(
        page, painter.fonts, f"{labels.title} – {labels.subtitle}", labels.language
    )
    _draw_title(canvas, labels)
    board = painter.picture(replace(view, theme=page.theme))
    draw_upper_half(canvas, board, sheet, labels)
    table = _largest_that_fits(canvas, sheet, labels)
    draw_table(canvas, table, lambda: _turn(canvas, labels))
    if history is not History.NEVER:
        _draw_history(canvas, sheet, labels, is_wanted=history is History.ALWAYS)
    _draw_footer(canvas, labels)
    return canvas.finished()


def _draw_title(canvas: SheetCanvas, labels: PdfLabels) -> None:
    canvas.text(canvas.left, canvas.y + 5.5, labels.title, 16, bold=True)
    right = canvas.left + canvas.page.breadth
    beside = text_width(labels.title, 16, bold=True) + 6
    if beside + text_width(labels.subtitle, 10) <= canvas.page.breadth:
        canvas.text_right(right, canvas.y + 5.5, labels.subtitle, 10)
        canvas.y += 8
    else:
        canvas.text(canvas.left, canvas.y + 11, labels.subtitle, 10)
        canvas.y += 13
    canvas.rule(canvas.y, 1.0)
    canvas.y += 2


def _largest_that_fits(canvas: SheetCanvas, sheet: SheetData, labels: PdfLabels) -> Table:
    """Return the table in the largest size that needs no further page, else in the usual one."""
    breadth = canvas.page.breadth
    lowest = len(sheet.rows) * leading(_SIZES[-1])
    if lowest <= canvas.room:
        for size in _SIZES:
            table = round_table(sheet, labels.table, breadth, size)
            if table.height <= canvas.room:
                return table
    usual = _USUAL_SIZE if breadth >= 150 else _NARROW_SIZE
    return round_table(sheet, labels.table, breadth, usual)


def _draw_history(
    canvas: SheetCanvas, sheet: SheetData, labels: PdfLabels, *, is_wanted: bool
) -> None:
    """Draw the points of all rounds, if they fit or are wanted anyhow."""
    tables = history_tables(sheet, labels.table, canvas.page.breadth, _HISTORY_SIZE)
    if not tables:
        return
    whole = 12 + sum(table.height + 3 for table in tables)
    if whole > canvas.room:
        if not is_wanted:
            return
        _turn(canvas, labels)
    canvas.text(canvas.left, canvas.y + 8, labels.history_heading, 10, bold=True)
    canvas.y += 10
    for number, table in enumerate(tables):
        if number and table.height > canvas.room:
            _turn(canvas, labels)
        draw_table(canvas, table, lambda: _turn(canvas, labels))
        canvas.y += 3


def _turn(canvas: SheetCanvas, labels: PdfLabels) -> None:
    """Finish the page and begin the next one with the title."""
    _draw_footer(canvas, labels)
    canvas.turn()
    _draw_title(canvas, labels)


def _draw_footer(canvas: SheetCanvas, labels: PdfLabels) -> None:
    y = canvas.page.height - canvas.page.bottom
    number = f"{labels.page} {canvas.number}"
    room = canvas.page.breadth - text_width(number, 8) - 4
    footer = (wrapped(labels.footer, 8, room) or [""])[0]
    canvas.text(canvas.left, y, footer, 8)
    canvas.text_right(canvas.left + canvas.page.breadth, y, number, 8)
