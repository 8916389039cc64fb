"""Where a mail goes when it is done with; none is ever deleted.

It is filed only after the journal has recorded it: done twice, this does no harm.
"""

from collections.abc import Callable, Sequence

from imapclient import DELETED, IMAPClient

from mailref.post.imap_connection import Connection
from mailref.post.imap_listing import parts
from mailref.post.ports import Filing

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
