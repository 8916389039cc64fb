"""A database: made private and durable, brought to the schema of this program, read and written."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, Executable, Row, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from mailref.errors import JournalError

PATIENCE = 30.0
"""Seconds to wait for another process that is writing."""

_WRITES = "mailref_writes"


def open_database(url: str, patience: float = PATIENCE) -> "Database":
    """Return the database at *url*, made or brought up to date if need be; JournalError says why not."""
    _make_private(url)
    database = Database(url, patience)
    try:
        _bring_up_to_date(database)
    except BaseException:
        database.dispose()
        raise
    return database


def _make_private(url: str) -> None:
    """Make a new SQLite file readable by its owner only: it holds addresses and secret seeds."""
    try:
        target = make_url(url)
        if target.get_backend_name() != "sqlite" or not target.database or target.query:
            return
        if target.database != ":memory:" and not Path(target.database).exists():
            os.close(os.open(target.database, os.O_CREAT | os.O_WRONLY, 0o600))
    except ArgumentError as problem:  # its text holds the url, and that perhaps a password
        raise JournalError("[storage] url: cannot be read") from problem
    except OSError as problem:
        raise JournalError(f"[storage] url: {problem}") from problem


def _bring_up_to_date(database: "Database") -> None:
    """Migrate if need be; a database that is current can be opened while another process writes."""
    with database.reading() as connection:
        if is_current(connection):
            return
    with database.writing() as connection:
        migrate(connection)


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

    def dispose(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as problem:
            raise JournalError(f"{self.name}: {_plain(problem)}") from problem


def _plain(problem: BaseException) -> str:
    """Return one line without the statement and its values, which may hold what is private."""
    original = getattr(problem, "orig", None) or problem
    return str(original).partition("\n")[0]


def _engine(url: str, patience: float) -> Engine:
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url)
    engine = create_engine(url, connect_args={"timeout": patience})
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """Make SQLite durable; a confirmed move must survive a loss of power (mail 1.1)."""
    connection.isolation_level = None  # we say BEGIN ourselves, below
    cursor = connection.cursor()
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        cursor.execute("PRAGMA " + pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    """Take the lock for writing at the start: one taken halfway can fail at once, unwaited for."""
    is_writing = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


_SCRIPTS = files("mailref.journal") / "migrations"


def is_current(connection: Connection) -> bool:
    """Tell whether the database has the schema of this program."""
    present = MigrationContext.configure(connection).get_current_heads()
    with _config(connection) as config:
        return set(present) == set(ScriptDirectory.from_config(config).get_heads())


def migrate(connection: Connection) -> None:
    """Upgrade inside the writing transaction of *connection*: wholly or not at all."""
    with _config(connection) as config:
        try:
            command.upgrade(config, "head")
        except CommandError as problem:
            raise JournalError(
                f"the database was written by another version of mailref: {problem}"
            ) from problem


@contextmanager
def _config(connection: Connection) -> Iterator[Config]:
    with as_file(_SCRIPTS) as folder:
        config = Config()
        # A % would be read as the start of a placeholder.
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.attributes["connection"] = connection
        yield config
