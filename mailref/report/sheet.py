"""The score sheet (Wertungsblatt) of a round as values; text, CSV, PDF and HTML are made from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from mailref.report.letters import LetterGroup
from mailref.rules.board import Direction
from mailref.rules.results import EntryStatus

WHOLE_TABLE = 60
"""Up to so many players a mail's table shows them all (issue 6, item 2)."""
FIRST_ROWS = 20
NEIGHBOURS = 2
"""Rows above and below the reader's own that are shown in a longer table."""


@dataclass(frozen=True, slots=True)
class SheetPlay:
    """A play of the move that counts, in the game's own notation."""

    square: str
    direction: Direction
    place: str
    """Square and direction as players write them: `M10s`."""
    word: str


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a player scored in one round, and his total after it."""

    points: int
    total: int
    status: EntryStatus


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A player in this round."""

    player: str
    status: EntryStatus
    plays: tuple[SheetPlay, ...]
    formula: str
    points: int
    total: int
    rank: int
    rank_before: int | None = None
    """None in the first round, and for who has just joined."""
    base: int = 0
    """What a late joiner started with."""
    deduction: int = 0
    """Values of the letters not laid in the final round."""
    adjustments: tuple[int, ...] = ()
    """Points the game master added or took away later."""
    percent: Decimal | None = None
    better: int | None = None
    solo: int | None = None
    note: str = ""
    """Why nothing counts, in words: a missing or rejected move."""
    rounds: tuple[RoundScore | None, ...] = ()
    """For each round of the sheet; None where the player was not yet there."""

    @property
    def climbed(self) -> int | None:
        """Return by how many ranks the player rose; negative: fell."""
        return None if self.rank_before is None else self.rank_before - self.rank


@dataclass(frozen=True, slots=True)
class SheetTop:
    """The best possible moves of the round, each as text, and their points."""

    points: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetData:
    """A closed round: every player by rank, and what belongs on the sheet beside the table."""

    title: str
    round_number: int
    rows: tuple[SheetRow, ...]
    """By rank, all players."""
    rounds: tuple[int, ...] = ()
    """Numbers of the rounds whose points the rows hold."""
    winners: frozenset[str] = frozenset()
    """The players whose move was laid."""
    top: SheetTop | None = None
    letters_left: tuple[LetterGroup, ...] = ()

    @property
    def has_percent(self) -> bool:
        return any(row.percent is not None for row in self.rows)

    @property
    def has_better(self) -> bool:
        return any(row.better is not None for row in self.rows)

    @property
    def has_solo(self) -> bool:
        return any(row.solo is not None for row in self.rows)


@dataclass(frozen=True, slots=True)
class Gap:
    """So many rows are left out here."""

    count: int


SheetRows = tuple[SheetRow | Gap, ...]


def rows_for(sheet: SheetData, reader: str | None) -> SheetRows:
    """Return what a mail to *reader* shows: all rows, or the first ones and those around his own."""
    count = len(sheet.rows)
    if count <= WHOLE_TABLE:
        return sheet.rows
    shown = set(range(FIRST_ROWS))
    own = next((i for i, row in enumerate(sheet.rows) if row.player == reader), None)
    if own is not None:
        shown |= set(range(max(0, own - NEIGHBOURS), min(count, own + NEIGHBOURS + 1)))
    return _with_gaps(sheet.rows, sorted(shown))


def _with_gaps(rows: Sequence[SheetRow], shown: Sequence[int]) -> SheetRows:
    found: list[SheetRow | Gap] = []
    following = 0
    for index in shown:
        if index > following:
            found.append(Gap(index - following))
        found.append(rows[index])
        following = index + 1
    if following < len(rows):
        found.append(Gap(len(rows) - following))
    return tuple(found)
