"""A classic game for others: a line for each turn, its moves as GCG, the pages of its archive."""

from collections.abc import Iterable

from mailref.games.by_turns.files import turn_pages as pages  # noqa: F401  as at every table
from mailref.games.by_turns.files import turns_csv
from mailref.games.by_turns.history import ToldTurn, steps_of
from mailref.games.by_turns.showing import told_of
from mailref.games.classic.book import classic
from mailref.games.classic.gcg import gcg_of_turns
from mailref.games.events import Event
from mailref.tiles.board import Axes, place_name

_COLUMNS = (
    "turn", "player", "kind", "word", "square", "direction", "formula", "points", "total", "count",
)  # fmt: skip


def csv(log: Iterable[Event]) -> bytes:
    """Return a line for each turn."""
    return turns_csv(log, _COLUMNS, _fields, has_outs=True)


def _fields(turn: ToldTurn, axes: Axes) -> tuple[str | int, ...]:
    scored = turn.scored
    return (
        turn.number,
        turn.player,
        turn.recorded_kind,
        scored.word if scored else "",
        place_name(scored.square, scored.direction, axes) if scored else "",
        scored.direction.value if scored else "",
        turn.formula,
        turn.points,
        turn.noted,
        turn.count,
    )


def gcg(log: Iterable[Event]) -> str:
    """Return the moves as GCG; NotInGcgError says why the format cannot hold the game."""
    steps = tuple(steps_of(log))
    return gcg_of_turns(classic(steps[-1][1]), told_of(steps))
