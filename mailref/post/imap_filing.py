"""Where a mail goes when it is done with, and what lies there; none is ever deleted.

It is filed only after the journal has recorded it: done twice, this does no harm. Looking at what
lies there needs a connection of its own, for it opens other folders than the inbox.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from imapclient import DELETED, IMAPClient

from mailref.post import imap_listing as listing
from mailref.post.imap_connection import INBOX, Connection
from mailref.post.imap_listing import parts
from mailref.post.ports import Filing, ImapAccount, KeptMail, RawMail

DONE_KEYWORD = "$MailrefDone"
QUARANTINE_KEYWORD = "$MailrefQuarantine"


def file_into(connection: Connection, uids: Sequence[int], folder: str, keyword: str) -> Filing:
    """Move the mails *uids* into *folder*, else mark them with *keyword*, else leave them."""
    client = connection.client
    if client.has_capability("MOVE"):
        return _each(uids, lambda part: _move(client, part, full_name(client, folder)))
    # Without UIDPLUS only EXPUNGE is left, which deletes what others have marked deleted, too.
    if client.has_capability("UIDPLUS"):
        return _each(uids, lambda part: _copy_away(client, part, full_name(client, folder)))
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
        for part in listing.parts(newest):
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
        uids = sorted(listing.from_day(client, since))
        if folder == INBOX:
            uids = _marked(client, uids)
        found = listing.arrivals(client, uids)
        found.sort(key=lambda arrival: (arrival.received, arrival.uid))
        for batch in listing.batches(found, account.max_size):
            yield from listing.load(client, uid_validity, batch, account.max_size)


def _marked(client: IMAPClient, uids: list[int]) -> list[int]:
    flags = {
        uid: found for part in listing.parts(uids) for uid, found in client.get_flags(part).items()
    }
    return [uid for uid in uids if DONE_KEYWORD.encode() in flags.get(uid, ())]
