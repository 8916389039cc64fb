"""What lies in the inbox and in the folders we file into, header by header.

Needs a connection of its own, for it opens other folders than the inbox.
"""

from collections.abc import Iterator
from datetime import datetime

from imapclient import IMAPClient

from mailref.post import imap_listing as listing
from mailref.post.imap_connection import INBOX
from mailref.post.imap_filing import DONE_KEYWORD, full_name
from mailref.post.ports import ImapAccount, KeptMail, RawMail

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
