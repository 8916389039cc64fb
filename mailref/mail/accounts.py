"""Where the mail servers are and who we are there, as checked by the settings."""

from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum


class SmtpMode(StrEnum):
    """How an SMTP connection becomes private."""

    TLS = "tls"
    """From the first byte (smtps://)."""
    STARTTLS = "starttls"
    """By STARTTLS, which must succeed (smtp://)."""
    PLAIN = "plain"
    """Not at all: loopback, or `insecure = true`."""


@dataclass(frozen=True, slots=True)
class ImapAccount:
    """A mailbox to read, and the folders beside its inbox that we may file into."""

    host: str
    port: int
    tls: bool
    user: str
    password: str = field(repr=False)
    ca_file: str | None = None
    """Certificates to trust instead of the system's."""
    done: str = "Processed"
    quarantine: str = "Quarantine"
    max_size: int = 1_000_000
    """A longer mail, in octets, is fetched in part."""
    timeout: timedelta = timedelta(seconds=60)
    """For every single command."""


@dataclass(frozen=True, slots=True)
class SmtpAccount:
    """A server to hand mail to; without a user nobody logs in."""

    host: str
    port: int
    mode: SmtpMode
    user: str = ""
    password: str = field(default="", repr=False)
    ca_file: str | None = None
    hello: str = "[127.0.0.1]"
    """What we call ourselves; given here because asking DNS for it may hang."""
    timeout: timedelta = timedelta(seconds=60)
