"""What is recorded of the mails that go out: when each is to be sent, and what became of each try.

The bytes of mails: a mail is its segments in order, and what many mails share is stored once.

A picture that nobody refers to any more is dropped. While that is done nobody may write a mail that
refers to it: SQLite lets one process write at a time, on PostgreSQL the table is locked for it.

Mails seen: each is taken up until it is decided, decided once, and then filed away.

What is recorded of people who write: asked back, held back for a daily list, read in vain, unreachable.

Also what a mail of ours was that they answer, or that comes back.

What writes is a statement, carried out with its decision.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from typing import Final
from zlib import Z_HUFFMAN_ONLY, compress, compressobj, decompress

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy.dialects.sqlite import insert

from mailref.journal import schema
from mailref.journal.installation import is_at_work
from mailref.journal.parts import begin_month, empty_settled
from mailref.journal.prepared import Filled, ask, change
from mailref.journal.recorded_games import (
    HANDED_OVER,
    Blob,
    OutgoingCounts,
    OutgoingMail,
    OwedMail,
    Segment,
    first_handed_over,
)
from mailref.journal.schema import RecordPart, columns, insert_new, read_row
from mailref.post.ports import dots_doubled, line_ends
from mailref.structs import shown_without

_questions, _orders = schema.questions, schema.orders_under_mails


class SentTag(Struct, frozen=True):
    """The game and round that a mail of ours was about."""

    game: str | None
    round_tag: str | None
    kind: str
    recipient: str
    message_id: str = ""
    recorded_at: datetime | None = None
    cause: str = ""


class SentMail(Struct, frozen=True):
    """A mail of ours that may have come back."""

    id: int
    recipient: str
    message_id: str
    attempts: int


class AskedBack(Struct, frozen=True):
    """A question to the sender of a mail, which waits for his yes."""

    token: str
    fingerprint: str
    """Of the mail that waits."""
    sender: str
    why: str
    asked_at: datetime
    settled_at: datetime | None = None
    """When it was answered, or asked anew: then its token is spent. Of a no in a club when it was asked."""

    @property
    def offer(self) -> int:
        """Return the number of the offer, of a question about one."""
        return int(self.fingerprint.partition(":")[2] or 0)


class Questions(RecordPart):
    """What is recorded of questions and of orders carried out."""

    def find(self, tokens: Collection[str]) -> tuple[AskedBack, ...]:
        """Return the questions of these tokens, those that wait last."""
        return self._database.all(AskedBack, _OF_TOKENS, tokens=list(tokens))

    def times_asked(self, fingerprint: str) -> int:
        """Count how often a mail's sender was asked about it."""
        return self._database.count(_questions.c.fingerprint == fingerprint)

    def waiting_since(
        self, since: datetime, *, why: str | None = None, sender: str | None = None
    ) -> int:
        """Count the questions put at or after *since* that nobody has answered: for this reason, to him."""
        given = {"since": since, "why": why, "sender": sender}
        wanted = _HOW_MANY_WAIT[why is not None, sender is not None]
        said = {name: value for name, value in given.items() if value is not None}
        return self._database.scalar(wanted, **said) or 0

    def waiting(self, since: datetime) -> tuple[AskedBack, ...]:
        """Return the questions put at or after *since* that nobody has answered, oldest first."""
        return self._database.all(AskedBack, _UNANSWERED, since=since)

    def asked_since(self, since: datetime, *, why: str) -> tuple[datetime, ...]:
        """Return when questions were put for this reason, at or after *since*, oldest first."""
        return tuple(
            row.asked_at for row in self._database.rows(_ASKED_SINCE, why=why, since=since)
        )

    def times_asked_since(self, since: datetime, *, why: str, sender: str) -> int:
        """Count the questions put to somebody for this reason, at or after *since*, answered or not."""
        of_his = (_questions.c.why == why, _questions.c.sender == sender)
        return self._database.count(*of_his, _questions.c.asked_at >= since)

    def forget(self, before: datetime, *, why: str) -> None:
        """Drop the questions of this reason that were put before then and never answered."""
        self._database.change(Filled(_NEVER_ANSWERED, {"why": why, "until": before}))

    def last_asked(self, why: str, sender: str) -> datetime | None:
        """Return when somebody was last asked for this reason."""
        wanted = sa.select(sa.func.max(_questions.c.asked_at)).where(
            _questions.c.why == why, _questions.c.sender == sender
        )
        return self._database.scalar(wanted)

    def orders_under(self, message_id: str) -> frozenset[str]:
        """Return the digests of the orders carried out in answer to a mail of ours."""
        found = self._database.rows(_ORDERS_UNDER, mail=message_id)
        return frozenset(row.order_digest for row in found)


_WAITS: Final = (_questions.c.settled_at.is_(None), _questions.c.asked_at >= sa.bindparam("since"))
_OF_TOKENS: Final = (
    sa.select(*columns(_questions, AskedBack))
    .where(_questions.c.token.in_(sa.bindparam("tokens", expanding=True)))
    .order_by(_questions.c.settled_at.is_(None), _questions.c.asked_at)
)
_UNANSWERED: Final = (
    sa.select(*columns(_questions, AskedBack))
    .where(*_WAITS)
    .order_by(_questions.c.asked_at, _questions.c.token)
)
_WHY: Final = _questions.c.why == sa.bindparam("why")
_SENDER: Final = _questions.c.sender == sa.bindparam("sender")
_HOW_MANY_WAIT: Final = {
    (has_why, has_sender): sa.select(sa.func.count()).where(
        *_WAITS, *((_WHY,) if has_why else ()), *((_SENDER,) if has_sender else ())
    )
    for has_why in (False, True)
    for has_sender in (False, True)
}
_ASKED_SINCE: Final = (
    sa.select(_questions.c.asked_at)
    .where(_WHY, _questions.c.asked_at >= sa.bindparam("since"))
    .order_by(_questions.c.asked_at)
)
_NEVER_ANSWERED: Final = sa.delete(_questions).where(
    _WHY, _questions.c.settled_at.is_(None), _questions.c.asked_at < sa.bindparam("until")
)
_ORDERS_UNDER: Final = sa.select(_orders.c.order_digest).where(
    _orders.c.message_id == sa.bindparam("mail")
)
_ASKED: Final = sa.insert(_questions)
_ORDERED: Final = insert_new(_orders)
_SPENT: Final = (
    sa.update(_questions)
    .where(_questions.c.token == sa.bindparam("spent"))
    .values(settled_at=sa.bindparam("now"))
)


def asked(question: AskedBack) -> Filled:
    """Note, with the decision that asks it, a question."""
    return Filled(_ASKED, asdict(question))


def settled(token: str, now: datetime) -> Filled:
    """Note, with what follows from it, that a question was answered: its token is spent."""
    return Filled(_SPENT, {"spent": token, "now": now})


def ordered(
    message_ids: Collection[str], digests: Collection[str], now: datetime
) -> Iterator[Filled]:
    """Note, with their decision, orders carried out in answer to mails of ours."""
    for message_id in message_ids:
        for digest in digests:
            row = {"message_id": message_id, "order_digest": digest, "recorded_at": now}
            yield Filled(_ORDERED, row)


_withheld, _notices = schema.withheld_answers, schema.sender_notices


class WithheldAnswer(Struct, frozen=True):
    """A move whose answer was withheld; the texts are empty where the answer was about none."""

    recipient: str
    day: date
    title: str = ""
    round_tag: str = ""
    move: str = ""


class HeldNotice(Struct, frozen=True):
    """A mail about a sender that did not go to the game master."""

    sender: str
    day: date
    line: str
    """By which he knows again what the sender wrote."""


_PASSED_ON: Final = sa.select(sa.func.count()).where(
    _notices.c.sender == sa.bindparam("sender"),
    _notices.c.day == sa.bindparam("day"),
    _notices.c.line.is_(None),
)
_OF_OLD: Final = tuple(
    sa.delete(each).where(each.c.day < sa.bindparam("until")) for each in (_withheld, _notices)
)
_WITHHELD_BEFORE = (
    sa.select(*columns(_withheld, WithheldAnswer))
    .where(_withheld.c.day < sa.bindparam("until"))
    .order_by(_withheld.c.id)
)
_HELD_BEFORE = (
    sa.select(*columns(_notices, HeldNotice))
    .where(_notices.c.day < sa.bindparam("until"), _notices.c.line.is_not(None))
    .order_by(_notices.c.sender, _notices.c.id)
)


class Backlog(RecordPart):
    """What is recorded of mails that were not sent at once."""

    def withheld_before(self, day: date) -> tuple[WithheldAnswer, ...]:
        """Return the answers withheld before *day*, oldest first."""
        return self._database.all(WithheldAnswer, _WITHHELD_BEFORE, until=day)

    def passed_on(self, sender: str, day: date) -> int:
        """Count the mails about *sender* that went to the game master on *day*."""
        return self._database.scalar(_PASSED_ON, sender=sender, day=day) or 0

    def held_before(self, day: date) -> tuple[HeldNotice, ...]:
        """Return the mails held back before *day*, sender by sender, oldest first."""
        return self._database.all(HeldNotice, _HELD_BEFORE, until=day)

    def forget(self, before: date) -> None:
        """Drop what is of days before *before*: nobody is left whom it could be told."""
        self._database.change(*(Filled(each, {"until": before}) for each in _OF_OLD))


def withhold(answers: Sequence[WithheldAnswer]) -> tuple[sa.Executable, ...]:
    """Note answers that were withheld."""
    return tuple(sa.insert(_withheld).values(asdict(each)) for each in answers)


def summed_up(recipient: str, before: date) -> sa.Executable:
    """Note that *recipient* got a summary of the answers withheld before that day."""
    return sa.delete(_withheld).where(_withheld.c.recipient == recipient, _withheld.c.day < before)


def passed_on(sender: str, day: date) -> sa.Executable:
    """Note that a mail about *sender* goes to the game master."""
    return sa.insert(_notices).values(sender=sender, day=day)


def hold_back(notice: HeldNotice) -> sa.Executable:
    """Note that a mail about a sender was held back."""
    return sa.insert(_notices).values(asdict(notice))


def told_of(before: date) -> sa.Executable:
    """Note that the game master got the list of what was held back before that day."""
    return sa.delete(_notices).where(_notices.c.day < before)


_bounces = schema.bounces
_STOPPED = (
    sa.select(
        _bounces.c.address,
        sa.func.max(_bounces.c.moment).label("since"),
        sa.func.max(_bounces.c.why).label("why"),
    )
    .where(_bounces.c.is_gone.is_(True))
    .group_by(_bounces.c.address)
    .having(sa.func.count() >= sa.bindparam("most"))
    .order_by(_bounces.c.address)
)
MOST_BOUNCES = 3
"""After so many mails that came back because the address is gone, no more goes there."""


class Returned(Struct, frozen=True):
    """A mail of ours that came back, or that a server refused."""

    address: str
    message_id: str
    is_gone: bool
    """Whether because there is no such address (5.1.x, 5.2.1), and not for now."""
    why: str
    """In the server's words."""


class Stopped(Struct, frozen=True):
    """An address to which no more mail goes."""

    address: str
    since: datetime
    why: str


class Bounces(RecordPart):
    """What is recorded of mails that came back."""

    def has(self, address: str, message_id: str, *, is_gone: bool) -> bool:
        """Tell whether it is known already that this mail came back from there."""
        return self._database.has(
            _bounces.c.address == address,
            _bounces.c.message_id == message_id,
            _bounces.c.is_gone.is_(is_gone),
        )

    def count(self, address: str, *, is_gone: bool) -> int:
        """Count the mails that came back from there, for good or for now."""
        return self._database.count(_bounces.c.address == address, _bounces.c.is_gone.is_(is_gone))

    def stopped(self) -> tuple[Stopped, ...]:
        """Return the addresses to which no more mail goes, with the last reason given."""
        return self._database.all(Stopped, _STOPPED, most=MOST_BOUNCES)

    def forgive(self, address: str) -> None:
        """Let mail go there again."""
        self._database.change(forgiven(address))


def noted(returned: Returned, now: datetime) -> sa.Executable:
    """Note, with the decision it leads to, that a mail came back."""
    row = asdict(returned) | {"address": returned.address.lower(), "moment": now}
    return sa.insert(_bounces).values(row)


_FORGIVEN = sa.delete(_bounces).where(_bounces.c.address == sa.bindparam("address"))


def forgiven(address: str) -> Filled:
    """Forget what came back from there: somebody writes from there, or says that it is right."""
    return Filled(_FORGIVEN, {"address": address.lower()})


_mails = schema.mails_in_vain


class MailInVain(Struct, frozen=True):
    """A mail in which nothing could be read."""

    sender: str
    gist: str
    """What it says beside what we said, but for numbers, dates and ids."""
    is_answered: bool


class InVain(RecordPart):
    """What is recorded of mails in which nothing could be read."""

    def of(self, sender: str) -> tuple[MailInVain, ...]:
        """Return the mails of *sender* since one that could be read, oldest first."""
        return self._database.all(MailInVain, _IN_VAIN, sender=sender)


def one_more(mail: MailInVain) -> Filled:
    """Note one more such mail."""
    return Filled(_ONE_MORE, asdict(mail) | {"is_quick": False})


_IN_VAIN: Final = (
    sa.select(*columns(_mails, MailInVain))
    .where(_mails.c.sender == sa.bindparam("sender"))
    .order_by(_mails.c.id)
)
_ONE_MORE: Final = sa.insert(_mails)
_OVER = sa.delete(_mails).where(_mails.c.sender == sa.bindparam("sender"))


def over(sender: str) -> Filled:
    """Note that *sender* wrote something that can be read."""
    return Filled(_OVER, {"sender": sender})


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
        change(connection, _ADDED, *rows)


def _keep_blobs(connection: sa.Connection, blobs: dict[str, bytes]) -> None:
    if not blobs:
        return
    # Held, so that nobody drops them before this mail refers to them.
    known = {row.sha256 for row in ask(connection, _THERE, {"names": list(blobs)})}
    # In the same order by all who write them, so that no two wait for each other.
    rows = [{"sha256": name, "data": packed(blobs[name])} for name in sorted(blobs.keys() - known)]
    if rows:
        change(connection, _ADDED_BLOBS, *rows)


_PACKED = b"\0z"
"""Begins what is packed: no part of a mail holds a NUL, nor do those that earlier versions wrote."""
_PNG = b"iVBORw0KGgo"
_WORTH_PACKING = 1000


def packed(data: bytes) -> bytes:
    """Return a blob as it is stored: text takes a quarter of the room, a picture as much as before."""
    return data if len(data) < _WORTH_PACKING or _PNG in data else _PACKED + compress(data, 1)


def unpacked(stored: bytes) -> bytes:
    """Return a blob or part as it was before it was stored, by whatever version."""
    return decompress(stored[len(_PACKED) :]) if stored.startswith(_PACKED) else stored


def parts_of(
    connection: sa.Connection, mails: Sequence[int], blobs: dict[str, bytes]
) -> dict[int, list[bytes]]:
    """Return what each mail's bytes are joined of.

    *blobs* holds what the mails before were made of, and then what these are: the pictures of a
    thousand games at one ZAT are a hundred megabytes.
    """
    rows = ask(connection, _PARTS, {"mails": mails})
    wanted = {blob for _, _, blob in rows if blob is not None}
    for name in blobs.keys() - wanted:
        del blobs[name]
    lacking = wanted - blobs.keys()
    if lacking:
        found = ask(connection, _BLOBS, {"names": list(lacking)})
        blobs |= {row.sha256: unpacked(bytes(row.data)) for row in found}
    parts: dict[int, list[bytes]] = {mail: [] for mail in mails}
    for mail, data, blob in rows:
        parts[mail].append(unpacked(bytes(data)) if blob is None else blobs[blob])
    return parts


def _dotted(parts: Iterable[bytes]) -> bytes | None:
    """Return a mail as SMTP takes it (RFC 5321 4.5.2); None where a line of it does not end in CRLF."""
    found, begins_line = [], True
    for part in filter(None, parts):
        looked_at = _part_dotted(part)
        if looked_at is None:
            return None
        if begins_line and part.startswith(b"."):
            found.append(b".")
        found.append(looked_at)
        begins_line = part.endswith(b"\n")
    return b"".join(found) if begins_line else None


@lru_cache(maxsize=64)
def _part_dotted(part: bytes) -> bytes | None:
    """Return a part of a mail so: what hundreds share is looked at once, not with each that is handed over."""
    return dots_doubled(part) if line_ends(part) in (None, "\r\n") else None


_PICTURE = re.compile(rb"(?<=\r\n\r\n)iVBORw0KGgo[A-Za-z0-9+/=\r\n]{4000,}(?=\r\n)")
"""A picture in PNG as the lines of a base64 part, below the empty line that ends the head of the part."""
NO_PICTURE = (
    b"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNgYAAAAAMAASsJTYQA\r\n"
    b"AAAASUVORK5CYII=\r\n"
)
"""A single pixel that nobody sees, as such lines."""
_AT_REST_AT_ONCE = 200
"""So many mails are packed in one transaction."""


def _put_at_rest(connection: sa.Connection, mails: Sequence[int]) -> None:
    """Write the parts of mails anew as they are kept once these were handed over.

    Parts that only become smaller would leave their pages a third full on SQLite.
    """
    are_theirs = _segments.c.mail.in_(mails)
    kept = sa.select(_segments).where(are_theirs).order_by(_segments.c.mail, _segments.c.position)
    rows = [row._asdict() for row in connection.execute(kept)]
    if rows:
        connection.execute(sa.delete(_segments).where(are_theirs))
        connection.execute(_ADDED, [row | {"data": _at_rest(row["data"])} for row in rows])


def _at_rest(data: bytes | None) -> bytes | None:
    """Return a part of a mail without pictures, and packed where that is worth it."""
    if data is None or len(data) < _WORTH_PACKING or data.startswith(_PACKED):
        return data
    return _PACKED + compress(_PICTURE.sub(NO_PICTURE, data))


def drop_segments(connection: sa.Connection, mails: sa.Select[int]) -> int:
    """Drop the bytes of *mails* and the blobs nobody uses any more; return how many mails had some."""
    if connection.dialect.name == "postgresql":  # a mail that is written now may share a blob
        connection.execute(sa.text("LOCK TABLE blobs IN EXCLUSIVE MODE"))
    are_theirs = _segments.c.mail.in_(mails)
    count = sa.select(sa.func.count(_segments.c.mail.distinct())).where(are_theirs)
    found = connection.scalar(count) or 0
    connection.execute(sa.delete(_segments).where(are_theirs))
    is_used = sa.exists().where(_segments.c.blob == _blobs.c.sha256)
    connection.execute(sa.delete(_blobs).where(~is_used))
    return found


def _at_rest_shared(data: bytes) -> bytes:
    """Return a blob packed: the lines of base64 have six bits of every eight, and hardly repeat."""
    packer = compressobj(strategy=Z_HUFFMAN_ONLY)
    found = _PACKED + packer.compress(data) + packer.flush()
    return found if len(found) < len(data) else data


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
_TO = _outbox.c.recipient == sa.bindparam("to")
_LEFT_AT_ONCE = sa.or_(_outbox.c.due <= _outbox.c.recorded_at, _outbox.c.attempts > 0)


@lru_cache(maxsize=16)
def _since(kinds: tuple[str, ...], *, to_one: bool, at_once: bool) -> sa.Select[int]:
    """Return what counts the mails recorded since then: of some kinds, which are few, or to one address."""
    found = _RECORDED.where(_TO) if to_one else _RECORDED
    if at_once:
        found = found.where(_LEFT_AT_ONCE)
    if kinds:
        # Each by itself: a list is written out anew with every question.
        found = found.where(_outbox.c.kind.in_([sa.literal(each) for each in kinds]))
    return sa.select(sa.func.count()).select_from(found.limit(sa.bindparam("most")).subquery())


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
_NEXT_DUE = sa.select(sa.func.min(_outbox.c.due)).where(_outbox.c.state == _State.OWED)
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
    further: tuple[str, ...] = ()
    """The ids of the others: what was to leave from one that is gone leaves from that of [mail]."""

    @property
    def is_meant(self) -> sa.ColumnElement[bool]:
        if self.box:
            return _outbox.c.box == self.box
        return _outbox.c.box.is_(None) | _outbox.c.box.not_in(self.further)


_SUCH: Final = HANDED_OVER.where(
    _outbox.c.kind.in_(sa.bindparam("kinds", expanding=True)),
    _outbox.c.recipient.in_(sa.bindparam("recipients", expanding=True)),
)
_NEWEST_ID: Final = (
    sa.select(_outbox.c.message_id)
    .where(_outbox.c.game == sa.bindparam("game"))
    .where(_outbox.c.recipient == sa.bindparam("recipient"))
    .where(_outbox.c.kind.in_(sa.bindparam("kinds", expanding=True)))
    # In this order an index holds them: the first found ends the search.
    .order_by(_outbox.c.recorded_at.desc(), _outbox.c.id.desc())
    .limit(1)
)
_ONE_REFUSED: Final = sa.select(sa.literal(1)).where(*_REFUSED).limit(1)
_LAST_TO: Final = (
    sa.select(_outbox.c.id)
    .where(sa.func.lower(_outbox.c.recipient) == sa.bindparam("recipient"))
    .order_by(_outbox.c.id.desc())
    .limit(sa.bindparam("most"))
)


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
            if leaving is None:
                due = _due_after(cause, last)
            elif cause or last:
                due = _due_after(cause, last).where(leaving.is_meant)
            else:
                due = _due_leaving(leaving)
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

    def due_from(self, now: datetime, cause: str = "") -> frozenset[str]:
        """Return the ids of the mailboxes from which mail is due, "" for that of [mail]."""
        wanted = _boxes_of(_due_after(cause, None)) if cause else _DUE_FROM
        found = self._database.rows(wanted, now=now)
        return frozenset(row.box or "" for row in found)

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
            change(connection, _MARK_SENT, {"mail": id, "moment": now})

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
        self,
        since: datetime,
        *,
        kinds: Collection[str] = (),
        to: str = "",
        most: int = _ALL,
        at_once: bool = False,
    ) -> int:
        """Count the mails recorded at or after *since*, up to *most*: of these kinds, to this address.

        *at_once*: only those that were to leave then, not later.
        """
        wanted = _since(tuple(kinds), to_one=bool(to), at_once=at_once)
        return self._database.scalar(wanted, since=since, most=most, to=to) or 0

    def put_off(self, now: datetime, *, kinds: Collection[str]) -> int:
        """Count the mails of these kinds whose time to leave is still to come, and that were not tried."""
        is_owed = sa.and_(_outbox.c.state == _State.OWED, _outbox.c.attempts == 0)
        return self._database.count(is_owed, _outbox.c.due > now, _outbox.c.kind.in_(kinds))

    def find_sent(self, message_ids: Sequence[str]) -> tuple[SentTag, ...]:
        """Return what our mails of these ids were about, in the order of the ids."""
        if not message_ids:
            return ()
        found = self._database.all(SentTag, _SENT_UNDER, ids=tuple(message_ids))
        place = {message_id: index for index, message_id in enumerate(message_ids)}
        return tuple(sorted(found, key=lambda sent: place[sent.message_id]))

    def newest_id(self, game: str, recipient: str, *, kinds: Collection[str]) -> str | None:
        """Return the id of the newest mail of these kinds about *game* to *recipient*."""
        return self._database.scalar(_NEWEST_ID, game=game, recipient=recipient, kinds=list(kinds))

    def last_bytes(self, recipient: str, most: int) -> tuple[bytes, ...]:
        """Return the last mails recorded for *recipient* whose bytes are kept, the newest first."""
        found = self._database.rows(_LAST_TO, recipient=recipient, most=most)
        ids = [row.id for row in found]
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
        return self._database.scalar(_ONE_REFUSED) is not None

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
        such = {"kinds": list(kinds), "recipients": list(recipients)}
        return first_handed_over(self._database, _SUCH, game=game, tag=round_tag, **such)

    def next_due(self) -> datetime | None:
        """Return when the next try of any mail is due."""
        return self._database.scalar(_NEXT_DUE)

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
        # Of all that was ever sent, only the last mails have bytes.
        since = sa.select(sa.func.min(_segments.c.mail)).scalar_subquery()
        settled = sa.select(_outbox.c.id).where(
            _outbox.c.id >= since, _outbox.c.state != _State.OWED, is_old | is_old_private
        )
        dropped = empty_settled(self._database, before)
        with self._database.writing() as connection:
            return dropped + drop_segments(connection, settled)

    def begin_month(self, now: datetime) -> None:
        """Let the mails of a new month lie by themselves, where they are many."""
        begin_month(self._database, now)

    def thin_out(self, before: datetime) -> int:
        """Take the pictures out of mails to one reader handed over before then, and pack their texts.

        What comes back for a time is sent again without its picture: the text has the board, too. Return
        of how many mails.
        """
        sent = sa.select(_outbox.c.id).where(
            _outbox.c.state == _State.SENT, _outbox.c.settled_at < before
        )
        data, mail = _segments.c.data, _segments.c.mail
        is_large = sa.func.length(data) >= _WORTH_PACKING
        is_new = sa.func.substr(data, 1, len(_PACKED)) != _PACKED
        large = sa.select(mail).where(is_large, is_new, mail.in_(sent)).distinct()
        large = large.order_by(mail).limit(_AT_REST_AT_ONCE)
        last, thinned = 0, 0
        # Lot by lot: a month of mails is a hundred megabytes, and others want to write meanwhile.
        while True:
            with self._database.writing() as connection:
                found = connection.scalars(large.where(mail > last)).all()
                _put_at_rest(connection, found)
            thinned += len(found)
            if len(found) < _AT_REST_AT_ONCE:
                break
            last = found[-1]
        self._pack_pictures(sent)
        return thinned

    def _pack_pictures(self, sent: sa.Select[int]) -> None:
        """Pack what mails that were sent share, as far as it was not when they were recorded: pictures."""
        is_new = sa.func.substr(_blobs.c.data, 1, len(_PACKED)) != _PACKED
        of_sent = sa.select(_segments.c.blob).where(_segments.c.mail.in_(sent))
        large = sa.select(_blobs).where(sa.func.length(_blobs.c.data) >= _WORTH_PACKING, is_new)
        large = large.where(_blobs.c.sha256.in_(of_sent)).order_by(_blobs.c.sha256).limit(_BATCH)
        last = ""
        while True:
            with self._database.writing() as connection:
                found = connection.execute(large.where(_blobs.c.sha256 > last)).all()
                for row in found:
                    kept = {"data": _at_rest_shared(bytes(row.data))}
                    named = _blobs.c.sha256 == row.sha256
                    connection.execute(sa.update(_blobs).where(named).values(kept))
            if len(found) < _BATCH:
                return
            last = found[-1].sha256

    def _loaded(self, ids: Sequence[int], last: int, blobs: dict[str, bytes]) -> Iterator[OwedMail]:
        with self._database.reading() as connection:
            rows = ask(connection, _WHOLE, {"mails": ids})
            parts = parts_of(connection, ids, blobs)
        by_id = {row.id: row for row in rows}
        for id in ids:  # noqa: A001  as in OwedMail
            # Put together one by one: fifty reports at once are eight megabytes.
            said, own = by_id[id]._asdict(), parts.pop(id)
            data = b"".join(own)
            yield OwedMail(**said, data=data, is_followed=id != last, dotted=_dotted(own))

    def _settle(self, id: int, **values: object) -> None:  # noqa: A002  as in OwedMail
        is_owed = (_outbox.c.id == id, _outbox.c.state == _State.OWED)
        self._database.change(sa.update(_outbox).where(*is_owed).values(**values))


@lru_cache(maxsize=64)
def _due_leaving(leaving: Leaving) -> sa.Select[tuple[int, datetime]]:
    return _DUE.where(leaving.is_meant)


def _boxes_of(due: sa.Select[tuple[int, datetime]]) -> sa.Select[str | None]:
    return due.with_only_columns(_outbox.c.box).distinct().order_by(None).limit(None)


_DUE_FROM = _boxes_of(_DUE)


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
    ids = _numbers(connection, rows)
    keep_segments(connection, zip(ids, (mail.segments for mail in mails), strict=True))


def _numbers(connection: sa.Connection, rows: Sequence[Mapping[str, object]]) -> Sequence[int]:
    """Write the rows of mails, and return their numbers; PostgreSQL takes them all at once."""
    if connection.dialect.name != "sqlite":
        return connection.scalars(_OWED, rows).all()
    return [number for row in rows for (number,) in ask(connection, _OWED, row)]


def give_up_to(connection: sa.Connection, recipients: Collection[str], now: datetime) -> None:
    """Give up what is owed to these addresses, in small letters."""
    is_owed = (_outbox.c.state == _State.OWED, sa.func.lower(_outbox.c.recipient).in_(recipients))
    values = {"state": _State.DEAD.value, "settled_at": now}
    connection.execute(sa.update(_outbox).where(*is_owed).values(values))


def drop_bytes(
    connection: sa.Connection, games: Collection[str], recipients: Collection[str]
) -> None:
    """Drop the bytes of what was sent about these games or none, and of all that went to these addresses.

    What is about no game may name anybody: offers and invitations of a club, lists of games.
    """
    is_about = _outbox.c.game.in_(games) | _outbox.c.game.is_(None)
    is_sent = (_outbox.c.state == _State.SENT) & is_about
    is_to_them = sa.func.lower(_outbox.c.recipient).in_(recipients)
    drop_segments(connection, sa.select(_outbox.c.id).where(is_sent | is_to_them))


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


_OF_FINGERPRINT: Final = _inbox.c.fingerprint == sa.bindparam("fingerprint")
_WRITER_OF: Final = sa.select(_inbox.c.sender).where(_OF_FINGERPRINT).limit(1)
_ASKED_ABOUT: Final = (
    sa.select(_inbox.c.raw, _inbox.c.received, _inbox.c.account)
    .where(_OF_FINGERPRINT, _inbox.c.raw.is_not(None))
    .limit(1)
)


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
        found = [_named(key) for key in keys]
        if len(found) == 1:
            self._database.note(_FILED, **found[0])
            return
        with self._database.jotting() as connection:
            change(connection, _FILED, *found)

    def set_aside(self) -> tuple[StoredMail, ...]:
        """Return the quarantined and ignored mails that are kept whole."""
        return self._database.all(StoredMail, _SET_ASIDE)

    def writer_of(self, cause: str) -> str:
        """Return the sender of the mail that caused a decision; "" where none did, or it is forgotten."""
        of, _, fingerprint = cause.partition(":")
        if of != "mail" or not fingerprint:
            return ""
        return self._database.scalar(_WRITER_OF, fingerprint=fingerprint) or ""

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
        rows = self._database.rows(_ASKED_ABOUT, fingerprint=fingerprint)
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
    if not change(connection, _SETTLING, values):  # it was done, or nobody has taken it up
        connection.execute(insert_new(_inbox).values(_new(mark.key, now)))
        change(connection, _SETTLING, values)


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
