"""Databases of tests: they wait for no disk, and the empty one is made once for all."""

import sqlite3
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from mailref.journal.journal import Journal


def unsynced(connection: DBAPIConnection, entry: ConnectionPoolEntry, _: object) -> None:
    """Wait for no disk: no test of this process outlives a loss of power; thousands of writes are quicker."""
    if isinstance(connection, sqlite3.Connection) and not entry.info.get("unsynced"):
        entry.info["unsynced"] = True
        connection.execute("PRAGMA synchronous = OFF")


def url_of(folder: Path) -> str:
    return f"sqlite:///{folder / 'mailref.db'}"


def begun_in(folder: Path) -> str:
    """Put an empty database of today's schema into *folder*, unless one is there; return its URL."""
    file = folder / "mailref.db"
    if not file.exists():
        file.touch(mode=0o600)
        file.write_bytes(_empty())
    return url_of(folder)


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as name:
        Journal.open(url_of(Path(name))).close()
        return (Path(name) / "mailref.db").read_bytes()
