"""The paper of a printed sheet, and the words on it."""

from dataclasses import dataclass

from mailref.report.labels import LetterLabels, TableLabels
from mailref.report.view import Theme


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
