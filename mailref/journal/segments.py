"""The bytes of mails owed: what many share is kept once, each mail is put together exactly."""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from sqlalchemy import Connection, Select, delete, insert, select

from mailref.journal import schema
from mailref.journal.model import Blob, Segment

_blobs, _segments = schema.blobs, schema.segments


def segmented(data: bytes, shared: Iterable[bytes]) -> tuple[Segment, ...]:
    """Split a finished mail at what it shares with others, each of *shared* where it first occurs.

    >>> segmented(b"head PICTURE tail", [b"PICTURE"])
    (b'head ', Blob(), b' tail')
    """
    parts: list[Segment] = [data]
    for common in shared:
        parts = [piece for part in parts for piece in _split(part, common)]
    return tuple(parts)


def _split(part: Segment, common: bytes) -> Iterable[Segment]:
    if isinstance(part, Blob) or not common or common not in part:
        return (part,)
    before, _, after = part.partition(common)
    return tuple(piece for piece in (before, Blob(common), after) if piece)


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
        connection.execute(insert(_segments), rows)


def _keep_blobs(connection: Connection, blobs: dict[str, bytes]) -> None:
    there = select(_blobs.c.sha256).where(_blobs.c.sha256.in_(blobs))
    known = set(connection.scalars(there))
    rows = [{"sha256": name, "data": data} for name, data in blobs.items() if name not in known]
    if rows:
        connection.execute(insert(_blobs), rows)


def assembled(
    connection: Connection, mails: Sequence[int], blobs: dict[str, bytes]
) -> dict[int, bytes]:
    """Return each mail's bytes; *blobs* holds what was read before and is added to."""
    wanted = (
        select(_segments)
        .where(_segments.c.mail.in_(mails))
        .order_by(_segments.c.mail, _segments.c.position)
    )
    rows = connection.execute(wanted).all()
    lacking = {row.blob for row in rows if row.blob is not None} - blobs.keys()
    found = select(_blobs).where(_blobs.c.sha256.in_(lacking))
    blobs |= {row.sha256: bytes(row.data) for row in connection.execute(found)}
    parts: dict[int, list[bytes]] = {mail: [] for mail in mails}
    for row in rows:
        parts[row.mail].append(row.data if row.blob is None else blobs[row.blob])
    return {mail: b"".join(each) for mail, each in parts.items()}


def drop_segments(connection: Connection, mails: Select[int]) -> int:
    """Drop the bytes of *mails* and the blobs nobody uses any more; return how many mails had some."""
    count = len(
        connection.scalars(
            select(_segments.c.mail).where(_segments.c.mail.in_(mails)).distinct()
        ).all()
    )
    connection.execute(delete(_segments).where(_segments.c.mail.in_(mails)))
    used = select(_segments.c.blob).where(_segments.c.blob.is_not(None))
    connection.execute(delete(_blobs).where(_blobs.c.sha256.not_in(used)))
    return count
