"""Parts of the tables that grow with each mail: on PostgreSQL mails and their bytes lie by month.

A part holds the mails whose ids begin with the same million. With a new month the ids go on in the next part,
where the last one has mails enough to be worth it, so that a part is a month of a large service, and a small
club has one for years. They are told by ids, and not by a date in each row: whoever asks for a mail names its
id, so one part is looked into; and keys stay what they are on SQLite, which has no parts.

Bytes that nobody keeps any more go with their part, at once; to delete row by row takes hours of ten million,
and leaves their room to be swept. As a lock waits for whoever reads, and all others for the lock, a part that
is in use is left until the next day.
"""

import re
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial

import sqlalchemy as sa

from mailref.errors import BusyError
from mailref.journal.schema import Database, outbox, segments

SIZE = 1_000_000
"""So many ids a part has."""
_AHEAD = 2
"""So many parts are there before their time: one that cannot be made today is made tomorrow."""
_FEWEST = 100_000
"""A part of fewer mails goes on in the next month."""
_LAST = sa.text("SELECT last_value FROM outbox_id_seq")
_MADE = (
    "CREATE TABLE outbox_p%(number)s PARTITION OF outbox FOR VALUES FROM (%(low)s) TO (%(high)s)",
    (
        "ALTER TABLE outbox_p%(number)s ADD CONSTRAINT uq_outbox_p%(number)s_message_id_recipient "
        "UNIQUE (message_id, recipient)"
    ),
    "CREATE TABLE segments_p%(number)s PARTITION OF segments FOR VALUES FROM (%(low)s) TO (%(high)s)",
)
"""A Message-ID is unique within its part only: a key of all of them would have to hold the id, too."""
_EMPTIED = ("TRUNCATE TABLE segments_p%(number)s",)
_HAS_REST = sa.text("SELECT EXISTS (SELECT FROM outbox_rest)")
_NUMBERED = re.compile(r"segments_p(\d+)")
_PARTS = sa.text(
    "SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid "
    "WHERE inhparent = 'segments'::regclass"
)


def make_room(connection: sa.Connection, last: int) -> None:
    """Make the parts of mails up to the id *last*, and those ahead of it.

    Where mails had no part of their own they lie in that of the rest, and theirs can be made no more.
    """
    block, there = last // SIZE, max(_numbers(connection))
    begun = block if connection.scalar(_HAS_REST) else 0
    for number in range(max(there, begun) + 1, block + _AHEAD + 1):
        _change(connection, _MADE, number)


def begin_month(database: Database, now: datetime) -> None:
    """Let ids go on in the next part where the month of this one is over; make the parts ahead."""
    if not database.is_shared:
        return
    with database.alone() as connection:
        last = connection.scalar(_LAST) or 0
        if last % SIZE >= _FEWEST and _began_before(connection, last // SIZE, now):
            last = (last // SIZE + 1) * SIZE
            connection.execute(sa.select(sa.func.setval("outbox_id_seq", last)))
    _tried(database, partial(make_room, last=last))


def empty_settled(database: Database, before: datetime) -> int:
    """Drop the bytes of each part whose mails were all settled before then; return of how many mails."""
    if not database.is_shared:
        return 0
    with database.reading() as connection:
        numbers = _numbers(connection)
    return sum(_emptied(database, number, before) for number in numbers)


def _emptied(database: Database, number: int, before: datetime) -> int:
    mails, kept = (_part(each, number) for each in (outbox, segments))
    is_kept = (mails.c.state == "owed") | (mails.c.settled_at >= before)
    if not database.scalar(sa.select(sa.exists().select_from(kept))):
        return 0
    if database.scalar(sa.select(sa.exists().select_from(mails).where(is_kept))):
        return 0
    count = database.scalar(sa.select(sa.func.count(kept.c.mail.distinct()))) or 0
    return count if _tried(database, partial(_change, statements=_EMPTIED, number=number)) else 0


def _part(table: sa.Table, number: int) -> sa.Table:
    return table.to_metadata(sa.MetaData(), name=f"{table.name}_p{number:04}")


def _began_before(connection: sa.Connection, number: int, now: datetime) -> bool:
    """Tell whether the first mail of a part was recorded in an earlier month."""
    of_part = sa.select(outbox.c.recorded_at).where(outbox.c.id >= number * SIZE)
    first = connection.scalar(of_part.order_by(outbox.c.id).limit(1))
    return first is not None and (first.year, first.month) < (now.year, now.month)


def _numbers(connection: sa.Connection) -> list[int]:
    """Return the numbers of the parts that there are; the first one holds what is below it, too."""
    found = (_NUMBERED.fullmatch(name) for name in connection.scalars(_PARTS))
    return sorted(int(each[1]) for each in found if each)


def _tried(database: Database, change: Callable[[sa.Connection], None]) -> bool:
    """Tell whether a change could be made at once: while we wait for a lock, all others wait for us."""
    try:
        with database.alone() as connection:
            connection.exec_driver_sql("SET LOCAL lock_timeout = '1s'")
            change(connection)
    except BusyError:
        return False
    return True


def _change(connection: sa.Connection, statements: Iterable[str], number: int) -> None:
    named = {"number": f"{number:04}", "low": number * SIZE, "high": (number + 1) * SIZE}
    for statement in statements:
        connection.execute(sa.text(statement % named))
