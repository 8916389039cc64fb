"""The IMAP commands about folders; each returns what its tagged OK says."""

import re

from mailref.demo.server.session import RefusedError, Session
from mailref.demo.server.store import SEPARATOR, Folder, canonical
from mailref.demo.server.wire import BadCommandError, Command, quoted, word, words

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
