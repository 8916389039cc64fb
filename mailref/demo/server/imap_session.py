"""One IMAP connection: what it has open, and what it is told.

Numbers are those of RFC 3501: a session keeps its own, until it is told of what came and went.
"""

import asyncio
from dataclasses import dataclass, field

from mailref.demo.server.imap_syntax import ImapCommand
from mailref.demo.server.mail_store import Account, Folder, Message, Store
from mailref.demo.server.misbehaviour import Effect, FaultPlan, Misstep, Moment

CAPABILITIES = (
    "IMAP4rev1", "AUTH=PLAIN", "LITERAL+", "UIDPLUS", "MOVE", "IDLE", "NAMESPACE",
)  # fmt: skip


class RefusedError(Exception):
    """What is asked cannot be done: NO."""


class HangUpError(Exception):
    """The connection ends here."""


@dataclass(slots=True, eq=False)
class Session:
    """A connection, the user who logged in on it, and the folder that is open."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    store: Store
    plan: FaultPlan
    stalled: asyncio.Event
    account: Account | None = None
    folder: Folder | None = None
    view: list[Message] = field(default_factory=list)
    """The mails of the open folder as the client numbers them."""
    is_read_only: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    _waiting: bytearray = field(default_factory=bytearray)

    @property
    def capabilities(self) -> tuple[str, ...]:
        faults = self.plan.now
        return (*(each for each in CAPABILITIES if each not in faults.without), *faults.beside)

    def user(self) -> Account:
        """Return the account; only for who has logged in."""
        if self.account is None:
            raise RefusedError("log in first")
        return self.account

    def open_folder(self) -> Folder:
        """Return the folder that is open."""
        if self.folder is None:
            raise RefusedError("no folder is open")
        return self.folder

    def writable(self) -> Folder:
        """Return the folder that is open, if it may be changed."""
        if self.is_read_only:
            raise RefusedError("opened for reading only")
        return self.open_folder()

    def found(self, name: str) -> Folder:
        """Return the user's folder of this name."""
        folder = self.user().find(name)
        if folder is None:
            raise RefusedError("[TRYCREATE] no such folder")
        return folder

    def numbered(self) -> list[tuple[int, Message]]:
        """Return the mails of the open folder with their sequence numbers."""
        self.open_folder()
        return list(enumerate(self.view, start=1))

    def say(self, line: str | bytes) -> None:
        """Add a line to what is told next."""
        self._waiting += line.encode("utf-8", "surrogateescape") if isinstance(line, str) else line
        self._waiting += b"\r\n"

    async def flush(self) -> None:
        """Tell what is waiting."""
        self.writer.write(bytes(self._waiting))
        self._waiting.clear()
        await self.writer.drain()

    def open(self, folder: Folder, *, read_only: bool) -> None:
        """Open *folder* in place of what was open."""
        self.leave()
        self.folder, self.is_read_only = folder, read_only
        self.view = list(folder.messages)
        folder.watchers.add(self.changed.set)

    def leave(self) -> None:
        """Close the folder that is open, if one is."""
        if self.folder is not None:
            self.folder.watchers.discard(self.changed.set)
        self.folder, self.view = None, []

    def tell_changes(self, *, may_expunge: bool) -> None:
        """Tell what others did to the open folder."""
        if self.folder is None:
            return
        self.changed.clear()
        present = {id(message) for message in self.folder.messages}
        if may_expunge:
            for number, message in reversed(self.numbered()):
                if id(message) not in present:
                    self.say(f"* {number} EXPUNGE")
                    self.view.remove(message)
        known = {id(message) for message in self.view}
        fresh = [message for message in self.folder.messages if id(message) not in known]
        if fresh:
            self.view += fresh
            self.say(f"* {len(self.view)} EXISTS")

    async def suffer(self, command: ImapCommand, moment: Moment) -> None:
        """Let the fault happen that is planned for this command, if one is."""
        fault = self.plan.due(command.name, moment)
        if fault is not None:
            await self._suffer(fault)

    async def _suffer(self, fault: Misstep) -> None:
        if fault.effect is Effect.CALL and fault.act is not None:
            fault.act()
            return
        await self.flush()
        match fault.effect:
            case Effect.STALL:
                self.stalled.set()
                await asyncio.Event().wait()
            case Effect.BYE:
                self.say("* BYE the server goes down")
                await self.flush()
                raise HangUpError
            case Effect.DROP:
                raise HangUpError
            case _:
                raise RefusedError(fault.text)
