"""The tables of the record, as `data/tables.toml` says them; a change there needs a migration in migrations/versions.

A database, made durable: read and written in transactions; SQLite in a file, or PostgreSQL.

SQLite lets one process write at a time, and a transaction that writes takes that lock at its start.
PostgreSQL lets many: there each statement sees what was committed before it (READ COMMITTED), so what
is read and then written is one conditional statement, or it is written under a lock of its own
(`Database.alone`). A row that is written waits for whoever wrote it and has not committed.
"""

import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.dialects.sqlite import Insert, insert
from sqlalchemy.dialects.sqlite.dml import OnConflictClause
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.schema import SchemaItem

from mailref.errors import BusyError, JournalError, MailrefError, NoRoomError, UnfitError
from mailref.journal import prepared
from mailref.journal.packing import LongText
from mailref.journal.prepared import Prepared, Statement, carry_out
from mailref.languages import TABLES, read

# Both databases read the same clause, but PostgreSQL asks for this, too. That it has of its own takes each start 28 ms.
OnConflictClause.constraint_target = None  # type: ignore[attr-defined]  # of PostgreSQL's alone


class Instant(sa.TypeDecorator[datetime]):
    """An aware time, stored in UTC; a naive one is refused (style 17)."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without a zone: {value!r}")
        in_utc = value.astimezone(UTC)
        # SQLite keeps times as text without a zone; all of ours are UTC, so they sort as text.
        return in_utc.replace(tzinfo=None) if dialect.name == "sqlite" else in_utc

    def process_result_value(self, value: Any | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002  the signature is SQLAlchemy's
        if value is None:
            return None
        found: datetime = value
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


class ForeignText(sa.TypeDecorator[str]):
    """Text from outside, which may hold NUL or half a character that no database takes."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: sa.Dialect) -> str | None:  # noqa: ARG002  the signature is SQLAlchemy's
        if value is None:
            return None
        return value.replace("\0", "\\0").encode("utf-8", "backslashreplace").decode()


METADATA = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


class _SaidTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as `data/tables.toml` says it."""

    columns: dict[str, str]
    key: str = ""
    unique: str = ""
    indexes: tuple[str, ...] = ()

    @property
    def parts(self) -> Iterator[SchemaItem]:
        """Yield its columns and constraints, and its indexes of several columns."""
        yield from (_column(name, *said.split()) for name, said in self.columns.items())
        if self.key:
            yield sa.PrimaryKeyConstraint(*self.key.split())
        if self.unique:
            yield sa.UniqueConstraint(*self.unique.split())
        yield from (sa.Index(None, *each.split()) for each in self.indexes)


_TYPES: Mapping[str, type[sa.types.TypeEngine[Any]]] = {
    "string": sa.String,
    "text": ForeignText,
    "long": LongText,
    "bytes": sa.LargeBinary,
    "int": sa.Integer,
    "big": sa.BigInteger,
    "bool": sa.Boolean,
    "date": sa.Date,
    "instant": Instant,
}


def _column(name: str, what: str, *marks: str) -> sa.Column[Any]:
    kind = what.removesuffix("?")
    then = "CASCADE" if "cascade" in marks else None
    return sa.Column(
        name,
        sa.ForeignKey(kind, ondelete=then) if "." in kind else _TYPES[kind],
        primary_key="key" in marks,
        nullable=what.endswith("?"),
        index="index" in marks or None,
        autoincrement=False if "given" in marks else "auto",
    )


for _name, _said in read(TABLES, dict[str, _SaidTable]).items():
    sa.Table(_name, METADATA, *_said.parts)

games = METADATA.tables["games"]
causes = METADATA.tables["causes"]
events = METADATA.tables["events"]
snapshots = METADATA.tables["snapshots"]
kept_reports = METADATA.tables["kept_reports"]
tournaments = METADATA.tables["tournaments"]
tournament_events = METADATA.tables["tournament_events"]
club_events = METADATA.tables["club_events"]
inbox = METADATA.tables["inbox"]
blobs = METADATA.tables["blobs"]
outbox = METADATA.tables["outbox"]
withheld_answers = METADATA.tables["withheld_answers"]
sender_notices = METADATA.tables["sender_notices"]
questions = METADATA.tables["questions"]
orders_under_mails = METADATA.tables["orders_under_mails"]
bounces = METADATA.tables["bounces"]
mails_in_vain = METADATA.tables["mails_in_vain"]
segments = METADATA.tables["segments"]
baselines = METADATA.tables["baselines"]
secrets = METADATA.tables["secrets"]
restorations = METADATA.tables["restorations"]
troubles = METADATA.tables["troubles"]
progress = METADATA.tables["progress"]
readings = METADATA.tables["readings"]
marks = METADATA.tables["marks"]
leases = METADATA.tables["leases"]


S = TypeVar("S", bound=Struct)
PATIENCE = 30.0
"""Seconds to wait for another process that is writing."""

_BETWEEN_TRIES = 0.01
_WRITES = "mailref_writes"
_ASKS_ONCE = "mailref_asks_once"
_LEAST_ROOM = 65_536
"""Octets that a database needs to be opened."""
_DISK_FULL = "53100"
_BUSY = frozenset({"55P03", "40P01", "40001"})
"""SQLSTATEs of a lock that was waited for in vain, a deadlock, two writers in each other's way."""
SYNC = {True: "PRAGMA synchronous = FULL", False: "PRAGMA synchronous = NORMAL"}
"""What lets a commit on SQLite wait for the disk, or need not."""
_CAN_BE_SHORTER = "PRAGMA auto_vacuum = INCREMENTAL"
"""Of a file that is new, or is written anew next: pages that lie free can be given back."""
_KEPT_FREE = 32
"""One page in so many is kept free for the next day's mail."""
_GIVEN_BACK = 10_000
"""So many pages are given back at once: 40 MB, while nobody else writes."""
_ALONE = 0x6D61696C726566
"""The advisory lock of what nobody else may write beside."""
_REACHED = {
    "connect_timeout": "10",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
"""How long a server, or the way to it, may be silent; the url may say otherwise."""
_SESSION = (
    "SET TIME ZONE 'UTC'",
    # A host that vanished holds no claim for long (mail 3).
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
)


class Database:
    """One database with its reading and writing transactions."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        try:
            self._url = make_url(url)
            self._engine = _engine(self._url, patience)
        except ModuleNotFoundError as problem:
            raise JournalError(
                f"[storage] url: {problem.name} is not installed: pip install 'mailref[postgresql]'"
            ) from problem
        except (SQLAlchemyError, ImportError) as problem:
            # The url itself may hold a password.
            raise JournalError(f"[storage] url: {_plain(problem)}") from problem
        self.is_shared = not _is_file(self._url)
        """Whether several workers may work on it at once."""
        self._readers = self._engine if not self.is_shared else _for_reading(self._engine)
        self._single = _by_itself(self._engine, is_shared=self.is_shared)
        self._writers = self._engine.execution_options(**{_WRITES: True})
        self._opener = threading.get_ident()
        self._kept: sa.Connection | None = None
        """Asks single questions beside a transaction on the line, or where there is no line."""
        self._line: sa.Connection | None = None
        """Stays open for all that the opener does: what one connection writes, each other reads anew."""
        self._is_busy = False
        """Whether a transaction is open on the line."""
        self._is_synced = True
        """Whether the line waits for the disk."""

    @property
    def url(self) -> str:
        """Return where the database is, as it was given: with a password, if there is one."""
        return self._url.render_as_string(hide_password=False)

    @property
    def name(self) -> str:
        """Return the database as messages name it: without a password."""
        return self._url.render_as_string(hide_password=True)

    def reading(self) -> AbstractContextManager[sa.Connection]:
        """Give a transaction that sees one state of the database and changes nothing."""
        return self._transaction("BEGIN", self._readers, is_synced=None)

    def writing(self) -> AbstractContextManager[sa.Connection]:
        """Give a transaction that commits, or changes nothing; on SQLite nobody writes beside it."""
        return self._transaction("BEGIN IMMEDIATE", self._writers)

    @contextmanager
    def jotting(self) -> Iterator[sa.Connection]:
        """Give a writing transaction that need not wait for the disk.

        A process that is killed loses nothing of it, a computer that loses power may: it is for what is
        found out anew where it is missing. What is committed later is never there without it.
        """
        begin = "BEGIN IMMEDIATE"
        with self._transaction(begin, self._writers, is_synced=False) as connection:
            if self.is_shared:
                connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
            yield connection

    @contextmanager
    def _transaction(
        self, begin: str, others: sa.Engine, *, is_synced: bool | None = True
    ) -> Iterator[sa.Connection]:
        """Give a transaction on the line that stays open, else one of *others*."""
        with self._translated(), self._on_line(begin, is_synced=is_synced) as line:
            if line is not None:
                yield line
                return
            with others.begin() as connection:
                yield connection

    @contextmanager
    def _on_line(self, begin: str, *, is_synced: bool | None) -> Iterator[sa.Connection | None]:
        """Give a transaction on the line that stays open: to get one and to give it back takes longer.

        None where it is not to be had, or where somebody listens.
        """
        if not self._is_free or prepared.is_heard(self._engine):
            yield None
            return
        self._is_busy = True
        try:
            line = self._opened(is_synced=is_synced)
            prepared.tell(line, begin)
            yield line
            prepared.tell(line, "COMMIT")
        except BaseException:
            self._drop()
            raise
        finally:
            self._is_busy = False

    @property
    def _is_free(self) -> bool:
        """Tell whether the line can be taken: on PostgreSQL, and in another thread, there is none."""
        return not (self.is_shared or self._is_busy or threading.get_ident() != self._opener)

    def _opened(self, *, is_synced: bool | None = None) -> sa.Connection:
        """Return the line, which then waits for the disk or not; for whoever only reads as it did."""
        if self._line is None:
            self._line, self._is_synced = self._single.connect(), True
        if is_synced not in (None, self._is_synced):
            prepared.tell(self._line, SYNC[not self._is_synced])
            self._is_synced = not self._is_synced
        return self._line

    def _drop(self) -> None:
        """Give the line back: what was begun on it and not committed never was."""
        line, self._line = self._line, None
        if line is not None:
            with suppress(SQLAlchemyError):
                line.close()

    def note(self, wanted: sa.Executable, **values: object) -> Sequence[sa.Row[Any]]:
        """Jot down one statement; in a row of them each is a transaction, on a line that stays open.

        To begin and to end one takes longer than the statement. Return what it says of its rows.
        """
        if not self._is_free:
            with self.jotting() as connection:
                return _rows(connection.execute(wanted, values))
        with self._translated():
            try:
                line = self._opened(is_synced=False)
                if (ready := self._prepared(wanted, values)) is not None:
                    return ready.ask(line, values)
                return _rows(line.execute(wanted, values))
            except BaseException:
                self._drop()
                raise

    @contextmanager
    def alone(self) -> Iterator[sa.Connection]:
        """Give a writing transaction beside which there is no other of these, on any database."""
        with self.writing() as connection:
            if self.is_shared:
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_ALONE)))
            yield connection

    @contextmanager
    def claimed(self, what: str) -> Iterator[bool]:
        """Tell whether nobody else is at work on *what*; as long as this is held, nobody begins.

        On SQLite one process does all work. On PostgreSQL a process that is gone holds nothing.
        """
        if not self.is_shared:
            yield True
            return
        key = sa.func.hashtextextended(what, 0)
        with self.writing() as connection:
            yield bool(connection.scalar(sa.select(sa.func.pg_try_advisory_xact_lock(key))))

    def scalar(self, wanted: sa.Executable, **values: object) -> Any | None:
        """Return the first value that a query finds; None where it finds nothing.

        *values* are for one that was built once: to build it takes as long as to ask.
        """
        found = self.rows(wanted, **values)
        return found[0][0] if found else None

    def rows(self, wanted: sa.Executable, **values: object) -> Sequence[sa.Row[Any]]:
        """Return the rows that a query finds, with *values* filled in."""
        try:
            if threading.get_ident() == self._opener:
                return self._looked(wanted, values)
            with self._single.connect() as connection:
                return self._found(connection, wanted, values)
        except SQLAlchemyError as problem:
            raise self._as_ours(problem) from problem

    def _prepared(self, wanted: sa.Executable, values: Mapping[str, object]) -> Prepared | None:
        return prepared.prepared(self._engine, wanted, values)

    def all(self, kind: type[S], wanted: sa.Executable, **values: object) -> tuple[S, ...]:
        """Return the rows that a query finds, each as a value of *kind*: its fields are columns."""
        return tuple(read_row(row, kind) for row in self.rows(wanted, **values))

    def first(self, kind: type[S], wanted: sa.Executable, **values: object) -> S | None:
        """Return the first row that a query finds as a value of *kind*; None where it finds nothing."""
        return next(iter(self.all(kind, wanted, **values)), None)

    def count(self, *where: sa.ColumnElement[bool]) -> int:
        """Return how many rows there are of which all this is true."""
        return self.scalar(sa.select(sa.func.count()).where(*where)) or 0

    def has(self, *where: sa.ColumnElement[bool]) -> bool:
        """Tell whether there is a row of which all this is true."""
        return self.scalar(sa.select(sa.literal(1)).where(*where).limit(1)) is not None

    def change(self, *statements: Statement) -> int:
        """Carry out *statements* in one transaction; return how many rows the last one changed."""
        with self.writing() as connection:
            return [carry_out(connection, each) for each in statements][-1]

    def damage(self) -> str | None:
        """Return what SQLite finds wrong first in its pages; None: nothing, or another database."""
        if self.is_shared:
            return None
        try:
            found = str(self.scalar(sa.text("PRAGMA integrity_check(1)")))
        except JournalError as problem:  # so bad that nothing can be looked through
            return str(problem)
        return None if found == "ok" else " ".join(found.split())

    def overwrite_what_is_free(self) -> None:
        """Write the file anew, so that nothing that was deleted can be read from it."""
        if self.is_shared:
            self._vacuum()
            return
        with self._translated(), closing(self._engine.raw_connection()) as connection:
            cursor = connection.cursor()
            cursor.execute(_CAN_BE_SHORTER)
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cursor.close()

    def give_back(self) -> None:
        """Make SQLite's file shorter by most of what lies free in it, of a large file day by day."""
        if self.is_shared:  # PostgreSQL looks after its own
            return
        with self._translated(), closing(self._engine.raw_connection()) as connection:
            cursor = connection.cursor()
            (free,), (pages,) = (
                cursor.execute(f"PRAGMA {asked}").fetchone()
                for asked in ("freelist_count", "page_count")
            )
            if (spare := min(free - pages // _KEPT_FREE, _GIVEN_BACK)) > 0:
                cursor.executescript(f"PRAGMA incremental_vacuum({spare})")  # to its end
            cursor.close()

    def _vacuum(self) -> None:
        """Write each table anew: PostgreSQL keeps what was changed until then."""
        with self._translated(), _without_begin(self._engine).connect() as connection:
            connection.execute(sa.text("VACUUM FULL"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        self.dispose()

    def dispose(self) -> None:
        """Close every connection."""
        self._let_go()
        self._drop()
        self._engine.dispose()

    def _looked(self, wanted: sa.Executable, values: Mapping[str, object]) -> Sequence[sa.Row[Any]]:
        """Return what one query finds, which sees one state by itself: no transaction is begun.

        The thread that opened the database keeps a connection for that: to get one takes longer than to ask.
        """
        is_on_line = self._is_free
        try:
            if is_on_line:
                return self._found(self._opened(), wanted, values)
            self._kept = self._kept or self._single.connect()
            return self._found(self._kept, wanted, values)
        except BaseException:  # it may be of no use any more
            if is_on_line:
                self._drop()
            else:
                self._let_go()
            raise

    def _found(
        self, connection: sa.Connection, wanted: sa.Executable, values: Mapping[str, object]
    ) -> Sequence[sa.Row[Any]]:
        ready = self._prepared(wanted, values)
        if ready is not None:
            return ready.ask(connection, values)
        return connection.execute(wanted, values).all()

    def _let_go(self) -> None:
        """Give back the connection that is kept for single questions."""
        kept, self._kept = self._kept, None
        if kept is not None:
            with suppress(SQLAlchemyError):
                kept.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as problem:
            raise self._as_ours(problem) from problem

    def _as_ours(self, problem: SQLAlchemyError) -> MailrefError:
        remedy = _remedy(problem)
        said = f"{self.name}: {_plain(problem)}{f' ({remedy})' if remedy else ''}"
        return self._kind_of(problem)(said)

    def _kind_of(self, problem: SQLAlchemyError) -> type[MailrefError]:
        """Return which fault of ours it is; what the record refuses is the fault of who asked for it.

        A file that cannot be made or made longer where the disk is full SQLite calls an I/O error.
        """
        if isinstance(problem, IntegrityError | DataError):
            return UnfitError
        kind = _kind_of(problem)
        code = getattr(getattr(problem, "orig", None), "sqlite_errorcode", 0) & 0xFF
        is_file_fault = code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
        is_full = kind is JournalError and is_file_fault and not self._has_room()
        return NoRoomError if is_full else kind

    def _has_room(self) -> bool:
        file = Path(self._url.database or "")
        with suppress(OSError):
            return shutil.disk_usage(file.parent).free >= _LEAST_ROOM
        return True


def read_row(row: Any, kind: type[S]) -> S:
    """Return a row as a value of *kind*: its fields are columns."""
    if isinstance(row, sa.Row):
        return msgspec.convert(row, kind, from_attributes=True)
    return msgspec.convert(row._asdict(), kind)  # of a prepared question


def columns(table: sa.Table, kind: type[Struct]) -> Sequence[sa.ColumnElement[Any]]:
    """Return the columns of a table that a value of *kind* is made of."""
    return [table.c[name] for name in kind.__struct_fields__ if name in table.c]


class RecordPart:
    """A part of the record: what is asked of some of its tables, and written to them."""

    def __init__(self, database: Database) -> None:
        self._database = database


def _rows(found: sa.CursorResult[Any]) -> Sequence[sa.Row[Any]]:
    return found.all() if found.returns_rows else ()


def _kind_of(problem: SQLAlchemyError) -> type[JournalError]:
    """Return which fault of ours it is, by SQLite's own code or PostgreSQL's SQLSTATE."""
    original = getattr(problem, "orig", None)
    code = getattr(original, "sqlite_errorcode", 0) & 0xFF
    state = getattr(original, "sqlstate", None)
    if code == sqlite3.SQLITE_FULL or state == _DISK_FULL:
        return NoRoomError
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or state in _BUSY:
        return BusyError
    return JournalError


def _plain(problem: BaseException) -> str:
    """Return one line without the statement and its values, which may hold what is private."""
    original = getattr(problem, "orig", None) or problem
    return str(original).partition("\n")[0]


_REMEDIES = {
    "password authentication failed": '[storage] user in url, password = { file = "PATH" }',
    "no password supplied": '[storage] password = { file = "PATH" }',
    "role .* does not exist": "createuser NAME makes it",
    "database .* does not exist": "createdb --owner=USER NAME makes it",
    "permission denied|must be owner": "make the user in url the owner: ALTER DATABASE ... OWNER TO",
}
"""What is to be done, by what a server in English says; a wrong login has no code of its own."""


def _remedy(problem: SQLAlchemyError) -> str:
    said = _plain(problem)
    return next((remedy for each, remedy in _REMEDIES.items() if re.search(each, said)), "")


def insert_new(table: sa.Table) -> Insert:
    """Return an INSERT that leaves alone what is there already; both databases write it the same way."""
    return insert(table).on_conflict_do_nothing()


def put(table: sa.Table, **row: object) -> Insert:
    """Return what writes a row in place of the one with the same key, if there is one."""
    added = insert(table).values(**row)
    keys = [column.name for column in table.primary_key]
    changed = {name: added.excluded[name] for name in row if name not in keys}
    return added.on_conflict_do_update(index_elements=keys, set_=changed)


def _is_file(url: sa.URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _engine(url: sa.URL, patience: float) -> sa.Engine:
    if not _is_file(url):
        return _on_a_server(url, patience)
    engine = sa.create_engine(url, connect_args={"timeout": patience})
    sa.event.listen(engine, "connect", partial(_prepare, patience=patience))
    sa.event.listen(engine, "begin", _begin)
    return engine


def _on_a_server(url: sa.URL, patience: float) -> sa.Engine:
    """Return what connects to PostgreSQL; a lock is waited for as on SQLite, a dead line noticed."""
    engine = sa.create_engine(url.update_query_dict(_REACHED | dict(url.query)))

    def set_up(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for setting in (*_SESSION, f"SET lock_timeout = {max(1, round(patience * 1000))}"):
            cursor.execute(setting)
        cursor.close()
        connection.commit()

    sa.event.listen(engine, "connect", set_up)
    return engine


def _for_reading(engine: sa.Engine) -> sa.Engine:
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _without_begin(engine: sa.Engine) -> sa.Engine:
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def _by_itself(engine: sa.Engine, *, is_shared: bool) -> sa.Engine:
    """Return what asks single questions: each is a transaction of its own without being told so."""
    return _without_begin(engine) if is_shared else engine.execution_options(**{_ASKS_ONCE: True})


def _prepare(connection: DBAPIConnection, _: ConnectionPoolEntry, patience: float) -> None:
    """Make SQLite durable; a confirmed move must survive a loss of power (mail 1.1)."""
    connection.isolation_level = None  # we say BEGIN ourselves, below
    cursor = connection.cursor()
    _write_ahead(cursor, patience)
    for pragma in (SYNC[True], "PRAGMA foreign_keys = ON"):
        cursor.execute(pragma)
    cursor.close()


def _write_ahead(cursor: DBAPICursor, patience: float) -> None:
    """Switch the file to a write-ahead log, waiting for another process that does so too.

    SQLite does not wait by itself here: two that both hold the old log for reading would wait for
    each other, so it says at once that the database is locked.
    """
    ends_at = time.monotonic() + patience
    cursor.execute("PRAGMA busy_timeout = 0")
    while True:
        try:
            if not (cursor.execute("PRAGMA page_count").fetchone() or (0,))[0]:
                cursor.execute(_CAN_BE_SHORTER)
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as problem:
            is_locked = problem.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not is_locked or time.monotonic() > ends_at:
                raise
            time.sleep(_BETWEEN_TRIES)
        else:
            cursor.execute(f"PRAGMA busy_timeout = {round(patience * 1000)}")
            return


def _begin(connection: sa.Connection) -> None:
    """Take the lock for writing at the start: one taken halfway can fail at once, unwaited for."""
    options = connection.get_execution_options()
    if options.get(_ASKS_ONCE, False):
        return
    is_writing = options.get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")
