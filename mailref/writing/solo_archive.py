"""The archive of a league of soloists: one page; before its ZAT it says who plays, until when, by which rules.

After it everybody's table is told turn by turn, the try that counts where letters are chosen (other games 3).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from mailref.referee.solo_tables import league_rows
from mailref.referee.turn_showing import told_of
from mailref.rules.events import Event
from mailref.rules.turns.seated_game import SeatedGame
from mailref.rules.turns.solo_game import SoloGame, SoloTable, tries_at
from mailref.rules.turns.turn_history import TurnHistory, steps_of
from mailref.writing.archive import ArchiveMeans, File
from mailref.writing.never_a_move import MOST_NAME, one_line
from mailref.writing.turn_archive import TurnRow, turn_rows


@dataclass(frozen=True, slots=True)
class SoloTold:
    """The table of a soloist once the league is over: its turns, and the game that they make."""

    player: str
    rank: int
    table: SoloTable
    game: SeatedGame
    history: TurnHistory


@dataclass(frozen=True, slots=True)
class SoloRow:
    """A soloist as the page tells him."""

    player: str
    rank: int
    total: int
    left: str
    """What was left on his racks, and deducted."""
    tried: int
    """How many tries he made; 0: there are none in this game."""
    turns: tuple[TurnRow, ...]


def told_tables(league: SoloGame, log: Sequence[Event]) -> tuple[SoloTold, ...]:
    """Return what may be told of the tables of a league: all of it once it is over, before that nothing."""
    found: list[SoloTold] = []
    for row in league_rows(league) if league.is_over else ():
        table = league.tables[row.name].counting
        steps = tuple(steps_of(tries_at(league, row.name, log)[table.tries - 1]))
        found.append(SoloTold(row.name, row.rank, table, steps[-1][1], told_of(steps)))
    return tuple(found)


def solo_archive_files(
    league: SoloGame, tables: tuple[SoloTold, ...], means: ArchiveMeans
) -> Iterator[File]:
    """Yield every file of the archive: pictures, style, and the page; *tables* are those that may be told."""
    rows: list[SoloRow] = []
    for at, told in enumerate(tables, start=1):
        turns: list[TurnRow] = []
        for row, data in turn_rows(told.game, told.history, means):
            if row.board is not None:
                file = row.board.file.replace("turn-", f"turn-{at}-")
                yield file, data
                row = replace(row, board=replace(row.board, file=file))  # noqa: PLW2901  the same row
            turns.append(row)
        rows.append(_row(told, league, turns))
    yield means.style()
    page = means.page(
        "solo",
        title=one_line(league.title, MOST_NAME),
        game=league,
        names=tuple(one_line(player.name, MOST_NAME) for player in league.active),
        zat=means.words.phrase("zat", league.deadline, means.zone),
        tables=tuple(rows),
        winners=tuple(row.player for row in rows if row.rank == 1),
    )
    yield "index.html", page


def _row(told: SoloTold, league: SoloGame, turns: list[TurnRow]) -> SoloRow:
    hands = (told.table.hands[seat].rack.value for seat in told.table.seats)
    tried = league.tables[told.player].tries if league.rules.chosen else 0
    return SoloRow(
        player=one_line(told.player, MOST_NAME),
        rank=told.rank,
        total=told.table.result,
        left=" · ".join(" ".join(rack) for rack in hands if rack),
        tried=tried,
        turns=tuple(turns),
    )
