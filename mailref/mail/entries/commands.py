"""Commands: a line of its own in the body, or the whole subject (contract 3)."""

import re

from mailref.mail.entries.model import Command
from mailref.mail.entries.names import bare_subject, folded

_COMMANDS = {
    "hilfe": Command.HELP,
    "help": Command.HELP,
    "regeln": Command.RULES,
    "rules": Command.RULES,
    "stand": Command.STATUS,
    "status": Command.STATUS,
    "bericht": Command.REPORT,
    "report": Command.REPORT,
    "zurueckziehen": Command.WITHDRAW,
    "zurueck": Command.WITHDRAW,
    "withdraw": Command.WITHDRAW,
    "anmelden": Command.JOIN,
    "join": Command.JOIN,
    "abmelden": Command.LEAVE,
    "leave": Command.LEAVE,
    "erinnerungan": Command.REMINDER_ON,
    "reminderon": Command.REMINDER_ON,
    "erinnerungaus": Command.REMINDER_OFF,
    "reminderoff": Command.REMINDER_OFF,
}
# Letters, blanks between the two words of ERINNERUNG AN, and stops at the ends: "Stand?" is a
# command, "Stand der Dinge" and "Hilfe, was für Buchstaben!" are not.
_ALONE = re.compile(r"[\s*]*[A-Za-zÄÖÜäöü]+(?:[\s:=-]+[A-Za-z]+)?[\s*.!?]*")
_PRESS = re.compile(r"[\s*]*(?:PRESSE|PRESS)\s*\*?:\*?\s*(.*)", re.IGNORECASE)
_LONGEST = 40


def command_in(text: str) -> Command | None:
    """Return the command that *text* as a whole is."""
    if len(text) > _LONGEST or not _ALONE.fullmatch(text):
        return None
    return _COMMANDS.get(folded(text))


def command_in_subject(subject: str) -> Command | None:
    """Return the command that the whole subject is, `Re:` and the tag aside."""
    return command_in(bare_subject(subject)) or command_in(subject)


def press_in(text: str) -> str | None:
    """Return what follows `PRESSE:`; None if the line does not begin so."""
    found = _PRESS.fullmatch(text)
    return found[1].strip() if found else None
