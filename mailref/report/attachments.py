"""What is attached to a mail, as values: sheets to be printed and appointments; and who makes files of them.

Rule for editors: nothing here needs the libraries by which they are made (reportlab, icalendar), so that
whoever writes a mail need not hold them.
"""

from datetime import datetime, timedelta
from typing import Protocol

from msgspec import Struct

from mailref.languages import DEFAULT
from mailref.report.picture import BoardView, PiecesView, Theme
from mailref.report.sheet import LetterGroup, LetterLabels, SheetData, TableLabels


class PageFormat(Struct, frozen=True):
    """Size and margins in millimetres, in colour or in black and white."""

    width: float = 210
    height: float = 297
    inner: float = 20
    """The margin on the left, where pages are bound."""
    outer: float = 12
    top: float = 12
    bottom: float = 12
    theme: Theme = Theme.COLOUR

    @property
    def breadth(self) -> float:
        """Return the width between the margins."""
        return self.width - self.inner - self.outer


A4 = PageFormat()
A5 = PageFormat(width=148, height=210, inner=14, outer=9, top=9, bottom=9)


class SheetFact(Struct, frozen=True):
    """A heading such as `Gelegt`, or who wrote it, and a text of any length."""

    heading: str
    text: str


class PdfLabels(Struct, frozen=True):
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
    language: str = DEFAULT
    press_heading: str = ""
    press: tuple[SheetFact, ...] = ()
    """Under the name of each who wrote for this report, his text."""


class ScoreColumns(Struct, frozen=True):
    """A pair of columns for each player: points and total (seed 002)."""

    players: tuple[str, ...]
    points: str
    total: str
    rows: tuple[tuple[tuple[str, str], ...], ...]


class LedgerRow(Struct, frozen=True):
    """A turn in the list of all."""

    number: str
    player: str
    said: str
    formula: str
    points: str
    total: str


class TurnSheet(Struct, frozen=True):
    """What stands on the sheet of a game in turns beside the board and the facts."""

    columns: ScoreColumns
    ledger: tuple[LedgerRow, ...] = ()
    letters_left: tuple[LetterGroup, ...] = ()


class Appointment(Struct, frozen=True):
    """A round's deadline, with the texts that a template made."""

    game: str
    round_number: int
    deadline: datetime
    """Aware; shown in `zone`."""
    zone: str
    """The game's zone by its name: `Europe/Berlin`."""
    changes: int
    """How often this round's deadline has been changed: 0 at first."""
    summary: str
    description: str
    organizer_name: str
    organizer_address: str
    reminder: timedelta | None = None
    """How long before the ZAT the calendar reminds its owner."""


class Maker(Protocol):
    """Makes the bytes of what is attached: the same for the same values."""

    def sheet(
        self,
        sheet: SheetData | TurnSheet,
        view: BoardView | PiecesView,
        labels: PdfLabels,
        page: PageFormat,
    ) -> bytes:
        """Return the sheet of a round, or of a game in turns, as a PDF."""

    def calendar(self, appointment: Appointment, now: datetime) -> bytes:
        """Return an appointment as `.ics`; *now* is the tick's, and aware."""
