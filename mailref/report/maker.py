"""Makes what is attached, in the process that asks (`attachments.Maker`)."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from mailref.report.attachments import Appointment, LedgerRow, PageFormat, PdfLabels, ScoreColumns
from mailref.report.board_view import BoardView
from mailref.report.calendar import calendar_bytes
from mailref.report.pdf import sheet_pdf, turn_sheet_pdf
from mailref.report.picture import BoardPainter, PiecesView
from mailref.report.sheet import LetterGroup, SheetData


class MakerHere(Struct, frozen=True):
    """Makes PDF with reportlab and calendars with icalendar."""

    painter: BoardPainter

    def sheet(
        self, sheet: SheetData, view: BoardView, labels: PdfLabels, page: PageFormat
    ) -> bytes:
        return sheet_pdf(sheet, view, labels, self.painter, page)

    def turn_sheet(
        self,
        columns: ScoreColumns,
        ledger: Sequence[LedgerRow],
        view: BoardView | PiecesView,
        labels: PdfLabels,
        *,
        page: PageFormat,
        letters: Sequence[LetterGroup],
    ) -> bytes:
        return turn_sheet_pdf(
            columns, ledger, view, labels, self.painter, page=page, letters=letters
        )

    def calendar(self, appointment: Appointment, now: datetime) -> bytes:
        return calendar_bytes(appointment, now)
