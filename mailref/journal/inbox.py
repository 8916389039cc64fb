"""Mails seen: each is taken up until it is decided, decided once, and then filed away."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, insert, select, update

from mailref.journal import schema
from mailref.journal.database import Database
from mailref.journal.records import InboxMark, MailKey, MailState, StoredMail, Tries

_inbox = schema.inbox
_ASIDE = (MailState.QUARANTINED, MailState.IGNORED)
_STORED = (
    "id", "account", "uid_validity", "uid", "state", "reason", "sender", "message_id",
    "received", "has_move", "settled_at",
)  # fmt: skip


class Inbox:
    """What is recorded of the mails that came in."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin_mail(self, key: MailKey, now: datetime) -> Tries:
        """Note, before anything of it is read, that a mail is taken up; return how often by now."""
        with self._database.writing() as connection:
            _ensure(connection, key, now)
            connection.execute(update(_inbox).where(_is(key)).values(begun=_inbox.c.begun + 1))
            return _tries(connection, key)

    def fail_mail(self, key: MailKey, error: str) -> Tries:
        """Note that a mail could not be dealt with, and return how often that was so."""
        failed = {"failed": _inbox.c.failed + 1, "last_error": error}
        with self._database.writing() as connection:
            connection.execute(update(_inbox).where(_is(key)).values(failed))
            return _tries(connection, key)

    def is_known(self, key: MailKey) -> bool:
        """Tell whether a mail was decided; one that was only taken up is still to be read."""
        wanted = select(_inbox.c.id).where(_is(key), _inbox.c.state != MailState.SEEN)
        with self._database.reading() as connection:
            return connection.scalar(wanted) is not None

    def known_uids(self, uid_validity: int, uids: range, account: str = "") -> frozenset[int]:
        """Return those of *uids* whose mails were decided."""
        wanted = select(_inbox.c.uid).where(
            _inbox.c.account == account,
            _inbox.c.uid_validity == uid_validity,
            _inbox.c.uid.between(uids[0], uids[-1]),
            _inbox.c.state != MailState.SEEN,
        )
        with self._database.reading() as connection:
            return frozenset(connection.scalars(wanted))

    def seen_fingerprint(self, fingerprint: str) -> bool:
        """Tell whether the same mail, perhaps under another UID, was decided."""
        wanted = select(_inbox.c.id).where(_inbox.c.fingerprint == fingerprint).limit(1)
        with self._database.reading() as connection:
            return connection.scalar(wanted) is not None

    def to_file(self, account: str = "") -> tuple[tuple[MailKey, MailState], ...]:
        """Return the mails that were decided and not yet filed away, in order of arrival."""
        wanted = (
            select(_inbox.c.uid_validity, _inbox.c.uid, _inbox.c.state)
            .where(
                _inbox.c.state.in_([state for state in MailState if state != MailState.SEEN]),
                _inbox.c.is_filed.is_(False),
                _inbox.c.account == account,
            )
            .order_by(_inbox.c.id)
        )
        with self._database.reading() as connection:
            return tuple(
                (MailKey(row.uid_validity, row.uid, account), MailState(row.state))
                for row in connection.execute(wanted)
            )

    def mark_filed(self, keys: Iterable[MailKey]) -> None:
        """Note that mails were filed away, or that the server allows no filing."""
        with self._database.writing() as connection:
            for key in keys:
                connection.execute(update(_inbox).where(_is(key)).values(is_filed=True))

    def set_aside(self, after_id: int = 0) -> tuple[StoredMail, ...]:
        """Return the quarantined and ignored mails that are kept whole, those after *after_id*."""
        wanted = (
            select(*(_inbox.c[name] for name in _STORED))
            .where(_inbox.c.id > after_id, _inbox.c.state.in_(_ASIDE), _inbox.c.raw.is_not(None))
            .order_by(_inbox.c.id)
        )
        with self._database.reading() as connection:
            return tuple(_stored(row) for row in connection.execute(wanted))

    def raw_mail(self, id: int) -> bytes | None:  # noqa: A002  as in StoredMail
        """Return a mail that is kept whole, as it came."""
        with self._database.reading() as connection:
            raw = connection.scalar(select(_inbox.c.raw).where(_inbox.c.id == id))
        return None if raw is None else bytes(raw)


def settle(connection: Connection, mark: InboxMark, now: datetime) -> None:
    """Write what a decision says of its mail; a mail set aside may still be adopted."""
    _ensure(connection, mark.key, now)
    said = {
        "state": mark.state.value,
        "reason": mark.reason,
        "fingerprint": mark.fingerprint,
        "message_id": mark.message_id,
        "sender": mark.sender,
        "received": mark.received,
        "has_move": mark.has_move,
        "settled_at": now,
        "raw": mark.raw,
    }
    # What an earlier decision said of the mail stays where this one is silent.
    values = {name: value for name, value in said.items() if value is not None}
    connection.execute(
        update(_inbox).where(_is(mark.key), _inbox.c.state != MailState.DONE).values(values)
    )


def settle_repeated(connection: Connection, mark: InboxMark, now: datetime) -> None:
    """Mark a mail whose cause was decided before as done too, unless it is that mail itself."""
    repeated = InboxMark(
        mark.key,
        MailState.DONE,
        "duplicate",
        fingerprint=mark.fingerprint,
        message_id=mark.message_id,
        sender=mark.sender,
        received=mark.received,
    )
    state = connection.scalar(select(_inbox.c.state).where(_is(mark.key)))
    if state in (None, MailState.SEEN):
        settle(connection, repeated, now)


def _is(key: MailKey) -> ColumnElement[bool]:
    return and_(
        _inbox.c.account == key.account,
        _inbox.c.uid_validity == key.uid_validity,
        _inbox.c.uid == key.uid,
    )


def _ensure(connection: Connection, key: MailKey, now: datetime) -> None:
    if connection.scalar(select(_inbox.c.id).where(_is(key))) is not None:
        return
    row = {
        "account": key.account,
        "uid_validity": key.uid_validity,
        "uid": key.uid,
        "state": MailState.SEEN.value,
        "first_seen": now,
        "begun": 0,
        "failed": 0,
        "is_filed": False,
        "has_move": False,
    }
    connection.execute(insert(_inbox), row)


def _tries(connection: Connection, key: MailKey) -> Tries:
    row = connection.execute(select(_inbox.c.begun, _inbox.c.failed).where(_is(key))).one()
    return Tries(row.begun, row.failed)


def _stored(row: Row[Any]) -> StoredMail:
    return StoredMail(
        id=row.id,
        key=MailKey(row.uid_validity, row.uid, row.account),
        state=MailState(row.state),
        reason=row.reason,
        sender=row.sender,
        message_id=row.message_id,
        received=row.received,
        has_move=row.has_move,
        settled_at=row.settled_at,
    )
