"""A database, made durable: read and written in transactions."""

import shutil
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Executable, Row, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from mailref.errors import BusyError, JournalError, NoRoomError

PATIENCE = 30.0
"""Seconds to wait for another process that is writing."""

_BETWEEN_TRIES = 0.01
_WRITES = "mailref_writes"
_LEAST_ROOM = 65_536
"""Octets that a database needs to be opened."""
_DISK_FULL = "53100"
_LOCK_NOT_AVAILABLE = "55P03"


class Database:
    """One database with its reading and writing transactions."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        try:
            self._url = make_url(url)
            self._engine = _engine(url, patience)
        except (SQLAlchemyError, ImportError) as problem:
            # The url itself may hold a password.
            raise JournalError(f"[storage] url: {_plain(problem)}") from problem

    @property
    def url(self) -> str:
        """Return where the database is, as it was given: with a password, if there is one."""
        return self._url.render_as_string(hide_password=False)

    @property
    def name(self) -> str:
        """Return the database as messages name it: without a password."""
        return self._url.render_as_string(hide_password=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a transaction that sees one state of the database and changes nothing."""
        with self._translated(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a transaction that no other writer interferes with; it commits, or changes nothing."""
        with self._translated(), self._engine.connect() as connection:
            connection.execution_options(**{_WRITES: True})
            with connection.begin():
                yield connection

    def scalar(self, wanted: Executable) -> Any:
        """Return the first value that a query finds; None where it finds nothing."""
        with self.reading() as connection:
            return connection.scalar(wanted)

    def rows(self, wanted: Executable) -> Sequence[Row[Any]]:
        """Return the rows that a query finds."""
        with self.reading() as connection:
            return connection.execute(wanted).all()

    def change(self, *statements: Executable) -> None:
        """Carry out *statements* in one transaction."""
        with self.writing() as connection:
            for statement in statements:
                connection.execute(statement)

    def damage(self) -> str | None:
        """Return what SQLite finds wrong first in its pages; None: nothing, or another database."""
        if self._url.get_backend_name() != "sqlite":
            return None
        try:
            found = str(self.scalar(text("PRAGMA integrity_check(1)")))
        except JournalError as problem:  # so bad that nothing can be looked through
            return str(problem)
        return None if found == "ok" else " ".join(found.split())

    def overwrite_what_is_free(self) -> None:
        """Write the file anew, so that nothing that was deleted can be read from it."""
        if self._url.get_backend_name() != "sqlite":
            return
        with self._translated(), closing(self._engine.raw_connection()) as connection:
            cursor = connection.cursor()
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cursor.close()

    def dispose(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as problem:
            raise self._kind_of(problem)(f"{self.name}: {_plain(problem)}") from problem

    def _kind_of(self, problem: SQLAlchemyError) -> type[JournalError]:
        """Return which fault of ours it is.

        A file that cannot be made or made longer where the disk is full SQLite calls an I/O error.
        """
        kind = _kind_of(problem)
        is_full = kind is JournalError and _is_file_fault(problem) and not self._has_room()
        return NoRoomError if is_full else kind

    def _has_room(self) -> bool:
        file = Path(self._url.database or "")
        with suppress(OSError):
            return shutil.disk_usage(file.parent).free >= _LEAST_ROOM
        return True


def _is_file_fault(problem: SQLAlchemyError) -> bool:
    code = getattr(getattr(problem, "orig", None), "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)


def _kind_of(problem: SQLAlchemyError) -> type[JournalError]:
    """Return which fault of ours it is, by SQLite's own code or PostgreSQL's SQLSTATE."""
    original = getattr(problem, "orig", None)
    code = getattr(original, "sqlite_errorcode", 0) & 0xFF
    state = getattr(original, "sqlstate", None)
    if code == sqlite3.SQLITE_FULL or state == _DISK_FULL:
        return NoRoomError
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or state == _LOCK_NOT_AVAILABLE:
        return BusyError
    return JournalError


def _plain(problem: BaseException) -> str:
    """Return one line without the statement and its values, which may hold what is private."""
    original = getattr(problem, "orig", None) or problem
    return str(original).partition("\n")[0]


def _engine(url: str, patience: float) -> Engine:
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url)
    engine = create_engine(url, connect_args={"timeout": patience})
    event.listen(engine, "connect", partial(_prepare, patience=patience))
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: DBAPIConnection, _: ConnectionPoolEntry, patience: float) -> None:
    """Make SQLite durable; a confirmed move must survive a loss of power (mail 1.1)."""
    connection.isolation_level = None  # we say BEGIN ourselves, below
    cursor = connection.cursor()
    _write_ahead(cursor, patience)
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        cursor.execute("PRAGMA " + pragma)
    cursor.close()


def _write_ahead(cursor: DBAPICursor, patience: float) -> None:
    """Switch the file to a write-ahead log, waiting for another process that does so too.

    SQLite does not wait by itself here: two that both hold the old log for reading would wait for
    each other, so it says at once that the database is locked.
    """
    ends_at = time.monotonic() + patience
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as problem:
            is_locked = problem.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not is_locked or time.monotonic() > ends_at:
                raise
            time.sleep(_BETWEEN_TRIES)
        else:
            return


def _begin(connection: Connection) -> None:
    """Take the lock for writing at the start: one taken halfway can fail at once, unwaited for."""
    is_writing = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")
