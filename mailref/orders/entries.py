"""What a mail asks for, once read: entries, and the kinds of row from which they are put together."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from mailref.orders.table import NOTHING_BEHIND, Behind, Command
from mailref.orders.written import Wish, Written, WrittenOrders
from mailref.reading.incoming_mail import Line
from mailref.tiles.board import Axes
from mailref.tiles.moves import BlankFor, BlankOn, Fault, Play, Swap, TextSpan, WrittenMove
from mailref.tiles.variant import Laying

if TYPE_CHECKING:
    from mailref.orders.grammar import Grammars


class GameFace(Struct, frozen=True):
    """What reading needs to know of a game: how it is called, and its rules, which say how its players write."""

    id: str
    title: str
    rules: Laying


class Ambiguity(StrEnum):
    """Why an entry is asked back."""

    SECOND_PLAY = "second_play"
    """Two plays without number or slash in a Dottendorf game."""
    AFTER_EMPTY_LINE = "after_empty_line"
    """A complete play stands after the empty line that ends the entry."""
    TWO_ENTRIES = "two_entries"
    """Two different entries for one game and player in a mail."""
    UNREAD_PLAY = "unread_play"
    """A line that could be a play was not read, or what stands beside it puts it in doubt."""
    SECOND_THOUGHT = "second_thought"
    """A play is replaced, and it is not certain which."""
    OTHER_ROUND = "other_round"
    """The words before a play say that it is for another round."""
    UNFORMED_WORD = "unformed_word"
    """A word stands behind a play that the play does not form."""


class UnknownHeading(Struct, frozen=True):
    """A heading shaped like a game's that names none; `suggestions` are ids of similar games."""

    text: str
    suggestions: tuple[str, ...]


class RoundNamed(Struct, frozen=True):
    """The round for which words say that a play is: `Mein Zug in Runde 6:`."""

    number: int
    span: TextSpan


class Entry(Struct, frozen=True):
    """What a mail holds for one game."""

    game: str | UnknownHeading | None
    """The id of the game the heading names; None where no heading stands."""
    heading: TextSpan | None
    player: TextSpan | None
    """The name in `Spieler=`, if it stands there."""
    moves: tuple[WrittenMove, ...]
    commands: tuple[Command, ...] = ()
    said: Behind = NOTHING_BEHIND
    """What stands behind those of them that have a value."""
    wish: Wish | None = None
    """From which of two bags the first rack is wanted."""
    ambiguity: Ambiguity | None = None
    ambiguous_at: TextSpan | None = None
    unused: tuple[TextSpan, ...] = ()
    """Lines of the entry that were not used: the confirmation names them."""
    named: tuple[TextSpan, ...] = ()
    """Words behind a play without a plus: each must be one that the play forms."""
    round_named: RoundNamed | None = None
    written: Written | None = None
    """What it asks for in a kind of game whose lines are read together: it has no moves but these."""

    @property
    def asks(self) -> bool:
        """Tell whether it asks for something beside commands."""
        return bool(self.moves) or self.written is not None

    @property
    def holds_move(self) -> bool:
        """Tell whether a readable move stands in it."""
        if self.written is not None:
            return self.written.holds_move
        return any(written.move for written in self.moves)

    @property
    def ambiguous_line(self) -> str | None:
        """Return what is asked back about; None where nothing is."""
        at = self.ambiguous_at or (self.written.ambiguous_at if self.written is not None else None)
        return at.text.strip() if at is not None else None

    @property
    def span(self) -> TextSpan | None:
        """Return the first line that asks for something; None where none does."""
        if self.written is not None:
            return self.written.span
        return self.moves[0].span if self.moves else None


def orders_in(entry: Entry | None) -> WrittenOrders | None:
    """Return the orders of an entry for a game in turns; None where there are none."""
    written = entry.written if entry is not None else None
    return written if isinstance(written, WrittenOrders) else None


class Reading(Struct, frozen=True):
    """All that a mail asks for."""

    entries: tuple[Entry, ...]
    """In order; one with neither moves nor commands where a heading stands alone. May be empty."""
    commands: tuple[Command, ...]
    """Commands outside any entry, the subject's included, each once."""
    said: Behind = NOTHING_BEHIND
    wish: Wish | None = None
    prose: bool = False
    """Whether the person wrote anything beside entries and commands, greetings aside."""
    player: TextSpan | None = None
    """The name in a `Spieler=` that stands in no entry: beside ANMELDEN."""
    is_over_budget: bool = False
    """Whether more could be a move or a heading than is looked at in one mail: nothing counts."""

    @property
    def asks_for_something(self) -> bool:
        """Tell whether a move or a command was read, or something that must be asked back."""
        return bool(
            self.commands
            or any(entry.asks or entry.commands or entry.ambiguity for entry in self.entries)
        )


class SectionReader:
    """Reads the lines under one heading together, in a kind of game where they ask for more than plays."""

    commands_as_orders: ClassVar[tuple[Command, ...]] = ()
    """The commands that are orders here, to be carried out in their place."""
    wishes: ClassVar[bool | None] = None
    """Whether a line may say from which of two bags tiles are wanted; None: only where no game is named."""

    def __init__(self, grammars: "Grammars") -> None:
        self._grammars = grammars

    def recognises(self, line: Line, axes: Axes) -> bool:
        """Tell whether a line asks for something by itself."""
        raise NotImplementedError

    def written(self, lines: Sequence[Line], axes: Axes) -> Written | None:
        """Return all that *lines* ask for; None where that is nothing."""
        raise NotImplementedError

    def heading_alone(self, heading: TextSpan) -> Written | None:  # noqa: ARG002  as a rule
        """Return what a heading says with nothing below it."""
        return None

    def may_head(self, title: str) -> bool:  # noqa: ARG002  as a rule
        """Tell whether a game's title before an order is a heading, and no order itself."""
        return True

    def in_subject(self, subject: str, rows: Sequence["Row"]) -> Written | None:  # noqa: ARG002  as a rule
        """Return what a subject says where the *rows* of its mail ask for nothing."""
        return None

    def leaves_wish(self, lines: Sequence[Line], axes: Axes) -> bool:  # noqa: ARG002  as a rule
        """Tell whether a wish among *lines* belongs to no move: it is for the first rack."""
        return True


class Habits(Struct, frozen=True):
    """How the players of a game write: the axes of squares, and how lines are read.

    Either each by itself, as a play: then whether they are Teilzüge and alternates, and how many are
    allowed; or together.
    """

    axes: Axes = Axes.COLUMNS
    are_numbered: bool = True
    plays: int = 1
    moves: int | None = None
    reader: type[SectionReader] | None = None
    """Who reads them together; None: each is a play by itself."""


class EmptyRow(Struct, frozen=True):
    """An empty line."""


class SkippedRow(Struct, frozen=True):
    """A line that says nothing: the empty template `__ __`."""


class ProseRow(Struct, frozen=True):
    """Anything else a person writes."""

    line: Line


class UnreadRow(Struct, frozen=True):
    """A line that could be a play, and is none, or not certainly."""

    span: TextSpan
    is_no_move: bool = False
    """Whether it is none beyond doubt, and only named: it tells of another round, or bears our bar."""


class OrderRow(Struct, frozen=True):
    """A line of a game in turns, to be read with the others of its section."""

    line: Line
    is_doubtful: bool = False
    """Whether it may be ours: an order in it is asked about."""


class HeadingRow(Struct, frozen=True):
    game: str | UnknownHeading
    span: TextSpan


class PlayerRow(Struct, frozen=True):
    span: TextSpan | None
    """The name; None in an empty `Spieler=`."""


class CommandRow(Struct, frozen=True):
    command: Command


class SaidRow(Struct, frozen=True):
    """An order with what stands behind it, also in the lines below: `PRESSE: text`, `LOSWORT Pflaume`."""

    command: Command
    text: str

    @property
    def said(self) -> Behind:
        return Behind(((self.command, self.text),))


class WishRow(Struct, frozen=True):
    """`ZIEHE 2V 4K`: beside a move in a game in turns, or for the first rack."""

    line: Line
    wish: Wish


class BesideRow(Struct, frozen=True):
    """What stands in a line of its own for the play above it: `A4 = Blanko`, `Summe: 152`, a comment."""

    blanks: tuple[BlankFor | BlankOn, ...] = ()
    faults: tuple[Fault, ...] = ()
    total: int | None = None
    comment: str = ""


class SwapRow(Struct, frozen=True):
    is_alternate: bool
    swaps: tuple[Swap, ...]
    faults: tuple[Fault, ...]


class PlayRow(Struct, frozen=True):
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
    is_detailed: bool = False
    """Whether points or a direction stand beside a word alone: `BEINE 20`."""
    is_doubtful: bool = False
    """A square and a word such as `A3 Plakate`: a play that lacks its direction, or prose."""
    is_instead: bool = False
    """Whether it replaces the play before: `Korrektur:`."""
    is_postscript: bool = False
    """Whether `PS` stands before it."""
    is_for_want: bool = False
    """Whether it is meant where another does not count, and nobody has seen that one."""
    named: tuple[TextSpan, ...] = ()
    """Words behind it without a plus."""
    round_named: RoundNamed | None = None

    @property
    def is_firm(self) -> bool:
        """Tell whether it is a play whatever stands around it."""
        return not self.is_bare and not self.is_doubtful

    @property
    def is_likely(self) -> bool:
        """Tell whether it is a play whatever stands around it, or can be read as one."""
        return self.is_firm or (self.play is not None and not self.faults)


EntryRow = (
    EmptyRow
    | SkippedRow
    | ProseRow
    | OrderRow
    | UnreadRow
    | PlayerRow
    | CommandRow
    | SaidRow
    | WishRow
    | BesideRow
    | SwapRow
    | PlayRow
)
Row = HeadingRow | EntryRow
