"""A game of Un-Scrabble for others: a line for each turn, the pages of its archive."""

from collections.abc import Iterable

from mailref.games.by_turns.history import ToldTurn
from mailref.games.by_turns.mails import turn_game as stands  # noqa: F401  the same
from mailref.games.by_turns.mails import turn_outs as outs  # noqa: F401  the same
from mailref.games.by_turns.mails import turn_pages as pages  # noqa: F401  as at every table
from mailref.games.by_turns.mails import turn_statistics as figures  # noqa: F401  the same
from mailref.games.by_turns.mails import turns_csv
from mailref.games.events import Event
from mailref.games.unscrabble.history import TakingTurn, ToldTaking
from mailref.tiles.board import Axes, square_name

NO_GCG = "its tiles are taken, not laid"
_KEYS = "turn=number player kind squares tiles words formula points total"


def csv(log: Iterable[Event]) -> bytes:
    """Return a line for each turn."""
    return turns_csv(log, _KEYS, _taken)


def _taken(turn: ToldTurn, axes: Axes) -> dict[str, str]:
    assert isinstance(turn, TakingTurn)  # noqa: S101  states the promise to mypy
    off = turn.off or ToldTaking((), ())
    return {
        "kind": "take" if turn.off is not None else turn.kind.value,
        "squares": " ".join(square_name(tile.square, axes) for tile in off.tiles),
        "tiles": off.letters,
        "words": " ".join(off.words),
    }
