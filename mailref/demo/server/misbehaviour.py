"""What the servers can be asked to do wrong, for tests: this is a peer, and peers fail."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Moment(StrEnum):
    BEFORE = "before"
    """The command is not carried out."""
    AFTER = "after"
    """It is carried out, and what it yields is told, but not that it succeeded."""


class Effect(StrEnum):
    STALL = "stall"
    """Never answer again; `EmbeddedServer.stalled` is set."""
    DROP = "drop"
    """Cut the connection without a word."""
    BYE = "bye"
    """Say goodbye and cut it (IMAP)."""
    REPLY = "reply"
    """Answer `text`: "NO no room" (IMAP), "550 5.1.1 no such user" (SMTP)."""
    CALL = "call"
    """Do `act` in the servers' thread, then go on as if nothing were wrong."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that goes wrong at a command, as FETCH, MOVE, IDLE, or MAIL, RCPT, DATA."""

    command: str
    moment: Moment
    effect: Effect
    text: str = ""
    only: str = ""
    """For SMTP: a recipient."""
    times: int = 1
    """How often; the command goes right afterwards."""
    act: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class Faults:
    """All that is wrong with the servers."""

    at: tuple[Fault, ...] = ()
    without: frozenset[str] = frozenset()
    """IMAP capabilities neither announced nor served."""
    beside: tuple[str, ...] = ()
    """IMAP capabilities announced beside the usual ones, as LOGINDISABLED."""
    takes_keywords: bool = True
    """Whether unknown keywords are kept (PERMANENTFLAGS with \\*)."""
    tells_uid_next: bool = True
    tells_size: bool = True
    """Whether RFC822.SIZE is true; else it is 1."""
    reports_before_go_ahead: bool = False
    """IMAP: what has changed is told before the answer to IDLE, not after it."""
    piece: int = 0
    """IMAP: cut all that is sent into pieces of so many octets, 2 ms apart; 0: do not."""


class FaultPlan:
    """The faults in force, with how often each has already happened."""

    def __init__(self) -> None:
        self.now = Faults()
        self._left: dict[Fault, int] = {}

    def begin(self, faults: Faults) -> None:
        """Put *faults* in force in place of what was."""
        self.now = faults
        self._left = {fault: fault.times for fault in faults.at}

    def due(self, command: str, moment: Moment, recipient: str = "") -> Fault | None:
        """Return the fault that happens now, if one does, and count it."""
        for fault, left in self._left.items():
            is_meant = (fault.command, fault.moment) == (command, moment)
            if is_meant and left > 0 and fault.only in {"", recipient}:
                self._left[fault] = left - 1
                return fault
        return None
