"""The database itself: durable, private, brought up to date, and its errors made ours."""

import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, event, inspect, text
from sqlalchemy.pool import Pool

from mailref.errors import JournalError
from mailref.journal import schema
from mailref.journal.database import Database
from mailref.journal.journal import Journal
from tests.databases import unsynced, url_of
from tests.journal.builders import NOON, begin


@pytest.fixture
def as_the_program_sets_it() -> Iterator[None]:
    """Let connections be as they are outside the tests."""
    event.remove(Pool, "checkout", unsynced)
    yield
    event.listen(Pool, "checkout", unsynced)


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


def test_the_migrations_make_the_schema_that_the_program_uses(tmp_path: Path) -> None:
    Journal.open(url_of(tmp_path)).close()
    engine = create_engine(url_of(tmp_path))

    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = compare_metadata(context, schema.METADATA)
        tables = set(inspect(connection).get_table_names())
    engine.dispose()

    assert differences == []
    assert tables == {*schema.METADATA.tables, "alembic_version"}


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    with Journal.open(url_of(tmp_path)) as journal:
        begin(journal)
    with Journal.open(url_of(tmp_path)) as again:
        assert again.games.ids() == ("yerres",)


def test_a_database_of_a_later_program_is_left_alone(tmp_path: Path) -> None:
    Journal.open(url_of(tmp_path)).close()
    engine = create_engine(url_of(tmp_path))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'r9999'"))
    engine.dispose()

    with pytest.raises(JournalError, match="another version of mailref"):
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


def test_errors_do_not_tell_what_was_to_be_written(tmp_path: Path) -> None:
    """Style 31: no mail, no seed in a log."""
    with Journal.open(url_of(tmp_path)) as journal:
        begin(journal)
        with pytest.raises(JournalError) as raised:
            journal.record("x", at=NOON, seeds={"yerres": b"very secret seed"})

    assert "secret" not in str(raised.value)
    assert "UNIQUE constraint failed: games.id" in str(raised.value)


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


def test_reading_goes_on_while_another_writes(tmp_path: Path) -> None:
    with Journal.open(url_of(tmp_path), patience=0.01) as journal:
        begin(journal)
        blocker = Database(url_of(tmp_path))

        with blocker.writing():
            games = journal.games.ids()
        blocker.dispose()

    assert games == ("yerres",)
