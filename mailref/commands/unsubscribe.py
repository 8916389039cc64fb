"""`mailref unsubscribe`: what the operator's page does whose address reports bear (RFC 8058)."""

from datetime import datetime

import click

from mailref.assembly import machine_at
from mailref.commands.sources import now_option, settings_option
from mailref.errors import MailrefError
from mailref.referee.identity import unsubscribes
from mailref.referee.mails import Step
from mailref.referee.player_commands import leave_with_one_click
from mailref.tick.machine import record

_TRIES = 5


@click.command()
@click.argument("token")
@now_option
@settings_option
def command(token: str, now: datetime, config: str) -> None:
    """Stop the reports to a reader, by the token of the unsubscribe link.

    The web page that unsubscribe_url names gets the token by POST and calls this. It does what LEAVE
    (ABMELDEN) by mail from that address does, and a mail says so; a second time it does nothing.
    """
    with machine_at(config) as machine:
        for _ in range(_TRIES):
            office = machine.office()
            found = unsubscribes(office, token)
            if found is None:
                raise MailrefError("no such token: nothing was changed")
            running, address = found
            game = running.policy.id
            cause = f"unsubscribe:{token}:{machine.journal.games.count_events(game)}"
            left = leave_with_one_click(office, running, address, cause, now)
            if (
                not left.mails
                or machine.journal.is_decided(cause)
                or record(machine, Step(cause, left), office, now)
            ):
                click.echo(f"{game}: unsubscribed")
                return
    raise MailrefError("the game goes on all the time, nothing was recorded; try again")
