"""The upper half of the printed sheet: the board, what happened, and the letters left."""

from dataclasses import dataclass

from PIL import Image

from mailref.report.labels import LetterLabels
from mailref.report.letters import LetterGroup
from mailref.report.page import Fact, PdfLabels
from mailref.report.sheet import SheetData
from mailref.report.sheetcanvas import SheetCanvas, leading, wrapped
from mailref.report.view import Theme
from mailref.rules.tiles import BLANK

_PART_OF_BREADTH = 0.54
"""What the board takes of the page's breadth."""
_TEXT = 9.0
_NAME = 8.0
_LETTERS = 9.5
_BETWEEN = 4.0
_LINE = leading(_TEXT)


@dataclass(frozen=True, slots=True)
class _Cell:
    """A group of letters, broken into lines."""

    name: tuple[str, ...]
    letters: tuple[str, ...]

    @property
    def height(self) -> float:
        return len(self.name) * leading(_NAME) + len(self.letters) * leading(_LETTERS) * 1.05 + 1.5


def draw_upper_half(
    canvas: SheetCanvas, board: Image.Image, sheet: SheetData, labels: PdfLabels
) -> None:
    """Draw the board, the facts beside it, and the letters where there is room: beside or below."""
    top = canvas.y
    side = canvas.page.breadth * _PART_OF_BREADTH
    mode = "L" if canvas.page.theme is Theme.PRINT else "RGB"
    canvas.picture(canvas.left, top, side, board.convert(mode))
    x = canvas.left + side + _BETWEEN
    beside = canvas.page.breadth - side - _BETWEEN
    y = top
    for fact in labels.facts:
        y = _draw_fact(canvas, x, y, beside, fact)
    rows = _grid(sheet.letters_left, labels.letters, 2, beside)
    if y + _height(rows) <= top + side:
        _draw_letters(canvas, (x, top + side - _height(rows)), beside / 2, rows, labels)
        canvas.y = top + side + 3
        return
    canvas.y = max(top + side, y) + 2
    rows = _grid(sheet.letters_left, labels.letters, 4, canvas.page.breadth)
    place = (canvas.left, canvas.y)
    _draw_letters(canvas, place, canvas.page.breadth / 4, rows, labels)
    canvas.y += _height(rows) + 2


def _draw_fact(canvas: SheetCanvas, x: float, y: float, width: float, fact: Fact) -> float:
    """Draw a heading and its text; return where it ends."""
    canvas.text(x, y + _LINE * 0.8, fact.heading, _TEXT, bold=True)
    y += _LINE
    for paragraph in fact.text.splitlines():
        for line in wrapped(paragraph, _TEXT, width):
            canvas.text(x, y + _LINE * 0.8, line, _TEXT)
            y += _LINE
    return y + 1.2


def _grid(
    groups: tuple[LetterGroup, ...], labels: LetterLabels, columns: int, breadth: float
) -> tuple[tuple[_Cell, ...], ...]:
    """Return the groups in rows of so many cells."""
    width = breadth / columns - 2
    cells = [_cell(group, labels, width) for group in groups]
    return tuple(tuple(cells[start : start + columns]) for start in range(0, len(cells), columns))


def _cell(group: LetterGroup, labels: LetterLabels, width: float) -> _Cell:
    """Return `Vokale (6)` and `A 2, I 2, O 1, U 1`: how many of each letter are left."""
    letters = "  ".join(
        # The number stays with its letter.
        f"{labels.blank if letter.letter == BLANK else letter.letter}\u00a0{letter.left}"
        for letter in group.letters
    )
    return _Cell(
        name=tuple(wrapped(f"{labels.groups[group.group]} ({group.left})", _NAME, width)),
        letters=tuple(wrapped(letters, _LETTERS, width, bold=True)),
    )


def _height(rows: tuple[tuple[_Cell, ...], ...]) -> float:
    """Return the height of the grid with its heading; nothing for no letters."""
    return sum(max(cell.height for cell in row) for row in rows) + _LINE * 1.4 if rows else 0


def _draw_letters(
    canvas: SheetCanvas,
    place: tuple[float, float],
    width: float,
    rows: tuple[tuple[_Cell, ...], ...],
    labels: PdfLabels,
) -> None:
    left, y = place
    if rows:
        canvas.text(left, y + _LINE * 0.8, labels.letters_heading, _TEXT, bold=True)
        y += _LINE * 1.4
    for row in rows:
        for column, cell in enumerate(row):
            _draw_cell(canvas, left + column * width, y, cell)
        y += max(cell.height for cell in row)


def _draw_cell(canvas: SheetCanvas, x: float, y: float, cell: _Cell) -> None:
    for line in cell.name:
        canvas.text(x, y + leading(_NAME) * 0.8, line, _NAME)
        y += leading(_NAME)
    for line in cell.letters:
        y += leading(_LETTERS) * 1.05
        canvas.text(x, y - leading(_LETTERS) * 0.2, line, _LETTERS, bold=True)
