"""A document as text of 72 columns.

Rule for editors: no line may begin with what could be a play, however it is quoted (contract 5);
`never_a_move` keeps such words from the beginning of a line, `tests/writing` proves it.
"""

from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import assert_never

from mailref.report.board_view import board_lines
from mailref.report.table_picture import table_lines
from mailref.writing.document import (
    Block,
    BoardFigure,
    ChartFigure,
    CopyFigure,
    Document,
    FactRow,
    FactRows,
    Figure,
    FigureHere,
    Heading,
    Items,
    Lead,
    LinkFigure,
    ListFigure,
    MarkedLine,
    Paragraph,
    Quotation,
    Runs,
    ScoresFigure,
    SheetFigure,
    SmallPrint,
    TableFigure,
    TilesFigure,
    text_of,
)
from mailref.writing.never_a_move import fenced, wrapped

WIDTH = 72
_WIDEST_LABEL = 18
SHEET = "\ue010sheet\ue011"
"""Stands where the table of a round goes; its rows depend on the reader."""


def plain_text(document: Document, figures: Mapping[str, Figure], marker: str) -> str:
    """Return the text part: the marker, then the blocks, an empty line between them."""
    parts = [[marker], *(_lines(block, figures) for block in document.blocks)]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _lines(block: Block, figures: Mapping[str, Figure]) -> list[str]:
    match block:
        case Lead(runs) | Paragraph(runs) | SmallPrint(runs):
            return wrapped(text_of(runs), WIDTH)
        case Heading(runs):
            text = text_of(runs)
            return [*wrapped(text, WIDTH), "-" * max(3, min(WIDTH, len(text)))]
        case Items(items):
            return [line for item in items for line in _item(item)]
        case FactRows(rows):
            return _fact_rows(rows)
        case FigureHere(name):
            return _figure(figures[name])
        case _:
            assert_never(block)


def _item(runs: Runs) -> list[str]:
    return wrapped(text_of(runs), WIDTH, "- ", "  ")


def _fact_rows(rows: tuple[FactRow, ...]) -> list[str]:
    width = min(_WIDEST_LABEL, max(len(row.label) for row in rows) + 1)
    lines: list[str] = []
    for row in rows:
        label = f"{row.label + ':':<{width}} "
        lines += wrapped(text_of(row.value), WIDTH, label, " " * (width + 1)) or [label.rstrip()]
    return lines


def _figure(figure: Figure) -> list[str]:
    match figure:
        case BoardFigure():
            return [
                figure.caption,
                "",
                *board_lines(figure.view),
                "",
                *wrapped(figure.legend, WIDTH),
            ]
        case TableFigure():
            return [figure.caption, "", *table_lines(figure.words, WIDTH)]
        case ChartFigure():
            return list(figure.lines)
        case TilesFigure():
            letters = " ".join(letter for letter, _ in figure.tiles)
            return wrapped(f"{figure.label}: {letters}", WIDTH, "", "    ")
        case CopyFigure():
            return list(figure.lines)
        case MarkedLine():
            return _marked(figure)
        case Quotation():
            return [line for each in figure.lines for line in _quoted(each)]
        case SheetFigure():
            return [SHEET]
        case LinkFigure(label, url):
            return [f"{label}: {url}"]
        case ListFigure():
            return _table(figure)
        case ScoresFigure():
            return _scores(figure)
        case _:
            assert_never(figure)


def _marked(figure: MarkedLine) -> list[str]:
    """Return the line behind a bar and signs under what is meant, a window of a long line."""
    start = max(0, figure.end - 66) if figure.end > 66 else 0
    line = figure.line[start : start + 66]
    first = max(0, figure.start - start)
    count = max(1, min(figure.end - start, 66) - first)
    if figure.start == 0 and figure.end >= len(figure.line):
        return [f"| {line}"]
    return [f"| {line}", f"| {' ' * first}{'^' * count}"]


def _quoted(line: str) -> list[str]:
    return [fenced(piece) for piece in _wrapped_at(line, WIDTH - 4)] or [fenced("")]


def _wrapped_at(line: str, width: int) -> list[str]:
    return wrap(line, width, break_on_hyphens=False)


def _table(figure: ListFigure) -> list[str]:
    rows = [figure.heads, *figure.rows]
    widths = [max(len(row[at]) for row in rows) for at in range(len(figure.heads))]
    return [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


_PAIR = 15
"""What points and total of one player take; four such pairs fit beside each other."""


def _scores(figure: ScoresFigure) -> list[str]:
    """Return the columns behind bars, so that no line of numbers begins as a move could."""
    names = [_bar(f"{name[: _PAIR - 1]:^{_PAIR}}" for name in figure.players)]
    heads = _bar(f"{figure.points:>6} {figure.total:>8}" for _ in figure.players)
    rows = [_bar(f"{points:>6} {total:>8}" for points, total in row) for row in figure.rows]
    return [*names, heads, *rows]


def _bar(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)}".rstrip()
