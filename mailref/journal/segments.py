"""The bytes of mails: a mail is its segments in order, and what many mails share is stored once.

A picture that nobody refers to any more is dropped. While that is done nobody may write a mail that
refers to it: SQLite lets one process write at a time, on PostgreSQL the table is locked for it.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from sqlalchemy import Connection, Select, bindparam, delete, insert, select, text

from mailref.journal import schema
from mailref.journal.database import insert_new
from mailref.journal.recorded_games import Blob, Segment

_blobs, _segments = schema.blobs, schema.segments
# Built once: to build a question takes longer than to answer it.
_ADDED, _ADDED_BLOBS = insert(_segments), insert_new(_blobs)
_OF_NAMES = _blobs.c.sha256.in_(bindparam("names", expanding=True))
_THERE = select(_blobs.c.sha256).where(_OF_NAMES).with_for_update(key_share=True, read=True)
_BLOBS = select(_blobs).where(_OF_NAMES)
_PARTS = (
    select(_segments.c.mail, _segments.c.data, _segments.c.blob)
    .where(_segments.c.mail.in_(bindparam("mails", expanding=True)))
    .order_by(_segments.c.mail, _segments.c.position)
)


def keep_segments(connection: Connection, mails: Iterable[tuple[int, Sequence[Segment]]]) -> None:
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


def _keep_blobs(connection: Connection, blobs: dict[str, bytes]) -> None:
    if not blobs:
        return
    # Held, so that nobody drops them before this mail refers to them.
    known = set(connection.scalars(_THERE, {"names": list(blobs)}))
    # In the same order by all who write them, so that no two wait for each other.
    rows = [{"sha256": name, "data": blobs[name]} for name in sorted(blobs.keys() - known)]
    if rows:
        connection.execute(_ADDED_BLOBS, rows)


def parts_of(
    connection: Connection, mails: Sequence[int], blobs: dict[str, bytes]
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


def drop_segments(connection: Connection, mails: Select[int]) -> int:
    """Drop the bytes of *mails* and the blobs nobody uses any more; return how many mails had some."""
    if connection.dialect.name == "postgresql":  # a mail that is written now may share a blob
        connection.execute(text("LOCK TABLE blobs IN EXCLUSIVE MODE"))
    count = len(
        connection.scalars(
            select(_segments.c.mail).where(_segments.c.mail.in_(mails)).distinct()
        ).all()
    )
    connection.execute(delete(_segments).where(_segments.c.mail.in_(mails)))
    used = select(_segments.c.blob).where(_segments.c.blob.is_not(None))
    connection.execute(delete(_blobs).where(_blobs.c.sha256.not_in(used)))
    return count
