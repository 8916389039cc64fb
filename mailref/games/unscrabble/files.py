"""A game of Un-Scrabble for others: a line for each turn, the pages of its archive."""

from collections.abc import Iterable
from datetime import tzinfo

from mailref.games.by_turns.files import turn_pages as pages  # noqa: F401  as at every table
from mailref.games.by_turns.history import ToldTurn, TurnHistory, steps_of
from mailref.games.by_turns.showing import told_of
from mailref.games.events import Event
from mailref.report.gcg import NotInGcgError
from mailref.report.sheet_text import as_text, csv_of_rows
from mailref.tiles.board import Axes, square_name

TAKING_COLUMNS = (
    "turn", "player", "kind", "squares", "tiles", "words", "formula", "points", "total",
)  # fmt: skip
"""Of a game of Un-Scrabble."""


def taking_csv(history: TurnHistory, axes: Axes) -> bytes:
    """Return a line for each turn of a game of Un-Scrabble."""
    return csv_of_rows(TAKING_COLUMNS, (_taking_fields(turn, axes) for turn in history.turns))


def _taking_fields(turn: ToldTurn, axes: Axes) -> tuple[str | int, ...]:
    off = turn.off
    return (
        turn.number,
        as_text(turn.player),
        "take" if off is not None else turn.kind.value,
        " ".join(square_name(t.square, axes) for t in off.tiles) if off else "",
        off.letters if off is not None else "",
        " ".join(off.words) if off is not None else "",
        as_text(turn.formula),
        turn.points,
        turn.total,
    )


def csv(log: Iterable[Event], zone: tzinfo) -> bytes:  # noqa: ARG001  no times stand in it
    """Return a line for each turn."""
    steps = tuple(steps_of(log))
    return taking_csv(told_of(steps), steps[-1][1].rules.axes)


def gcg(log: Iterable[Event]) -> str:  # noqa: ARG001  whatever happened
    """Refuse: in GCG tiles are laid."""
    raise NotInGcgError("its tiles are taken, not laid")
