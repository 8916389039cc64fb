"""What the reader is told by the installation; a value, so that reading stays a pure function."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadPolicy:
    """Who we are, whom we trust, and how much we take."""

    own_addresses: frozenset[str]
    """Small letters, domain as A-label; with any plus suffix they are ours too."""
    loop_id: str
    """What mailref writes into X-Mailref-Loop of all it sends."""
    authserv_id: str | None = None
    """The server whose Authentication-Results are believed; None: none."""
    max_size: int = 1_000_000
    """Bytes."""
    dkim_verify: Callable[[bytes], bool | None] | None = None
    """Verifies the topmost DKIM-Signature of a mail (it asks the DNS, so the shell gives it)."""
