"""A mail between its template and its page: headings, facts, and figures between the sentences.

Templates write it in a few marks at the beginnings of lines:

    @subject what happened            the subject, once
    ! what happened                   the first sentence, set large
    ## heading
    - an item of a list
    = label | value                   a row of facts
    ~ small print
    @figure name                      a board, a table, letters: made by `scenes`
    anything else                     a paragraph; an empty line ends it

What all mails have (a greeting below the first sentence, the foot) `compose` puts around that. `**so**` is
bold. What is filled in from outside is fenced by `filled_in`, so that a player's text is never taken for a
mark.
"""

from markupsafe import Markup
from msgspec import Struct

from mailref.report.board_view import BoardView
from mailref.report.picture import PiecesView
from mailref.tiles.when_used import regex
from mailref.writing.never_a_move import begins_safely, one_line

_OPEN, _CLOSE, _BOLD = "\ue000", "\ue001", "\ue002"
_FENCED = regex(f"({_OPEN}[^{_CLOSE}]*{_CLOSE})")
_FENCES = str.maketrans("", "", _OPEN + _CLOSE)


GREETING = "\ue015"
"""Stands where each reader is greeted by his name."""
KEPT = "\ue019"
"""Stands where a reader is shown what he keeps to himself."""


class TemplateError(ValueError):
    """A template wrote something that is no document: our own fault, never a player's."""


class Run(Struct, frozen=True):
    """A piece of a sentence."""

    text: str
    is_bold: bool


Runs = tuple[Run, ...]


class Lead(Struct, frozen=True):
    runs: Runs


class Heading(Struct, frozen=True):
    runs: Runs


class Paragraph(Struct, frozen=True):
    runs: Runs


class SmallPrint(Struct, frozen=True):
    runs: Runs


class Items(Struct, frozen=True):
    items: tuple[Runs, ...]


class FactRow(Struct, frozen=True):
    label: str
    value: Runs


class FactRows(Struct, frozen=True):
    rows: tuple[FactRow, ...]


class FigureHere(Struct, frozen=True):
    """Where a figure stands, by its name."""

    name: str


Block = Lead | Heading | Paragraph | SmallPrint | Items | FactRows | FigureHere


class Document(Struct, frozen=True):
    """A subject and blocks."""

    subject: str
    blocks: tuple[Block, ...]

    @property
    def figures(self) -> frozenset[str]:
        """The names of the figures that stand somewhere in it."""
        return frozenset(block.name for block in self.blocks if isinstance(block, FigureHere))


def filled_in(value: object) -> Markup:
    """Return what a template fills in, fenced; what a macro of ours made passes as it is."""
    if isinstance(value, Markup):
        return value
    return Markup(_OPEN + one_line(str(value)) + _CLOSE)  # noqa: S704  no HTML here: see rendering.py


def as_it_is(sign: str) -> Markup:
    """Return a sign of ours that is filled in later; it is no text of anybody's."""
    return Markup(sign)  # noqa: S704  never text from outside


def read_document(source: str) -> Document:
    """Read what a template wrote."""
    subject, blocks = "", list[Block]()
    for lines in _stretches(source):
        first = lines[0]
        if first.startswith("@subject "):
            subject = _plain(_joined(lines, "@subject "))
        else:
            _add(blocks, _block(lines))
    if not subject:
        raise TemplateError("a template gave no subject")
    return Document(subject, tuple(blocks))


_ONE_LINE = ("@", "! ", "## ")
_MARKS = ("@subject ", "@figure ", "! ", "## ", "- ", "= ", "~ ")


def _stretches(source: str) -> list[list[str]]:
    """Return the lines of each block: a mark or an empty line begins a new one."""
    found: list[list[str]] = []
    is_new = True
    for line in source.split("\n"):
        text = line.strip()
        if not text.translate(_FENCES):
            is_new = True
            continue
        if is_new or text.startswith(_MARKS) or found[-1][0].startswith(_ONE_LINE):
            found.append([])
        found[-1].append(text)
        is_new = False
    return found


def _block(lines: list[str]) -> Block:
    mark = next((mark for mark in _MARKS if lines[0].startswith(mark)), "")
    text = _joined(lines, mark)
    match mark:
        case "@figure ":
            return FigureHere(_plain(text))
        case "! ":
            return Lead(_opening(text))
        case "## ":
            return Heading(_opening(text))
        case "~ ":
            return SmallPrint(_opening(text))
        case "- ":
            return Items((_opening(text),))
        case "= ":
            label, bar, value = text.partition(" | ")
            if not bar:
                raise TemplateError(f"a row of facts without a bar: {text!r}")
            return FactRows((FactRow(_plain(label), _runs(value)),))
        case _:
            return Paragraph(_opening(text))


def _add(blocks: list[Block], block: Block) -> None:
    """Put rows and items that follow each other together."""
    last = blocks[-1] if blocks else None
    match last, block:
        case Items(items), Items(more):
            blocks[-1] = Items((*items, *more))
        case FactRows(rows), FactRows(more_rows):
            blocks[-1] = FactRows((*rows, *more_rows))
        case _:
            blocks.append(block)


def _joined(lines: list[str], mark: str) -> str:
    return " ".join((lines[0].removeprefix(mark), *lines[1:])).strip()


def _plain(text: str) -> str:
    return one_line(text.translate(_FENCES).replace("**", ""))


def _runs(text: str) -> Runs:
    """Split at `**`, which only a template can write."""
    pieces = _FENCED.split(text)
    marked = "".join(p if p.startswith(_OPEN) else p.replace("**", _BOLD) for p in pieces)
    parts = marked.translate(_FENCES).split(_BOLD)
    return tuple(Run(part, is_bold=number % 2 == 1) for number, part in enumerate(parts) if part)


def _opening(text: str) -> Runs:
    """Split what begins a line; a name or word that could begin a play gets a bar before it."""
    return _runs(begins_safely(text))


def text_of(runs: Runs) -> str:
    """Return the runs as plain text."""
    return "".join(run.text for run in runs)


class BoardFigure(Struct, frozen=True):
    """A board: a picture in HTML, characters in the text."""

    view: BoardView
    alt: str
    legend: str
    caption: str


class TableFigure(Struct, frozen=True):
    """Words on a table: a picture in HTML, a line for each in the text."""

    view: PiecesView
    alt: str
    caption: str
    legend: str
    lines: tuple[str, ...]


class ChartFigure(Struct, frozen=True):
    """The chart of the totals; the text has the table of all rounds instead."""

    png: bytes
    alt: str = ""
    lines: tuple[str, ...] = ()


class TilesFigure(Struct, frozen=True):
    """Letters set as tiles, with their values; the label stands before them in the same line."""

    label: str
    tiles: tuple[tuple[str, int | None], ...]
    """None: it has no value."""


class CrossedRow(Struct, frozen=True):
    """Words beside a label, each as its letters and whether they are crossed out."""

    label: str
    words: tuple[tuple[tuple[str, bool], ...], ...]


class CrossedFigure(Struct, frozen=True):
    """Words as tiles, those crossed out pale; in the text they stand in brackets."""

    rows: tuple[CrossedRow, ...]
    legend: str
    """What the brackets mean; "" where none stand."""


class CopyFigure(Struct, frozen=True):
    """Lines to copy: a template with `__` where square and word go."""

    lines: tuple[str, ...]


class MarkedLine(Struct, frozen=True):
    """A line of the player's mail and where in it a fault stands."""

    line: str
    start: int
    end: int


class Quotation(Struct, frozen=True):
    """What somebody else wrote: press, comments, a mail that is passed on."""

    lines: tuple[str, ...]

    @property
    def fenced(self) -> tuple[str, ...]:
        """Return the lines, a bar before those that could begin a play or a command."""
        return tuple(begins_safely(line) for line in self.lines)


class SheetFigure(Struct, frozen=True):
    """The table of a round; which rows depends on the reader."""


class LinkFigure(Struct, frozen=True):
    """A page of ours to choose, never of anybody who writes: where a word can be looked up."""

    label: str
    url: str


class ListFigure(Struct, frozen=True):
    """A plain table; its first column can begin no move (`Max Mustermann`, `Runde 4`)."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class ScoresFigure(Struct, frozen=True):
    """The score sheet of a game in turns: under each player's name a pair of columns (seed 002)."""

    players: tuple[str, ...]
    points: str
    """The head of the first column of each pair, and of the second."""
    total: str
    rows: tuple[tuple[tuple[str, str], ...], ...]
    """For each player points and total; two empty texts where he has no such line."""


Figure = (
    BoardFigure
    | TableFigure
    | ChartFigure
    | TilesFigure
    | CrossedFigure
    | CopyFigure
    | MarkedLine
    | Quotation
    | SheetFigure
    | LinkFigure
    | ListFigure
    | ScoresFigure
)
