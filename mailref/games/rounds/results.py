"""What a closed round says: of each player, of the move laid, of ties, lots and the top."""

from datetime import datetime
from enum import StrEnum

from mailref.games.rounds.ties import Lot
from mailref.structs import OnRecord
from mailref.tiles.board import Board
from mailref.tiles.scoring import Judged
from mailref.tiles.top.found import Top


class EntryStatus(StrEnum):
    """What became of a player in a round (contract 4)."""

    VALID = "valid"
    PENDING = "pending"
    INVALID = "invalid"
    MISSING = "missing"
    LATE = "late"
    UNREAD = "unread"
    """No move, but mail in which nothing could be read."""

    @property
    def is_missing(self) -> bool:
        """Tell whether there is no entry at all."""
        return self in (EntryStatus.MISSING, EntryStatus.UNREAD)


class PlayerResult(OnRecord, frozen=True):
    """One row of the score sheet."""

    player: str
    status: EntryStatus
    received: datetime | None
    moves: tuple[Judged, ...]
    """The moves of the entry that was looked at, as judged at the close; empty if there was none."""
    counts: int | None
    """Index of the move that counts."""
    points: int
    """What the move scores; 0 if none counts."""
    base: int
    """What the player started with; shown where he is a late joiner."""
    deduction: int
    """Values of the letters not laid, in the final round."""
    total: int
    rank: int
    rank_before: int | None
    """The rank after the round before, as that is known here; None in the player's first round."""

    @property
    def counted(self) -> Judged | None:
        return None if self.counts is None else self.moves[self.counts]

    @property
    def net(self) -> int:
        return self.points - self.deduction


class Laid(OnRecord, frozen=True):
    """The move that is laid on the common board."""

    players: tuple[str, ...]
    """All who found it."""
    judged: Judged
    tie: tuple[str, ...]
    """The rules that decided between equal best moves, in the order applied."""
    lot: Lot | None


class RoundResult(OnRecord, frozen=True):
    """A closed round, whole: the report is made of this and of the letters drawn after it."""

    number: int
    letters: str
    deadline: datetime | None
    closed: datetime
    is_final: bool
    is_early: bool
    entries: tuple[PlayerResult, ...]
    """By rank, then in the order of the players."""
    laid: Laid | None
    top: Top | None
    board: Board
    """After the move was laid."""
    kept: str
    """The letters the laid move left."""
    undecided: tuple[str, ...] = ()
    """Words nobody ruled on in time, settled by the game's policy."""
    undecided_policy: str | None = None
