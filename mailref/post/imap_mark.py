"""The mark by which installations see each other in one mailbox: a mail in a folder of its own.

The newest mark holds. Who writes one looks again: of two at once, the later one has the mailbox.
"""

from collections.abc import Iterator
from datetime import datetime

from imapclient import DELETED, IMAPClient

from mailref.post.imap_filing import full_name
from mailref.post.ports import MailboxMark

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
