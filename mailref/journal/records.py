"""The values that go into the record and come out of it."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True, order=True)
class MailKey:
    """A mail as its server numbers it; `account` tells one mailbox from another (mail 3, IMAP)."""

    uid_validity: int
    uid: int
    account: str = ""


class MailState(StrEnum):
    """What became of a mail in the inbox."""

    SEEN = "seen"
    """Taken up, not decided yet: read again after a restart."""
    DONE = "done"
    QUARANTINED = "quarantined"
    """Nobody could read it."""
    IGNORED = "ignored"
    """No answer is owed."""


@dataclass(frozen=True, slots=True)
class Tries:
    """How often a mail was taken up; being killed over it is no failure (contract 5)."""

    begun: int
    failed: int


@dataclass(frozen=True, slots=True)
class InboxMark:
    """What a decision says of the mail that caused it."""

    key: MailKey
    state: MailState
    reason: str | None = None
    fingerprint: str | None = None
    message_id: str | None = None
    sender: str | None = None
    received: datetime | None = None
    has_move: bool = False
    """Whether a move can be read in it, so that the game master may adopt it."""
    raw: bytes | None = field(default=None, repr=False)
    """The mail itself, where somebody may still want it."""


@dataclass(frozen=True, slots=True)
class StoredMail:
    """A mail that was set aside and kept whole."""

    id: int
    key: MailKey
    state: MailState
    reason: str | None
    sender: str | None
    message_id: str | None
    received: datetime | None
    has_move: bool
    is_adopted: bool
    settled_at: datetime


@dataclass(frozen=True, slots=True)
class Blob:
    """Bytes that many mails share: stored once."""

    data: bytes = field(repr=False)


Segment = bytes | Blob


@dataclass(frozen=True, slots=True)
class OutgoingMail:
    """A mail owed: its bytes, in order, are fixed before the first try."""

    recipient: str
    message_id: str
    kind: str
    """What it is (`report`, `confirmation` ...): counted apart."""
    game: str | None
    round_tag: str | None
    """The round for which a reply would be a move (`4`, `Ende`)."""
    segments: tuple[Segment, ...] = field(repr=False)
    not_before: datetime | None = None


@dataclass(frozen=True, slots=True)
class OwedMail:
    """A mail that is due to be sent."""

    id: int
    recipient: str
    message_id: str
    kind: str
    game: str | None
    round_tag: str | None
    attempts: int
    """Tries that failed."""
    recorded_at: datetime
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class SentTag:
    """The game and round that a mail of ours was about."""

    game: str | None
    round_tag: str | None
    kind: str
    recipient: str
    message_id: str = field(default="", compare=False)
    recorded_at: datetime | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class SentMail:
    """A mail of ours that may have come back."""

    id: int
    recipient: str
    message_id: str
    attempts: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits to be sent, for `mailref status`."""

    owed: int
    """Not tried yet."""
    deferred: int
    """Tried in vain, to be tried again."""
    dead: int
    """Given up."""
    oldest: datetime | None
    """When the oldest of those not given up was recorded."""
    last_error: str | None
