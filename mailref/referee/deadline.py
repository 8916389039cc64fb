"""Every question about a ZAT: when a round is due, which mail is late, what ZAT comes next (rules 8).

A time is compared with a ZAT by one function for all kinds, `is_in_time` of `games/schedule.py`. What is
asked here of any game with such rounds asks no more than `RunningZats` has.
"""

from datetime import UTC, datetime, timedelta
from typing import Protocol

from mailref.games.game import Stage
from mailref.games.schedule import has_come, is_in_time, next_deadline
from mailref.orders.names import subject_tag, tagged_game
from mailref.referee.findings import Consideration
from mailref.referee.policy import ZatPolicy

_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)
_FAR_AHEAD = timedelta(days=60)
_NEVER = datetime.max.replace(tzinfo=UTC)


class ZatRound(Protocol):
    """An open round, as far as its ZAT goes."""

    @property
    def number(self) -> int: ...
    @property
    def deadline(self) -> datetime | None: ...
    @property
    def opened(self) -> datetime: ...


class ZatPast(Protocol):
    """A round that is over, as far as its ZAT goes."""

    @property
    def number(self) -> int: ...
    @property
    def deadline(self) -> datetime | None: ...
    @property
    def closed(self) -> datetime: ...


class ZatGame(Protocol):
    """A game in which rounds end at a ZAT that is the same for all."""

    @property
    def round(self) -> ZatRound | None: ...
    @property
    def last(self) -> ZatPast | None: ...
    @property
    def round_number(self) -> int: ...
    @property
    def stage(self) -> Stage: ...
    @property
    def due(self) -> datetime | None: ...
    @property
    def is_paused(self) -> bool: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def spent(self) -> frozenset[tuple[int, str, str]]: ...


class RunningZats(Protocol):
    """Such a game with its settings."""

    @property
    def game(self) -> ZatGame: ...
    @property
    def policy(self) -> ZatPolicy: ...


def closing_time(deadline: datetime, close_delay: timedelta) -> datetime:
    """Return when a round may be closed: so long after its ZAT that all mail has been seen."""
    return deadline + close_delay


def is_due(running: RunningZats, now: datetime) -> bool:
    """Tell whether the open round is to be closed: the ZAT and the delay after it have passed."""
    due = running.game.due
    return due is not None and has_come(closing_time(due, running.policy.close_delay), now)


def quiet_until(running: RunningZats, now: datetime) -> datetime:
    """Return until when time alone brings nothing about; *now* where the next tick may.

    For a game in which there was nothing to do at *now*.
    """
    game, playing = running.game, running.game.round
    if game.stage is Stage.GOING_ON:
        return now
    if playing is None:
        return _NEVER
    if playing.deadline is None:
        return playing.opened + (weeks_open(playing, now) + 1) * _WEEK
    if game.due is None:
        return _NEVER
    closing = closing_time(game.due, running.policy.close_delay)
    moments = (
        closing,
        playing.deadline - running.policy.reminder,
        playing.deadline - running.policy.digest,
    )
    return now if has_come(closing, now) else min(each for each in moments if each > now)


def is_before_zat(playing: ZatRound, now: datetime) -> bool:
    """Tell whether the ZAT of an open round is still to come, or not fixed yet."""
    return not has_come(playing.deadline, now)


def is_far_ahead(zat: datetime, now: datetime) -> bool:
    """Tell whether a new ZAT is more than two months away: probably a slip."""
    return zat - now > _FAR_AHEAD


def is_ahead(deadline: datetime | None, now: datetime) -> bool:
    """Tell whether *deadline* is a time in the future, as every new ZAT must be."""
    return deadline is not None and not has_come(deadline, now)


def is_grace_over(running: RunningZats, now: datetime) -> bool:
    """Tell whether undecided words have waited long enough after the ZAT (`ruling_grace`)."""
    playing = running.game.round
    if playing is None or playing.deadline is None:
        return False
    return has_come(playing.deadline + running.policy.ruling_grace, now)


def may_correct_last_round(game: ZatGame, now: datetime) -> bool:
    """Tell whether the round closed last may still change: until the next ZAT (rules 8, custom)."""
    return game.round is None or is_in_time(now, game.round.deadline)


def may_change(game: ZatGame, received: datetime) -> bool:
    """Tell whether a mail can change what counts in the open round.

    In a pause the clock stands still: play goes on only with a ZAT that is still to come.
    """
    if game.round is None:
        return False
    return game.is_paused or is_in_time(received, game.round.deadline)


def round_meant(mail: Consideration, running: RunningZats) -> tuple[int, bool]:
    """Return the round an entry is for, and whether it comes too late for it."""
    game, received = running.game, mail.receipt.received
    number = game.round_number
    named = round_named(mail, running.policy.id)
    if game.round is None:
        # Between two rounds and after the end: at best it was meant for the one closed last.
        closed = game.last.number if game.last else number
        return (closed if named is None else min(named, closed)), True
    if named is not None and named < number:
        return named, True
    handed_over = mail.receipt.handed_over.get((running.policy.id, mail.mail.sender or ""))
    # A server dates mail to the second: within the same one the player is given the benefit.
    known = [game.round.opened if game.last else None, handed_over]
    if named is None and any(at and received < at.replace(microsecond=0) for at in known):
        return number - 1, True
    return number, not may_change(game, received)


def round_named(mail: Consideration, game: str) -> int | None:
    """Return the round of the mail that this one answers, by References, else by subject tag."""
    for answered, number in reversed(mail.receipt.answers):
        if answered == game and number is not None:
            return number
    subject = mail.mail.subject
    tag = subject_tag(subject)
    return tag[1] if tag is not None and tagged_game(subject, (game,)) else None


def is_spent(game: ZatGame, key: str, value: str) -> bool:
    """Tell whether a value of the settings was used by a round: it is not read twice (contract 2)."""
    return any(k == key and v == value for _, k, v in game.spent)


def next_zat(running: RunningZats, game: ZatGame, now: datetime) -> datetime | None:
    """Return the ZAT of the round to open: as the settings say, else by the schedule."""
    policy = running.policy
    given = policy.deadline
    if given is not None and is_ahead(given, now) and not _is_spent_zat(game, given):
        return given
    if policy.schedule is None:
        return None
    return next_deadline(
        policy.schedule,
        previous=game.last.deadline if game.last else None,
        zone=policy.zone,
        not_before=now + policy.min_round,
        skip=policy.skip,
    )


def zat_in_settings(running: RunningZats) -> datetime | None:
    """Return the deadline first read in mid-round: it moves the open ZAT (contract 2)."""
    game, wanted = running.game, running.policy.deadline
    if game.round is None or wanted is None or _is_spent_zat(game, wanted):
        return None
    return wanted if is_after_last_close(game, wanted) else None


def is_after_last_close(game: ZatGame, deadline: datetime) -> bool:
    """Tell whether a deadline can be meant for the open round: the last close lies before it."""
    return game.last is None or not has_come(deadline, game.last.closed)


def _is_spent_zat(game: ZatGame, deadline: datetime) -> bool:
    return is_spent(game, "deadline", deadline.isoformat())


def is_time_to_remind(running: RunningZats, now: datetime) -> bool:
    """Tell whether the ZAT is so near that players are reminded; not in a round opened as late."""
    return _is_near(running, running.policy.reminder, now)


def is_time_for_digest(running: RunningZats, now: datetime) -> bool:
    """Tell whether the ZAT is so near that the game master is told how his game stands."""
    return _is_near(running, running.policy.digest, now)


def _is_near(running: RunningZats, before: timedelta, now: datetime) -> bool:
    """Tell whether the time *before* the ZAT has begun, in a round that was open before that."""
    playing = running.game.round
    if playing is None or playing.deadline is None or not before or running.game.is_paused:
        return False
    begins = playing.deadline - before
    is_begun = has_come(begins, now) and not has_come(begins, playing.opened)
    return is_begun and is_before_zat(playing, now)


def is_last_day(game: ZatGame, now: datetime) -> bool:
    """Tell whether the ZAT of the open round is at most a day ahead."""
    if game.round is None or game.round.deadline is None:
        return False
    return timedelta(0) <= game.round.deadline - now <= _DAY


def days_overdue(playing: ZatRound, now: datetime) -> int | None:
    """Return how many whole days ago the ZAT was; None where there is none."""
    return None if playing.deadline is None else (now - playing.deadline) // _DAY


def weeks_open(playing: ZatRound, now: datetime) -> int:
    """Return for how many whole weeks the round has been open."""
    return (now - playing.opened) // _WEEK
