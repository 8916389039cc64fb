"""The IMAP commands about mails; each returns what its tagged OK says."""

import re

from mailref.demo.server.imap_session import RefusedError, Session
from mailref.demo.server.imap_syntax import (
    BadCommandError,
    Command,
    Group,
    Placed,
    Text,
    in_set,
    internaldate,
    quoted,
    read_internaldate,
    word,
    words,
)
from mailref.demo.server.imap_syntax import search as find
from mailref.demo.server.mail_store import SEPARATOR, Folder, Message, canonical

FLAGS = ("\\Answered", "\\Flagged", "\\Deleted", "\\Seen", "\\Draft")


def _name(command: Command) -> str:
    if not command.args:
        raise BadCommandError(f"{command.name} wants a folder")
    return word(command.args[0])


async def select(session: Session, command: Command) -> str:
    session.leave()
    folder = session.found(_name(command))
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
    return f"[{'READ-ONLY' if read_only else 'READ-WRITE'}] {command.name} done"


async def unselect(session: Session, command: Command) -> str:
    session.open_folder()
    session.leave()
    return f"{command.name} done"


async def close(session: Session, command: Command) -> str:
    folder = session.open_folder()
    if not session.is_read_only:
        folder.remove([each for each in folder.messages if "\\Deleted" in each.flags])
    session.leave()
    return f"{command.name} done"


async def create(session: Session, command: Command) -> str:
    name = _name(command)
    if session.user().find(name) is not None:
        raise RefusedError("[ALREADYEXISTS] there is such a folder")
    session.user().create(name)
    return f"{command.name} done"


async def delete(session: Session, command: Command) -> str:
    name = canonical(_name(command))
    session.found(name)
    if name == "INBOX":
        raise RefusedError("the inbox stays")
    del session.user().folders[name]
    return f"{command.name} done"


async def list_names(session: Session, command: Command) -> str:
    if len(command.args) != 2:
        raise BadCommandError(f"{command.name} wants a reference and a pattern")
    reference, pattern = map(word, command.args)
    if not pattern:
        session.say(f'* {command.name} (\\Noselect) "{SEPARATOR}" ""')
        return f"{command.name} done"
    wanted = _pattern(reference + pattern)
    for name in session.user().folders:
        if wanted.fullmatch(name):
            session.say(f'* {command.name} () "{SEPARATOR}" {quoted(name)}')
    return f"{command.name} done"


def _pattern(text: str) -> re.Pattern[str]:
    """Return LIST's pattern: * is anything, % anything within a level."""
    canon = "INBOX" if text.upper() == "INBOX" else text
    return re.compile(
        "".join({"*": ".*", "%": f"[^{SEPARATOR}]*"}.get(each, re.escape(each)) for each in canon)
    )


async def status(session: Session, command: Command) -> str:
    folder = session.found(_name(command))
    if len(command.args) != 2:
        raise BadCommandError("STATUS wants a folder and a list")
    items = [item.upper() for item in words(command.args[1])]
    told = " ".join(f"{item} {_counted(folder, item)}" for item in items)
    session.say(f"* STATUS {quoted(_name(command))} ({told})")
    return f"{command.name} done"


def _counted(folder: Folder, item: str) -> int:
    match item:
        case "MESSAGES":
            return len(folder.messages)
        case "RECENT":
            return 0
        case "UIDNEXT":
            return folder.uid_next
        case "UIDVALIDITY":
            return folder.uid_validity
        case "UNSEEN":
            return sum("\\Seen" not in message.flags for message in folder.messages)
        case _:
            raise BadCommandError(f"unknown status {item}")


_BODY = re.compile(
    r"BODY(?P<peek>\.PEEK)?\[(?P<section>[^\]]*)\](?:<(?P<start>\d+)\.(?P<length>\d+)>)?",
    re.IGNORECASE,
)
_FIELDS = re.compile(r"HEADER\.FIELDS(?P<but>\.NOT)? \((?P<names>[^)]*)\)", re.IGNORECASE)


def asked_items(words: tuple[str, ...], *, by_uid: bool) -> list[str]:
    """Return the items asked for, and the UID where it must be shown."""
    items = list(words)
    if by_uid and "UID" not in (item.upper() for item in items):
        items.append("UID")
    return items


def marks_seen(items: list[str]) -> bool:
    """Return whether looking at *items* counts as reading the mail."""
    bodies = (_BODY.fullmatch(item) for item in items)
    return any(body and not body["peek"] for body in bodies) or any(
        item.upper() in {"RFC822", "RFC822.TEXT"} for item in items
    )


def shown(message: Message, items: list[str], *, tells_size: bool = True) -> bytes:
    """Return the parenthesised answer for one mail."""
    size = len(message.data) if tells_size else 1
    return b"(" + b" ".join(_item(message, item, size) for item in items) + b")"


def _item(message: Message, item: str, size: int) -> bytes:
    match item.upper():
        case "FLAGS":
            return f"FLAGS ({' '.join(sorted(message.flags))})".encode()
        case "UID":
            return f"UID {message.uid}".encode()
        case "INTERNALDATE":
            return f"INTERNALDATE {internaldate(message.received)}".encode()
        case "RFC822.SIZE":
            return f"RFC822.SIZE {size}".encode()
        case "RFC822":
            return b"RFC822 " + _literal(message.data)
        case "RFC822.HEADER":
            return b"RFC822.HEADER " + _literal(_split(message.data)[0])
        case "RFC822.TEXT":
            return b"RFC822.TEXT " + _literal(_split(message.data)[1])
        case _:
            return _body(message, item)


def _body(message: Message, item: str) -> bytes:
    asked = _BODY.fullmatch(item)
    if asked is None:
        raise BadCommandError(f"this server does not show {item!r}")
    data = _section(message.data, asked["section"])
    name = f"BODY[{asked['section'].upper()}]"
    if asked["start"] is not None:
        start = int(asked["start"])
        name += f"<{start}>"
        data = data[start : start + int(asked["length"])]
    return name.encode() + b" " + _literal(data)


def _section(data: bytes, section: str) -> bytes:
    head, text = _split(data)
    match section.upper():
        case "":
            return data
        case "HEADER":
            return head
        case "TEXT":
            return text
    fields = _FIELDS.fullmatch(section)
    if fields is None:
        raise BadCommandError(f"this server does not show section {section!r}")
    names = {name.strip('"').lower() for name in fields["names"].split()}
    return _fields(head, names, wanted=not fields["but"])


def _fields(head: bytes, names: set[str], *, wanted: bool) -> bytes:
    fields = re.split(rb"(?<=\n)(?![ \t])", head)
    kept = [
        field
        for field in fields
        if b":" in field
        and (field.split(b":")[0].strip().decode("latin-1").lower() in names) is wanted
    ]
    return b"".join(kept) + b"\r\n"


def _split(data: bytes) -> tuple[bytes, bytes]:
    head, blank, text = data.partition(b"\r\n\r\n")
    return (head + blank, text) if blank else (data, b"")


def _literal(data: bytes) -> bytes:
    return b"{%d}\r\n" % len(data) + data


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
