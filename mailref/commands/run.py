"""`mailref run`, the daemon, and `mailref once`, a single tick."""

import logging
import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from mailref.assembly import baseline_of, open_machine
from mailref.commands.sources import moment, now_option, settings_option
from mailref.daemon import Daemon
from mailref.errors import MailrefError
from mailref.post.ports import Baseline
from mailref.service import tick
from mailref.terminal import LogFormatter
from mailref.tick.machine import Machine


@click.command()
@now_option
@click.option("--since", metavar="TIME", help="Also take mail from TIME on that was there before.")
@settings_option
def once(now: str | None, since: str | None, config: str) -> None:
    """Run one tick: read the mailbox, close what is due, send what is owed."""
    at = moment(now, "--now") if now else datetime.now(UTC)
    taken_from = moment(since, "--since") if since else None
    machine = open_machine(Path(config))
    with machine.journal:
        lease = machine.journal.lease
        machine.pulse = lambda: lease.hold(datetime.now(UTC))
        machine.pulse()
        try:
            baseline, left = baseline_of(machine, at, taken_from)
            if left:
                click.echo(f"{left} mails that were there before are left untouched")
            ticked = tick(machine, baseline, at)
        finally:
            lease.release()
            machine.mailbox.close()
    click.echo(f"{ticked.sent} mails sent")
    if ticked.troubles:
        raise MailrefError("; ".join(ticked.troubles))


log = logging.getLogger(__name__)


@click.command()
@click.option("--since", metavar="TIME", help="Also take mail from TIME on that was there before.")
@settings_option
def run(since: str | None, config: str) -> None:
    """Run the referee: wait for mail, answer it, close rounds at their ZAT, send reports."""
    shown = logging.StreamHandler(sys.stderr)
    shown.setFormatter(LogFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[shown])
    for chatty in ("apscheduler", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    machine = open_machine(Path(config))
    taken_from = moment(since, "--since") if since else None
    log.info("the referee runs with %s; Ctrl+C ends it", config)
    with machine.journal:
        Daemon(machine).run(lambda: _baseline(machine, taken_from))
    log.info("stopped")


def _baseline(machine: Machine, since: datetime | None) -> Baseline:
    baseline, left = baseline_of(machine, datetime.now(UTC), since)
    if left:
        log.info("%d mails that were there before are left untouched", left)
    return baseline
