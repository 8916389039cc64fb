"""A game of which each round sets a task for others: its public events, what they tell, and both decided again.

What players answered is told once a round is over; then all of it.
"""

from collections.abc import Collection, Sequence
from datetime import tzinfo
from typing import Any

from msgspec.structs import asdict, replace

from mailref.games import events as common
from mailref.games.by_rounds.tasks import events as happened
from mailref.games.by_rounds.tasks.course import WORD_REFUSED, score_round, task_kind
from mailref.games.by_rounds.tasks.family import ALL_SET
from mailref.games.by_rounds.tasks.game import ClosedTask, OpenTask, TaskGame, ranked
from mailref.games.chance import Secret
from mailref.games.events import BY_GAME_MASTER, Event
from mailref.games.kind import replay_as
from mailref.record.as_json import Json, Telling, plain
from mailref.record.export import NotAnExportError
from mailref.record.proving import DecidedAgain
from mailref.record.script import Script
from mailref.tiles.board import Laying
from mailref.tiles.lexicon.verdicts import EveryWord, Refused, Rulings, Valid, Verdict, Why
from mailref.tiles.when_used import regex


def public(event: Event, *, is_open: bool) -> Event | None:  # noqa: ARG001  what is told is told while it runs, too
    """Return what anybody may read of *event*; None: nothing, as of answers that came in."""
    return None if isinstance(event, happened.AnswerEntered | happened.AnswerWithdrawn) else event


def words_laid(event: Event) -> tuple[str, ...]:
    """Return which words an event shows to all: those of a round's answers once it is over.

    An answer may be more than its word, as its kind likes: `JOKER:CDGHM`.
    """
    rows = event.rows if isinstance(event, happened.TaskClosed) else ()
    return tuple(word for row in rows for word in _WORD.findall((row.answer or "").upper()))


_WORD = regex(r"[^\W\d_]+")
_TOLD = """
    family game title variant tiles commitment lexicon rules finished ended ended_at seed
    players rounds open corrections rulings
"""


def told(events: Sequence[Event], zone: tzinfo, *, is_open: bool) -> dict[str, Json]:
    """Return what the events of a game tell (contract 4)."""
    opened: Any = events[0]
    game = replay_as(TaskGame, events)
    corrections = (each for each in events if isinstance(each, common.ScoreCorrected))
    of = Telling(zone=zone, is_open=is_open)
    return of.row(
        game,
        _TOLD,
        **of.of_log(events),
        rules=plain(asdict(opened.rules)),
        players=[
            of.row(player, "player=name total rank has_left", rank=rank)
            for rank, player in ranked(game)
        ],
        rounds=[_round(each, of) for each in game.closed],
        open=of.row(game.round, "number task deadline"),
        corrections=[plain(asdict(each)) for each in corrections],
    )


def _round(closed: ClosedTask, of: Telling) -> Any:
    answers = [
        of.row(row, "player answer points fault", fault=row.fault or None) for row in closed.rows
    ]
    return of.row(closed, "number task deadline closed answers", answers=answers)


def first(raw: dict[str, Any]) -> Sequence[Event]:  # noqa: ARG001  there is none
    """Refuse an export of the first form: there was no such game then."""
    raise NotAnExportError("format: a game of this kind has never been exported so")


def decide(script: Script, seed: bytes | None) -> None:
    """Decide again what is recorded; UnlikeError says where the rules make something else of it."""
    _TasksAgain(script, script.begun_by(happened.TasksOpened), seed).play()


class _TasksAgain(DecidedAgain[TaskGame]):
    """Such a game as its events are decided again."""

    def go_on(self, event: Event) -> None:
        game = self.game
        match event:
            case happened.TaskSet():
                self.must(game.round is None and not game.is_over, "no open round")
                task = self.there(self._task(event.task), "the end: there is no further task")
                self.agree(replace(event, number=game.round_number, task=task))
            case happened.TaskClosed():
                playing = self.there(game.round, "an open round")
                rows = self._rows(playing, event)
                number, deadline = playing.number, playing.deadline
                self.agree(replace(event, number=number, rows=rows, deadline=deadline))
            case happened.TaskReopened():
                self.must(game.waiting is None, "a round closed last")
                last = self.there(game.last, "a round closed last")
                self.agree(replace(event, number=last.number))
            case common.GameEnded(because=because):
                self.must(not game.is_over, "a game that goes on")
                is_known = because == BY_GAME_MASTER or (because == ALL_SET and game.round is None)
                self.must(is_known, "why the game is over")
                if because == ALL_SET and self.chance is not None:
                    self.must(self._task("") is None, "the next task")
                seed = self.chance.seed.hex() if self.chance is not None else event.seed
                self.agree(replace(event, seed=seed))
            case common.ScoreCorrected():
                is_known = event.player in game.players and game.last is not None
                self.must(is_known, "a player of a round that is over")
                self.agree(event)
            case _:
                super().go_on(event)

    def _task(self, recorded: str) -> str | None:
        """Return the next task by the seed, or as it is *recorded*; None where there is none."""
        game, chance = self.game, self.chance
        if chance is None:
            return recorded
        return task_kind(game).next_task(game, chance)

    def _rows(
        self, playing: OpenTask, found: happened.TaskClosed
    ) -> tuple[happened.ScoredAnswer, ...]:
        """Return what each has of a round by the rules; whether a word is one, the list said then."""
        sent = {row.player: row.answer for row in found.rows if row.answer is not None}
        answers = {name: (Secret(answer),) for name, answer in sent.items()}
        refused = {row.answer for row in found.rows if row.fault == WORD_REFUSED}
        word_in = task_kind(self.game).word_in
        lexicon = _AsRecorded({word_in(each) for each in refused if each is not None})
        return score_round(replace(self.game, round=replace(playing, answers=answers)), lexicon)


class _AsRecorded(EveryWord):
    """A lexicon that refuses what was refused when a round was closed; of words rulings come first."""

    def __init__(self, refused: Collection[str | None]) -> None:
        self._refused = refused

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:  # noqa: ARG002  any rules
        is_word = rulings.get(word, word not in self._refused)
        return Valid() if is_word else Refused(Why.RULING)
