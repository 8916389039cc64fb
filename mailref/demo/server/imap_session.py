"""IMAP's syntax, and one connection: what it has open, and what it is told (RFC 3501).

Words and lists are read by imapclient's parser of answers: commands are made of the same things.
Numbers are those of the RFC: a session keeps its own, until it is told of what came and went.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import date, datetime

from imapclient.datetime_util import datetime_to_INTERNALDATE, parse_to_datetime
from imapclient.exceptions import ProtocolError
from imapclient.response_parser import parse_response
from msgspec import Struct, field

from mailref.demo.server.mail_store import (
    Account,
    Effect,
    FaultPlan,
    Folder,
    Message,
    Misstep,
    Moment,
    Store,
)

_LONGEST_LITERAL = 50_000_000
_LITERAL = re.compile(rb"\{(\d+)(\+?)\}\r?\n$")

Token = bytes | int | None | tuple["Token", ...]
"""A word or string, a number, NIL, or a list in parentheses."""


class BadCommandError(Exception):
    """The client sent what is not IMAP: BAD."""


class ImapCommand(Struct, frozen=True):
    """A line of the client, with its literals; the name is in capitals, without UID."""

    tag: str
    name: str
    args: tuple[Token, ...]

    def words(self, count: int) -> tuple[str, ...]:
        """Return the first *count* arguments, which are words."""
        if len(self.args) < count:
            raise BadCommandError(f"{self.name} wants {count} arguments")
        return tuple(map(word, self.args[:count]))


async def read_command(
    reader: asyncio.StreamReader, go_ahead: Callable[[], Awaitable[None]]
) -> ImapCommand | None:
    """Return the next command; None when the client has hung up."""
    parts: list[bytes | tuple[bytes, bytes]] = []
    while True:
        line = await reader.readline()
        if not line.endswith(b"\n"):
            return None
        literal = _LITERAL.search(line)
        if literal is None:
            return _command([*parts, line.strip()])
        size = int(literal[1])
        if size > _LONGEST_LITERAL:
            raise BadCommandError("literal too long")
        if not literal[2]:
            await go_ahead()
        text = line[: literal.start()] + b"{%d}" % size
        parts.append((text, await reader.readexactly(size)))


def _command(parts: list[bytes | tuple[bytes, bytes]]) -> ImapCommand:
    try:
        tokens: tuple[Token, ...] = parse_response(parts)
    except (ProtocolError, RecursionError, ValueError) as error:
        raise BadCommandError("no command") from error
    match tokens:
        case [bytes(tag), bytes(uid), bytes(name), *args] if uid.upper() == b"UID":
            pass
        case [bytes(tag), bytes(name), *args]:
            pass
        case _:
            raise BadCommandError("no command")
    return ImapCommand(word(tag), word(name).upper(), tuple(args))


def word(token: Token) -> str:
    """Return the text of a word or string."""
    match token:
        case bytes(data):
            return data.decode("utf-8", "surrogateescape")
        case int(number):
            return str(number)
        case _:
            raise BadCommandError("a word is wanted, not a list")


def words(token: Token) -> tuple[str, ...]:
    """Return the words of a list, or the one word."""
    return tuple(map(word, token)) if isinstance(token, tuple) else (word(token),)


def quoted(text: str) -> str:
    """Return *text* as a quoted string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def internaldate(moment: datetime) -> str:
    """Return an aware moment as IMAP writes it, in its zone."""
    written: str = datetime_to_INTERNALDATE(moment)
    return quoted(written)


def read_internaldate(text: str) -> datetime:
    """Return the moment written, aware."""
    try:
        found: datetime = parse_to_datetime(text.encode(), normalise=False)
    except ValueError as error:
        raise BadCommandError(f"not a date: {text!r}") from error
    return found


def is_since(text: str) -> Callable[[date], bool]:
    """Return what tells whether a day is the one written (1-Feb-2026), or a later one."""
    first = read_internaldate(f"{text} 00:00:00 +0000").date()
    return lambda day: day >= first


def in_set(text: str, highest: int) -> Callable[[int], bool]:
    """Return what tells whether a number is in a set such as 1,3:5,9:*; `*` is *highest*.

    >>> [n for n in range(1, 12) if in_set("2,9:*", 10)(n)]
    [2, 9, 10]
    """
    ranges = [_range(part, highest) for part in text.split(",")]
    return lambda number: any(low <= number <= high for low, high in ranges)


def _range(part: str, highest: int) -> tuple[int, int]:
    first, colon, last = part.partition(":")
    ends = [_number(first, highest), _number(last if colon else first, highest)]
    # Backwards is allowed: 20:* with ten mails is 10:20, which holds the last one.
    return min(ends), max(ends)


def _number(text: str, highest: int) -> int:
    if text == "*":
        return highest
    if not text.isdigit():
        raise BadCommandError(f"not a number: {text!r}")
    return int(text)


CAPABILITIES = (
    "IMAP4rev1", "AUTH=PLAIN", "LITERAL+", "UIDPLUS", "MOVE", "IDLE", "NAMESPACE",
)  # fmt: skip


class RefusedError(Exception):
    """What is asked cannot be done: NO."""


class HangUpError(Exception):
    """The connection ends here."""


class Session(Struct, eq=False):
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
    done: str = ""
    """What is told with it that the present command was carried out, such as APPENDUID."""
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
