"""An export as values: its shape (contract 4), every fault named by its place, every difference shown.

Nothing of it is believed here or later: `verify` derives everything anew and compares.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct, field

from mailref.record import script
from mailref.record.game_json import SealedReport
from mailref.record.round_json import Json
from mailref.tiles.board import Board

Difference = script.Difference


class NotAnExportError(ValueError):
    """What was given is no export; the message names the key and what is wrong with it."""


Switches = Mapping[str, Any]
"""Switches as written; `read_rules` judges them."""
Instant = Annotated[datetime, Meta(tz=True)]
"""A time with an offset."""


_NO_BOARD = "is no board:"


class _WithBoard(Struct, frozen=True, kw_only=True):
    lying: tuple[str, ...] = field(name="board")

    def __post_init__(self) -> None:
        try:
            self.board  # noqa: B018  rows that are no board are a fault of the file
        except ValueError as wrong:
            raise ValueError(f"{_NO_BOARD} {wrong}") from None

    @property
    def board(self) -> Board:
        """Return the board that the rows show."""
        return Board.from_rows(self.lying)


class ExportedWord(Struct, frozen=True):
    """A word formed."""

    word: str
    points: int
    verdict: str


class ExportedPlay(Struct, frozen=True):
    """A play with the words it forms."""

    square: str
    direction: str
    word: str
    blanks: tuple[str, ...]
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

    swaps: tuple[str, ...]
    plays: tuple[ExportedPlay, ...]
    faults: tuple[ExportedFault, ...]
    status: str
    formula: str | None
    points: int | None
    claimed: int | None


class Adjustment(Struct, frozen=True):
    """A correction; `order` counts those of the game."""

    points: int
    order: int
    because: str


class ExportedEntry(Struct, frozen=True):
    """A player's row of a round."""

    player: str
    received: Instant | None
    moves: tuple[ExportedMove, ...]
    counts: int | None
    status: str
    move: ExportedMove | None
    square: str | None
    direction: str | None
    word: str | None
    formula: str | None
    faults: tuple[ExportedFault, ...]
    points: int
    base: int
    deduction: int
    adjustments: tuple[Adjustment, ...]
    total: int
    rank: int


class FormerPlayer(Struct, frozen=True):
    """Who has a total but took no part in a round."""

    player: str
    adjustments: tuple[Adjustment, ...]
    total: int
    rank: int


class ExportedLot(Struct, frozen=True):
    """A lot that chose between equal moves."""

    purpose: str
    choices: tuple[str, ...]
    chosen: int


class ExportedLaid(Struct, frozen=True):
    """The move that was laid, who found it, and by which rules it won the tie."""

    move: ExportedMove
    players: tuple[str, ...]
    tie: tuple[str, ...]
    lot: ExportedLot | None


class ExportedTop(Struct, frozen=True):
    """The best moves that were possible, as text: `M9s BEHAUE M11=?`."""

    points: int
    exact: bool
    moves: tuple[str, ...]


class MixedWord(Struct, frozen=True):
    """A player's word for draws and lots, under the name he had then."""

    player: str
    word: str


class ExportedDraw(Struct, frozen=True):
    """Letters drawn for a round."""

    round: int
    drawn: str
    returned: str
    redraws: int
    relaxed: bool
    by_hand: bool
    corrected: bool
    anew: tuple[str, ...] = ()
    """Why they were drawn anew, once for each time. Version 0.2.0 did not know that."""
    mix: tuple[MixedWord, ...] | None = None
    """What was mixed into draws and lots of that round; None where the seed alone decides."""


class ExportedRound(_WithBoard, frozen=True, kw_only=True):
    """A round, closed or open."""

    number: int
    letters: str
    deadline: Instant | None
    closed: Instant | None
    final: bool
    early: bool
    reopened: int
    rules: Switches
    rulings: int
    entries: tuple[ExportedEntry, ...]
    former: tuple[FormerPlayer, ...]
    laid: ExportedLaid | None
    top: ExportedTop | None
    drawn: str
    draw: ExportedDraw | None
    bag: int
    cleared: bool
    undecided: tuple[str, ...]
    policy: str | None
    deadlines: tuple[Instant | None, ...] | None = None
    """The ZATs of the round in order; the last one is `deadline`. Version 0.2.0 did not say."""
    paused: bool = False
    """Whether the clock stood still for a while."""

    @property
    def zats(self) -> tuple[Instant | None, ...]:
        """Return the ZATs of the round, as far as they are known."""
        return (self.deadline,) if self.deadlines is None else self.deadlines

    @property
    def rows(self) -> tuple[ExportedEntry | FormerPlayer, ...]:
        """Return all who have a total after the round."""
        return (*self.entries, *self.former)


class JoiningFixed(Struct, frozen=True):
    """What had been decided in the game, counted, when a late joiner's base was told anew."""

    corrections: int
    reopened: int


class Joining(Struct, frozen=True):
    """A player as he came into the game."""

    player: str
    round: int
    base: int
    missed: int
    late: bool
    among: tuple[str, ...]
    corrections: int
    reopened: int
    adjustments: tuple[Adjustment, ...]
    fixed: JoiningFixed | None = None
    """None where the base is as it was when he came."""

    @property
    def based_on(self) -> JoiningFixed:
        """Return what had been decided when his base was told last."""
        return self.fixed or JoiningFixed(self.corrections, self.reopened)


class Ruling(Struct, frozen=True):
    """A word that was decided; `accepted` is null where a decision was taken back."""

    word: str
    accepted: bool | None
    round: int
    by: str
    because: str


class Standing(Struct, frozen=True):
    """A line of the final table."""

    rank: int
    player: str
    points: int


class ExportedTile(Struct, frozen=True):
    """How many of a letter the game has, and what it is worth."""

    count: int
    value: int


class ExportedStart(_WithBoard, frozen=True, kw_only=True):
    """What a game that was taken over began with."""

    round: int


class ExportedLexicon(Struct, frozen=True):
    """The word list, told apart from others by its hash."""

    name: str
    sha256: str


class Export(Struct, frozen=True):
    """A whole game as exported."""

    game: str
    title: str
    variant: str
    rules: Switches
    tiles: Mapping[str, ExportedTile]
    start: ExportedStart | None
    """None where the game was not taken over."""
    finished: bool
    ended: str | None
    commitment: str
    seed: str | None
    lexicon: ExportedLexicon
    rulings: tuple[Ruling, ...]
    players: tuple[Joining, ...]
    first_draw: ExportedDraw | None
    rounds: tuple[ExportedRound, ...]
    standings: tuple[Standing, ...]
    sha256: str
    reports: tuple[SealedReport, ...] | None = None
    """None in an export of version 0.2.0, whose reports carried no hash."""

    @property
    def is_taken_over(self) -> bool:
        """Tell whether the game began elsewhere."""
        return self.start is not None

    @property
    def first_round(self) -> int:
        """Return the number of the first round played here."""
        return self.start.round if self.start else 1

    @property
    def first_board(self) -> Board:
        """Return what lay on the board when it began."""
        return self.start.board if self.start else Board()


def read_export(value: Json) -> Export:
    """Return the export in *value*; NotAnExportError names the first key that is missing or wrong."""
    try:
        return msgspec.convert(value, Export)
    except msgspec.ValidationError as wrong:
        raise NotAnExportError(_said_of(wrong)) from None
    except UnicodeEncodeError:
        raise NotAnExportError("the file holds half a character") from None


def _said_of(wrong: msgspec.ValidationError) -> str:
    """Return where the fault stands (`rounds[2].entries[0].points`), then what it is."""
    fault, _, found = str(wrong).partition(" - at `")
    place = found.rstrip("`").removeprefix("$").removeprefix(".")
    if fault.startswith(_NO_BOARD):
        return f"{place}.board {fault}"
    if (missing := _MISSING.fullmatch(fault)) is not None:
        return f"{place}.{missing[1]} is missing".removeprefix(".")
    if (mistaken := _MISTAKEN.match(fault)) is not None:
        fault = f"must be {_WANTED.get(mistaken[1], mistaken[1])}"
    elif fault.startswith("Invalid RFC3339"):
        fault = f"must be {_WANTED['datetime']}"
    return f"{place or 'the file'} {fault}"


_MISSING = re.compile("Object missing required field `(.*)`")
_MISTAKEN = re.compile(r"Expected `(\w+)(?: \| null)?`, got")
_WANTED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "int": "a whole number",
        "str": "a text",
        "bool": "true or false",
        "array": "a list",
        "object": "an object",
        "datetime": "a time such as 2026-12-11T20:00:00+01:00",
    }
)
