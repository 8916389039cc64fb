"""`mailref deliver`: one mail from standard input, for mail servers that hand mail to a program.

Whatever goes wrong ends with 75 (EX_TEMPFAIL): the server keeps the mail and tries again.
"""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from mailref.commands.sources import mail_at, mailbox_option, moment, settings_option
from mailref.errors import MailrefError
from mailref.post.ports import Spool
from mailref.post.spool import put
from mailref.reading.read_mail import handed_in
from mailref.terminal import say

FROM_HEADER = "header"
_SHOWN = 40
"""So many characters of a time that is none are shown."""


@click.command()
@click.option(
    "--received",
    metavar="TIME",
    help="When it arrived, at the latest now: ISO 8601, seconds since 1970, or 'header'; default: now.",
)
@mailbox_option
@settings_option
def command(received: str | None, box: str, config: str) -> int:
    """Take one mail from standard input, as a mail server hands it over."""
    now = datetime.now(UTC)
    try:
        data = _mail()
        put(_spool_of(config, box), data, min(_arrival(received, data, now), now), now)
    except (MailrefError, click.ClickException, OSError) as problem:
        for line in str(problem).splitlines():
            say(f"mailref: {line}", err=True)
        return os.EX_TEMPFAIL
    return 0


def _mail() -> bytes:
    data = sys.stdin.buffer.read()
    if not data.strip():
        raise MailrefError("there is no mail on standard input")
    return data


def _spool_of(config: str, box: str) -> Spool:
    mail = mail_at(Path(config), box, needs_secrets=False)
    if not isinstance(mail.inbox, Spool):
        raise MailrefError(
            f"{config}: {mail.label} imap: mail is read there; 'mailref deliver' needs spool instead"
        )
    return mail.inbox


def _arrival(received: str | None, data: bytes, now: datetime) -> datetime:
    if received is None:
        return now
    if received == FROM_HEADER:
        return handed_in(data) or now
    try:
        if received.isascii() and received.isdigit():
            return datetime.fromtimestamp(int(received), UTC)
        return moment(received, "--received").astimezone(UTC)
    except (ValueError, OverflowError) as problem:
        raise MailrefError(f"--received: {received[:_SHOWN]!r} is no time") from problem
