"""An export as values: what it claims, before anything of it is believed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from mailref.rules.board import Board

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class NotAnExportError(ValueError):
    """What was given is no export; the message names the key and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word formed."""

    word: str
    points: int
    verdict: str


@dataclass(frozen=True, slots=True)
class Play:
    square: str
    direction: str
    word: str
    blanks: tuple[str, ...]
    words: tuple[Word, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Fault:
    code: str
    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Move:
    """A move object of contract 3."""

    swaps: tuple[str, ...]
    plays: tuple[Play, ...]
    faults: tuple[Fault, ...]
    status: str
    formula: str | None
    points: int | None
    claimed: int | None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A correction; `order` counts those of the game."""

    points: int
    order: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A player's row of a round."""

    player: str
    received: datetime | None
    moves: tuple[Move, ...]
    counts: int | None
    status: str
    move: Move | None
    square: str | None
    direction: str | None
    word: str | None
    formula: str | None
    faults: tuple[Fault, ...]
    points: int
    base: int
    deduction: int
    adjustments: tuple[Adjustment, ...]
    total: int
    rank: int


@dataclass(frozen=True, slots=True)
class Former:
    """Who has a total but took no part in a round."""

    player: str
    adjustments: tuple[Adjustment, ...]
    total: int
    rank: int


Row = Entry | Former
"""Whoever has a total after a round."""


@dataclass(frozen=True, slots=True)
class Lot:
    purpose: str
    choices: tuple[str, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class Laid:
    move: Move
    players: tuple[str, ...]
    tie: tuple[str, ...]
    lot: Lot | None


@dataclass(frozen=True, slots=True)
class Top:
    points: int
    exact: bool
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Letters drawn for a round."""

    round: int
    drawn: str
    returned: str
    redraws: int
    relaxed: bool
    by_hand: bool
    corrected: bool


@dataclass(frozen=True, slots=True)
class Round:
    """A round, closed or open."""

    number: int
    letters: str
    deadline: datetime | None
    closed: datetime | None
    final: bool
    early: bool
    reopened: int
    rules: Mapping[str, Json]
    rulings: int
    entries: tuple[Entry, ...]
    former: tuple[Former, ...]
    laid: Laid | None
    top: Top | None
    drawn: str
    draw: Drawn | None
    bag: int
    cleared: bool
    undecided: tuple[str, ...]
    policy: str | None
    board: tuple[str, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        """Return all who have a total after the round."""
        return (*self.entries, *self.former)


@dataclass(frozen=True, slots=True)
class Joining:
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


@dataclass(frozen=True, slots=True)
class Ruling:
    word: str
    accepted: bool | None
    by: str


@dataclass(frozen=True, slots=True)
class Standing:
    rank: int
    player: str
    points: int


@dataclass(frozen=True, slots=True)
class Tile:
    count: int
    value: int


@dataclass(frozen=True, slots=True)
class Export:
    """A whole game as exported."""

    game: str
    title: str
    variant: str
    rules: Mapping[str, Json]
    tiles: Mapping[str, Tile]
    start_round: int | None
    """None where the game was not taken over."""
    start_board: Board
    finished: bool
    ended: str | None
    commitment: str
    seed: str | None
    lexicon: str
    lexicon_sha256: str
    rulings: tuple[Ruling, ...]
    players: tuple[Joining, ...]
    first_draw: Drawn | None
    rounds: tuple[Round, ...]
    standings: tuple[Standing, ...]
    sha256: str


Fact = object
"""What was expected or found: a number, a text, a tuple of them, None."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where an export is not what the rules make of it."""

    round: int | None
    player: str | None
    field: str
    expected: Fact
    found: Fact


@dataclass(frozen=True, slots=True)
class Verified:
    """Everything is as the rules make it."""

    rounds: int
    """How many closed rounds were replayed."""
    with_chance: bool
    """Whether the seed was known, so that draws and lots were checked too."""
    by_hand: tuple[int, ...] = ()
    """Rounds whose letters were drawn by hand: no seed says what they had to be."""
