"""`mailref run`: the daemon."""

import logging
import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from mailref.assembly import baseline_of, open_machine
from mailref.commands.options import moment, settings_option
from mailref.daemon import Daemon, OtherDaemonError
from mailref.errors import MailrefError, MailServerError
from mailref.mail.backoff import Backoff
from mailref.mail.ports import Baseline
from mailref.turn.machine import Machine

log = logging.getLogger(__name__)


@click.command()
@click.option("--since", metavar="TIME", help="Also take mail from TIME on that was there before.")
@settings_option
def command(since: str | None, config: str) -> None:
    """Run the referee: wait for mail, answer it, close rounds at their ZAT, send reports."""
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
    )
    logging.getLogger("apscheduler").setLevel(logging.WARNING)
    machine = open_machine(Path(config))
    with machine.journal:
        baseline = _baseline(machine, moment(since, "--since") if since else None)
        try:
            Daemon(machine).run(baseline)
        except OtherDaemonError:
            raise MailrefError("another mailref runs on this database") from None
    log.info("stopped")


def _baseline(machine: Machine, since: datetime | None) -> Baseline:
    """Set the baseline, however long the server takes to answer."""
    backoff = Backoff()
    while True:
        try:
            baseline, left = baseline_of(machine, datetime.now(UTC), since)
        except MailServerError as problem:
            log.warning("%s", problem)
            backoff = backoff.after_failure()
            machine.mailbox.pause(backoff.pause(0.5))
            continue
        if left:
            log.info("%d mails that were there before are left untouched", left)
        return baseline
