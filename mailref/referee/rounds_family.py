"""The referee of games in rounds, as `family.py` asks him."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from mailref.reading.entries import Entry, GameFace
from mailref.reading.incoming_mail import IncomingMail
from mailref.referee import round_entries
from mailref.referee.deadline import is_due, is_last_day, may_change, was_in_time
from mailref.referee.findings import (
    Considered,
    Judgement,
    Office,
    Receipt,
    RunningRounds,
)
from mailref.referee.gm_decisions import carry_out
from mailref.referee.gm_orders import GivenOrder, Refusal
from mailref.referee.mails import CommandAnswer, EntryAnswer, NotDone, Opening, Step, next_round_of
from mailref.referee.register import join_event, synchronise
from mailref.referee.reminders import (
    ask_words,
    held_up,
    missed_three,
    nobody_left,
    remind_of_deadline,
    remind_players,
)
from mailref.referee.reports import Means
from mailref.referee.rounds import Held, advance, close, may_go_on
from mailref.rules.events import (
    Event,
    MoveWithdrawn,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    SubscriberLeft,
)
from mailref.rules.lexicon.verdicts import Lexicon
from mailref.rules.notation import Command

_Reminder = Callable[[RunningRounds, Office, datetime], Step | None]


@dataclass(frozen=True, slots=True)
class RoundsFamily:
    """A game in rounds and what its referee does."""

    running: RunningRounds

    @property
    def number(self) -> int:
        return self.running.game.round_number

    @property
    def opened_by_report(self) -> int | None:
        game = self.running.game
        return None if game.last is None or game.round is None else game.round.number

    @property
    def words_asked(self) -> frozenset[str]:
        """Return the words asked about in this round, or in the last one without an answer.

        Rules 8, custom: until the next ZAT a ruling still corrects the round closed last.
        """
        game = self.running.game
        return game.asked | frozenset(game.last.undecided if game.last else ())

    @property
    def ended_before_last(self) -> datetime | None:
        before = self.running.game.before_close
        return before.last.closed if before is not None and before.last is not None else None

    def face(self) -> GameFace:
        return round_entries.face_of(self.running)

    def seen_by(self, player: str | None) -> RunningRounds:
        return round_entries.seen_by(self.running, player)

    def is_urgent(self, now: datetime) -> bool:
        return is_last_day(self.running.game, now)

    def judge(
        self, entry: Entry, mail: IncomingMail, receipt: Receipt, lexicon: Lexicon
    ) -> Judgement:
        return round_entries.judge(entry, mail, receipt, self.running, lexicon)

    def record(self, entry: Considered, receipt: Receipt) -> Iterator[Event]:
        return round_entries.events_of(entry, receipt, self.running.game)

    def was_in_time(self, entry: Considered, received: datetime) -> bool:
        return was_in_time(entry, self.running.game, received)

    def has_move(self, player: str | None, office: Office) -> bool:
        return round_entries.in_force(self.running, player, office) is not None

    def answer(
        self,
        entry: Considered,
        received: datetime,
        office: Office,
        *,
        replaces: bool,
        is_registered_now: bool,
    ) -> EntryAnswer:
        return EntryAnswer(
            considered=entry,
            game=self.running.game,
            policy=self.running.policy,
            replaces=replaces,
            still_in_force=round_entries.still_in_force(self.running, entry, office),
            is_registered_now=is_registered_now,
            meant=round_entries.meant(entry, self.running, office),
            was_in_time=self.was_in_time(entry, received),
        )

    def join(self, name: str, address: str) -> PlayerJoined:
        return join_event(self.running, name, (address,), is_configured=False)

    def is_leaving(self, player: str) -> bool:
        return self.running.game.players[player].is_leaving

    def withdraw(self, player: str, received: datetime) -> Event | NotDone:
        game = self.running.game
        if game.round is None or player not in game.round.entries:
            return NotDone.NOTHING_TO_WITHDRAW
        if not may_change(game, received):
            return NotDone.TOO_LATE
        return MoveWithdrawn(player, game.round.number, received)

    def welcome(self, name: str) -> Opening:
        game = self.running.game
        return Opening(game, self.running.policy, next_round_of(game), name, "")

    def answer_commands(
        self,
        commands: tuple[Command, ...],
        player: str | None,
        events: Collection[Event],
        refused: tuple[NotDone, ...],
        office: Office,
    ) -> CommandAnswer:
        return CommandAnswer(
            commands=commands,
            game=self.running.game,
            policy=self.running.policy,
            player=player,
            moved=self.has_move(player, office),
            withdrawn=any(isinstance(event, MoveWithdrawn) for event in events),
            joined=any(isinstance(event, PlayerJoined | PlayerReturned) for event in events),
            left=any(isinstance(event, PlayerLeft | SubscriberLeft) for event in events),
            refused=refused,
            last=self.running.game.last,
            games=tuple(each.policy for each in office.games.values()),
        )

    def carry_out(self, given: GivenOrder, means: Means, now: datetime) -> Step | Refusal:
        return carry_out(given, self.running, means, now)

    def synchronise(self, means: Means, now: datetime, cause: str) -> Step | None:
        return synchronise(self.running, means, now, cause)

    def is_due(self, now: datetime) -> bool:
        return is_due(self.running, now)

    def act_when_due(self, means: Means, now: datetime) -> Step | None:
        step = close(self.running, means, now)
        return held_up(self.running, means.office, step, now) if isinstance(step, Held) else step

    def may_go_on(self) -> bool:
        return may_go_on(self.running)

    def go_on(self, means: Means, now: datetime) -> Step | None:
        return advance(self.running, means, now)

    def ask(self, office: Office, now: datetime) -> Step | None:
        return ask_words(self.running, office, now)

    def remind(self, office: Office, now: datetime, *, is_complete: bool) -> Iterator[Step]:
        reminders: tuple[_Reminder, ...] = (remind_of_deadline, missed_three, nobody_left)
        if is_complete:
            reminders = (*reminders, remind_players)
        for reminder in reminders:
            step = reminder(self.running, office, now)
            if step is not None:
                yield step
