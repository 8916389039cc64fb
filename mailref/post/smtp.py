"""The outbox: letters handed to an SMTP server, and how long to wait before one is tried again.

Here is the border at which the server's exceptions end. A letter is at least handed over once, with
the same bytes and Message-ID on every try: a connection lost after the last byte may mean either, so
it is tried again (mail 3).
"""

import re
import smtplib
import socket
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from mailref.errors import LoginRefusedError, MailServerError, UnreachableError
from mailref.post.oauth import access_token, initial_response, spend
from mailref.post.ports import (
    Deferred,
    Delivery,
    Letter,
    Outcome,
    RefusedForGood,
    Sent,
    SmtpAccount,
    SmtpMode,
    in_words,
    patient,
    verifying_context,
)

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


@dataclass(frozen=True, slots=True)
class Backoff:
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


_DOT_AT_START = re.compile(rb"\n\.")
_CLOSING = 421
_GO_ON = 354
_TOO_LARGE = 552


class _Plain(smtplib.SMTP):
    """A client, private only after STARTTLS; it does not look at each line as smtplib does."""

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        return patient(super()._get_socket(host, port, timeout))  # type: ignore[misc]  # unknown to typeshed

    def deliver(self, sender: str, recipient: str, data: bytes, options: Sequence[str]) -> None:
        """Hand a mail over as `sendmail` does, and raise what it raises.

        A server that reads on while it answers is told sender, recipient and DATA in one go
        (RFC 2920): a mail waits for it twice, not four times.
        """
        if not self.has_extn("pipelining"):
            self.sendmail(sender, [recipient], data, mail_options=options)
            return
        self._begin(sender, recipient, len(data), options)
        replies = [self._answered() for _ in range(3)]
        refused = _refused(sender, recipient, *replies)
        if refused is None:
            self._taken_over(self._told(data))
            return
        if replies[2][0] == _GO_ON:  # it waits for a mail, which goes to nobody
            self._told(b"")
        self._rset()
        raise refused

    def _begin(self, sender: str, recipient: str, size: int, options: Sequence[str]) -> None:
        if "SMTPUTF8" in options:
            self.command_encoding = "utf-8"
        announced = [f"SIZE={size}"] if self.has_extn("size") else []
        mail = " ".join((f"MAIL FROM:{smtplib.quoteaddr(sender)}", *announced, *options))
        self.send(f"{mail}\r\nRCPT TO:{smtplib.quoteaddr(recipient)}\r\nDATA\r\n")

    def _answered(self) -> tuple[int, bytes]:
        """Return the next reply; a server that takes its leave with it says nothing more."""
        code, text = self.getreply()
        if code == _CLOSING:
            self.close()
            raise smtplib.SMTPResponseException(code, text)
        return code, text

    def _taken_over(self, reply: tuple[int, bytes]) -> None:
        if reply[0] == 250:
            return
        if reply[0] == _CLOSING:
            self.close()
        else:
            self._rset()
        raise smtplib.SMTPDataError(*reply)

    def _rset(self) -> None:
        super()._rset()  # type: ignore[misc]  # unknown to typeshed

    def _told(self, data: bytes) -> tuple[int, bytes]:
        self.send(_dotted(data) + b".\r\n" if data else b".\r\n")
        return self.getreply()

    def data(self, msg: Any) -> tuple[int, bytes]:
        """Send the bytes *msg* and return what the server says of them."""
        self.putcmd("data")
        code, text = self.getreply()
        if code != _GO_ON:
            raise smtplib.SMTPDataError(code, text)
        return self._told(msg)


class _Private(_Plain, smtplib.SMTP_SSL):
    """A client that is private from the first byte."""


_Reply = tuple[int, bytes]


def _refused(
    sender: str, recipient: str, mail: _Reply, rcpt: _Reply, data: _Reply
) -> smtplib.SMTPException | None:
    """Return what `sendmail` raises of the replies to the commands before a mail; None: go on."""
    if mail[0] != 250:
        return smtplib.SMTPSenderRefused(*mail, sender)
    if rcpt[0] not in (250, 251):
        return smtplib.SMTPRecipientsRefused({recipient: rcpt})
    return None if data[0] == _GO_ON else smtplib.SMTPDataError(*data)


def _dotted(letter: bytes) -> bytes:
    """Double the dot that begins a line (RFC 5321 4.5.2), and let the last line end."""
    stuffed = _DOT_AT_START.sub(b"\n..", letter)  # finds none in half the time of `replace`
    if letter.startswith(b"."):
        stuffed = b"." + stuffed
    return stuffed if stuffed.endswith(b"\r\n") else stuffed + b"\r\n"


class SmtpOutbox:
    """An Outbox on an SMTP server; for one thread."""

    def __init__(self, account: SmtpAccount) -> None:
        self._account = account

    def send(self, letters: Iterable[Letter]) -> Iterator[Delivery]:
        """Try each letter once, over one connection, and yield each outcome as soon as known.

        Raise MailServerError where the server cannot be spoken to; what was not yielded by then
        has not been tried.
        """
        client: _Plain | None = None
        try:
            for letter in letters:
                # After a lost connection, or a server that said goodbye, the next one is new.
                if client is None or client.sock is None:
                    client = self._connect()
                yield Delivery(letter, _hand_over(client, letter))
        finally:
            if client is not None:
                _hang_up(client)

    def check(self) -> None:
        """Connect and log in, and nothing else; raise MailServerError if that fails."""
        _hang_up(self._connect())

    def _connect(self) -> _Plain:
        client: _Plain | None = None
        try:
            client = self._dial()
            self._greet(client)
        except (smtplib.SMTPException, OSError, ValueError) as error:
            if client is not None:
                client.close()
            raise self._own(error) from error
        return client

    def _dial(self) -> _Plain:
        account = self._account
        seconds = account.timeout.total_seconds()
        if account.mode is SmtpMode.TLS:
            return _Private(
                account.host,
                account.port,
                local_hostname=account.hello,
                timeout=seconds,
                context=verifying_context(account.ca_file),
            )
        return _Plain(account.host, account.port, local_hostname=account.hello, timeout=seconds)

    def _greet(self, client: smtplib.SMTP) -> None:
        if self._account.mode is SmtpMode.STARTTLS:
            # Raises where it is not offered: never fall back to plain text.
            client.starttls(context=verifying_context(self._account.ca_file))
        client.ehlo_or_helo_if_needed()
        if self._account.user and client.has_extn("auth"):
            _log_in(client, self._account)

    def _own(self, error: Exception) -> MailServerError:
        scheme = "smtps" if self._account.mode is SmtpMode.TLS else "smtp"
        url = f"{scheme}://{self._account.host}:{self._account.port}"
        text = in_words(error, url, _one_line(error))
        refused = isinstance(error, smtplib.SMTPAuthenticationError)
        return LoginRefusedError(text) if refused else UnreachableError(text)


def _log_in(client: smtplib.SMTP, account: SmtpAccount) -> None:
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


def _hand_over(client: _Plain, letter: Letter) -> Outcome:
    fault = letter.fault()
    if fault is not None:
        return RefusedForGood(554, fault)
    try:
        recipient, options = _envelope(client, letter)
    except ValueError as error:
        return RefusedForGood(553, _one_line(error))
    try:
        client.deliver(letter.sender, recipient, letter.data, options)
    except smtplib.SMTPRecipientsRefused as error:
        ((code, text),) = error.recipients.values()
        return _verdict(client, code, text)
    except smtplib.SMTPSenderRefused as error:
        # Our own address or login is at fault, not this letter, unless it is too large.
        if error.smtp_code == _TOO_LARGE:
            return _verdict(client, error.smtp_code, error.smtp_error)
        return Deferred(error.smtp_code, _text(error.smtp_error))
    except smtplib.SMTPResponseException as error:
        return _verdict(client, error.smtp_code, error.smtp_error)
    except (smtplib.SMTPException, OSError) as error:
        client.close()
        return Deferred(None, _one_line(error))
    return Sent()


def _envelope(client: smtplib.SMTP, letter: Letter) -> tuple[str, list[str]]:
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


def _verdict(client: smtplib.SMTP, code: int, text: bytes | str) -> Outcome:
    if code == _CLOSING:
        client.close()
    permanent = 500 <= code < 600
    return RefusedForGood(code, _text(text)) if permanent else Deferred(code, _text(text))


def _hang_up(client: smtplib.SMTP) -> None:
    with suppress(smtplib.SMTPException, OSError):
        client.quit()
    client.close()


def _text(said: bytes | str) -> str:
    text = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return " ".join(text.split())[:300]


def _one_line(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{error.smtp_code} {_text(error.smtp_error)}"
    return _text(str(error)) or type(error).__name__
