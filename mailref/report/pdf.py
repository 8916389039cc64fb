"""The sheet of a game on paper, fit to be bound: board, what happened, letters left, table; and empty forms.

reportlab's platypus breaks the pages of a sheet; what stands here says what is on them and how large. A game
in turns has the booklet's columns, then every turn. Forms to print and copy, as the booklet has them (a score
sheet for four, the list of letters), are drawn line by line: nothing there flows from page to page.
"""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import assert_never

from msgspec import Struct
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, Flowable, Spacer, Table

from mailref.report.attachments import (
    A4,
    LedgerRow,
    PageFormat,
    PdfLabels,
    ScoreColumns,
    TurnSheet,
)
from mailref.report.board_on_paper import board_image
from mailref.report.board_view import BoardView, Fonts
from mailref.report.pdf_page import (
    BETWEEN,
    BOLD,
    NO_PADDING,
    REGULAR,
    BlackInk,
    fitted,
    font_of_rows,
    frame_height,
    height_of,
    leading,
    paper_for,
    paragraph,
    press_pages,
    register_fonts,
    ruled_table,
    text_width,
    upper_half,
    wrapped,
)
from mailref.report.picture import BoardPainter, PiecesView
from mailref.report.sheet import (
    LetterGroup,
    LetterLabels,
    Score,
    SheetData,
    SheetRow,
    TableLabels,
    letters_left,
    signed,
)
from mailref.report.sheet_text import extra_columns, row_parts, shown_number
from mailref.tiles.board import BLANK, TILES

_HISTORY = 8.5
_SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5)
"""Sizes of the table's text, in points; the largest that keeps it on the first page is taken."""
_USUAL_SIZE = 9.0
_NARROW_SIZE = 8.0
"""For a table that needs several pages anyhow; the smaller one for a booklet's page (A5)."""


def sheet_pdf(
    sheet: SheetData | TurnSheet,
    view: BoardView | PiecesView,
    labels: PdfLabels,
    painter: BoardPainter,
    page: PageFormat = A4,
) -> bytes:
    """Return the sheet as a PDF, the same bytes for the same values; 20 players fit on one A4 page."""
    register_fonts(painter.fonts)
    board = board_image(view, page, painter.fonts)
    story = [*upper_half(board, sheet.letters_left, labels, page), Spacer(1, 2 * mm)]
    match sheet:
        case SheetData():
            story += _of_round(sheet, labels, page, height_of(story, page.breadth * mm))
        case TurnSheet():
            story += _of_turns(sheet, labels, page.breadth * mm)
        case _:
            assert_never(sheet)
    target = BytesIO()
    paper_for(target, page, labels).build(story, canvasmaker=BlackInk)
    return target.getvalue()


def _of_round(
    sheet: SheetData, labels: PdfLabels, page: PageFormat, used: float
) -> Iterator[Flowable]:
    """Yield what stands below the board, which with what is beside it has *used* so much of the page."""
    breadth = page.breadth * mm
    yield _largest_that_fits(sheet, labels.table, breadth, frame_height(page, labels) - used)
    yield from press_pages(labels, breadth)
    yield from _all_rounds(sheet, labels, page)


def _largest_that_fits(sheet: SheetData, labels: TableLabels, breadth: float, room: float) -> Table:
    """Return the table in the largest size that needs no further page, else in the usual one."""
    if len(sheet.rows) * leading(_SIZES[-1]) <= room:
        for size in _SIZES:
            table = _round_table(sheet, labels, breadth, size)
            if height_of([table], breadth) <= room:
                return table
    usual = _USUAL_SIZE if breadth >= 150 * mm else _NARROW_SIZE
    return _round_table(sheet, labels, breadth, usual)


def _round_table(sheet: SheetData, labels: TableLabels, breadth: float, size: float) -> Table:
    """Return this round's table: rank, its change, player, move and formula, points, total."""
    extras = extra_columns(sheet, labels)
    heads = [labels.points, labels.total, *(head for head, _ in extras)]
    rank, change, *numbers = (
        _number_width(each, size) for each in (labels.rank, labels.change, *heads)
    )
    name = _name_width(sheet, breadth, size)
    move = breadth - name - rank - change - sum(numbers)
    rows = [
        (
            str(row.rank),
            "" if row.climbed is None else signed(row.climbed),
            fitted(row.player, size, name - BETWEEN, bold=True),
            "\n".join(_move_lines(row, labels, size, move - BETWEEN)),
            str(row.points),
            str(row.total),
            *(shown_number(number(row), labels) for _, number in extras),
        )
        for row in sheet.rows
    ]
    if sheet.left_out:
        more = f"… {sheet.left_out} {labels.more}"
        rows.append(("", "", more, *("" for _ in range(len(heads) + 1))))
    bold = [place for place, row in enumerate(sheet.rows, start=1) if row.player in sheet.winners]
    return ruled_table(
        [(labels.rank, labels.change, labels.player, labels.move, *heads), *rows],
        [rank, change, name, move, *numbers],
        size,
        [
            ("ALIGN", (0, 0), (1, -1), "RIGHT"),
            ("ALIGN", (4, 0), (-1, -1), "RIGHT"),
            *(font_of_rows(BOLD, size, place, place) for place in bold),
        ],
    )


def _number_width(head: str, size: float) -> float:
    return max(text_width(head, size, bold=True), text_width("1000", size, bold=True)) + BETWEEN


def _name_width(sheet: SheetData, breadth: float, size: float) -> float:
    """Return what the longest name takes, within limits: the move needs its place too."""
    longest = max((text_width(row.player, size, bold=True) for row in sheet.rows), default=0)
    return min(max(longest, 20 * mm) + BETWEEN, breadth * 0.36)


def _move_lines(row: SheetRow, labels: TableLabels, size: float, width: float) -> list[str]:
    """Return plays, formula, amounts and note: beside each other as far as they fit."""
    lines: list[str] = []
    for part in row_parts(row, labels):
        if lines and text_width(f"{lines[-1]}   {part}", size, bold=True) <= width:
            lines[-1] += "   " + part
        else:
            lines += wrapped(part, size, width, bold=True)
    return lines


def _all_rounds(sheet: SheetData, labels: PdfLabels, page: PageFormat) -> Iterator[Flowable]:
    """Yield points and total of every round, where they need no further page."""
    is_short = len(sheet.rows) * leading(_HISTORY) < frame_height(page, labels)
    if not sheet.rounds or not is_short:
        return
    whole: list[Flowable] = [Spacer(1, 5 * mm), paragraph(labels.history_heading, BOLD, 10)]
    whole.append(Spacer(1, 1 * mm))
    for table in _tables_of_rounds(sheet, labels.table, page.breadth * mm):
        whole += [table, Spacer(1, 3 * mm)]
    yield _IfRoom(whole)


def _tables_of_rounds(sheet: SheetData, labels: TableLabels, breadth: float) -> Iterator[Table]:
    """Yield tables of points and totals, of as many rounds each as fit beside each other."""
    name = breadth * 0.26
    scores = (_score(score) for row in sheet.rows for score in row.rounds)
    widest = text_width(max(scores, key=len, default=""), _HISTORY) + BETWEEN
    beside = max(1, int((breadth - name) / widest))
    names = [fitted(row.player, _HISTORY, name - BETWEEN) for row in sheet.rows]
    for start in range(0, len(sheet.rounds), beside):
        block = slice(start, start + beside)
        numbers = [f"{labels.round}{number}" for number in sheet.rounds[block]]
        rows = [
            (shown, *(_score(score) for score in row.rounds[block]))
            for shown, row in zip(names, sheet.rows, strict=True)
        ]
        yield ruled_table(
            [(labels.player, *numbers), *rows],
            [name] + [(breadth - name) / beside] * len(numbers),
            _HISTORY,
            [("ALIGN", (1, 0), (-1, -1), "RIGHT")],
        )


def _score(score: Score | None) -> str:
    """Return `51/363`; a dash for a round without a valid move, nothing for one before he joined."""
    if score is None:
        return ""
    points = str(score.points) if score.is_valid or score.points else "–"
    return f"{points}/{score.total}"


class _IfRoom(Flowable):
    """What is printed only where the page has room for all of it."""

    def __init__(self, content: Sequence[Flowable]) -> None:
        super().__init__()
        self._whole = Table([[each] for each in content], style=NO_PADDING, hAlign="LEFT")

    def wrap(self, width: float, room: float) -> tuple[float, float]:
        _, height = self._whole.wrapOn(self.canv, width, room)
        self._is_shown = height <= room
        return width, height if self._is_shown else 0

    def draw(self) -> None:
        if self._is_shown:
            self._whole.drawOn(self.canv, 0, 0)


_SIZE = 9.0
_NAME = 0.17
"""What a player's name takes of the page's breadth in the list of turns."""
_NUMBER = 0.08
_FORMULA = 0.25


def _of_turns(sheet: TurnSheet, labels: PdfLabels, breadth: float) -> Iterator[Flowable]:
    if sheet.columns.rows:
        yield from (_columns_table(sheet.columns, breadth), Spacer(1, 5 * mm))
    if sheet.ledger:
        yield CondPageBreak(30 * mm)
        yield paragraph(labels.history_heading, BOLD, 10)
        yield from (Spacer(1, 1 * mm), _ledger_table(sheet.ledger, labels, breadth))


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


class FormLabels(Struct, frozen=True):
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


def _head(canvas: Canvas, title: str, labels: FormLabels, page: PageFormat) -> float:
    """Write the title of a page and lines for game and day; return the height where the form begins."""
    left, right = page.inner * mm, (page.inner + page.breadth) * mm
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
    top = _head(canvas, labels.score_sheet, labels, page)
    left, breadth = page.inner * mm, page.breadth * mm
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
    height = _head(canvas, labels.letter_list, labels, page)
    left, box = page.inner * mm, page.breadth * mm / _BOXES_BESIDE
    for group in letters_left(TILES.all_tiles, TILES):
        height -= 4.5 * mm
        canvas.setFont(BOLD, _HEAD)
        canvas.drawString(left, height, f"{labels.letters.groups[group.group]} ({group.left})")
        height -= 2 * mm
        for row in _rows_of(group):
            height -= box
            for place, letter in enumerate(row):
                shown = labels.letters.blank if letter == BLANK else letter
                _box(canvas, (left + place * box, height), box, shown, TILES.value(letter))
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
