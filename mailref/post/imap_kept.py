"""What lies in the inbox and in the folders we file into, header by header.

Needs a connection of its own, for it opens other folders than the inbox.
"""

from collections.abc import Iterator

from imapclient import IMAPClient

from mailref.post.imap_connection import INBOX
from mailref.post.imap_filing import DONE_KEYWORD, full_name
from mailref.post.imap_listing import parts
from mailref.post.ports import ImapAccount, KeptMail

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
