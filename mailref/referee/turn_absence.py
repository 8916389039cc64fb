"""URLAUB: days on which no turn of a player ends (classic 7.7)."""

from dataclasses import replace
from datetime import date, datetime

from mailref.reading.names import read_days
from mailref.referee.findings import NotDone, RunningTurns
from mailref.referee.turn_clock import zat_of_turn
from mailref.referee.turn_showing import vacation_left
from mailref.rules.events import DeadlineMoved, Event
from mailref.rules.replay import follow
from mailref.rules.turns.orders import AwayAct, WrittenOrders
from mailref.rules.turns.turn_events import AwaySet


def absence_asked(
    running: RunningTurns, player: str, orders: WrittenOrders | None, received: datetime
) -> tuple[Event, ...] | NotDone | None:
    """Return what an absence asked for changes, or why it is not taken; None where none is asked for."""
    act = orders.act(AwayAct) if orders is not None else None
    if not isinstance(act, AwayAct):
        return None
    today = received.astimezone(running.policy.zone).date()
    days = read_days(act.text, today)
    if running.game.is_over or player not in running.game.playing:
        return NotDone.GAME_IS_OVER
    if days is None:
        return NotDone.WHICH_DAYS
    first, last = days
    if first <= today:
        return NotDone.FROM_TOMORROW
    if (last - first).days + 1 > vacation_left(running, player):
        return NotDone.TOO_LONG_AWAY
    return absence(running, player, first, last)


def absence(running: RunningTurns, player: str, first: date, last: date) -> tuple[Event, ...]:
    """Return the absence, and the ZAT of his turn where it lies in those days."""
    noted = AwaySet(player, first, last)
    after = replace(running, game=follow(running.game, (noted,)))
    turn = running.game.turn
    if turn is None or turn.player != player or turn.deadline is None:
        return (noted,)
    was = zat_of_turn(running, player, turn.began)
    zat = zat_of_turn(after, player, turn.began)
    if zat == was:
        return (noted,)
    return (noted, DeadlineMoved(turn.number, zat, "away"))
