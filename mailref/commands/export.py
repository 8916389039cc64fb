"""`mailref export`: the whole game as JSON, GCG, CSV or a folder of pages."""

import json
from pathlib import Path

import click

from mailref.commands.options import settings_option
from mailref.commands.recorded import Recorded, recorded_game
from mailref.errors import MailrefError
from mailref.report.gameexport import export_of
from mailref.report.gcg import NotInGcgError, gcg_of
from mailref.report.record import record_of
from mailref.report.sheetcsv import sheet_csv
from mailref.report.sheetdata import sheet_data

_FORMATS = ("json", "gcg", "csv", "html")


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

    Without --out it goes to stdout. No address is ever exported.
    """
    with recorded_game(config, game) as recorded:
        text = _text(recorded, format_)
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_bytes(text.encode())


def _text(recorded: Recorded, format_: str) -> str:
    match format_:
        case "gcg":
            return _gcg(recorded)
        case "csv":
            return _csv(recorded)
        case _:
            exported = export_of(recorded.journal.events(recorded.id), recorded.zone)
            return json.dumps(exported, ensure_ascii=False, indent=1) + "\n"


def _gcg(recorded: Recorded) -> str:
    try:
        return gcg_of(record_of(recorded.journal.events(recorded.id)))
    except NotInGcgError as why:
        raise MailrefError(f"{recorded.id} cannot be written as GCG: {why}") from why


def _csv(recorded: Recorded) -> str:
    record = record_of(recorded.journal.events(recorded.id))
    late = tuple(record.game.players)
    sheets = (
        sheet_data(record.opened.title, closed.rules, (result,), late=late)
        for closed, result in zip(record.closed, record.results(), strict=True)
    )
    return sheet_csv(sheets).decode()
