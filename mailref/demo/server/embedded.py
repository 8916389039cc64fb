"""An IMAP and an SMTP server on loopback, in one thread beside the program."""

import asyncio
import logging
import ssl
import threading
from collections.abc import Callable, Coroutine, Iterable
from contextlib import ExitStack, suppress
from datetime import datetime, timedelta
from typing import Any, Self, TypeVar

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword
from msgspec import Struct

from mailref.demo.server.imap_server import serve
from mailref.demo.server.imap_session import Session
from mailref.demo.server.mail_store import FaultPlan, Faults, Folder, Moment, Store
from mailref.post.ports import ImapAccount, SmtpAccount, SmtpMode

# At each login aiosmtpd warns of what it does itself (Session.login_data).
logging.getLogger("mail.log").setLevel(logging.ERROR)


class Parcel(Struct, frozen=True):
    """A mail that was taken over for one recipient."""

    sender: str
    recipient: str
    data: bytes
    received: datetime


class PostOffice:
    """What aiosmtpd asks about each command; it stalls where the plan of faults has it."""

    def __init__(self, store: Store, plan: FaultPlan, stalled: asyncio.Event) -> None:
        self.parcels: list[Parcel] = []
        self._store = store
        self._plan = plan
        self._stalled = stalled

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

    async def handle_MAIL(  # noqa: N802 -- aiosmtpd calls it so
        self, _server: Any, _session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        await self._stall_at("MAIL", Moment.BEFORE)
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(  # noqa: N802 -- aiosmtpd calls it so
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: list[str]
    ) -> str:
        await self._stall_at("RCPT", Moment.BEFORE)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 -- aiosmtpd calls it so
        self, _server: Any, _session: Any, envelope: Any
    ) -> str:
        for recipient in envelope.rcpt_tos:
            self._take(envelope.mail_from or "", recipient, envelope.content)
        await self._stall_at("DATA", Moment.AFTER)
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

    async def _stall_at(self, command: str, moment: Moment) -> None:
        """Never answer, if that is planned."""
        if self._plan.due(command, moment) is not None:
            self._stalled.set()
            await asyncio.Event().wait()

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
_LONGEST_LINE = 8_192  # RFC 7162 4: what clients may rely on


class EmbeddedServer:
    """Both servers; a context manager. All its methods may be called from any thread.

    A user is named as he logs in, with or without domain; mail to `name@anywhere` or to just that
    address is his. What goes to anybody else is kept in `parcels` too.
    """

    def __init__(
        self,
        users: dict[str, str],
        clock: Callable[[], datetime] | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._store = Store(users, clock)
        self._plan = FaultPlan()
        self._tls = tls
        self._thread = LoopThread()
        self._stack = ExitStack()
        self._stalled = asyncio.Event()
        self._sessions: dict[asyncio.Task[None], Session] = {}
        self._post = PostOffice(self._store, self._plan, self._stalled)
        self.imap_port = 0
        self.smtp_port = 0

    def __enter__(self) -> Self:
        self._stack.enter_context(self._thread)
        self._thread.run(self._start())
        return self

    def __exit__(self, *problem: object) -> None:
        self._thread.run(self._stop())
        self._stack.close()

    @property
    def parcels(self) -> tuple[Parcel, ...]:
        """All mail that came by SMTP, in order, one for each recipient."""
        return self._thread.call(lambda: tuple(self._post.parcels))

    def imap(self, user: str) -> ImapAccount:
        """Return the account with which *user* reads his mail."""
        return ImapAccount(
            HOST,
            self.imap_port,
            tls=self._tls is not None,
            user=user,
            password=self._store.accounts[user].password,
            timeout=timedelta(seconds=60),
        )

    def smtp(self, user: str) -> SmtpAccount:
        """Return the account with which *user* sends mail."""
        return SmtpAccount(
            HOST,
            self.smtp_port,
            SmtpMode.PLAIN,
            user=user,
            password=self._store.accounts[user].password,
            timeout=timedelta(seconds=60),
        )

    def set_clock(self, clock: Callable[[], datetime]) -> None:
        """Let the servers live in another time: it dates the mail that comes in from now on."""
        self._thread.call(lambda: self._store.set_clock(clock))

    def deliver(
        self,
        user: str,
        data: bytes,
        received: datetime | None = None,
        folder: str = "INBOX",
        flags: Iterable[str] = (),
    ) -> int:
        """Put a mail into a folder of *user* and return its UID; *received* default: now."""

        def put() -> int:
            account = self._store.accounts[user]
            when = received or self._store.clock().replace(microsecond=0)
            if account.find(folder) is None:
                account.create(folder)
            return account.folders[folder].add(data, when, flags).uid

        return self._thread.call(put)

    def mails(self, user: str, folder: str = "INBOX") -> tuple[tuple[bytes, frozenset[str]], ...]:
        """Return the mails in a folder with their flags; none where there is no such folder."""

        def look() -> tuple[tuple[bytes, frozenset[str]], ...]:
            found = self._store.accounts[user].find(folder) or Folder(0)
            return tuple((each.data, frozenset(each.flags)) for each in found.messages)

        return self._thread.call(look)

    def renumber(self, user: str) -> None:
        """Number the inbox anew under another UIDVALIDITY, and cut all sessions."""
        self._thread.call(lambda: self._store.accounts[user].renumber("INBOX"))
        self.kick()

    def kick(self, *, goodbye: bool = False) -> None:
        """Cut all IMAP sessions, without a word or with a BYE."""
        self._thread.run(self._cut(goodbye=goodbye))

    def fail(self, faults: Faults) -> None:
        """Put *faults* in force in place of what was; `Faults()` is none."""
        self._thread.call(lambda: self._plan.begin(faults))

    def wait_until_stalled(self) -> None:
        """Return once a planned stall has been reached."""
        self._thread.run(self._wait_for_stall())

    async def _start(self) -> None:
        imap = await asyncio.start_server(
            self._converse, HOST, 0, ssl=self._tls, limit=_LONGEST_LINE
        )
        smtp = await asyncio.get_running_loop().create_server(self._post.protocol, HOST, 0)
        self._servers = (imap, smtp)
        self.imap_port, self.smtp_port = (
            server.sockets[0].getsockname()[1] for server in self._servers
        )

    async def _stop(self) -> None:
        for server in self._servers:
            server.close()
        await self._cut(goodbye=False)

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        session = Session(reader, writer, self._store, self._plan, self._stalled)
        task = asyncio.current_task()
        if task is not None:
            self._sessions[task] = session
            task.add_done_callback(self._sessions.pop)
        with suppress(asyncio.CancelledError):  # it is cut; asyncio would log how the task ends
            await serve(session)

    async def _cut(self, *, goodbye: bool) -> None:
        cut = tuple(self._sessions)
        for task in cut:
            if goodbye:
                self._sessions[task].writer.write(b"* BYE the server goes down\r\n")
            task.cancel()
        await asyncio.gather(*cut, return_exceptions=True)

    async def _wait_for_stall(self) -> None:
        await self._stalled.wait()
        self._stalled.clear()
