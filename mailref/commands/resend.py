"""`mailref resend`: what was given up is sent once more."""

from datetime import UTC, datetime
from pathlib import Path

import click

from mailref.commands.sources import has_record, settings_at, settings_option
from mailref.errors import MailrefError
from mailref.journal.journal import Journal
from mailref.terminal import say


@click.command()
@click.argument("addresses", nargs=-1, metavar="[ADDRESS]...")
@settings_option
def command(addresses: tuple[str, ...], config: str) -> None:
    """Send what was given up once more: to these addresses, or to all."""
    settings = settings_at(Path(config), needs_secrets=False)
    if not has_record(settings):
        raise MailrefError("no game has begun: start 'mailref run' or 'mailref once' first")
    with Journal.open(settings.database) as journal:
        for address in addresses or [each.address for each in journal.bounces.stopped()]:
            journal.bounces.forgive(address)
        mails = journal.outgoing.owe_dead_again(addresses, datetime.now(UTC))
    if not mails:
        raise MailrefError(
            "nothing that was given up is kept" + (" for these addresses" if addresses else "")
        )
    say(f"{mails} to send again at the next tick")
