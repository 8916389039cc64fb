"""Mails of ours as Python's own reader reads them; what a line of a header says is worked out once for all."""

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from functools import lru_cache

POLICY = default.clone(header_factory=lru_cache(maxsize=10_000)(default.header_factory))
"""Read header lines anew whenever they are asked for, `default` takes most of the time of most tests of mails."""


def parsed(data: bytes) -> EmailMessage:
    return message_from_bytes(data, policy=POLICY)
