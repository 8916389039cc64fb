"""A connection to the mailbox: made, asked for its clock (by it a mail is in time or late), idle, hung up.

imapclient is not thread-safe and not to be used again after an abort: one thread, and a new
connection after any fault (mail 3). Its own `idle_check` fails on partial lines and takes a dead
connection for "no mail" (mail 0.1 and 0.2): here select says that there is something, and
`idle_done` reads it, blocking, in whole lines.
"""

import selectors
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from imaplib import IMAP4
from secrets import token_hex

from imapclient import IMAPClient
from imapclient.exceptions import LoginError
from imapclient.imap4 import IMAP4WithTimeout
from msgspec import Struct

from mailref.errors import LoginRefusedError, UnreachableError
from mailref.post.oauth import access_token, spend
from mailref.post.ports import ImapAccount, MailboxState, patient, verifying_context

FOREIGN = (IMAPClient.Error, OSError, ValueError, LookupError)
"""What imapclient raises: its own, the socket's, and what parsing an odd answer runs into."""

INBOX = "INBOX"
_GOODBYE_SECONDS = 2.0


class Connection(Struct, frozen=True):
    """A client with the inbox open."""

    client: IMAPClient
    state: MailboxState
    """As it was when the inbox was opened."""
    may_mark: bool
    """Whether the server keeps keywords it does not know."""


def connect(account: ImapAccount) -> Connection:
    """Return a new connection to *account*, its inbox open."""
    client = _dial(account)
    try:
        client.normalise_times = False  # else dates are naive and local (mail 0.10)
        # Silence imaplib: at imapclient's level it formats each line, mail bodies included.
        client._imap.debug = 0  # noqa: SLF001 -- there is no public switch
        _tune(client.socket())
        _log_in(client, account)
        return open_inbox(client)
    except BaseException:
        hang_up(client)
        raise


def open_inbox(client: IMAPClient) -> Connection:
    """Open the inbox, anew if it is open, and return what the server says of it.

    One that must not be written to is read all the same: filing is refused, and that is told.
    """
    try:
        said = client.select_folder(INBOX)
    except IMAPClient.ReadOnlyError:
        said = client.select_folder(INBOX, readonly=True)
    uid_next = said.get(b"UIDNEXT")
    if uid_next is None:  # RFC 3501 6.3.1 lets a server keep it to itself
        uid_next = max(client.search("ALL"), default=0) + 1
    return Connection(
        client,
        MailboxState(said[b"UIDVALIDITY"], uid_next, said[b"EXISTS"]),
        may_mark=rb"\*" in said.get(b"PERMANENTFLAGS", ()),
    )


def log_out(client: IMAPClient) -> None:
    """Say goodbye and hang up, without waiting long for a server that does not answer."""
    with suppress(*FOREIGN):
        client.socket().settimeout(_GOODBYE_SECONDS)
        client.logout()
    hang_up(client)


def hang_up(client: IMAPClient) -> None:
    """Close the socket, whatever state the conversation is in."""
    with suppress(*FOREIGN):
        client.shutdown()


class _PlainImap(IMAP4WithTimeout):  # type: ignore[misc]  # imapclient has no types
    """A connection without TLS that is patient with no dripping server."""

    def _create_socket(self, timeout: float | None = None) -> socket.socket:
        return patient(super()._create_socket(timeout))


class _Client(IMAPClient):  # type: ignore[misc]  # imapclient has no types
    """A client on patient sockets; those of TLS come from their context."""

    def _create_IMAP4(self) -> IMAP4:  # noqa: N802  imapclient's name
        if self.ssl:
            made: IMAP4 = super()._create_IMAP4()
            return made
        return _PlainImap(self.host, self.port, self._timeout.connect)


def _dial(account: ImapAccount) -> IMAPClient:
    seconds = account.timeout.total_seconds()
    context = verifying_context(account.ca_file) if account.tls else None
    return _Client(
        account.host, account.port, ssl=account.tls, ssl_context=context, timeout=seconds
    )


def _tune(sock: socket.socket | ssl.SSLSocket) -> None:
    # Without NODELAY an APPEND, two writes, waits 40 ms for a delayed ACK (mail 0.3).
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)


def _log_in(client: IMAPClient, account: ImapAccount) -> None:
    if client.has_capability("LOGINDISABLED"):
        raise LoginRefusedError("the server accepts no login on this connection")
    try:
        if account.oauth is not None:
            _log_in_by_token(client, account.user, access_token(account.oauth))
            return
        # LOGIN sends a user name unquoted and ASCII only; PLAIN carries any.
        if client.has_capability("AUTH=PLAIN"):
            client.plain_login(account.user, account.password)
        else:
            client.login(account.user, account.password)
    except LoginError as error:
        if account.oauth is not None:
            spend(account.oauth)
        lost = isinstance(error.__context__, IMAPClient.AbortError)
        if lost or "[UNAVAILABLE]" in str(error):
            raise UnreachableError(str(error)) from error
        raise LoginRefusedError(f"user {account.user!r} is not accepted: {error}") from error


def _log_in_by_token(client: IMAPClient, user: str, token: str) -> None:
    if client.has_capability("AUTH=OAUTHBEARER"):
        client.oauthbearer_login(user, token)
    else:
        client.oauth2_login(user, token)


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

    def wait(self, timeout: timedelta, beside: socket.socket | None = None) -> bool:
        """Wait until woken (True), until *beside* has something to read, or until *timeout*."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._reader, selectors.EVENT_READ)
            if beside is not None:
                selector.register(beside, selectors.EVENT_READ)
            selector.select(timeout.total_seconds())
        with suppress(BlockingIOError):
            return bool(self._reader.recv(4096))
        return False

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
