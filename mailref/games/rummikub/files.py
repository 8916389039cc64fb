"""A game of WORT-Rummikub for others: a line for each turn, the pages of its archive."""

from collections.abc import Iterable

from mailref.games.by_turns.history import ToldTurn
from mailref.games.by_turns.mails import turn_game as stands  # noqa: F401  the same
from mailref.games.by_turns.mails import turn_outs as outs  # noqa: F401  the same
from mailref.games.by_turns.mails import turn_pages as pages  # noqa: F401  as at every table
from mailref.games.by_turns.mails import turn_statistics as figures  # noqa: F401  the same
from mailref.games.by_turns.mails import turns_csv
from mailref.games.events import Event
from mailref.games.rummikub.history import TableTurn
from mailref.tiles.board import Axes

NO_GCG = "its words lie on no board"
_KEYS = """
    turn=number player kind word=made.word own=made.own sources taken points total
"""


def csv(log: Iterable[Event]) -> bytes:
    """Return a line for each turn."""
    return turns_csv(log, _KEYS, _sources)


def _sources(turn: ToldTurn, _axes: Axes) -> dict[str, str]:
    assert isinstance(turn, TableTurn)  # noqa: S101  states the promise to mypy
    sources = turn.made.sources if turn.made is not None else ()
    taken = "".join(each.tile for each in turn.taken)
    return {"sources": " ".join(each.word for each in sources), "taken": taken}
