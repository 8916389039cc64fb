"""What orders about its clock record where rounds end at a ZAT for all."""

from datetime import datetime

from mailref.games.by_rounds.state import GameByRounds
from mailref.games.events import (
    DeadlineMoved,
    Event,
    GamePaused,
    GameResumed,
)
from mailref.referee import gm_orders as orders
from mailref.referee.deadline import is_ahead
from mailref.referee.gm_orders import (
    Refusal,
)


def zat_moved(
    game: GameByRounds, deadline: datetime, because: str, now: datetime
) -> tuple[Event, ...] | Refusal:
    """Give the open round another ZAT."""
    if game.round is None:
        return orders.NoRound()
    if not is_ahead(deadline, now):
        return orders.InThePast(deadline)
    return (DeadlineMoved(game.round.number, deadline, because),)


def paused(game: GameByRounds, because: str) -> tuple[Event, ...] | Refusal:
    """Let the clock stand still."""
    if game.is_paused:
        return orders.AlreadyPaused()
    if game.is_over:
        return orders.GameIsOver()
    return (GamePaused(because),)


def resumed(
    game: GameByRounds, deadline: datetime | None, because: str, now: datetime
) -> tuple[Event, ...] | Refusal:
    """Let the clock run again: with the ZAT named, or the old one, if that has not passed."""
    playing = game.round
    if not game.is_paused:
        return orders.NotPaused()
    zat = deadline or (playing.deadline if playing else None)
    if playing is not None and zat is not None and not is_ahead(zat, now):
        return orders.NeedsDeadline()
    again = GameResumed(because)
    if playing is not None and deadline is not None and deadline != playing.deadline:
        return again, DeadlineMoved(playing.number, deadline, because)
    return (again,)
