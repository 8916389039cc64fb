"""The IMAP server: reads commands and answers them."""

import asyncio
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Awaitable, Callable
from contextlib import suppress

from mailref.demo.server import imap_commands as commands
from mailref.demo.server.imap_session import HangUpError, RefusedError, Session
from mailref.demo.server.imap_syntax import BadCommandError, ImapCommand, read_command, word
from mailref.demo.server.misbehaviour import Moment

Handler = Callable[[Session, ImapCommand], Awaitable[str]]
"""Carries a command out and returns what the tagged OK says."""

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
        said = await handler(session, command)
        session.tell_changes(may_expunge=command.name not in _KEEPS_NUMBERS)
        await session.suffer(command, Moment.AFTER)
    except RefusedError as error:
        return f"NO {error}"
    except BadCommandError as error:
        return f"BAD {error}"
    return f"OK {said}"


async def _capability(session: Session, command: ImapCommand) -> str:
    session.say(f"* CAPABILITY {' '.join(session.capabilities)}")
    return f"{command.name} done"


async def _nothing(session: Session, command: ImapCommand) -> str:
    del session
    return f"{command.name} done"


async def _logout(session: Session, command: ImapCommand) -> str:
    session.say("* BYE until next time")
    return f"{command.name} done"


async def _login(session: Session, command: ImapCommand) -> str:
    if "LOGINDISABLED" in session.capabilities:
        raise BadCommandError("LOGIN is switched off")
    return _enter(session, *command.words(2))


async def _authenticate(session: Session, command: ImapCommand) -> str:
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
    return _enter(session, user, password)


def _enter(session: Session, user: str, password: str) -> str:
    session.account = session.store.log_in(user, password)
    if session.account is None:
        raise RefusedError("[AUTHENTICATIONFAILED] user or password is wrong")
    return f"[CAPABILITY {' '.join(session.capabilities)}] welcome"


async def _namespace(session: Session, command: ImapCommand) -> str:
    session.say('* NAMESPACE (("" "/")) NIL NIL')
    return f"{command.name} done"


async def _idle(session: Session, command: ImapCommand) -> str:
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
    return f"{command.name} done"


HANDLERS: dict[str, Handler] = {
    "CAPABILITY": _capability,
    "NOOP": _nothing,
    "LOGOUT": _logout,
    "LOGIN": _login,
    "AUTHENTICATE": _authenticate,
    "NAMESPACE": _namespace,
    "IDLE": _idle,
    "SELECT": commands.select,
    "EXAMINE": commands.select,
    "CREATE": commands.create,
    "DELETE": commands.delete,
    "LIST": commands.list_names,
    "APPEND": commands.append,
    "SEARCH": commands.search,
    "FETCH": commands.fetch,
    "STORE": commands.store,
    "COPY": commands.copy,
    "MOVE": commands.move,
    "EXPUNGE": commands.expunge,
}
