"""The server's clock: by it a mail is in time or late."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from secrets import token_hex

from imapclient import IMAPClient

from mailref.mail.imap.connection import FOREIGN

_PROBE = b"Subject: mailref looks at the clock\r\n\r\nThis folder may be deleted.\r\n"


def read_clock(client: IMAPClient) -> datetime:
    """Return the time the server gives to a mail that comes in now, to the second.

    Needs a connection of its own, for it opens another folder than the inbox.
    """
    with _scratch_folder(client) as folder:
        client.append(folder, _PROBE)
        client.select_folder(folder, readonly=True)
        (row,) = client.fetch(client.search("ALL"), ["INTERNALDATE"]).values()
        received: datetime = row[b"INTERNALDATE"]
        return received.astimezone(UTC)


@contextmanager
def _scratch_folder(client: IMAPClient) -> Iterator[str]:
    # CREATE fails if the name is taken: what we delete afterwards is what we have made.
    folder = f"mailref-clock-{token_hex(4)}"
    client.create_folder(folder)
    try:
        yield folder
    finally:
        with suppress(*FOREIGN):
            client.select_folder("INBOX", readonly=True)  # no server deletes an open folder
            client.delete_folder(folder)
