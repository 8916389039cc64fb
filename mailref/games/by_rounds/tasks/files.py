"""A game of which each round sets a task for others: its answers as a table, and its archive, one page."""

from collections.abc import Iterable, Iterator

from mailref.games.by_rounds.tasks.game import TaskGame, ranked
from mailref.games.by_rounds.tasks.statistics import figures_of
from mailref.games.events import Event
from mailref.games.kind import lexicon_of, replay_as
from mailref.games.statistics import PlayerFigures
from mailref.report.sheet import csv_of_rows, figure
from mailref.writing.archive import ArchiveMeans, File
from mailref.writing.never_a_move import name_seen

NO_GCG = "its answers lie on no board"
_COLUMNS = ("round", "task", "player", "answer", "points")


def csv(log: Iterable[Event]) -> bytes:
    """Return a line for each player after each round: the task, his answer, his points."""
    rows = (
        (closed.number, closed.task, row.player, row.answer, row.points)
        for closed in replay_as(TaskGame, log).closed
        for row in closed.rows
    )
    return csv_of_rows(_COLUMNS, rows)


def figures(log: Iterable[Event]) -> tuple[PlayerFigures, ...]:
    """Return what each player has come to in the rounds that are over."""
    return figures_of(replay_as(TaskGame, log))


def pages(log: Iterable[Event], means: ArchiveMeans) -> tuple[int, Iterator[File]]:
    """Return how many rounds the archive has, and its files."""
    game = replay_as(TaskGame, log)
    playing = game.round
    has_points = any(player.total for player in game.players.values())
    places = [(rank, player.name, figure(player.total)) for rank, player in ranked(game)]
    return len(game.closed), means.page_of_game(
        "tasks",
        game,
        lexicon=lexicon_of(game),
        number=game.round_number,
        task=playing.task if playing else "",
        places=places,
        winners=[name_seen(name) for rank, name, _ in places if has_points and rank == 1],
        zat=means.words.phrase("zat", playing.deadline if playing else None, means.zone),
        rounds=game.closed,
    )
