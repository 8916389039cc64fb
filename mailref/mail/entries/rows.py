"""The kinds of line a mail holds, once read: the rows from which entries are put together."""

from dataclasses import dataclass

from mailref.mail.entries.model import Command, UnknownHeading
from mailref.mail.incoming.model import Line
from mailref.rules.faults import Fault
from mailref.rules.moves import BlankFor, BlankOn, Play, Swap, TextSpan


@dataclass(frozen=True, slots=True)
class Blank:
    """An empty line."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A line that says nothing: the empty template `__ __`."""


@dataclass(frozen=True, slots=True)
class Prose:
    """Anything else a person writes."""

    line: Line


@dataclass(frozen=True, slots=True)
class HeadingRow:
    game: str | UnknownHeading
    span: TextSpan


@dataclass(frozen=True, slots=True)
class PlayerRow:
    span: TextSpan | None
    """The name; None in an empty `Spieler=`."""


@dataclass(frozen=True, slots=True)
class CommandRow:
    command: Command


@dataclass(frozen=True, slots=True)
class PressRow:
    """`PRESSE: text`; the lines up to the next blank one belong to it."""

    text: str


@dataclass(frozen=True, slots=True)
class CommentRow:
    """A line of comment, for the play above it."""

    text: str


@dataclass(frozen=True, slots=True)
class TotalRow:
    """`Summe: 152` in a line of its own."""

    total: int


@dataclass(frozen=True, slots=True)
class JokerRow:
    """`A4 = Blanko` in a line of its own, for the play above it."""

    blanks: tuple[BlankFor | BlankOn, ...]
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class SwapRow:
    is_alternate: bool
    swaps: tuple[Swap, ...]
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class PlayRow:
    """A line that is, or was meant as, a play."""

    span: TextSpan
    play: Play | None
    faults: tuple[Fault, ...] = ()
    is_alternate: bool = False
    number: int | None = None
    swaps: tuple[Swap, ...] = ()
    total: int | None = None
    is_complete: bool = False
    """Whether it has its square, its direction and its word."""
    is_bare: bool = False
    """A word alone: a play without its place, or a word in capitals that is none."""
    is_doubtful: bool = False
    """A square and a word such as `A3 Plakate`: a play that lacks its direction, or prose."""

    @property
    def is_firm(self) -> bool:
        """Tell whether it is a play whatever stands around it."""
        return not self.is_bare and not self.is_doubtful


EntryRow = (
    Blank
    | Skipped
    | Prose
    | PlayerRow
    | CommandRow
    | PressRow
    | CommentRow
    | TotalRow
    | JokerRow
    | SwapRow
    | PlayRow
)
Row = HeadingRow | EntryRow
