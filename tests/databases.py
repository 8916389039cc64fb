"""Databases of tests: they wait for no disk, and the empty one is made once for all.

A new SQLite file gets its tables by the statements that the migrations came to once; tests/journal, and every
process that a test starts, go through all of them.

A test that takes the fixture `kind` runs on both kinds: then `url_of` and `begun_in` give a database of
that kind, one for each folder.
"""

import sqlite3
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from weakref import WeakSet

import pytest
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.engine import Connection, Engine

from mailref.journal import migrations
from mailref.journal.journal import Journal
from mailref.journal.schema import PATIENCE, SYNC, Database
from tests.servers.postgres import Postgres, postgres

KINDS = ("sqlite", "postgresql")


UNSYNCED = dict.fromkeys(SYNC, "PRAGMA synchronous = OFF")
"""Waits for no disk: no test of this process outlives a loss of power; thousands of writes are quicker."""


class _Compiled(dict[tuple[Any, ...], Any]):
    """What was compiled of a statement: for all engines of a kind, of which each test has its own."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get((type(key[0]), *key[1:]), default)

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:
        super().__setitem__((type(key[0]), *key[1:]), compiled)


_compiled = _Compiled()
_engines: WeakSet[Engine] = WeakSet()
_databases: WeakSet[Database] = WeakSet()


def shared(connection: Connection) -> None:
    """Let an engine compile no statement that another one has compiled, and know it to leave it."""
    connection.engine._compiled_cache = _compiled  # it can be given none
    _engines.add(connection.engine)


OPEN = Database.__init__
"""What opens a database."""


def opened(database: Database, url: str, patience: float = PATIENCE) -> None:
    """Open a database like `OPEN`, and know it to leave it."""
    OPEN(database, url, patience)
    _databases.add(database)


def let_go() -> None:
    """Close what databases and engines keep open between tests: whoever needs a connection opens one again."""
    for database in list(_databases):
        database.dispose()
    for engine in list(_engines):
        engine.dispose()
    _engines.clear()


class _Server:
    """Where the databases of this test are made: in files, or on a server."""

    def __init__(self) -> None:
        self.running: Postgres | None = None
        self.urls: dict[Path, str] = {}

    def url(self, folder: Path, *, is_begun: bool) -> str | None:
        if self.running is None:
            return None
        if folder not in self.urls:
            self.urls[folder] = self.running.begun() if is_begun else self.running.blank()
        return self.urls[folder]

    def leave(self) -> None:
        for url in self.urls.values():
            assert self.running is not None
            self.running.drop(url)
        self.running, self.urls = None, {}


_server = _Server()


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Iterator[str]:
    """The kind of database on which a test runs: all of them, one after the other."""
    name: str = request.param
    if name == "postgresql":
        _server.running = postgres()
    yield name
    _server.leave()


def url_of(folder: Path) -> str:
    return _server.url(folder, is_begun=False) or f"sqlite:///{folder / 'mailref.db'}"


def begun_in(folder: Path) -> str:
    """Put an empty database of today's schema into *folder*, unless one is there; return its URL."""
    on_server = _server.url(folder, is_begun=True)
    if on_server is not None:
        return on_server
    file = folder / "mailref.db"
    if not file.exists():
        file.touch(mode=0o600)
        file.write_bytes(_empty())
    return url_of(folder)


def begins_in_a_file(folder: Path) -> bool:
    """Tell whether `begun_in` makes a new file there."""
    return _server.running is None and not (folder / "mailref.db").exists()


def tables_in(connection: Connection) -> set[str]:
    """Return the names of all tables, those that are parts of others left out."""
    found = set(inspect(connection).get_table_names())
    if connection.dialect.name == "postgresql":
        parts = "SELECT relname FROM pg_class WHERE relispartition"
        found -= set(connection.scalars(text(parts)))
    return found


MIGRATE = migrations.migrate
"""What upgrades a database, schema by schema."""


def migrated(connection: Connection) -> None:
    """Upgrade like `MIGRATE`: a blank SQLite file by what that comes to, in a twentieth of its time."""
    if connection.dialect.name != "sqlite" or inspect(connection).get_table_names():
        MIGRATE(connection)
        return
    for statement in _statements():
        connection.exec_driver_sql(statement)


@cache
def _statements() -> tuple[str, ...]:
    """Return what makes today's tables in a blank SQLite file, with the name of their schema."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        MIGRATE(connection)
        made = connection.connection.driver_connection
        assert isinstance(made, sqlite3.Connection)
        found = tuple(made.iterdump())
    engine.dispose()
    assert (found[0], found[-1]) == ("BEGIN TRANSACTION;", "COMMIT;")
    return found[1:-1]


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as name:
        Journal.open(f"sqlite:///{name}/mailref.db").close()
        return (Path(name) / "mailref.db").read_bytes()
