"""The clock of games in turns: until when a turn may be made, what is late, what is due (classic 7).

When a turn's time is over is decided nowhere else; dates are reckoned by the clock on the wall. Days of
absence (URLAUB), on which no turn of a player ends, are asked for here, too (classic 7.7).

Words of players mixed into the draws of a game in turns: until when one counts (chance).
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from msgspec.structs import replace

from mailref.games.by_turns.events import AwaySet, TurnBegan
from mailref.games.by_turns.policy import RunningTurns
from mailref.games.by_turns.seated_game import Hand, SeatedGame
from mailref.games.events import DeadlineMoved, Event
from mailref.games.replay import follow
from mailref.games.schedule import has_come, is_in_time, local_instant
from mailref.orders.names import read_days
from mailref.orders.written import AwayAct, WrittenOrders
from mailref.referee.deadline import closing_time, round_named
from mailref.referee.findings import Consideration, NotDone, Office, Receipt
from mailref.referee.lots import announced_at, draws_at, is_word_in_time

Days = tuple[date, date]
"""First and last day of an absence."""

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)
_NEVER = datetime.max.replace(tzinfo=UTC)
_TRIES = 4000
"""Days looked at for a ZAT; with all of them skipped there is none."""


def zat_of_turn(running: RunningTurns, player: str, began: datetime) -> datetime | None:
    """Return the ZAT of a turn of *player* that begins at *began* (classic 7.1, 7.7).

    One inside an absence of his moves behind it by the time that was left.
    """
    if running.policy.zat is not None:
        return running.policy.zat
    zat = _next_hour(running, began + running.policy.move_time)
    hand = running.game.hands.get(player)
    return _behind(running, zat, began, absences_of(hand) if hand is not None else ())


def _behind(
    running: RunningTurns, zat: datetime | None, began: datetime, away: Iterable[Days]
) -> datetime | None:
    """Return *zat* behind each absence that it lies in, by what was left of the turn before it."""
    for first, last in away:
        if zat is not None and _lies_in(running, zat, ((first, last),)):
            left = zat - max(_midnight(running, first), began)
            zat = _next_hour(running, _midnight(running, last + _DAY) + left)
    return zat


def _midnight(running: RunningTurns, day: date) -> datetime:
    return local_instant(datetime.combine(day, datetime.min.time()), running.policy.zone)


def _next_hour(running: RunningTurns, moment: datetime) -> datetime | None:
    """Return the first `until` hour at or after *moment* on a day that is not skipped."""
    policy = running.policy
    day = moment.astimezone(policy.zone).date()
    for _ in range(_TRIES):
        zat = local_instant(datetime.combine(day, policy.until), policy.zone)
        if zat >= moment and day not in policy.skip:
            return zat
        day += _DAY
    return None


def zat_after_ruling(running: RunningTurns, now: datetime) -> datetime | None:
    """Return the ZAT of a turn that waited for the game master: no clock ran meanwhile (classic 5.6)."""
    game, turn = running.game, running.game.turn
    if turn is None or turn.deadline is None:
        return None
    if game.challenge is not None:
        since = game.challenged_since or game.challenge.received
    elif game.waiting is not None:
        since = game.waiting.order.value.received
    else:
        return turn.deadline
    waited = now - max(since, turn.began)
    return _next_hour(running, turn.deadline + waited) if waited > _DAY / 24 else turn.deadline


def bank_left(running: RunningTurns, player: str) -> timedelta:
    """Return what a player still has in hand for the whole game."""
    used = timedelta(seconds=running.game.hands[player].bank_used)
    return max(timedelta(0), running.policy.bank - used)


def last_moment(running: RunningTurns) -> datetime | None:
    """Return until when the player to move may still move: his ZAT, and what he has in hand."""
    turn = running.game.turn
    if turn is None or turn.deadline is None:
        return None
    return turn.deadline + bank_left(running, turn.player)


def is_too_late(running: RunningTurns, received: datetime) -> bool:
    """Tell whether the turn was over when a mail arrived; no clock runs while somebody is waited for."""
    game = running.game
    if game.turn is None:
        return True
    if game.is_paused or game.is_held:
        return False
    return not is_in_time(received, last_moment(running))


def seconds_of_bank(running: RunningTurns, received: datetime) -> int:
    """Return how much time in hand a move uses up that arrives at *received*."""
    turn = running.game.turn
    if turn is None or turn.deadline is None or running.game.is_held:
        return 0
    late = received.replace(microsecond=0) - turn.deadline
    seconds = int(late.total_seconds())
    return max(0, min(seconds, int(bank_left(running, turn.player).total_seconds())))


def window_ends(running: RunningTurns) -> datetime | None:
    """Return until when everybody may challenge the open play, whatever the next player does."""
    open_play = running.game.open_play
    time = running.game.rules.open_for(len(running.game.playing))
    return open_play.open_from + time if open_play is not None and time else None


def is_to_be_shown(running: RunningTurns) -> bool:
    """Tell whether it counts when the mail that shows the open play was handed over to all, and is not known."""
    open_play = running.game.open_play
    return open_play is not None and open_play.shown_at is None and bool(window_ends(running))


def waits_for_clock(running: RunningTurns) -> datetime | None:
    """Return when a move that is held back, or the acceptance of an open play, is carried out."""
    game = running.game
    if game.turn is None or game.is_held or game.is_paused:
        return None
    player = game.turn.player
    kept, open_play = game.kept.get(player), game.open_play
    if game.hands[player].owes_turns:
        return window_ends(running)  # a lost turn waits as a move does
    accepts = open_play is not None and (
        game.hands[player].accepts_all or player in open_play.accepted_by
    )
    has_seen = kept is not None and (
        open_play is None or kept.value.has_seen == open_play.number or accepts
    )
    if kept is None or not has_seen:
        return window_ends(running) if accepts else None
    times = [window_ends(running)]
    if kept.value.received >= game.turn.began:
        times.append(kept.value.received + running.policy.grace)
    known = [time for time in times if time is not None]
    return max(known, default=None)


def is_turn_due(running: RunningTurns, now: datetime) -> bool:
    """Tell whether a turn is over, or what was held back is to be carried out."""
    if running.game.turn is None or running.game.is_paused or running.game.is_held:
        return False
    if is_to_be_shown(running):
        return True
    delay = running.policy.close_delay
    times = (waits_for_clock(running), last_moment(running))
    return any(has_come(closing_time(time, delay), now) for time in times if time is not None)


def quiet_turns_until(running: RunningTurns, now: datetime) -> datetime:
    """Return until when time alone brings nothing about; *now* where the next tick may."""
    game, turn = running.game, running.game.turn
    if game.is_over:
        return _NEVER
    if turn is None or game.is_held or (turn.deadline is not None and has_come(turn.deadline, now)):
        return now
    if is_to_be_shown(running):
        return now
    if game.is_paused or turn.deadline is None:
        return _NEVER
    delay = running.policy.close_delay
    times = [turn.deadline, turn.deadline - running.policy.reminder, last_moment(running)]
    if (held_back := waits_for_clock(running)) is not None:
        times.append(closing_time(held_back, delay))
    ahead = [time for time in times if time is not None and time > now]
    is_waiting = held_back is not None and has_come(closing_time(held_back, delay), now)
    return now if is_waiting or not ahead else min(ahead)


def is_over_time(running: RunningTurns, now: datetime) -> bool:
    """Tell whether the time of the turn is up, in hand included, and all its mail has been seen."""
    moment = last_moment(running)
    return moment is not None and has_come(closing_time(moment, running.policy.close_delay), now)


def is_time_to_remind_of_turn(running: RunningTurns, now: datetime) -> bool:
    """Tell whether the ZAT is so near that the player to move is reminded."""
    turn, before = running.game.turn, running.policy.reminder
    if turn is None or turn.deadline is None or not before:
        return False
    if running.game.is_paused or running.game.is_held:
        return False
    begins = turn.deadline - before
    is_begun = has_come(begins, now) and not has_come(begins, turn.began)
    return is_begun and not has_come(turn.deadline, now)


def weeks_overdue(running: RunningTurns, now: datetime) -> int | None:
    """Return for how many whole weeks a turn has been over; None where it is not."""
    moment = last_moment(running)
    if moment is None or not has_come(moment, now) or running.game.is_held:
        return None
    return (now - moment) // _WEEK


def is_last_day_of_turn(game: SeatedGame, now: datetime) -> bool:
    """Tell whether the ZAT of the turn is at most a day ahead."""
    turn = game.turn
    if turn is None or turn.deadline is None:
        return False
    return timedelta(0) <= turn.deadline - now <= _DAY


def report_answered(mail: Consideration, running: RunningTurns, office: Office) -> int:
    """Return the turn whose report a mail answers: by References, by tag, by when reports were handed over.

    Who has not got the newest report can only have meant the one before (classic 6.4), or an older
    one, of the turn that was going on when the mail arrived: some surface days later.
    """
    game, policy, receipt = running.game, running.policy, mail.receipt
    now = game.turn.number if game.turn is not None else game.first_turn
    named = round_named(mail, policy.id)
    if named is not None:
        return min(named, now)
    handed_over = receipt.handed_over.get((policy.id, mail.mail.sender or ""))
    is_before = handed_over is not None and receipt.received < handed_over.replace(microsecond=0)
    began = (each for each in reversed(office.log(game.id)) if isinstance(each, TurnBegan))
    then = next((each.number for each in began if each.at < receipt.received), game.first_turn)
    return min(then, now - 1 if is_before else now)


def told_at(receipt: Receipt) -> datetime:
    """Return from when on the time of a turn runs that a mail begins: from when it came, or was read.

    While we stood still nobody was told of the move; minutes are nothing beside days (classic 7.1).
    """
    read_at = receipt.read_at or receipt.received
    return read_at if read_at - receipt.received > _HOUR else receipt.received


def absences_of(hand: Hand) -> tuple[Days, ...]:
    """Return the absences in order, those that overlap or adjoin as one: no day is counted twice."""
    return _together(hand.away)


def _together(away: Iterable[Days]) -> tuple[Days, ...]:
    found: list[Days] = []
    for first, last in sorted(away):
        if found and first <= found[-1][1] + _DAY:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return tuple(found)


def vacation_left(running: RunningTurns, player: str) -> int:
    """Return how many days of absence a player may still take."""
    away = absences_of(running.game.hands[player])
    return running.policy.vacation.days - sum((last - first).days + 1 for first, last in away)


def absence_asked(
    running: RunningTurns, player: str, orders: WrittenOrders | None, received: datetime
) -> tuple[Event, ...] | NotDone | None:
    """Return what an absence asked for changes, or why it is not taken; None where none is asked for.

    Days that are noted already are asked for once more in vain, and cost nothing: () is returned.
    """
    if orders is None or orders.act(AwayAct) is None:
        return None
    today = received.astimezone(running.policy.zone).date()
    days = days_asked(running, orders, received)
    if running.game.is_over or player not in running.game.playing:
        return NotDone.GAME_IS_OVER
    if days is None:
        return NotDone.WHICH_DAYS
    first, last = days
    if first <= today:
        return NotDone.FROM_TOMORROW
    found = absence(running, player, first, last)
    after = replace(running, game=follow(running.game, found))
    is_too_long = bool(found) and vacation_left(after, player) < 0
    return NotDone.TOO_LONG_AWAY if is_too_long else found


def days_asked(
    running: RunningTurns, orders: WrittenOrders, received: datetime
) -> tuple[date, date] | None:
    """Return the first and the last day of an absence asked for; None where none can be read."""
    act = orders.act(AwayAct)
    today = received.astimezone(running.policy.zone).date()
    return read_days(act.text, today) if isinstance(act, AwayAct) else None


def absence(running: RunningTurns, player: str, first: date, last: date) -> tuple[Event, ...]:
    """Return the absence, and the ZAT of his turn where it lies in those days; () where all is noted."""
    if any(
        start <= first and last <= end for start, end in absences_of(running.game.hands[player])
    ):
        return ()
    noted = AwaySet(player, first, last)
    turn = running.game.turn
    if turn is None or turn.player != player or turn.deadline is None:
        return (noted,)
    after = replace(running, game=follow(running.game, (noted,)))
    if turn.deadline == zat_of_turn(running, player, turn.began):
        zat = zat_of_turn(after, player, turn.began)
    else:
        zat = _put_off(running, player, turn.deadline, _days_added(running, player, first, last))
    return (noted,) if zat == turn.deadline else (noted, DeadlineMoved(turn.number, zat, "away"))


def _put_off(
    running: RunningTurns, player: str, zat: datetime, added: tuple[Days, ...]
) -> datetime | None:
    """Return a ZAT that the game master, or a wait for him, has set: behind *added* if it lies there."""
    turn = running.game.turn
    if turn is None or not _lies_in(running, zat, added):
        return zat
    away = sorted((*absences_of(running.game.hands[player]), *added))
    return _behind(running, zat, turn.began, away)


def _days_added(running: RunningTurns, player: str, first: date, last: date) -> tuple[Days, ...]:
    """Return what of *first* to *last* is no absence yet."""
    known = absences_of(running.game.hands[player])
    days = (first + _DAY * number for number in range((last - first).days + 1))
    return _together((day, day) for day in days if not any(a <= day <= b for a, b in known))


def _lies_in(running: RunningTurns, zat: datetime, away: Iterable[Days]) -> bool:
    return any(
        _midnight(running, first) < zat <= _midnight(running, last + _DAY) for first, last in away
    )


def may_give_in_turns(running: RunningTurns, received: datetime) -> bool:
    """Tell whether a word still counts in a game in turns, in which all is drawn by the same key."""
    if running.game.turn is not None:
        return False
    is_announced = announced_at(running.game) is not None
    return not is_announced or is_word_in_time(running, draws_at(running), received)
