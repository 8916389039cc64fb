"""The score sheet on paper: board, what happened, letters left, table; fit to be bound."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from PIL import Image

from mailref.report.board_view import BoardView, Theme
from mailref.report.labels import LetterGroup, LetterLabels, TableLabels, signed
from mailref.report.pdf_canvas import (
    A4,
    Fact,
    PageFormat,
    PdfLabels,
    SheetCanvas,
    leading,
    text_width,
    wrapped,
)
from mailref.report.picture import BoardPainter
from mailref.report.sheet import RoundScore, SheetData, SheetRow
from mailref.report.sheet_text import row_parts
from mailref.rules.rounds.results import EntryStatus
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


_PADDING = 1.1
"""Above and below the text of a row, together."""
_BETWEEN_TABLES = 2.0
"""Between two columns."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of numbers or text."""

    head: str
    width: float
    is_number: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table, broken into lines: cells beside each other, each of one line or more."""

    cells: tuple[tuple[str, ...], ...]
    is_bold: bool = False

    @property
    def height_in_lines(self) -> int:
        return max((len(cell) for cell in self.cells), default=1) or 1


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows, set in one size."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    size: float

    @property
    def height(self) -> float:
        """Return the height with the head, in millimetres."""
        return self.row_height(1) + sum(
            self.row_height(line.height_in_lines) for line in self.lines
        )

    def row_height(self, lines: int) -> float:
        return lines * leading(self.size) + _PADDING


def round_table(sheet: SheetData, labels: TableLabels, breadth: float, size: float) -> Table:
    """Return this round's table: rank, its change, player, move and formula, points, total."""
    columns = _round_columns(sheet, labels, breadth, size)
    room = columns[3].width - _BETWEEN_TABLES
    lines = tuple(
        Line(
            cells=(
                (str(row.rank),),
                ("" if row.climbed is None else signed(row.climbed),),
                tuple(wrapped(row.player, size, columns[2].width - _BETWEEN_TABLES, bold=True)),
                tuple(_move_lines(row, labels, size, room)),
                *((text,) for text in _numbers(row, sheet, labels)),
            ),
            is_bold=row.player in sheet.winners,
        )
        for row in sheet.rows
    )
    return Table(columns, lines, size)


def history_tables(
    sheet: SheetData, labels: TableLabels, breadth: float, size: float
) -> tuple[Table, ...]:
    """Return points and total of every round, as many rounds a table as fit beside each other."""
    name = breadth * 0.26
    longest = max(
        (_score(score) for row in sheet.rows for score in row.rounds), key=len, default=""
    )
    beside = max(1, int((breadth - name) / (text_width(longest, size) + _BETWEEN_TABLES)))
    cell = (breadth - name) / beside
    tables = []
    for start in range(0, len(sheet.rounds), beside):
        block = slice(start, start + beside)
        heads = tuple(
            Column(f"{labels.round}{number}", cell, is_number=True)
            for number in sheet.rounds[block]
        )
        lines = tuple(
            Line(
                (
                    tuple(wrapped(row.player, size, name - _BETWEEN_TABLES)),
                    *((_score(score),) for score in row.rounds[block]),
                )
            )
            for row in sheet.rows
        )
        tables.append(Table((Column(labels.player, name, is_number=False), *heads), lines, size))
    return tuple(tables)


def draw_table(canvas: SheetCanvas, table: Table, turn: Callable[[], None]) -> None:
    """Draw *table* from where the page is written; call *turn* for each further page it needs."""
    _draw_head(canvas, table)
    for line in table.lines:
        height = table.row_height(line.height_in_lines)
        if height > canvas.room:
            turn()
            _draw_head(canvas, table)
        _draw_cells(canvas, table, line.cells, bold=line.is_bold)
        canvas.y += height
        canvas.rule(canvas.y, 0.25)


def _draw_head(canvas: SheetCanvas, table: Table) -> None:
    heads = tuple((column.head,) for column in table.columns)
    _draw_cells(canvas, table, heads, bold=True)
    canvas.y += table.row_height(1)
    canvas.rule(canvas.y, 1.0)


def _draw_cells(
    canvas: SheetCanvas, table: Table, cells: Sequence[tuple[str, ...]], *, bold: bool
) -> None:
    x = canvas.left
    for column, cell in zip(table.columns, cells, strict=True):
        for number, text in enumerate(cell):
            y = canvas.y + _PADDING / 2 + leading(table.size) * (number + 0.8)
            if column.is_number:
                canvas.text_right(
                    x + column.width - _BETWEEN_TABLES, y, text, table.size, bold=bold
                )
            else:
                canvas.text(x, y, text, table.size, bold=bold)
        x += column.width


def _round_columns(
    sheet: SheetData, labels: TableLabels, breadth: float, size: float
) -> tuple[Column, ...]:
    """Return the columns; numbers take what they need, the move what is left."""
    heads = [labels.points, labels.total]
    heads += [labels.percent] if sheet.has_percent else []
    heads += [labels.better] if sheet.has_better else []
    heads += [labels.solo] if sheet.has_solo else []
    rank, change, *numbers = (
        Column(head, _number_width(head, size), is_number=True)
        for head in (labels.rank, labels.change, *heads)
    )
    longest = max((text_width(row.player, size, bold=True) for row in sheet.rows), default=0)
    name = min(max(longest, 20.0) + _BETWEEN_TABLES, breadth * 0.36)
    left = breadth - name - rank.width - change.width - sum(column.width for column in numbers)
    player = Column(labels.player, name, is_number=False)
    return rank, change, player, Column(labels.move, left, is_number=False), *numbers


def _number_width(head: str, size: float) -> float:
    return (
        max(text_width(head, size, bold=True), text_width("1000", size, bold=True))
        + _BETWEEN_TABLES
    )


def _numbers(row: SheetRow, sheet: SheetData, labels: TableLabels) -> list[str]:
    numbers = [str(row.points), str(row.total)]
    if sheet.has_percent:
        percent = "" if row.percent is None else str(row.percent)
        numbers.append(percent.replace(".", labels.decimal_mark))
    if sheet.has_better:
        numbers.append("" if row.better is None else str(row.better))
    if sheet.has_solo:
        numbers.append("" if row.solo is None else str(row.solo))
    return numbers


def _move_lines(row: SheetRow, labels: TableLabels, size: float, width: float) -> list[str]:
    """Return plays, formula, amounts and note: beside each other as far as they fit."""
    lines: list[str] = []
    for part in row_parts(row, labels):
        if lines and text_width(f"{lines[-1]}   {part}", size, bold=True) <= width:
            lines[-1] += "   " + part
        else:
            lines += wrapped(part, size, width, bold=True)
    return lines


def _score(score: RoundScore | None) -> str:
    """Return `51/363`; a dash for a round without a valid move, nothing for one before he joined."""
    if score is None:
        return ""
    points = str(score.points) if score.status is EntryStatus.VALID or score.points else "–"
    return f"{points}/{score.total}"


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
