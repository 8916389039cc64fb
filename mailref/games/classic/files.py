"""A classic game for others: a line for each turn, its moves as GCG, the pages of its archive."""

from collections.abc import Iterable
from datetime import tzinfo

from mailref.games.by_turns.files import turn_pages as pages  # noqa: F401  as at every table
from mailref.games.by_turns.history import ToldTurn, TurnHistory, steps_of
from mailref.games.by_turns.showing import told_of
from mailref.games.classic.book import classic
from mailref.games.classic.gcg import gcg_of_turns
from mailref.games.events import Event
from mailref.report.sheet_text import as_text, csv_of_rows
from mailref.tiles.board import Axes, place_name

TURN_COLUMNS = (
    "turn", "player", "kind", "word", "square", "direction", "formula", "points", "total", "count",
)  # fmt: skip


def turns_csv(history: TurnHistory, axes: Axes) -> bytes:
    """Return a line for each turn that was not undone, also for one in which a player was put out."""
    stand = (turn for turn in history.course if turn.undone is None)
    return csv_of_rows(TURN_COLUMNS, (_turn_fields(turn, axes) for turn in stand))


def _turn_fields(turn: ToldTurn, axes: Axes) -> tuple[str | int, ...]:
    scored = turn.scored
    return (
        turn.number,
        as_text(turn.player),
        turn.recorded_kind,
        scored.word if scored else "",
        place_name(scored.square, scored.direction, axes) if scored else "",
        scored.direction.value if scored else "",
        as_text(turn.formula),
        turn.points,
        turn.noted,
        turn.count,
    )


def csv(log: Iterable[Event], zone: tzinfo) -> bytes:  # noqa: ARG001  no times stand in it
    """Return a line for each turn."""
    steps = tuple(steps_of(log))
    return turns_csv(told_of(steps), steps[-1][1].rules.axes)


def gcg(log: Iterable[Event]) -> str:
    """Return the moves as GCG; NotInGcgError says why the format cannot hold the game."""
    steps = tuple(steps_of(log))
    return gcg_of_turns(classic(steps[-1][1]), told_of(steps))
