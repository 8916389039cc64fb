"""An SMTP server of our own (aiosmtpd) that keeps what it is given, or refuses on request."""

import asyncio
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from functools import lru_cache
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

from mailref.demo.server.embedded import LoopThread
from mailref.post.ports import SmtpAccount, SmtpMode
from tests.parsed import parsed as parsed_anew

USER = "bot@example.org"
PASSWORD = "grüner Käse"


@dataclass(frozen=True, slots=True)
class Taken:
    """A mail that was taken over, as it came."""

    sender: str
    recipient: str
    data: bytes
    options: tuple[str, ...] = ()


@lru_cache(maxsize=500)  # who waits for a mail looks at all of them again and again
def parsed(data: bytes) -> EmailMessage:
    """Return a mail of ours as a mail program reads it."""
    return parsed_anew(data)


@dataclass
class SmtpSink:
    """A running server; the fields may be changed at any time from the test."""

    mode: SmtpMode = SmtpMode.PLAIN
    port: int = 0
    taken: list[Taken] = field(default_factory=list)
    hellos: list[str] = field(default_factory=list)
    """By which name each connection introduced itself."""
    refuse: dict[str, str] = field(default_factory=dict)
    """Recipient to reply, as "550 5.1.1 no such user"."""
    at_mail: str = ""
    """Reply to MAIL FROM, if not empty."""
    at_end: str | Callable[[], str] = ""
    """Reply to the last dot in place of 250: the mail is not taken."""
    drop_before_250: int = 0
    """How many times more a mail is taken and the connection cut before the reply."""
    arrived: threading.Event = field(default_factory=threading.Event)

    def account(self) -> SmtpAccount:
        """Return an account at this server that does not log in."""
        return SmtpAccount("127.0.0.1", self.port, self.mode, timeout=timedelta(seconds=60))

    def by_recipient(self) -> dict[str, list[bytes]]:
        """Return the mails taken, for each recipient in order."""
        found: dict[str, list[bytes]] = {}
        for mail in self.taken:
            found.setdefault(mail.recipient, []).append(mail.data)
        return found

    async def handle_EHLO(  # noqa: N802 -- aiosmtpd calls it so
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        del server, envelope
        self.hellos.append(hostname)
        session.host_name = hostname
        return responses

    async def handle_MAIL(  # noqa: N802 -- aiosmtpd calls it so
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        del server, session
        if self.at_mail:
            return self.at_mail
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802 -- aiosmtpd calls it so
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        del server, session, options
        if address in self.refuse:
            return self.refuse[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 -- aiosmtpd calls it so
        self, server: Any, session: Any, envelope: Any
    ) -> str:
        del session
        reply = self.at_end() if callable(self.at_end) else self.at_end
        if reply:
            return reply
        for recipient in envelope.rcpt_tos:
            options = tuple(envelope.mail_options)
            self.taken.append(Taken(envelope.mail_from, recipient, envelope.content, options))
        self.arrived.set()
        if self.drop_before_250 > 0:
            self.drop_before_250 -= 1
            server.transport.abort()
            await asyncio.sleep(0)
        return "250 OK"


def _authenticate(*seen: Any) -> AuthResult:
    """Accept USER with PASSWORD."""
    given = seen[-1]
    is_right = isinstance(given, LoginPassword) and (
        given.login.decode() == USER and given.password.decode() == PASSWORD
    )
    return AuthResult(success=is_right, handled=False)  # aiosmtpd says so to the client


@contextmanager
def running(
    mode: SmtpMode = SmtpMode.PLAIN, tls: ssl.SSLContext | None = None, *, utf8: bool = False
) -> Iterator[SmtpSink]:
    """Start a sink, and stop it; AUTH is offered (USER, PASSWORD) where the line is private."""
    sink = SmtpSink(mode)

    def protocol() -> SMTP:
        return SMTP(
            sink,
            hostname="localhost",
            tls_context=tls if mode is SmtpMode.STARTTLS else None,
            authenticator=_authenticate,
            auth_require_tls=mode is not SmtpMode.TLS,
            enable_SMTPUTF8=utf8,
        )

    with LoopThread() as thread:
        start = thread.loop.create_server(
            protocol, "127.0.0.1", 0, ssl=tls if mode is SmtpMode.TLS else None
        )
        server = thread.run(start)
        sink.port = server.sockets[0].getsockname()[1]
        try:
            yield sink
        finally:
            thread.call(server.close)
