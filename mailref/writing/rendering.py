"""A document as text of 72 columns, and as HTML for clients that know only tables and inline styles.

Rule for editors: no line of the text may begin with what could be a play, however it is quoted
(contract 5); `never_a_move` keeps such words from the beginning of a line, `tests/writing` proves it.
"""

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import assert_never

from css_inline import CSSInliner
from jinja2 import Environment
from markupsafe import Markup
from msgspec import Struct

from mailref.report.board_view import board_lines
from mailref.report.sheet import (
    RowsLeftOut,
    SheetData,
    SheetRow,
    SheetRows,
    TableLabels,
    shown_name,
    signed,
)
from mailref.writing.document import (
    GREETING,
    KEPT,
    Block,
    BoardFigure,
    ChartFigure,
    CopyFigure,
    CrossedFigure,
    CrossedRow,
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
    ScoresFigure,
    SheetFigure,
    SmallPrint,
    TableFigure,
    TilesFigure,
    as_it_is,
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


def bare_page(text: str, subject: str, language: str) -> str:
    """Return the text part as a page without any style: a tenth of the bytes."""
    paragraphs = Markup("\n").join(
        Markup("<p>{}</p>").format(each) for each in text.strip("\n").split("\n\n")
    )
    head = Markup(
        '<!DOCTYPE html><html lang="{}"><meta charset="utf-8"><title>{}</title>'
        '<body style="overflow-wrap:anywhere">\n{}\n</body></html>\n'
    )
    return head.format(language, subject, paragraphs)


def _lines(block: Block, figures: Mapping[str, Figure]) -> list[str]:
    match block:
        case Lead(runs) | Paragraph(runs) | SmallPrint(runs):
            return wrapped(text_of(runs), WIDTH)
        case Heading(runs):
            text = text_of(runs)
            return [*wrapped(text, WIDTH), "-" * max(3, min(WIDTH, len(text)))]
        case Items(items):
            return [line for item in items for line in wrapped(text_of(item), WIDTH, "- ", "  ")]
        case FactRows(rows):
            return _fact_rows(rows)
        case FigureHere(name):
            return _figure(figures[name])
        case _:
            assert_never(block)


def _fact_rows(rows: tuple[FactRow, ...]) -> list[str]:
    width = min(_WIDEST_LABEL, max(len(row.label) for row in rows) + 1)
    lines: list[str] = []
    for row in rows:
        label = f"{row.label + ':':<{width}} "
        lines += wrapped(text_of(row.value), WIDTH, label, " " * (width + 1)) or [label.rstrip()]
    return lines


def _figure(figure: Figure) -> list[str]:  # noqa: PLR0912  one branch for each figure
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
            return [figure.caption, "", *figure.lines]
        case ChartFigure():
            return list(figure.lines)
        case TilesFigure():
            letters = " ".join(letter for letter, _ in figure.tiles)
            return wrapped(f"{figure.label}: {letters}", WIDTH, "", "    ")
        case CrossedFigure():
            return _crossed(figure)
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


def _crossed(figure: CrossedFigure) -> list[str]:
    """Return a line for each row, crossed letters in brackets."""
    lines = [line for row in figure.rows for line in _crossed_row(row)]
    return [*lines, "", *wrapped(figure.legend, WIDTH)] if figure.legend else lines


def _crossed_row(row: CrossedRow) -> list[str]:
    words = (
        " ".join(f"[{letter}]" if is_crossed else letter for letter, is_crossed in word)
        for word in row.words
    )
    return wrapped(f"{row.label}: {' / '.join(words)}", WIDTH, "", "    ")


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
    pieces = wrap(line, WIDTH - 4, break_on_hyphens=False)
    return [fenced(piece) for piece in pieces or [""]]


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
    heads = _bar(_pair(figure.points, figure.total) for _ in figure.players)
    rows = [_bar(_pair(points, total) for points, total in row) for row in figure.rows]
    return [*names, heads, *rows]


def _pair(points: str, total: str) -> str:
    """Return both below their heads; `24-5+10` takes of the room before the total."""
    return f"{points:>6} {total:>{_PAIR - 1 - max(6, len(points))}}"


def _bar(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)}".rstrip()


_GAP = "\ue012"


class HtmlWriter:
    """Writes documents as HTML."""

    def __init__(self, environment: Environment, inliner: CSSInliner) -> None:
        self.environment = environment
        self._inliner = inliner

    def page(
        self,
        document: Document,
        figures: Mapping[str, Figure],
        cids: Mapping[str, str],
        *,
        language: str,
        marker: str,
    ) -> str:
        """Return the whole page; where the table of a round goes stands `SHEET`."""
        blocks = tuple(_placed(block, figures, cids) for block in document.blocks)
        source = self.environment.get_template("page.html.j2").render(
            document=document,
            blocks=blocks,
            language=language,
            marker=marker,
            sheet=as_it_is(SHEET),
            preview=preview_of(document),
        )
        return self._inliner.inline(source)

    def inlined(self, fragment: str) -> str:
        """Return a fragment with the styles of the page."""
        return self._inliner.inline(
            self.environment.get_template("fragment.html.j2").render(fragment=Markup(fragment))  # noqa: S704  rendered with escaping
        )


_MOST_PREVIEWED = 3
"""So many sentences and facts begin a preview; an inbox shows some hundred characters."""


def preview_of(document: Document) -> str:
    """Return what an inbox shows beside the subject: the first things said after the greeting."""
    said = [
        text for block in document.blocks for text in _said(block) if text not in (GREETING, KEPT)
    ]
    return " ".join(said[:_MOST_PREVIEWED])


def _said(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(runs):
            yield text_of(runs)
        case FactRows(rows):
            yield from (f"{row.label}: {text_of(row.value)}." for row in rows[:1])
        case _:
            return


class _Placed(Struct, frozen=True):
    """A block for the template, by the name of its class."""

    kind: str
    it: Block | Figure
    cid: str


def _placed(block: Block, figures: Mapping[str, Figure], cids: Mapping[str, str]) -> _Placed:
    if isinstance(block, FigureHere):
        figure = figures[block.name]
        return _Placed(type(figure).__name__, figure, cids.get(block.name, ""))
    return _Placed(type(block).__name__, block, "")


class HtmlSheet:
    """The rows of a round's table with their styles; each is made once and serves every reader."""

    def __init__(
        self, sheet: SheetData, details: Iterable[str], labels: TableLabels, page: HtmlWriter
    ) -> None:
        """*details*: what is told of each row beside its numbers."""
        html = page.inlined(
            page.environment.get_template("sheet.html.j2").render(
                rows=tuple(zip(sheet.rows, details, strict=True)),
                heads=labels,
                gap=f"… {_GAP} {labels.more} …",
                shown_name=shown_name,
                signed=signed,
            )
        )
        starts = ("<table", "<tbody", "<tr")
        lines = [line for line in html.split("\n") if line.lstrip().startswith(starts)]
        names = [row.player for row in sheet.rows]
        first = next(at for at, line in enumerate(lines) if "<th" in line)
        self.head = "\n".join(lines[: first + 1])
        body = lines[first + 1 : first + 1 + 2 * len(names)]
        self._rows = dict(zip(names, body, strict=False))
        self._own = dict(zip(names, body[len(names) :], strict=True))
        self._gap = next(line for line in lines if _GAP in line)

    def lines(self, rows: SheetRows, reader: str | None) -> list[str]:
        """Return the table with *rows*, the reader's own one set off."""
        found = [self.head]
        for row in rows:
            match row:
                case RowsLeftOut(count):
                    found.append(self._gap.replace(_GAP, str(count)))
                case SheetRow():
                    chosen = self._own if row.player == reader else self._rows
                    found.append(chosen[row.player])
        return [*found, "</tbody></table>"]
