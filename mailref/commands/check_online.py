"""What `mailref check --online` tries: both servers, their clock, a mail to the game master."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from mailref.commands.sources import has_record
from mailref.errors import MailServerError
from mailref.journal.journal import Journal
from mailref.journal.records import OutgoingMail
from mailref.office import house_of
from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import Baseline, ImapAccount, Letter, Sent, SmtpAccount, SmtpMode
from mailref.post.smtp import SmtpOutbox
from mailref.referee.mails import owe_to_game_master
from mailref.referee.notices import Notice, PostWorks
from mailref.settings.model import MailSettings, Settings
from mailref.tick.machine import Compose

_STRAY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of one attempt, as a line."""

    line: str
    is_failure: bool = False


@dataclass(frozen=True, slots=True)
class Installed:
    """What the record says that the servers are compared with; nothing before the first run."""

    secret: bytes
    baseline: Baseline | None


def installed_of(settings: Settings) -> Installed:
    """Return the secret and the baseline of the record; never makes one."""
    if not has_record(settings):
        return Installed(bytes(32), None)
    imap = settings.mail.imap
    with Journal.open(settings.database) as journal:
        secret = journal.installation.secret()
        return Installed(
            secret or bytes(32), journal.installation.baseline(f"{imap.user}@{imap.host}")
        )


def try_mailbox(mail: MailSettings, installed: Installed) -> Iterator[Tried]:
    """Log in to the mailbox, count what lies before the baseline, and compare the clocks."""
    name = _imap_name(mail.imap)
    with closing(ImapMailbox(mail.imap)) as mailbox:
        try:
            yield Tried(f"{name}: logged in; {_lying(mailbox, installed)}")
            ours = datetime.now(UTC)
            yield _clock(name, mailbox.server_time(), ours)
        except MailServerError as wrong:
            yield Tried(str(wrong), is_failure=True)


def _lying(mailbox: ImapMailbox, installed: Installed) -> str:
    messages = mailbox.snapshot().messages
    if installed.baseline is None:
        return f"{_mails(messages)} in the inbox, which the first run will leave untouched"
    before = mailbox.count_before(installed.baseline)
    return f"{_mails(messages)} in the inbox, {before} of them before the baseline"


def _mails(count: int) -> str:
    return "1 mail" if count == 1 else f"{count} mails"


def _clock(name: str, theirs: datetime, ours: datetime) -> Tried:
    """The server's clock decides who is in time (contract 5); IMAP tells it to the second."""
    apart = theirs - ours.replace(microsecond=0)
    seconds = round(abs(apart).total_seconds())
    if seconds <= 1:
        return Tried(f"{name}: its clock agrees with ours")
    way = "ahead of" if apart > timedelta(0) else "behind"
    advice = "; it decides who is in time, set one of them right" if abs(apart) > _STRAY else ""
    return Tried(f"{name}: its clock is {seconds} s {way} ours{advice}")


def try_sending(settings: Settings, installed: Installed, compose: Compose) -> Iterator[Tried]:
    """Log in to the SMTP server and hand over a test mail to the game master."""
    name = _smtp_name(settings.mail.smtp)
    outbox = SmtpOutbox(settings.mail.smtp)
    recipient = settings.mail.divert or settings.gamemaster.address
    try:
        outbox.check()
        yield Tried(f"{name}: {'logged in' if settings.mail.smtp.user else 'connected'}")
        data = _test_mail(settings, installed, compose)
        letter = Letter(0, settings.mail.bounce, recipient, b"".join(_bytes(data)))
        for delivery in outbox.send([letter]):
            if isinstance(delivery.outcome, Sent):
                yield Tried(f"{name}: took a test mail to {recipient}")
            else:
                said = f"{delivery.outcome.code or ''} {delivery.outcome.text}".strip()
                yield Tried(f"{name}: {recipient}: {said}", is_failure=True)
    except MailServerError as wrong:
        yield Tried(str(wrong), is_failure=True)


def _test_mail(settings: Settings, installed: Installed, compose: Compose) -> OutgoingMail:
    now = datetime.now(UTC)
    about = PostWorks(_imap_name(settings.mail.imap), _smtp_name(settings.mail.smtp))
    house = house_of(settings, installed.secret)
    owed = owe_to_game_master(house, Notice(about), f"test:{now.isoformat()}", now)
    (mail,) = compose([owed], house)
    return mail


def _bytes(mail: OutgoingMail) -> Iterator[bytes]:
    for segment in mail.segments:
        yield segment if isinstance(segment, bytes) else segment.data


def _imap_name(account: ImapAccount) -> str:
    return f"{'imaps' if account.tls else 'imap'}://{account.host}:{account.port}"


def _smtp_name(account: SmtpAccount) -> str:
    return f"{'smtps' if account.mode is SmtpMode.TLS else 'smtp'}://{account.host}:{account.port}"
