"""The inbox as a tick of the machine sees it; the border at which foreign exceptions end."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from imapclient import IMAPClient

from mailref.errors import LoginRefusedError, MailServerError, UnreachableError
from mailref.post import imap_folders as listing
from mailref.post.imap_connection import (
    FOREIGN,
    Connection,
    Waker,
    connect,
    hang_up,
    idle,
    log_out,
    open_inbox,
    read_clock,
)
from mailref.post.imap_folders import (
    DONE_KEYWORD,
    QUARANTINE_KEYWORD,
    file_into,
    filed_mail,
    kept_mail,
    newest_mark,
    put_mark,
)
from mailref.post.ports import (
    Baseline,
    Filing,
    ImapAccount,
    IsKnown,
    KeptMail,
    MailboxMark,
    MailboxState,
    RawMail,
    in_words,
)

_STRAY_CLOCK = timedelta(days=1)


class ImapMailbox:
    """A Mailbox on an IMAP server; connects when first needed, and anew after any fault.

    For one thread; only `wake` may be called from others. Use with `contextlib.closing`.
    """

    def __init__(self, account: ImapAccount) -> None:
        self._account = account
        self._connection: Connection | None = None
        self._waker = Waker()
        self._listed: tuple[int, int] | None = None
        """UIDVALIDITY and the highest UID listed or told of: what comes after is news."""
        self._names: dict[str, str] = {}
        """How this connection's server calls our folders, as far as it was asked."""

    def snapshot(self) -> MailboxState:
        with self._connected() as connection:
            self._connection = open_inbox(connection.client)
            return self._connection.state

    def baseline(self, now: datetime, since: datetime | None = None) -> Baseline:
        state = self.snapshot()
        with self._connected() as connection:
            last = listing.from_uid(connection.client, max(state.uid_next - 1, 1))
            newest = listing.arrivals(connection.client, sorted(last))
        moment = max([now, *(arrival.received for arrival in newest)])
        # A mail copied in with a date of the future must not push the moment there.
        moment = min(moment, now + _STRAY_CLOCK)
        return Baseline(state.uid_validity, state.uid_next, moment, since)

    def count_before(self, baseline: Baseline) -> int:
        uid_validity, uids = self._candidates(baseline)
        return self.snapshot().messages - len(self._counting(baseline, uid_validity, uids))

    def new_mail(self, baseline: Baseline, is_known: IsKnown) -> Iterator[RawMail]:
        uid_validity, uids = self._candidates(baseline)
        unknown = [uid for uid in uids if not is_known(uid_validity, uid)]
        counting = self._counting(baseline, uid_validity, unknown)
        counting.sort(key=lambda arrival: (arrival.received, arrival.uid))
        for batch in listing.batches(counting, self._account.max_size):
            yield from self._load(uid_validity, batch)

    def file_away(self, uid_validity: int, uids: Sequence[int]) -> Filing:
        return self._file(uid_validity, uids, self._account.done, DONE_KEYWORD)

    def quarantine(self, uid_validity: int, uids: Sequence[int]) -> Filing:
        return self._file(uid_validity, uids, self._account.quarantine, QUARANTINE_KEYWORD)

    def kept_mail(self) -> Iterator[KeptMail]:
        with self._apart() as client:
            yield from kept_mail(client, self._account)

    def filed_mail(self, since: datetime) -> Iterator[RawMail]:
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
                idle(connection.client, self._waker, timeout)
            else:
                self._waker.wait(timeout)
            return self._has_news(connection)

    def wake(self) -> None:
        self._waker.wake()

    def pause(self, timeout: timedelta) -> None:
        self._waker.wait(timeout)

    def mark(self) -> MailboxMark | None:
        with self._apart() as client:
            return newest_mark(client)

    def set_mark(self, mark: MailboxMark) -> bool:
        with self._apart() as client:
            return put_mark(client, mark)

    def hang_up(self) -> None:
        self._drop()

    def close(self) -> None:
        self._log_out()
        self._waker.close()

    def _log_out(self) -> None:
        if self._connection is not None:
            log_out(self._connection.client)
            self._connection = None

    def _candidates(self, baseline: Baseline) -> tuple[int, list[int]]:
        # Opened anew each time: an open inbox may go on showing what it held before its numbers
        # changed, new mail left out (Dovecot, when its index is deleted).
        state = self.snapshot()
        with self._same_numbers(state.uid_validity) as connection:
            found = listing.candidates(connection.client, baseline, state.uid_validity)
        self._listed = (state.uid_validity, max(state.uid_next - 1, *found, 0))
        return state.uid_validity, sorted(found)

    def _counting(
        self, baseline: Baseline, uid_validity: int, uids: Sequence[int]
    ) -> list[listing.Arrival]:
        with self._same_numbers(uid_validity) as connection:
            found = listing.arrivals(connection.client, uids)
        return [
            arrival
            for arrival in found
            if baseline.counts(uid_validity, arrival.uid, arrival.received)
        ]

    def _load(self, uid_validity: int, batch: Sequence[listing.Arrival]) -> list[RawMail]:
        with self._same_numbers(uid_validity) as connection:
            return listing.load(connection.client, uid_validity, batch, self._account.max_size)

    def _file(self, uid_validity: int, uids: Sequence[int], folder: str, keyword: str) -> Filing:
        with self._connected() as connection:
            if connection.state.uid_validity != uid_validity:
                return Filing.STALE
            return file_into(connection, uids, lambda: self._name(connection, folder), keyword)

    def _name(self, connection: Connection, folder: str) -> str:
        """Return a folder's whole name; the server is asked once."""
        if folder not in self._names:
            self._names[folder] = listing.full_name(connection.client, folder)
        return self._names[folder]

    def _has_news(self, connection: Connection) -> bool:
        """Tell whether mail has come since the last listing; say so of each mail only once."""
        state = connection.state
        uid_validity, highest = self._listed or (state.uid_validity, state.uid_next - 1)
        if uid_validity != state.uid_validity:
            self._listed = None
            return True
        connection.client.noop()  # SEARCH alone may not see what came since the last command
        news = listing.from_uid(connection.client, highest + 1)
        self._listed = (uid_validity, max(news, default=highest))
        return bool(news)

    @contextmanager
    def _same_numbers(self, uid_validity: int) -> Iterator[Connection]:
        with self._connected() as connection:
            if connection.state.uid_validity != uid_validity:
                raise MailServerError("the inbox was numbered anew while it was read")
            yield connection

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        try:
            if self._connection is None:
                self._names.clear()
                self._connection = connect(self._account)
            yield self._connection
        except (*FOREIGN, MailServerError) as error:
            self._drop()
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

    def _drop(self) -> None:
        if self._connection is not None:
            hang_up(self._connection.client)
            self._connection = None

    def _own(self, error: Exception) -> MailServerError:
        text = in_words(error, self._account.name, _one_line(error))
        match error:
            case LoginRefusedError():
                return LoginRefusedError(text)
            case UnreachableError() | IMAPClient.AbortError() | OSError():
                return UnreachableError(text)
            case _:
                return MailServerError(text)


def _one_line(error: Exception) -> str:
    said = error.args[0] if error.args else ""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(error)
    return " ".join(text.split())[:300] or type(error).__name__
