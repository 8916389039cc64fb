"""What time, the settings and the game master bring about where rounds end at a ZAT for all.

A kind says what a round is: what opens it, what its ZAT brings, what is told of it, who is reminded.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import asdict, replace

from mailref.games.by_rounds import contents
from mailref.games.by_rounds.absences import days_between, days_of_absence, who_is_away
from mailref.games.by_rounds.game import GameByRounds, ZatRound
from mailref.games.by_rounds.players import PlayerOrder, changed_by, renamed_in_file, wish_of
from mailref.games.by_rounds.policy import Absence, RunningByRounds
from mailref.games.events import (
    BY_GAME_MASTER,
    BY_POLICY,
    FROM_SETTINGS,
    AbsenceEnded,
    AbsenceNoted,
    DeadlineMoved,
    Event,
    GameEnded,
    GamePaused,
    GameResumed,
    Noted,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    ScoreCorrected,
    SettingSpent,
    WordRuled,
)
from mailref.games.family import Family
from mailref.games.game import JoinWish, Stage, has_come, local_instant, next_deadline, unread_note
from mailref.games.kind import follow, lexicon_of
from mailref.games.worth import Found
from mailref.orders.table import NotDone
from mailref.referee import gm_orders as orders
from mailref.referee import identity, player_names
from mailref.referee.contents import (
    HELD,
    Answer,
    AnswerToCommands,
    AskedWord,
    Content,
    ManyAway,
    NobodyLeft,
    PlayerChange,
    PlayerNotice,
    RulingAsked,
    ZatChange,
)
from mailref.referee.gm_orders import (
    GameIsEnded,
    GivenOrder,
    GmOrder,
    GoesOn,
    Refusal,
    Result,
    RoundIsClosed,
    ZatNow,
    press_ruled,
    word_ruled,
)
from mailref.referee.mails import (
    Owed,
    Step,
    owe_to_deputy,
    owe_to_game_master,
    owe_to_player,
    owe_to_subscribers,
    step_of,
)
from mailref.referee.order_results import common_result
from mailref.referee.policy import (
    STORED,
    CommandsGiven,
    ConfiguredPlayer,
    Consideration,
    Considered,
    Did,
    House,
    Judgement,
    Office,
    Outcome,
    Reason,
    Receipt,
    Undecided,
    closing_time,
    file_rulings,
    is_ahead,
    round_named,
)
from mailref.referee.reports import Means, comment_of, to_all
from mailref.tiles.board import Laying

_WEEK = timedelta(days=7)
_A_DAY = timedelta(days=1)
_LONGEST_AWAY = timedelta(days=366)
"""An absence ends at most so far ahead."""
_NEVER = datetime.max.replace(tzinfo=UTC)
NOBODY = "no_words"
"""Why a ZAT is moved at which nobody had sent anything."""
MOST_KEPT = 200
"""With so much of a player recorded in a round, what is rejected after that is only answered."""


class Held(Struct, frozen=True):
    """A ZAT has come, and the round cannot be closed yet."""

    words: tuple[str, ...] = ()
    """Those that wait for a ruling."""
    choices: tuple[str, ...] = ()
    """Equal best moves among which the game master must choose."""


class ClosingNow(Struct, frozen=True):
    """How a round is closed."""

    now: datetime
    is_early: bool
    settled: tuple[WordRuled, ...]
    """The words that the policy ruled on."""


class Occasion(Struct, frozen=True):
    """Why something is told that has changed, and when: to all alike."""

    cause: str
    because: str
    """The reason that is told; "" where there is none."""
    now: datetime


class ZatTold(Struct, frozen=True):
    """What became of a ZAT."""

    change: ZatChange
    before: datetime | None
    """The ZAT until then."""
    because: str
    nobody: bool = False
    """Whether it was moved because nobody had sent anything."""


class SentWords(Struct, frozen=True):
    """What a player has sent that is in force, as far as rulings on words go."""

    words: tuple[str, ...]
    undecided: tuple[str, ...]
    """Those of them that wait for a ruling."""
    entry: object
    """What it is: where it is another than before a ruling, its player is told."""


_MOST_TOLD = 2
"""So many of the next ones are named where a ZAT is moved."""


def weeks_open(playing: ZatRound, now: datetime) -> int:
    """Return for how many whole weeks the round has been open."""
    return (now - playing.opened) // _WEEK


def comes_to(number: int, found: Found, *, is_pending: bool, may_count: bool) -> Judgement:
    """Return what an entry for a round comes to by what it is worth."""
    if is_pending:
        return Judgement(number, found, Outcome.PENDING, None)
    if may_count:
        return Judgement(number, found, Outcome.ACCEPTED, None)
    return Judgement(number, found, reason=Reason.NO_VALID_MOVE)


def is_kept(entry: Considered, known: int, *, may_be_saved: bool = True) -> bool:
    """Tell whether an entry is recorded beside so many *known*: also one that a ruling may still save."""
    is_saved = entry.reason is Reason.NO_VALID_MOVE and may_be_saved
    return entry.outcome in STORED or (is_saved and known < MOST_KEPT)


class RefereeByRounds(Family):
    """A game and what its referee does; the first functions are those that a kind answers.

    All are in the same round, and nothing of it is told before its ZAT.
    """

    running: RunningByRounds[GameByRounds]

    @abstractmethod
    def opened(self, means: Means, now: datetime) -> Event:
        """Return what opens the next round, with `next_zat`; the end of the game where there is none."""

    @abstractmethod
    def seen_by_all(self) -> Struct:
        """Return how the game stands, as everybody may see it: `in_sight` has what is the same for several kinds."""

    @abstractmethod
    def own(self, player: str | None, office: Office) -> object | None:
        """Return what a player alone may see; None where there is nothing."""

    @abstractmethod
    def at_zat(self, means: Means, closing: ClosingNow) -> tuple[Event, ...] | Held | None:
        """Return what the ZAT of the open round brings; None where nobody has sent anything: it is moved.

        Words that waited for a ruling have one by then.
        """

    @abstractmethod
    def sent(self, office: Office) -> Mapping[str, SentWords]:
        """Return what of each player is in force, or may be after a ruling, while it may still change."""

    def undecided(self, office: Office) -> tuple[str, ...]:
        """Return the words of players that wait for a ruling, each once, in the order in which they joined."""
        sent = self.sent(office).values()
        return tuple(dict.fromkeys(word for each in sent for word in each.undecided))

    def has_move(self, player: str | None, office: Office) -> bool:
        return player in self.sent(office)

    def to_remind(self, office: Office) -> tuple[str, ...]:
        """Return the players from whom something is still wanted."""
        sent = self.sent(office)
        return tuple(
            player.name
            for player in self.running.game.active
            if player.name not in sent and not player.is_away(self.zat)
        )

    def may_join(self) -> bool:
        """Tell whether the settings may still bring another player in."""
        return not self.running.game.is_over

    @property
    def takes_entries(self) -> bool:
        """Tell whether all may still send what counts at the next ZAT."""
        return self.running.game.round is not None

    def may_object(self) -> bool:
        return self.running.game.last is None and not self.running.game.is_over

    @abstractmethod
    def events_of(self, entry: Considered, receipt: Receipt) -> Iterator[Event]:
        """Yield what an entry records: also what a ruling may still save."""

    withdrawn_by: ClassVar[type[Event]]
    """What takes back what a player has sent."""

    @property
    def playing(self) -> Sequence[str]:
        """Return who plays, as `status` lists them."""
        return [player.name for player in self.running.game.active]

    def moved(self, office: Office) -> Iterable[str] | None:
        """Return who has sent something, as `status` lists them; None where nothing may come, or be told."""
        return self.sent(office) if self.takes_entries else None

    @property
    def status(self) -> dict[str, Any]:
        """Return what `status` says of such a game beside what it says of all, as arguments of `status_row`."""
        return {"head": {"family": str(self.running.game.family)}}

    def decide(self, order: GmOrder, means: Means, of: Occasion) -> Step | Refusal | None:  # noqa: ARG002  a kind may know no other
        """Return what an order that only this kind knows records and owes; None: it is none of those."""
        return None

    def undoing(self, log: Sequence[Event]) -> GmOrder | Refusal:  # noqa: ARG002  where none can be taken back
        """Return the order that undoes the last one in the record of the game, or why there is none."""
        return orders.other_family(orders.RevokeOrder(), orders.GmKinds.ROUNDS)

    # Whose round it is, and when it is due.

    @property
    def zat(self) -> datetime | None:
        """Return the ZAT of the open round."""
        return self.running.game.round.deadline if self.running.game.round else None

    @property
    def opened_by_report(self) -> int | None:
        game = self.running.game
        return None if game.last is None or game.round is None else game.round.number

    def awaited(self, player: str) -> ZatRound | None:  # noqa: ARG002  all are waited for
        return self.running.game.round

    def is_urgent(self, now: datetime) -> bool:
        return self.running.game.is_last_day(now)

    def is_due(self, now: datetime) -> bool:
        due = self.running.game.due
        return due is not None and has_come(self._closing_time(due), now)

    def _closing_time(self, zat: datetime) -> datetime:
        return closing_time(zat, self.running.policy.close_delay)

    def quiet_until(self, now: datetime) -> datetime:
        game, policy, playing = self.running.game, self.running.policy, self.running.game.round
        if game.stage is Stage.GOING_ON:
            return now
        if playing is None:
            return _NEVER
        if playing.deadline is None:
            return playing.opened + (weeks_open(playing, now) + 1) * _WEEK
        if game.due is None:
            return _NEVER
        closing = self._closing_time(game.due)
        moments = (closing, game.due - policy.reminder, game.due - policy.digest)
        return now if has_come(closing, now) else min(each for each in moments if each > now)

    def is_near(self, before: timedelta, now: datetime) -> bool:
        """Tell whether the time *before* the ZAT has begun, in a round that was open before that."""
        game, playing = self.running.game, self.running.game.round
        if playing is None or playing.deadline is None or not before or game.is_paused:
            return False
        begins = playing.deadline - before
        is_begun = has_come(begins, now) and not has_come(begins, playing.opened)
        return is_begun and game.is_before_zat(now)

    def next_zat(self, now: datetime) -> datetime | None:
        """Return the ZAT of the round to open: as the settings say, else by the schedule."""
        game, policy = self.running.game, self.running.policy
        given = policy.deadline
        if given is not None and is_ahead(given, now) and not game.is_spent_zat(given):
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

    @property
    def zats_after(self) -> tuple[datetime, ...]:
        """Return the next two ZATs by the schedule, if the open round is closed at its own."""
        policy, found = self.running.policy, [self.zat]
        while policy.schedule is not None and found[-1] is not None and len(found) <= _MOST_TOLD:
            closed = found[-1] + policy.close_delay
            found.append(
                next_deadline(
                    policy.schedule,
                    previous=found[-1],
                    zone=policy.zone,
                    not_before=closed + policy.min_round,
                    skip=policy.skip,
                )
            )
        return tuple(each for each in found[1:] if each is not None)

    @property
    def zat_in_settings(self) -> datetime | None:
        """Return the deadline first read in mid-round: it moves the open ZAT (contract 2)."""
        game, wanted = self.running.game, self.running.policy.deadline
        if game.round is None or wanted is None or game.is_spent_zat(wanted):
            return None
        return wanted if game.is_after_last_close(wanted) else None

    def is_grace_over(self, now: datetime) -> bool:
        """Tell whether undecided words have waited long enough after the ZAT (`ruling_grace`)."""
        zat = self.zat
        return zat is not None and has_come(zat + self.running.policy.ruling_grace, now)

    def round_meant(self, mail: Consideration) -> tuple[int, bool]:
        """Return the round an entry is for, and whether it comes too late for it."""
        game, received, id_ = self.running.game, mail.receipt.received, self.running.policy.id
        number = game.round_number
        named = round_named(mail, id_)
        if game.round is None:
            # Between two rounds and after the end: at best it was meant for the one closed last.
            closed = game.last.number if game.last else number
            return (closed if named is None else min(named, closed)), True
        if named is not None and named < number:
            return named, True
        handed_over = mail.receipt.handed_over.get((id_, mail.mail.sender or ""))
        # A server dates mail to the second: within the same one the player is given the benefit.
        known = [game.round.opened if game.last else None, handed_over]
        if named is None and any(at and received < at.replace(microsecond=0) for at in known):
            return number - 1, True
        return number, not game.may_change(received)

    # A mail.

    def take(
        self, entry: Considered, mail: Consideration, _office: Office
    ) -> tuple[Considered, tuple[Event, ...]]:
        return entry, tuple(self.events_of(entry, mail.receipt))

    # What they have in common.

    def follow(self, events: Iterable[Event]) -> Self:
        """Return the same after *events*."""
        return type(self)(replace(self.running, game=follow(self.running.game, events)))

    @property
    def spendable(self) -> dict[str, str | None]:
        """Return the values of the settings that a round uses up."""
        policy = self.running.policy
        deadline = policy.deadline.isoformat() if policy.deadline else None
        return {"deadline": deadline, "comment": policy.comment or None}

    def spent(self) -> Iterator[SettingSpent]:
        """Note which values of the settings the round uses up that opens next."""
        game = self.running.game
        for key, value in self.spendable.items():
            if value is not None and not game.is_spent(key, value):
                yield SettingSpent(game.round_number, key, value)

    def follows(self, events: Iterable[Event]) -> tuple[Event, ...]:  # noqa: ARG002  a kind may know more
        """Return what follows at once from *events*, whatever brought them about."""
        return ()

    def welcome(self, name: str, office: Office) -> Content:
        return self.opening(office, name)

    # Time.

    def may_go_on(self) -> bool:
        return self.running.game.stage is Stage.GOING_ON

    def owe(self, player: str, content: Content, key: str, now: datetime) -> Iterator[Owed]:
        """Owe a player a mail."""
        return owe_to_player(self.running, self.running.game.players[player], content, key, now)

    def tell_all(
        self, content: Callable[[str | None], Content], office: Office, key: str, now: datetime
    ) -> Iterator[Owed]:
        """Owe one mail each to all who take part."""
        readers = tuple(player.name for player in self.running.game.active)
        yield from to_all(self.running, office, content, key, now, readers=readers)

    def act_when_due(self, means: Means, now: datetime) -> Step | None:
        step = self.close(means, now)
        return self.held_up(step, means.office, now) if isinstance(step, Held) else step

    def close(
        self,
        means: Means,
        now: datetime,
        *,
        is_early: bool = False,
        policy: Undecided | None = None,
        because: str = "",
    ) -> Step | Held:
        """End the open round; where a kind says so, open the next one and tell all.

        *policy* settles undecided words by force; otherwise the game's own policy applies once
        `ruling_grace` has passed. Where nobody has sent anything, the ZAT may be moved.
        """
        game, office = self.running.game, means.office
        words = self.undecided(office)
        is_grace = self.is_grace_over(now)
        force = policy or (self.running.policy.undecided if is_grace else Undecided.WAIT)
        if words and force is Undecided.WAIT:
            return Held(words)
        accepts = force is Undecided.ACCEPT
        settled = [WordRuled(word, accepts, by=BY_POLICY, because=force.value) for word in words]
        events: list[Event] = [*self.follows(()), *settled]
        closing = ClosingNow(now, is_early, tuple(settled))
        brought = self.follow(events).at_zat(means, closing)
        if isinstance(brought, Held):
            return brought
        if brought is None:
            return self._postponed(office, now, events)
        events += brought
        events += self.follows(events)
        cause = f"close:{game.id}:{game.round_number}:{game.reopened}"
        opening, mails = self.after_close(events, means, Occasion(cause, because, now))
        return step_of(cause, self.running, *events, *opening, mails=mails)

    def _postponed(self, office: Office, now: datetime, settled: Sequence[Event]) -> Step:
        """Move the ZAT at which nobody had sent anything; without a schedule the game waits for one."""
        game = self.running.game
        number = game.round_number
        before = self.zat
        events = (*settled, DeadlineMoved(number, self.next_zat(now), NOBODY))
        after = self.follow(events)
        cause = f"postponed:{game.id}:{number}:{before.isoformat() if before else now.isoformat()}"

        zat = ZatTold(ZatChange.MOVED, before, "", nobody=True)
        mails = after.tell_all(lambda name: after.notice(zat, office, name), office, cause, now)
        return step_of(cause, self.running, *events, mails=mails)

    # Words for the game master.

    def ask(self, office: Office, now: datetime) -> Step | None:
        """Put the words that nobody can look up before the game master, each once."""
        game = self.running.game
        new = tuple(word for word in self.undecided(office) if not self.was_asked(word))
        if not new:
            return None
        cause = f"ask:{game.id}:{game.round_number}:{','.join(sorted(new))}"
        mails = self.questions(new, office, cause, now, is_reminder=False)
        return step_of(cause, self.running, *self.asked(new, now), mails=mails)

    @property
    def laying(self) -> Laying:
        """Return the switches by which words are judged."""
        return self.face().rules

    def held_up(self, held: Held, office: Office, now: datetime) -> Step | None:
        """Remind the game master, once a day, of what a round that is due waits for.

        Of words that he was not asked about before this is the question: there is no other beside it.
        """
        game = self.running.game
        if game.round is None or game.round.deadline is None:
            return None
        days = (now - game.round.deadline) // timedelta(days=1)
        what = f"{HELD}{game.round.number}:{game.reopened}:{days}"
        if not held.words:
            return self.say_once(what, contents.TieToDecide(held.choices), office, now)
        key = f"{what}:{game.id}:{','.join(sorted(held.words))}"
        mails = self.questions(held.words, office, key, now, is_reminder=True)
        step = self.once(what, key, mails, now)
        new = tuple(word for word in held.words if not self.was_asked(word))
        if step is None or not new:
            return step
        asked = tuple((game.id, event) for event in self.asked(new, now))
        decision = replace(step.decision, events=(*step.decision.events, *asked))
        return replace(step, decision=decision)

    # Reminders.

    def remind(self, office: Office, now: datetime, *, is_complete: bool) -> Iterator[Step]:
        steps = [
            self.remind_of_deadline(office, now),
            self.absent(office, now),
            self._nobody_left(office, now),
            self._many_away(office, now),
        ]
        if is_complete:
            steps += [self.remind_players(office, now), self._digest(office, now)]
        yield from (step for step in steps if step is not None)

    def absent(self, office: Office, now: datetime) -> Step | None:  # noqa: ARG002  where absences count
        """Tell the game master who has missed several rounds; None where nobody has, or it was said."""
        return None

    def remind_of_deadline(self, office: Office, now: datetime) -> Step | None:
        """Tell the game master, each week, that the open round has no ZAT (contract 2)."""
        game, playing = self.running.game, self.running.game.round
        if playing is None or playing.deadline is not None or game.is_paused:
            return None
        what = f"no_deadline:{playing.number}:{weeks_open(playing, now)}"
        return self.say_once(what, contents.NoDeadline(playing.number), office, now)

    def _nobody_left(self, office: Office, now: datetime) -> Step | None:
        """Pause a game in which nobody plays any more, and ask the game master what shall become of it."""
        game = self.running.game
        is_deserted = bool(game.players) and all(each.has_left for each in game.players.values())
        if not is_deserted or game.round is None or game.is_paused:
            return None
        key = f"nobody_left:{game.id}:{now.isoformat()}"
        mail = self.tell_game_master(NobodyLeft(), office, key, now)
        return step_of(key, self.running, GamePaused("nobody_left"), mails=(mail,))

    def _many_away(self, office: Office, now: datetime) -> Step | None:
        """Ask the game master about a ZAT at which more than a third is away, where he wants that."""
        running, zat = self.running, self.zat
        if running.policy.absence is not Absence.ASK or zat is None or running.game.is_paused:
            return None
        active = running.game.active
        away = tuple(player.name for player in active if player.is_away(zat))
        if has_come(zat, now) or len(away) * 3 <= len(active):
            return None
        what = f"many_away:{running.game.round_number}:{zat.isoformat()}"
        return self.say_once(what, ManyAway(away, len(active), zat, zat + _WEEK), office, now)

    # Absences.

    def _midnight(self, day: date) -> datetime:
        return local_instant(datetime.combine(day, time()), self.running.policy.zone).astimezone(
            UTC
        )

    def absence(self, player: str, first: date, last: date) -> AbsenceNoted:
        """Return that a player is away from the first to the last day."""
        return AbsenceNoted(player, self._midnight(first), self._midnight(last + _A_DAY))

    def away(self, player: str, days: str, received: datetime) -> tuple[Event, ...] | NotDone:
        game, today = self.running.game, received.astimezone(self.running.policy.zone).date()
        found = days_of_absence(days, today)
        if game.is_over:
            return NotDone.GAME_IS_OVER
        if found is None:
            return NotDone.WHICH_DAYS
        first, last = found
        if last < today:
            return NotDone.DAYS_ARE_OVER
        if last - today > _LONGEST_AWAY:
            return NotDone.TOO_LONG_AWAY
        noted = self.absence(player, max(first, today), last)
        days_before = game.players[player].away
        if any(begins <= noted.begins and noted.ends <= ends for begins, ends in days_before):
            return NotDone.AWAY_BEFORE
        return (noted,)

    def back(self, player: str, received: datetime) -> tuple[Event, ...] | NotDone:
        if not any(ends > received for _, ends in self.running.game.players[player].away):
            return NotDone.NO_ABSENCE_OF_HIS
        return (AbsenceEnded(player, received),)

    def is_away_once(self, player: str, received: datetime) -> bool:
        away = self.running.game.players[player].away
        left = [begins for begins, ends in away if ends > received]
        return bool(left) and all(begins <= received for begins in left)

    def days_away(self, now: datetime) -> Mapping[str, tuple[tuple[date, date], ...]]:
        zone, players = self.running.policy.zone, self.running.game.players.values()
        left = {
            player.name: tuple(
                (begins.astimezone(zone).date(), ends.astimezone(zone).date() - _A_DAY)
                for begins, ends in player.away
                if ends > now
            )
            for player in players
            if player.away
        }
        return {name: days for name, days in left.items() if days}

    def _note_absence(self, order: orders.NoteAbsence, of: Occasion) -> Step | Refusal:
        """Note for a player when he is away; he is told."""
        game = self.running.game
        name = identity.find_player_named(order.player, game.active)
        if not isinstance(name, str):
            return orders.UnknownPlayer(name, () if name else tuple(game.players))
        if refused := orders.why_not_away(order, game, of.now.astimezone(self.running.policy.zone)):
            return refused
        event = self.absence(name, order.first, order.last)
        content = PlayerNotice.of(PlayerChange.AWAY, self.running, name, name, of.because)
        days = days_between(((event.begins, event.ends),), self.running.policy.zone)
        mails = self.owe(name, replace(content, days=days), f"away:{of.cause}", of.now)
        return step_of(of.cause, self.running, event, mails=mails)

    def remind_players(self, office: Office, now: datetime) -> Step | None:
        """Remind once, `reminder` before the ZAT, from whom something is wanted."""
        what = self._of_day("reminder", self.running.policy.reminder, now)
        if what is None:
            return None
        key = f"{what}:{self.running.game.id}"
        players = self.running.game.players
        mails = [
            owed
            for name in self.to_remind(office)
            if players[name].wants_reminder
            for owed in self.owe(name, self.reminder(name, office), key, now)
        ]
        return self.once(what, key, mails, now)

    def _digest(self, office: Office, now: datetime) -> Step | None:
        """Tell the game master once, `digest` before the ZAT, how his game stands."""
        what = self._of_day("digest", self.running.policy.digest, now)
        if what is None or not self.takes_entries:
            return None
        key = f"{what}:{self.running.game.id}"
        return self.once(what, key, self.digests(office, key, now), now)

    def _of_day(self, name: str, before: timedelta, now: datetime) -> str | None:
        """Return what is noted of a mail that goes out once for each day on which a ZAT lies; None: not now."""
        playing = self.running.game.round
        if playing is None or playing.deadline is None or not self.is_near(before, now):
            return None
        day = playing.deadline.astimezone(self.running.policy.zone).date()
        what = f"{name}:{playing.number}:{day}"
        return None if what in self.running.game.noted else what

    # The settings.

    def synchronise(self, means: Means, now: datetime, cause: str) -> Step | None:
        """Return what a changed settings file changes in a running game, or None."""
        running, office = self.running, means.office
        if running.game.is_over:
            return None
        rulings = tuple(file_rulings(running.policy, running.game))
        ruled, told = self.ruled_by_settings(rulings, means, cause, now) if rulings else ((), ())
        here = self.follow(ruled)
        people = here.players_in_file(office.house, now)
        events = (*people, *here.from_settings(now))
        events = (*events, *here.follows(events))
        if not (ruled or events):
            return None
        mails = (*told, *here.told_of_settings(here.follow(events), events, office, cause, now))
        return step_of(cause, running, *ruled, *events, mails=mails)

    def ruled_by_settings(
        self, rulings: tuple[WordRuled, ...], means: Means, cause: str, now: datetime
    ) -> tuple[tuple[Event, ...], tuple[Owed, ...]]:
        """Return what rulings of the settings bring about, and who is told of them."""
        told = self.told_of_rulings(self.follow(rulings), rulings, means.office, cause, now)
        return rulings, tuple(told)

    def players_in_file(self, house: House, now: datetime) -> tuple[Event, ...]:
        """Compare the players with the file unless that was done and none of them has changed since."""
        players, book = self.running.game.players, self.running.book
        if book.agreed is players:
            return ()
        events = tuple(self._unlike_file(house, now))
        if not events:
            book.agreed = players
        return events

    def _unlike_file(self, house: House, now: datetime) -> Iterator[Event]:
        """The file names players as they are or were called; a command may have renamed one."""
        running = self.running
        configured = {player.name: player for player in running.policy.players}
        known_as = {
            name: player
            for player in running.game.players.values()
            for name in (*player.former_names, player.name)
        }
        renamed = renamed_in_file(running)
        for name, player in configured.items():
            known = known_as.get(name)
            if name in renamed:
                yield PlayerRenamed(renamed[name], name, FROM_SETTINGS)
            elif known is None:
                joined = self.joined(player)
                yield from (joined,) if joined is not None else ()
            elif (known.has_left or known.is_leaving) and known.left_because == FROM_SETTINGS:
                yield PlayerReturned(known.name)
            elif known.from_settings != player.addresses:
                yield identity.change_of_addresses(
                    running, known, player.addresses, FROM_SETTINGS, house=house, now=now
                )
        for name, known in running.game.players.items():
            is_named = bool(configured.keys() & {name, *known.former_names})
            is_named = is_named or name in renamed.values()
            if known.is_configured and not is_named and not (known.has_left or known.is_leaving):
                yield PlayerLeft(name, FROM_SETTINGS)

    def joined(self, player: ConfiguredPlayer) -> PlayerJoined | None:
        """Let a player in whom the file names anew, as long as that may be."""
        return PlayerJoined(player.name, player.addresses) if self.may_join() else None

    def from_settings(self, now: datetime) -> Iterator[Event]:
        """Yield what else the settings change; a deadline first read in mid-round moves the ZAT (contract 2)."""
        playing, wanted = self.running.game.round, self.zat_in_settings
        if playing is None or wanted is None or not is_ahead(wanted, now):
            return
        yield SettingSpent(playing.number, "deadline", wanted.isoformat())
        if wanted != playing.deadline:
            yield DeadlineMoved(playing.number, wanted, FROM_SETTINGS)

    def told_of_settings(
        self, after: Self, events: tuple[Event, ...], office: Office, cause: str, now: datetime
    ) -> Iterator[Owed]:
        """Owe what players are told of what the settings have changed.

        Who gets an opening reads the new ZAT there, and has not heard of another.
        """
        running = after.running
        told = [*self.told_of_players(after, events, office, Occasion(cause, "", now))]
        for event in events:
            if isinstance(event, PlayerJoined) and running.game.round is not None:
                opening = after.opening(office, event.name)
                told += after.owe(event.name, opening, f"opening:{cause}", now)
        yield from told
        if any(isinstance(event, DeadlineMoved) for event in events):
            begin = {owed.player for owed in told if owed.content.begins_game}
            of = Occasion(f"zat:{cause}", "", now)
            moved = self.told_of_zat(after, office, ZatChange.MOVED, of)
            yield from (owed for owed in moved if owed.player is None or owed.player not in begin)

    def told_of_players(
        self, after: Self, events: Iterable[Event], office: Office, of: Occasion
    ) -> Iterator[Owed]:
        """Owe a mail to each player whom *events* exclude, let in again, rename or give other addresses.

        Who was away is shown how the game stands.
        """
        before, running = self.running, after.running
        for event in events:
            match event:
                case PlayerLeft(name):
                    change, old = PlayerChange.EXCLUDED, name
                case PlayerReturned(name):
                    change, old = PlayerChange.READMITTED, name
                case PlayerRenamed(old, name):
                    change = PlayerChange.RENAMED
                case _:
                    continue
            content = PlayerNotice.of(change, running, name, old, of.because)
            yield from after.owe(name, content, f"{change}:{of.cause}", of.now)
            was = before.game.players.get(old)
            if change is PlayerChange.READMITTED and was is not None and was.has_left:
                opening = after.opening(office, name)
                yield from after.owe(name, opening, f"opening:{of.cause}", of.now)
        yield from identity.address_mails(
            events, before, running, office.house, cause=of.cause, now=of.now, because=of.because
        )

    def told_of_zat(
        self, after: Self, office: Office, change: ZatChange, of: Occasion
    ) -> Iterator[Owed]:
        """Tell every player what became of the ZAT, and who reads the reports, which told him the old one."""
        zat = ZatTold(change, self.zat, of.because)
        for player in after.running.game.active:
            content = after.notice(zat, office, player.name)
            yield from after.owe(player.name, content, of.cause, of.now)
        public = after.notice(zat, office, None)
        yield from owe_to_subscribers(after.running, office.house, public, of.cause, of.now)

    # The game master.

    def result(self, order: orders.GmOrder, step: Step) -> Result | None:  # noqa: ARG002  the game says it
        game = self.running.game
        match order:
            case orders.ExtendDeadline() | orders.ReopenRound():
                return ZatNow(game.round_number, self.zat, self.zats_after)
            case orders.ResumeGame():
                return GoesOn(game.round_number, self.zat)
            case orders.CloseRound():
                last = game.last.number if game.last is not None else game.round_number
                return GameIsEnded() if game.is_over else RoundIsClosed(last)
            case _:
                return common_result(order, game)

    def carry_out(self, given: GivenOrder, means: Means, now: datetime) -> Step | Refusal:
        running, game, office = self.running, self.running.game, means.office
        given = orders.in_tiles_of(given, game.tile_set)
        of = Occasion(given.cause, given.because, now)
        match given.order:
            case orders.RuleWord() as order:
                event = word_ruled(given, order, running.policy)
                return self.rule(of, event, means) if isinstance(event, WordRuled) else event
            case orders.CloseRound() as order:
                return self._close_by_order(order, means, of)
            case orders.ExtendDeadline(deadline):
                moved = self._zat_moved(deadline, of)
                return self.tell_of_clock(of, office, ZatChange.MOVED, moved)
            case orders.PauseGame():
                stopped = self._paused(given.because)
                return self.tell_of_clock(of, office, ZatChange.PAUSED, stopped)
            case orders.ResumeGame(deadline):
                again = self._resumed(deadline, of)
                return self.tell_of_clock(of, office, ZatChange.RESUMED, again)
            case (
                orders.ExcludePlayer() | orders.AdmitPlayer() | orders.RenamePlayer()
                | orders.ChangeAddresses() as order
            ):  # fmt: skip
                return self.about_player(order, given, office, now)
            case orders.EndGame():
                return self._end(means, of)
            case orders.NoteAbsence() as order:
                return self._note_absence(order, of)
            case orders.RulePress() as order:
                ruled = press_ruled(game, order)
                return step_of(given.cause, running, *ruled) if isinstance(ruled, tuple) else ruled
            case orders.RevokeOrder():
                opposite = self.undoing(means.log)
                if isinstance(opposite, Refusal):
                    return opposite
                done = self.carry_out(replace(given, order=opposite), means, now)
                return replace(done, instead=opposite) if isinstance(done, Step) else done
            case order:
                return self.decide(order, means, of) or orders.other_family(
                    order, orders.GmKinds.ROUNDS
                )

    def _zat_moved(self, deadline: datetime, of: Occasion) -> tuple[Event, ...] | Refusal:
        """Give the open round another ZAT."""
        playing = self.running.game.round
        if playing is None:
            return orders.NoRound()
        if why := orders.why_not_moved(deadline, playing.deadline, of.now):
            return why
        return (DeadlineMoved(playing.number, deadline, of.because),)

    def _paused(self, because: str) -> tuple[Event, ...] | Refusal:
        """Let the clock stand still."""
        if self.running.game.is_paused:
            return orders.AlreadyPaused()
        if self.running.game.is_over:
            return orders.GameIsOver()
        return (GamePaused(because),)

    def _resumed(self, deadline: datetime | None, of: Occasion) -> tuple[Event, ...] | Refusal:
        """Let the clock run again: with the ZAT named, or the old one, if that has not passed."""
        playing = self.running.game.round
        if not self.running.game.is_paused:
            return orders.NotPaused()
        zat = deadline or (playing.deadline if playing else None)
        if playing is not None and zat is not None and not is_ahead(zat, of.now):
            return orders.NeedsDeadline()
        again = GameResumed(of.because)
        if playing is not None and deadline is not None and deadline != playing.deadline:
            return again, DeadlineMoved(playing.number, deadline, of.because)
        return (again,)

    def score_corrected(
        self, order: orders.CorrectScore, because: str, first: int
    ) -> ScoreCorrected | Refusal:
        """Add points to a player's total, in a round of this record: *first* or a later one."""
        game, number = self.running.game, order.round
        name = identity.find_player_named(order.player, game.players.values())
        if not isinstance(name, str):
            return orders.UnknownPlayer(name, () if name else tuple(game.players))
        if game.last is None:
            return orders.NoClosedRound()
        if order.points == 0:
            return orders.NothingToCorrect()
        if number is not None and not first <= number <= game.last.number:
            return orders.NoSuchRound(number)
        return ScoreCorrected(name, number or game.last.number, order.points, because)

    def rule(self, of: Occasion, ruling: WordRuled, means: Means) -> Step | Refusal:
        """Rule on a word."""
        after = self.follow((ruling,))
        mails = self.told_of_rulings(after, (ruling,), means.office, of.cause, of.now)
        return step_of(of.cause, self.running, ruling, mails=mails)

    def about_player(
        self, order: PlayerOrder, given: GivenOrder, office: Office, now: datetime
    ) -> Step | Refusal:
        """Carry out what is ordered about a player, and tell him."""
        players = self.running.game.players
        name = identity.find_player_named(order.player, players.values())
        if not isinstance(name, str) and isinstance(order, orders.AdmitPlayer):
            return self._admit_newcomer(given, order, office, now)
        if not isinstance(name, str):
            return orders.UnknownPlayer(name, () if name else tuple(players))
        event = changed_by(given, order, players[name], self.running, house=office.house, now=now)
        if not isinstance(event, Event):
            return event
        of = Occasion(given.cause, given.because, now)
        mails = self.told_of_players(self.follow((event,)), (event,), office, of)
        return step_of(given.cause, self.running, event, mails=mails)

    def _admit_newcomer(
        self, given: GivenOrder, order: orders.AdmitPlayer, office: Office, now: datetime
    ) -> Step | Refusal:
        """Let in who asked for it, with the address from which he wrote; he gets what every player got."""
        players, wishes = self.running.game.players, self.running.game.waiting_to_join
        wish = wish_of(order.player, wishes)
        if not isinstance(wish, JoinWish):
            every = (*players, *(each.name for each in wishes))
            return orders.UnknownPlayer(wish, () if wish else every)
        if not player_names.fit_name(wish.name):
            return orders.UnfitName(wish.name)
        if not identity.may_be_admitted(self.running):
            return orders.UnknownPlayer((), tuple(players))
        taken = player_names.looks_like(wish.name, players)
        if taken is None and office.club is not None:
            taken = player_names.who_has(wish.name, wish.address.lower(), office)
        if taken is not None:
            return orders.NameTaken(taken)
        event = self.join(wish.name, wish.address)
        after = self.follow((event,))
        opening = after.opening(office, wish.name)
        mails = after.owe(wish.name, opening, f"opening:{given.cause}", now)
        step = step_of(given.cause, self.running, event, mails=mails)
        return replace(step, instead=orders.AdmitPlayer(wish.name))

    def _close_by_order(
        self, order: orders.CloseRound, means: Means, of: Occasion
    ) -> Step | Refusal:
        playing = self.running.game.round
        if playing is None:
            return orders.NoRound()
        is_before = self.running.game.is_before_zat(of.now)
        if is_before and not order.is_early:
            return self.before_zat(playing)
        policy, because = order.undecided, of.because
        step = self.close(means, of.now, is_early=is_before, policy=policy, because=because)
        if isinstance(step, Held):
            words, choices = step.words, step.choices
            return orders.EqualMoves(choices) if choices else orders.WordsUndecided(words)
        return self.closed_early(of, step, means.office) if is_before else step

    def before_zat(self, playing: ZatRound) -> orders.BeforeZat:
        """Refuse what can be done only when the ZAT of the open round has come."""
        zat = playing.deadline
        return orders.BeforeZat(zat.astimezone(self.running.policy.zone) if zat else None)

    def closed_early(self, of: Occasion, step: Step, office: Office) -> Step:  # noqa: ARG002  its report tells
        """Return the close of a round before its ZAT with what all are told of that."""
        return step

    def tell_of_clock(
        self, of: Occasion, office: Office, change: ZatChange, events: tuple[Event, ...] | Refusal
    ) -> Step | Refusal:
        """Tell all of a clock that was set, stopped or started, unless that is refused."""
        if not isinstance(events, tuple):
            return events
        named = replace(of, cause=f"zat:{of.cause}")
        mails = self.told_of_zat(self.follow(events), office, change, named)
        return step_of(of.cause, self.running, *events, mails=mails)

    def _end(self, means: Means, of: Occasion) -> Step | Refusal:
        """End the game as it stands; all get the last report with the seed."""
        if self.running.game.is_over:
            return orders.GameIsOver()
        ended = GameEnded(means.chance.seed.hex(), BY_GAME_MASTER, of.now, of.because)
        mails = self.reports(means, (ended,), of.cause, of.now, because=of.because)
        return step_of(of.cause, self.running, ended, mails=mails)

    # What is told: a face, and beside it what is a reader's own.

    def in_sight(self, silent: Iterable[str], number: int) -> dict[str, Any]:
        """Return the fields of a face; *silent*: who sent nothing in time for the round of that *number*."""
        game = self.running.game
        playing = game.round
        return {
            "rules": self.laying,
            "number": game.round_number,
            "opened": playing.opened if playing is not None else None,
            "deadline": playing.deadline if playing is not None else None,
            "is_paused": game.is_paused,
            "away": who_is_away(game, self.running.policy.zone),
            "unread": tuple(
                name for name in silent if unread_note(game, number, name) in game.noted
            ),
            "commitment": game.commitment,
            "lexicon": lexicon_of(game),
            "ended": game.ended,
            "seed": game.seed,
        }

    def to(self, player: str | None, office: Office) -> dict[str, Any]:
        """Return what every mail to a player tells."""
        own = self.own(player, office)
        return {"face": self.seen_by_all(), "own": own, "policy": self.running.policy}

    def opening(self, office: Office, player: str | None) -> Content:
        """Return how the game stands and how to play, as one reader is told it."""
        game = self.running.game
        comment = comment_of(self.running) if game.last is None else ""
        return contents.OpeningByRounds(
            **self.to(player, office), comment=comment, is_trial=game.is_trial
        )

    def report(
        self, before: Self, office: Office, player: str | None, because: str
    ) -> contents.ReportByRounds:
        """Return what one reader is told after a ZAT, or at the end; *before*: as it was until then."""
        was, game = before.running.game, self.running.game
        return contents.ReportByRounds(
            **self.to(player, office),
            closed=game.last if game.last is not was.last else None,
            press=tuple(item for item in was.press if item.is_released),
            comment=comment_of(self.running),
            because=because,
            statistics=self.statistics(office) if game.is_over else (),
        )

    def preview(self) -> contents.ReportByRounds:
        """Return the report of the round that is over last, as all may see it."""
        game = self.running.game
        return contents.ReportByRounds(
            face=self.seen_by_all(),
            policy=self.running.policy,
            closed=game.last,
            press=tuple(item for item in game.press if item.is_released),
            comment=comment_of(self.running),
            is_preview=True,
        )

    def notice(self, zat: ZatTold, office: Office, player: str | None) -> Content:
        return contents.NoticeByRounds(**self.to(player, office), **asdict(zat))

    def _ruled(
        self, ruling: WordRuled, before: bool | None, office: Office, player: str
    ) -> contents.RuledByRounds:
        """Return what tells a player that a ruling has changed what of his is in force."""
        return contents.RuledByRounds(
            **self.to(player, office),
            word=ruling.word,
            accepted=ruling.accepted,
            because=ruling.because,
            before=before,
        )

    def missing(self, office: Office) -> tuple[str, ...]:
        return self._who_sent(office).missing

    def desk(self, office: Office, now: datetime) -> Struct:  # noqa: ARG002  nothing hangs on the hour
        return self._who_sent(office)

    def _who_sent(self, office: Office) -> contents.DeskByRounds:
        """Return who has sent something as long as that may come, and what waits for the game master."""
        game = self.running.game
        sent = tuple(self.sent(office))
        names = [player.name for player in game.active] if self.takes_entries else []
        return contents.DeskByRounds(
            sent=sent,
            missing=tuple(name for name in names if name not in sent),
            undecided=len(self.undecided(office)),
            press=sum(not item.is_released for item in game.press),
            unread=identity.unread_in(office, game.id, game.round.opened) if game.round else (),
        )

    def answer(self, entry: Considered, office: Office, did: Did) -> Answer:
        return contents.AnswerByRounds(
            **self.to(entry.player, office),
            considered=entry,
            replaces=entry.outcome in STORED and did.had_move and self.takes_entries,
            is_registered_now=did.is_registered_now,
            was_in_time=self.seen_too_late(entry, did.received) is not None,
        )

    def answer_commands(self, given: CommandsGiven, office: Office) -> AnswerToCommands:
        return contents.CommandAnswerByRounds(
            **{**self.to(given.player, office), **given.told(office)},
            withdrawn=any(isinstance(event, self.withdrawn_by) for event in given.events),
        )

    def opening_of_round(self, means: Means, now: datetime) -> tuple[Event, ...]:
        """Return what opens the next round, and which values of the settings it uses up."""
        opened = self.opened(means, now)
        return (opened,) if isinstance(opened, GameEnded) else (opened, *self.spent())

    def after_close(
        self, closed: Sequence[Event], means: Means, of: Occasion
    ) -> tuple[Sequence[Event], Iterable[Owed]]:
        after = self.follow(closed)
        game, opening = after.running.game, tuple[Event, ...]()
        if not game.is_over and game.round is None:
            opening = after.opening_of_round(means, of.now)
        every = (*closed, *opening)
        return opening, self.reports(means, every, of.cause, of.now, because=of.because)

    @property
    def words_asked(self) -> frozenset[str]:
        noted = self.running.game.noted
        asked = {what.removeprefix("asked:") for what in noted if what.startswith("asked:")}
        return frozenset(word for word in asked if word not in self.running.game.rulings)

    def has_word(self, word: str, office: Office) -> bool:  # noqa: ARG002  whose words they are is hidden
        return word in self.running.game.rulings or self.was_asked(word)

    def asked(self, words: tuple[str, ...], now: datetime) -> tuple[Event, ...]:
        return tuple(Noted(f"asked:{word}", now) for word in words)

    def was_asked(self, word: str) -> bool:
        return f"asked:{word}" in self.running.game.noted

    def go_on(self, means: Means, now: datetime) -> Step | None:
        """Open the next round; all are told."""
        if not self.may_go_on():
            return None
        game = self.running.game
        events = self.opening_of_round(means, now)
        after = self.follow(events)
        key = f"opening:{game.id}" + ("" if game.last is None else f":{game.round_number}")
        if after.running.game.is_over:  # there is no round: what all are told is the end
            mails = self.reports(means, events, key, now)
        else:
            mails = after.tell_all(
                lambda name: after.opening(means.office, name), means.office, key, now
            )
        cause = f"open:{game.id}:{game.round_number}:0"
        return step_of(cause, self.running, *events, mails=mails)

    def reports(
        self, means: Means, events: Sequence[Event], key: str, now: datetime, *, because: str = ""
    ) -> Iterator[Owed]:
        after, office = self.follow(events), means.office

        def content(name: str | None) -> Content:
            return after.report(self, office, name, because)

        readers = tuple(player.name for player in self.running.game.active)
        yield from to_all(after.running, office, content, key, now, readers=readers)

    def questions(
        self, words: tuple[str, ...], office: Office, key: str, now: datetime, *, is_reminder: bool
    ) -> Iterator[Owed]:
        """Owe the question: the words alone, for nobody may know whose they are.

        Where the game master plays himself it goes to his deputy, if he has one.
        """
        running, policy = self.running, self.running.policy
        asked = RulingAsked(
            words=tuple(
                AskedWord(
                    word,
                    self.unknown(word, office, self.laying),
                    office.lexicon.evidence(word, "", self.laying),
                )
                for word in words
            ),
            policy=policy,
            is_reminder=is_reminder,
            others=tuple(word for word in self.undecided(office) if word not in words),
            is_at_zat=True,
        )
        if identity.game_master_plays(running, office) and policy.deputy is not None:
            yield from owe_to_deputy(running, replace(asked, for_deputy=True), key, now)
            return
        yield owe_to_game_master(office.house, asked, key, now, running=running)

    def reminder(self, player: str, office: Office) -> Content:
        return contents.ReminderByRounds(**self.to(player, office))

    def digests(self, office: Office, key: str, now: datetime) -> Iterator[Owed]:
        face, policy = self.seen_by_all(), self.running.policy
        content = contents.DigestByRounds(face=face, policy=policy, desk=self._who_sent(office))
        yield self.tell_game_master(content, office, key, now)

    def told_of_rulings(
        self, after: Self, rulings: tuple[WordRuled, ...], office: Office, key: str, now: datetime
    ) -> Iterator[Owed]:
        """Tell each player of whom something else is in force now: his own matter alone."""
        was, is_now = self.sent(office), after.sent(office)
        for name in dict.fromkeys((*was, *is_now)):
            old, new = was.get(name), is_now.get(name)
            mine = {word for each in (old, new) if each is not None for word in each.words}
            ruling = next((each for each in rulings if each.word in mine), None)
            if old == new or ruling is None:
                continue
            before = self.running.game.rulings.get(ruling.word)
            content = after._ruled(ruling, before, office, name)
            yield from after.owe(name, content, f"ruling:{key}", now)
