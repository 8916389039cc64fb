"""What exports of the first form tell of a game in rounds, as values: their shape."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from mailref.games.rounds.past_rounds import Made
from mailref.games.rounds.results import EntryStatus
from mailref.games.rounds.ties import Lot
from mailref.record.as_json import Json, SealedReport
from mailref.record.read_export import (
    SQUARE,
    WORD,
    Beginning,
    Instant,
    Ruling,
    Switches,
    Tiles,
    Word,
    read_as,
)
from mailref.tiles.board import Direction

_PLAY: Final = rf"{SQUARE}[a-z]? {WORD}(?: {SQUARE}=\?)*"
SquareName = Annotated[str, Meta(pattern=f"^{SQUARE}$")]
MoveName = Annotated[str, Meta(pattern=f"^{_PLAY}(?:; {_PLAY})*(?: <> {SQUARE})*$")]


class ExportedWord(Struct, frozen=True):
    """A word formed."""

    word: str
    points: int
    verdict: str


class ExportedPlay(Struct, frozen=True):
    """A play with the words it forms."""

    square: SquareName
    direction: Direction
    word: Word
    blanks: tuple[SquareName, ...]
    words: tuple[ExportedWord, ...]
    points: int


class ExportedFault(Struct, frozen=True):
    """What is wrong with a move, and where in the player's text it stands."""

    code: str
    line: int
    column: int
    text: str


class ExportedMove(Struct, frozen=True):
    """A move object of contract 3."""

    swaps: tuple[SquareName, ...]
    plays: tuple[ExportedPlay, ...]
    faults: tuple[ExportedFault, ...]
    claimed: int | None


class Adjustment(Struct, frozen=True):
    """A correction; `order` counts those of the game."""

    points: int
    order: int
    because: str


class ExportedRow(Struct, frozen=True):
    """Who has a total after a round."""

    player: str
    adjustments: tuple[Adjustment, ...]


class ExportedEntry(ExportedRow, frozen=True):
    """A player's row of a round in which he takes part."""

    received: Instant | None
    moves: tuple[ExportedMove, ...]
    counts: int | None
    status: EntryStatus


class ExportedLaid(Struct, frozen=True):
    """Who found the move that was laid, and a lot by which it was chosen."""

    players: tuple[str, ...]
    lot: Lot | None


class ExportedTop(Struct, frozen=True):
    """The best moves that were possible, as text: `M9s BEHAUE M11=?`."""

    points: int
    exact: bool
    moves: tuple[MoveName, ...]


class MixedWord(Struct, frozen=True):
    """A player's word for draws and lots, under the name he had then."""

    player: str
    word: str


class ExportedDraw(Struct, frozen=True):
    """Letters drawn for a round."""

    drawn: Tiles
    redraws: int
    by_hand: bool
    corrected: bool
    anew: tuple[str, ...] = ()
    """Why they were drawn anew, once for each time. Version 0.2.0 did not know that."""
    mix: tuple[MixedWord, ...] | None = None
    """What was mixed into draws and lots of that round; None where the seed alone decides."""


class ExportedRound(Struct, frozen=True, kw_only=True):
    """A round, closed or open."""

    number: int
    letters: Tiles
    deadline: Instant | None
    closed: Instant | None
    final: bool
    early: bool
    reopened: int
    rules: Switches
    rulings: int
    entries: tuple[ExportedEntry, ...]
    former: tuple[ExportedRow, ...]
    laid: ExportedLaid | None
    top: ExportedTop | None
    draw: ExportedDraw | None
    undecided: tuple[str, ...]
    policy: str | None
    deadlines: tuple[Instant | None, ...] | None = None
    """The ZATs of the round in order; the last one is `deadline`. Version 0.2.0 did not say."""
    paused: bool = False
    """Whether the clock stood still for a while."""

    @property
    def zats(self) -> tuple[Instant | None, ...]:
        """Return the ZATs of the round, as far as they are known."""
        return self.deadlines or (self.deadline,)

    @property
    def rows(self) -> tuple[ExportedRow, ...]:
        """Return all who have a total after the round."""
        return (*self.entries, *self.former)


class Joining(ExportedRow, frozen=True, kw_only=True):
    """A player as he came into the game."""

    round: int
    base: int
    missed: int
    late: bool
    among: tuple[str, ...]
    corrections: int
    reopened: int
    fixed: Made | None = None
    """None where the base is as it was when he came."""

    @property
    def based_on(self) -> Made:
        """Return what had been decided when his base was told last."""
        return self.fixed or Made(self.corrections, self.reopened)


class ExportedStart(Struct, frozen=True):
    """What a game that was taken over began with."""

    round: int
    board: tuple[str, ...]


class Export(Beginning, frozen=True, kw_only=True):
    """A whole game in rounds."""

    start: ExportedStart | None
    """None where the game was not taken over."""
    finished: bool
    ended: str | None
    seed: str | None
    rulings: tuple[Ruling, ...]
    players: tuple[Joining, ...]
    first_draw: ExportedDraw | None
    rounds: tuple[ExportedRound, ...]
    reports: tuple[SealedReport, ...] | None = None
    """None in an export of version 0.2.0, whose reports carried no hash."""


def read_export(value: Json) -> Export:
    """Return the export of a game in rounds in *value*."""
    return read_as(Export, value)
