"""Words of players mixed into the draws of a game in turns: until when one counts (chance)."""

from datetime import datetime

from mailref.games.by_turns.policy import RunningTurns
from mailref.referee.lots import announced_at, draws_at, is_word_in_time


def may_give_in_turns(running: RunningTurns, received: datetime) -> bool:
    """Tell whether a word still counts in a game in turns, in which all is drawn by the same key."""
    if running.game.turn is not None:
        return False
    is_announced = announced_at(running.game) is not None
    return not is_announced or is_word_in_time(running, draws_at(running), received)
