"""`mailref export`: the whole game as JSON, GCG, CSV or a folder of pages."""

from collections.abc import Iterator
from pathlib import Path

import click

from mailref.assembly import archive_means
from mailref.commands.club import (
    RecordedTournament,
    as_json,
    recorded_tournament,
    write_club_page,
)
from mailref.commands.sources import (
    Recorded,
    at_table,
    in_bingo,
    in_turns,
    is_taken_down,
    of_soloists,
    progress,
    recorded_game,
    settings_option,
    told_events,
    without_collecting,
)
from mailref.errors import MailrefError
from mailref.export.bingo_json import export_of_bingo
from mailref.export.game_json import export_of, in_lines
from mailref.export.gcg import NotInGcgError, gcg_of, gcg_of_turns
from mailref.export.solo_json import export_of_solo, solo_csv
from mailref.export.table_json import export_of_table
from mailref.export.taking_json import export_of_taking
from mailref.export.turns_json import export_of_turns
from mailref.referee.turn_showing import told_of
from mailref.report.sheet import sheet_data
from mailref.report.sheet_text import bingo_csv, sheet_csv, table_csv, taking_csv, turns_csv
from mailref.rules.bingo.bingo_record import bingo_record_of, left_after
from mailref.rules.replay import replay
from mailref.rules.rounds.record import record_of
from mailref.rules.turns.solo_game import SoloGame
from mailref.rules.turns.turn_history import steps_of
from mailref.rules.turns.turn_record import turns_record_of
from mailref.writing.archive import ArchiveMeans, File, archive_files
from mailref.writing.bingo_archive import bingo_archive_files
from mailref.writing.solo_archive import solo_archive_files, told_tables
from mailref.writing.turn_archive import turn_archive_files

_FORMATS = ("json", "gcg", "csv", "html")
_OF_SOLOISTS = ("json", "csv", "html")


@click.command()
@click.argument("game")
@click.option(
    "--format",
    "format_",
    type=click.Choice(_FORMATS),
    default="json",
    show_default=True,
    help="What to write; html is a folder of pages, one for each round.",
)
@click.option(
    "--out",
    metavar="PATH",
    type=click.Path(path_type=Path),
    help="Where to write: a file, for html a folder (default: archive-GAME).",
)
@settings_option
def command(game: str, format_: str, out: Path | None, config: str) -> None:
    """Write the whole game as JSON, GCG, CSV or HTML.

    A tournament is written as JSON, or as a page with its table, who met whom, and ratings.
    Without --out it goes to stdout. No address is ever exported.
    """
    tournament = recorded_tournament(config, game)
    if tournament is not None:
        _export_tournament(tournament, format_, out)
        return
    with recorded_game(config, game) as recorded, without_collecting():
        if of_soloists(recorded) and format_ not in _OF_SOLOISTS:
            raise MailrefError(f"{game} is a league of soloists: json, csv or html, not {format_}")
        if format_ == "html":
            folder = out or Path(f"archive-{game}")
            _write_archive(recorded, folder)
            click.echo(str(folder / "index.html"))
            return
        text = _text(recorded, format_)
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_bytes(text.encode())


def _export_tournament(tournament: RecordedTournament, format_: str, out: Path | None) -> None:
    match format_:
        case "html":
            folder = out or Path(f"archive-{tournament.id}")
            write_club_page(tournament, folder)
            click.echo(str(folder / "index.html"))
        case "json":
            text = as_json(tournament)
            click.echo(text, nl=False) if out is None else out.write_bytes(text.encode())
        case _:
            raise MailrefError(f"{tournament.id} is a tournament: json or html, not {format_}")


def _text(recorded: Recorded, format_: str) -> str:
    match format_:
        case "gcg":
            return _gcg(recorded)
        case "csv":
            return _csv(recorded)
        case _:
            return _json(recorded)


def _json(recorded: Recorded) -> str:
    events = told_events(recorded, "exporting")
    if in_bingo(recorded):
        told = export_of_bingo(events, recorded.zone)
        return in_lines(told) + "\n"
    in_a_row = export_of_table if at_table(recorded) else export_of_turns
    if is_taken_down(recorded):
        in_a_row = export_of_taking
    if of_soloists(recorded):
        exported = export_of_solo(events, recorded.zone)
        return in_lines(exported) + "\n"
    export = in_a_row if in_turns(recorded) else export_of
    exported = export(events, recorded.zone)
    return in_lines(exported) + "\n"


def _write_archive(recorded: Recorded, folder: Path) -> None:
    """Write a page for each round, or one for all turns; pictures, an index, the game for machines."""
    language = recorded.policy.language if recorded.policy else "de"
    means = archive_means(language, recorded.zone)
    folder.mkdir(parents=True, exist_ok=True)
    parts, files = _archive(recorded, means)
    with progress() as shown:
        task = shown.add_task(f"writing the archive of {recorded.id}", total=parts)
        for name, data in files:
            (folder / name).write_bytes(data)
            shown.advance(task, name.startswith(("round-", "turn-")))
    (folder / "game.json").write_text(_json(recorded), encoding="utf-8")
    (folder / "game.csv").write_bytes(_csv(recorded).encode())


def _archive(recorded: Recorded, means: ArchiveMeans) -> tuple[int, Iterator[File]]:
    """Return how many rounds or turns the archive has, and its files."""
    events = recorded.journal.games.events(recorded.id)
    if in_bingo(recorded):
        told = bingo_record_of(events)
        return len(told.zats), bingo_archive_files(told, means)
    if of_soloists(recorded):
        log = tuple(events)
        league = replay(log)
        assert isinstance(league, SoloGame), "of_soloists has looked"  # noqa: S101  states the promise to mypy
        tables = told_tables(league, log)
        turns = sum(len(each.history.turns) for each in tables)
        return turns, solo_archive_files(league, tables, means)
    if not in_turns(recorded):
        record = record_of(events)
        return len(record.rounds), archive_files(record, means)
    steps = tuple(steps_of(events))
    history = told_of(steps)
    return len(history.turns), turn_archive_files(steps[-1][1], history, means)


def _gcg(recorded: Recorded) -> str:
    events = recorded.journal.games.events(recorded.id)
    if at_table(recorded) or in_bingo(recorded):
        raise MailrefError(f"{recorded.id} cannot be written as GCG: its words lie on no board")
    if is_taken_down(recorded):
        raise MailrefError(f"{recorded.id} cannot be written as GCG: its tiles are taken, not laid")
    try:
        if in_turns(recorded):
            return gcg_of_turns(turns_record_of(events))
        return gcg_of(record_of(events))
    except NotInGcgError as why:
        raise MailrefError(f"{recorded.id} cannot be written as GCG: {why}") from why


def _csv(recorded: Recorded) -> str:
    if in_bingo(recorded):
        told = bingo_record_of(recorded.journal.games.events(recorded.id))
        rows = ((zat.number, zat.drawn, left_after(told, zat.number)) for zat in told.zats)
        return bingo_csv(rows).decode()
    if of_soloists(recorded):
        events = recorded.journal.games.events(recorded.id)
        return solo_csv(export_of_solo(events, recorded.zone)).decode()
    if at_table(recorded):
        steps = steps_of(recorded.journal.games.events(recorded.id))
        return table_csv(told_of(steps)).decode()
    if is_taken_down(recorded):
        found = tuple(steps_of(recorded.journal.games.events(recorded.id)))
        return taking_csv(told_of(found), found[-1][1].rules.axes).decode()
    if in_turns(recorded):
        return turns_csv(turns_record_of(recorded.journal.games.events(recorded.id))).decode()
    record = record_of(recorded.journal.games.events(recorded.id))
    late = tuple(record.game.players)
    sheets = (sheet_data(record.opened.title, (closed,), late=late) for closed in record.rounds)
    return sheet_csv(sheets).decode()
