"""The mails of all users, in memory, and what tests can ask the servers to do wrong with them."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from enum import StrEnum
from itertools import count

from msgspec import Struct, field

SEPARATOR = "/"


class Message(Struct, eq=False):
    """A mail in a folder."""

    uid: int
    data: bytes
    received: datetime
    flags: set[str]


class Folder(Struct, eq=False):
    """Mails in order of their UIDs; whoever watches is told of every change."""

    uid_validity: int
    uid_next: int = 1
    messages: list[Message] = field(default_factory=list)
    watchers: set[Callable[[], None]] = field(default_factory=set)

    def add(self, data: bytes, received: datetime, flags: Iterable[str] = ()) -> Message:
        """Put a mail last and return it."""
        message = Message(self.uid_next, data, received, set(flags))
        self.uid_next += 1
        self.messages.append(message)
        self.tell()
        return message

    def remove(self, gone: Iterable[Message]) -> None:
        """Take mails out."""
        left = {message.uid for message in gone}
        self.messages = [each for each in self.messages if each.uid not in left]
        self.tell()

    def renumber(self, uid_validity: int) -> None:
        """Give the mails numbers from 1 on: sessions that are open do not hear of it."""
        self.uid_validity = uid_validity
        for uid, message in enumerate(self.messages, start=1):
            message.uid = uid
        self.uid_next = len(self.messages) + 1

    def tell(self) -> None:
        for watcher in tuple(self.watchers):
            watcher()


class Account:
    """One user's folders; INBOX is always there."""

    def __init__(self, password: str, numbers: "count[int]") -> None:
        self.password = password
        self._numbers = numbers
        self.folders: dict[str, Folder] = {"INBOX": Folder(next(numbers))}

    def find(self, name: str) -> Folder | None:
        return self.folders.get(canonical(name))

    def create(self, name: str) -> None:
        self.folders[canonical(name)] = Folder(next(self._numbers))

    def renumber(self, name: str) -> None:
        """Number a folder's mails anew, under another UIDVALIDITY."""
        self.folders[canonical(name)].renumber(next(self._numbers))


class Store:
    """The users and their mail."""

    def __init__(
        self, passwords: dict[str, str], clock: Callable[[], datetime] | None = None
    ) -> None:
        numbers = count(1_000)
        self.clock = clock or _system_clock
        self.accounts = {user: Account(password, numbers) for user, password in passwords.items()}

    def set_clock(self, clock: Callable[[], datetime]) -> None:
        self.clock = clock

    def log_in(self, user: str, password: str) -> Account | None:
        account = self.accounts.get(user)
        return account if account is not None and account.password == password else None


def canonical(name: str) -> str:
    """Return the name under which a folder is kept: INBOX in any case is INBOX."""
    name = name.removesuffix(SEPARATOR)
    return "INBOX" if name.upper() == "INBOX" else name


def _system_clock() -> datetime:
    return datetime.now(UTC)


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


class Misstep(Struct, frozen=True):
    """Something that goes wrong once at a command of IMAP, or that stalls the DATA of SMTP."""

    command: str
    moment: Moment
    effect: Effect
    text: str = ""
    act: Callable[[], None] | None = None


class Faults(Struct, frozen=True):
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
