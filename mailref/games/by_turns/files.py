"""A game in turns for others: a line for each turn, the pages of its archive."""

from collections.abc import Iterable

from mailref.games.by_turns.course import game_and_history
from mailref.games.by_turns.mails import turn_game as stands
from mailref.games.by_turns.mails import turn_outs as outs
from mailref.games.by_turns.mails import turn_pages as pages
from mailref.games.by_turns.mails import turn_statistics as figures
from mailref.games.by_turns.mails import turns_csv
from mailref.games.by_turns.published import own_of_turn
from mailref.games.events import Event, EventLog

__all__ = ["NO_GCG", "csv", "figures", "outs", "pages", "stands"]
NO_GCG = "its moves are no plays on a board"


def csv(log: Iterable[Event]) -> bytes:
    """Return a line for each turn."""
    events = log if isinstance(log, EventLog) else tuple(log)
    game, _ = game_and_history(events)
    keys = f"turn=number player kind {own_of_turn(game)} points total"
    return turns_csv(events, keys, lambda turn, _: {"kind": turn.form})
