"""The settings of a game in turns (classic 14), and a game with them, which answers for its clock (classic 7).

Until when a turn may be made, what is late, what is due: that is decided nowhere else; dates are reckoned by
the clock on the wall. Days of absence (URLAUB), on which no turn of a player ends, are asked for here, too
(classic 7.7), and until when a word counts that is mixed into the draws (chance).
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from mailref.games.by_turns.events import AwayEnded, AwaySet, TurnBegan
from mailref.games.by_turns.game import Days, SeatedGame, together
from mailref.games.by_turns.switches import Timeout, TurnRules
from mailref.games.chance import Secret
from mailref.games.events import DeadlineMoved, Event
from mailref.games.game import has_come, is_in_time, local_instant
from mailref.games.kind import follow
from mailref.orders.entries import AwayAct, WrittenOrders
from mailref.orders.shapes import read_days
from mailref.orders.table import NotDone
from mailref.referee.policy import (
    Consideration,
    GamePolicy,
    Office,
    Receipt,
    RunningGame,
    closing_time,
    round_named,
)
from mailref.referee.reports import announced_at, draws_at, is_word_in_time
from mailref.tiles.board import Board

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)
_NEVER = datetime.max.replace(tzinfo=UTC)
_TRIES = 4000
"""Days looked at for a ZAT; with all of them skipped there is none."""


class TurnsTakenOver(Struct, frozen=True):
    """A game in turns already under way, as `[game.start]` gives it."""

    turn: int
    to_move: str
    board: Board
    scores: tuple[tuple[str, int], ...]
    racks: tuple[tuple[str, Secret[str]], ...]
    """Of those whose rack is given; the others draw."""


class FullBoard(Struct, frozen=True):
    """From which board a game of Un-Scrabble starts."""

    board: Board | None
    """None: the last one of another game, which is not known yet."""
    of_game: str = ""
    """The id of that game."""


class ReadersGet(StrEnum):
    """When those are mailed to who only read: after each turn, or at the end."""

    TURN = "turn"
    END = "end"


class TurnPolicy(GamePolicy, frozen=True, kw_only=True):
    """The settings of a game in turns (classic 14)."""

    rules: TurnRules
    move_time: timedelta = timedelta(days=5)
    """The least time for a turn; its ZAT is the next `until` hour."""
    until: time = time(20)
    """By the clock on the wall; naive."""
    grace: timedelta = timedelta(0)
    """So long a move is held back, for a better one."""
    bank: timedelta = timedelta(0)
    """Time in hand for the whole game, once the ZAT of a turn has passed."""
    timeout: Timeout = Timeout.PASS
    timeouts: Annotated[int, Meta(ge=0, le=100)] = 3
    """After so many in a row a player is out; 0: never."""
    vacation: timedelta = timedelta(days=21)
    """So long a player may be away in all."""
    readers_get: ReadersGet = ReadersGet.TURN
    history: Annotated[int, Meta(ge=1, le=1000)] = 12
    """So many turns of the score sheet stand in a mail."""
    places: int = 2
    """How many play; with open registration the game begins when all places are taken."""
    taken_over: TurnsTakenOver | None = None
    full: FullBoard | None = None
    """Of Un-Scrabble: from which board it starts."""
    zat: datetime | None = None
    """Of the table of a soloist: the ZAT of the whole league, in place of one for each turn."""
    has_rematch: bool = True
    """Whether players may agree on a rematch; a tournament says itself who meets whom."""
    follows: str = ""
    """The first game, which stands in the file, of one that its players agreed on."""

    @property
    def family(self) -> str:
        return self.rules.family

    @property
    def least_time(self) -> timedelta:
        return self.move_time


class RunningTurns(RunningGame, frozen=True):
    """A game in turns with its settings."""

    game: SeatedGame
    policy: TurnPolicy

    def zat_of_turn(self, player: str, began: datetime) -> datetime | None:
        """Return the ZAT of a turn of *player* that begins at *began* (classic 7.1, 7.7).

        One inside an absence of his moves behind it by the time that was left.
        """
        if self.policy.zat is not None:
            return self.policy.zat
        zat = self._next_hour(began + self.policy.move_time)
        hand = self.game.hands.get(player)
        return self._behind(zat, began, hand.absences if hand is not None else ())

    def ends_within_a_day(self, now: datetime) -> bool:
        """Tell whether the open turn has a ZAT, and that is ahead, but by no more than a day."""
        zat = self.game.turn.deadline if self.game.turn is not None else None
        return zat is not None and timedelta(0) <= zat - now <= timedelta(days=1)

    def _behind(
        self, zat: datetime | None, began: datetime, away: Iterable[Days]
    ) -> datetime | None:
        """Return *zat* behind each absence that it lies in, by what was left of the turn before it."""
        for first, last in away:
            if zat is not None and self._lies_in(zat, ((first, last),)):
                left = zat - max(self._midnight(first), began)
                zat = self._next_hour(self._midnight(last + _DAY) + left)
        return zat

    def _midnight(self, day: date) -> datetime:
        return local_instant(datetime.combine(day, datetime.min.time()), self.policy.zone)

    def _next_hour(self, moment: datetime) -> datetime | None:
        """Return the first `until` hour at or after *moment* on a day that is not skipped."""
        policy = self.policy
        day = moment.astimezone(policy.zone).date()
        for _ in range(_TRIES):
            zat = local_instant(datetime.combine(day, policy.until), policy.zone)
            if zat >= moment and day not in policy.skip:
                return zat
            day += _DAY
        return None

    def zat_after_ruling(self, now: datetime) -> datetime | None:
        """Return the ZAT of a turn that waited for the game master: no clock ran meanwhile (classic 5.6)."""
        game, turn = self.game, self.game.turn
        if turn is None or turn.deadline is None:
            return None
        if game.challenge is not None:
            since = game.challenged_since or game.challenge.received
        elif game.waiting is not None:
            since = game.waiting.order.value.received
        else:
            return turn.deadline
        waited = now - max(since, turn.began)
        return self._next_hour(turn.deadline + waited) if waited > _DAY / 24 else turn.deadline

    def bank_left(self, player: str) -> timedelta:
        """Return what a player still has in hand for the whole game."""
        used = timedelta(seconds=self.game.hands[player].bank_used)
        return max(timedelta(0), self.policy.bank - used)

    def last_moment(self) -> datetime | None:
        """Return until when the player to move may still move: his ZAT, and what he has in hand."""
        turn = self.game.turn
        if turn is None or turn.deadline is None:
            return None
        return turn.deadline + self.bank_left(turn.player)

    def is_too_late(self, received: datetime) -> bool:
        """Tell whether the turn was over when a mail arrived; no clock runs while somebody is waited for."""
        game = self.game
        if game.turn is None:
            return True
        if game.is_paused or game.is_held:
            return False
        return not is_in_time(received, self.last_moment())

    def seconds_of_bank(self, received: datetime) -> int:
        """Return how much time in hand a move uses up that arrives at *received*."""
        turn = self.game.turn
        if turn is None or turn.deadline is None or self.game.is_held:
            return 0
        late = received.replace(microsecond=0) - turn.deadline
        seconds = int(late.total_seconds())
        return max(0, min(seconds, int(self.bank_left(turn.player).total_seconds())))

    def window_ends(self) -> datetime | None:
        """Return until when everybody may challenge the open play, whatever the next player does."""
        open_play = self.game.open_play
        time = self.game.rules.open_for(len(self.game.playing))
        return open_play.open_from + time if open_play is not None and time else None

    def stands_from(self) -> datetime | None:
        """Return from when on nobody can challenge the open play: its time is over, or all have let it stand."""
        ends, stands = self.window_ends(), self.game.stands_from(self.policy.grace)
        if ends is None or stands is None or self.game.open_play is None:
            return ends
        return min(ends, max(stands, self.game.open_play.laid_at))

    def is_to_be_shown(self) -> bool:
        """Tell whether it counts when the mail that shows the open play was handed over to all, and is not known."""
        open_play = self.game.open_play
        return open_play is not None and open_play.shown_at is None and bool(self.window_ends())

    def waits_for_clock(self) -> datetime | None:
        """Return when a move that is held back, or the acceptance of an open play, is carried out."""
        game = self.game
        if game.turn is None or game.is_held or game.is_paused:
            return None
        player = game.turn.player
        kept, open_play = game.kept.get(player), game.open_play
        if game.hands[player].owes_turns:
            return self.stands_from()  # a lost turn waits as a move does
        accepts = open_play is not None and (
            game.hands[player].accepts_all or player in open_play.accepted_by
        )
        has_seen = kept is not None and (
            open_play is None or kept.value.has_seen == open_play.number or accepts
        )
        if kept is None or not has_seen:
            return self.stands_from() if accepts else None
        times = [self.stands_from()]
        if kept.value.received >= game.turn.began:
            times.append(kept.value.received + self.policy.grace)
        known = [time for time in times if time is not None]
        return max(known, default=None)

    def is_turn_due(self, now: datetime) -> bool:
        """Tell whether a turn is over, or what was held back is to be carried out."""
        if self.game.turn is None or self.game.is_paused or self.game.is_held:
            return False
        if self.is_to_be_shown():
            return True
        delay = self.policy.close_delay
        times = (self.waits_for_clock(), self.last_moment())
        return any(has_come(closing_time(time, delay), now) for time in times if time is not None)

    def quiet_turns_until(self, now: datetime) -> datetime:
        """Return until when time alone brings nothing about; *now* where the next tick may."""
        game, turn = self.game, self.game.turn
        if game.is_over:
            return _NEVER
        if turn is None or game.is_held or self.is_to_be_shown():
            return now
        if turn.deadline is not None and has_come(turn.deadline, now):
            return now
        if game.is_paused or turn.deadline is None:
            return _NEVER
        times = [turn.deadline, turn.deadline - self.policy.reminder, self.last_moment()]
        if (held_back := self.waits_for_clock()) is not None:
            times.append(closing := closing_time(held_back, self.policy.close_delay))
            if has_come(closing, now):
                return now
        return min((time for time in times if time is not None and time > now), default=now)

    def is_over_time(self, now: datetime) -> bool:
        """Tell whether the time of the turn is up, in hand included, and all its mail has been seen."""
        moment = self.last_moment()
        return moment is not None and has_come(closing_time(moment, self.policy.close_delay), now)

    def is_time_to_remind_of_turn(self, now: datetime) -> bool:
        """Tell whether the ZAT is so near that the player to move is reminded."""
        turn, due, before = self.game.turn, self.game.due, self.policy.reminder
        if turn is None or due is None or not before:
            return False
        begins = due - before
        is_begun = has_come(begins, now) and not has_come(begins, turn.began)
        return is_begun and not has_come(due, now)

    def weeks_overdue(self, now: datetime) -> int | None:
        """Return for how many whole weeks a turn has been over; None where it is not."""
        moment = self.last_moment()
        if moment is None or not has_come(moment, now) or self.game.is_held:
            return None
        return (now - moment) // _WEEK

    def vacation_left(self, player: str) -> int:
        """Return how many days of absence a player may still take."""
        away = self.game.hands[player].absences
        return self.policy.vacation.days - sum((last - first).days + 1 for first, last in away)

    def absence_asked(
        self, player: str, orders: WrittenOrders | None, received: datetime
    ) -> tuple[Event, ...] | NotDone | None:
        """Return what an absence asked for changes, or why it is not taken; None where none is asked for.

        Days that are noted already are asked for once more in vain, and cost nothing: () is returned.
        """
        if orders is None or orders.act(AwayAct) is None:
            return None
        today = received.astimezone(self.policy.zone).date()
        days = self.days_asked(orders, received)
        if self.game.is_over or player not in self.game.playing:
            return NotDone.GAME_IS_OVER
        if days is None:
            return NotDone.WHICH_DAYS
        first, last = days
        if first <= today:
            return NotDone.FROM_TOMORROW
        found = self.absence(player, first, last)
        after = replace(self, game=follow(self.game, found))
        is_too_long = bool(found) and after.vacation_left(player) < 0
        return NotDone.TOO_LONG_AWAY if is_too_long else found

    def days_asked(self, orders: WrittenOrders, received: datetime) -> tuple[date, date] | None:
        """Return the first and the last day of an absence asked for; None where none can be read."""
        act = orders.act(AwayAct)
        today = received.astimezone(self.policy.zone).date()
        return read_days(act.text, today) if isinstance(act, AwayAct) else None

    def absence(self, player: str, first: date, last: date) -> tuple[Event, ...]:
        """Return the absence, and the ZAT of his turn where it lies in those days; () where all is noted."""
        if any(start <= first and last <= end for start, end in self.game.hands[player].absences):
            return ()
        noted = AwaySet(player, first, last)
        turn = self.game.turn
        if turn is None or turn.player != player or turn.deadline is None:
            return (noted,)
        after = replace(self, game=follow(self.game, (noted,)))
        if turn.deadline == self.zat_of_turn(player, turn.began):
            zat = after.zat_of_turn(player, turn.began)
        else:
            zat = self._put_off(player, turn.deadline, self._days_added(player, first, last))
        return (
            (noted,) if zat == turn.deadline else (noted, DeadlineMoved(turn.number, zat, "away"))
        )

    def absence_ended(self, player: str, received: datetime) -> tuple[Event, ...]:
        """Return that a player is there again from tomorrow on, and the ZAT of his turn; () where nothing is noted.

        A ZAT that the game master has set stays.
        """
        today = received.astimezone(self.policy.zone).date()
        hand = self.game.hands.get(player)
        if hand is None or not any(last > today for _, last in hand.absences):
            return ()
        ended, turn = AwayEnded(player, today), self.game.turn
        is_his = turn is not None and turn.player == player and turn.deadline is not None
        if turn is None or not is_his or turn.deadline != self.zat_of_turn(player, turn.began):
            return (ended,)
        after = replace(self, game=follow(self.game, (ended,)))
        zat = after.zat_of_turn(player, turn.began)
        return (
            (ended,) if zat == turn.deadline else (ended, DeadlineMoved(turn.number, zat, "back"))
        )

    def _put_off(self, player: str, zat: datetime, added: tuple[Days, ...]) -> datetime | None:
        """Return a ZAT that the game master, or a wait for him, has set: behind *added* if it lies there."""
        turn = self.game.turn
        if turn is None or not self._lies_in(zat, added):
            return zat
        away = sorted((*self.game.hands[player].absences, *added))
        return self._behind(zat, turn.began, away)

    def _days_added(self, player: str, first: date, last: date) -> tuple[Days, ...]:
        """Return what of *first* to *last* is no absence yet."""
        known = self.game.hands[player].absences
        days = (first + _DAY * number for number in range((last - first).days + 1))
        return together((day, day) for day in days if not any(a <= day <= b for a, b in known))

    def _lies_in(self, zat: datetime, away: Iterable[Days]) -> bool:
        return any(
            self._midnight(first) < zat <= self._midnight(last + _DAY) for first, last in away
        )

    def may_give_in_turns(self, received: datetime) -> bool:
        """Tell whether a word still counts in a game in turns, in which all is drawn by the same key."""
        if self.game.turn is not None:
            return False
        is_announced = announced_at(self.game) is not None
        return not is_announced or is_word_in_time(self, draws_at(self), received)

    def report_answered(self, mail: Consideration, office: Office) -> int:
        """Return the turn whose report a mail answers: by References, by tag, by when reports were handed over.

        Who has not got the newest report can only have meant the one before (classic 6.4), or an older
        one, of the turn that was going on when the mail arrived: some surface days later.
        """
        game, policy, receipt = self.game, self.policy, mail.receipt
        now = game.turn.number if game.turn is not None else game.first_turn
        named = round_named(mail, policy.id)
        if named is not None:
            return min(named, now)
        handed_over = receipt.handed_over.get((policy.id, mail.mail.sender or ""))
        is_before = handed_over is not None and receipt.received < handed_over.replace(
            microsecond=0
        )
        began = (each for each in reversed(office.log(game.id)) if isinstance(each, TurnBegan))
        then = next((each.number for each in began if each.at < receipt.received), game.first_turn)
        return min(then, now - 1 if is_before else now)


def told_at(receipt: Receipt) -> datetime:
    """Return from when on the time of a turn runs that a mail begins: from when it came, or was read.

    While we stood still nobody was told of the move; minutes are nothing beside days (classic 7.1).
    """
    read_at = receipt.read_at or receipt.received
    return read_at if read_at - receipt.received > _HOUR else receipt.received


RUNNING = RunningTurns
