"""A document as text, and as HTML for clients that know only tables and inline styles."""

from collections.abc import Iterable, Iterator, Mapping

from css_inline import CSSInliner
from jinja2 import Environment
from markupsafe import Markup
from msgspec import Struct

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
    SHEET,
    Block,
    Document,
    FactRows,
    Figure,
    FigureHere,
    Paragraph,
    as_it_is,
    text_of,
)


def plain_text(document: Document, figures: Mapping[str, Figure], marker: str) -> str:
    """Return the text part: the marker, then the blocks, an empty line between them."""
    parts = [[marker], *(block.in_text(figures) for block in document.blocks)]
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
        case Paragraph(runs=runs):
            yield text_of(runs)
        case FactRows(rows=rows):
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
