"""DKIM signatures (RFC 6376), where dkimpy is installed (`pip install mailref[dkim]`).

Asks the DNS: shell. What it cannot find out it says nothing of; it never fails.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from mailref.errors import is_lack

DNS_SECONDS = 3
"""A mail waits no longer for a name server."""
_SMALLEST_KEY = 1024


class AskDns(Protocol):
    """The name of a TXT record to its text, as dkimpy asks for it."""

    def __call__(self, name: bytes, /, timeout: int) -> bytes | None: ...


@cache
def is_available() -> bool:
    """Tell whether signatures can be verified here."""
    return find_spec("dkim") is not None


def verifier(ask: AskDns | None = None) -> Callable[[bytes], bool | None] | None:
    """Return what tells whether the topmost signature of a mail holds; None without dkimpy.

    It answers None where that cannot be found out: no name server, a mail made to break the parser.
    """
    if not is_available():
        return None
    # With its resolver it takes 150 ms to import, and few installations ask for this proof.
    dkim = import_module("dkim")

    def verify(data: bytes) -> bool | None:
        try:
            mail = dkim.DKIM(data, minkey=_SMALLEST_KEY, timeout=DNS_SECONDS)
            return bool(mail.verify() if ask is None else mail.verify(dnsfunc=ask))
        except dkim.DKIMException:
            return False
        except Exception as problem:
            # Whatever it is, the mail is read without this proof, but for what the machine lacks.
            if is_lack(problem):
                raise
            return None

    return verify
