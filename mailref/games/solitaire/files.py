"""A league of soloists for others: who plays until when; after its ZAT everybody's table, as a list and as pages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.by_turns.course import game_and_history
from mailref.games.by_turns.game import SeatedGame
from mailref.games.by_turns.history import TurnHistory
from mailref.games.by_turns.mails import TurnRow, settled_at_end, turn_rows
from mailref.games.events import Event
from mailref.games.kind import replay_as
from mailref.games.solitaire.family import figures_of_league, league_rows
from mailref.games.solitaire.game import SoloGame, tries_at
from mailref.games.statistics import PlayerFigures
from mailref.record.export import export_of
from mailref.report.sheet import csv_of_rows
from mailref.writing.archive import ArchiveMeans, Drawing, PageFile
from mailref.writing.never_a_move import name_seen

NO_GCG = "each of its players has a board of his own"
SOLO_COLUMNS = ("player", "turn", "kind", "place", "word", "exchanged", "points")
"""Of a league of soloists."""


CHOICE_COLUMNS = ("player", "try", "counts", "turn", "chosen", "place", "word", "points")
"""Of one in which they choose their letters."""


def solo_csv(exported: Mapping[str, Any]) -> bytes:
    """Return a line for each turn of every table; none before the ZAT. With chosen letters of every try."""
    tables = exported["tables"] or ()
    if exported["rules"]["chosen"]:
        return csv_of_rows(CHOICE_COLUMNS, (row for table in tables for row in _choices(table)))
    keys = ("number", "kind", "place", "word", "exchanged")
    rows = (
        (table["player"], *(turn[key] for key in keys), turn["points"])
        for table in tables
        for turn in table["turns"]
    )
    return csv_of_rows(SOLO_COLUMNS, rows)


def _choices(table: Mapping[str, Any]) -> Iterator[tuple[str | int, ...]]:
    for number, each in enumerate(table["tries"], start=1):
        counts = "yes" if number == table["counts"] else ""
        for turn in each["turns"]:
            said = (turn[key] for key in ("number", "chosen", "place", "word"))
            yield table["player"], number, counts, *said, turn["points"]


class SoloTold(Struct, frozen=True):
    """What a soloist came to once the league is over."""

    player: str
    rank: int
    result: int
    tries: int
    left: str
    """What was left on his racks, and deducted."""


ToldTable = tuple[SoloTold, SeatedGame, TurnHistory]
"""With the game that counts, and its turns."""


def told_tables(league: SoloGame, log: Sequence[Event]) -> tuple[ToldTable, ...]:
    """Return what may be told of the tables of a league: all of it once it is over, before that nothing."""
    found: list[ToldTable] = []
    for row in league_rows(league) if league.is_over else ():
        tries, table = league.tables[row.name].tries, league.tables[row.name].counting
        racks = (table.hands[seat].rack.value for seat in table.seats)
        left = " · ".join(" ".join(rack) for rack in racks if rack)
        played = game_and_history(tries_at(league, row.name, log)[table.tries - 1])
        found.append((SoloTold(row.name, row.rank, table.result, tries, left), *played))
    return tuple(found)


def rows_at(
    at: int, game: SeatedGame, history: TurnHistory, means: ArchiveMeans
) -> Iterator[tuple[TurnRow, Drawing | None]]:
    """Yield the turns of the table that the archive shows at this place, each with the picture of its board."""
    for row, data in turn_rows(game, history, means):
        if row.board is None:
            yield row, data
        else:
            file = row.board.file.replace("turn-", f"turn-{at}-")
            yield replace(row, board=replace(row.board, file=file)), data


def solo_archive_files(
    league: SoloGame, tables: tuple[ToldTable, ...], means: ArchiveMeans
) -> Iterator[PageFile]:
    """Yield every file of the archive: pictures, style, and the page; *tables* are those that may be told."""
    shown: list[tuple[SoloTold, list[TurnRow], tuple[tuple[str, str, int], ...]]] = []
    for at, (told, game, history) in enumerate(tables, start=1):
        turns: list[TurnRow] = []
        for row, data in rows_at(at, game, history, means):
            if row.board is not None and data is not None:
                yield row.board.file, data
            turns.append(row)
        shown.append((told, turns, tuple(settled_at_end(game, history))))
    yield from means.page_of_game(
        "solo",
        league,
        rules=league.rules,
        chosen=league.rules.chosen,
        names=[name_seen(player.name) for player in league.active],
        zat=means.words.phrase("zat", league.deadline, means.zone),
        tables=shown,
        winners=[name_seen(told.player) for told, *_ in tables if told.rank == 1],
    )


def figures(log: Iterable[Event]) -> tuple[PlayerFigures, ...]:
    """Return what each soloist has come to: nothing before the ZAT, until which nobody sees another's moves."""
    events = tuple(log)
    league = replay_as(SoloGame, events)
    return figures_of_league(league, events) if league.is_over else ()


def csv(log: Iterable[Event]) -> bytes:
    """Return a line for each turn of every table."""
    return solo_csv(export_of(log, UTC))


def pages(log: Iterable[Event], means: ArchiveMeans) -> tuple[int, Iterator[PageFile]]:
    """Return how many turns the archive has, and its files."""
    all_of_it = tuple(log)
    league = replay_as(SoloGame, all_of_it)
    tables = told_tables(league, all_of_it)
    turns = sum(len(history.turns) for _, _, history in tables)
    return turns, solo_archive_files(league, tables, means)
