"""The part of `check --online` that talks to the servers: log in, look, send the game master a mail."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from mailref.commands.sources import has_record
from mailref.desks import house_of
from mailref.errors import MailServerError
from mailref.journal.installation import SECRET
from mailref.journal.journal import Journal
from mailref.journal.model import OutgoingMail
from mailref.mail.accounts import ImapAccount, SmtpAccount, SmtpMode
from mailref.mail.imap.mailbox import ImapMailbox
from mailref.mail.ports import Baseline, Letter, Sent
from mailref.mail.smtp import SmtpOutbox
from mailref.referee.addressing import owe_to_game_master
from mailref.referee.owed import Notice
from mailref.settings.model import MailSettings, Settings
from mailref.turn.machine import Compose

_STRAY = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of one attempt, as a line."""

    line: str
    is_failure: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """What the record says that the servers are compared with; nothing before the first run."""

    secret: bytes
    baseline: Baseline | None


def known_of(settings: Settings) -> Known:
    """Return the secret and the baseline of the record; never makes one."""
    if not has_record(settings):
        return Known(bytes(32), None)
    imap = settings.mail.imap
    with Journal.open(settings.database) as journal:
        secret = bytes.fromhex(journal.fact(SECRET) or "")
        return Known(secret or bytes(32), journal.baseline(f"{imap.user}@{imap.host}"))


def try_mailbox(mail: MailSettings, known: Known) -> Iterator[Tried]:
    """Log in to the mailbox, count what lies before the baseline, and compare the clocks."""
    name = _imap_name(mail.imap)
    with closing(ImapMailbox(mail.imap)) as mailbox:
        try:
            yield Tried(f"{name}: logged in; {_lying(mailbox, known)}")
            ours = datetime.now(UTC)
            yield _clock(name, mailbox.server_time(), ours)
        except MailServerError as wrong:
            yield Tried(str(wrong), is_failure=True)


def _lying(mailbox: ImapMailbox, known: Known) -> str:
    messages = mailbox.snapshot().messages
    if known.baseline is None:
        return f"{_mails(messages)} in the inbox, which the first run will leave untouched"
    before = mailbox.count_before(known.baseline)
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


def try_sending(settings: Settings, known: Known, compose: Compose) -> Iterator[Tried]:
    """Log in to the SMTP server and hand over a test mail to the game master."""
    name = _smtp_name(settings.mail.smtp)
    outbox = SmtpOutbox(settings.mail.smtp)
    recipient = settings.mail.divert or settings.gamemaster.address
    try:
        outbox.check()
        yield Tried(f"{name}: {'logged in' if settings.mail.smtp.user else 'connected'}")
        data = _test_mail(settings, known, compose)
        letter = Letter(0, settings.mail.bounce, recipient, b"".join(_bytes(data)))
        for delivery in outbox.send([letter]):
            if isinstance(delivery.outcome, Sent):
                yield Tried(f"{name}: took a test mail to {recipient}")
            else:
                said = f"{delivery.outcome.code or ''} {delivery.outcome.text}".strip()
                yield Tried(f"{name}: {recipient}: {said}", is_failure=True)
    except MailServerError as wrong:
        yield Tried(str(wrong), is_failure=True)


def _test_mail(settings: Settings, known: Known, compose: Compose) -> OutgoingMail:
    now = datetime.now(UTC)
    facts = (("IMAP", _imap_name(settings.mail.imap)), ("SMTP", _smtp_name(settings.mail.smtp)))
    house = house_of(settings, known.secret)
    owed = owe_to_game_master(house, Notice("test", facts), f"test:{now.isoformat()}", now)
    (mail,) = compose([owed], house)
    return mail


def _bytes(mail: OutgoingMail) -> Iterator[bytes]:
    for segment in mail.segments:
        yield segment if isinstance(segment, bytes) else segment.data


def _imap_name(account: ImapAccount) -> str:
    return f"{'imaps' if account.tls else 'imap'}://{account.host}:{account.port}"


def _smtp_name(account: SmtpAccount) -> str:
    return f"{'smtps' if account.mode is SmtpMode.TLS else 'smtp'}://{account.host}:{account.port}"
