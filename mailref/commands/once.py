"""`mailref once`: one turn of the machine, then exit."""

from datetime import UTC, datetime
from pathlib import Path

import click

from mailref.assembly import baseline_of, open_machine
from mailref.commands.options import moment, now_option, settings_option
from mailref.errors import MailrefError
from mailref.service import tick
from mailref.turn.lease import Lease


@click.command()
@now_option
@click.option("--since", metavar="TIME", help="Also take mail from TIME on that was there before.")
@settings_option
def command(now: str | None, since: str | None, config: str) -> None:
    """Take one turn: read the mailbox, close what is due, send what is owed."""
    at = moment(now, "--now") if now else datetime.now(UTC)
    taken_from = moment(since, "--since") if since else None
    machine = open_machine(Path(config))
    with machine.journal:
        lease = Lease(machine.journal, lambda: datetime.now(UTC))
        machine.pulse = lease.hold
        lease.hold()
        try:
            baseline, left = baseline_of(machine, at, taken_from)
            if left:
                click.echo(f"{left} mails that were there before are left untouched")
            turn = tick(machine, baseline, at)
        finally:
            lease.release()
            machine.mailbox.close()
    click.echo(f"{turn.sent} mails sent")
    if turn.troubles:
        raise MailrefError("; ".join(turn.troubles))
