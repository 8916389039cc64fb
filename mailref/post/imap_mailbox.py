"""The inbox as a tick sees it: listed, fetched in batches, filed away; the border at which foreign exceptions end.

First a connection: made, asked for its clock (by it a mail is in time or late), idle, hung up.
imapclient is not thread-safe and not to be used again after an abort: one thread, and a new
connection after any fault (mail 3). Its own `idle_check` fails on partial lines and takes a dead
connection for "no mail" (mail 0.1 and 0.2): here select says that there is something, and
`idle_done` reads it, blocking, in whole lines.
"""

import re
import selectors
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from imaplib import IMAP4
from secrets import token_hex
from types import MappingProxyType
from typing import Any

from imapclient import DELETED, IMAPClient
from imapclient.exceptions import InvalidCriteriaError, LoginError
from imapclient.imap4 import IMAP4WithTimeout
from msgspec import Struct

from mailref.errors import LoginRefusedError, MailServerError, UnreachableError
from mailref.post import ports
from mailref.post.oauth import access_token, spend

FOREIGN = (IMAPClient.Error, OSError, ValueError, LookupError)
"""What imapclient raises: its own, the socket's, and what parsing an odd answer runs into."""

INBOX = "INBOX"
_GOODBYE_SECONDS = 2.0


class Connection(Struct, frozen=True):
    """A client with the inbox open."""

    client: IMAPClient
    state: ports.MailboxState
    """As it was when the inbox was opened."""
    may_mark: bool
    """Whether the server keeps keywords it does not know."""


def connect(account: ports.ImapAccount) -> Connection:
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
        ports.MailboxState(said[b"UIDVALIDITY"], uid_next, said[b"EXISTS"]),
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
        return ports.patient(super()._create_socket(timeout))


class _Client(IMAPClient):  # type: ignore[misc]  # imapclient has no types
    """A client on patient sockets; those of TLS come from their context."""

    def _create_IMAP4(self) -> IMAP4:  # noqa: N802  imapclient's name
        if self.ssl:
            made: IMAP4 = super()._create_IMAP4()
            return made
        return _PlainImap(self.host, self.port, self._timeout.connect)


def _dial(account: ports.ImapAccount) -> IMAPClient:
    seconds = account.timeout.total_seconds()
    context = ports.verifying_context(account.ca_file) if account.tls else None
    return _Client(
        account.host, account.port, ssl=account.tls, ssl_context=context, timeout=seconds
    )


def _tune(sock: socket.socket | ssl.SSLSocket) -> None:
    # Without NODELAY an APPEND, two writes, waits 40 ms for a delayed ACK (mail 0.3).
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)


def _log_in(client: IMAPClient, account: ports.ImapAccount) -> None:
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
        self._select(timeout, [beside] if beside is not None else [])
        return self._was_woken()

    def attend(
        self, timeout: timedelta, lines: Sequence[socket.socket]
    ) -> Sequence[socket.socket] | None:
        """Wait until some of *lines* can be read, and return these: none at *timeout*, None when woken.

        A wake-up that comes with them ends the next wait.
        """
        found = self._select(timeout, lines)
        return None if not found and self._was_woken() else found

    def _select(
        self, timeout: timedelta, lines: Sequence[socket.socket]
    ) -> Sequence[socket.socket]:
        with selectors.DefaultSelector() as selector:
            for line in (self._reader, *lines):
                selector.register(line, selectors.EVENT_READ)
            ready = [key.fileobj for key, _ in selector.select(timeout.total_seconds())]
        return [line for line in lines if line in ready]

    def _was_woken(self) -> bool:
        with suppress(BlockingIOError):
            return bool(self._reader.recv(4096))
        return False

    def close(self) -> None:
        self._reader.close()
        self._writer.close()


class Wakeable:
    """What each Mailbox does alike while nothing comes."""

    def __init__(self) -> None:
        self._waker = Waker()

    def attend(
        self, timeout: timedelta, lines: Sequence[socket.socket]
    ) -> Sequence[socket.socket] | None:
        return self._waker.attend(timeout, lines)

    def wake(self) -> None:
        self._waker.wake()

    def pause(self, timeout: timedelta) -> None:
        self._waker.wait(timeout)


def idle(client: IMAPClient, waker: Waker, timeout: timedelta) -> bool:
    """Let the server report until it does, until woken, or until *timeout*; tell whether mail has come.

    Whoever calls this asks a real command next: only its answer shows that the server still lives.
    """
    client.idle()
    if not _has_read_ahead(client):
        waker.wait(min(timeout, LONGEST_IDLE), beside=client.socket())
    return _end_idle(client)


def _end_idle(client: IMAPClient) -> bool:
    """Tell whether the server said meanwhile how many mails there are: it does when one comes."""
    _, said = client.idle_done()
    return any(len(each) > 1 and each[1] == b"EXISTS" for each in said)


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


def _has_grown(client: IMAPClient) -> bool:
    """Tell whether the server said, since the inbox was opened, that it holds so many mails now.

    It says so beside the answer to any command, once, before it tells anything of a new mail (RFC 3501 5.2).
    """
    said = client._imap.untagged_responses  # noqa: SLF001 -- imapclient throws away what comes so
    return len(said.get("EXISTS", ())) > 1  # the first of them came as the inbox was opened


def _pending(sock: socket.socket) -> bool:
    return isinstance(sock, ssl.SSLSocket) and sock.pending() > 0


_BATCH_MAILS = 50
_BATCH_OCTETS = 4_000_000
_FEW = 5
"""So many mails are fetched, as far as a large one is, with what is asked of them before: that spares a round trip."""
_HEAD, _HEAD_SAID = f"BODY.PEEK[]<0.{ports.HEAD}>", b"BODY[]<0>"
_NUMBERS_IN_A_LINE = 500  # of up to ten digits: below the 8,192 octets every server takes


NO_HEADS: Mapping[int, bytes] = MappingProxyType({})


class Arrival(Struct, frozen=True, order=True):
    """What is known of a mail before it is fetched; in the order of arrival."""

    received: datetime
    uid: int
    size: int


def from_uid(client: IMAPClient, low: int) -> set[int]:
    """Return the UIDs from *low* on."""
    # `n:*` names the last mail even if it lies below n (RFC 3501 6.4.8, "UID FETCH 559:*").
    return {uid for uid in client.search(["UID", f"{low}:*"]) if uid >= low}


def candidates(client: IMAPClient, baseline: ports.Baseline, uid_validity: int) -> set[int]:
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


def arrivals(
    client: IMAPClient, uids: Sequence[int], heads: dict[int, bytes] | None = None
) -> list[Arrival]:
    """Return when the mails *uids* arrived and how large they are; those gone are left out.

    *heads*, where they are wanted, are filled with what each begins with: of most mails that is all.
    """
    found = []
    wanted = ["INTERNALDATE", "RFC822.SIZE", *([] if heads is None else [_HEAD])]
    for part in parts(uids):
        rows = client.fetch(part, wanted)
        if heads is not None:
            heads |= {uid: row[_HEAD_SAID] for uid, row in rows.items() if row.get(_HEAD_SAID)}
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
        weight = min(arrival.size, max(max_size, ports.HEAD))
        if batch and (len(batch) == _BATCH_MAILS or octets + weight > _BATCH_OCTETS):
            yield batch
            batch, octets = [], 0
        batch.append(arrival)
        octets += weight
    if batch:
        yield batch


def load(
    client: IMAPClient,
    uid_validity: int,
    batch: Sequence[Arrival],
    max_size: int,
    heads: Mapping[int, bytes] = NO_HEADS,
) -> list[ports.RawMail]:
    """Return the mails of *batch*, the first 64 kB of one too large; those gone are left out.

    *heads*: what was fetched of them already.
    """
    data = {
        each.uid: head
        for each in batch
        if (head := heads.get(each.uid)) is not None
        and (len(head) < ports.HEAD or each.size > max_size)
    }
    left = [arrival for arrival in batch if arrival.uid not in data]
    whole = [arrival.uid for arrival in left if arrival.size <= max_size]
    large = [arrival.uid for arrival in left if arrival.size > max_size]
    data |= _bodies(client, whole, "BODY.PEEK[]", b"BODY[]")
    data |= _bodies(client, large, _HEAD, _HEAD_SAID)
    return [
        _raw(uid_validity, arrival, data[arrival.uid], max_size)
        for arrival in batch
        if arrival.uid in data
    ]


def _bodies(client: IMAPClient, uids: list[int], item: str, key: bytes) -> dict[int, bytes]:
    rows = client.fetch(uids, [item])
    return {uid: row[key] or b"" for uid, row in rows.items() if key in row}


def _raw(uid_validity: int, arrival: Arrival, data: bytes, max_size: int) -> ports.RawMail:
    # A server may announce a size and send more: what counts is what came.
    size = max(arrival.size, len(data))
    is_truncated = size > max_size
    kept = data[: ports.HEAD] if is_truncated else data
    return ports.RawMail(uid_validity, arrival.uid, arrival.received, size, kept, is_truncated)


def parts(uids: Sequence[int]) -> Iterator[Sequence[int]]:
    """Split *uids* so that each part fits a command line."""
    for start in range(0, len(uids), _NUMBERS_IN_A_LINE):
        yield uids[start : start + _NUMBERS_IN_A_LINE]


DONE_KEYWORD = "$MailrefDone"
QUARANTINE_KEYWORD = "$MailrefQuarantine"


def file_into(
    connection: Connection, uids: Sequence[int], named: Callable[[], str], keyword: str
) -> ports.Filing:
    """Move the mails *uids* into the folder *named*, else mark them with *keyword*, else leave them."""
    client = connection.client
    if client.has_capability("MOVE"):
        return _each(uids, lambda part: _move(client, part, named()))
    # Without UIDPLUS only EXPUNGE is left, which deletes what others have marked deleted, too.
    if client.has_capability("UIDPLUS"):
        return _each(uids, lambda part: _copy_away(client, part, named()))
    if connection.may_mark:
        return _each(uids, lambda part: _mark(client, part, keyword))
    return ports.Filing.LEFT


def _each(uids: Sequence[int], file: Callable[[Sequence[int]], ports.Filing]) -> ports.Filing:
    outcome = ports.Filing.MOVED
    for part in parts(uids):
        outcome = file(part)
    return outcome


def _move(client: IMAPClient, uids: Sequence[int], folder: str) -> ports.Filing:
    _creating(client, folder, lambda: client.move(uids, folder))
    return ports.Filing.MOVED


def _copy_away(client: IMAPClient, uids: Sequence[int], folder: str) -> ports.Filing:
    _creating(client, folder, lambda: client.copy(uids, folder))
    client.add_flags(uids, [DELETED], silent=True)
    client.uid_expunge(uids)
    return ports.Filing.MOVED


def _mark(client: IMAPClient, uids: Sequence[int], keyword: str) -> ports.Filing:
    client.add_flags(uids, [keyword], silent=True)
    return ports.Filing.MARKED


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


def _opened(client: IMAPClient, *folders: str) -> Iterator[tuple[str, Mapping[bytes, Any]]]:
    """Open those of *folders* that there are, one after another; yield what is said of each."""
    for folder in folders:
        if folder == INBOX or client.folder_exists(folder):
            yield folder, client.select_folder(folder, readonly=True)


def kept_mail(client: IMAPClient, account: ports.ImapAccount) -> Iterator[ports.KeptMail]:
    """Yield the newest mails of the folder for mail that is done, then of the others."""
    done, quarantine = full_name(client, account.done), full_name(client, account.quarantine)
    for folder, _ in _opened(client, done, INBOX, quarantine):
        newest = sorted(client.search("ALL"), reverse=True)[:_MOST_IN_A_FOLDER]
        for part in parts(newest):
            rows = client.fetch(part, ["FLAGS", "BODY.PEEK[HEADER]"])
            for row in rows.values():
                is_marked = DONE_KEYWORD.encode() in row.get(b"FLAGS", ())
                yield ports.KeptMail(row.get(b"BODY[HEADER]") or b"", folder != INBOX or is_marked)


def filed_mail(
    client: IMAPClient, account: ports.ImapAccount, since: datetime
) -> Iterator[ports.RawMail]:
    """Yield what lies in the folder for mail that is done, then what is marked so in the inbox."""
    for folder, said in _opened(client, full_name(client, account.done), INBOX):
        uids = sorted(from_day(client, since))
        if folder == INBOX:
            uids = _marked(client, uids)
        for batch in batches(sorted(arrivals(client, uids)), account.max_size):
            yield from load(client, said[b"UIDVALIDITY"], batch, account.max_size)


def _marked(client: IMAPClient, uids: list[int]) -> list[int]:
    flags = {uid: found for part in parts(uids) for uid, found in client.get_flags(part).items()}
    return [uid for uid in uids if DONE_KEYWORD.encode() in flags.get(uid, ())]


FOLDER = "mailref-lease"
_FIELD = b"X-Mailref-MailboxMark:"


def newest_mark(client: IMAPClient) -> ports.MailboxMark | None:
    """Return the mark that holds; None where there is none, or none that can be read."""
    opened = _opened(client, full_name(client, FOLDER))
    return next((mark for _ in opened for _, mark in _marks(client)), None)


def put_mark(client: IMAPClient, mark: ports.MailboxMark) -> bool:
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


def _marks(client: IMAPClient) -> Iterator[tuple[int, ports.MailboxMark]]:
    """Yield number and content of the marks in the open folder, the newest first."""
    for uid in sorted(client.search("ALL"), reverse=True):
        header = client.fetch([uid], ["BODY.PEEK[HEADER]"]).get(uid, {}).get(b"BODY[HEADER]") or b""
        for line in header.splitlines():
            if line.startswith(_FIELD) and (mark := _read(line)) is not None:
                yield uid, mark


def _read(line: bytes) -> ports.MailboxMark | None:
    parts = line.removeprefix(_FIELD).decode("ascii", "replace").split()
    try:
        installation, epoch, token, until = parts
        return ports.MailboxMark(
            installation, datetime.fromisoformat(epoch), token, datetime.fromisoformat(until)
        )
    except ValueError:
        return None


def _mail(mark: ports.MailboxMark) -> bytes:
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


_STRAY_CLOCK = timedelta(days=1)


class ImapMailbox(Wakeable):
    """A Mailbox on an IMAP server; connects when first needed, and anew after any fault.

    For one thread; only `wake` may be called from others. Use with `contextlib.closing`.
    """

    def __init__(self, account: ports.ImapAccount) -> None:
        super().__init__()
        self._account = account
        self._connection: Connection | None = None
        self._listed: tuple[int, int] | None = None
        """UIDVALIDITY and the highest UID listed or told of: what comes after is news."""
        self._names: dict[str, str] = {}
        """How this connection's server calls our folders, as far as it was asked."""
        self._is_listening = False
        """Whether the server is to say when mail comes, before anything else is asked of it."""

    def snapshot(self) -> ports.MailboxState:
        with self._connected() as connection:
            self._connection = open_inbox(connection.client)
            return self._connection.state

    def baseline(self, now: datetime, since: datetime | None = None) -> ports.Baseline:
        state = self.snapshot()
        with self._connected() as connection:
            last = from_uid(connection.client, max(state.uid_next - 1, 1))
            newest = arrivals(connection.client, sorted(last))
        moment = max([now, *(arrival.received for arrival in newest)])
        # A mail copied in with a date of the future must not push the moment there.
        moment = min(moment, now + _STRAY_CLOCK)
        return ports.Baseline(state.uid_validity, state.uid_next, moment, since)

    def count_before(self, baseline: ports.Baseline) -> int:
        uid_validity, uids = self._candidates(baseline)
        return self.snapshot().messages - len(self._counting(baseline, uid_validity, uids))

    def new_mail(
        self, baseline: ports.Baseline, is_known: ports.IsKnown
    ) -> Iterator[ports.RawMail]:
        uid_validity, uids = self._candidates(baseline)
        unknown = [uid for uid in uids if not is_known(uid_validity, uid)]
        heads: dict[int, bytes] | None = {} if len(unknown) <= _FEW else None
        counting = sorted(self._counting(baseline, uid_validity, unknown, heads))
        most = self._account.max_size
        for batch in batches(counting, most):
            with self._same_numbers(uid_validity) as connection:
                found = load(connection.client, uid_validity, batch, most, heads or NO_HEADS)
            yield from found

    def file_away(self, uid_validity: int, uids: Sequence[int]) -> ports.Filing:
        return self._file(uid_validity, uids, self._account.done, DONE_KEYWORD)

    def quarantine(self, uid_validity: int, uids: Sequence[int]) -> ports.Filing:
        return self._file(uid_validity, uids, self._account.quarantine, QUARANTINE_KEYWORD)

    def kept_mail(self) -> Iterator[ports.KeptMail]:
        with self._apart() as client:
            yield from kept_mail(client, self._account)

    def filed_mail(self, since: datetime) -> Iterator[ports.RawMail]:
        with self._apart() as client:
            yield from filed_mail(client, self._account, since)

    def drop_filed(self, before: datetime) -> int:  # noqa: ARG002  the protocol's
        """Delete nothing: what lies in a mailbox is its owner's."""
        return 0

    def server_time(self) -> datetime:
        with self._apart() as client:
            return read_clock(client)

    def wait(self, timeout: timedelta) -> bool:
        with self._connected() as connection:
            if self._has_news(connection):
                return True
            if connection.client.has_capability("IDLE"):
                has_come = idle(connection.client, self._waker, timeout)
                return has_come or self._has_news(connection)
            self._waker.wait(timeout)
            return self._has_news(connection)

    def listen(self) -> ports.Listening:
        if self._is_listening and self._connection is not None:
            return ports.Listening(self._connection.client.socket())
        with self._connected(still_listens=True) as connection:
            client = connection.client
            has_news = self._has_news(connection)
            if has_news or not client.has_capability("IDLE"):
                return ports.Listening(None, has_news)
            client.idle()
            self._is_listening = True
            return ports.Listening(client.socket(), _has_read_ahead(client))

    def heard(self) -> bool:
        with self._connected(still_listens=True) as connection:
            return self._stop_listening(connection) or self._has_news(connection)

    def _stop_listening(self, connection: Connection) -> bool:
        """Tell whether the server said meanwhile that there are more mails than before."""
        if not self._is_listening:
            return False
        self._is_listening = False
        return _end_idle(connection.client)

    def mark(self) -> ports.MailboxMark | None:
        with self._apart() as client:
            return newest_mark(client)

    def set_mark(self, mark: ports.MailboxMark) -> bool:
        with self._apart() as client:
            return put_mark(client, mark)

    def hang_up(self) -> None:
        self._is_listening = False
        if self._connection is not None:
            hang_up(self._connection.client)
            self._connection = None

    def close(self) -> None:
        self._log_out()
        self._waker.close()

    def _log_out(self) -> None:
        if self._connection is not None:
            with suppress(*FOREIGN):
                self._connection.client.socket().settimeout(_GOODBYE_SECONDS)
                self._stop_listening(self._connection)
            log_out(self._connection.client)
            self._connection = None

    def _candidates(self, baseline: ports.Baseline) -> tuple[int, list[int]]:
        # Opened anew each time: an open inbox may go on showing what it held before its numbers
        # changed, new mail left out (Dovecot, when its index is deleted).
        state = self.snapshot()
        with self._same_numbers(state.uid_validity) as connection:
            found = candidates(connection.client, baseline, state.uid_validity)
        self._listed = (state.uid_validity, max(state.uid_next - 1, *found, 0))
        return state.uid_validity, sorted(found)

    def _counting(
        self,
        baseline: ports.Baseline,
        uid_validity: int,
        uids: Sequence[int],
        heads: dict[int, bytes] | None = None,
    ) -> list[Arrival]:
        with self._same_numbers(uid_validity) as connection:
            found = arrivals(connection.client, uids, heads)
        return [
            arrival
            for arrival in found
            if baseline.counts(uid_validity, arrival.uid, arrival.received)
        ]

    def _file(
        self, uid_validity: int, uids: Sequence[int], folder: str, keyword: str
    ) -> ports.Filing:
        with self._connected() as connection:
            if connection.state.uid_validity != uid_validity:
                return ports.Filing.STALE
            return file_into(connection, uids, lambda: self._name(connection, folder), keyword)

    def _name(self, connection: Connection, folder: str) -> str:
        """Return a folder's whole name; the server is asked once."""
        if folder not in self._names:
            self._names[folder] = full_name(connection.client, folder)
        return self._names[folder]

    def _has_news(self, connection: Connection) -> bool:
        """Tell whether mail has come since the last listing; say so of each mail only once."""
        state = connection.state
        uid_validity, highest = self._listed or (state.uid_validity, state.uid_next - 1)
        if uid_validity != state.uid_validity:
            self._listed = None
            return True
        connection.client.noop()  # SEARCH alone may not see what came since the last command
        if not _has_grown(connection.client):
            return False
        news = from_uid(connection.client, highest + 1)
        self._listed = (uid_validity, max(news, default=highest))
        return bool(news)

    @contextmanager
    def _same_numbers(self, uid_validity: int) -> Iterator[Connection]:
        with self._connected() as connection:
            if connection.state.uid_validity != uid_validity:
                raise MailServerError("the inbox was numbered anew while it was read")
            yield connection

    @contextmanager
    def _connected(self, *, still_listens: bool = False) -> Iterator[Connection]:
        try:
            if self._connection is None:
                self._names.clear()
                self._connection = connect(self._account)
            if not still_listens:
                self._stop_listening(self._connection)
            yield self._connection
        except (*FOREIGN, MailServerError) as error:
            self.hang_up()
            raise self._own(error) from error

    @contextmanager
    def _apart(self) -> Iterator[IMAPClient]:
        """Give a connection of its own, on which other folders than the inbox are opened."""
        self._log_out()
        with self._connected() as connection:
            try:
                yield connection.client
            finally:
                self._log_out()

    def _own(self, error: Exception) -> MailServerError:
        text = ports.in_words(error, self._account.name, _one_line(error))
        match error:
            case LoginRefusedError():
                return LoginRefusedError(text)
            case UnreachableError() | IMAPClient.AbortError() | OSError():
                return UnreachableError(text)
            case InvalidCriteriaError():
                return MailServerError(
                    f"{self._account.name}: it refuses a search that each server knows"
                    f" (SEARCH, RFC 3501 6.4.4): {_one_line(error)}"
                )
            case _:
                return MailServerError(text)


_AS_BYTES = re.compile(r"""\[?b['"](.*)['"]\]?""")
"""How imaplib writes what a server answered: "SEARCH command error: BAD [b'unknown']"."""


def _one_line(error: Exception) -> str:
    """Return what a server said, without the advice to programmers that imapclient puts below it."""
    said = error.args[0] if error.args else ""
    text = said if isinstance(said, bytes) else str(error).partition("\n\n")[0]
    return ports.one_line(text if isinstance(text, bytes) else _AS_BYTES.sub(r"\1", text)) or (
        type(error).__name__
    )
