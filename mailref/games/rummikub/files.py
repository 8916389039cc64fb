"""A game of WORT-Rummikub for others: a line for each turn, the pages of its archive."""

from collections.abc import Iterable

from mailref.games.by_turns.files import turn_pages as pages  # noqa: F401  as at every table
from mailref.games.by_turns.files import turns_csv
from mailref.games.by_turns.history import ToldTurn
from mailref.games.events import Event
from mailref.tiles.board import Axes

NO_GCG = "its words lie on no board"
_COLUMNS = ("turn", "player", "kind", "word", "own", "sources", "taken", "points", "total")


def csv(log: Iterable[Event]) -> bytes:
    """Return a line for each turn."""
    return turns_csv(log, _COLUMNS, _fields)


def _fields(turn: ToldTurn, _axes: Axes) -> tuple[str | int, ...]:
    made = turn.made
    return (
        turn.number,
        turn.player,
        turn.kind.value,
        made.word if made is not None else "",
        made.own if made is not None else "",
        " ".join(each.word for each in made.sources) if made is not None else "",
        "".join(each.tile for each in turn.taken),
        turn.points,
        turn.total,
    )
