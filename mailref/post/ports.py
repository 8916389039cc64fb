"""What a tick of the machine asks of a mailbox and of an outbox, and what their faults mean.

Real ones are `mailref.post.imap_mailbox` and `mailref.post.smtp`. Every method may raise
MailServerError; the next call connects anew.
"""

import re
import smtplib
import socket
import ssl
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from io import IncrementalNewlineDecoder
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from mailref.errors import LoginRefusedError, NoTokenError
from mailref.structs import shown_without

T = TypeVar("T")


class SmtpMode(StrEnum):
    """How an SMTP connection becomes private."""

    TLS = "tls"
    """From the first byte (smtps://)."""
    STARTTLS = "starttls"
    """By STARTTLS, which must succeed (smtp://)."""
    PLAIN = "plain"
    """Not at all: loopback, or `insecure = true`."""


class OAuth(Struct, frozen=True):
    """How to log in without a password (OAuth 2): who we are to the provider, and where to ask."""

    client_id: str
    client_secret: str
    """Empty where the provider gives none to programs."""
    token_url: str
    device_url: str
    """Where a code for a device is asked for; empty: the person agrees on a page, at consent_url."""
    consent_url: str
    scope: str
    token_file: str

    __repr__ = shown_without("client_secret")


class ImapAccount(Struct, frozen=True):
    """A mailbox to read, and the folders beside its inbox that we may file into."""

    host: str
    port: int
    tls: bool
    user: str
    password: str
    ca_file: str | None = None
    """Certificates to trust instead of the system's."""
    done: str = "Processed"
    quarantine: str = "Quarantine"
    max_size: int = 1_000_000
    """A longer mail, in octets, is fetched in part."""
    timeout: timedelta = timedelta(seconds=60)
    """For every single command."""
    oauth: OAuth | None = None
    """In place of the password."""

    __repr__ = shown_without("password")

    @property
    def key(self) -> str:
        """Return what tells this mailbox from another in the record."""
        return f"{self.user}@{self.host}"

    @property
    def name(self) -> str:
        """Return the server as messages name it."""
        return f"{'imaps' if self.tls else 'imap'}://{self.host}:{self.port}"


class Spool(Struct, frozen=True):
    """A folder to which `mailref deliver` brings mail, for those without IMAP."""

    folder: str
    max_size: int = 1_000_000
    """Of a longer mail, in octets, only the beginning is read."""
    box: str = ""
    """The id of a further mailbox; empty: that of [mail]."""

    @property
    def key(self) -> str:
        """Return what tells this mailbox from another in the record."""
        return f"spool:{self.box}" if self.box else "spool"

    @property
    def name(self) -> str:
        """Return the folder as messages name it."""
        return self.folder


class SmtpAccount(Struct, frozen=True):
    """A server to hand mail to; without a user nobody logs in."""

    host: str
    port: int
    mode: SmtpMode
    user: str = ""
    password: str = ""
    ca_file: str | None = None
    hello: str = "[127.0.0.1]"
    """What we call ourselves; given here because asking DNS for it may hang."""
    timeout: timedelta = timedelta(seconds=60)
    oauth: OAuth | None = None

    __repr__ = shown_without("password")


def verifying_context(ca_file: str | None) -> ssl.SSLContext:
    """Return a context that checks certificate and host name, by *ca_file* or the system."""
    context = ssl.create_default_context(cafile=ca_file)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.sslsocket_class = _PatientTls
    return context


_SLOWEST = 500
"""Octets a second; an answer that comes more slowly than that is given up."""


class _Patient(socket.socket):
    """Waits for a whole answer as long as others wait for its next octet.

    A timeout begins anew with each octet: a server that drips would hold a tick for hours. What is
    said to it begins a new answer; each octet of that buys a little time, so that a long one may
    take long.
    """

    _until: float | None = None

    def sendall(self, data: Any, flags: int = 0) -> None:
        self._until = None
        super().sendall(data, flags)

    def recv(self, size: int = 1024, flags: int = 0) -> bytes:
        return self._in_time(lambda: super(_Patient, self).recv(size, flags), len)

    def recv_into(self, buffer: Any, size: int | None = None, flags: int = 0) -> int:
        return self._in_time(lambda: super(_Patient, self).recv_into(buffer, size or 0, flags), int)

    def _in_time(self, receive: Callable[[], T], octets: Callable[[T], int]) -> T:
        patience = self.gettimeout()
        if not patience:
            return receive()
        now = time.monotonic()
        if self._until is None:  # its first octets: they may take as long as any
            until = self._until = now + patience
            received = receive()
        else:
            until = self._until
            if now >= until:
                raise TimeoutError("the answer does not end")
            self.settimeout(min(patience, until - now))
            try:
                received = receive()
            finally:
                self.settimeout(patience)
        # None: another thread has said something meanwhile, and what comes now is the answer to that.
        if self._until is not None:
            self._until = until + octets(received) / _SLOWEST
        return received


class _PatientTls(_Patient, ssl.SSLSocket):
    """The same, over TLS."""


def patient(sock: socket.socket) -> socket.socket:
    """Return a connected socket that waits no longer for a whole answer than for one octet."""
    if isinstance(sock, _Patient):
        return sock
    patience = sock.gettimeout()
    made = _Patient(sock.family, sock.type, sock.proto, fileno=sock.detach())
    made.settimeout(patience)
    return made


IsKnown = Callable[[int, int], bool]
"""Whether the journal knows the mail of this UIDVALIDITY and UID."""


HEAD = 65_536
"""So many octets are read of a mail that is too large."""


class RawMail(Struct, frozen=True):
    """A mail as the server holds it; nothing in it is believed yet."""

    uid_validity: int
    uid: int
    received: datetime
    """The server's INTERNALDATE, aware: the time that decides about a deadline."""
    size: int
    """Octets on the server, also where `data` holds fewer."""
    data: bytes
    is_truncated: bool
    """Whether the mail was too large and `data` is only its first 64 kB."""


class KeptMail(Struct, frozen=True):
    """A mail that lies in the mailbox, by its header alone."""

    header: bytes
    is_filed: bool
    """Whether a mailref, this one or another, was done with it."""


class MailboxState(Struct, frozen=True):
    """The inbox at one moment."""

    uid_validity: int
    uid_next: int
    """The lowest UID that a mail to come can have."""
    messages: int


class Listening(Struct, frozen=True):
    """A mailbox whose server says of itself when mail comes."""

    line: socket.socket | None
    """What can be read once it has said something; None: it has to be asked."""
    has_news: bool = False
    """Whether there may be new mail already."""
    again: timedelta | None = None
    """After how long it has to be asked again, if it is to be asked before others are."""


class Baseline(Struct, frozen=True):
    """From which mail on we read; what lay in the inbox before stays untouched.

    A mail counts if its UID is at least `uid_next`, or if it arrived at or after `since`. Once the
    server has numbered the inbox anew (another UIDVALIDITY), UIDs say nothing: then a mail counts
    if it arrived after `moment`, or at or after `since`.
    """

    uid_validity: int
    uid_next: int
    moment: datetime
    """When the baseline was set, by the later of the server's clock and ours."""
    since: datetime | None = None
    """What the operator gave with --since: mail from then on counts too."""

    def counts(self, uid_validity: int, uid: int, received: datetime) -> bool:
        """Tell whether a mail lies on our side of the line."""
        if self.since is not None and received >= self.since:
            return True
        if uid_validity == self.uid_validity:
            return uid >= self.uid_next
        # Not "at or after": what lay there before may have come in the very second.
        return received > self.moment


class Filing(StrEnum):
    """What became of mails that were to be filed; the journal is the truth, this a fact to log."""

    MOVED = "moved"
    MARKED = "marked"
    """They stay in the inbox with the keyword $MailrefDone."""
    LEFT = "left"
    """The server allows neither."""
    STALE = "stale"
    """The inbox has been numbered anew; nothing was touched."""


class MailboxMark(Struct, frozen=True):
    """Which installation has a mailbox."""

    installation: str
    epoch: datetime
    """Since when, as it is now: a database that was put back begins another."""
    token: str
    """What its database alone knows."""
    until: datetime


class Mailbox(Protocol):
    """An inbox that is read, never emptied."""

    def snapshot(self) -> MailboxState:
        """Return the state of the inbox, asked of the server now."""

    def baseline(self, now: datetime, since: datetime | None = None) -> Baseline:
        """Return a baseline at which all present mail lies before, but that since *since*."""

    def count_before(self, baseline: Baseline) -> int:
        """Return how many mails in the inbox lie before *baseline* and stay untouched."""

    def new_mail(self, baseline: Baseline, is_known: IsKnown) -> Iterator[RawMail]:
        """Yield all unknown mail that counts, in order of arrival; whole, or raise."""

    def file_away(self, uid_validity: int, uids: Sequence[int]) -> Filing:
        """Move mails that are done to the `done` folder, or mark them; never delete one."""

    def quarantine(self, uid_validity: int, uids: Sequence[int]) -> Filing:
        """Move mails that nobody could read to the `quarantine` folder, or leave them."""

    def kept_mail(self) -> Iterator[KeptMail]:
        """Yield the newest mails of the inbox and of the folders we file into, the filed ones first."""

    def filed_mail(self, since: datetime) -> Iterator[RawMail]:
        """Yield whole what was filed as done and came from the day before *since* on, in that order."""

    def drop_filed(self, before: datetime) -> int:
        """Delete filed mail that came before then, where nobody else keeps a mailbox; how many."""

    def server_time(self) -> datetime:
        """Return the server's clock, learnt in a scratch folder that is removed again."""

    def wait(self, timeout: timedelta) -> bool:
        """Wait until there may be new mail (True), or until *timeout* or a wake-up (False)."""

    def listen(self) -> Listening:
        """Let the server say when mail comes, until anything else is asked of it; go on where it does."""

    def heard(self) -> bool:
        """Tell whether what the server has said since `listen` may be new mail."""

    def attend(
        self, timeout: timedelta, lines: Sequence[socket.socket]
    ) -> Sequence[socket.socket] | None:
        """Wait until some of *lines* can be read, and return these: none at *timeout*, None at a wake-up."""

    def wake(self) -> None:
        """End a wait or pause, from any thread or signal handler; one to come ends at once."""

    def pause(self, timeout: timedelta) -> None:
        """Do nothing until *timeout* or a wake-up: what a failed tick is followed by."""

    def mark(self) -> MailboxMark | None:
        """Return the mark that holds; None where there is none."""

    def set_mark(self, mark: MailboxMark) -> bool:
        """Leave a mark in place of all before; False where another was left meanwhile."""

    def hang_up(self) -> None:
        """Cut the connection without a goodbye, for which a server may make us wait."""

    def close(self) -> None:
        """Hang up for good."""


def line_ends(data: bytes) -> object:
    """Return how the lines of *data* end: by CRLF alone, by what else, or None where none ends.

    A decoder looks for that in one go, five times as fast as three counts.
    """
    seen = IncrementalNewlineDecoder(None, translate=False)
    seen.decode(data.decode("latin-1"), final=True)
    return seen.newlines


def dots_doubled(data: bytes) -> bytes:
    """Return *data* with a second dot before each that begins a line but the first (RFC 5321 4.5.2)."""
    return _DOT_AT_START.sub(b"\n..", data)  # finds none in half the time of `replace`


_DOT_AT_START = re.compile(rb"\n\.")


class Letter(Struct, frozen=True):
    """A mail owed: the same bytes to one recipient on every try."""

    id: int
    sender: str
    """The envelope's sender: where bounces go."""
    recipient: str
    data: bytes
    is_sound: bool = False
    """Whether no `fault` was found: each octet is looked at for that, and not twice."""
    dotted: bytes | None = None
    """The same with the dots doubled that begin lines, where each line is known to end in CRLF."""

    def fault(self) -> str | None:
        """Return why this cannot be handed to any server: it would end the command or the mail.

        Not an exception: one odd address must not hold up all other mail.
        """
        if self.is_sound:
            return None
        for address in (self.sender, self.recipient):
            if any(char.isspace() or char in "<>" or not char.isprintable() for char in address):
                return f"not an envelope address: {address!r}"
        # Servers differ on lone CR and LF; that is how mail is smuggled.
        if self.dotted is not None or line_ends(self.data) in (None, "\r\n"):
            return None
        return "a line does not end in CRLF"


class Sent(Struct, frozen=True):
    """The server has taken it over."""


class RefusedForGood(Struct, frozen=True):
    """It will never be taken: put before the game master."""

    code: int
    text: str


class Deferred(Struct, frozen=True):
    """Not this time, or nobody knows: try again, with the same bytes.

    `code` is None where the connection was lost, even if that was after the last byte.
    """

    code: int | None
    text: str


Outcome = Sent | RefusedForGood | Deferred


class Delivery(Struct, frozen=True):
    """What became of one letter."""

    letter: Letter
    outcome: Outcome


class Outbox(Protocol):
    """Where letters are handed over."""

    def send(self, letters: Iterable[Letter]) -> Iterator[Delivery]:
        """Try each letter once, over one connection, and yield each outcome as soon as known."""


_USUAL = {"imaps": (993, 143), "smtps": (465, 587)}
"""The port on which a connection begins with TLS (RFC 8314), and that on which it does not."""
_REACHABLE = "is the machine online, and is it the right name and port?"


def in_words(error: Exception, url: str, said: str) -> str:
    """Return what went wrong at *url* (`imaps://mail.example.org:993`), and *said*, as one line."""
    scheme, _, place = url.partition("://")
    host, _, port = place.rpartition(":")
    found = _meaning(error, scheme, host, int(port))
    return f"{url}: {found} ({said})" if found else f"{url}: {said}"


def one_line(said: bytes | str) -> str:
    """Return what a server said, as far as a line holds it."""
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return " ".join(text.split())[:300]


def _meaning(error: Exception, scheme: str, host: str, port: int) -> str:
    key = f"[mail] {scheme.removesuffix('s')}"
    match error:
        case NoTokenError():
            return ""  # it says itself what to do
        case LoginRefusedError() | smtplib.SMTPAuthenticationError():
            return _login(scheme)
        case socket.gaierror():
            return f"no server of the name {host} is known ({key}): is it spelt right, and is the machine online?"
        case ssl.SSLCertVerificationError():
            return (
                f"its certificate does not prove that it is {host} ({key}): is that the name the provider gives?"
                " for a certificate of your own, name its file under [mail] ca"
            )
        case ssl.SSLError():
            return _no_tls(scheme, port, key)
        case smtplib.SMTPNotSupportedError():
            return (
                f'it offers no STARTTLS on port {port} ({key}): write "smtps://{host}" for TLS from the'
                " beginning, or another port"
            )
        case TimeoutError() | smtplib.SMTPServerDisconnected() if _may_want_tls(scheme, port):
            return f'port {port} wants TLS from the beginning ({key}): write "{scheme}s://{host}:{port}"'
        case TimeoutError():
            return f"no answer ({key}): {_REACHABLE}"
        case ConnectionRefusedError():
            return f"nothing listens there ({key}): {_REACHABLE}"
        case _:
            return ""


def _login(scheme: str) -> str:
    keys = (
        "[mail] user, password"
        if scheme.startswith("imap")
        else "[mail] user, password; smtp_user, smtp_password"
    )
    return (
        f"user or password is wrong ({keys}), or the provider must allow mail programs first,"
        " some by a password of its own for them"
    )


def _may_want_tls(scheme: str, port: int) -> bool:
    return f"{scheme}s" in _USUAL and any(port == private for private, _ in _USUAL.values())


def _no_tls(scheme: str, port: int, key: str) -> str:
    if scheme not in _USUAL:
        return f"TLS cannot be agreed on with it ({key})"
    private, bare = _USUAL[scheme]
    plain = scheme.removesuffix("s")
    return (
        f"it does not speak TLS on port {port} ({key}): {scheme}:// is usually port {private};"
        f" {plain}:// is the one that begins without, usually on port {bare}"
    )
