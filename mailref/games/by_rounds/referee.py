"""What time, the settings and the game master bring about where rounds end at a ZAT for all.

A kind says what a round is: what opens it, what its ZAT brings, what is told of it, who is reminded.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.by_rounds.clock import PlayedByRounds
from mailref.games.by_rounds.contents import (
    AnswerByRounds,
    CommandAnswerByRounds,
    DeskByRounds,
    DigestByRounds,
    FaceByRounds,
    NoticeByRounds,
    OpeningByRounds,
    ReminderByRounds,
    ReportByRounds,
    RuledByRounds,
)
from mailref.games.by_rounds.orders import paused, resumed, zat_moved
from mailref.games.by_rounds.policy import RunningByRounds
from mailref.games.by_rounds.reminders import nobody_left, remind_of_deadline
from mailref.games.by_turns.contents import AskedWord, RulingAsked
from mailref.games.events import (
    BY_GAME_MASTER,
    FROM_SETTINGS,
    DeadlineMoved,
    Event,
    GameEnded,
    Noted,
    PlayerJoined,
    SettingSpent,
    WordRuled,
)
from mailref.games.game import Stage, unread_note
from mailref.games.replay import follow
from mailref.record.as_json import Json
from mailref.referee import gm_orders as orders
from mailref.referee.contents import Content
from mailref.referee.deadline import (
    days_overdue,
    is_ahead,
    is_before_zat,
    is_grace_over,
    is_spent,
    is_time_for_digest,
    is_time_to_remind,
    next_zat,
    zat_in_settings,
)
from mailref.referee.findings import (
    STORED,
    CommandsDone,
    CommandsGiven,
    Considered,
    Did,
    Office,
)
from mailref.referee.gm_orders import (
    GivenOrder,
    NoteAbsence,
    OtherFamily,
    PassForPlayer,
    Refusal,
    ReplacePlayer,
    RuleTheme,
    UndoTurn,
)
from mailref.referee.gm_results import (
    GameIsEnded,
    Result,
    RoundIsClosed,
    ZatNow,
    press_ruled,
    word_ruled,
)
from mailref.referee.identity import game_master_plays, unread_in
from mailref.referee.mails import (
    Decision,
    Owed,
    Step,
    owe_to_deputy,
    owe_to_game_master,
    owe_to_player,
    step_of,
)
from mailref.referee.new_addresses import address_mails
from mailref.referee.notices import ZatChange
from mailref.referee.order_results import common_result
from mailref.referee.policy import ConfiguredPlayer, RunningGame, Undecided
from mailref.referee.register import (
    PlayerOrder,
    decide_about_player,
    file_rulings,
    notices_of,
    players_unless_agreed,
)
from mailref.referee.reports import Means, comment_of, to_all
from mailref.tiles.lexicon.german import gather
from mailref.tiles.lexicon.verdicts import Unknown
from mailref.tiles.variant import Laying

NOBODY = "no_words"
"""Why a ZAT is moved at which nobody had sent anything."""
MOST_KEPT = 200
"""With so much of a player recorded in a round, what is rejected after that is only answered."""


class WaitsForWords(Struct, frozen=True):
    """A ZAT has come, and words wait for a ruling."""

    words: tuple[str, ...]


class SentWords(Struct, frozen=True):
    """What a player has sent that is in force, as far as rulings on words go."""

    words: tuple[str, ...]
    undecided: tuple[str, ...]
    """Those of them that wait for a ruling."""
    entry: object
    """What it is: where it is another than before a ruling, its player is told."""


class RefereeByRounds(PlayedByRounds):
    """A game and what its referee does; the first functions are those that a kind answers."""

    running: RunningByRounds

    @abstractmethod
    def opened(self, means: Means, now: datetime) -> Event:
        """Return what opens the next round, with `next_zat`; the end of the game where there is none."""

    @abstractmethod
    def at_zat(self, means: Means, now: datetime, *, is_early: bool) -> tuple[Event, ...] | None:
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
        return tuple(player.name for player in self.running.game.active if player.name not in sent)

    def may_join(self) -> bool:
        """Tell whether the settings may still bring another player in."""
        return not self.running.game.is_over

    @property
    @abstractmethod
    def takes_entries(self) -> bool:
        """Tell whether all may still send what counts at the next ZAT."""

    @abstractmethod
    def seen_by_all(self) -> FaceByRounds:
        """Return how the game stands, as everybody may see it: `in_sight` has what is the same for several kinds."""

    @abstractmethod
    def own(self, player: str | None, office: Office) -> object | None:
        """Return what a player alone may see; None where there is nothing."""

    withdrawn_by: ClassVar[type[Event]]
    """What takes back what a player has sent."""

    @property
    def playing(self) -> Sequence[str]:
        """Return who plays, as `status` lists them."""
        return [player.name for player in self.running.game.active]

    @property
    def status(self) -> dict[str, Json]:
        """Return what `status` says of such a game beside what it says of all."""
        return {}

    def decide(self, given: GivenOrder, means: Means, now: datetime) -> Step | Refusal | None:  # noqa: ARG002  a kind may know no other
        """Return what an order that only this kind knows records and owes; None: it is none of those."""
        return None

    # What is told.

    @property
    def laying(self) -> Laying:
        """Return the switches by which words are judged."""
        return self.face().rules

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
            "unread": tuple(
                name for name in silent if unread_note(game, number, name) in game.noted
            ),
            "commitment": game.commitment,
            "lexicon": game.lexicon,
            "ended": game.ended,
            "seed": game.seed,
        }

    def to(self, player: str | None, office: Office) -> dict[str, Any]:
        """Return what every mail to a player tells."""
        own = self.own(player, office)
        return {"face": self.seen_by_all(), "own": own, "policy": self.running.policy}

    def opening(self, office: Office, player: str | None) -> OpeningByRounds:
        """Return how the game stands and how to play, as one reader is told it."""
        game = self.running.game
        comment = comment_of(self.running) if game.last is None else ""
        return OpeningByRounds(**self.to(player, office), comment=comment, is_trial=game.is_trial)

    def report(
        self, before: Self, office: Office, player: str | None, because: str
    ) -> ReportByRounds:
        """Return what one reader is told after a ZAT, or at the end; *before*: as it was until then."""
        was, game = before.running.game, self.running.game
        return ReportByRounds(
            **self.to(player, office),
            closed=game.last if game.last is not was.last else None,
            press=tuple(item for item in was.press if item.is_released),
            comment=comment_of(self.running),
            because=because,
        )

    def preview(self) -> ReportByRounds:
        """Return the report of the round that is over last, as all may see it."""
        game = self.running.game
        return ReportByRounds(
            face=self.seen_by_all(),
            policy=self.running.policy,
            closed=game.last,
            press=tuple(item for item in game.press if item.is_released),
            comment=comment_of(self.running),
            is_preview=True,
        )

    def notice(
        self,
        change: ZatChange,
        office: Office,
        player: str | None,
        before: datetime | None,
        because: str,
        *,
        nobody: bool = False,
    ) -> NoticeByRounds:
        """Return what one reader is told of a ZAT that is another now, or of a pause.

        *before*: the ZAT until then; *nobody*: it was moved because nobody had sent anything.
        """
        told = self.to(player, office)
        return NoticeByRounds(**told, change=change, before=before, because=because, nobody=nobody)

    def _ruled(self, ruling: WordRuled, office: Office, player: str) -> RuledByRounds:
        """Return what tells a player that a ruling has changed what of his is in force."""
        return RuledByRounds(
            **self.to(player, office),
            word=ruling.word,
            accepted=ruling.accepted,
            because=ruling.because,
        )

    def desk(self, office: Office, now: datetime) -> DeskByRounds:  # noqa: ARG002  nothing hangs on the hour
        return self.desk_of(office)

    def desk_of(self, office: Office) -> DeskByRounds:
        """Return who has sent something as long as that may come, and what waits for the game master."""
        game = self.running.game
        sent = tuple(self.sent(office))
        names = [player.name for player in game.active] if self.takes_entries else []
        return DeskByRounds(
            sent=sent,
            missing=tuple(name for name in names if name not in sent),
            undecided=len(self.undecided(office)),
            press=sum(not item.is_released for item in game.press),
            unread=unread_in(office, game.id, game.round.opened) if game.round else (),
        )

    # A mail.

    def answer(self, entry: Considered, office: Office, did: Did) -> AnswerByRounds:
        return AnswerByRounds(
            **self.to(entry.player, office),
            considered=entry,
            replaces=entry.outcome in STORED and did.had_move and self.takes_entries,
            is_registered_now=did.is_registered_now,
            was_in_time=self.seen_too_late(entry, did.received) is not None,
        )

    # A player's command.

    def answer_commands(self, given: CommandsGiven, office: Office) -> CommandAnswerByRounds:
        return CommandAnswerByRounds(
            **self.to(given.player, office),
            commands=given.commands,
            player=given.player,
            withdrawn=any(isinstance(event, self.withdrawn_by) for event in given.events),
            done=CommandsDone.of(given.events),
            refused=given.refused,
            games=tuple(each.policy for each in office.games.values()),
        )

    # What they have in common.

    def follow(self, events: Iterable[Event]) -> Self:
        """Return the same after *events*."""
        return type(self)(replace(self.running, game=follow(self.running.game, events)))

    def opening_of_round(self, means: Means, now: datetime) -> tuple[Event, ...]:
        """Return what opens the next round, and which values of the settings it uses up."""
        game, policy = self.running.game, self.running.policy
        values = {
            "deadline": policy.deadline.isoformat() if policy.deadline else None,
            "comment": policy.comment or None,
        }
        spent = (
            SettingSpent(game.round_number, key, value)
            for key, value in values.items()
            if value is not None and not is_spent(game, key, value)
        )
        opened = self.opened(means, now)
        return (opened,) if isinstance(opened, GameEnded) else (opened, *spent)

    def welcome(self, name: str, office: Office) -> Content:
        return self.opening(office, name)

    @property
    def words_asked(self) -> frozenset[str]:
        noted = self.running.game.noted
        asked = {what.removeprefix("asked:") for what in noted if what.startswith("asked:")}
        return frozenset(word for word in asked if word not in self.running.game.rulings)

    def has_word(self, word: str, office: Office) -> bool:  # noqa: ARG002  whose words they are is hidden
        return word in self.running.game.rulings or f"asked:{word}" in self.running.game.noted

    def hides_moves(self, office: Office) -> bool:  # noqa: ARG002  nobody sees them before their time
        return not self.running.game.is_over

    # Time.

    def may_go_on(self) -> bool:
        return self.running.game.stage is Stage.GOING_ON

    def go_on(self, means: Means, now: datetime) -> Step | None:
        """Open the next round; all are told."""
        if not self.may_go_on():
            return None
        game = self.running.game
        events = self.opening_of_round(means, now)
        after = self.follow(events)
        key = (
            f"opening:{game.id}" if game.last is None else f"opening:{game.id}:{game.round_number}"
        )
        if after.running.game.is_over:  # there is no round: what all are told is the end
            mails = self.reports(means.office, events, key, now)
        else:
            mails = after.tell_all(
                lambda name: after.opening(means.office, name), means.office, key, now
            )
        cause = f"open:{game.id}:{game.round_number}:0"
        return Step(cause, Decision(tuple((game.id, event) for event in events), tuple(mails)))

    def tell_all(
        self, content: Callable[[str | None], Content], office: Office, key: str, now: datetime
    ) -> Iterator[Owed]:
        """Owe one mail each to all who take part."""
        readers = tuple(player.name for player in self.running.game.active)
        yield from to_all(self.running, office, content, key, now, readers=readers)

    def act_when_due(self, means: Means, now: datetime) -> Step | None:
        step = self.close(means, now)
        return self._held_up(step, means.office, now) if isinstance(step, WaitsForWords) else step

    def close(
        self,
        means: Means,
        now: datetime,
        *,
        is_early: bool = False,
        policy: Undecided | None = None,
        because: str = "",
    ) -> Step | WaitsForWords:
        """End the open round, and open the next one.

        *policy* settles undecided words by force; otherwise the game's own policy applies once
        `ruling_grace` has passed. Where nobody has sent anything, the ZAT may be moved.
        """
        game, office = self.running.game, means.office
        words = self.undecided(office)
        is_grace = is_grace_over(self.running, now)
        force = policy or (self.running.policy.undecided if is_grace else Undecided.WAIT)
        if words and force is Undecided.WAIT:
            return WaitsForWords(words)
        accepts = force is Undecided.ACCEPT
        events: list[Event] = [
            WordRuled(word, accepts, by="policy", because=force.value) for word in words
        ]
        brought = self.follow(events).at_zat(means, now, is_early=is_early)
        if brought is None:
            return self._postponed(office, now, events)
        events += brought
        after = self.follow(events)
        if not after.running.game.is_over and after.running.game.round is None:
            events += after.opening_of_round(means, now)
        cause = f"close:{game.id}:{game.round_number}:{self.times_reopened}"
        mails = tuple(self.reports(office, events, cause, now, because=because))
        return Step(cause, Decision(tuple((game.id, event) for event in events), mails))

    @property
    def times_reopened(self) -> int:
        """Return how often a round was opened again: what is done once a round is done once each time."""
        return 0

    def reports(
        self, office: Office, events: Sequence[Event], key: str, now: datetime, *, because: str = ""
    ) -> Iterator[Owed]:
        """Owe the report on *events* to all who took part until then, each with what is his own."""
        after = self.follow(events)

        def content(name: str | None) -> Content:
            return after.report(self, office, name, because)

        readers = tuple(player.name for player in self.running.game.active)
        yield from to_all(after.running, office, content, key, now, readers=readers)

    def _postponed(self, office: Office, now: datetime, settled: Sequence[Event]) -> Step:
        """Move the ZAT at which nobody had sent anything; without a schedule the game waits for one."""
        game = self.running.game
        number = game.round_number
        before = game.round.deadline if game.round else None
        events = (*settled, DeadlineMoved(number, next_zat(self.running, game, now), NOBODY))
        after = self.follow(events)
        cause = f"postponed:{game.id}:{number}:{before.isoformat() if before else now.isoformat()}"

        def content(name: str | None) -> Content:
            return after.notice(ZatChange.MOVED, office, name, before, "", nobody=True)

        mails = tuple(after.tell_all(content, office, cause, now))
        return Step(cause, Decision(tuple((game.id, event) for event in events), mails))

    # Words for the game master.

    def ask(self, office: Office, now: datetime) -> Step | None:
        """Put the words that nobody can look up before the game master, each once."""
        game = self.running.game
        new = tuple(word for word in self.undecided(office) if f"asked:{word}" not in game.noted)
        if not new:
            return None
        cause = f"ask:{game.id}:{game.round_number}:{','.join(sorted(new))}"
        events = tuple((game.id, Noted(f"asked:{word}", now)) for word in new)
        mails = tuple(self._questions(new, office, cause, now, is_reminder=False))
        return Step(cause, Decision(events, mails))

    def _questions(
        self, words: tuple[str, ...], office: Office, key: str, now: datetime, *, is_reminder: bool
    ) -> Iterator[Owed]:
        """Owe the question: the words alone, for nobody may know whose they are.

        Where the game master plays himself it goes to his deputy, if he has one.
        """
        running = self.running
        game, policy = running.game, running.policy
        asked = RulingAsked(
            tuple(self._asked(word, office) for word in words),
            policy,
            None,
            is_reminder=is_reminder,
            others=tuple(word for word in self.undecided(office) if word not in words),
            in_bingo=True,
        )
        if game_master_plays(running, office) and policy.deputy is not None:
            yield from owe_to_deputy(running, replace(asked, for_deputy=True), key, now)
            return
        yield owe_to_game_master(office.house, asked, key, now, policy=policy, game=game)

    def _asked(self, word: str, office: Office) -> AskedWord:
        rules, rulings = self.laying, self.running.game.rulings
        verdict = office.lexicon.verdict(word, rules, rulings)
        unknown = verdict if isinstance(verdict, Unknown) else Unknown(())
        return AskedWord(word, unknown, gather(word, "", office.lexicon, rules))

    def _held_up(self, held: WaitsForWords, office: Office, now: datetime) -> Step | None:
        """Remind the game master, once a day, of the words that a ZAT waits for."""
        game = self.running.game
        days = days_overdue(game.round, now) if game.round else None
        if game.round is None or days is None:
            return None
        what = f"held:{game.round.number}:0:{days}"
        if what in game.noted:
            return None
        cause = f"{what}:{game.id}:{','.join(sorted(held.words))}"
        mails = tuple(self._questions(held.words, office, cause, now, is_reminder=True))
        return Step(cause, Decision(((game.id, Noted(what, now)),), mails))

    # Reminders.

    def remind(self, office: Office, now: datetime, *, is_complete: bool) -> Iterator[Step]:
        running = self.running
        steps = [remind_of_deadline(running, office, now), nobody_left(running, office, now)]
        if is_complete:
            steps += [self._remind_players(office, now), self._digest(office, now)]
        yield from (step for step in steps if step is not None)

    def _remind_players(self, office: Office, now: datetime) -> Step | None:
        """Remind once, `reminder` before the ZAT, from whom something is wanted."""
        what = self._once("reminder", now, is_time_to_remind)
        if what is None:
            return None
        game = self.running.game
        mails: list[Owed] = []
        for name in self.to_remind(office):
            player = game.players[name]
            if player.wants_reminder:
                content = ReminderByRounds(**self.to(name, office))
                mails += owe_to_player(self.running, player, content, f"{what}:{game.id}", now)
        return Step(f"{what}:{game.id}", Decision(((game.id, Noted(what, now)),), tuple(mails)))

    def _digest(self, office: Office, now: datetime) -> Step | None:
        """Tell the game master once, `digest` before the ZAT, how his game stands."""
        what = self._once("digest", now, is_time_for_digest)
        if what is None or not self.takes_entries:
            return None
        game, policy = self.running.game, self.running.policy
        content = DigestByRounds(face=self.seen_by_all(), policy=policy, desk=self.desk_of(office))
        key = f"{what}:{game.id}"
        mail = owe_to_game_master(office.house, content, key, now, policy=policy, game=game)
        return Step(key, Decision(((game.id, Noted(what, now)),), (mail,)))

    def _once(
        self, name: str, now: datetime, is_time: Callable[[RunningByRounds, datetime], bool]
    ) -> str | None:
        """Return what is noted of a mail that goes out once for each day on which a ZAT lies; None: not now."""
        game, playing = self.running.game, self.running.game.round
        if playing is None or playing.deadline is None or not is_time(self.running, now):
            return None
        day = playing.deadline.astimezone(self.running.policy.zone).date()
        what = f"{name}:{playing.number}:{day}"
        return None if what in game.noted else what

    # The settings.

    def synchronise(self, means: Means, now: datetime, cause: str) -> Step | None:
        """Return what a changed settings file changes in a running game, or None."""
        running, office = self.running, means.office
        if running.game.is_over:
            return None
        rulings = tuple(file_rulings(running.policy, running.game))
        ruled = self.follow(rulings)
        people = players_unless_agreed(ruled.running, self._joined, office.house, now)
        events = (*people, *ruled.zat_of_settings(now))
        if not (rulings or events):
            return None
        after = ruled.follow(events)
        mails = [
            *self.told_of_rulings(ruled, rulings, office, cause, now),
            *notices_of(
                events,
                ruled.running,
                after.running,
                lambda _, name: after.opening(office, name),
                because=FROM_SETTINGS,
                cause=cause,
                now=now,
            ),
            *address_mails(
                events, ruled.running, after.running, office.house, cause=cause, now=now
            ),
        ]
        for event in events:
            if isinstance(event, PlayerJoined) and after.running.game.round is not None:
                player = after.running.game.players[event.name]
                opening = after.opening(office, event.name)
                mails += owe_to_player(after.running, player, opening, f"opening:{cause}", now)
            if isinstance(event, DeadlineMoved):
                mails += ruled.told_of_zat(after, office, ZatChange.MOVED, cause, now)
        every = (*rulings, *events)
        id_ = running.game.id
        return Step(cause, Decision(tuple((id_, event) for event in every), tuple(mails)))

    def _joined(self, _running: RunningGame, player: ConfiguredPlayer) -> PlayerJoined | None:
        """Let a player in whom the file names anew, as long as that may be."""
        return PlayerJoined(player.name, player.addresses) if self.may_join() else None

    def zat_of_settings(self, now: datetime) -> Iterator[Event]:
        """A deadline first read in mid-round moves the open ZAT, if it is ahead (contract 2)."""
        playing, wanted = self.running.game.round, zat_in_settings(self.running)
        if playing is None or wanted is None or not is_ahead(wanted, now):
            return
        yield SettingSpent(playing.number, "deadline", wanted.isoformat())
        if wanted != playing.deadline:
            yield DeadlineMoved(playing.number, wanted, FROM_SETTINGS)

    def told_of_rulings(
        self,
        after: Self,
        rulings: tuple[WordRuled, ...],
        office: Office,
        key: str,
        now: datetime,
    ) -> Iterator[Owed]:
        """Tell each player of whom something else is in force now: his own matter alone."""
        was, is_now = self.sent(office), after.sent(office)
        for name in dict.fromkeys((*was, *is_now)):
            old, new = was.get(name), is_now.get(name)
            mine = {word for each in (old, new) if each is not None for word in each.words}
            ruling = next((each for each in rulings if each.word in mine), None)
            if old == new or ruling is None:
                continue
            content = after._ruled(ruling, office, name)
            player = after.running.game.players[name]
            yield from owe_to_player(after.running, player, content, f"ruling:{key}", now)

    def told_of_zat(
        self,
        after: Self,
        office: Office,
        change: ZatChange,
        key: str,
        now: datetime,
        *,
        because: str = "",
    ) -> Iterator[Owed]:
        """Tell every player what became of the ZAT."""
        was = self.running.game.round.deadline if self.running.game.round else None
        for player in after.running.game.active:
            content = after.notice(change, office, player.name, was, because)
            yield from owe_to_player(after.running, player, content, f"zat:{key}", now)

    # The game master.

    def result(self, order: orders.GmOrder, step: Step) -> Result | None:  # noqa: ARG002  the game says it
        game = self.running.game
        match order:
            case orders.ExtendDeadline() | orders.ResumeGame() | orders.ReopenRound():
                return ZatNow(game.round_number, game.round.deadline if game.round else None)
            case orders.CloseRound():
                last = game.last.number if game.last is not None else game.round_number
                return GameIsEnded() if game.is_over else RoundIsClosed(last)
            case _:
                return common_result(order, game)

    def carry_out(self, given: GivenOrder, means: Means, now: datetime) -> Step | Refusal:
        running, game, office = self.running, self.running.game, means.office
        match given.order:
            case orders.RuleWord() as order:
                event = word_ruled(given, order, running.policy)
                if not isinstance(event, WordRuled):
                    return event
                mails = self.told_of_rulings(
                    self.follow((event,)), (event,), office, given.cause, now
                )
                return step_of(given.cause, running, event, mails=mails)
            case orders.CloseRound() as order:
                return self._close_by_order(given, order, means, now)
            case orders.ExtendDeadline(deadline):
                moved = zat_moved(game, deadline, given.because, now)
                return self._told_all(given, office, ZatChange.MOVED, now, moved)
            case orders.PauseGame():
                stopped = paused(game, given.because)
                return self._told_all(given, office, ZatChange.PAUSED, now, stopped)
            case orders.ResumeGame(deadline):
                again = resumed(game, deadline, given.because, now)
                return self._told_all(given, office, ZatChange.RESUMED, now, again)
            case (
                orders.ExcludePlayer() | orders.AdmitPlayer() | orders.RenamePlayer()
                | orders.ChangeAddresses() as order
            ):  # fmt: skip
                return self._decide_about_player(given, order, office, now)
            case orders.EndGame():
                return self._end(given, means, now)
            case orders.RulePress() as order:
                ruled = press_ruled(game, order)
                return step_of(given.cause, running, *ruled) if isinstance(ruled, tuple) else ruled
            case _:
                return self._decide(given, means, now)

    def _decide(self, given: GivenOrder, means: Means, now: datetime) -> Step | Refusal:
        if (step := self.decide(given, means, now)) is not None:
            return step
        in_turns = UndoTurn | PassForPlayer | ReplacePlayer | NoteAbsence | RuleTheme
        return OtherFamily("turns" if isinstance(given.order, in_turns) else "rounds")

    def _decide_about_player(
        self, given: GivenOrder, order: PlayerOrder, office: Office, now: datetime
    ) -> Step | Refusal:
        of = type(self)

        def welcome(after: RunningByRounds, name: str) -> Content:
            return of(after).opening(office, name)

        def join(before: RunningByRounds, name: str, address: str) -> PlayerJoined:
            return of(before).join(name, address)

        return decide_about_player(given, order, self.running, welcome, join, office.house, now)

    def _close_by_order(
        self, given: GivenOrder, order: orders.CloseRound, means: Means, now: datetime
    ) -> Step | Refusal:
        playing = self.running.game.round
        if playing is None:
            return orders.NoRound()
        is_before = is_before_zat(playing, now)
        if is_before and not order.is_early:
            zat = playing.deadline
            return orders.BeforeZat(zat.astimezone(self.running.policy.zone) if zat else None)
        step = self.close(
            means, now, is_early=is_before, policy=order.undecided, because=given.because
        )
        return orders.WordsUndecided(step.words) if isinstance(step, WaitsForWords) else step

    def _told_all(
        self,
        given: GivenOrder,
        office: Office,
        change: ZatChange,
        now: datetime,
        events: tuple[Event, ...] | Refusal,
    ) -> Step | Refusal:
        """Tell all of a clock that was set, stopped or started, unless that is refused."""
        if not isinstance(events, tuple):
            return events
        after = self.follow(events)
        mails = self.told_of_zat(after, office, change, given.cause, now, because=given.because)
        return step_of(given.cause, self.running, *events, mails=mails)

    def _end(self, given: GivenOrder, means: Means, now: datetime) -> Step | Refusal:
        """End the game as it stands; all get the last report with the seed."""
        if self.running.game.is_over:
            return orders.GameIsOver()
        ended = GameEnded(means.chance.seed.hex(), BY_GAME_MASTER, now)
        mails = self.reports(means.office, (ended,), given.cause, now, because=given.because)
        return step_of(given.cause, self.running, ended, mails=mails)
