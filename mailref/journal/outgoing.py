"""What is recorded of the mails that go out: when each is to be sent, and what became of each try.

The bytes of mails: a mail is its segments in order, and what many mails share is stored once.

A picture that nobody refers to any more is dropped. While that is done nobody may write a mail that
refers to it: SQLite lets one process write at a time, on PostgreSQL the table is locked for it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from hashlib import sha256

import sqlalchemy as sa
from msgspec import Struct

from mailref.journal import schema
from mailref.journal.database import RecordPart, columns, insert_new
from mailref.journal.lease import is_at_work
from mailref.journal.recorded_games import (
    Blob,
    OutgoingCounts,
    OutgoingMail,
    OwedMail,
    Segment,
    first_handed_over,
)
from mailref.journal.senders import SentMail, SentTag

_blobs, _segments = schema.blobs, schema.segments
# Built once: to build a question takes longer than to answer it.
_ADDED, _ADDED_BLOBS = sa.insert(_segments), insert_new(_blobs)
_OF_NAMES = _blobs.c.sha256.in_(sa.bindparam("names", expanding=True))
_THERE = sa.select(_blobs.c.sha256).where(_OF_NAMES).with_for_update(key_share=True, read=True)
_BLOBS = sa.select(_blobs).where(_OF_NAMES)
_PARTS = (
    sa.select(_segments.c.mail, _segments.c.data, _segments.c.blob)
    .where(_segments.c.mail.in_(sa.bindparam("mails", expanding=True)))
    .order_by(_segments.c.mail, _segments.c.position)
)


def keep_segments(
    connection: sa.Connection, mails: Iterable[tuple[int, Sequence[Segment]]]
) -> None:
    """Store the segments of mails by their ids, each blob once."""
    names: dict[bytes, str] = {}
    rows = []
    for mail, parts in mails:
        for position, part in enumerate(parts):
            row: dict[str, object] = {"mail": mail, "position": position}
            match part:
                case Blob(data):
                    name = names.get(data) or names.setdefault(data, sha256(data).hexdigest())
                    row |= {"data": None, "blob": name}
                case _:
                    row |= {"data": part, "blob": None}
            rows.append(row)
    _keep_blobs(connection, {name: data for data, name in names.items()})
    if rows:
        connection.execute(_ADDED, rows)


def _keep_blobs(connection: sa.Connection, blobs: dict[str, bytes]) -> None:
    if not blobs:
        return
    # Held, so that nobody drops them before this mail refers to them.
    known = set(connection.scalars(_THERE, {"names": list(blobs)}))
    # In the same order by all who write them, so that no two wait for each other.
    rows = [{"sha256": name, "data": blobs[name]} for name in sorted(blobs.keys() - known)]
    if rows:
        connection.execute(_ADDED_BLOBS, rows)


def parts_of(
    connection: sa.Connection, mails: Sequence[int], blobs: dict[str, bytes]
) -> dict[int, list[bytes]]:
    """Return what each mail's bytes are joined of.

    *blobs* holds what the mails before were made of, and then what these are: the pictures of a
    thousand games at one ZAT are a hundred megabytes.
    """
    rows = connection.execute(_PARTS, {"mails": mails}).all()
    wanted = {blob for _, _, blob in rows if blob is not None}
    for name in blobs.keys() - wanted:
        del blobs[name]
    lacking = wanted - blobs.keys()
    if lacking:
        found = connection.execute(_BLOBS, {"names": list(lacking)})
        blobs |= {row.sha256: bytes(row.data) for row in found}
    parts: dict[int, list[bytes]] = {mail: [] for mail in mails}
    for mail, data, blob in rows:
        parts[mail].append(data if blob is None else blobs[blob])
    return parts


def drop_segments(connection: sa.Connection, mails: sa.Select[int]) -> int:
    """Drop the bytes of *mails* and the blobs nobody uses any more; return how many mails had some."""
    if connection.dialect.name == "postgresql":  # a mail that is written now may share a blob
        connection.execute(sa.text("LOCK TABLE blobs IN EXCLUSIVE MODE"))
    count = len(
        connection.scalars(
            sa.select(_segments.c.mail).where(_segments.c.mail.in_(mails)).distinct()
        ).all()
    )
    connection.execute(sa.delete(_segments).where(_segments.c.mail.in_(mails)))
    used = sa.select(_segments.c.blob).where(_segments.c.blob.is_not(None))
    connection.execute(sa.delete(_blobs).where(_blobs.c.sha256.not_in(used)))
    return count


_outbox = schema.outbox
_BATCH = 50
"""Mails of which what they do not share is held in memory at once while they are sent."""
SYNCED_EACH = 32
"""So many mails at most are sent again, under the same ids, where the power is lost while they leave."""
_LOT = 1000
"""Mails looked up at once."""


class _State(StrEnum):
    OWED = "owed"
    SENT = "sent"
    DEAD = "dead"


# Built once: a report to 400 is marked mail by mail, so that a crash repeats one at most.
_MARK_SENT = (
    sa.update(_outbox)
    .where(_outbox.c.id == sa.bindparam("mail"), _outbox.c.state == _State.OWED)
    .values(state=_State.SENT.value, settled_at=sa.bindparam("moment"))
)


_ALL = 2**62
_RECORDED = sa.select(_outbox.c.id).where(_outbox.c.recorded_at >= sa.bindparam("since"))
_OF_KINDS = _outbox.c.kind.in_(sa.bindparam("kinds", expanding=True))
_TO = _outbox.c.recipient == sa.bindparam("to")
_SINCE = {
    (bool(kinds), bool(to)): sa.select(sa.func.count()).select_from(
        _RECORDED.where(*kinds, *to).limit(sa.bindparam("most")).subquery()
    )
    for kinds in ((), (_OF_KINDS,))
    for to in ((), (_TO,))
}
"""How many mails were recorded since then; by whether it is about some kinds, and one address."""

_SENT_UNDER = (
    sa.select(*columns(_outbox, SentTag))
    .where(_outbox.c.message_id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(_outbox.c.id)
)
_DUE = (
    sa.select(_outbox.c.id, _outbox.c.due)
    .where(_outbox.c.state == _State.OWED, _outbox.c.due <= sa.bindparam("now"))
    .order_by(_outbox.c.due, _outbox.c.id)
    .limit(sa.bindparam("lot"))
)
_WHOLE = sa.select(*columns(_outbox, OwedMail)).where(
    _outbox.c.id.in_(sa.bindparam("mails", expanding=True))
)
_OWED = sa.insert(_outbox).returning(_outbox.c.id, sort_by_parameter_order=True)

_AS_MAIL = ("recipient", "message_id", "kind", "game", "round_tag", "is_private")
_REFUSED = (_outbox.c.state == _State.OWED, _outbox.c.attempts > 0, _outbox.c.last_error.like("5%"))


class RefusedMail(Struct, frozen=True):
    """A mail that a server refuses, and not because there is no such address."""

    id: int
    recipient: str
    attempts: int
    last_error: str | None


class Leaving(Struct, frozen=True):
    """From which mailbox mails leave, where there are several."""

    box: str
    """Its id; empty: that of [mail]."""
    further: Collection[str] = ()
    """The ids of the others: what was to leave from one that is gone leaves from that of [mail]."""

    @property
    def is_meant(self) -> sa.ColumnElement[bool]:
        if self.box:
            return _outbox.c.box == self.box
        return _outbox.c.box.is_(None) | _outbox.c.box.not_in(self.further)


class Outgoing(RecordPart):
    """Mails owed, sent and given up."""

    def unsent(
        self,
        now: datetime,
        *,
        cause: str = "",
        lot: int = _LOT,
        worker: str = "",
        leaving: Leaving | None = None,
    ) -> Iterator[OwedMail]:
        """Yield all that is due, the longest due first; it may be marked while this goes on.

        Only of decisions whose cause begins with *cause*, and *leaving* from one mailbox. They are
        looked up *lot* by *lot*. Where several share the work, what a *worker* gets no other gets as
        long as this one lives.
        """
        blobs: dict[str, bytes] = {}
        last: tuple[datetime, int] | None = None
        lot = _BATCH if worker else lot
        while True:
            due = _due_after(cause, last)
            due = due if leaving is None else due.where(leaving.is_meant)
            found = (
                self._claimed(due, now, worker)
                if worker
                else self._database.rows(due, now=now, lot=lot)
            )
            ids = [row.id for row in found]
            for start in range(0, len(ids), _BATCH):
                yield from self._loaded(ids[start : start + _BATCH], ids[-1], blobs)
            if len(found) < lot:
                return
            last = found[-1].due, found[-1].id

    def _claimed(
        self, due: sa.Select[tuple[int, datetime]], now: datetime, worker: str
    ) -> Sequence[sa.Row[tuple[int, datetime]]]:
        """Claim some of what is due: what nobody has claimed, or somebody who is gone."""
        claim = _outbox.c.claimed_by
        is_free = claim.is_(None) | (claim == worker) | ~is_at_work(claim)
        free = due.where(is_free)
        # A tick with nothing to do locks and writes nothing.
        if not self._database.rows(free, now=now, lot=1):
            return ()
        held = free.with_for_update(skip_locked=True)
        with self._database.writing() as connection:
            found = connection.execute(held, {"now": now, "lot": _BATCH}).all()
            ids = [row.id for row in found]
            connection.execute(
                sa.update(_outbox).where(_outbox.c.id.in_(ids)).values(claimed_by=worker)
            )
        return found

    def let_go(self, worker: str) -> None:
        """Leave to others what a worker claimed and did not send."""
        if not worker:
            return
        claimed = (_outbox.c.state == _State.OWED, _outbox.c.claimed_by == worker)
        self._database.change(sa.update(_outbox).where(*claimed).values(claimed_by=None))

    def mark_sent(self, id: int, now: datetime, *, is_followed: bool = False) -> None:  # noqa: A002  as in OwedMail
        """Note that the server has taken a mail over, at once for whatever process asks next.

        While others are about to follow, the disk is waited for with each `SYNCED_EACH`th only.
        """
        waits = not is_followed or id % SYNCED_EACH == 0
        if not waits:
            self._database.note(_MARK_SENT, mail=id, moment=now)
            return
        with self._database.writing() as connection:
            connection.execute(_MARK_SENT, {"mail": id, "moment": now})

    def last_number(self) -> int:
        """Return the number of the mail recorded last; 0 where there is none."""
        return self._database.scalar(sa.select(sa.func.max(_outbox.c.id))) or 0

    def mark_all_sent(self, now: datetime, after: int = 0) -> None:
        """Note that all mails owed, from those after number *after* on, have been sent before."""
        owed = (_outbox.c.state == _State.OWED, _outbox.c.id > after)
        self._database.change(
            sa.update(_outbox).where(*owed).values(state=_State.SENT.value, settled_at=now)
        )

    def mark_deferred(self, id: int, next_due: datetime, error: str) -> None:  # noqa: A002  as in OwedMail
        """Note that a try failed, and when the next one is due."""
        attempts = _outbox.c.attempts + 1
        self._settle(id, due=next_due, last_error=error, attempts=attempts, claimed_by=None)

    def mark_dead(self, id: int, error: str, now: datetime) -> None:  # noqa: A002  as in OwedMail
        """Note that a mail is given up."""
        self._settle(
            id,
            state=_State.DEAD.value,
            settled_at=now,
            last_error=error,
            attempts=_outbox.c.attempts + 1,
        )

    def recorded_since(
        self, since: datetime, *, kinds: Collection[str] = (), to: str = "", most: int = _ALL
    ) -> int:
        """Count the mails recorded at or after *since*, up to *most*: of these kinds, to this address."""
        asked = {"kinds": tuple(kinds)} if kinds else {}
        wanted = _SINCE[bool(kinds), bool(to)]
        return self._database.scalar(wanted, since=since, most=most, to=to, **asked) or 0

    def find_sent(self, message_ids: Sequence[str]) -> tuple[SentTag, ...]:
        """Return what our mails of these ids were about, in the order of the ids."""
        if not message_ids:
            return ()
        found = self._database.all(SentTag, _SENT_UNDER, ids=tuple(message_ids))
        place = {message_id: index for index, message_id in enumerate(message_ids)}
        return tuple(sorted(found, key=lambda sent: place[sent.message_id]))

    def newest_id(self, game: str, recipient: str, *, kinds: Collection[str]) -> str | None:
        """Return the id of the newest mail of these kinds about *game* to *recipient*."""
        wanted = (
            sa.select(_outbox.c.message_id)
            .where(_outbox.c.game == game, _outbox.c.recipient == recipient)
            .where(_outbox.c.kind.in_(kinds))
            # In this order an index holds them: the first found ends the search.
            .order_by(_outbox.c.recorded_at.desc(), _outbox.c.id.desc())
            .limit(1)
        )
        return self._database.scalar(wanted)

    def last_bytes(self, recipient: str, most: int) -> tuple[bytes, ...]:
        """Return the last mails recorded for *recipient* whose bytes are kept, the newest first."""
        wanted = (
            sa.select(_outbox.c.id)
            .where(sa.func.lower(_outbox.c.recipient) == recipient)
            .order_by(_outbox.c.id.desc())
            .limit(most)
        )
        ids = [row.id for row in self._database.rows(wanted)]
        return tuple(mail.data for mail in self._loaded(ids, 0, {})) if ids else ()

    def find_returned(self, message_ids: Sequence[str]) -> tuple[SentMail, ...]:
        """Return the mails of these ids that a server took over, the newest first."""
        wanted = (
            sa.select(*columns(_outbox, SentMail))
            .where(_outbox.c.message_id.in_(message_ids), _outbox.c.state == _State.SENT)
            .order_by(_outbox.c.id.desc())
        )
        return self._database.all(SentMail, wanted)

    def is_kept(self, id: int) -> bool:  # noqa: A002  as in OwedMail
        """Tell whether the bytes of a mail are still here, so that it can be sent once more."""
        return self._database.has(_segments.c.mail == id)

    def is_refused_for_now(self) -> bool:
        """Tell whether a mail waits that a server refused without saying that the address is gone."""
        return self._database.has(*_REFUSED)

    def refused_for_now(self) -> tuple[RefusedMail, ...]:
        """Return the mails that wait though a server refused them for good, the oldest first."""
        wanted = sa.select(*columns(_outbox, RefusedMail)).where(*_REFUSED)
        return self._database.all(RefusedMail, wanted.order_by(_outbox.c.id))

    def give_up_refused(self, recipients: Collection[str], now: datetime) -> int:
        """Give up what is refused, to these or to all; return how many mails that were."""
        refused = sa.update(_outbox).where(*_REFUSED, *_are_to(recipients))
        return self._database.change(refused.values(state=_State.DEAD.value, settled_at=now))

    def owe_dead_again(self, recipients: Collection[str], now: datetime) -> int:
        """Owe once more what was given up and is kept, to these or to all; return how many."""
        kept = sa.select(_segments.c.mail).distinct()
        dead = (_outbox.c.state == _State.DEAD, _outbox.c.id.in_(kept), *_are_to(recipients))
        values = {"state": _State.OWED.value, "due": now, "attempts": 0, "settled_at": None}
        return self._database.change(sa.update(_outbox).where(*dead).values(values))

    def handed_over(
        self, game: str, round_tag: str, *, kinds: Collection[str], recipients: Collection[str]
    ) -> datetime | None:
        """Return when the first such mail reached the server (rules 8).

        The far future where one waits and none has been taken over yet; None where there is none.
        """
        are_such = (_outbox.c.kind.in_(kinds), _outbox.c.recipient.in_(recipients))
        return first_handed_over(self._database, game, round_tag, *are_such)

    def next_due(self) -> datetime | None:
        """Return when the next try of any mail is due."""
        wanted = sa.select(sa.func.min(_outbox.c.due)).where(_outbox.c.state == _State.OWED)
        return self._database.scalar(wanted)

    def counts(self) -> OutgoingCounts:
        """Return how many mails wait to be sent, were sent and were given up."""
        state, was_tried = _outbox.c.state, _outbox.c.attempts > 0
        is_owed, is_sent = state == _State.OWED, state == _State.SENT
        counts = sa.select(
            sa.func.count().filter(sa.and_(is_owed, ~was_tried)).label("owed"),
            sa.func.count().filter(sa.and_(is_owed, was_tried)).label("deferred"),
            sa.func.count().filter(state == _State.DEAD).label("dead"),
            sa.func.min(_outbox.c.recorded_at).filter(is_owed).label("oldest"),
            sa.func.count().filter(is_sent).label("sent"),
            sa.func.max(_outbox.c.settled_at).filter(is_sent).label("last_sent"),
        )
        error = (
            sa.select(_outbox.c.last_error)
            .where(state != _State.SENT, _outbox.c.last_error.is_not(None))
            .order_by(_outbox.c.id.desc())
            .limit(1)
        )
        with self._database.reading() as connection:
            row = connection.execute(counts).one()
            return OutgoingCounts(**row._asdict(), last_error=connection.scalar(error))

    def forget_bytes(self, before: datetime, *, private_before: datetime) -> int:
        """Drop the bytes of mails settled before then; who got which id stays known.

        Those of a private one that was handed over earlier than the others.
        """
        is_old = _outbox.c.settled_at < before
        is_old_private = sa.and_(_outbox.c.is_private, _outbox.c.settled_at < private_before)
        settled = sa.select(_outbox.c.id).where(
            _outbox.c.state != _State.OWED, is_old | is_old_private
        )
        with self._database.writing() as connection:
            return drop_segments(connection, settled)

    def _loaded(self, ids: Sequence[int], last: int, blobs: dict[str, bytes]) -> Iterator[OwedMail]:
        with self._database.reading() as connection:
            rows = connection.execute(_WHOLE, {"mails": ids}).all()
            parts = parts_of(connection, ids, blobs)
        by_id = {row.id: row for row in rows}
        for id in ids:  # noqa: A001  as in OwedMail
            # Put together one by one: fifty reports at once are eight megabytes.
            said = by_id[id]._asdict()
            yield OwedMail(**said, data=b"".join(parts.pop(id)), is_followed=id != last)

    def _settle(self, id: int, **values: object) -> None:  # noqa: A002  as in OwedMail
        is_owed = (_outbox.c.id == id, _outbox.c.state == _State.OWED)
        self._database.change(sa.update(_outbox).where(*is_owed).values(**values))


def _due_after(cause: str, last: tuple[datetime, int] | None) -> sa.Select[tuple[int, datetime]]:
    """Return what asks for number and time of what is due, of those behind *last*."""
    wanted = _DUE.where(_outbox.c.cause.startswith(cause, autoescape=True)) if cause else _DUE
    if last is None:
        return wanted
    # One comparison, which begins in the index where the last lot ended: thousands are due at once.
    return wanted.where(sa.tuple_(_outbox.c.due, _outbox.c.id) > sa.tuple_(*last))


def _are_to(recipients: Collection[str]) -> Iterator[sa.ColumnElement[bool]]:
    """Yield what is true of mails to these addresses; where none are named nothing is asked."""
    if recipients:
        yield sa.func.lower(_outbox.c.recipient).in_([each.lower() for each in recipients])


def given_up(id: int, why: str) -> sa.Executable:  # noqa: A002  as in OwedMail
    """Give up a mail that came back, and that no server will take."""
    values = {"state": _State.DEAD.value, "last_error": why}
    return sa.update(_outbox).where(_outbox.c.id == id).values(values)


def owed_again(id: int, due: datetime, why: str) -> sa.Executable:  # noqa: A002  as in OwedMail
    """Owe a mail that came back, and whose bytes are kept, once more, later."""
    return (
        sa.update(_outbox)
        .where(_outbox.c.id == id)
        .values(
            state=_State.OWED.value,
            due=due,
            attempts=_outbox.c.attempts + 1,
            last_error=why,
            settled_at=None,
            claimed_by=None,
        )
    )


def owe(connection: sa.Connection, mails: Sequence[OutgoingMail], cause: str, at: datetime) -> None:
    """Record mails in the transaction of their decision."""
    if not mails:
        return
    owed = {"cause": cause, "recorded_at": at, "state": _State.OWED.value, "attempts": 0}
    rows = [
        {name: getattr(mail, name) for name in _AS_MAIL}
        | {"box": mail.box or None, "due": mail.not_before or at, **owed}
        for mail in mails
    ]
    ids = connection.scalars(_OWED, rows).all()
    keep_segments(connection, zip(ids, (mail.segments for mail in mails), strict=True))


def give_up_to(connection: sa.Connection, recipients: Collection[str], now: datetime) -> None:
    """Give up what is owed to these addresses, in small letters."""
    is_owed = (_outbox.c.state == _State.OWED, sa.func.lower(_outbox.c.recipient).in_(recipients))
    values = {"state": _State.DEAD.value, "settled_at": now}
    connection.execute(sa.update(_outbox).where(*is_owed).values(values))


def drop_bytes(
    connection: sa.Connection, games: Collection[str], recipients: Collection[str]
) -> None:
    """Drop the bytes of what was sent about these games, and of all that went to these addresses."""
    is_sent = (_outbox.c.state == _State.SENT) & _outbox.c.game.in_(games)
    is_to_them = sa.func.lower(_outbox.c.recipient).in_(recipients)
    drop_segments(connection, sa.select(_outbox.c.id).where(is_sent | is_to_them))
