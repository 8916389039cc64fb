"""What lies in the inbox: listed by UID or day, fetched in batches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from imapclient import IMAPClient

from mailref.post.ports import HEAD, Baseline, RawMail

_BATCH_MAILS = 50
_BATCH_OCTETS = 4_000_000
_NUMBERS_IN_A_LINE = 500  # of up to ten digits: below the 8,192 octets every server takes


@dataclass(frozen=True, slots=True)
class Arrival:
    """What is known of a mail before it is fetched."""

    received: datetime
    uid: int
    size: int


def from_uid(client: IMAPClient, low: int) -> set[int]:
    """Return the UIDs from *low* on."""
    # `n:*` names the last mail even if it lies below n (RFC 3501 6.4.8, "UID FETCH 559:*").
    return {uid for uid in client.search(["UID", f"{low}:*"]) if uid >= low}


def candidates(client: IMAPClient, baseline: Baseline, uid_validity: int) -> set[int]:
    """Return the UIDs of all mails that may count by *baseline*, and a few that do not."""
    if uid_validity != baseline.uid_validity:
        return from_day(client, min(baseline.moment, baseline.since or baseline.moment))
    found = from_uid(client, baseline.uid_next)
    if baseline.since is not None:
        found |= from_day(client, baseline.since)
    return found


def from_day(client: IMAPClient, moment: datetime) -> set[int]:
    """Return the UIDs of mails that arrived at *moment* or later, and a few earlier ones."""
    # SINCE compares dates and disregards the zone: the day before is on the safe side.
    day: date = (moment.astimezone(UTC) - timedelta(days=1)).date()
    return set(client.search(["SINCE", day]))


def arrivals(client: IMAPClient, uids: Sequence[int]) -> list[Arrival]:
    """Return when the mails *uids* arrived and how large they are; those gone are left out."""
    found = []
    for part in parts(uids):
        rows = client.fetch(part, ["INTERNALDATE", "RFC822.SIZE"])
        found += [
            Arrival(row[b"INTERNALDATE"].astimezone(UTC), uid, row[b"RFC822.SIZE"])
            for uid, row in rows.items()
            if b"INTERNALDATE" in row and b"RFC822.SIZE" in row
        ]
    return found


def batches(listed: Sequence[Arrival], max_size: int) -> Iterator[list[Arrival]]:
    """Split *listed* so that a fetch is worth its round trip and never fills the memory."""
    batch: list[Arrival] = []
    octets = 0
    for arrival in listed:
        weight = min(arrival.size, max(max_size, HEAD))
        if batch and (len(batch) == _BATCH_MAILS or octets + weight > _BATCH_OCTETS):
            yield batch
            batch, octets = [], 0
        batch.append(arrival)
        octets += weight
    if batch:
        yield batch


def load(
    client: IMAPClient, uid_validity: int, batch: Sequence[Arrival], max_size: int
) -> list[RawMail]:
    """Return the mails of *batch*, the first 64 kB of one too large; those gone are left out."""
    whole = [arrival.uid for arrival in batch if arrival.size <= max_size]
    large = [arrival.uid for arrival in batch if arrival.size > max_size]
    data = _bodies(client, whole, "BODY.PEEK[]", b"BODY[]")
    data |= _bodies(client, large, f"BODY.PEEK[]<0.{HEAD}>", b"BODY[]<0>")
    return [
        _raw(uid_validity, arrival, data[arrival.uid], max_size)
        for arrival in batch
        if arrival.uid in data
    ]


def _bodies(client: IMAPClient, uids: list[int], item: str, key: bytes) -> dict[int, bytes]:
    rows = client.fetch(uids, [item])
    return {uid: row[key] or b"" for uid, row in rows.items() if key in row}


def _raw(uid_validity: int, arrival: Arrival, data: bytes, max_size: int) -> RawMail:
    # A server may announce a size and send more: what counts is what came.
    size = max(arrival.size, len(data))
    is_truncated = size > max_size
    kept = data[:HEAD] if is_truncated else data
    return RawMail(uid_validity, arrival.uid, arrival.received, size, kept, is_truncated)


def parts(uids: Sequence[int]) -> Iterator[Sequence[int]]:
    """Split *uids* so that each part fits a command line."""
    for start in range(0, len(uids), _NUMBERS_IN_A_LINE):
        yield uids[start : start + _NUMBERS_IN_A_LINE]
