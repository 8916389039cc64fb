"""Copies of a database that is in use: each one consistent file, whole or not there at all."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from mailref.errors import JournalError


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
