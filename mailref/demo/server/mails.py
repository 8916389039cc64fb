"""The IMAP commands about mails; each returns what its tagged OK says."""

from mailref.demo.server.fetch import asked_items, marks_seen, shown
from mailref.demo.server.folders import FLAGS
from mailref.demo.server.search import Placed
from mailref.demo.server.search import search as find
from mailref.demo.server.session import Session
from mailref.demo.server.store import Message
from mailref.demo.server.wire import (
    BadCommandError,
    Command,
    Group,
    Text,
    in_set,
    read_internaldate,
    word,
    words,
)


def _meant(session: Session, command: Command) -> list[Placed]:
    """Return the mails that the first argument names."""
    placed = session.placed()
    text = word(command.args[0]) if command.args else ""
    if command.by_uid:
        has_uid = in_set(text, max((each.message.uid for each in placed), default=0))
        return [each for each in placed if has_uid(each.message.uid)]
    has_number = in_set(text, len(placed))
    return [each for each in placed if has_number(each.number)]


async def append(session: Session, command: Command) -> str:
    if len(command.args) < 2 or not isinstance(data := command.args[-1], Text):
        raise BadCommandError("APPEND wants a folder and a literal")
    folder = session.found(word(command.args[0]))
    flags: tuple[str, ...] = ()
    received = session.store.clock().replace(microsecond=0)
    for option in command.args[1:-1]:
        if isinstance(option, Group):
            flags = words(option)
        else:
            received = read_internaldate(word(option))
    message = folder.add(data.data, received, _kept(session, flags))
    done = f"{command.name} done"
    if "UIDPLUS" not in session.capabilities:
        return done
    return f"[APPENDUID {folder.uid_validity} {message.uid}] {done}"


def _kept(session: Session, flags: tuple[str, ...]) -> set[str]:
    """Return the flags the server keeps: it drops unknown keywords where it takes none."""
    if session.plan.now.takes_keywords:
        return set(flags)
    return {flag for flag in flags if flag in FLAGS}


async def search(session: Session, command: Command) -> str:
    found = find(session.placed(), command.args)
    numbers = (each.message.uid if command.by_uid else each.number for each in found)
    session.say(" ".join(["* SEARCH", *map(str, numbers)]))
    return f"{command.name} done"


async def fetch(session: Session, command: Command) -> str:
    if len(command.args) < 2:
        raise BadCommandError("FETCH wants numbers and items")
    items = asked_items(words(command.args[1]), by_uid=command.by_uid)
    present = {id(message) for message in session.open_folder().messages}
    for placed in _meant(session, command):
        if id(placed.message) not in present:
            continue  # another session has moved it; EXPUNGE is told later
        if marks_seen(items) and not session.is_read_only:
            placed.message.flags.add("\\Seen")
        told = shown(placed.message, items, tells_size=session.plan.now.tells_size)
        session.say(f"* {placed.number} FETCH ".encode() + told)
    return f"{command.name} done"


async def store(session: Session, command: Command) -> str:
    session.writable()
    if len(command.args) < 3:
        raise BadCommandError("STORE wants numbers, a verb and flags")
    verb = word(command.args[1]).upper()
    flags = _kept(session, tuple(flag for each in command.args[2:] for flag in words(each)))
    items = asked_items(("FLAGS",), by_uid=command.by_uid)
    for placed in _meant(session, command):
        _change(placed.message, verb.removesuffix(".SILENT"), flags)
        if not verb.endswith(".SILENT"):
            session.say(f"* {placed.number} FETCH ".encode() + shown(placed.message, items))
    return f"{command.name} done"


def _change(message: Message, verb: str, flags: set[str]) -> None:
    match verb:
        case "+FLAGS":
            message.flags |= flags
        case "-FLAGS":
            message.flags -= flags
        case "FLAGS":
            message.flags = set(flags)
        case _:
            raise BadCommandError(f"unknown verb {verb}")


async def copy(session: Session, command: Command) -> str:
    told, _ = _copied(session, command)
    return f"{told} {command.name} done".strip()


async def move(session: Session, command: Command) -> str:
    session.writable()
    told, moved = _copied(session, command)
    if told:
        session.say(f"* OK {told} moved")
    session.open_folder().remove([each.message for each in moved])
    return f"{command.name} done"


def _copied(session: Session, command: Command) -> tuple[str, list[Placed]]:
    """Copy the mails meant, their times and flags with them; return COPYUID and the mails."""
    if len(command.args) < 2:
        raise BadCommandError(f"{command.name} wants numbers and a folder")
    target = session.found(word(command.args[1]))
    meant = _meant(session, command)
    copies = [
        target.add(each.message.data, each.message.received, each.message.flags) for each in meant
    ]
    if not copies or "UIDPLUS" not in session.capabilities:
        return "", meant
    sources = ",".join(str(each.message.uid) for each in meant)
    targets = ",".join(str(each.uid) for each in copies)
    return f"[COPYUID {target.uid_validity} {sources} {targets}]", meant


async def expunge(session: Session, command: Command) -> str:
    folder = session.writable()
    meant = _meant(session, command) if command.by_uid else session.placed()
    folder.remove([each.message for each in meant if "\\Deleted" in each.message.flags])
    return f"{command.name} done"
