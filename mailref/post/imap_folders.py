"""What lies in the folders: listed by UID or day, fetched in batches, filed away, marked as held."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from imapclient import DELETED, IMAPClient

from mailref.post.imap_connection import INBOX, Connection
from mailref.post.ports import HEAD, Baseline, Filing, ImapAccount, KeptMail, MailboxMark, RawMail

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


DONE_KEYWORD = "$MailrefDone"
QUARANTINE_KEYWORD = "$MailrefQuarantine"


def file_into(
    connection: Connection, uids: Sequence[int], named: Callable[[], str], keyword: str
) -> Filing:
    """Move the mails *uids* into the folder *named*, else mark them with *keyword*, else leave them."""
    client = connection.client
    if client.has_capability("MOVE"):
        return _each(uids, lambda part: _move(client, part, named()))
    # Without UIDPLUS only EXPUNGE is left, which deletes what others have marked deleted, too.
    if client.has_capability("UIDPLUS"):
        return _each(uids, lambda part: _copy_away(client, part, named()))
    if connection.may_mark:
        return _each(uids, lambda part: _mark(client, part, keyword))
    return Filing.LEFT


def _each(uids: Sequence[int], file: Callable[[Sequence[int]], Filing]) -> Filing:
    outcome = Filing.MOVED
    for part in parts(uids):
        outcome = file(part)
    return outcome


def _move(client: IMAPClient, uids: Sequence[int], folder: str) -> Filing:
    _creating(client, folder, lambda: client.move(uids, folder))
    return Filing.MOVED


def _copy_away(client: IMAPClient, uids: Sequence[int], folder: str) -> Filing:
    _creating(client, folder, lambda: client.copy(uids, folder))
    client.add_flags(uids, [DELETED], silent=True)
    client.uid_expunge(uids)
    return Filing.MOVED


def _mark(client: IMAPClient, uids: Sequence[int], keyword: str) -> Filing:
    client.add_flags(uids, [keyword], silent=True)
    return Filing.MARKED


def _creating(client: IMAPClient, folder: str, act: Callable[[], object]) -> None:
    """Act, and where that is refused act once more after creating *folder*."""
    try:
        act()
    except client.AbortError:
        raise
    except client.Error:
        if client.folder_exists(folder):
            raise
        client.create_folder(folder)
        act()


def full_name(client: IMAPClient, folder: str) -> str:
    """Return *folder* below the prefix that some servers want ("INBOX.Processed")."""
    if not client.has_capability("NAMESPACE"):
        return folder
    prefix: str = (client.namespace().personal or (("", ""),))[0][0]
    return folder if folder.startswith(prefix) else prefix + folder


_MOST_IN_A_FOLDER = 5000


def kept_mail(client: IMAPClient, account: ImapAccount) -> Iterator[KeptMail]:
    """Yield the newest mails of the folder for mail that is done, then of the others."""
    for folder in (full_name(client, account.done), INBOX, full_name(client, account.quarantine)):
        if folder != INBOX and not client.folder_exists(folder):
            continue
        client.select_folder(folder, readonly=True)
        newest = sorted(client.search("ALL"), reverse=True)[:_MOST_IN_A_FOLDER]
        for part in parts(newest):
            rows = client.fetch(part, ["FLAGS", "BODY.PEEK[HEADER]"])
            for row in rows.values():
                is_marked = DONE_KEYWORD.encode() in row.get(b"FLAGS", ())
                yield KeptMail(row.get(b"BODY[HEADER]") or b"", folder != INBOX or is_marked)


def filed_mail(client: IMAPClient, account: ImapAccount, since: datetime) -> Iterator[RawMail]:
    """Yield what lies in the folder for mail that is done, then what is marked so in the inbox."""
    for folder in (full_name(client, account.done), INBOX):
        if folder != INBOX and not client.folder_exists(folder):
            continue
        uid_validity = client.select_folder(folder, readonly=True)[b"UIDVALIDITY"]
        uids = sorted(from_day(client, since))
        if folder == INBOX:
            uids = _marked(client, uids)
        found = arrivals(client, uids)
        found.sort(key=lambda arrival: (arrival.received, arrival.uid))
        for batch in batches(found, account.max_size):
            yield from load(client, uid_validity, batch, account.max_size)


def _marked(client: IMAPClient, uids: list[int]) -> list[int]:
    flags = {uid: found for part in parts(uids) for uid, found in client.get_flags(part).items()}
    return [uid for uid in uids if DONE_KEYWORD.encode() in flags.get(uid, ())]


FOLDER = "mailref-lease"
_FIELD = b"X-Mailref-MailboxMark:"


def newest_mark(client: IMAPClient) -> MailboxMark | None:
    """Return the mark that holds; None where there is none, or none that can be read."""
    folder = full_name(client, FOLDER)
    if not client.folder_exists(folder):
        return None
    client.select_folder(folder, readonly=True)
    return next((mark for _, mark in _marks(client)), None)


def put_mark(client: IMAPClient, mark: MailboxMark) -> bool:
    """Write *mark* and drop all before it; False where another was written meanwhile: that one holds."""
    folder = full_name(client, FOLDER)
    if not client.folder_exists(folder):
        client.create_folder(folder)
    client.append(folder, _mail(mark))
    client.select_folder(folder)
    found = list(_marks(client))
    if not found or found[0][1] != mark:
        return False
    old = [uid for uid in client.search("ALL") if uid < found[0][0]]
    if old:
        client.add_flags(old, [DELETED], silent=True)
        client.expunge()  # all that lies in this folder is ours
    return True


def _marks(client: IMAPClient) -> Iterator[tuple[int, MailboxMark]]:
    """Yield number and content of the marks in the open folder, the newest first."""
    for uid in sorted(client.search("ALL"), reverse=True):
        header = client.fetch([uid], ["BODY.PEEK[HEADER]"]).get(uid, {}).get(b"BODY[HEADER]") or b""
        for line in header.splitlines():
            if line.startswith(_FIELD) and (mark := _read(line)) is not None:
                yield uid, mark


def _read(line: bytes) -> MailboxMark | None:
    parts = line.removeprefix(_FIELD).decode("ascii", "replace").split()
    try:
        installation, epoch, token, until = parts
        return MailboxMark(
            installation, datetime.fromisoformat(epoch), token, datetime.fromisoformat(until)
        )
    except ValueError:
        return None


def _mail(mark: MailboxMark) -> bytes:
    value = (
        f"{mark.installation} {mark.epoch.isoformat()} {mark.token} {mark.until.isoformat()}"
    ).encode("ascii")
    lines = (
        b"Subject: A mailref works on this mailbox",
        _FIELD + b" " + value,
        b"",
        b"By this mail two installations on one mailbox notice each other. It may stay here.",
        b"",
    )
    return b"\r\n".join(lines)
