"""An IMAP and an SMTP server on loopback, in one thread beside the program."""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from datetime import datetime
from typing import Any, Self, TypeVar

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from msgspec import Struct

from mailref.demo.server.imap_server import Session, serve
from mailref.demo.server.mail_store import Store

# At each login aiosmtpd warns of what it does itself (Session.login_data).
logging.getLogger("mail.log").setLevel(logging.ERROR)


class Parcel(Struct, frozen=True):
    """A mail that was taken over for one recipient."""

    sender: str
    recipient: str
    data: bytes
    received: datetime


class PostOffice:
    """What aiosmtpd asks about each mail."""

    def __init__(self, store: Store) -> None:
        self.parcels: list[Parcel] = []
        self._store = store

    def protocol(self) -> SMTP:
        """Return the protocol for one connection."""
        return SMTP(
            self,
            hostname="localhost",  # else aiosmtpd asks DNS
            ident="mailref",
            authenticator=self._authenticate,
            auth_require_tls=False,  # loopback only
            enable_SMTPUTF8=True,
        )

    async def handle_DATA(  # noqa: N802 -- aiosmtpd calls it so
        self, _server: Any, _session: Any, envelope: Any
    ) -> str:
        for recipient in envelope.rcpt_tos:
            self._take(envelope.mail_from or "", recipient, envelope.content)
        return "250 OK"

    def _take(self, sender: str, recipient: str, data: bytes) -> None:
        received = self._store.clock().replace(microsecond=0)
        self.parcels.append(Parcel(sender, recipient, data, received))
        user, _, _ = recipient.lower().partition("@")
        account = self._store.accounts.get(recipient.lower()) or self._store.accounts.get(user)
        if account is not None:
            account.folders["INBOX"].add(
                f"Return-Path: <{sender}>\r\nDelivered-To: {recipient}\r\n".encode() + data,
                received,
            )

    def _authenticate(
        self, _server: Any, _session: Any, _envelope: Any, _mechanism: str, given: Any
    ) -> AuthResult:
        is_right = isinstance(given, LoginPassword) and (
            self._store.log_in(given.login.decode(), given.password.decode()) is not None
        )
        return AuthResult(success=is_right, handled=False)  # aiosmtpd says so to the client


T = TypeVar("T")

_PATIENCE = 300.0
"""Seconds: a busy machine takes its time."""


class LoopThread:
    """Runs what it is given in its loop; stops everything on leaving the context."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._work, name="mail servers", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self.run(self._cancel_all())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(_PATIENCE)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return what *work* returns; called from any other thread."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(_PATIENCE)

    def call(self, act: Callable[[], T]) -> T:
        """Return what *act* returns when called in the loop's thread, from whichever thread."""
        if threading.current_thread() is self._thread:
            return act()

        async def work() -> T:
            return act()

        return self.run(work())

    def _work(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()
        self.loop.close()

    async def _cancel_all(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


HOST = "127.0.0.1"
LONGEST_LINE = 8_192  # RFC 7162 4: what clients may rely on


class EmbeddedServer(LoopThread):
    """Both servers; a context manager. All its methods may be called from any thread.

    A user is named as he logs in, with or without domain; mail to `name@anywhere` or to just that
    address is his. What goes to anybody else is kept in `parcels` too.
    """

    def __init__(self, users: dict[str, str], clock: Callable[[], datetime] | None = None) -> None:
        super().__init__()
        self._store = Store(users, clock)
        self._post = PostOffice(self._store)
        self.imap_port = 0
        self.smtp_port = 0

    def __enter__(self) -> Self:
        super().__enter__()
        self.run(self._start())
        return self

    def __exit__(self, *problem: object) -> None:
        for server in self._servers:
            self.call(server.close)
        super().__exit__(*problem)

    @property
    def parcels(self) -> tuple[Parcel, ...]:
        """All mail that came by SMTP, in order, one for each recipient."""
        return self.call(lambda: tuple(self._post.parcels))

    def set_clock(self, clock: Callable[[], datetime]) -> None:
        """Let the servers live in another time: it dates the mail that comes in from now on."""
        self.call(lambda: self._store.set_clock(clock))

    async def _start(self) -> None:
        imap = await self._imap()
        smtp = await asyncio.get_running_loop().create_server(self._post.protocol, HOST, 0)
        self._servers = (imap, smtp)
        self.imap_port, self.smtp_port = (
            server.sockets[0].getsockname()[1] for server in self._servers
        )

    async def _imap(self) -> asyncio.Server:
        return await asyncio.start_server(self._converse, HOST, 0, limit=LONGEST_LINE)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.CancelledError):  # it is cut; asyncio would log how the task ends
            await serve(self._session(reader, writer))

    def _session(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Session:
        return Session(reader, writer, self._store)
