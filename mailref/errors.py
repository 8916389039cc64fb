"""The faults that are ours, not a player's; each reaches a person as one line.

MailrefError
├── SettingsError               the settings file holds faults
├── MailServerError             a mail server did not do what was asked
│   ├── UnreachableError        it does not answer, or hung up
│   └── LoginRefusedError       it does not accept user and password
├── JournalError                the record cannot be read or written
│   ├── NotKnownHereError       what is recorded has a name that no code here knows
│   ├── NoRoomError             the disk is full
│   ├── BusyError               another process keeps the record locked
│   └── StaleGameError          a game went on while a decision about it was made
├── UnfitError                  the record refuses this one decision: it contradicts what is there
├── WorkshopError               the process beside this one did not do what was asked
├── BegunBeforeError            the mailbox knows a game that the record does not know
└── OtherDaemonError            another process runs the machine on this database
    └── OtherInstallationError  another installation has the mailbox
"""

import errno


class MailrefError(Exception):
    """Whatever mailref itself gives up on; its text is one line for a person."""


class SettingsError(MailrefError):
    """The settings file holds faults."""


class MailServerError(MailrefError):
    """A mail server did not do what was asked; the next tick tries again."""


class UnreachableError(MailServerError):
    """The server does not answer, does not prove who it is, or hung up."""


class LoginRefusedError(MailServerError):
    """The server does not accept user and password."""


class NoTokenError(LoginRefusedError):
    """There is no token for the server, or its provider takes it no longer: a person must agree anew."""


class JournalError(MailrefError):
    """The record cannot be read or written."""


class NotKnownHereError(JournalError):
    """What is recorded has a name that no code here knows."""


class NoRoomError(JournalError):
    """The disk is full: it passes when somebody makes room."""


class BusyError(JournalError):
    """Another process keeps the record locked: it passes."""


class StaleGameError(JournalError):
    """A game went on while a decision about it was made: read it again and decide again."""


class UnfitError(MailrefError):
    """The record works, and refuses this one decision: it contradicts what is there, or is no value of it."""


class WorkshopError(MailrefError):
    """The process that searches and prints for us died over what it was asked."""


class BegunBeforeError(MailrefError):
    """A game has begun, as the mailbox shows, but the record does not know it."""


class OtherDaemonError(MailrefError):
    """Another process runs the machine on this database."""


class OtherInstallationError(OtherDaemonError):
    """Another installation, or another copy of this database, has the mailbox."""


_LACKS = frozenset(
    {
        errno.EMFILE, errno.ENFILE, errno.ENOSPC, errno.EDQUOT, errno.ENOMEM, errno.EAGAIN,
        errno.EIO, errno.EROFS,
    }
)  # fmt: skip
"""No file handle, room or memory; a process or thread that cannot be started; a disk that fails."""


def is_lack(problem: BaseException) -> bool:
    """Tell whether the machine lacked something: whatever it did just then is not to blame."""
    if isinstance(problem, OSError):
        return problem.errno in _LACKS
    return isinstance(problem, MemoryError | WorkshopError) or "can't start new thread" in str(
        problem
    )


CONCERNS_ALL = (JournalError, MailServerError, OtherDaemonError)
"""The faults that no single mail, game or list is to blame for: whoever meets them ends the tick."""
