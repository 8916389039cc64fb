"""The tables of the record; a change here needs a migration in migrations/versions.

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
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.schema import SchemaItem

from mailref.errors import BusyError, JournalError, MailrefError, NoRoomError, UnfitError
from mailref.journal import prepared
from mailref.journal.packing import LongText
from mailref.journal.prepared import Prepared, Statement, carry_out


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


def _table(name: str, *parts: SchemaItem) -> sa.Table:
    return sa.Table(name, METADATA, *parts)


games = _table(
    "games",
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("seed", sa.LargeBinary, nullable=False),  # secret until the game ends
    sa.Column("last_number", sa.Integer, nullable=False),
    # Of the open round; null where there is none, or none to close.
    sa.Column("deadline", Instant, index=True),
    sa.Column("is_over", sa.Boolean, nullable=False),
    sa.Column("recorded_at", Instant, nullable=False),
)

causes = _table(
    # Each decision by what made it necessary: `close:yerres:4`, `mail:<fingerprint>`.
    "causes",
    sa.Column("cause", sa.String, primary_key=True),
    sa.Column("recorded_at", Instant, nullable=False),
)

events = _table(
    "events",
    sa.Column("game", sa.ForeignKey("games.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # within the game, from 1
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("payload", LongText, nullable=False),
    sa.Column("cause", sa.ForeignKey("causes.cause"), nullable=False),
    sa.Column("recorded_at", Instant, nullable=False),
    sa.PrimaryKeyConstraint("game", "number"),
    sa.Index(None, "game", "kind", "number"),
)

snapshots = _table(
    # The newest of each game; what it leaves out can be had by replaying its events.
    "snapshots",
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("code", sa.String, nullable=False),  # what made it; other code does not use it
    sa.Column("payload", LongText, nullable=False),
)

kept_reports = _table(
    # What the next report of a game needs of those before it; the events tell all of it, too.
    "kept_reports",
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),  # of the event after which it was so
    sa.Column("code", sa.String, nullable=False),  # what made it; other code does not use it
    sa.Column("payload", LongText, nullable=False),
)

tournaments = _table(
    "tournaments",
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("seed", sa.LargeBinary, nullable=False),  # secret until the tournament ends
    sa.Column("recorded_at", Instant, nullable=False),
)

tournament_events = _table(
    "tournament_events",
    sa.Column("id", sa.Integer, primary_key=True),  # in the order in which they happened
    sa.Column("tournament", sa.ForeignKey("tournaments.id"), nullable=False, index=True),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("payload", LongText, nullable=False),
    sa.Column("cause", sa.ForeignKey("causes.cause"), nullable=False),
    sa.Column("recorded_at", Instant, nullable=False),
)

club_events = _table(
    "club_events",
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # from 1, none left out
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("payload", LongText, nullable=False),
    sa.Column("cause", sa.ForeignKey("causes.cause"), nullable=False),
    sa.Column("recorded_at", Instant, nullable=False),
)

inbox = _table(
    "inbox",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("account", sa.String, nullable=False),
    sa.Column("uid_validity", sa.BigInteger, nullable=False),
    sa.Column("uid", sa.BigInteger, nullable=False),
    sa.Column("state", sa.String, nullable=False),
    sa.Column("first_seen", Instant, nullable=False),
    sa.Column("begun", sa.Integer, nullable=False),  # written before parsing
    sa.Column("failed", sa.Integer, nullable=False),
    sa.Column("last_error", ForeignText),
    sa.Column("is_filed", sa.Boolean, nullable=False),
    sa.Column("fingerprint", sa.String, index=True),
    sa.Column("message_id", ForeignText),
    sa.Column("sender", ForeignText),
    sa.Column("received", Instant),
    sa.Column("reason", sa.String),
    sa.Column("has_move", sa.Boolean, nullable=False),
    sa.Column("listed_at", Instant),  # when the game master was told of its move
    sa.Column("is_adopted", sa.Boolean, nullable=False),  # by the game master: it counts
    sa.Column("settled_at", Instant),
    sa.Column("raw", sa.LargeBinary),  # kept where somebody may still want the mail
    sa.UniqueConstraint("account", "uid_validity", "uid"),
    sa.Index(None, "account", "is_filed", "state"),
    sa.Index(None, "state", "is_filed"),
    sa.Index(None, "has_move", "listed_at"),
)

blobs = _table(
    # What many mails share is stored once.
    "blobs",
    sa.Column("sha256", sa.String, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

outbox = _table(
    "outbox",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("recipient", sa.String, nullable=False),
    sa.Column("message_id", ForeignText, nullable=False),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("game", sa.ForeignKey("games.id")),
    sa.Column("round_tag", sa.String),
    sa.Column("cause", sa.ForeignKey("causes.cause"), nullable=False),
    sa.Column("recorded_at", Instant, nullable=False),
    sa.Column("state", sa.String, nullable=False),
    sa.Column("due", Instant, nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("last_error", ForeignText),
    sa.Column("settled_at", Instant),  # when it was handed over, or given up
    sa.Column(
        "is_private", sa.Boolean, nullable=False
    ),  # its bytes go as soon as it is handed over
    sa.Column("claimed_by", sa.String),  # the worker that sends it, on PostgreSQL
    sa.Column("box", sa.String),  # from which it leaves; null: from that of [mail]
    sa.UniqueConstraint("message_id", "recipient"),
    sa.Index(None, "state", "due", "id"),
    sa.Index(None, "kind", "recorded_at"),
    sa.Index(None, "recipient", "recorded_at", "kind"),
    sa.Index(None, "game", "round_tag", "kind", "recipient"),
)

withheld_answers = _table(
    # Answers beyond what an address gets in a day, until one summary tells of them.
    "withheld_answers",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("recipient", sa.String, nullable=False),
    sa.Column("day", sa.Date, nullable=False),
    sa.Column("title", ForeignText, nullable=False),
    sa.Column("round_tag", sa.String, nullable=False),
    sa.Column("move", ForeignText, nullable=False),
)

sender_notices = _table(
    # Mails to the game master about what one sender wrote, of the last days.
    "sender_notices",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("sender", ForeignText, nullable=False),  # a registered address; empty: any stranger
    sa.Column("day", sa.Date, nullable=False),
    sa.Column("line", ForeignText),  # of one held back, for the list; null: it went out
    sa.Index(None, "sender", "day"),
)

questions = _table(
    # Mails whose sender was asked back: what they ask for waits until he says yes.
    "questions",
    sa.Column("token", sa.String, primary_key=True),  # in the Message-ID of that one mail
    sa.Column("fingerprint", sa.String, nullable=False, index=True),  # of the mail that waits
    sa.Column("sender", ForeignText, nullable=False),
    sa.Column("why", sa.String, nullable=False),
    sa.Column("asked_at", Instant, nullable=False),
    sa.Column("settled_at", Instant),  # when it was answered, or asked anew
    sa.Index(None, "why", "asked_at"),
)

orders_under_mails = _table(
    # What the game master ordered in answer to which mail of ours: nothing twice.
    "orders_under_mails",
    sa.Column("message_id", ForeignText, nullable=False),
    sa.Column("order_digest", sa.String, nullable=False),
    sa.Column("recorded_at", Instant, nullable=False),
    sa.PrimaryKeyConstraint("message_id", "order_digest"),
)

bounces = _table(
    # Mails of ours that came back, until somebody writes from there; see `journal.senders.Bounces`.
    "bounces",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("address", sa.String, nullable=False),  # in small letters
    sa.Column("message_id", ForeignText, nullable=False),
    sa.Column("is_gone", sa.Boolean, nullable=False),  # for good: there is no such address
    sa.Column("why", ForeignText, nullable=False),
    sa.Column("moment", Instant, nullable=False),
    sa.Index(None, "address"),
)

mails_in_vain = _table(
    # Mails in a row in which nothing could be read; see `journal.in_vain`.
    "mails_in_vain",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("sender", ForeignText, nullable=False),
    sa.Column("gist", sa.String, nullable=False),
    sa.Column(
        "is_quick", sa.Boolean, nullable=False
    ),  # no longer asked: what comes soon is no loop
    sa.Column("is_answered", sa.Boolean, nullable=False),
    sa.Index(None, "sender"),
)

segments = _table(
    # A mail is its segments in order: bytes of its own, or a blob.
    "segments",
    sa.Column("mail", sa.ForeignKey("outbox.id", ondelete="CASCADE"), nullable=False),
    sa.Column("position", sa.Integer, nullable=False),
    sa.Column("data", sa.LargeBinary),
    sa.Column("blob", sa.ForeignKey("blobs.sha256"), index=True),
    sa.PrimaryKeyConstraint("mail", "position"),
)

baselines = _table(
    "baselines",
    sa.Column("account", sa.String, primary_key=True),
    sa.Column("uid_validity", sa.BigInteger, nullable=False),
    sa.Column("uid_next", sa.BigInteger, nullable=False),
    sa.Column("moment", Instant, nullable=False),
    sa.Column("since", Instant),
)

secrets = _table(
    # One row: what tokens and ids are made from; never revealed.
    "secrets",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("secret", sa.LargeBinary, nullable=False),
)

restorations = _table(
    # Each time that the database was put back from a copy.
    "restorations",
    sa.Column("begun_at", Instant, primary_key=True),
    sa.Column("copied_at", Instant, nullable=False),
    sa.Column("state", sa.String, nullable=False),
)

troubles = _table(
    # What keeps the machine from its work, as long as it does.
    "troubles",
    sa.Column("what", sa.String, primary_key=True),
    sa.Column("why", ForeignText, nullable=False),
    sa.Column("since", Instant, nullable=False),
    sa.Column("is_urgent", sa.Boolean, nullable=False),  # somebody must hear of it at once
    sa.Column("told_at", Instant),
)

progress = _table(
    # One row: when the mailbox was last read to its end, to ten minutes; and, where several share the
    # work, by which reading all may close what was due then, and by which settings.
    "progress",
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("read_at", Instant, nullable=False),
    sa.Column("close_at", Instant),
    sa.Column("settings", sa.String),
)

readings = _table(
    # Of mailboxes beside that of [mail], where several workers read them: how far.
    "readings",
    sa.Column("account", sa.String, primary_key=True),
    sa.Column("noted_at", Instant, nullable=False),
    sa.Column("read_to", Instant),  # when the last complete reading began
    sa.Column("problem", ForeignText),  # why the last one was not complete
)

marks = _table(
    # By which mark we hold a mailbox, and by which before.
    "marks",
    sa.Column("account", sa.String, primary_key=True),
    sa.Column("epoch", Instant, nullable=False),
    sa.Column("token", sa.String, nullable=False),
    sa.Column("before", sa.String, nullable=False),
)

leases = _table(
    "leases",
    sa.Column("name", sa.String, primary_key=True),
    sa.Column("boot", sa.String, nullable=False),
    sa.Column("host", sa.String, nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("until", Instant, nullable=False),
)


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
            self._unsynced = _engine(self._url, patience, synchronous="NORMAL")
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
        self._noting = _by_itself(self._unsynced, is_shared=self.is_shared)
        self._notes: sa.Connection | None = None
        self._writers = self._engine.execution_options(**{_WRITES: True})
        self._jotters = self._unsynced.execution_options(**{_WRITES: True})
        self._opener = threading.get_ident()
        self._kept: sa.Connection | None = None
        self._lines: dict[str, sa.Connection] = {}
        self._busy: set[str] = set()

    @property
    def url(self) -> str:
        """Return where the database is, as it was given: with a password, if there is one."""
        return self._url.render_as_string(hide_password=False)

    @property
    def name(self) -> str:
        """Return the database as messages name it: without a password."""
        return self._url.render_as_string(hide_password=True)

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Give a transaction that sees one state of the database and changes nothing."""
        with self._translated(), self._line("reading", self._single, "BEGIN") as line:
            if line is not None:
                yield line
                return
            with self._readers.connect() as connection, connection.begin():
                yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Give a transaction that commits, or changes nothing; on SQLite nobody writes beside it."""
        with self._translated(), self._line("writing", self._single, "BEGIN IMMEDIATE") as line:
            if line is not None:
                yield line
                return
            with self._writers.begin() as connection:
                yield connection

    @contextmanager
    def jotting(self) -> Iterator[sa.Connection]:
        """Give a writing transaction that need not wait for the disk.

        A process that is killed loses nothing of it, a computer that loses power may: it is for what is
        found out anew where it is missing. What is committed later is never there without it.
        """
        if self.is_shared:
            with self.writing() as connection:
                connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
                yield connection
            return
        with self._translated(), self._line("jotting", self._noting, "BEGIN IMMEDIATE") as line:
            if line is not None:
                yield line
                return
            with self._jotters.begin() as connection:
                yield connection

    @contextmanager
    def _line(self, what: str, engine: sa.Engine, begin: str) -> Iterator[sa.Connection | None]:
        """Give a transaction on a line that stays open: to get one and to give it back takes longer.

        None where there is none to be had: on PostgreSQL, in another thread, while it is in use, and where
        somebody listens.
        """
        is_ours = threading.get_ident() == self._opener and what not in self._busy
        if self.is_shared or not is_ours or prepared.is_heard(engine):
            yield None
            return
        self._busy.add(what)
        try:
            line = self._lines.get(what) or self._lines.setdefault(what, engine.connect())
            prepared.tell(line, begin)
            yield line
            prepared.tell(line, "COMMIT")
        except BaseException:
            self._drop(what)
            raise
        finally:
            self._busy.discard(what)

    def _drop(self, what: str) -> None:
        """Give a line back: what was begun on it and not committed never was."""
        line = self._lines.pop(what, None)
        if line is not None:
            with suppress(SQLAlchemyError):
                line.close()

    def note(self, wanted: sa.Executable, **values: object) -> Sequence[sa.Row[Any]]:
        """Jot down one statement; in a row of them each is a transaction, on a line that stays open.

        To begin and to end one takes longer than the statement. Return what it says of its rows.
        """
        if self.is_shared:
            with self.jotting() as connection:
                return _rows(connection.execute(wanted, values))
        with self._translated():
            try:
                self._notes = self._notes or self._noting.connect()
                if (ready := self._prepared(wanted, values)) is not None:
                    return ready.ask(self._notes, values)
                return _rows(self._notes.execute(wanted, values))
            except SQLAlchemyError:
                self._end_notes()
                raise

    def _end_notes(self) -> None:
        if self._notes is not None:
            self._notes.close()
            self._notes = None

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
        ready = self._prepared(wanted, values)
        with self._looking() as connection:
            if ready is not None:
                return next((row[0] for row in ready.ask(connection, values)), None)
            return connection.scalar(wanted, values)

    def rows(self, wanted: sa.Executable, **values: object) -> Sequence[sa.Row[Any]]:
        """Return the rows that a query finds, with *values* filled in."""
        ready = self._prepared(wanted, values)
        with self._looking() as connection:
            if ready is not None:
                return ready.ask(connection, values)
            return connection.execute(wanted, values).all()

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
        self._end_notes()
        self._let_go()
        for what in tuple(self._lines):
            self._drop(what)
        self._engine.dispose()
        self._unsynced.dispose()

    @contextmanager
    def _looking(self) -> Iterator[sa.Connection]:
        """Give a connection for one query, which sees one state by itself: no transaction is begun.

        The thread that opened the database keeps one for that: to get one takes longer than to ask.
        """
        with self._translated():
            if threading.get_ident() != self._opener:
                with self._single.connect() as connection:
                    yield connection
                return
            if self._kept is None:
                self._kept = self._single.connect()
            try:
                yield self._kept
            except BaseException:  # it may be of no use any more
                self._let_go()
                raise

    def _let_go(self) -> None:
        """Give back the connection that is kept for single queries."""
        kept, self._kept = self._kept, None
        if kept is not None:
            with suppress(SQLAlchemyError):
                kept.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except SQLAlchemyError as problem:
            remedy = _remedy(problem)
            said = f"{self.name}: {_plain(problem)}{f' ({remedy})' if remedy else ''}"
            raise self._kind_of(problem)(said) from problem

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


def _engine(url: sa.URL, patience: float, synchronous: str = "FULL") -> sa.Engine:
    if not _is_file(url):
        return _on_a_server(url, patience)
    engine = sa.create_engine(url, connect_args={"timeout": patience})
    prepare = partial(_prepare, patience=patience, synchronous=synchronous)
    sa.event.listen(engine, "connect", prepare)
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


def _prepare(
    connection: DBAPIConnection, _: ConnectionPoolEntry, patience: float, synchronous: str
) -> None:
    """Make SQLite durable; a confirmed move must survive a loss of power (mail 1.1)."""
    connection.isolation_level = None  # we say BEGIN ourselves, below
    cursor = connection.cursor()
    _write_ahead(cursor, patience)
    for pragma in (f"synchronous = {synchronous}", "foreign_keys = ON"):
        cursor.execute("PRAGMA " + pragma)
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
