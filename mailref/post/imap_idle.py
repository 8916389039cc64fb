"""Waiting for mail by IDLE, until something comes, the time is up, or somebody wakes the waiting.

imapclient's own `idle_check` fails on partial lines and takes a dead connection for "no mail"
(mail 0.1 and 0.2): here select says that there is something, and `idle_done` reads it, blocking,
in whole lines.
"""

import selectors
import socket
import ssl
from contextlib import suppress
from datetime import timedelta

from imapclient import IMAPClient

LONGEST_IDLE = timedelta(minutes=9)
"""Servers and NATs drop a silent connection sooner than RFC 2177's 29 minutes (mail 3)."""


class Waker:
    """Ends a wait from another thread or a signal handler."""

    def __init__(self) -> None:
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)

    def wake(self) -> None:
        """End the present wait, or the next one."""
        with suppress(OSError):  # full: it is awake already; closed: nobody waits
            self._writer.send(b"\0")

    def wait(self, timeout: timedelta, beside: socket.socket | None = None) -> None:
        """Return when woken, when *beside* has something to read, or after *timeout*."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._reader, selectors.EVENT_READ)
            if beside is not None:
                selector.register(beside, selectors.EVENT_READ)
            selector.select(timeout.total_seconds())
        with suppress(BlockingIOError):
            self._reader.recv(4096)

    def close(self) -> None:
        self._reader.close()
        self._writer.close()


def idle(client: IMAPClient, waker: Waker, timeout: timedelta) -> None:
    """Let the server report until it does, until woken, or until *timeout*.

    Whoever calls this asks a real command next: only its answer shows that the server still lives.
    """
    client.idle()
    if not _has_read_ahead(client):
        waker.wait(min(timeout, LONGEST_IDLE), beside=client.socket())
    client.idle_done()


def _has_read_ahead(client: IMAPClient) -> bool:
    """Tell whether a report came in one piece with the go-ahead: select would not show it."""
    imap = client._imap  # noqa: SLF001 -- imapclient does not show what it has read ahead
    if hasattr(imap, "_readbuf"):  # Python 3.14 and later
        return bool(imap._readbuf) or _pending(imap.sock)  # noqa: SLF001 -- as above
    seconds = imap.sock.gettimeout()
    imap.sock.setblocking(False)
    try:
        return bool(imap.file.peek(1))  # peek takes nothing: a partial line stays whole
    except (BlockingIOError, ssl.SSLWantReadError):
        return False
    finally:
        imap.sock.settimeout(seconds)


def _pending(sock: socket.socket) -> bool:
    return isinstance(sock, ssl.SSLSocket) and sock.pending() > 0
