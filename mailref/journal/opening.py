"""A database is opened: made private, copied before it is changed, brought to our schema.

A copy is one consistent file, whole or not there at all. The schema changes only while no other
process runs the machine: a command of a new program beside a daemon of an old one would pull the
tables from under it.
"""

import os
import re
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from importlib import import_module
from itertools import count
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from mailref.errors import JournalError
from mailref.journal.database import PATIENCE, Database
from mailref.journal.lease import other_holder
from mailref.journal.schema import METADATA

SCHEMA = "r0005"
"""The newest migration: what a database must be of to be read and written."""


def copy_database(source: Path, target: Path) -> None:
    """Write *source*, as it stands at one moment, to the new file *target*, for its owner only.

    Others may go on writing meanwhile. JournalError says why there is no copy.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        if target.exists():
            raise JournalError(f"{target}: is there already")
        _write(source, part)
        part.replace(target)
        sync_folder(target.parent)
    except (OSError, sqlite3.Error) as problem:
        raise JournalError(f"{target}: no copy could be written: {problem}") from problem
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _write(source: Path, part: Path) -> None:
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as original,
        closing(sqlite3.connect(part)) as copied,
    ):
        original.backup(copied)
        # A file for itself: no second one beside it holds what is newest.
        copied.execute("PRAGMA journal_mode = DELETE")
        damage = first_damage(copied)
    if damage is not None:
        raise JournalError(f"{source}: is damaged: {damage}")


def first_damage(connection: sqlite3.Connection) -> str | None:
    """Return what SQLite finds wrong first in its pages, tables and indexes; None: nothing."""
    found: str = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    return None if found == "ok" else " ".join(found.split())


def sync_folder(folder: Path) -> None:
    """Make a name in *folder* survive a loss of power."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def open_database(url: str, patience: float = PATIENCE) -> Database:
    """Return the database at *url*, made or brought up to date if need be; JournalError says why not."""
    _make_private(url)
    database = Database(url, patience)
    try:
        _bring_up_to_date(database)
    except BaseException:
        database.dispose()
        raise
    return database


def has_tables(url: str) -> bool:
    """Tell whether there are tables of a mailref in the database at *url*, or some that bar ours."""
    with Database(url) as database, database.reading() as connection:
        return _schema(connection) is not None or bool(_ours(connection))


def _make_private(url: str) -> None:
    """Make a new SQLite file readable by its owner only: it holds addresses and secret seeds."""
    try:
        file = _file_of(url)
        if file is not None and not file.exists():
            os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
    except ArgumentError as problem:  # its text holds the url, and that perhaps a password
        raise JournalError("[storage] url: cannot be read") from problem
    except OSError as problem:
        raise JournalError(f"[storage] url: {problem}") from problem


def _file_of(url: str) -> Path | None:
    """Return the file of an SQLite database; None where there is none."""
    target = make_url(url)
    if target.get_backend_name() != "sqlite" or not target.database or target.query:
        return None
    return None if target.database == ":memory:" else Path(target.database)


def _bring_up_to_date(database: Database) -> None:
    """Migrate if need be; a database that is current can be opened while another process writes."""
    with database.reading() as connection:
        if _schema(connection) == SCHEMA:
            return
    # Alembic takes 100 ms to import, and hardly ever has anything to do.
    migrations = import_module("mailref.journal.migrations")
    with database.alone() as connection:
        present = _schema(connection)
        if present is not None and present != SCHEMA:
            _refuse_beside_a_daemon(connection)
            if present not in migrations.known_schemas(connection):
                raise JournalError(_is_unknown(database, present))
            _keep_a_copy(database, present)
        if present is None:
            _refuse_foreign(database, connection)
        migrations.migrate(connection)


_NAMED_SO = re.compile(r"r\d{4}")


def _is_unknown(database: Database, present: str) -> str:
    if _NAMED_SO.fullmatch(present) and present > SCHEMA:
        return (
            f"{database.name}: a newer mailref wrote this database (its schema is {present}, "
            f"that of this one {SCHEMA}): install the version that wrote it, or a later one"
        )
    return (
        f"{database.name}: no mailref wrote this database (its schema is {present!r}): "
        "it belongs to another program; give mailref one of its own"
    )


def _ours(connection: sa.Connection) -> list[str]:
    """Return the tables that are called as ours are."""
    return sorted(set(sa.inspect(connection).get_table_names()) & set(METADATA.tables))


def _refuse_foreign(database: Database, connection: sa.Connection) -> None:
    """Refuse a database in which names that we need stand for something else."""
    there = _ours(connection)
    if there:
        shown = ", ".join(there[:3]) + (", ..." if there[3:] else "")
        raise JournalError(
            f"{database.name}: holds tables that mailref did not finish or did not make ({shown}): it "
            "belongs to another program, or a copy was put back in part; give mailref an empty one"
        )


def _refuse_beside_a_daemon(connection: sa.Connection) -> None:
    holder = other_holder(connection, datetime.now(UTC))
    if holder is not None:
        raise JournalError(
            f"another version of mailref runs on this database (process {holder.pid} on "
            f"{holder.host}): end it first, then the database is brought to this version"
        )


def _keep_a_copy(database: Database, present: str) -> None:
    """Copy the file as an earlier program wrote it."""
    file = _file_of(database.url)
    if file is not None:
        copy_database(file, free_name(file, present))


def free_name(file: Path, end: str) -> Path:
    """Return `mailref.db.r0002`, or `mailref.db.r0002.2` where that is there already."""
    first = file.with_name(f"{file.name}.{end}")
    others = (first.with_name(f"{first.name}.{number}") for number in count(2))
    return first if not first.exists() else next(each for each in others if not each.exists())


def _schema(connection: sa.Connection) -> str | None:
    """Return the schema of the database by its name; None where it has none yet."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    name: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return name
