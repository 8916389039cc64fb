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
    """Say goodbye and cut it."""
    REPLY = "reply"
    """Answer NO with `text`."""
    CALL = "call"
    """Do `act` in the servers' thread, then go on as if nothing were wrong."""


@dataclass(frozen=True, slots=True)
class Misstep:
    """Something that goes wrong once at a command of IMAP, or that stalls the DATA of SMTP."""

    command: str
    moment: Moment
    effect: Effect
    text: str = ""
    act: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class Faults:
    """All that is wrong with the servers."""

    at: tuple[Misstep, ...] = ()
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


class FaultPlan:
    """The faults in force, and which of them are still to come."""

    def __init__(self) -> None:
        self.now = Faults()
        self._left: list[Misstep] = []

    def begin(self, faults: Faults) -> None:
        """Put *faults* in force in place of what was."""
        self.now = faults
        self._left = list(faults.at)

    def due(self, command: str, moment: Moment) -> Misstep | None:
        """Return what goes wrong now, if anything does; it does so once."""
        for misstep in self._left:
            if (misstep.command, misstep.moment) == (command, moment):
                self._left.remove(misstep)
                return misstep
        return None
