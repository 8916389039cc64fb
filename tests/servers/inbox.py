"""One mailbox on a server of whatever kind, as a test sees it: put mail in, look what became."""

import socket
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from imapclient import IMAPClient

from mailref.post.ports import ImapAccount


@dataclass(frozen=True)
class Inbox:
    """A mailbox; every method uses a connection of its own."""

    account: ImapAccount
    renumber: Callable[[], None]
    """Make the server number all mails anew, under another UIDVALIDITY."""
    kick: Callable[[], None]
    """Cut every session."""

    def client(self) -> IMAPClient:
        """Return a second, independent client, logged in."""
        client = IMAPClient(self.account.host, self.account.port, ssl=False, timeout=60)
        client.normalise_times = False
        client.plain_login(self.account.user, self.account.password)
        client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return client

    def deliver(
        self, *mails: bytes, when: datetime | None = None, flags: tuple[str, ...] = ()
    ) -> None:
        """Put mails into the inbox, arriving at *when* by the server's clock (default: now)."""
        with self.client() as client:
            for data in mails:
                client.append("INBOX", data, flags, when)

    def mails(self, folder: str = "INBOX") -> list[bytes]:
        """Return what lies in a folder; nothing where there is no such folder."""
        with self.client() as client:
            if not client.folder_exists(folder):
                return []
            client.select_folder(folder, readonly=True)
            rows = client.fetch(client.search("ALL"), ["BODY.PEEK[]"])
            return [row[b"BODY[]"] for _, row in sorted(rows.items())]

    def flags(self, folder: str = "INBOX") -> list[set[str]]:
        """Return the flags of the mails in a folder, \\Recent aside."""
        with self.client() as client:
            client.select_folder(folder, readonly=True)
            rows = client.get_flags(client.search("ALL"))
            return [
                {flag.decode() for flag in row} - {"\\Recent"} for _, row in sorted(rows.items())
            ]

    def folders(self) -> set[str]:
        """Return the names of all folders."""
        with self.client() as client:
            return {name for _, _, name in client.list_folders()}
