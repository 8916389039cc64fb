"""The archive of a game of Scrabble-Bingo: one page that tells it round by round (other games 2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mailref.rules.bingo.bingo_course import completed_at
from mailref.rules.bingo.bingo_record import BingoRecord, left_after
from mailref.rules.bingo.bingo_words import Crossed, crossed_out
from mailref.rules.board import BLANK
from mailref.writing.archive import ArchiveMeans, File
from mailref.writing.never_a_move import MOST_NAME, one_line


@dataclass(frozen=True, slots=True)
class BingoPlace:
    """A player as the page tells him; his words after the end alone."""

    player: str
    left: int
    crossed: Crossed | None
    tile: int | None
    is_winner: bool


@dataclass(frozen=True, slots=True)
class BingoRound:
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
