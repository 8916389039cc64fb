"""A game of which each round sets a task for others: its answers as a table, and its archive, one page."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from mailref.games.by_rounds.tasks.game import ClosedTask, TaskGame, ranked
from mailref.games.events import Event
from mailref.games.replay import replay
from mailref.report.sheet import csv_of_rows
from mailref.writing.archive import ArchiveMeans, File
from mailref.writing.never_a_move import MOST_NAME, one_line

NO_GCG = "its answers lie on no board"
_COLUMNS = ("round", "task", "player", "answer", "points")


def _game(log: Iterable[Event]) -> TaskGame:
    game = replay(log)
    if not isinstance(game, TaskGame):
        raise TypeError(f"{game.id} sets no tasks")
    return game


def csv(log: Iterable[Event]) -> bytes:
    """Return a line for each player after each round: the task, his answer, his points."""
    rows = (
        (closed.number, closed.task, row.player, row.answer, row.points)
        for closed in _game(log).closed
        for row in closed.rows
    )
    return csv_of_rows(_COLUMNS, rows)


class Place(Struct, frozen=True):
    """Where a player stands, as the page tells it."""

    rank: int
    player: str
    total: int


class Round(Struct, frozen=True):
    """A round that is over, as the page tells it."""

    number: int
    task: str
    closed: str
    rows: tuple[tuple[str, str, int], ...]
    """Player, answer, points; the most points first."""


def pages(log: Iterable[Event], means: ArchiveMeans) -> tuple[int, Iterator[File]]:
    """Return how many rounds the archive has, and its files."""
    game = _game(log)
    return len(game.closed), _files(game, means)


def _files(game: TaskGame, means: ArchiveMeans) -> Iterator[File]:
    """Yield every file of the archive: its style, and the page."""
    playing = game.round
    yield means.style()
    page = means.page(
        "tasks",
        title=one_line(game.title, MOST_NAME),
        game=game,
        places=tuple(
            Place(rank, one_line(player.name, MOST_NAME), player.total)
            for rank, player in ranked(game)
        ),
        rounds=tuple(_round(each, means) for each in reversed(game.closed)),
        task=one_line(playing.task) if playing is not None else "",
        zat=means.words.phrase("zat", playing.deadline if playing else None, means.zone),
        number=game.round_number,
    )
    yield "index.html", page


def _round(closed: ClosedTask, means: ArchiveMeans) -> Round:
    rows = sorted(closed.rows, key=lambda row: -row.points)
    return Round(
        closed.number,
        one_line(closed.task),
        means.words.phrase("when", closed.closed, means.zone),
        tuple(
            (one_line(row.player, MOST_NAME), one_line(row.answer or "–", MOST_NAME), row.points)
            for row in rows
        ),
    )
