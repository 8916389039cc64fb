"""The demo's mail server with all that a client may use, and with whatever a test lets go wrong.

What a good server says passes through the session of a faulty one, which may say it otherwise, say nothing
or hang up.
"""

import asyncio
import re
import ssl
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from msgspec import Struct

from mailref.demo.server.embedded import HOST, LONGEST_LINE, EmbeddedServer, PostOffice
from mailref.demo.server.imap_server import (
    CAPABILITIES,
    FLAGS,
    BadCommandError,
    Handler,
    ImapCommand,
    RefusedError,
    Session,
    copied,
    enter,
    meant_by,
    store,
    word,
    words,
)
from mailref.demo.server.mail_store import Folder, Store, canonical
from mailref.post.ports import ImapAccount, SmtpAccount, SmtpMode


class Moment(StrEnum):
    BEFORE = "before"
    """The command is not carried out."""
    AFTER = "after"
    """It is carried out, and what it yields is told, but not that it succeeded."""


class Effect(StrEnum):
    STALL = "stall"
    """Never answer again; `wait_until_stalled` returns."""
    DROP = "drop"
    """Cut the connection without a word."""
    BYE = "bye"
    """Say goodbye and cut it."""
    REPLY = "reply"
    """Answer NO with `text`."""
    CALL = "call"
    """Do `act` in the servers' thread, then go on as if nothing were wrong."""


class Misstep(Struct, frozen=True):
    """Something that goes wrong once at a command of IMAP, or that stalls one of SMTP."""

    command: str
    moment: Moment
    effect: Effect
    text: str = ""
    act: Callable[[], None] | None = None


class Faults(Struct, frozen=True):
    """All that is wrong with the servers."""

    at: tuple[Misstep, ...] = ()
    without: frozenset[str] = frozenset()
    """IMAP capabilities neither announced nor served."""
    beside: tuple[str, ...] = ()
    """IMAP capabilities announced beside the usual ones, as LOGINDISABLED."""
    takes_keywords: bool = True
    """Whether unknown keywords are kept (PERMANENTFLAGS with \\*)."""
    tells_uid_next: bool = True
    tells_size: bool = True
    """Whether RFC822.SIZE is true; else it is 1."""
    reports_before_go_ahead: bool = False
    """IMAP: what has changed is told before the answer to IDLE, not after it."""


class FaultPlan:
    """The faults in force, and which of them are still to come."""

    def __init__(self) -> None:
        self.now = Faults()
        self._left: list[Misstep] = []
        self.stalled = asyncio.Event()

    def begin(self, faults: Faults) -> None:
        """Put *faults* in force in place of what was."""
        self.now = faults
        self._left = list(faults.at)

    def due(self, command: str, moment: Moment) -> Misstep | None:
        """Return what goes wrong now, if anything does; it does so once."""
        for misstep in self._left:
            if (misstep.command, misstep.moment) == (command, moment):
                self._left.remove(misstep)
                return misstep
        return None

    async def stall(self) -> None:
        """Never answer."""
        self.stalled.set()
        await asyncio.Event().wait()


class FaultyPostOffice(PostOffice):
    """What aiosmtpd asks about each command; it stalls where that is planned."""

    def __init__(self, store: Store, plan: FaultPlan) -> None:
        super().__init__(store)
        self._plan = plan

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

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 -- aiosmtpd calls it so
        answer = await super().handle_DATA(server, session, envelope)
        await self._stall_at("DATA", Moment.AFTER)
        return answer

    async def _stall_at(self, command: str, moment: Moment) -> None:
        if self._plan.due(command, moment) is not None:
            await self._plan.stall()


class FaultySession(Session, kw_only=True):
    """A connection on which things go wrong as it is planned."""

    plan: FaultPlan

    @property
    def capabilities(self) -> tuple[str, ...]:
        faults = self.plan.now
        announced = (*CAPABILITIES, "IDLE")
        return (*(each for each in announced if each not in faults.without), *faults.beside)

    def handler(self, name: str) -> Handler | None:
        need = _NEEDS.get(name)
        is_served = need is None or need in self.capabilities
        return (_MORE.get(name) or super().handler(name)) if is_served else None

    async def carry_out(self, handler: Handler, command: ImapCommand) -> None:
        if command.name == "AUTHENTICATE" and "AUTH=PLAIN" not in self.capabilities:
            raise RefusedError("PLAIN is not known here")
        await self._suffer(self.plan.due(command.name, Moment.BEFORE))
        await super().carry_out(handler, command)
        if not self.plan.now.takes_keywords and command.name in {"STORE", "APPEND"}:
            self._drop_keywords()
        await self._suffer(self.plan.due(command.name, Moment.AFTER))

    def _drop_keywords(self) -> None:
        for folder in self.user().folders.values():
            for message in folder.messages:
                message.flags &= set(FLAGS)

    def say(self, line: str | bytes) -> None:
        """Say it as a faulty server does, or not at all."""
        faults = self.plan.now
        if isinstance(line, bytes):
            told = line if faults.tells_size else re.sub(rb"(RFC822\.SIZE) \d+", rb"\1 1", line)
            super().say(told)
        elif faults.tells_uid_next or "[UIDNEXT" not in line:
            super().say(line if faults.takes_keywords else line.replace(" \\*)", ")"))

    async def _suffer(self, fault: Misstep | None) -> None:
        if fault is None:
            return
        if fault.effect is Effect.CALL and fault.act is not None:
            fault.act()
            return
        await self.flush()
        match fault.effect:
            case Effect.STALL:
                await self.plan.stall()
            case Effect.BYE:
                self.say("* BYE the server goes down")
                await self.flush()
                raise ConnectionError
            case Effect.DROP:
                raise ConnectionError
            case _:
                raise RefusedError(fault.text)


async def _login(session: Session, command: ImapCommand) -> None:
    if "LOGINDISABLED" in session.capabilities:
        raise BadCommandError("LOGIN is switched off")
    enter(session, *command.words(2))


async def _delete(session: Session, command: ImapCommand) -> None:
    name = canonical(*command.words(1))
    session.found(name)
    if name == "INBOX":
        raise RefusedError("the inbox stays")
    del session.user().folders[name]


async def _store(session: Session, command: ImapCommand) -> None:
    """Change flags in every way, and say how they are then where that is wanted."""
    meant = meant_by(session, command, 3)
    verb, silent, _ = word(command.args[1]).upper().partition(".SILENT")
    if verb == "-FLAGS":
        session.writable()
        for _, message in meant:
            message.flags -= set(words(command.args[2]))
    else:
        asked = (command.args[0], verb.encode() + b".SILENT", *command.args[2:])
        await store(session, ImapCommand(command.tag, command.name, asked))
    for number, message in () if silent else meant:
        flags = " ".join(sorted(message.flags))
        session.say(f"* {number} FETCH (UID {message.uid} FLAGS ({flags}))")


async def _copy(session: Session, command: ImapCommand) -> None:
    session.done, _ = copied(session, command)


_LOOKS = 0.005
"""Seconds between two looks at whether mail has come."""


async def _idle(session: Session, _command: ImapCommand) -> None:
    session.open_folder()
    if isinstance(session, FaultySession) and session.plan.now.reports_before_go_ahead:
        session.tell_changes(may_expunge=True)
    session.say("+ idling")
    done = asyncio.ensure_future(session.reader.readline())
    try:
        while not done.done():
            session.tell_changes(may_expunge=True)
            await session.flush()
            await asyncio.wait({done}, timeout=_LOOKS)
        if done.result().strip().upper() != b"DONE":
            raise BadCommandError("DONE was expected")
    finally:
        done.cancel()


_NEEDS = {"IDLE": "IDLE", "MOVE": "MOVE", "NAMESPACE": "NAMESPACE"}
_MORE: dict[str, Handler] = {
    "LOGIN": _login,
    "IDLE": _idle,
    "DELETE": _delete,
    "STORE": _store,
    "COPY": _copy,
}
"""What the demo does without."""


class FaultyServer(EmbeddedServer):
    """The demo's servers, looked into and made to fail; all methods may be called from any thread."""

    def __init__(
        self,
        users: dict[str, str],
        clock: Callable[[], datetime] | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        super().__init__(users, clock)
        self._plan = FaultPlan()
        self._tls = tls
        self._post = FaultyPostOffice(self._store, self._plan)
        self._sessions: dict[asyncio.Task[None], Session] = {}

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

        return self.call(put)

    def mails(self, user: str, folder: str = "INBOX") -> tuple[tuple[bytes, frozenset[str]], ...]:
        """Return the mails in a folder with their flags; none where there is no such folder."""

        def look() -> tuple[tuple[bytes, frozenset[str]], ...]:
            found = self._store.accounts[user].find(folder) or Folder(0)
            return tuple((each.data, frozenset(each.flags)) for each in found.messages)

        return self.call(look)

    def renumber(self, user: str) -> None:
        """Number the inbox anew under another UIDVALIDITY, and cut all sessions."""

        def number_anew() -> None:
            account = self._store.accounts[user]
            folder = account.folders["INBOX"]
            folder.uid_validity = next(account.numbers)
            for uid, message in enumerate(folder.messages, start=1):
                message.uid = uid
            folder.uid_next = len(folder.messages) + 1

        self.call(number_anew)
        self.kick()

    def kick(self, *, goodbye: bool = False) -> None:
        """Cut all IMAP sessions, without a word or with a BYE."""
        self.run(self._cut(goodbye=goodbye))

    def fail(self, faults: Faults) -> None:
        """Put *faults* in force in place of what was; `Faults()` is none."""
        self.call(lambda: self._plan.begin(faults))

    def wait_until_stalled(self) -> None:
        """Return once a planned stall has been reached."""
        self.run(self._wait_for_stall())

    async def _imap(self) -> asyncio.Server:
        return await asyncio.start_server(
            self._converse, HOST, 0, ssl=self._tls, limit=LONGEST_LINE
        )

    def _session(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Session:
        session = FaultySession(reader, writer, self._store, plan=self._plan)
        task = asyncio.current_task()
        if task is not None:
            self._sessions[task] = session
            task.add_done_callback(self._sessions.pop)
        return session

    async def _cut(self, *, goodbye: bool) -> None:
        cut = tuple(self._sessions)
        for task in cut:
            if goodbye:
                self._sessions[task].writer.write(b"* BYE the server goes down\r\n")
            task.cancel()
        await asyncio.gather(*cut, return_exceptions=True)

    async def _wait_for_stall(self) -> None:
        await self._plan.stalled.wait()
        self._plan.stalled.clear()
