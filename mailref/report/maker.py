"""Makes what is attached, in the process that asks (`attachments.Maker`)."""

from datetime import datetime

from msgspec import Struct

from mailref.report.attachments import Appointment, PageFormat, PdfLabels, TurnSheet
from mailref.report.board_view import BoardView
from mailref.report.calendar import calendar_bytes
from mailref.report.pdf import sheet_pdf
from mailref.report.picture import BoardPainter, PiecesView
from mailref.report.sheet import SheetData


class MakerHere(Struct, frozen=True):
    """Makes PDF with reportlab and calendars with icalendar."""

    painter: BoardPainter

    def sheet(
        self,
        sheet: SheetData | TurnSheet,
        view: BoardView | PiecesView,
        labels: PdfLabels,
        page: PageFormat,
    ) -> bytes:
        return sheet_pdf(sheet, view, labels, self.painter, page)

    def calendar(self, appointment: Appointment, now: datetime) -> bytes:
        return calendar_bytes(appointment, now)
