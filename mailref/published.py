"""A recorded game for others, whatever its family: as JSON, CSV and GCG, and as a folder of pages.

What is secret while it runs stands in none of them.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import tzinfo
from itertools import chain

from mailref.games.bingo.course import bingo_record_of, left_after
from mailref.games.bingo.events import BingoOpened
from mailref.games.by_turns.events import SoloOpened, TurnsOpened
from mailref.games.by_turns.files import solo_archive_files, told_tables, turn_archive_files
from mailref.games.by_turns.history import steps_of
from mailref.games.by_turns.showing import told_of
from mailref.games.classic.book import classic
from mailref.games.classic.gcg import NotInGcgError, gcg_of, gcg_of_turns
from mailref.games.events import Event
from mailref.games.replay import replay
from mailref.games.rounds.record import record_of
from mailref.games.rummikub.events import TableOpened
from mailref.games.solitaire.game import solo_game
from mailref.games.unscrabble.rules import UnscrabbleOpened
from mailref.record.as_json import in_lines
from mailref.record.export import export_of
from mailref.report.sheet import sheet_data
from mailref.report.sheet_text import (
    bingo_csv,
    sheet_csv,
    solo_csv,
    table_csv,
    taking_csv,
    turns_csv,
)
from mailref.writing.archive import ArchiveMeans, File, archive_files, bingo_archive_files


def json_of(events: Iterable[Event], zone: tzinfo) -> str:
    """Return the export as the text of a file."""
    return in_lines(export_of(events, zone)) + "\n"


def csv_of(events: Iterable[Event], zone: tzinfo) -> bytes:
    """Return a line for each turn, or for each player of each round."""
    opened, log = _begun(events)
    match opened:
        case TurnsOpened():
            return turns_csv(told_of(steps_of(log)), opened.rules.axes)
        case TableOpened():
            return table_csv(told_of(steps_of(log)))
        case UnscrabbleOpened():
            return taking_csv(told_of(steps_of(log)), opened.rules.axes)
        case BingoOpened():
            told = bingo_record_of(log)
            rows = ((zat.number, zat.drawn, left_after(told, zat.number)) for zat in told.zats)
            return bingo_csv(rows)
        case SoloOpened():
            return solo_csv(export_of(log, zone))
        case _:
            record = record_of(log)
            late = tuple(record.game.players)
            title = record.opened.title
            return sheet_csv(sheet_data(title, (each,), late=late) for each in record.rounds)


def gcg_in(events: Iterable[Event]) -> str:
    """Return the moves as GCG; NotInGcgError says why the format cannot hold the game."""
    opened, log = _begun(events)
    match opened:
        case TurnsOpened():
            steps = tuple(steps_of(log))
            return gcg_of_turns(classic(steps[-1][1]), told_of(steps))
        case TableOpened() | BingoOpened():
            raise NotInGcgError("its words lie on no board")
        case UnscrabbleOpened():
            raise NotInGcgError("its tiles are taken, not laid")
        case SoloOpened():
            raise NotInGcgError("each of its players has a board of his own")
        case _:
            return gcg_of(record_of(log))


def archive_of(
    events: Callable[[], Iterable[Event]], means: ArchiveMeans
) -> tuple[int, Iterator[File]]:
    """Return how many rounds or turns the archive of a game has, and its files, the game for machines last.

    A page for each round, or one for all turns; pictures, style.
    """
    parts, pages = _pages(events(), means)
    return parts, chain(pages, _for_machines(events, means.zone))


def _for_machines(events: Callable[[], Iterable[Event]], zone: tzinfo) -> Iterator[File]:
    yield "game.json", json_of(events(), zone).encode()
    yield "game.csv", csv_of(events(), zone)


def _pages(events: Iterable[Event], means: ArchiveMeans) -> tuple[int, Iterator[File]]:
    opened, log = _begun(events)
    match opened:
        case TurnsOpened() | TableOpened() | UnscrabbleOpened():
            steps = tuple(steps_of(log))
            history = told_of(steps)
            return len(history.turns), turn_archive_files(steps[-1][1], history, means)
        case BingoOpened():
            told = bingo_record_of(log)
            return len(told.zats), bingo_archive_files(told, means)
        case SoloOpened():
            all_of_it = tuple(log)
            league = solo_game(replay(all_of_it))
            tables = told_tables(league, all_of_it)
            turns = sum(len(each.history.turns) for each in tables)
            return turns, solo_archive_files(league, tables, means)
        case _:
            record = record_of(log)
            return len(record.rounds), archive_files(record, means)


def _begun(events: Iterable[Event]) -> tuple[Event, Iterable[Event]]:
    """Return the event with which a game begins, which says its family; and all of them."""
    log = iter(events)
    opened = next(log)
    return opened, chain((opened,), log)
