"""The sheet of a game in turns on paper: board, letters left, the booklet's columns, then every turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.platypus import CondPageBreak, Flowable, Spacer, Table

from mailref.report.board_on_paper import board_image
from mailref.report.board_view import BoardView
from mailref.report.pdf_page import (
    A4,
    BOLD,
    BlackInk,
    PageFormat,
    PdfLabels,
    fitted,
    paper_for,
    paragraph,
    register_fonts,
    ruled_table,
    upper_half,
)
from mailref.report.picture import BoardPainter
from mailref.report.sheet import LetterGroup
from mailref.report.table_picture import TableView

_SIZE = 9.0
_NAME = 0.17
"""What a player's name takes of the page's breadth in the list of turns."""
_NUMBER = 0.08
_FORMULA = 0.25


@dataclass(frozen=True, slots=True)
class ScoreColumns:
    """A pair of columns for each player: points and total (seed 002)."""

    players: tuple[str, ...]
    points: str
    total: str
    rows: tuple[tuple[tuple[str, str], ...], ...]


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A turn in the list of all."""

    number: str
    player: str
    said: str
    formula: str
    points: str
    total: str


def turn_sheet_pdf(
    columns: ScoreColumns,
    ledger: Sequence[LedgerRow],
    view: BoardView | TableView,
    labels: PdfLabels,
    painter: BoardPainter,
    *,
    page: PageFormat = A4,
    letters: Sequence[LetterGroup] = (),
) -> bytes:
    """Return the sheet as a PDF, the same bytes for the same values."""
    register_fonts(painter.fonts)
    breadth = page.breadth * mm
    board = board_image(view, page, painter.fonts)
    story: list[Flowable] = [*upper_half(board, letters, labels, breadth), Spacer(1, 2 * mm)]
    if columns.rows:
        story += [_columns_table(columns, breadth), Spacer(1, 5 * mm)]
    if ledger:
        heading = paragraph(labels.history_heading, BOLD, 10)
        table = _ledger_table(ledger, labels, breadth)
        story += [CondPageBreak(30 * mm), heading, Spacer(1, 1 * mm), table]
    target = BytesIO()
    paper_for(target, page, labels).build(story, canvasmaker=BlackInk)
    return target.getvalue()


def _columns_table(columns: ScoreColumns, breadth: float) -> Table:
    width = breadth / (2 * len(columns.players))
    names = [cell for name in columns.players for cell in (fitted(name, _SIZE, 2 * width), "")]
    heads = [columns.points, columns.total] * len(columns.players)
    rows = [tuple(cell for pair in row for cell in pair) for row in columns.rows]
    spans = [("SPAN", (at, 0), (at + 1, 0)) for at in range(0, len(heads), 2)]
    lines = [("LINEBEFORE", (at, 0), (at, -1), 0.25, "black") for at in range(2, len(heads), 2)]
    return ruled_table(
        [tuple(names), tuple(heads), *rows],
        [width] * len(heads),
        _SIZE,
        [
            *spans,
            *lines,
            ("ALIGN", (0, 0), (-1, 0), "CENTER"),
            ("ALIGN", (0, 1), (-1, -1), "RIGHT"),
        ],
    )


def _ledger_table(ledger: Sequence[LedgerRow], labels: PdfLabels, breadth: float) -> Table:
    number, name, formula = breadth * _NUMBER, breadth * _NAME, breadth * _FORMULA
    said = breadth - 3 * number - name - formula
    head = ("", labels.table.player, labels.table.move, "", labels.table.points, labels.table.total)
    rows = [
        (
            row.number,
            fitted(row.player, _SIZE, name - 2 * mm),
            fitted(row.said, _SIZE, said - 2 * mm),
            fitted(row.formula, _SIZE, formula - 2 * mm),
            row.points,
            row.total,
        )
        for row in ledger
    ]
    return ruled_table(
        [head, *rows],
        [number, name, said, formula, number, number],
        _SIZE,
        [("ALIGN", (4, 0), (-1, -1), "RIGHT")],
    )
