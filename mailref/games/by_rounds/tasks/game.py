"""A game of which each round sets a task: its state, and what its events change."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, TypeVar

from msgspec.structs import replace

from mailref.games.by_rounds.game import GameByRounds, apply_by_rounds
from mailref.games.by_rounds.tasks import events as happened
from mailref.games.by_rounds.tasks.events import ScoredAnswer
from mailref.games.chance import Secret
from mailref.games.events import GameEnded
from mailref.games.game import Player, less, plus, ranking, with_player
from mailref.structs import OnRecord, PlayerName
from mailref.tiles.tile_set import TileSet

Answers = Mapping[PlayerName, tuple[Secret[str], ...]]
"""By player, in the order they came; which of them counts, rulings say."""
_NONE: Answers = MappingProxyType({})


class OpenTask(OnRecord, frozen=True):
    """The round that is open."""

    number: int
    task: str
    deadline: datetime | None
    opened: datetime
    answers: Answers = _NONE


class ClosedTask(OnRecord, frozen=True):
    """A round that is over."""

    number: int
    task: str
    rows: tuple[ScoredAnswer, ...]
    deadline: datetime | None
    closed: datetime


class TaskGame(GameByRounds, frozen=True, kw_only=True):
    """Such a game as it stands; each kind adds its `family` and its `rules`."""

    rules: Any
    round: OpenTask | None = None
    closed: tuple[ClosedTask, ...] = ()
    """All rounds that are over."""
    answers_of_last: Answers = _NONE
    """What was sent for the round closed last: it may be opened again."""
    waiting: OpenTask | None = None
    """The round that had been opened since, while the one before it is open again."""

    @property
    def tile_set(self) -> TileSet:
        """Return the tiles that it is played with."""
        tiles: TileSet = self.rules.tiles
        return tiles

    @property
    def last(self) -> ClosedTask | None:
        return self.closed[-1] if self.closed else None


G = TypeVar("G", bound=TaskGame)


def apply_to_tasks(game: G, event: Any) -> G:
    """Return *game* after *event*; what every game knows of it has been applied before."""
    match event:
        case happened.TaskSet(number, task, deadline, at):
            return replace(game, round=OpenTask(number, task, deadline, at))
        case happened.AnswerEntered() | happened.AnswerWithdrawn():
            return _answered(game, event)
        case happened.TaskClosed():
            return _close(game, event)
        case happened.TaskReopened():
            return _reopen(game, event)
        case GameEnded():
            return replace(apply_by_rounds(game, event), waiting=None)
        case _:
            return apply_by_rounds(game, event)


def _answered(game: G, event: happened.AnswerEntered | happened.AnswerWithdrawn) -> G:
    playing = open_task(game)
    if isinstance(event, happened.AnswerWithdrawn):
        return replace(game, round=replace(playing, answers=less(playing.answers, event.player)))
    mine = playing.answers.get(event.player, ())
    answers = plus(playing.answers, event.player, (*mine, event.answer))
    return replace(game, round=replace(playing, answers=answers))


def open_task(game: TaskGame) -> OpenTask:
    """Return the task of the open round; ValueError if none is open."""
    if game.round is None:
        raise ValueError(f"{game.id}: no round is open")
    return game.round


def _close(game: G, event: happened.TaskClosed) -> G:
    playing = open_task(game)
    done = ClosedTask(event.number, playing.task, event.rows, event.deadline, event.at)
    press = tuple(item for item in game.press if not item.is_released)
    return replace(
        _with_points(game, event.rows, 1),
        round=game.waiting,
        waiting=None,
        closed=(*game.closed, done),
        answers_of_last=playing.answers,
        press=press,
    )


def _reopen(game: G, event: happened.TaskReopened) -> G:
    last = game.last
    if last is None or last.number != event.number:
        raise ValueError(f"{game.id}: round {event.number} was not closed last")
    again = OpenTask(last.number, last.task, event.deadline, last.closed, game.answers_of_last)
    return replace(
        _with_points(game, last.rows, -1),
        round=again,
        waiting=game.round,
        closed=game.closed[:-1],
        reopened=game.reopened + 1,
    )


def _with_points(game: G, rows: tuple[ScoredAnswer, ...], times: int) -> G:
    """Return *game* with the points of a round added to the totals, or taken from them."""
    for row in rows:
        if row.points:
            total = game.players[row.player].total + times * row.points
            game = with_player(game, row.player, total=total)
    return game


def ranked(game: TaskGame) -> tuple[tuple[int, Player], ...]:
    """Return the players by their totals, each with his place: equals share one."""
    ranks = ranking({name: player.total for name, player in game.players.items()})
    places = ((ranks[name], player) for name, player in game.players.items())
    return tuple(sorted(places, key=lambda found: found[0]))
