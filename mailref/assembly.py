"""Putting the machine together: record, servers, templates, the search for the top."""

import atexit
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, assert_never
from zoneinfo import ZoneInfo

from mailref import assets
from mailref.alone import AnotherProcess
from mailref.journal.installation import Reserve
from mailref.journal.journal import Journal
from mailref.journal.recorded_games import Blob, OutgoingMail
from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import Baseline, ImapAccount, Mailbox, Outbox, Spool
from mailref.post.smtp import SmtpOutbox
from mailref.post.spool import SpoolMailbox
from mailref.referee.mails import Owed
from mailref.referee.policy import House
from mailref.settings.load import SettingsWatch
from mailref.settings.values import MailSettings
from mailref.tick.machine import Machine
from mailref.tick.read_mailbox import begun_at
from mailref.workshop import Workshop

if TYPE_CHECKING:
    from jinja2 import Environment

    from mailref.report.picture import BoardPainter
    from mailref.report.sheet import Maker
    from mailref.writing.archive import ArchiveMeans
    from mailref.writing.compose import Composed
    from mailref.writing.scene import ReplyMeans, Words

# What writes and draws is loaded when it is called: a tick that has nothing to say goes without.

SECRET_BYTES = 32


def open_machine(path: Path) -> Machine:
    """Return the machine that the settings at *path* describe; SettingsError names every fault."""
    watch = SettingsWatch.of(path, os.environ)
    return machine_of(watch, Journal.open(watch.settings.database))


@contextmanager
def machine_at(config: str) -> Iterator[Machine]:
    """Open the installation that the settings at *config* describe."""
    machine = open_machine(Path(config))
    with machine.journal:
        try:
            yield machine
        finally:
            machine.disconnect()


def make_room(path: Path) -> None:
    """Give the room free that is kept beside the database, which needs some to be opened."""
    watch = SettingsWatch.of(path, os.environ)
    Reserve.beside(watch.settings.database).spend()


def machine_of(watch: SettingsWatch, journal: Journal) -> Machine:
    """Return the machine of an installation; nothing is connected yet."""
    mailbox, outbox = connect(watch.settings.mail)
    beside = workshop()
    machine = Machine(
        watch=watch,
        journal=journal,
        mailbox=mailbox,
        outbox=outbox,
        connect=connect,
        compose=_composer_when_needed(beside),
        find_top=beside.find_top,
        find_plays=beside.find_plays,
        get_attachments_ready=beside.get_ready,
        tidy_up=beside.end_if_unused,
        publish=partial(beside.publish, str(watch.path)),
        # Made at the first call and never revealed.
        secret=journal.installation.secret_or(secrets.token_bytes(SECRET_BYTES)),
    )
    machine.read_alone = AnotherProcess(watch.path, lambda: machine.pulse()).read  # noqa: PLW0108  it is set later
    return machine


def connect(mail: MailSettings) -> tuple[Mailbox, Outbox]:
    """Return mailbox and outbox of the accounts; they connect when they are used."""
    return mailbox_of(mail), SmtpOutbox(mail.smtp)


def mailbox_of(mail: MailSettings) -> Mailbox:
    """Return the mailbox, on its server or in a folder."""
    match mail.inbox:
        case ImapAccount():
            return ImapMailbox(mail.inbox)
        case Spool():
            return SpoolMailbox(mail.inbox)
        case _:
            assert_never(mail.inbox)


def baseline_of(machine: Machine, now: datetime, since: datetime | None) -> tuple[Baseline, int]:
    """Return from which mail on is read, and how many mails the first tick leaves untouched.

    The first `run` or `once` on a mailbox sets it; `--since` also takes what lies before
    (contract 1). The number is 0 where nothing was set now.
    """
    return begun_at(machine, machine.first, now, since)


def _composer_when_needed(
    maker: "Maker",
) -> Callable[[Sequence[Owed], House], Sequence[OutgoingMail]]:
    @cache
    def made() -> Callable[[Sequence[Owed], House], Sequence[OutgoingMail]]:
        return composer(assets.template_environment, painter(), maker)

    return lambda owed, house: made()(owed, house) if owed else ()


def composer(
    environment: "Callable[[str], Environment]", painter: "BoardPainter", maker: "Maker"
) -> Callable[[Sequence[Owed], House], Sequence[OutgoingMail]]:
    """Return what makes the bytes of owed mails; templates and tiles are kept ready for the next.

    *environment* gives the templates of a folder: `assets.template_environment`.
    """
    from mailref.writing.compose import compose_all  # noqa: PLC0415  once something is owed
    from mailref.writing.scene import reply_means  # noqa: PLC0415  the same

    known: dict[House, ReplyMeans] = {}

    def compose(owed: Sequence[Owed], house: House) -> Sequence[OutgoingMail]:
        if not owed:
            return ()
        if house not in known:
            if len(known) > len(house.other_addresses):  # more than there are mailboxes
                known.clear()
            known[house] = reply_means(environment, painter, maker, house)
        return tuple(_outgoing(mail) for mail in compose_all(owed, known[house]))

    return compose


def _outgoing(mail: "Composed") -> OutgoingMail:
    from mailref.writing.mail_bytes import Shared, round_tag  # noqa: PLC0415  once something is owed

    return OutgoingMail(
        recipient=mail.recipient,
        message_id=mail.message_id,
        kind=mail.kind,
        game=mail.owed.game,
        round_tag=round_tag(mail.owed),
        segments=tuple(
            Blob(each.data) if isinstance(each, Shared) else each for each in mail.segments
        ),
        is_private=mail.is_private,
    )


def words_of(language: str) -> "Words":
    """Return the labels and phrases of a language."""
    from mailref.writing.scene import Words, with_filters  # noqa: PLC0415  where there is something to say

    return Words(with_filters(assets.template_environment(language), language))


def archive_means(language: str, zone: ZoneInfo) -> "ArchiveMeans":
    """Return what the pages of an archive are made with."""
    from mailref.writing.archive import ArchiveMeans  # noqa: PLC0415  for an archive alone

    words = words_of(language)
    return ArchiveMeans(words, assets.template_environment("html"), painter(), language, zone)


@cache
def painter() -> "BoardPainter":
    """Return the painter of boards, with the shipped fonts."""
    from mailref.report.picture import BoardPainter, Fonts  # noqa: PLC0415  once a board is drawn

    return BoardPainter(Fonts.of(assets.fonts()))


@cache
def workshop() -> Workshop:
    """Return the workshop of this process; it ends with it."""
    made = Workshop()
    atexit.register(made.end)
    return made
