"""Long texts of the record as SQLite keeps them: packed, with what nearly all events say put before each.

PostgreSQL packs long values itself. What was written unpacked, or by an earlier version, is read as it lies.
"""

from functools import cache
from importlib import resources
from typing import Any
from zlib import DEFLATED, MAX_WBITS, compressobj, decompressobj

import sqlalchemy as sa

PACKED = b"\0j1"
"""Begins what is packed by the first, and until now only, list of what events say."""
_WORTH_PACKING = 300
_LEVEL, _QUICK = 6, 3
_LARGE = 100_000
"""Characters of a text that is packed quickly: of a game of hundreds it takes half as long, and a third more room."""


@cache
def _said() -> bytes:
    """Return what stands before each text; no octet of it may ever change, or nothing could be read."""
    return (resources.files("mailref") / "data" / "events.dict").read_bytes()


@cache
def _packer(level: int) -> Any:  # zlib shows its class nowhere
    """Return what has taken in what stands before; for each text it is copied, which is quicker."""
    return compressobj(level, DEFLATED, -MAX_WBITS, zdict=_said())


def packed(text: str) -> bytes:
    """Return a text as few octets, which begin with `PACKED`."""
    packer = _packer(_QUICK if len(text) > _LARGE else _LEVEL).copy()
    found: bytes = PACKED + packer.compress(text.encode()) + packer.flush()
    return found


def unpacked(stored: str | bytes) -> str:
    """Return a text, however it was stored."""
    if isinstance(stored, str):
        return stored
    unpacker = decompressobj(-MAX_WBITS, zdict=_said())
    return (unpacker.decompress(stored[len(PACKED) :]) + unpacker.flush()).decode()


class LongText(sa.TypeDecorator[str]):
    """Text of ours that is packed on SQLite where it is long."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: sa.Dialect) -> str | bytes | None:
        if value is None or len(value) < _WORTH_PACKING or dialect.name != "sqlite":
            return value
        return packed(value)

    def process_result_value(self, value: str | bytes | None, dialect: sa.Dialect) -> str | None:  # noqa: ARG002  the signature is SQLAlchemy's
        return None if value is None else unpacked(value)
