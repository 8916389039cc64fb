"""The tables of the printed sheet: this round's, and the points of all rounds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mailref.report.labels import TableLabels, signed
from mailref.report.sheet import RoundScore, SheetData, SheetRow
from mailref.report.sheetcanvas import SheetCanvas, leading, text_width, wrapped
from mailref.report.sheettext import row_parts
from mailref.rules.results import EntryStatus

_PADDING = 1.1
"""Above and below the text of a row, together."""
_BETWEEN = 2.0
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
    room = columns[3].width - _BETWEEN
    lines = tuple(
        Line(
            cells=(
                (str(row.rank),),
                ("" if row.climbed is None else signed(row.climbed),),
                tuple(wrapped(row.player, size, columns[2].width - _BETWEEN, bold=True)),
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
    beside = max(1, int((breadth - name) / (text_width(longest, size) + _BETWEEN)))
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
                    tuple(wrapped(row.player, size, name - _BETWEEN)),
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
                canvas.text_right(x + column.width - _BETWEEN, y, text, table.size, bold=bold)
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
    name = min(max(longest, 20.0) + _BETWEEN, breadth * 0.36)
    left = breadth - name - rank.width - change.width - sum(column.width for column in numbers)
    player = Column(labels.player, name, is_number=False)
    return rank, change, player, Column(labels.move, left, is_number=False), *numbers


def _number_width(head: str, size: float) -> float:
    return max(text_width(head, size, bold=True), text_width("1000", size, bold=True)) + _BETWEEN


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
