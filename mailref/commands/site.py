"""`mailref site`: the pages that anybody may read, written now; shown on this computer."""

from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import click

from mailref.assembly import machine_at
from mailref.commands.sources import settings_option
from mailref.errors import MailrefError
from mailref.publish import publish
from mailref.structs import counted


@click.command()
@click.option(
    "--serve", metavar="PORT", type=int, help="Show them at http://127.0.0.1:PORT until Ctrl+C."
)
@settings_option
def command(serve: int | None, config: str) -> None:
    """Write the pages that anybody may read into the folder of [site]."""
    with machine_at(config) as machine:
        site = machine.settings.site
        if site is None:
            raise MailrefError('the settings have no [site]: folder = "public" says where')
        count = publish(machine.settings, machine.journal, machine.secret, datetime.now(UTC))
    click.echo(f"{counted(count, 'file')} written: {Path(site.folder) / 'index.html'}")
    if serve is not None:
        _show(site.folder, serve)


def _show(folder: str, port: int) -> None:
    """Serve the folder on the loopback until somebody ends it."""
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        click.echo(f"http://127.0.0.1:{server.server_port}/ (Ctrl+C ends it)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("")
