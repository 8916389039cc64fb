"""What stands between the sentences of a mail: boards, tables, letters, lines of a player's mail."""

from dataclasses import dataclass, field

from mailref.mail.replies.binding import begins_safely, bound
from mailref.report.view import BoardView


@dataclass(frozen=True, slots=True)
class BoardFigure:
    """A board: a picture in HTML, characters in the text."""

    view: BoardView
    alt: str
    legend: str
    caption: str


@dataclass(frozen=True, slots=True)
class ChartFigure:
    """The chart of the totals; the text has the table of all rounds instead."""

    png: bytes = field(repr=False)
    alt: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TilesFigure:
    """Letters set as tiles, with their values; the label stands before them in the same line."""

    label: str
    tiles: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CopyFigure:
    """Lines to copy: a template with `__` where square and word go."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """A line of the player's mail and where in it a fault stands."""

    line: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Quotation:
    """What somebody else wrote: press, comments, a mail that is passed on."""

    lines: tuple[str, ...]

    @property
    def fenced(self) -> tuple[str, ...]:
        """Return the lines, a bar before those that could begin a play or a command."""
        return tuple(begins_safely(bound(line)) for line in self.lines)


@dataclass(frozen=True, slots=True)
class SheetFigure:
    """The table of a round; which rows depends on the reader."""


@dataclass(frozen=True, slots=True)
class ListFigure:
    """A plain table; its first column can begin no move (`Max Mustermann`, `Runde 4`)."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Figure = (
    BoardFigure
    | ChartFigure
    | TilesFigure
    | CopyFigure
    | MarkedLine
    | Quotation
    | SheetFigure
    | ListFigure
)
