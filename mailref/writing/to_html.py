"""A document as HTML for clients that know only tables and inline styles."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from css_inline import CSSInliner
from jinja2 import Environment
from markupsafe import Markup

from mailref.report.sheet import RowsLeftOut, SheetData, SheetRow, SheetRows, TableLabels, signed
from mailref.report.sheet_text import shown_name
from mailref.writing.document import (
    GREETING,
    Block,
    Document,
    FactRows,
    Figure,
    FigureHere,
    Paragraph,
    as_it_is,
    text_of,
)
from mailref.writing.to_text import SHEET

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
    said = [text for block in document.blocks for text in _said(block) if text != GREETING]
    return " ".join(said[:_MOST_PREVIEWED])


def _said(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(runs):
            yield text_of(runs)
        case FactRows(rows):
            yield from (f"{row.label}: {text_of(row.value)}." for row in rows[:1])
        case _:
            return


@dataclass(frozen=True, slots=True)
class _Placed:
    """A block for the template, by the name of its class."""

    kind: str
    it: Block | Figure
    cid: str


def _placed(block: Block, figures: Mapping[str, Figure], cids: Mapping[str, str]) -> _Placed:
    if isinstance(block, FigureHere):
        figure = figures[block.name]
        return _Placed(type(figure).__name__, figure, cids.get(block.name, ""))
    return _Placed(type(block).__name__, block, "")


@dataclass(frozen=True, slots=True)
class RowSeen:
    """A row of the table as HTML shows it."""

    name: str
    detail: str
    note: str
    points: int
    total: int
    rank: int
    change: str


def row_seen(row: SheetRow, detail: str) -> RowSeen:
    return RowSeen(
        name=shown_name(row.player),
        detail=detail,
        note=row.note,
        points=row.points,
        total=row.total,
        rank=row.rank,
        change="" if not row.climbed else signed(row.climbed),
    )


class HtmlSheet:
    """The rows of a round's table with their styles; each is made once and serves every reader."""

    def __init__(
        self, sheet: SheetData, rows: Iterable[RowSeen], labels: TableLabels, page: HtmlWriter
    ) -> None:
        html = page.inlined(
            page.environment.get_template("sheet.html.j2").render(
                rows=tuple(rows), heads=labels, gap=f"… {_GAP} {labels.more} …"
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
