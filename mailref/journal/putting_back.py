"""A copy takes the place of the database; or a record is carried from its file to a server."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from glob import escape
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sa
from msgspec import Struct

from mailref.durable import sync_folder
from mailref.errors import JournalError, OtherDaemonError
from mailref.journal import installation, schema
from mailref.journal.installation import note_carried, other_holder
from mailref.journal.journal import Journal
from mailref.journal.parts import make_room
from mailref.journal.schema import Database

_BESIDE = ("", "-wal", "-shm")
"""What SQLite keeps of one database, by how the names end."""
_LOT = 100
"""So many rows are carried over at once: one may hold a whole mail."""


def damage_of(file: Path) -> str | None:
    """Return what is wrong first in the pages of a database that may be in use; None: nothing."""
    try:
        with closing(
            sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)
        ) as connection:
            return installation.first_damage(connection)
    except sqlite3.Error as problem:
        return str(problem)


def put_back(copy: Path, file: Path, now: datetime) -> tuple[Path | None, int]:
    """Let *copy* take the place of the database *file*.

    Return where that is kept now, and how many mails the copy owed, which are given up.
    OtherDaemonError where somebody works on it; JournalError where the copy is none of ours.
    """
    if not copy.is_file():
        raise JournalError(f"{copy}: is no file")
    if file.exists() and copy.samefile(file):
        raise JournalError(f"{copy}: is the database itself")
    _refuse_beside_a_daemon(file, now)
    fresh = file.with_name(f"{file.name}.restoring")
    _drop(fresh)
    installation.copy_database(copy, fresh)
    try:
        given_up = _prepare(f"sqlite:///{fresh}", now)
        kept = _move_away(file)
        fresh.replace(file)
    except JournalError as problem:
        raise JournalError(f"{copy}: {problem}") from problem
    finally:
        _drop(fresh)
    sync_folder(file.parent)
    return kept, given_up


def _drop(fresh: Path) -> None:
    """Leave nothing of a database that was made ready: nor what SQLite or a new schema has put beside it."""
    for each in fresh.parent.glob(f"{escape(fresh.name)}*"):
        each.unlink(missing_ok=True)


class FromShell(Struct, frozen=True, order=True):
    """What was decided from the shell, of which no mailbox knows."""

    at: datetime
    cause: str

    @property
    def said(self) -> str:
        """Return the command to type again: `mailref rule yerres RUNES accept`.

        Earlier versions kept the order alone: `yerres: RuleWord(word='RUNES', accepted=True)`.
        """
        if adopted := _ADOPTION.fullmatch(self.cause):
            return f"mailref adopt U{adopted[1]}"
        found = _COMMAND.fullmatch(self.cause)
        if found is None:
            return self.cause
        return found[2] if found[2].startswith("mailref ") else f"{found[1]}: {found[2]}"


_COMMAND = re.compile(r"command:([^:]+):[-0-9T:.+]+:(.*):\d+", re.DOTALL)
_ADOPTION = re.compile(r"adopt:(\d+)")
_OF_COMMANDS = ("command:", "adopt:", "forget:")


def commands_lost(before: Path, now: Path) -> tuple[FromShell, ...] | None:
    """Return what was decided by commands in the database *before* and is not in that of *now*.

    None where *before* cannot be read: that may be why it was replaced.
    """
    try:
        return tuple(sorted(_commands(before) - _commands(now)))
    except JournalError:
        return None


def _commands(file: Path) -> set[FromShell]:
    causes = schema.causes.c
    wanted = sa.select(causes.recorded_at, causes.cause).where(
        sa.or_(*(causes.cause.startswith(each) for each in _OF_COMMANDS))
    )
    with Database(f"sqlite:///{file}") as database:
        return {FromShell(row.recorded_at, row.cause) for row in database.rows(wanted)}


def was_put_back(url: str, now: datetime) -> int:
    """Note that a server's database is a copy put back; return how many mails it owed, now given up.

    OtherDaemonError where somebody works on it.
    """
    if not installation.has_tables(url):
        raise JournalError("the database is empty: pg_restore puts the copy back first")
    _refuse_in_use(url, now)
    return _prepare(url, now)


class Carried(Struct, frozen=True):
    """What went over to another database."""

    rows: int
    is_backup: bool
    given_up: int
    """How many mails a backup owed."""


def carry_over(file: Path, url: str, now: datetime) -> Carried:
    """Write the record in the SQLite *file* to the empty database at *url*, a server's.

    A backup counts as put back. Wholly or not at all; the file stays as it is. OtherDaemonError
    where somebody works on one of them.
    """
    if not file.is_file():
        raise JournalError(f"{file}: is no file")
    is_backup = _is_backup(file)
    if not is_backup:  # to look would make it one no longer
        _refuse_beside_a_daemon(file, now)
    with TemporaryDirectory(prefix=f"{file.name}.", dir=file.absolute().parent) as folder:
        copied = Path(folder) / file.name  # of today's schema soon, whatever wrote it
        installation.copy_database(file, copied)
        with Journal.open(url) as journal:
            journal.lease.hold_alone(now)
            journal.lease.beat()
            try:
                return _carry(f"sqlite:///{copied}", url, now, is_backup=is_backup)
            except JournalError as problem:
                raise JournalError(f"{file}: {problem}") from problem
            finally:
                with suppress(JournalError):  # it ends with this process
                    journal.lease.release()


_WRITE_VERSION = 18
"""Where the header of an SQLite file says how it is written; 1: by a rollback journal (its page 1.3.3)."""


def _is_backup(file: Path) -> bool:
    """Tell whether a file is as `copy_database` leaves it: whoever works on one writes ahead."""
    with file.open("rb") as opened:
        return opened.read(_WRITE_VERSION + 1)[_WRITE_VERSION:] == b"\x01"


def _carry(old: str, new: str, now: datetime, *, is_backup: bool) -> Carried:
    tables = [table for table in schema.METADATA.sorted_tables if table is not schema.leases]
    with (
        installation.open_database(old) as source,
        installation.open_database(new) as target,
        source.reading() as rows,
        target.alone() as connection,
    ):
        if rows.execute(sa.select(schema.secrets.c.id)).first() is None:
            raise JournalError("no mailref has worked with this database")
        if any(connection.execute(sa.select(each).limit(1)).first() for each in tables):
            raise JournalError(f"{target.name} holds a record already")
        if connection.dialect.name == "postgresql":
            make_room(connection, rows.scalar(sa.select(sa.func.max(schema.outbox.c.id))) or 0)
        carried = sum(_carry_table(each, rows, connection) for each in tables)
        given_up = note_carried(connection, now, is_backup=is_backup)
        return Carried(carried, is_backup, given_up)


def _carry_table(table: sa.Table, source: sa.Connection, target: sa.Connection) -> int:
    """Copy the rows of a table, and let its numbers go on after the last one."""
    wanted = sa.select(table).order_by(*table.primary_key.columns)
    found = source.execution_options(yield_per=_LOT).execute(wanted).mappings()
    carried = 0
    for lot in found.partitions(_LOT):
        target.execute(sa.insert(table), [dict(row) for row in lot])
        carried += len(lot)
    number = table.autoincrement_column
    if carried and number is not None:
        sequence = sa.func.pg_get_serial_sequence(table.name, number.name)
        target.execute(
            sa.select(sa.func.setval(sequence, sa.select(sa.func.max(number)).scalar_subquery()))
        )
    return carried


def _prepare(url: str, now: datetime) -> int:
    with Journal.open(url) as journal:
        if journal.installation.secret() is None:
            raise JournalError("no mailref has worked with this database")
        given_up = journal.restorations.begin(now)
        journal.lease.forget()
    return given_up


def _refuse_beside_a_daemon(file: Path, now: datetime) -> None:
    if not file.exists():
        return
    with suppress(JournalError):  # damaged, or empty: that is why it is replaced
        _refuse_in_use(f"sqlite:///{file}", now)


def _refuse_in_use(url: str, now: datetime) -> None:
    with Database(url) as database, database.reading() as connection:
        holder = other_holder(connection, now)
    if holder is not None:
        raise OtherDaemonError(
            f"another mailref runs on this database (process {holder.pid} on {holder.host}): "
            "end it first"
        )


def _move_away(file: Path) -> Path | None:
    """Keep the files of the database under a name that is free."""
    if not file.exists():
        return None
    kept = installation.free_name(file, "before-restore")
    for old, new in zip(_files(file), _files(kept), strict=True):
        if old.exists():
            old.replace(new)
    return kept


def _files(file: Path) -> Iterator[Path]:
    return (file.with_name(file.name + end) for end in _BESIDE)
