"""The referee of a game of which each round sets a task: what answers are worth, what is recorded and told."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.by_rounds.contents import CorrectedByRounds, FaceByRounds
from mailref.games.by_rounds.policy import RunningByRounds
from mailref.games.by_rounds.referee import (
    ClosingNow,
    Occasion,
    RefereeByRounds,
    SentWords,
    comes_to,
    is_kept,
)
from mailref.games.by_rounds.tasks import course, events
from mailref.games.by_rounds.tasks.game import ClosedTask, TaskGame, ranked
from mailref.games.by_rounds.tasks.reading import answer_in
from mailref.games.by_rounds.tasks.statistics import figures_of
from mailref.games.chance import Secret
from mailref.games.events import BESIDE, DeadlineMoved, Event, GameEnded, ScoreCorrected
from mailref.games.statistics import PlayerFigures
from mailref.orders.entries import Ambiguity, Entry
from mailref.orders.table import NotDone
from mailref.referee import gm_orders as orders
from mailref.referee.contents import Content, ZatChange
from mailref.referee.gm_orders import GmOrder, Refusal
from mailref.referee.mails import Step, step_of
from mailref.referee.policy import (
    Consideration,
    Considered,
    Judgement,
    Office,
    Outcome,
    Reason,
    Receipt,
    is_ahead,
)
from mailref.referee.reports import Means

ALL_SET = "all_set"
"""Why a game is over that has no further task."""


class TableRow(Struct, frozen=True):
    """Where a player stands."""

    rank: int
    player: str
    total: int


class TaskFace(FaceByRounds, frozen=True, kw_only=True):
    """How such a game stands: nothing of the answers to the open task."""

    task: str | None
    """None where no round is open."""
    last: ClosedTask | None
    table: tuple[TableRow, ...]


class TaskFamily(RefereeByRounds):
    """Such a game and what its referee does."""

    running: RunningByRounds[TaskGame]
    withdrawn_by = events.AnswerWithdrawn

    # What a round is.

    def opened(self, means: Means, now: datetime) -> Event:
        """Return the next task; the end where there is none."""
        game = self.running.game
        task = course.task_kind(game).next_task(game, means.chance)
        if task is None:
            return GameEnded(means.chance.seed.hex(), ALL_SET, now)
        return events.TaskSet(game.round_number, task, self.next_zat(now), now)

    def at_zat(self, means: Means, closing: ClosingNow) -> tuple[Event, ...]:
        """Give each answer its points; the round that had been opened since goes on."""
        game, now = self.running.game, closing.now
        assert game.round is not None  # noqa: S101  there is no ZAT without a round
        rows = course.score_round(game, means.office.lexicon)
        closed = events.TaskClosed(game.round.number, rows, game.round.deadline, now)
        waiting = game.waiting
        if waiting is None or waiting.deadline is None or is_ahead(waiting.deadline, now):
            return (closed,)
        after = self.follow((closed,))
        zat = after.next_zat(now)
        return closed, DeadlineMoved(waiting.number, zat, "")

    def sent(self, office: Office) -> Mapping[str, SentWords]:
        found = course.answers_in_force(self.running.game, office.lexicon)
        return {
            name: SentWords(each.words, each.words if each.is_pending else (), each)
            for name, each in found.items()
        }

    def statistics(self, office: Office) -> tuple[PlayerFigures, ...]:  # noqa: ARG002  it is in the game
        return figures_of(self.running.game)

    # How it is seen.

    def seen_by_all(self) -> TaskFace:
        game, playing, last = self.running.game, self.running.game.round, self.running.game.last
        rows = last.rows if last is not None else ()
        silent = [row.player for row in rows if row.answer is None]
        return TaskFace(
            **self.in_sight(silent, last.number if last is not None else 0),
            task=playing.task if playing is not None else None,
            last=last,
            table=tuple(TableRow(rank, player.name, player.total) for rank, player in ranked(game)),
        )

    def own(self, player: str | None, office: Office) -> Secret[course.JudgedAnswer] | None:
        """Return a player's answer that is in force."""
        found = course.answers_in_force(self.running.game, office.lexicon).get(player or "")
        return None if found is None else Secret(found)

    @property
    def status(self) -> dict[str, Any]:
        playing = self.running.game.round
        task = playing.task if playing is not None else None
        return {**super().status, "beside": {"task": task}}

    @property
    def ended_before_last(self) -> datetime | None:
        closed = self.running.game.closed
        return closed[-2].closed if len(closed) > 1 else None

    # A mail.

    def judge(
        self, entry: Entry, mail: Consideration, office: Office, player: str | None
    ) -> Judgement:
        """Return what an answer comes to."""
        game, written = self.running.game, answer_in(entry)
        number, is_late = self.round_meant(mail)
        judged = None
        if written is not None and game.round is not None:
            judged = course.judge_answer(player, written.answer, game, office.lexicon)
        if is_late:
            return Judgement(number, judged, Outcome.REJECTED, Reason.LATE)
        if judged is None or written is None:
            return Judgement(number)
        if written.other_at is not None:
            return Judgement(number, asked=(Ambiguity.SECOND_PLAY, written.other_at))
        is_pending, may_count = judged.is_pending, judged.may_count
        return comes_to(number, judged, is_pending=is_pending, may_count=may_count)

    def events_of(self, entry: Considered, receipt: Receipt) -> Iterator[Event]:
        playing, judged = self.running.game.round, course.judged_in(entry.found)
        if playing is None or judged is None or entry.player is None:
            return
        known = len(playing.answers.get(entry.player, ()))
        if is_kept(entry, known, may_be_saved=judged.is_about_word):
            answer = Secret(judged.answer)
            yield events.AnswerEntered(
                entry.player, playing.number, receipt.received, receipt.key, answer
            )

    # A player's command.

    def withdraw(self, player: str, received: datetime) -> Event | NotDone:
        playing = self.running.game.round
        if playing is None or player not in playing.answers:
            return NotDone.NOTHING_TO_WITHDRAW
        if not self.running.game.may_change(received):
            return NotDone.TOO_LATE
        return events.AnswerWithdrawn(player, playing.number, received)

    # The game master.

    def decide(self, order: GmOrder, means: Means, of: Occasion) -> Step | Refusal | None:
        match order:
            case orders.CorrectScore():
                return self._correct(order, means.office, of)
            case orders.ReopenRound():
                return self._reopen(order, means.office, of)
            case _:
                return None

    def _correct(self, order: orders.CorrectScore, office: Office, of: Occasion) -> Step | Refusal:
        """Add points to a player's total; all are told."""
        event = self.score_corrected(order, of.because, first=1)
        if not isinstance(event, ScoreCorrected):
            return event
        after = self.follow((event,))

        def content(player: str | None) -> Content:
            return CorrectedByRounds(
                **after.to(player, office),
                player=event.player,
                points=order.points,
                because=of.because,
            )

        mails = tuple(after.tell_all(content, office, f"corrected:{of.cause}", of.now))
        return step_of(of.cause, self.running, event, mails=mails)

    def undoing(self, log: Sequence[Event]) -> GmOrder | Refusal:
        """Return the opposite of a correction, if nothing was built on it."""
        beside = (*BESIDE, events.AnswerEntered, events.AnswerWithdrawn)
        last = next((each for each in reversed(log) if not isinstance(each, beside)), None)
        if not isinstance(last, ScoreCorrected):
            return orders.NothingToRevoke()
        return orders.CorrectScore(last.player, -last.points, last.number)

    def _reopen(self, order: orders.ReopenRound, office: Office, of: Occasion) -> Step | Refusal:
        """Open the round closed last again, with its answers; all are told."""
        game = self.running.game
        if game.is_over:
            return orders.GameIsOver()
        if game.last is None or game.waiting is not None:
            return orders.NothingToReopen()
        if not is_ahead(order.deadline, of.now):
            return orders.NeedsDeadline()
        event = events.TaskReopened(game.last.number, order.deadline, of.because)
        zat = replace(of, cause=f"zat:{of.cause}")
        mails = self.told_of_zat(self.follow((event,)), office, ZatChange.REOPENED, zat)
        return step_of(of.cause, self.running, event, mails=mails)


FAMILY = TaskFamily
