"""Mails to put into a mailbox or to send, and how to look at what becomes of them."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from threading import Thread
from typing import TypeVar

from msgspec.structs import replace

from mailref.post.imap_mailbox import ImapMailbox
from mailref.post.ports import Baseline, Letter, Outcome, RawMail, SmtpAccount
from mailref.post.smtp import SmtpOutbox
from tests.effort import PATIENCE

T = TypeVar("T")

NOON = datetime(2024, 12, 11, 12, 0, 0, tzinfo=UTC)
"""Long past: Dovecot takes no date of the future."""
HOUR = timedelta(hours=1)
"""For a wait that something must end: see `in_time`."""
SHORT = timedelta(seconds=0.3)
"""How long a client waits for a peer that is meant to fall silent."""

DATA = b"Message-ID: <1@x>\r\nSubject: x\r\n\r\n.\r\n..two\r\nEUB=C3=96A\r\n"
"""A mail ready to be sent, with dots where SMTP needs care."""


def mail(subject: str, body: str = "M10s EUBÖA") -> bytes:
    text = f"From: anna@example.org\r\nSubject: {subject}\r\n\r\n{body}\r\n"
    return text.encode()


def in_time(act: Callable[[], T]) -> T:
    """Return what *act* returns or raises; fail if it does not end: it sleeps over what came."""
    ended = Future[T]()

    def work() -> None:
        try:
            ended.set_result(act())
        except Exception as error:  # noqa: BLE001 -- raised again where the test is
            ended.set_exception(error)

    Thread(target=work, daemon=True).start()
    return ended.result(timeout=PATIENCE)


@contextmanager
def impatient(mailbox: ImapMailbox) -> Iterator[None]:
    """Let a mailbox wait no longer than SHORT meanwhile; what is meant to succeed has time before and after."""
    account = mailbox._account
    mailbox._account = replace(account, timeout=SHORT)
    if mailbox._connection is not None:
        mailbox._connection.client.socket().settimeout(SHORT.total_seconds())
    yield
    mailbox._account = account


def unknown(_uid_validity: int, _uid: int) -> bool:
    return False


def read(mailbox: ImapMailbox, baseline: Baseline) -> list[RawMail]:
    """Return all new mail, as to a journal that knows none."""
    return list(mailbox.new_mail(baseline, unknown))


def bodies(mailbox: ImapMailbox, baseline: Baseline) -> list[bytes]:
    """Return the bytes of all new mail."""
    return [raw.data for raw in read(mailbox, baseline)]


def letter(number: int = 1, to: str = "anna@example.org", data: bytes = DATA) -> Letter:
    return Letter(number, "bounce@example.org", to, data)


def outcomes(account: SmtpAccount, *letters: Letter) -> list[Outcome]:
    return [delivery.outcome for delivery in SmtpOutbox(account).send(letters)]
