"""The outbox: letters handed to an SMTP server, and how long to wait before one is tried again.

Here is the border at which the server's exceptions end. A letter is at least handed over once, with
the same bytes and Message-ID on every try: a connection lost after the last byte may mean either, so
it is tried again (mail 3).
"""

import smtplib
import socket
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mailref.errors import LoginRefusedError, MailServerError, UnreachableError
from mailref.post import ports
from mailref.post.oauth import access_token, initial_response, spend

# RFC 5321 4.5.4.1: give up after four or five days, not before.
_PAUSES = (1, 5, 15, 60, 120, 240, 480, *(720,) * 9)
RETRIES = tuple(timedelta(minutes=pause) for pause in _PAUSES)


def next_try(failures: int) -> timedelta | None:
    """Return the pause after the *failures*-th failed try of a letter; None: give it up.

    >>> [next_try(failures) for failures in (1, 4)]
    [datetime.timedelta(seconds=60), datetime.timedelta(seconds=3600)]
    """
    if failures < 1:
        raise ValueError(f"a first try needs no pause: {failures!r}")
    return RETRIES[failures - 1] if failures <= len(RETRIES) else None


class Backoff(Struct, frozen=True):
    """How patient to be with a server that does not answer: longer after each failure."""

    failures: int = 0
    first: timedelta = timedelta(seconds=1)
    most: timedelta = timedelta(minutes=5)

    def after_failure(self) -> "Backoff":
        """Return the state after one more failure."""
        return replace(self, failures=self.failures + 1)

    def after_success(self) -> "Backoff":
        """Return the state of a server that answers."""
        return replace(self, failures=0)

    def pause(self, chance: float) -> timedelta:
        """Return how long to wait; *chance* in [0, 1) spreads many clients over half of it."""
        if self.failures == 0:
            return timedelta(0)
        doublings = min(self.failures - 1, 30)  # beyond, a timedelta would overflow
        ceiling = min(self.most, self.first * (1 << doublings))
        return ceiling * (0.5 + chance / 2)


_CLOSING = 421
_TOO_LARGE = 552


class _Plain(smtplib.SMTP):
    """A client, private only after STARTTLS; it does not look at each line as smtplib does."""

    dotted: bytes | None = None
    """What is sent next, where it was made ready for DATA before."""

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        return ports.patient(super()._get_socket(host, port, timeout))  # type: ignore[misc]  # unknown to typeshed

    def mail(self, sender: str, options: Sequence[str] = ()) -> tuple[int, bytes]:
        """Say from whom a letter is; *options* are known to be taken. It has no fault, so nobody need parse it."""
        if "SMTPUTF8" in options:
            self.command_encoding = "utf-8"
        self.putcmd("mail", " ".join((f"FROM:<{sender}>", *options)))
        return self.getreply()

    def rcpt(self, recip: str, options: Sequence[str] = ()) -> tuple[int, bytes]:
        """Say to whom a letter goes, an address that has no fault either."""
        self.putcmd("rcpt", " ".join((f"TO:<{recip}>", *options)))
        return self.getreply()

    def data(self, msg: Any) -> tuple[int, bytes]:
        """Send the bytes *msg* and return what the server says of them."""
        self.putcmd("data")
        code, text = self.getreply()
        if code != 354:
            raise smtplib.SMTPDataError(code, text)
        self.send((_dotted(msg) if self.dotted is None else self.dotted) + b".\r\n")
        return self.getreply()


class _Private(_Plain, smtplib.SMTP_SSL):
    """A client that is private from the first byte."""


def _dotted(letter: bytes) -> bytes:
    """Double the dot that begins a line, and let the last line end."""
    stuffed = ports.dots_doubled(letter)
    if letter.startswith(b"."):
        stuffed = b"." + stuffed
    return stuffed if stuffed.endswith(b"\r\n") else stuffed + b"\r\n"


class SmtpOutbox:
    """An Outbox on an SMTP server; for one thread."""

    def __init__(self, account: ports.SmtpAccount) -> None:
        self._account = account

    def send(self, letters: Iterable[ports.Letter]) -> Iterator[ports.Delivery]:
        """Try each letter once, over one connection, and yield each outcome as soon as known.

        Raise MailServerError where the server cannot be spoken to; what was not yielded by then
        has not been tried.
        """
        client: smtplib.SMTP | None = None
        try:
            for letter in letters:
                # After a lost connection, or a server that said goodbye, the next one is new.
                if client is None or client.sock is None:
                    client = self._connect()
                yield ports.Delivery(letter, _hand_over(client, letter))
        finally:
            if client is not None:
                _hang_up(client)

    def check(self) -> None:
        """Connect and log in, and nothing else; raise MailServerError if that fails."""
        _hang_up(self._connect())

    def _connect(self) -> smtplib.SMTP:
        client: smtplib.SMTP | None = None
        try:
            client = self._dial()
            self._greet(client)
        except (smtplib.SMTPException, OSError, ValueError) as error:
            if client is not None:
                client.close()
            raise self._own(error) from error
        return client

    def _dial(self) -> smtplib.SMTP:
        account = self._account
        seconds = account.timeout.total_seconds()
        if account.mode is ports.SmtpMode.TLS:
            return _Private(
                account.host,
                account.port,
                local_hostname=account.hello,
                timeout=seconds,
                context=ports.verifying_context(account.ca_file),
            )
        return _Plain(account.host, account.port, local_hostname=account.hello, timeout=seconds)

    def _greet(self, client: smtplib.SMTP) -> None:
        if self._account.mode is ports.SmtpMode.STARTTLS:
            # Raises where it is not offered: never fall back to plain text.
            client.starttls(context=ports.verifying_context(self._account.ca_file))
        client.ehlo_or_helo_if_needed()
        if self._account.user and client.has_extn("auth"):
            _log_in(client, self._account)

    def _own(self, error: Exception) -> MailServerError:
        scheme = "smtps" if self._account.mode is ports.SmtpMode.TLS else "smtp"
        url = f"{scheme}://{self._account.host}:{self._account.port}"
        text = ports.in_words(error, url, _one_line(error))
        refused = isinstance(error, smtplib.SMTPAuthenticationError)
        return LoginRefusedError(text) if refused else UnreachableError(text)


def _log_in(client: smtplib.SMTP, account: ports.SmtpAccount) -> None:
    user, password = account.user, account.password
    try:
        if account.oauth is not None:
            say = initial_response(user, access_token(account.oauth))
            client.auth("XOAUTH2", say)  # type: ignore[arg-type]  # typeshed asks for overloads
        elif user.isascii() and password.isascii():
            client.login(user, password)
        else:
            _log_in_beyond_ascii(client, user, password)
    except smtplib.SMTPAuthenticationError as error:
        if account.oauth is not None:
            spend(account.oauth)
        if error.smtp_code >= 500:
            raise
        raise smtplib.SMTPResponseException(error.smtp_code, error.smtp_error) from error


def _log_in_beyond_ascii(client: smtplib.SMTP, user: str, password: str) -> None:
    """Log in as RFC 4616 has it; smtplib can say it in ASCII only."""
    secret = b64encode(f"\0{user}\0{password}".encode()).decode("ascii")
    code, text = client.docmd("AUTH", f"PLAIN {secret}")
    if code != 235:
        raise smtplib.SMTPAuthenticationError(code, text)


def _hand_over(client: smtplib.SMTP, letter: ports.Letter) -> ports.Outcome:
    fault = letter.fault()
    if fault is not None:
        return ports.RefusedForGood(554, fault)
    try:
        recipient, options = _envelope(client, letter)
    except ValueError as error:
        return ports.RefusedForGood(553, _one_line(error))
    if isinstance(client, _Plain):
        client.dotted = letter.dotted
    try:
        client.sendmail(letter.sender, [recipient], letter.data, mail_options=options)
    except smtplib.SMTPRecipientsRefused as error:
        ((code, text),) = error.recipients.values()
        return _verdict(client, code, text)
    except smtplib.SMTPSenderRefused as error:
        # Our own address or login is at fault, not this letter, unless it is too large.
        if error.smtp_code == _TOO_LARGE:
            return _verdict(client, error.smtp_code, error.smtp_error)
        return ports.Deferred(error.smtp_code, ports.one_line(error.smtp_error))
    except smtplib.SMTPResponseException as error:
        return _verdict(client, error.smtp_code, error.smtp_error)
    except (smtplib.SMTPException, OSError) as error:
        client.close()
        return ports.Deferred(None, _one_line(error))
    return ports.Sent()


def _envelope(client: smtplib.SMTP, letter: ports.Letter) -> tuple[str, list[str]]:
    """Return the recipient as this server can be told, and the options that needs; or raise."""
    options = []
    if not letter.data.isascii() and client.has_extn("8bitmime"):
        options.append("BODY=8BITMIME")
    local, at, domain = letter.recipient.rpartition("@")
    if local.isascii():
        ascii_domain = domain if domain.isascii() else domain.encode("idna").decode("ascii")
        return local + at + ascii_domain, options
    if client.has_extn("smtputf8"):
        return letter.recipient, [*options, "SMTPUTF8"]
    raise ValueError("the server takes no address with letters beyond ASCII (no SMTPUTF8)")


def _verdict(client: smtplib.SMTP, code: int, text: bytes | str) -> ports.Outcome:
    if code == _CLOSING:
        client.close()
    outcome = ports.RefusedForGood if 500 <= code < 600 else ports.Deferred
    return outcome(code, ports.one_line(text))


def _hang_up(client: smtplib.SMTP) -> None:
    with suppress(smtplib.SMTPException, OSError):
        client.quit()
    client.close()


def _one_line(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {ports.one_line(error.smtp_error)}"
    return ports.one_line(str(error)) or type(error).__name__
