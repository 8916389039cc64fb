"""The IMAP server: reads commands, carries them out and answers them (RFC 3501).

As many as a program that reads and files mail needs: mails are named by their UIDs alone, SEARCH knows
ALL and UID, FETCH shows a mail whole, its header or a piece of it. Words and lists are read by
imapclient's parser of answers: commands are made of the same things. Numbers are those of the RFC: a
session keeps its own, until it is told of what came and went.
"""

import asyncio
import re
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime

from imapclient.datetime_util import datetime_to_INTERNALDATE, parse_to_datetime
from imapclient.exceptions import ProtocolError
from imapclient.response_parser import parse_response
from msgspec import Struct, field

from mailref.demo.server.mail_store import SEPARATOR, Account, Folder, Message, Store, canonical

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


CAPABILITIES = ("IMAP4rev1", "AUTH=PLAIN", "LITERAL+", "UIDPLUS", "MOVE", "NAMESPACE")
_KEEPS_NUMBERS = {"FETCH", "STORE", "SEARCH"}  # RFC 3501 7.4.1: no EXPUNGE during these


class RefusedError(Exception):
    """What is asked cannot be done: NO."""


class Session(Struct, eq=False):
    """A connection, the user who logged in on it, and the folder that is open."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    store: Store
    account: Account | None = None
    folder: Folder | None = None
    view: list[Message] = field(default_factory=list)
    """The mails of the open folder as the client numbers them."""
    is_read_only: bool = False
    done: str = ""
    """What is told with it that the present command was carried out, such as APPENDUID."""
    _waiting: bytearray = field(default_factory=bytearray)

    @property
    def capabilities(self) -> tuple[str, ...]:
        return CAPABILITIES

    def handler(self, name: str) -> "Handler | None":
        """Return what carries a command out; None where there is no such command."""
        return HANDLERS.get(name)

    async def carry_out(self, handler: "Handler", command: ImapCommand) -> None:
        """Carry a command out, and tell what others did meanwhile."""
        await handler(self, command)
        self.tell_changes(may_expunge=command.name not in _KEEPS_NUMBERS)

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

    def leave(self) -> None:
        """Close the folder that is open, if one is."""
        self.folder, self.view = None, []

    def tell_changes(self, *, may_expunge: bool) -> None:
        """Tell what others did to the open folder."""
        if self.folder is None:
            return
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


FLAGS = ("\\Answered", "\\Flagged", "\\Deleted", "\\Seen", "\\Draft")
_KEPT = (*FLAGS, "\\*")
"""Which ones a server keeps: keywords of any name, too."""
_BODY = re.compile(r"BODY\.PEEK\[\](?:<(?P<start>\d+)\.(?P<length>\d+)>)?", re.IGNORECASE)


async def select(session: Session, command: ImapCommand) -> None:
    (name,) = command.words(1)
    session.leave()
    folder = session.found(name)
    read_only = command.name == "EXAMINE"
    session.open(folder, read_only=read_only)
    session.say(f"* FLAGS ({' '.join(FLAGS)})")
    session.say(f"* OK [PERMANENTFLAGS ({'' if read_only else ' '.join(_KEPT)})] kept")
    session.say(f"* {len(session.view)} EXISTS")
    session.say("* 0 RECENT")
    session.say(f"* OK [UIDVALIDITY {folder.uid_validity}] numbered")
    session.say(f"* OK [UIDNEXT {folder.uid_next}] next")
    session.done = f"[{'READ-ONLY' if read_only else 'READ-WRITE'}]"


async def create(session: Session, command: ImapCommand) -> None:
    (name,) = command.words(1)
    if session.user().find(name) is not None:
        raise RefusedError("[ALREADYEXISTS] there is such a folder")
    session.user().create(name)


async def list_names(session: Session, command: ImapCommand) -> None:
    """List the one folder that is named, or all by a pattern that is just a star."""
    _, pattern = command.words(2)
    for name in session.user().folders:
        if pattern == "*" or name == canonical(pattern):
            session.say(f'* {command.name} () "{SEPARATOR}" {quoted(name)}')


async def append(session: Session, command: ImapCommand) -> None:
    (name,) = command.words(1)
    folder = session.found(name)
    *options, data = command.args[1:] or (None,)
    if not isinstance(data, bytes):
        raise BadCommandError("APPEND wants a folder and a literal")
    flags: set[str] = set()
    received = session.store.clock().replace(microsecond=0)
    for option in options:
        if isinstance(option, tuple):
            flags = set(words(option))
        else:
            received = read_internaldate(word(option))
    message = folder.add(data, received, flags)
    if "UIDPLUS" in session.capabilities:
        session.done = f"[APPENDUID {folder.uid_validity} {message.uid}]"


async def search(session: Session, command: ImapCommand) -> None:
    wanted = _wanted(session, command.args)
    uids = (str(each.uid) for _, each in session.numbered() if wanted(each))
    session.say(" ".join(["* SEARCH", *uids]))


def _wanted(session: Session, keys: tuple[Token, ...]) -> Callable[[Message], bool]:
    match [word(key).upper() for key in keys]:
        case ["ALL"]:
            return lambda _: True
        case ["UID", numbers]:
            is_meant = in_set(numbers, _highest(session))
            return lambda message: is_meant(message.uid)
        case ["SINCE", day]:  # RFC 3501 6.4.4: "disregarding time and timezone"
            first = read_internaldate(f"{day} 00:00:00 +0000").date()
            return lambda message: message.received.date() >= first
        case _:
            raise BadCommandError("this server does not search so")


def _highest(session: Session) -> int:
    return max((message.uid for _, message in session.numbered()), default=0)


async def fetch(session: Session, command: ImapCommand) -> None:
    meant = meant_by(session, command, 2)
    items = ["UID", *(item for item in words(command.args[1]) if item.upper() != "UID")]
    present = {id(message) for message in session.open_folder().messages}
    for number, message in meant:
        if id(message) in present:  # else another session has moved it; EXPUNGE is told later
            session.say(f"* {number} FETCH ".encode() + _shown(message, items))


def meant_by(session: Session, command: ImapCommand, wants: int) -> list[tuple[int, Message]]:
    """Return the mails that the first argument names, of a command with so many arguments."""
    if len(command.args) < wants:
        raise BadCommandError(f"{command.name} wants {wants} arguments")
    is_meant = in_set(word(command.args[0]), _highest(session))
    return [(number, each) for number, each in session.numbered() if is_meant(each.uid)]


def _shown(message: Message, items: list[str]) -> bytes:
    """Return the parenthesised answer for one mail."""
    return b"(" + b" ".join(_item(message, item.upper()) for item in items) + b")"


def _item(message: Message, item: str) -> bytes:
    match item:
        case "FLAGS":
            return f"FLAGS ({' '.join(sorted(message.flags))})".encode()
        case "UID":
            return f"UID {message.uid}".encode()
        case "INTERNALDATE":
            return f"INTERNALDATE {internaldate(message.received)}".encode()
        case "RFC822.SIZE":
            return f"RFC822.SIZE {len(message.data)}".encode()
    if item == "BODY.PEEK[HEADER]":
        head, end, _ = message.data.partition(b"\r\n\r\n")
        return b"BODY[HEADER] {%d}\r\n" % len(head + end) + head + end
    body = _BODY.fullmatch(item)
    if body is None:
        raise BadCommandError(f"this server does not show {item!r}")
    data, piece = message.data, ""
    if body["start"] is not None:
        start, length = int(body["start"]), int(body["length"])
        data, piece = data[start : start + length], f"<{start}>"
    return f"BODY[]{piece} ".encode() + b"{%d}\r\n" % len(data) + data


async def store(session: Session, command: ImapCommand) -> None:
    """Add flags, without a word of how they are then."""
    session.writable()
    meant = meant_by(session, command, 3)
    verb = word(command.args[1]).upper()
    if verb != "+FLAGS.SILENT":
        raise BadCommandError(f"unknown verb {verb}")
    for _, message in meant:
        message.flags |= set(words(command.args[2]))


async def move(session: Session, command: ImapCommand) -> None:
    session.writable()
    told, moved = copied(session, command)
    if told:
        session.say(f"* OK {told} moved")
    session.open_folder().remove(moved)


def copied(session: Session, command: ImapCommand) -> tuple[str, list[Message]]:
    """Copy the mails meant, their times and flags with them; return COPYUID and the mails."""
    meant = [message for _, message in meant_by(session, command, 2)]
    target = session.found(word(command.args[1]))
    copies = [target.add(each.data, each.received, each.flags) for each in meant]
    if not copies or "UIDPLUS" not in session.capabilities:
        return "", meant
    sources = ",".join(str(each.uid) for each in meant)
    targets = ",".join(str(each.uid) for each in copies)
    return f"[COPYUID {target.uid_validity} {sources} {targets}]", meant


async def expunge(session: Session, command: ImapCommand) -> None:
    """Take out what is marked as deleted: of the mails named, or of all."""
    folder = session.writable()
    meant = meant_by(session, command, 1) if command.args else session.numbered()
    folder.remove([message for _, message in meant if "\\Deleted" in message.flags])


Handler = Callable[[Session, ImapCommand], Awaitable[None]]
"""Carries a command out."""


async def serve(session: Session) -> None:
    """Hold one conversation, from the greeting to the end."""
    try:
        session.say(f"* OK [CAPABILITY {' '.join(session.capabilities)}] mailref at your service")
        await session.flush()
        while await _exchange(session):
            pass
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    except ValueError:
        pass  # a line longer than the reader's limit
    finally:
        session.leave()
        session.writer.close()
        with suppress(ConnectionError):
            await session.writer.wait_closed()


async def _exchange(session: Session) -> bool:
    async def go_ahead() -> None:
        session.say("+ go ahead")
        await session.flush()

    try:
        command = await read_command(session.reader, go_ahead)
    except BadCommandError as error:
        session.say(f"* BAD {error}")
        await session.flush()
        return True
    if command is None:
        return False
    session.say(f"{command.tag} {await _answer(session, command)}")
    await session.flush()
    return command.name != "LOGOUT"


async def _answer(session: Session, command: ImapCommand) -> str:
    handler = session.handler(command.name)
    if handler is None:
        return f"BAD unknown command {command.name}"
    try:
        session.done = ""
        await session.carry_out(handler, command)
    except RefusedError as error:
        return f"NO {error}"
    except BadCommandError as error:
        return f"BAD {error}"
    return " ".join(filter(None, ("OK", session.done, command.name, "done")))


async def _capability(session: Session, _command: ImapCommand) -> None:
    session.say(f"* CAPABILITY {' '.join(session.capabilities)}")


async def _nothing(_session: Session, _command: ImapCommand) -> None:
    """Do what NOOP asks for; what others did is told after every command."""


async def _logout(session: Session, _command: ImapCommand) -> None:
    session.say("* BYE until next time")


async def _authenticate(session: Session, command: ImapCommand) -> None:
    asked = [word(each).upper() for each in command.args]
    if asked != ["PLAIN"]:
        raise RefusedError("only PLAIN is known here")
    session.say("+ ")
    await session.flush()
    line = await session.reader.readline()
    try:
        _, user, password = b64decode(line.strip(), validate=True).decode().split("\0")
    except (Base64Error, ValueError) as error:
        raise BadCommandError("not a PLAIN answer") from error
    enter(session, user, password)


def enter(session: Session, user: str, password: str) -> None:
    session.account = session.store.log_in(user, password)
    if session.account is None:
        raise RefusedError("[AUTHENTICATIONFAILED] user or password is wrong")
    session.done = f"[CAPABILITY {' '.join(session.capabilities)}]"


async def _namespace(session: Session, _command: ImapCommand) -> None:
    session.say('* NAMESPACE (("" "/")) NIL NIL')


HANDLERS: dict[str, Handler] = {
    "CAPABILITY": _capability,
    "NOOP": _nothing,
    "LOGOUT": _logout,
    "AUTHENTICATE": _authenticate,
    "NAMESPACE": _namespace,
    "SELECT": select,
    "EXAMINE": select,
    "CREATE": create,
    "LIST": list_names,
    "APPEND": append,
    "SEARCH": search,
    "FETCH": fetch,
    "STORE": store,
    "MOVE": move,
    "EXPUNGE": expunge,
}
