"""A mail between its template and its page: headings, facts, and figures between the sentences.

Templates write it in a few marks at the beginnings of lines:

    @subject what happened            the subject, once
    ! what happened                   the first sentence, set large
    ## heading
    - an item of a list
    = label | value                   a row of facts
    ~ small print
    @figure name                      a board, a table, letters: made by `scenes`
    @button words                     what to press: it writes an answer of these words
    anything else                     a paragraph; an empty line ends it

Each block and figure knows its lines in the text part, of 72 columns. Rule for editors: none of these may
begin with what could be a play, however it is quoted (contract 5); `never_a_move` keeps such words from the
beginning of a line, `tests/writing` proves it.

What all mails have (a greeting below the first sentence, the foot) `compose` puts around that. `**so**` is
bold. What is filled in from outside is fenced by `filled_in`, so that a player's text is never taken for a
mark.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from textwrap import wrap

from markupsafe import Markup
from msgspec import Struct

from mailref.report.picture import BoardView, PiecesView, board_lines
from mailref.report.sheet import figure
from mailref.tiles.when_used import regex
from mailref.writing.never_a_move import begins_safely, fenced, one_line, wrapped

_OPEN, _CLOSE, _BOLD = "\ue000", "\ue001", "\ue002"
_FENCED = regex(f"({_OPEN}[^{_CLOSE}]*{_CLOSE})")
_FENCES = str.maketrans("", "", _OPEN + _CLOSE)
_TWO_STOPS = regex(rf"\.({_CLOSE}[“”]?)\.(?!\.)")


WIDTH = 72
_WIDEST_LABEL = 18
SHEET = "\ue010sheet\ue011"
"""Stands where the table of a round goes; its rows depend on the reader."""

GREETING = "\ue015"
"""Stands where each reader is greeted by his name."""
ALSO = "\ue01b"
"""Stands where an answer says what became of an order beside the move."""
KEPT = "\ue019"
"""Stands where a reader is shown what he keeps to himself."""


class TemplateError(ValueError):
    """A template wrote something that is no document: our own fault, never a player's."""


class Run(Struct, frozen=True):
    """A piece of a sentence."""

    text: str
    is_bold: bool


Runs = tuple[Run, ...]


class Block(Struct, frozen=True):
    """A piece of a mail from one mark to the next."""

    def in_text(self, figures: Mapping[str, "Figure"]) -> list[str]:
        """Return its lines in the text part."""
        raise NotImplementedError


class Spoken(Block, frozen=True):
    """What is said in sentences."""

    runs: Runs

    def in_text(self, figures: Mapping[str, "Figure"]) -> list[str]:  # noqa: ARG002  some have none
        return wrapped(text_of(self.runs), WIDTH)


class Lead(Spoken, frozen=True):
    """The first sentence, set large."""


class Heading(Spoken, frozen=True):
    """What stands above others, underlined in the text."""

    def in_text(self, figures: Mapping[str, "Figure"]) -> list[str]:
        rule = "-" * max(3, min(WIDTH, len(text_of(self.runs))))
        return [*super().in_text(figures), rule]


class Paragraph(Spoken, frozen=True):
    """Sentences that belong together."""


class SmallPrint(Spoken, frozen=True):
    """What need not be read."""


class Items(Block, frozen=True):
    items: tuple[Runs, ...]

    def in_text(self, figures: Mapping[str, "Figure"]) -> list[str]:  # noqa: ARG002  as above
        return [line for each in self.items for line in wrapped(text_of(each), WIDTH, "- ", "  ")]


class FactRow(Struct, frozen=True):
    label: str
    value: Runs


class FactRows(Block, frozen=True):
    rows: tuple[FactRow, ...]

    def in_text(self, figures: Mapping[str, "Figure"]) -> list[str]:  # noqa: ARG002  as above
        # A space before the colon takes one more.
        widest = _WIDEST_LABEL + any(row.label.endswith("\u00a0") for row in self.rows)
        width = min(widest, max(len(row.label) for row in self.rows) + 1)
        lines: list[str] = []
        for row in self.rows:
            label = f"{row.label + ':':<{width}} "
            lines += wrapped(text_of(row.value), WIDTH, label, " " * (width + 1)) or [
                label.rstrip()
            ]
        return lines


class FigureHere(Block, frozen=True):
    """Where a figure stands, by its name."""

    name: str

    def in_text(self, figures: Mapping[str, "Figure"]) -> list[str]:
        return figures[self.name].in_text()


class Buttons(Block, frozen=True):
    """Answers to choose from. The sentences above say the same words for who reads the text part."""

    answers: tuple[str, ...]

    def in_text(self, figures: Mapping[str, "Figure"]) -> list[str]:  # noqa: ARG002  as above
        return []


class Document(Struct, frozen=True):
    """A subject and blocks."""

    subject: str
    blocks: tuple[Block, ...]

    @property
    def figures(self) -> frozenset[str]:
        """The names of the figures that stand somewhere in it."""
        return frozenset(block.name for block in self.blocks if isinstance(block, FigureHere))

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers that can be pressed somewhere in it."""
        return tuple(
            each for block in self.blocks if isinstance(block, Buttons) for each in block.answers
        )


def filled_in(value: object) -> Markup:
    """Return what a template fills in, fenced; what a macro of ours made passes as it is."""
    if isinstance(value, Markup):
        return value
    if isinstance(value, int):
        value = figure(value)
    return Markup(_OPEN + one_line(str(value)) + _CLOSE)  # noqa: S704  no HTML here: see rendering.py


def as_it_is(sign: str) -> Markup:
    """Return a sign of ours that is filled in later; it is no text of anybody's."""
    return Markup(sign)  # noqa: S704  never text from outside


def read_document(source: str, before_colon: str = "") -> Document:
    """Read what a template wrote; *before_colon* follows each label of a row of facts."""
    subject, blocks = "", list[Block]()
    for lines in _stretches(source):
        first = lines[0]
        if first.startswith("@subject "):
            subject = _plain(_joined(lines, "@subject "))
        else:
            _add(blocks, _block(lines, before_colon))
    if not subject:
        raise TemplateError("a template gave no subject")
    return Document(subject, tuple(blocks))


_ONE_LINE = ("@", "! ", "## ")
_MARKS = ("@subject ", "@figure ", "@button ", "! ", "## ", "- ", "= ", "~ ")


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


def _block(lines: list[str], before_colon: str) -> Block:
    mark = next((mark for mark in _MARKS if lines[0].startswith(mark)), "")
    text = _joined(lines, mark)
    match mark:
        case "@figure ":
            return FigureHere(_plain(text))
        case "@button ":
            return Buttons((_plain(text),))
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
            return FactRows((FactRow(_plain(label) + before_colon, _runs(value)),))
        case _:
            return Paragraph(_opening(text))


def _add(blocks: list[Block], block: Block) -> None:
    """Put rows, items and buttons that follow each other together."""
    last = blocks[-1] if blocks else None
    match last, block:
        case Items(items), Items(more):
            blocks[-1] = Items((*items, *more))
        case FactRows(rows), FactRows(more_rows):
            blocks[-1] = FactRows((*rows, *more_rows))
        case Buttons(answers), Buttons(more_answers):
            blocks[-1] = Buttons((*answers, *more_answers))
        case _:
            blocks.append(block)


def _joined(lines: list[str], mark: str) -> str:
    return " ".join((lines[0].removeprefix(mark), *lines[1:])).strip()


def _plain(text: str) -> str:
    return one_line(text.translate(_FENCES).replace("**", ""))


@lru_cache(maxsize=1024)
def _runs(text: str) -> Runs:
    """Split at `**`, which only a template can write; no second stop follows `Anna B.` or a quoted sentence."""
    pieces = _FENCED.split(_TWO_STOPS.sub(r".\1", text))
    marked = "".join(p if p.startswith(_OPEN) else p.replace("**", _BOLD) for p in pieces)
    parts = marked.translate(_FENCES).split(_BOLD)
    return tuple(Run(part, is_bold=number % 2 == 1) for number, part in enumerate(parts) if part)


def _opening(text: str) -> Runs:
    """Split what begins a line; a name or word that could begin a play gets a bar before it."""
    return _runs(begins_safely(text))


def text_of(runs: Runs) -> str:
    """Return the runs as plain text."""
    return "".join(run.text for run in runs)


class Figure(Struct, frozen=True):
    """What stands between the sentences; in HTML the page knows it by its class."""

    def in_text(self) -> list[str]:
        """Return its lines in the text part."""
        raise NotImplementedError


class NothingFigure(Figure, frozen=True):
    """Nothing, where a board stands in other games."""

    def in_text(self) -> list[str]:
        return []


class BoardFigure(Figure, frozen=True):
    """A board: a picture in HTML, characters in the text."""

    view: BoardView
    alt: str
    legend: str
    """What the signs of the text mean."""
    caption: str
    premiums: str
    """What the letters in the squares of the picture mean."""

    def in_text(self) -> list[str]:
        legend = wrapped(self.legend, WIDTH)
        return [self.caption, "", *board_lines(self.view), "", *legend]


class TableFigure(Figure, frozen=True):
    """Words on a table: a picture in HTML, a line for each in the text; a sentence where there are none."""

    view: PiecesView
    alt: str
    caption: str
    legend: str
    lines: tuple[str, ...]

    def in_text(self) -> list[str]:
        return [self.caption, "", *self.lines] if self.lines else [self.caption]


class ChartFigure(Figure, frozen=True):
    """The chart of the totals; the text has the table of all rounds instead."""

    png: bytes
    alt: str = ""
    lines: tuple[str, ...] = ()

    def in_text(self) -> list[str]:
        return list(self.lines)


class TilesFigure(Figure, frozen=True):
    """Letters set as tiles, with their values; the label stands before them in the same line."""

    label: str
    tiles: tuple[tuple[str, int | None], ...]
    """None: it has no value."""

    def in_text(self) -> list[str]:
        letters = " ".join(letter for letter, _ in self.tiles)
        return wrapped(f"{self.label}: {letters}", WIDTH, "", "    ")


class CrossedRow(Struct, frozen=True):
    """Words beside a label, each as its letters and whether they are crossed out."""

    label: str
    words: tuple[tuple[tuple[str, bool], ...], ...]

    def in_text(self, mark: str = "[{}]") -> list[str]:
        """Return a line, crossed letters marked: in brackets, where these stand around no tile."""
        words = (
            " ".join(mark.format(letter) if is_crossed else letter for letter, is_crossed in word)
            for word in self.words
        )
        return wrapped(f"{self.label}: {' / '.join(words)}", WIDTH, "", "    ")


class CrossedFigure(Figure, frozen=True):
    """Words as tiles, those crossed out pale; in the text they stand in brackets."""

    rows: tuple[CrossedRow, ...]
    legend: str
    """What the brackets mean; "" where none stand."""
    mark: str = "[{}]"

    def in_text(self) -> list[str]:
        lines = [line for row in self.rows for line in row.in_text(self.mark)]
        return [*lines, "", *wrapped(self.legend, WIDTH)] if self.legend else lines


class CopyFigure(Figure, frozen=True):
    """Lines to copy: a template with `__` where square and word go."""

    lines: tuple[str, ...]

    def in_text(self) -> list[str]:
        return list(self.lines)


class MarkedLine(Figure, frozen=True):
    """A line of the player's mail and where in it a fault stands."""

    line: str
    start: int
    end: int

    def in_text(self) -> list[str]:
        """Return the line behind a bar and signs under what is meant, a window of a long line."""
        start = max(0, self.end - 66) if self.end > 66 else 0
        line = self.line[start : start + 66]
        first = max(0, self.start - start)
        count = max(1, min(self.end - start, 66) - first)
        if self.start == 0 and self.end >= len(self.line):
            return [f"| {line}"]
        return [f"| {line}", f"| {' ' * first}{'^' * count}"]


def _quoted(line: str) -> list[str]:
    pieces = wrap(line, WIDTH - 4, break_on_hyphens=False)
    return [fenced(piece) for piece in pieces or [""]]


class Quotation(Figure, frozen=True):
    """What somebody else wrote: press, comments, a mail that is passed on."""

    lines: tuple[str, ...]

    @property
    def fenced(self) -> tuple[str, ...]:
        """Return the lines, a bar before those that could begin a play or a command."""
        return tuple(begins_safely(line) for line in self.lines)

    def in_text(self) -> list[str]:
        return [line for each in self.lines for line in _quoted(each)]


class SheetFigure(Figure, frozen=True):
    """The table of a round; which rows depends on the reader."""

    def in_text(self) -> list[str]:
        return [SHEET]


class LinkFigure(Figure, frozen=True):
    """A page of ours to choose, never of anybody who writes: where a word can be looked up."""

    label: str
    url: str

    def in_text(self) -> list[str]:
        return [f"{self.label}: {self.url}"]


class WriteFigure(Figure, frozen=True):
    """What is pressed to write to somebody; his address stands in the sentence above."""

    label: str
    url: str

    def in_text(self) -> list[str]:
        return []


class ListFigure(Figure, frozen=True):
    """A plain table; its first column can begin no move (`Max Mustermann`, `Runde 4`)."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def in_text(self) -> list[str]:
        rows = [self.heads, *self.rows]
        widths = [max(len(row[at]) for row in rows) for at in range(len(self.heads))]
        return [
            "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]


_PAIR = 15
"""What points and total of one player take; four such pairs fit beside each other."""


class ScoresFigure(Figure, frozen=True):
    """The score sheet of a game in turns: under each player's name a pair of columns (seed 002)."""

    players: tuple[str, ...]
    points: str
    """The head of the first column of each pair, and of the second."""
    total: str
    rows: tuple[tuple[tuple[str, str], ...], ...]
    """For each player points and total; two empty texts where he has no such line."""

    def in_text(self) -> list[str]:
        """Return the columns behind bars, so that no line of numbers begins as a move could."""
        count = max(1, len(self.players))
        longest = max(map(len, self.players), default=0)
        width = max(_PAIR, min(longest, (WIDTH + 1) // count - 3))
        names = [_bar(f"{name[:width]:^{width}}" for name in self.players)]
        heads = _bar(_pair(self.points, self.total, width) for _ in self.players)
        rows = [_bar(_pair(points, total, width) for points, total in row) for row in self.rows]
        return [*names, heads, *rows]


def _pair(points: str, total: str, width: int) -> str:
    """Return both below their heads; `24-5+10` takes of the room before the total."""
    return f"{points:>6} {total:>{width - 1 - max(6, len(points))}}"


def _bar(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)}".rstrip()
