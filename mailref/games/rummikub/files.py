"""A game of WORT-Rummikub for others: a line for each turn, the pages of its archive."""

from collections.abc import Iterable
from datetime import tzinfo

from mailref.games.by_turns.files import turn_pages as pages  # noqa: F401  as at every table
from mailref.games.by_turns.history import ToldTurn, TurnHistory, steps_of
from mailref.games.by_turns.showing import told_of
from mailref.games.events import Event
from mailref.report.gcg import NotInGcgError
from mailref.report.sheet_text import as_text, csv_of_rows

TABLE_COLUMNS = ("turn", "player", "kind", "word", "own", "sources", "taken", "points", "total")
"""Of a game of WORT-Rummikub."""


def table_csv(history: TurnHistory) -> bytes:
    """Return a line for each turn of a game of WORT-Rummikub."""
    return csv_of_rows(TABLE_COLUMNS, map(_table_fields, history.turns))


def _table_fields(turn: ToldTurn) -> tuple[str | int, ...]:
    made = turn.made
    return (
        turn.number,
        as_text(turn.player),
        turn.kind.value,
        made.word if made is not None else "",
        made.own if made is not None else "",
        " ".join(each.word for each in made.sources) if made is not None else "",
        "".join(each.tile for each in turn.taken),
        turn.points,
        turn.total,
    )


def csv(log: Iterable[Event], zone: tzinfo) -> bytes:  # noqa: ARG001  no times stand in it
    """Return a line for each turn."""
    steps = tuple(steps_of(log))
    return table_csv(told_of(steps))


def gcg(log: Iterable[Event]) -> str:  # noqa: ARG001  whatever happened
    """Refuse: GCG has a board."""
    raise NotInGcgError("its words lie on no board")
