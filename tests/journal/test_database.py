"""The database itself: durable, private, brought up to date, and its errors made ours."""

import sqlite3
import stat
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, insert, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from mailref.errors import BusyError, JournalError, UnfitError
from mailref.journal import schema
from mailref.journal.journal import Journal
from mailref.journal.migrations import migrate
from mailref.journal.schema import SYNC, Database, _remedy
from tests.databases import tables_in, url_of
from tests.journal.builders import NOON, begin
from tests.servers.postgres import postgres


@pytest.fixture
def as_the_program_sets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let connections be as they are outside the tests."""
    monkeypatch.setitem(SYNC, True, "PRAGMA synchronous = FULL")
    monkeypatch.setitem(SYNC, False, "PRAGMA synchronous = NORMAL")


@pytest.mark.usefixtures("as_the_program_sets_it")
def test_what_is_jotted_down_waits_for_no_disk_and_nothing_else_is(tmp_path: Path) -> None:
    """1 is NORMAL: what a loss of power may undo, and a kill does not."""
    database = Database(url_of(tmp_path))

    level = text("PRAGMA synchronous")
    with database.jotting() as connection:
        jotted = connection.scalar(level)
    with database.writing() as connection:
        written = connection.scalar(level)
    noted = database.note(level)[0][0]
    with database.writing() as connection:
        again = connection.scalar(level)
    database.dispose()

    assert (jotted, written, noted, again) == (1, 2, 1, 2)


def test_what_is_asked_amid_a_transaction_is_answered_as_of_before_it(tmp_path: Path) -> None:
    database = Database(url_of(tmp_path))
    database.change(text("CREATE TABLE notes (n INTEGER PRIMARY KEY)"))
    counted = text("SELECT count(*) FROM notes")

    with database.writing() as connection:
        connection.execute(text("INSERT INTO notes VALUES (1)"))
        amid = database.scalar(counted)
        with database.reading() as beside:
            read_amid = beside.scalar(counted)
        within = connection.scalar(counted)
    after = database.scalar(counted)
    database.dispose()

    assert (amid, read_amid, within, after) == (0, 0, 1, 1)


def test_a_transaction_that_fails_leaves_nothing_on_the_line(tmp_path: Path) -> None:
    database = Database(url_of(tmp_path))
    database.change(text("CREATE TABLE notes (n INTEGER PRIMARY KEY)"))
    add = text("INSERT INTO notes VALUES (:n)")
    twice = [{"n": 1}, {"n": 1}]

    for fails in (database.writing, database.jotting):
        with pytest.raises(UnfitError, match="UNIQUE"), fails() as connection:
            connection.execute(add, twice)
    database.note(add, n=2)
    found = [row.n for row in database.rows(text("SELECT n FROM notes"))]
    database.dispose()

    assert found == [2]


def test_each_note_is_a_transaction_and_one_that_fails_ends_no_other(tmp_path: Path) -> None:
    database, other = Database(url_of(tmp_path)), Database(url_of(tmp_path))
    database.change(text("CREATE TABLE notes (n INTEGER PRIMARY KEY)"))
    add = text("INSERT INTO notes VALUES (:n)")

    database.note(add, n=1)
    with pytest.raises(UnfitError, match="UNIQUE"):
        database.note(add, n=1)
    database.note(add, n=2)
    seen = [row.n for row in other.rows(text("SELECT n FROM notes ORDER BY n"))]
    database.dispose()
    other.dispose()

    assert seen == [1, 2]


@pytest.mark.usefixtures("as_the_program_sets_it")
@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        pytest.param("journal_mode", "wal", id="readers do not wait"),
        pytest.param("synchronous", 2, id="full: survives a loss of power"),
        pytest.param("foreign_keys", 1, id="nothing refers to nothing"),
        pytest.param("busy_timeout", 30000, id="writers wait for each other"),
    ],
)
def test_sqlite_is_made_durable(tmp_path: Path, pragma: str, value: object) -> None:
    """SQLite in WAL with full sync by default."""
    database = Database(url_of(tmp_path))

    with database.reading() as connection:
        found = connection.scalar(text(f"PRAGMA {pragma}"))
    database.dispose()

    assert found == value


@pytest.mark.slow
def test_the_migrations_make_the_schema_that_the_program_uses(kind: str, tmp_path: Path) -> None:
    with Database(url_of(tmp_path)) as database, database.alone() as connection:
        migrate(connection)
    engine = create_engine(url_of(tmp_path))

    with engine.connect() as connection:
        tables = tables_in(connection)
        context = MigrationContext.configure(
            connection,
            opts={
                "compare_type": True,
                "include_name": lambda name, of, _: of != "table" or name in tables,
            },
        )
        differences = compare_metadata(context, schema.METADATA)
    engine.dispose()

    # Where mails lie in parts, each of these has the key that all of them together cannot have,
    # and PostgreSQL tells for each of them that their bytes refer to it.
    of_parts = {(each[0], each[1].name.rstrip("0123456789")) for each in differences}
    in_parts = {
        ("add_constraint", "uq_outbox_message_id_recipient"),
        ("remove_fk", "segments_mail_fkey"),
    }
    assert of_parts == (in_parts if kind == "postgresql" else set())
    assert tables == {*schema.METADATA.tables, "alembic_version"}


def test_a_new_file_has_the_tables_that_the_migrations_make(tmp_path: Path) -> None:
    """They are made at once: beside what the program never leaves out, usual values of two columns."""
    made, migrated = (f"sqlite:///{tmp_path / name}" for name in ("made.db", "migrated.db"))
    Journal.open(made).close()
    with Database(migrated) as database, database.alone() as connection:
        migrate(connection)

    assert _told_of(made) == _told_of(migrated)


def _told_of(url: str) -> dict[str, object]:
    """Return the columns, references, unique columns and indexes of each table, and the schema's name."""
    engine = create_engine(url)
    found: dict[str, object] = {}
    with engine.connect() as connection:
        told = inspect(connection)
        for table in told.get_table_names():
            columns = {
                each["name"]: (str(each["type"]), each["nullable"], each.get("primary_key"))
                for each in told.get_columns(table)
            }
            others = (
                told.get_foreign_keys(table),
                told.get_unique_constraints(table),
                told.get_indexes(table),
            )
            found[table] = (columns, [sorted(map(str, each)) for each in others])
        found["schema"] = connection.scalar(text("SELECT version_num FROM alembic_version"))
    engine.dispose()
    return found


@pytest.mark.slow
@pytest.mark.usefixtures("kind")
def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    with Journal.open(url_of(tmp_path)) as journal:
        begin(journal)
    with Journal.open(url_of(tmp_path)) as again:
        assert again.games.ids() == ("yerres",)


@pytest.mark.parametrize(
    ("done", "says"),
    [
        ("UPDATE alembic_version SET version_num = 'r9999'", "a newer mailref .* install"),
        ("UPDATE alembic_version SET version_num = 'ae1027a6'", "belongs to another program"),
        ("DROP TABLE alembic_version", "holds tables .* belongs to another program"),
    ],
)
@pytest.mark.usefixtures("kind")
def test_what_another_program_wrote_is_left_alone(tmp_path: Path, done: str, says: str) -> None:
    Journal.open(url_of(tmp_path)).close()
    engine = create_engine(url_of(tmp_path))
    with engine.begin() as connection:
        connection.execute(text(done))
    engine.dispose()

    with pytest.raises(JournalError, match=says):
        Journal.open(url_of(tmp_path))


def test_a_new_database_is_for_its_owner_only(tmp_path: Path) -> None:
    """It holds addresses and the secret seeds of games that are being played."""
    Journal.open(url_of(tmp_path)).close()

    mode = stat.S_IMODE((tmp_path / "mailref.db").stat().st_mode)

    assert mode == 0o600


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("mailref.db", id="no url"),
        pytest.param("nosuch://mailref.db", id="no such database"),
        pytest.param("sqlite:////nonexistent/folder/mailref.db", id="no such folder"),
        pytest.param("postgresql://u:pass@localhost:1/x", id="nobody there, or no driver"),
    ],
)
def test_a_database_that_cannot_be_opened_is_one_line(url: str) -> None:
    with pytest.raises(JournalError) as raised:
        Journal.open(url)

    assert "\n" not in str(raised.value)
    assert "pass" not in str(raised.value)


def test_a_file_that_is_no_database_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "mailref.db").write_text("a letter to grandmother, not a database at all\n" * 99)

    with pytest.raises(JournalError, match="not a database"):
        Journal.open(url_of(tmp_path))


@pytest.mark.usefixtures("kind")
def test_errors_do_not_tell_what_was_to_be_written(tmp_path: Path) -> None:
    """Style 31: no mail, no seed in a log; PostgreSQL tells the values of a row that it refuses."""
    with Journal.open(url_of(tmp_path)) as journal:
        begin(journal)
        with pytest.raises(UnfitError) as raised:
            journal.record("x", at=NOON, seeds={"yerres": b"very secret seed"})

    assert "secret" not in str(raised.value)
    assert "yerres" not in str(raised.value).partition(": ")[2]
    assert "unique constraint" in str(raised.value).lower()


@pytest.mark.slow
def test_postgresql_waits_for_a_lock_no_longer_than_it_should(kind: str, tmp_path: Path) -> None:
    """Two decide the same cause: the second waits for the first, as long as it has patience."""
    if kind == "sqlite":
        return
    with Journal.open(url_of(tmp_path), patience=0.05) as journal:
        begin(journal)
        first = Database(url_of(tmp_path))

        with first.writing() as connection:
            connection.execute(insert(schema.causes), {"cause": "x", "recorded_at": NOON})
            with pytest.raises(BusyError):
                journal.record("x", at=NOON)
        first.dispose()
        recorded = journal.record("x", at=NOON), journal.record("y", at=NOON)

    assert recorded == (False, True)


def test_what_stays_alone_is_waited_for_on_both(kind: str, tmp_path: Path) -> None:
    """Tables are made, and people forgotten, by one process at a time."""
    first, second = Database(url_of(tmp_path)), Database(url_of(tmp_path), patience=0.05)

    with first.alone(), pytest.raises(BusyError), second.alone():
        pytest.fail(f"two at once on {kind}")
    with second.alone():
        pass
    first.dispose()
    second.dispose()


def test_text_sorts_by_its_bytes_on_both(kind: str, tmp_path: Path) -> None:
    """The same record gives the same mails, whatever the language of the server."""
    with Journal.open(url_of(tmp_path)) as journal:
        for name in ("b", "a-b", "ab", "B", "ä"):
            begin(journal, name)

        assert journal.games.ids() == ("B", "a-b", "ab", "b", "ä"), kind


def test_a_server_is_named_without_its_password() -> None:
    database = Database("postgresql+psycopg://ref:s3cret@127.0.0.1:1/x")
    with pytest.raises(JournalError) as raised, database.reading():
        pass

    assert "s3cret" not in str(raised.value)
    assert database.name.startswith("postgresql+psycopg://ref:***@127.0.0.1:1/x")
    assert "ref:s3cret@" in database.url


def test_a_driver_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)

    with pytest.raises(JournalError, match=r"pip install 'mailref\[postgresql\]'"):
        Database("postgresql+psycopg://ref@db/x")


def test_a_writer_that_never_ends_is_not_waited_for_without_end(tmp_path: Path) -> None:
    with Journal.open(url_of(tmp_path), patience=0.01) as journal:
        begin(journal)
        blocker = Database(url_of(tmp_path))

        with blocker.writing(), pytest.raises(JournalError, match="locked"):
            journal.record("x", at=NOON)
        recorded = journal.record("x", at=NOON)
        blocker.dispose()

    assert recorded


def test_a_file_that_another_process_is_making_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite itself does not wait when the kind of log is switched."""
    other = sqlite3.connect(tmp_path / "mailref.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(time, "sleep", lambda _: other.rollback())

    with Journal.open(url_of(tmp_path)) as journal:
        games = journal.games.ids()
    other.close()

    assert games == ()


@pytest.mark.usefixtures("kind")
def test_reading_goes_on_while_another_writes(tmp_path: Path) -> None:
    with Journal.open(url_of(tmp_path), patience=0.01) as journal:
        begin(journal)
        blocker = Database(url_of(tmp_path))

        with blocker.writing():
            games = journal.games.ids()
        blocker.dispose()

    assert games == ("yerres",)


@pytest.mark.parametrize(
    ("name", "user", "says"),
    [("nowhere", "postgres", "createdb --owner"), ("postgres", "nobody", "createuser")],
)
def test_a_server_that_lets_us_not_in_names_the_remedy(name: str, user: str, says: str) -> None:
    with pytest.raises(JournalError, match=f"does not exist .*{says}"):
        Journal.open(postgres().url(name, user=user))


@pytest.mark.parametrize(
    ("said", "remedy"),
    [
        ('FATAL:  password authentication failed for user "ref"', "password = "),
        ("fe_sendauth: no password supplied", "password = "),
        ("permission denied for schema public", "ALTER DATABASE"),
        ("server closed the connection unexpectedly", ""),
    ],
)
def test_what_a_server_refuses_names_the_remedy(said: str, remedy: str) -> None:
    found = _remedy(SQLAlchemyError(said))

    assert remedy in found
    assert bool(found) == bool(remedy)


def _pages(database: Database) -> int:
    return int(database.scalar(text("PRAGMA page_count")) or 0)


def test_what_lies_free_in_the_file_is_given_back_but_for_some(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'record.db'}")
    database.change(text("CREATE TABLE notes (n INTEGER PRIMARY KEY, data BLOB)"))
    add = text("INSERT INTO notes (data) VALUES (zeroblob(400000))")
    for _ in range(8):
        database.note(add)
    full = _pages(database)

    database.change(text("DELETE FROM notes WHERE n > 2"))
    database.give_back()
    first = _pages(database)
    database.give_back()
    kept = database.rows(text("SELECT length(data) AS size FROM notes ORDER BY n"))
    database.dispose()

    assert full // 4 < first < full // 3
    assert [row.size for row in kept] == [400_000] * 2


def test_file_of_an_earlier_version_can_be_made_shorter_once_it_is_written_anew(
    tmp_path: Path,
) -> None:
    file = tmp_path / "record.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE notes (n INTEGER PRIMARY KEY, data BLOB)")
        connection.execute("INSERT INTO notes (data) VALUES (zeroblob(4000000))")
        connection.commit()
    database = Database(f"sqlite:///{file}")

    database.change(text("DELETE FROM notes"))
    database.give_back()
    before = _pages(database)
    database.overwrite_what_is_free()
    database.note(text("INSERT INTO notes (data) VALUES (zeroblob(4000000))"))
    database.change(text("DELETE FROM notes"))
    database.give_back()
    after = _pages(database)
    database.dispose()

    assert before > 900
    assert after < 200
