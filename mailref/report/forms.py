"""Forms to print and copy, as the booklet has them: a score sheet for four, and the list of letters.

Drawn line by line: nothing here flows from page to page.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from mailref.report.board_view import Fonts
from mailref.report.pdf_page import A4, BOLD, REGULAR, PageFormat, register_fonts, text_width
from mailref.report.sheet import LetterGroup, LetterLabels, letters_left
from mailref.rules.board import BLANK, GERMAN

PLAYERS = 4
_TITLE = 16.0
_HEAD = 10.0
_SMALL = 7.5
_ROW = 7.6 * mm
"""A line to write in."""
_HEADS = 13 * mm
"""For the players' names."""
_TURNS = 9 * mm
"""The column of the turns' numbers."""
_BOXES_BESIDE = 22
_THIN, _THICK = 0.4, 1.1


@dataclass(frozen=True, slots=True)
class FormLabels:
    """Everything the forms say."""

    score_sheet: str
    letter_list: str
    player: str
    """Before a number: `Spieler`."""
    points: str
    total: str
    game: str
    """Before a line to write on, as is *day*."""
    day: str
    letters: LetterLabels


def forms_pdf(labels: FormLabels, fonts: Fonts, page: PageFormat = A4) -> bytes:
    """Return the score sheet and the list of letters, a page each; the same bytes for the same values."""
    register_fonts(fonts)
    target = BytesIO()
    canvas = Canvas(target, pagesize=(page.width * mm, page.height * mm), invariant=1)
    canvas.setTitle(f"{labels.score_sheet} – {labels.letter_list}")
    canvas.setCreator("mailref")
    _score_sheet(canvas, labels, page)
    canvas.showPage()
    _letter_list(canvas, labels, page)
    canvas.showPage()
    canvas.save()
    return target.getvalue()


def _head(canvas: Canvas, title: str, labels: FormLabels, page: PageFormat, number: int) -> float:
    """Write the title of a page and lines for game and day; return the height where the form begins."""
    left, right = page.left(number) * mm, (page.left(number) + page.breadth) * mm
    base = (page.height - page.top) * mm - _TITLE
    canvas.setFont(BOLD, _TITLE)
    canvas.drawString(left, base, title)
    canvas.setFont(REGULAR, _HEAD)
    canvas.setLineWidth(_THIN)
    words = (labels.day, labels.game)
    said = text_width(title, _TITLE, bold=True) + sum(
        text_width(word, _HEAD) + 6 * mm for word in words
    )
    lines = min(0.22 * page.breadth * mm, (right - left - said) / len(words))
    for word in words:
        canvas.line(right - lines, base - 1, right, base - 1)
        right -= lines + text_width(word, _HEAD) + 2 * mm
        canvas.drawString(right, base, word)
        right -= 4 * mm
    return base - 6 * mm


def _score_sheet(canvas: Canvas, labels: FormLabels, page: PageFormat) -> None:
    top = _head(canvas, labels.score_sheet, labels, page, 1)
    left, breadth = page.left(1) * mm, page.breadth * mm
    rows = int((top - _HEADS - page.bottom * mm) / _ROW)
    bottom = top - _HEADS - rows * _ROW
    each = (breadth - _TURNS) / PLAYERS
    _ruled(canvas, left, top, breadth, [top - _HEADS - row * _ROW for row in range(rows + 1)])
    for place in range(PLAYERS):
        column = left + _TURNS + place * each
        _upright(canvas, column, top, bottom, _THICK)
        _upright(canvas, column + each / 2, top - _HEADS + 5 * mm, bottom, _THIN)
        canvas.setFont(REGULAR, _SMALL)
        canvas.drawString(column + 1 * mm, top - 3.2 * mm, f"{labels.player} {place + 1}")
        for word, middle in ((labels.points, each / 4), (labels.total, each * 3 / 4)):
            canvas.drawCentredString(column + middle, top - _HEADS + 1.6 * mm, word)
    for column in (left, left + breadth):
        _upright(canvas, column, top, bottom, _THICK)
    for row in range(1, rows + 1):
        canvas.drawRightString(
            left + _TURNS - 1.5 * mm, top - _HEADS - row * _ROW + 2.4 * mm, str(row)
        )


def _ruled(
    canvas: Canvas, left: float, top: float, breadth: float, heights: Sequence[float]
) -> None:
    """Draw the lines across: the frame and the one below the heads thick."""
    for height in (top, *heights):
        canvas.setLineWidth(_THICK if height in (top, heights[0], heights[-1]) else _THIN)
        canvas.line(left, height, left + breadth, height)


def _upright(canvas: Canvas, column: float, top: float, bottom: float, thickness: float) -> None:
    canvas.setLineWidth(thickness)
    canvas.line(column, top, column, bottom)


def _letter_list(canvas: Canvas, labels: FormLabels, page: PageFormat) -> None:
    """Draw a box for each tile, to be crossed out, group by group."""
    height = _head(canvas, labels.letter_list, labels, page, 2)
    left, box = page.left(2) * mm, page.breadth * mm / _BOXES_BESIDE
    for group in letters_left(GERMAN.all_tiles, GERMAN):
        height -= 4.5 * mm
        canvas.setFont(BOLD, _HEAD)
        canvas.drawString(left, height, f"{labels.letters.groups[group.group]} ({group.left})")
        height -= 2 * mm
        for row in _rows_of(group):
            height -= box
            for place, letter in enumerate(row):
                shown = labels.letters.blank if letter == BLANK else letter
                _box(canvas, (left + place * box, height), box, shown, GERMAN.value(letter))
        height -= 2.5 * mm


def _rows_of(group: LetterGroup) -> Iterator[str]:
    """Yield the tiles of a group in rows; tiles of one letter stand in one row."""
    row = ""
    for letter in group.letters:
        tiles = letter.letter * letter.of
        if row and len(row) + len(tiles) > _BOXES_BESIDE:
            yield row
            row = ""
        row += tiles
    yield row


def _box(canvas: Canvas, corner: tuple[float, float], side: float, letter: str, value: int) -> None:
    """Draw a tile with its value, as wide as it is high."""
    left, bottom = corner
    canvas.setLineWidth(_THIN)
    canvas.rect(left, bottom, side - 1, side - 1)
    canvas.setFont(BOLD, side * 0.55)
    canvas.drawCentredString(left + side * 0.45, bottom + side * 0.3, letter)
    canvas.setFont(REGULAR, side * 0.24)
    canvas.drawRightString(left + side - 2.5, bottom + 1.8, str(value))
