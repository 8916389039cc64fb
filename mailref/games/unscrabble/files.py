"""A game of Un-Scrabble for others: a line for each turn, the pages of its archive."""

from collections.abc import Iterable

from mailref.games.by_turns.files import turn_pages as pages  # noqa: F401  as at every table
from mailref.games.by_turns.files import turns_csv
from mailref.games.by_turns.history import ToldTurn
from mailref.games.events import Event
from mailref.tiles.board import Axes, square_name

NO_GCG = "its tiles are taken, not laid"
_COLUMNS = (
    "turn", "player", "kind", "squares", "tiles", "words", "formula", "points", "total",
)  # fmt: skip


def csv(log: Iterable[Event]) -> bytes:
    """Return a line for each turn."""
    return turns_csv(log, _COLUMNS, _fields)


def _fields(turn: ToldTurn, axes: Axes) -> tuple[str | int, ...]:
    off = turn.off
    return (
        turn.number,
        turn.player,
        "take" if off is not None else turn.kind.value,
        " ".join(square_name(t.square, axes) for t in off.tiles) if off else "",
        off.letters if off is not None else "",
        " ".join(off.words) if off is not None else "",
        turn.formula,
        turn.points,
        turn.total,
    )
