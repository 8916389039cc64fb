"""Putting the machine together: record, servers, templates, the search for the top."""

import os
import secrets
from datetime import datetime
from functools import cache
from pathlib import Path

from mailref import assets
from mailref.journal.journal import Journal
from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import Baseline, Mailbox, Outbox
from mailref.post.smtp import SmtpOutbox
from mailref.report.look import Fonts
from mailref.report.picture import BoardPainter
from mailref.settings.model import MailSettings
from mailref.tick.machine import Machine, SettingsWatch
from mailref.tick.send import composer
from mailref.tops import find_top

SECRET_BYTES = 32


def installation_secret(journal: Journal) -> bytes:
    """Return the secret of this installation, made at the first call and never revealed."""
    return journal.installation.secret_or(secrets.token_bytes(SECRET_BYTES))


@cache
def painter() -> BoardPainter:
    """Return the painter of boards, with the shipped fonts."""
    fonts = assets.fonts()
    return BoardPainter(
        Fonts(fonts["DejaVuSansCondensed.ttf"], fonts["DejaVuSansCondensed-Bold.ttf"])
    )


def connect(mail: MailSettings) -> tuple[Mailbox, Outbox]:
    """Return mailbox and outbox of the accounts; they connect when they are used."""
    return ImapMailbox(mail.imap), SmtpOutbox(mail.smtp)


def machine_of(watch: SettingsWatch, journal: Journal) -> Machine:
    """Return the machine of an installation; nothing is connected yet."""
    mailbox, outbox = connect(watch.settings.mail)
    return Machine(
        watch=watch,
        journal=journal,
        mailbox=mailbox,
        outbox=outbox,
        connect=connect,
        compose=composer(assets.template_environment, painter()),
        find_top=find_top,
        secret=installation_secret(journal),
    )


def open_machine(path: Path) -> Machine:
    """Return the machine that the settings at *path* describe; SettingsError names every fault."""
    watch = SettingsWatch(path, os.environ)
    return machine_of(watch, Journal.open(watch.settings.database))


def baseline_of(machine: Machine, now: datetime, since: datetime | None) -> tuple[Baseline, int]:
    """Return from which mail on is read, and how many mails the first tick leaves untouched.

    The first `run` or `once` on a mailbox sets it; `--since` also takes what lies before
    (contract 1). The number is 0 where nothing was set now.
    """
    known = machine.journal.installation.baseline(machine.account)
    if known is not None and since is None:
        return known, 0
    if known is None:
        baseline = machine.mailbox.baseline(now, since)
    else:
        baseline = Baseline(known.uid_validity, known.uid_next, known.moment, since)
    machine.journal.installation.set_baseline(baseline, machine.account)
    return baseline, machine.mailbox.count_before(baseline)
