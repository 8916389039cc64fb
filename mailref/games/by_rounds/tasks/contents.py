"""What the mails of a game tell of which each round sets a task: how it stands, and what it alone tells."""

from msgspec import Struct

from mailref.games.by_rounds.contents import FaceByRounds
from mailref.games.by_rounds.tasks.game import ClosedTask


class TableRow(Struct, frozen=True):
    """Where a player stands."""

    rank: int
    player: str
    total: int


class TaskFace(FaceByRounds, frozen=True, kw_only=True):
    """How such a game stands: nothing of the answers to the open task."""

    task: str | None
    """None where no round is open."""
    last: ClosedTask | None
    table: tuple[TableRow, ...]
