"""The IMAP server: reads commands, carries them out and answers them.

As many as the program and the tests need: mails are named by their UIDs alone, SEARCH knows ALL, UID
and SINCE, FETCH shows a mail whole, its header or a piece of it.
"""

import asyncio
import re
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Awaitable, Callable
from contextlib import suppress

from mailref.demo.server.imap_session import (
    BadCommandError,
    HangUpError,
    ImapCommand,
    RefusedError,
    Session,
    Token,
    in_set,
    internaldate,
    is_since,
    quoted,
    read_command,
    read_internaldate,
    word,
    words,
)
from mailref.demo.server.mail_store import SEPARATOR, Message, Moment, canonical

FLAGS = ("\\Answered", "\\Flagged", "\\Deleted", "\\Seen", "\\Draft")
_BODY = re.compile(r"BODY\.PEEK\[\](?:<(?P<start>\d+)\.(?P<length>\d+)>)?", re.IGNORECASE)


async def select(session: Session, command: ImapCommand) -> None:
    (name,) = command.words(1)
    session.leave()
    folder = session.found(name)
    read_only = command.name == "EXAMINE"
    session.open(folder, read_only=read_only)
    keeps = (*FLAGS, "\\*") if session.plan.now.takes_keywords else FLAGS
    session.say(f"* FLAGS ({' '.join(FLAGS)})")
    session.say(f"* OK [PERMANENTFLAGS ({'' if read_only else ' '.join(keeps)})] kept")
    session.say(f"* {len(session.view)} EXISTS")
    session.say("* 0 RECENT")
    session.say(f"* OK [UIDVALIDITY {folder.uid_validity}] numbered")
    if session.plan.now.tells_uid_next:
        session.say(f"* OK [UIDNEXT {folder.uid_next}] next")
    session.done = f"[{'READ-ONLY' if read_only else 'READ-WRITE'}]"


async def create(session: Session, command: ImapCommand) -> None:
    (name,) = command.words(1)
    if session.user().find(name) is not None:
        raise RefusedError("[ALREADYEXISTS] there is such a folder")
    session.user().create(name)


async def delete(session: Session, command: ImapCommand) -> None:
    name = canonical(*command.words(1))
    session.found(name)
    if name == "INBOX":
        raise RefusedError("the inbox stays")
    del session.user().folders[name]


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
            flags = _kept(session, words(option))
        else:
            received = read_internaldate(word(option))
    message = folder.add(data, received, flags)
    if "UIDPLUS" in session.capabilities:
        session.done = f"[APPENDUID {folder.uid_validity} {message.uid}]"


def _kept(session: Session, flags: tuple[str, ...]) -> set[str]:
    """Return the flags the server keeps: it drops unknown keywords where it takes none."""
    takes_all = session.plan.now.takes_keywords
    return {flag for flag in flags if takes_all or flag in FLAGS}


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
            is_young = is_since(day)
            return lambda message: is_young(message.received.date())
        case _:
            raise BadCommandError("this server does not search so")


def _highest(session: Session) -> int:
    return max((message.uid for _, message in session.numbered()), default=0)


async def fetch(session: Session, command: ImapCommand) -> None:
    meant = _meant(session, command, 2)
    items = ["UID", *(item for item in words(command.args[1]) if item.upper() != "UID")]
    present = {id(message) for message in session.open_folder().messages}
    for number, message in meant:
        if id(message) in present:  # else another session has moved it; EXPUNGE is told later
            session.say(f"* {number} FETCH ".encode() + _shown(session, message, items))


def _meant(session: Session, command: ImapCommand, wants: int) -> list[tuple[int, Message]]:
    """Return the mails that the first argument names, of a command with so many arguments."""
    if len(command.args) < wants:
        raise BadCommandError(f"{command.name} wants {wants} arguments")
    is_meant = in_set(word(command.args[0]), _highest(session))
    return [(number, each) for number, each in session.numbered() if is_meant(each.uid)]


def _shown(session: Session, message: Message, items: list[str]) -> bytes:
    """Return the parenthesised answer for one mail."""
    size = len(message.data) if session.plan.now.tells_size else 1
    return b"(" + b" ".join(_item(message, item.upper(), size) for item in items) + b")"


def _item(message: Message, item: str, size: int) -> bytes:
    match item:
        case "FLAGS":
            return f"FLAGS ({' '.join(sorted(message.flags))})".encode()
        case "UID":
            return f"UID {message.uid}".encode()
        case "INTERNALDATE":
            return f"INTERNALDATE {internaldate(message.received)}".encode()
        case "RFC822.SIZE":
            return f"RFC822.SIZE {size}".encode()
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
    session.writable()
    meant = _meant(session, command, 3)
    verb = word(command.args[1]).upper()
    flags = _kept(session, words(command.args[2]))
    for number, message in meant:
        match verb.removesuffix(".SILENT"):
            case "+FLAGS":
                message.flags |= flags
            case "-FLAGS":
                message.flags -= flags
            case _:
                raise BadCommandError(f"unknown verb {verb}")
        if not verb.endswith(".SILENT"):
            session.say(f"* {number} FETCH ".encode() + _shown(session, message, ["UID", "FLAGS"]))


async def copy(session: Session, command: ImapCommand) -> None:
    session.done, _ = _copied(session, command)


async def move(session: Session, command: ImapCommand) -> None:
    session.writable()
    told, moved = _copied(session, command)
    if told:
        session.say(f"* OK {told} moved")
    session.open_folder().remove(moved)


def _copied(session: Session, command: ImapCommand) -> tuple[str, list[Message]]:
    """Copy the mails meant, their times and flags with them; return COPYUID and the mails."""
    meant = [message for _, message in _meant(session, command, 2)]
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
    meant = _meant(session, command, 1) if command.args else session.numbered()
    folder.remove([message for _, message in meant if "\\Deleted" in message.flags])


Handler = Callable[[Session, ImapCommand], Awaitable[None]]
"""Carries a command out."""

_KEEPS_NUMBERS = {"FETCH", "STORE", "SEARCH"}  # RFC 3501 7.4.1: no EXPUNGE during these
_NEEDS = {"IDLE": "IDLE", "MOVE": "MOVE", "NAMESPACE": "NAMESPACE"}


async def serve(session: Session) -> None:
    """Hold one conversation, from the greeting to the end."""
    try:
        session.say(f"* OK [CAPABILITY {' '.join(session.capabilities)}] mailref at your service")
        await session.flush()
        while await _exchange(session):
            pass
    except (HangUpError, ConnectionError, asyncio.IncompleteReadError):
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
    handler = HANDLERS.get(command.name)
    need = _NEEDS.get(command.name)
    if handler is None or (need and need not in session.capabilities):
        return f"BAD unknown command {command.name}"
    try:
        await session.suffer(command, Moment.BEFORE)
        session.done = ""
        await handler(session, command)
        session.tell_changes(may_expunge=command.name not in _KEEPS_NUMBERS)
        await session.suffer(command, Moment.AFTER)
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


async def _login(session: Session, command: ImapCommand) -> None:
    if "LOGINDISABLED" in session.capabilities:
        raise BadCommandError("LOGIN is switched off")
    _enter(session, *command.words(2))


async def _authenticate(session: Session, command: ImapCommand) -> None:
    asked = [word(each).upper() for each in command.args]
    if "AUTH=PLAIN" not in session.capabilities or asked != ["PLAIN"]:
        raise RefusedError("only PLAIN is known here")
    session.say("+ ")
    await session.flush()
    line = await session.reader.readline()
    try:
        _, user, password = b64decode(line.strip(), validate=True).decode().split("\0")
    except (Base64Error, ValueError) as error:
        raise BadCommandError("not a PLAIN answer") from error
    _enter(session, user, password)


def _enter(session: Session, user: str, password: str) -> None:
    session.account = session.store.log_in(user, password)
    if session.account is None:
        raise RefusedError("[AUTHENTICATIONFAILED] user or password is wrong")
    session.done = f"[CAPABILITY {' '.join(session.capabilities)}]"


async def _namespace(session: Session, _command: ImapCommand) -> None:
    session.say('* NAMESPACE (("" "/")) NIL NIL')


async def _idle(session: Session, _command: ImapCommand) -> None:
    session.open_folder()
    if session.plan.now.reports_before_go_ahead:
        session.tell_changes(may_expunge=True)
    session.say("+ idling")
    done = asyncio.ensure_future(session.reader.readline())
    try:
        while not done.done():
            session.tell_changes(may_expunge=True)
            await session.flush()
            change = asyncio.ensure_future(session.changed.wait())
            await asyncio.wait({done, change}, return_when=asyncio.FIRST_COMPLETED)
            change.cancel()
        if done.result().strip().upper() != b"DONE":
            raise BadCommandError("DONE was expected")
    finally:
        done.cancel()


HANDLERS: dict[str, Handler] = {
    "CAPABILITY": _capability,
    "NOOP": _nothing,
    "LOGOUT": _logout,
    "LOGIN": _login,
    "AUTHENTICATE": _authenticate,
    "NAMESPACE": _namespace,
    "IDLE": _idle,
    "SELECT": select,
    "EXAMINE": select,
    "CREATE": create,
    "DELETE": delete,
    "LIST": list_names,
    "APPEND": append,
    "SEARCH": search,
    "FETCH": fetch,
    "STORE": store,
    "COPY": copy,
    "MOVE": move,
    "EXPUNGE": expunge,
}
