"""The mails of all users, in memory."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
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
    """Mails in order of their UIDs."""

    uid_validity: int
    uid_next: int = 1
    messages: list[Message] = field(default_factory=list)

    def add(self, data: bytes, received: datetime, flags: Iterable[str] = ()) -> Message:
        """Put a mail last and return it."""
        message = Message(self.uid_next, data, received, set(flags))
        self.uid_next += 1
        self.messages.append(message)
        return message

    def remove(self, gone: Iterable[Message]) -> None:
        """Take mails out."""
        left = {message.uid for message in gone}
        self.messages = [each for each in self.messages if each.uid not in left]


class Account:
    """One user's folders; INBOX is always there."""

    def __init__(self, password: str, numbers: "count[int]") -> None:
        self.password = password
        self.numbers = numbers
        self.folders: dict[str, Folder] = {"INBOX": Folder(next(numbers))}

    def find(self, name: str) -> Folder | None:
        return self.folders.get(canonical(name))

    def create(self, name: str) -> None:
        self.folders[canonical(name)] = Folder(next(self.numbers))


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
