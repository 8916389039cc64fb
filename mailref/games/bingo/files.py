"""A game of Scrabble-Bingo for others: how far each is after each round, and its archive, one page (other games 2)."""

from collections.abc import Iterable, Iterator

from mailref.games.bingo.course import left_after, rows_of
from mailref.games.bingo.game import BingoGame
from mailref.games.events import Event
from mailref.games.kind import replay_as
from mailref.report.sheet import csv_of_rows
from mailref.writing.archive import ArchiveMeans, File
from mailref.writing.never_a_move import name_seen

NO_GCG = "its words lie on no board"
_COLUMNS = ("round", "drawn", "player", "left")


def csv(log: Iterable[Event]) -> bytes:
    """Return a line for each player after each round: its tiles, and how many letters he still wants."""
    game = replay_as(BingoGame, log)
    rows = (
        (zat.number, zat.tiles, name, left)
        for zat in game.zats
        for name, left in left_after(game, zat.number)
    )
    return csv_of_rows(_COLUMNS, rows)


def pages(log: Iterable[Event], means: ArchiveMeans) -> tuple[int, Iterator[File]]:
    """Return how many rounds the archive has, and its files."""
    game = replay_as(BingoGame, log)
    zat = game.round.deadline if game.round is not None else None
    return len(game.zats), means.page_of_game(
        "bingo",
        game,
        number=game.round_number,
        in_bag=len(game.bag),
        winners=[name_seen(e) for e in game.outcome.players] if game.outcome else [],
        places=sorted(rows_of(game), key=lambda each: (each.left, each.tile or 0)),
        rounds=[(each, left_after(game, each.number)) for each in game.zats],
        zat=means.words.phrase("zat", zat, means.zone),
    )
