"""Mails seen: each is taken up until it is decided, decided once, and then filed away."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy.dialects.postgresql import insert

from mailref.journal import schema
from mailref.journal.database import RecordPart, columns, insert_new, read_row
from mailref.structs import shown_without


class MailKey(Struct, frozen=True, order=True):
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


class InboxMark(Struct, frozen=True):
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
    raw: bytes | None = None
    """The mail itself, where somebody may still want it."""

    __repr__ = shown_without("raw")


class Tries(Struct, frozen=True):
    """How often a mail was taken up; being killed over it is no failure (contract 5)."""

    begun: int
    failed: int
    first_seen: datetime


class StoredMail(Struct, frozen=True):
    """A mail that was set aside and kept whole."""

    id: int
    state: MailState
    reason: str | None
    sender: str | None
    message_id: str | None
    received: datetime | None
    has_move: bool
    is_adopted: bool
    settled_at: datetime


class CameIn(Struct, frozen=True):
    """How many mails came in, for the metrics."""

    decided: Mapping[str, int]
    """By what became of them."""
    oldest: datetime | None
    """When the oldest that is not decided was taken up."""


_inbox = schema.inbox
_ASIDE = (MailState.QUARANTINED, MailState.IGNORED)
_REPEATED = "duplicate"
_SET_ASIDE = (
    sa.select(*columns(_inbox, StoredMail))
    .where(_inbox.c.state.in_(_ASIDE), _inbox.c.raw.is_not(None))
    .order_by(_inbox.c.id)
)


# What every mail asks is built once: to build a question takes longer than to answer it.
_IS_MAIL = sa.and_(
    _inbox.c.account == sa.bindparam("of_account"),
    _inbox.c.uid_validity == sa.bindparam("of_validity"),
    _inbox.c.uid == sa.bindparam("of_uid"),
)
_KNOWN = sa.select(_inbox.c.uid).where(
    _inbox.c.account == sa.bindparam("of_account"),
    _inbox.c.uid_validity == sa.bindparam("of_validity"),
    _inbox.c.uid.between(sa.bindparam("first"), sa.bindparam("last")),
    _inbox.c.state != MailState.SEEN,
)
_SEEN = sa.select(_inbox.c.id).where(_inbox.c.fingerprint == sa.bindparam("fingerprint")).limit(1)
_BEGUN = sa.select(_inbox.c.begun).where(_IS_MAIL, _inbox.c.state == MailState.SEEN)
_TO_FILE = (
    sa.select(_inbox.c.uid_validity, _inbox.c.uid, _inbox.c.state)
    .where(
        _inbox.c.state.in_([state for state in MailState if state != MailState.SEEN]),
        _inbox.c.is_filed.is_(False),
        _inbox.c.account == sa.bindparam("of_account"),
    )
    .order_by(_inbox.c.id)
)
_FILED = sa.update(_inbox).where(_IS_MAIL).values(is_filed=True)
_TRIES = columns(_inbox, Tries)
_TAKEN_UP = (
    insert(_inbox)
    .on_conflict_do_update(
        index_elements=("account", "uid_validity", "uid"), set_={"begun": _inbox.c.begun + 1}
    )
    .returning(*_TRIES)
)
_SETTLED = ("reason", "fingerprint", "message_id", "sender", "received", "raw")
_SETTLING = (
    sa.update(_inbox)
    .where(_IS_MAIL, _inbox.c.state != MailState.DONE)
    .values(
        state=sa.bindparam("says_state"),
        has_move=sa.bindparam("says_has_move"),
        settled_at=sa.bindparam("says_settled_at"),
        # What an earlier decision said of the mail stays where this one is silent.
        **{
            name: sa.func.coalesce(
                sa.bindparam(f"says_{name}", type_=_inbox.c[name].type), _inbox.c[name]
            )
            for name in _SETTLED
        },
    )
)
_UNREAD = _SET_ASIDE.where(_inbox.c.state == MailState.QUARANTINED, _inbox.c.is_adopted.is_(False))
_UNLISTED = _SET_ASIDE.where(_inbox.c.has_move.is_(True), _inbox.c.listed_at.is_(None)).limit(
    sa.bindparam("most")
)


def _named(key: MailKey) -> dict[str, object]:
    return {"of_account": key.account, "of_validity": key.uid_validity, "of_uid": key.uid}


class Inbox(RecordPart):
    """What is recorded of the mails that came in."""

    def begin(self, key: MailKey, now: datetime) -> Tries:
        """Note, before anything of it is read, that a mail is taken up; return how often by now.

        It is counted for the process that it may kill, which loses nothing that was jotted down.
        """
        (row,) = self._database.note(_TAKEN_UP, **(_new(key, now) | {"begun": 1}))
        return read_row(row, Tries)

    def begun(self, key: MailKey) -> int:
        """Return how often a mail was taken up that is not decided yet."""
        return self._database.scalar(_BEGUN, **_named(key)) or 0

    def take_back(self, key: MailKey) -> None:
        """Note that it was not this mail's fault that it was taken up and not finished."""
        begun_before = sa.update(_inbox).where(_is(key), _inbox.c.begun > 0)
        self._database.change(begun_before.values(begun=_inbox.c.begun - 1))

    def fail(self, key: MailKey, error: str) -> Tries:
        """Note that a mail could not be dealt with, and return how often that was so."""
        failed = {"failed": _inbox.c.failed + 1, "last_error": error}
        noted = sa.update(_inbox).where(_is(key)).values(failed).returning(*_TRIES)
        with self._database.writing() as connection:
            return read_row(connection.execute(noted).one(), Tries)

    def is_known(self, key: MailKey) -> bool:
        """Tell whether a mail was decided; one that was only taken up is still to be read."""
        return self._database.has(_is(key), _inbox.c.state != MailState.SEEN)

    def known_uids(self, uid_validity: int, uids: range, account: str = "") -> frozenset[int]:
        """Return those of *uids* whose mails were decided."""
        first, last = uids[0], uids[-1]
        found = self._database.rows(
            _KNOWN, of_account=account, of_validity=uid_validity, first=first, last=last
        )
        return frozenset(row.uid for row in found)

    def has_seen(self, fingerprint: str) -> bool:
        """Tell whether the same mail, perhaps under another UID, was decided."""
        return self._database.scalar(_SEEN, fingerprint=fingerprint) is not None

    def counts_elsewhere(self, fingerprint: str, id: int) -> bool:  # noqa: A002  as in StoredMail
        """Tell whether the mail of this number came once more and was answered or adopted then."""
        is_answered = sa.and_(
            _inbox.c.state == MailState.DONE, _inbox.c.reason.is_distinct_from(_REPEATED)
        )
        return self._database.has(
            _inbox.c.fingerprint == fingerprint,
            _inbox.c.id != id,
            is_answered | _inbox.c.is_adopted.is_(True),
        )

    def to_file(self, account: str = "") -> tuple[tuple[MailKey, MailState], ...]:
        """Return the mails that were decided and not yet filed away, in order of arrival."""
        return tuple(
            (MailKey(row.uid_validity, row.uid, account), MailState(row.state))
            for row in self._database.rows(_TO_FILE, of_account=account)
        )

    def mark_filed(self, keys: Iterable[MailKey]) -> None:
        """Note that mails were filed away; else it is tried again."""
        with self._database.jotting() as connection:
            for key in keys:
                connection.execute(_FILED, _named(key))

    def set_aside(self) -> tuple[StoredMail, ...]:
        """Return the quarantined and ignored mails that are kept whole."""
        return self._database.all(StoredMail, _SET_ASIDE)

    def stored(self, id: int) -> StoredMail | None:  # noqa: A002  as in StoredMail
        """Return a mail that was set aside and is kept whole."""
        return self._database.first(StoredMail, _SET_ASIDE.where(_inbox.c.id == id))

    def unlisted_moves(self, limit: int) -> tuple[StoredMail, ...]:
        """Return the first mails set aside with a move that the game master has not been told of."""
        return self._database.all(StoredMail, _UNLISTED, most=limit)

    def lists_since(self, since: datetime) -> int:
        """Count the lists of such moves that the game master got at or after *since*."""
        wanted = sa.select(sa.func.count(_inbox.c.listed_at.distinct()))
        return self._database.scalar(wanted.where(_inbox.c.listed_at >= since)) or 0

    def last_listed(self) -> datetime | None:
        """Return when the game master got the last list of such moves."""
        return self._database.scalar(sa.select(sa.func.max(_inbox.c.listed_at)))

    def waiting(self, fingerprint: str) -> tuple[bytes, datetime, str] | None:
        """Return a mail whose sender was asked back, as it came, when it arrived, and where."""
        wanted = sa.select(_inbox.c.raw, _inbox.c.received, _inbox.c.account).where(
            _inbox.c.fingerprint == fingerprint, _inbox.c.raw.is_not(None)
        )
        rows = self._database.rows(wanted.limit(1))
        return (bytes(rows[0].raw), rows[0].received, rows[0].account) if rows else None

    def number(self, key: MailKey) -> int | None:
        """Return the number by which the game master may adopt a mail; None: nobody has taken it up."""
        return self._database.scalar(sa.select(_inbox.c.id).where(_is(key)))

    def unread(self) -> tuple[StoredMail, ...]:
        """Return what was set aside unread and has not been adopted, as long as it is kept."""
        return self._database.all(StoredMail, _UNREAD)

    def raw(self, id: int) -> bytes | None:  # noqa: A002  as in StoredMail
        """Return a mail that is kept whole, as it came."""
        return self._database.scalar(sa.select(_inbox.c.raw).where(_inbox.c.id == id))

    def counts(self) -> CameIn:
        """Return how many mails came in."""
        by_state = sa.select(_inbox.c.state, sa.func.count().label("mails")).group_by(
            _inbox.c.state
        )
        oldest = sa.select(sa.func.min(_inbox.c.first_seen)).where(_inbox.c.state == MailState.SEEN)
        decided = {row.state: row.mails for row in self._database.rows(by_state)}
        return CameIn(decided, self._database.scalar(oldest))

    def count_decided(self) -> int:
        """Return how many mails were decided; what only repeats another is left out."""
        is_other = _inbox.c.reason.is_distinct_from(_REPEATED)
        return self._database.count(_inbox.c.state == MailState.DONE, is_other)

    def forget_bytes(self, before: datetime) -> int:
        """Drop the bytes of mails settled before then: they can be adopted or agreed to no more."""
        return self._database.change(_without_bytes(before))

    def forget_strangers(self, before: datetime, *, why: str) -> int:
        """Drop what strangers sent and was settled before then: set aside, or asked about for this reason."""
        questions = schema.questions
        asked = sa.select(questions.c.fingerprint).where(questions.c.why == why)
        is_strangers = (_inbox.c.state == MailState.IGNORED) | _inbox.c.fingerprint.in_(asked)
        return self._database.change(_without_bytes(before).where(is_strangers))


def _without_bytes(before: datetime) -> sa.Update:
    old = (_inbox.c.raw.is_not(None), _inbox.c.settled_at < before)
    return sa.update(_inbox).where(*old).values(raw=None)


def listed(mails: Iterable[int], at: datetime) -> sa.Executable:
    """Note, with the decision that lists them, that the game master is told of these mails."""
    return sa.update(_inbox).where(_inbox.c.id.in_(tuple(mails))).values(listed_at=at)


def adopted(id: int, fingerprint: str) -> sa.Executable:  # noqa: A002  as in StoredMail
    """Note, with the decision that makes it so, that the game master lets a mail count.

    Should it come again, copied back from where it lies, it has been decided.
    """
    values = {"is_adopted": True, "fingerprint": fingerprint}
    return sa.update(_inbox).where(_inbox.c.id == id).values(values)


def settle(connection: sa.Connection, mark: InboxMark, now: datetime) -> None:
    """Write what a decision says of its mail; a mail set aside may still be adopted."""
    values = _named(mark.key) | {
        "says_state": mark.state.value,
        "says_has_move": mark.has_move,
        "says_settled_at": now,
        **{f"says_{name}": getattr(mark, name) for name in _SETTLED},
    }
    if not connection.execute(_SETTLING, values).rowcount:  # it was done, or nobody has taken it up
        connection.execute(insert_new(_inbox).values(_new(mark.key, now)))
        connection.execute(_SETTLING, values)


def settle_repeated(connection: sa.Connection, mark: InboxMark, now: datetime) -> None:
    """Mark a mail whose cause was decided before as done too, unless it is that mail itself."""
    repeated = replace(mark, state=MailState.DONE, reason=_REPEATED, has_move=False, raw=None)
    state = connection.scalar(sa.select(_inbox.c.state).where(_is(mark.key)))
    if state in (None, MailState.SEEN):
        settle(connection, repeated, now)


def _is(key: MailKey) -> sa.ColumnElement[bool]:
    return sa.and_(*(_inbox.c[name] == value for name, value in asdict(key).items()))


def _new(key: MailKey, now: datetime) -> dict[str, object]:
    """Return the row of a mail of which nothing is known yet."""
    nothing = {"begun": 0, "failed": 0, "is_filed": False, "has_move": False, "is_adopted": False}
    return asdict(key) | {"state": MailState.SEEN.value, "first_seen": now} | nothing
