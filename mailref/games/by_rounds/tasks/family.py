"""The referee of a game of which each round sets a task: what answers are worth, what is recorded and told."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Self

from msgspec.structs import replace

from mailref.games.by_rounds.referee import RefereeByRounds, SentWords
from mailref.games.by_rounds.tasks.contents import (
    TaskAnswer,
    TaskCommandAnswer,
    TaskCorrected,
    TaskDesk,
    TaskDigest,
    TaskNotice,
    TaskOpening,
    TaskReminder,
    TaskReport,
    TaskRuled,
    desk_of,
    face_of,
    own_answer,
)
from mailref.games.by_rounds.tasks.course import (
    JudgedAnswer,
    answers_in_force,
    judge_answer,
    score_round,
    task_kind,
    undecided_words,
)
from mailref.games.by_rounds.tasks.events import (
    AnswerEntered,
    AnswerWithdrawn,
    TaskClosed,
    TaskReopened,
    TaskSet,
)
from mailref.games.by_rounds.tasks.policy import RunningTask, TaskPolicy
from mailref.games.by_rounds.tasks.reading import answer_in
from mailref.games.chance import commitment
from mailref.games.events import (
    BESIDE,
    DeadlineMoved,
    Event,
    GameEnded,
    PlayerJoined,
    ScoreCorrected,
    WordRuled,
)
from mailref.games.in_hand import GameInHand, InHand
from mailref.games.kind import kind_named
from mailref.games.secret import Secret
from mailref.orders.entries import Ambiguity, Entry, GameFace
from mailref.orders.table import Command
from mailref.reading.incoming_mail import IncomingMail
from mailref.referee import gm_orders as orders
from mailref.referee.contents import Content
from mailref.referee.deadline import is_ahead, may_change, next_zat, round_meant
from mailref.referee.findings import (
    STORED,
    CommandsDone,
    Considered,
    Did,
    Judgement,
    NotDone,
    Office,
    Outcome,
    Reason,
    Receipt,
)
from mailref.referee.gm_orders import GivenOrder, Refusal
from mailref.referee.identity import find_player_named
from mailref.referee.mails import Step, step_of
from mailref.referee.notices import ZatChange
from mailref.referee.register import file_rulings
from mailref.referee.reports import Means, comment_of
from mailref.tiles.lexicon.verdicts import Lexicon
from mailref.tiles.variant import Laying

ALL_SET = "all_set"
"""Why a game is over that has no further task."""
_MOST_KEPT = 200
"""With so many answers of a player recorded in a round, another rejected one is only answered."""


class TaskFamily(RefereeByRounds, frozen=True):
    """Such a game and what its referee does."""

    running: RunningTask

    # What a round is.

    @property
    def laying(self) -> Laying:
        rules: Laying = self.running.game.rules
        return rules

    def opened(self, means: Means, now: datetime) -> Event:
        """Return the next task; the end where there is none."""
        game = self.running.game
        task = task_kind(game).task(game.rules, game.round_number, means.chance)
        if task is None:
            return GameEnded(means.chance.seed.hex(), ALL_SET, now)
        return TaskSet(game.round_number, task, next_zat(self.running, game, now), now)

    def at_zat(self, means: Means, now: datetime, *, is_early: bool) -> tuple[Event, ...]:  # noqa: ARG002  it is no matter
        """Give each answer its points; the round that had been opened since goes on."""
        game = self.running.game
        assert game.round is not None  # noqa: S101  there is no ZAT without a round
        rows = score_round(game, means.office.lexicon)
        closed = TaskClosed(game.round.number, rows, game.round.deadline, now)
        waiting = game.waiting
        if waiting is None or waiting.deadline is None or is_ahead(waiting.deadline, now):
            return (closed,)
        after = self.follow((closed,))
        zat = next_zat(after.running, after.running.game, now)
        return closed, DeadlineMoved(waiting.number, zat, "")

    def sent(self, office: Office) -> Mapping[str, SentWords]:
        found = answers_in_force(self.running.game, office.lexicon)
        return {
            name: SentWords(() if each.judged.word is None else (each.judged.word,), each)
            for name, each in found.items()
        }

    def undecided(self, office: Office) -> tuple[str, ...]:
        return undecided_words(self.running.game, office.lexicon)

    @property
    def times_reopened(self) -> int:
        return self.running.game.reopened

    # What is told.

    def opening(self, office: Office, player: str | None) -> TaskOpening:
        game, policy = self.running.game, self.running.policy
        return TaskOpening(
            face=face_of(game),
            own=own_answer(self.running, player, office),
            policy=policy,
            comment=comment_of(self.running) if game.last is None else "",
            is_trial=game.is_trial,
        )

    def report(self, before: Self, office: Office, player: str | None, because: str) -> TaskReport:
        was, game = before.running.game, self.running.game
        return TaskReport(
            face=face_of(game),
            own=own_answer(self.running, player, office),
            policy=self.running.policy,
            closed=game.last if game.last is not was.last else None,
            press=tuple(item for item in was.press if item.is_released),
            comment=comment_of(self.running),
            because=because,
        )

    def notice(
        self,
        change: ZatChange,
        office: Office,
        player: str | None,
        before: datetime | None,
        because: str,
        *,
        nobody: bool = False,  # noqa: ARG002  a round in which nobody answers is closed all the same
    ) -> TaskNotice:
        return TaskNotice(
            face=face_of(self.running.game),
            own=own_answer(self.running, player, office),
            policy=self.running.policy,
            change=change,
            before=before,
            because=because,
        )

    def reminder(self, office: Office, player: str) -> TaskReminder:
        own = own_answer(self.running, player, office)
        return TaskReminder(face=face_of(self.running.game), own=own, policy=self.running.policy)

    def ruled(self, ruling: WordRuled, office: Office, player: str) -> TaskRuled:
        return TaskRuled(
            face=face_of(self.running.game),
            own=own_answer(self.running, player, office),
            policy=self.running.policy,
            word=ruling.word,
            accepted=ruling.accepted,
            because=ruling.because,
        )

    def digest(self, office: Office) -> TaskDigest:
        desk = desk_of(self.running, office)
        return TaskDigest(face=face_of(self.running.game), policy=self.running.policy, desk=desk)

    def desk(self, office: Office, now: datetime) -> TaskDesk:  # noqa: ARG002  nothing hangs on the hour
        return desk_of(self.running, office)

    # How it is seen.

    @property
    def ended_before_last(self) -> datetime | None:
        closed = self.running.game.closed
        return closed[-2].closed if len(closed) > 1 else None

    def face(self) -> GameFace:
        policy = self.running.policy
        return GameFace(policy.id, policy.title, self.running.game.rules)

    def may_object(self) -> bool:
        game = self.running.game
        return game.last is None and not game.is_over

    # A mail.

    def judge(
        self,
        entry: Entry,
        mail: IncomingMail,
        receipt: Receipt,
        office: Office,
        player: str | None,  # noqa: ARG002  an answer is worth the same whoever sends it
    ) -> Judgement:
        number, is_late = round_meant(mail, receipt, self.running)
        if is_late:
            return self._comes_to(number, Outcome.REJECTED, Reason.LATE)
        judged, written = self._judged(entry, office), answer_in(entry)
        if judged is None or written is None:
            return Judgement(number)
        if written.other_at is not None:
            return Judgement(number, asked=(Ambiguity.SECOND_PLAY, written.other_at))
        if judged.is_pending:
            return self._comes_to(number, Outcome.PENDING)
        if not judged.fault:
            return self._comes_to(number, Outcome.ACCEPTED)
        return self._comes_to(number, Outcome.REJECTED, Reason.NO_VALID_MOVE)

    @staticmethod
    def _comes_to(number: int, outcome: Outcome, reason: Reason | None = None) -> Judgement:
        return Judgement(number, outcome=outcome, reason=reason)

    def _judged(self, entry: Entry | None, office: Office) -> JudgedAnswer | None:
        """Return what an entry's answer to the open task is worth."""
        game, written = self.running.game, answer_in(entry)
        if game.round is None or written is None:
            return None
        return judge_answer(written.answer, game.round.task, game, office.lexicon)

    def take(
        self,
        entry: Considered,
        mail: IncomingMail,  # noqa: ARG002  it has been judged
        receipt: Receipt,
        office: Office,
    ) -> tuple[Considered, tuple[Event, ...]]:
        return entry, tuple(self._events_of(entry, receipt, office))

    def _events_of(self, entry: Considered, receipt: Receipt, office: Office) -> Iterator[Event]:
        """Yield what an entry records: also an answer that a ruling may still save."""
        playing, judged = self.running.game.round, self._judged(entry.entry, office)
        if playing is None or judged is None or entry.player is None:
            return
        is_saved = entry.reason is Reason.NO_VALID_MOVE and judged.is_about_word
        is_kept = is_saved and len(playing.answers.get(entry.player, ())) < _MOST_KEPT
        if entry.outcome in STORED or is_kept:
            answer = Secret(judged.answer)
            yield AnswerEntered(entry.player, playing.number, receipt.received, receipt.key, answer)

    def seen_too_late(self, entry: Considered, received: datetime) -> int | None:  # noqa: ARG002  what is late is late
        return None

    def has_move(self, player: str | None, office: Office) -> bool:
        return player in answers_in_force(self.running.game, office.lexicon)

    def answer(
        self,
        entry: Considered,
        received: datetime,  # noqa: ARG002  nothing hangs on it
        office: Office,
        did: Did,
        *,
        is_registered_now: bool,
    ) -> TaskAnswer:
        judged = self._judged(entry.entry, office)
        return TaskAnswer(
            considered=entry,
            judged=None if judged is None else Secret(judged),
            face=face_of(self.running.game),
            own=own_answer(self.running, entry.player, office),
            policy=self.running.policy,
            replaces=entry.outcome in STORED and did.had_move,
            is_registered_now=is_registered_now,
        )

    # A player's command.

    def withdraw(self, player: str, received: datetime) -> Event | NotDone:
        playing = self.running.game.round
        if playing is None or player not in playing.answers:
            return NotDone.NOTHING_TO_WITHDRAW
        if not may_change(self.running.game, received):
            return NotDone.TOO_LATE
        return AnswerWithdrawn(player, playing.number, received)

    def in_hand(self, player: str, office: Office) -> GameInHand | None:
        game, policy = self.running.game, self.running.policy
        if game.is_over or game.players[player].has_left:
            return None
        state = InHand.BETWEEN
        if game.round is not None and not game.is_paused:
            state = InHand.MOVE_SENT if self.has_move(player, office) else InHand.MOVE_WANTED
        return GameInHand(
            title=policy.title,
            tag=f"{game.id} R{self.number}",
            zone=policy.zone,
            turn=None,
            is_mine=state is InHand.MOVE_WANTED,
            seats=(),
            state=state,
            zat=game.due,
            total=game.players[player].total,
        )

    def answer_commands(
        self,
        commands: tuple[Command, ...],
        player: str | None,
        events: Collection[Event],
        refused: tuple[NotDone, ...],
        office: Office,
    ) -> TaskCommandAnswer:
        return TaskCommandAnswer(
            commands=commands,
            player=player,
            withdrawn=any(isinstance(event, AnswerWithdrawn) for event in events),
            done=CommandsDone.of(events),
            refused=refused,
            games=tuple(each.policy for each in office.games.values()),
            face=face_of(self.running.game),
            own=own_answer(self.running, player, office),
            policy=self.running.policy,
        )

    # The game master.

    def decide(self, given: GivenOrder, means: Means, now: datetime) -> Step | Refusal | None:
        match given.order:
            case orders.CorrectScore() as order:
                return self._correct(given, order, means.office, now)
            case orders.RevokeOrder():
                return self._revoke(given, means, now)
            case orders.ReopenRound() as order:
                return self._reopen(given, order, means.office, now)
            case _:
                return None

    def _correct(
        self, given: GivenOrder, order: orders.CorrectScore, office: Office, now: datetime
    ) -> Step | Refusal:
        """Add points to a player's total; all are told."""
        game, number = self.running.game, order.round
        name = find_player_named(order.player, game.players.values())
        if not isinstance(name, str):
            return orders.UnknownPlayer(name, () if name else tuple(game.players))
        if game.last is None:
            return orders.NoClosedRound()
        if order.points == 0:
            return orders.NothingToCorrect()
        if number is not None and not 1 <= number <= game.last.number:
            return orders.NoSuchRound(number)
        event = ScoreCorrected(name, number or game.last.number, order.points, given.because)
        after = self.follow((event,))

        def content(player: str | None) -> Content:
            return TaskCorrected(
                face=face_of(after.running.game),
                own=own_answer(after.running, player, office),
                policy=after.running.policy,
                player=name,
                points=order.points,
                because=given.because,
            )

        mails = tuple(after.tell_all(content, office, f"corrected:{given.cause}", now))
        return step_of(given.cause, self.running, event, mails=mails)

    def _revoke(self, given: GivenOrder, means: Means, now: datetime) -> Step | Refusal:
        """Undo a correction by its opposite, if nothing was built on it."""
        beside = (*BESIDE, AnswerEntered, AnswerWithdrawn)
        last = next((each for each in reversed(means.log) if not isinstance(each, beside)), None)
        if not isinstance(last, ScoreCorrected):
            return orders.NothingToRevoke()
        opposite = orders.CorrectScore(last.player, -last.points, last.number)
        done = self._correct(given, opposite, means.office, now)
        return replace(done, instead=opposite) if isinstance(done, Step) else done

    def _reopen(
        self, given: GivenOrder, order: orders.ReopenRound, office: Office, now: datetime
    ) -> Step | Refusal:
        """Open the round closed last again, with its answers; all are told."""
        game = self.running.game
        if game.is_over:
            return orders.GameIsOver()
        if game.last is None or game.waiting is not None:
            return orders.NothingToReopen()
        if order.deadline is None or not is_ahead(order.deadline, now):
            return orders.NeedsDeadline()
        event = TaskReopened(game.last.number, order.deadline, given.because)
        mails = self.told_of_zat(
            self.follow((event,)), office, ZatChange.REOPENED, given.cause, now,
            because=given.because,
        )  # fmt: skip
        return step_of(given.cause, self.running, event, mails=mails)


def begin(policy: TaskPolicy, seed: bytes, lexicon: Lexicon) -> tuple[Event, ...]:
    """Return the events with which a game begins, up to its first task."""
    opened = kind_named(policy.family).opened(
        id=policy.id,
        title=policy.title,
        variant=policy.variant,
        rules=policy.rules,
        commitment=commitment(seed),
        lexicon=lexicon.name,
        lexicon_sha256=lexicon.sha256,
    )
    players = (PlayerJoined(each.name, each.addresses) for each in policy.players)
    return (opened, *players, *file_rulings(policy, None))


FAMILY = TaskFamily
