"""`mailref export`: the whole game as JSON, GCG, CSV or a folder of pages."""

from pathlib import Path

import click

from mailref.assembly import archive_means
from mailref.commands import sources
from mailref.commands.club import RecordedTournament, as_json, recorded_tournament, write_club_page
from mailref.commands.options import options
from mailref.errors import MailrefError
from mailref.game_files import archive_of, csv_of, gcg_in, json_of
from mailref.languages import DEFAULT
from mailref.report.gcg import NotInGcgError

_FORMATS = ("json", "gcg", "csv", "html")


@click.command()
@click.argument("game")
@options("export", format=click.Choice(_FORMATS), out=click.Path(path_type=Path))
@sources.settings_option
def command(game: str, format_: str, out: Path | None, config: str) -> None:
    """Write the whole game as JSON, GCG, CSV or HTML.

    A tournament is written as JSON, or as a page with its table, who met whom, and ratings.
    Without --out it goes to stdout. No address is ever exported.
    """
    tournament = recorded_tournament(config, game)
    folder = out or Path(f"archive-{game}")
    text: str | None
    if tournament is not None:
        text = _text_of_tournament(tournament, format_, folder)
    else:
        with sources.recorded_game(config, game) as recorded, sources.without_collecting():
            text = _text(recorded, format_, folder)
    if text is None:
        click.echo(str(folder / "index.html"))
    elif out is None:
        click.echo(text, nl=False)
    else:
        out.write_bytes(text.encode())


def _text_of_tournament(tournament: RecordedTournament, format_: str, folder: Path) -> str | None:
    """Return a tournament as text; None where it is a page that was written into *folder*."""
    match format_:
        case "html":
            write_club_page(tournament, folder)
            return None
        case "json":
            return as_json(tournament)
        case _:
            raise MailrefError(f"{tournament.id} is a tournament: json or html, not {format_}")


def _text(recorded: sources.Recorded, format_: str, folder: Path) -> str | None:
    """Return a game as text; None where it is pages that were written into *folder*."""
    match format_:
        case "html":
            _write_archive(recorded, folder)
            return None
        case "gcg":
            try:
                return gcg_in(recorded.events())
            except NotInGcgError as why:
                raise MailrefError(f"{recorded.id} cannot be written as GCG: {why}") from why
        case "csv":
            return csv_of(recorded.events()).decode()
        case _:
            return json_of(sources.told_events(recorded, "exporting"), recorded.zone)


def _write_archive(recorded: sources.Recorded, folder: Path) -> None:
    language = recorded.policy.language if recorded.policy else DEFAULT
    parts, files = archive_of(recorded.events, archive_means(language, recorded.zone))
    folder.mkdir(parents=True, exist_ok=True)
    with sources.progress() as shown:
        task = shown.add_task(f"writing the archive of {recorded.id}", total=parts)
        for name, data in files:
            (folder / name).write_bytes(data)
            shown.advance(task, name.startswith(("round-", "turn-")))
