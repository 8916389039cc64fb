"""A game of Scrabble-Bingo for others: how far each is after each round, and its archive, one page (other games 2)."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from mailref.games.bingo.course import BingoRecord, bingo_record_of, completed_at, left_after
from mailref.games.bingo.rules import Crossed, crossed_out
from mailref.games.events import Event
from mailref.report.sheet import csv_of_rows
from mailref.tiles.board import BLANK
from mailref.writing.archive import ArchiveMeans, File
from mailref.writing.never_a_move import MOST_NAME, one_line

NO_GCG = "its words lie on no board"
_COLUMNS = ("round", "drawn", "player", "left")


class BingoPlace(Struct, frozen=True):
    """A player as the page tells him; his words after the end alone."""

    player: str
    left: int
    crossed: Crossed | None
    tile: int | None
    is_winner: bool


class BingoRound(Struct, frozen=True):
    """A ZAT: the tiles drawn at it, and how far everybody was then."""

    number: int
    tiles: tuple[str, ...]
    zat: str
    left: tuple[tuple[str, int], ...]


def bingo_archive_files(record: BingoRecord, means: ArchiveMeans) -> Iterator[File]:
    """Yield every file of the archive: the page, and its style."""
    game = record.game
    zat = game.round.deadline if game.round is not None else None
    won = game.outcome.players if game.outcome is not None else ()
    yield means.style()
    page = means.page(
        "bingo",
        title=one_line(game.title, MOST_NAME),
        game=game,
        winners=tuple(one_line(name, MOST_NAME) for name in won),
        places=tuple(sorted(_places(record, won), key=lambda each: (each.left, each.tile or 0))),
        rounds=tuple(_rounds(record, means)),
        zat=means.words.phrase("zat", zat, means.zone),
        number=game.round_number,
    )
    yield "index.html", page


def _places(record: BingoRecord, won: Sequence[str]) -> Iterator[BingoPlace]:
    game = record.game
    blanks = game.rules.blanks
    for name, words in game.words.value if game.words is not None else ():
        crossed = crossed_out(words, game.drawn, blanks=blanks)
        is_open = game.is_over
        yield BingoPlace(
            one_line(name, MOST_NAME),
            crossed.left,
            crossed if is_open else None,
            completed_at(game, name, game.drawn) if is_open else None,
            name in won,
        )


def _rounds(record: BingoRecord, means: ArchiveMeans) -> Iterator[BingoRound]:
    blank = means.words.label("blank")
    for zat in record.zats:
        yield BingoRound(
            zat.number,
            tuple(blank if tile == BLANK else tile for tile in zat.drawn),
            means.words.phrase("when", zat.closed, means.zone),
            tuple(
                (one_line(name, MOST_NAME), left) for name, left in left_after(record, zat.number)
            ),
        )


def csv(log: Iterable[Event]) -> bytes:
    """Return a line for each player after each round: its tiles, and how many letters he still wants."""
    told = bingo_record_of(log)
    rows = (
        (zat.number, zat.drawn, name, left)
        for zat in told.zats
        for name, left in left_after(told, zat.number)
    )
    return csv_of_rows(_COLUMNS, rows)


def pages(log: Iterable[Event], means: ArchiveMeans) -> tuple[int, Iterator[File]]:
    """Return how many rounds the archive has, and its files."""
    told = bingo_record_of(log)
    return len(told.zats), bingo_archive_files(told, means)
