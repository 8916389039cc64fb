"""A record goes from SQLite to PostgreSQL with all it holds (contract 1, `carry`)."""

import lzma
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from mailref.journal.installation import RestorationState, copy_database
from mailref.journal.journal import Journal
from tests.commands.invoke import mailref
from tests.databases import tables_in
from tests.forked import Forked
from tests.journal.builders import NOON, begin, mail
from tests.servers.postgres import Postgres, postgres

OLD = Path(__file__).parent / "old"
NOT_CARRIED = {"leases", "alembic_version"}


@pytest.fixture
def server() -> Postgres:
    return postgres()


@pytest.fixture
def url(server: Postgres) -> Iterator[str]:
    made = server.blank()
    yield made
    server.drop(made)


def settings_on(url: str, folder: Path, like: str = "ended") -> str:
    """Write the settings of an old record, on another database; return their path."""
    path = folder / "server.toml"
    written = (OLD / f"{like}.toml").read_text(encoding="utf-8")
    path.write_text(written.replace("sqlite:///mailref.db", url), encoding="utf-8")
    return str(path)


def old_record(folder: Path, name: str) -> Path:
    file = folder / "mailref.db"
    file.write_bytes(lzma.decompress((OLD / f"{name}.db.xz").read_bytes()))
    (folder / "file.toml").write_bytes((OLD / f"{name}.toml").read_bytes())
    return file


def counts_in_file(file: Path) -> dict[str, int]:
    with closing(sqlite3.connect(file)) as connection:
        names = [
            row[0]
            for row in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        return {
            name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]  # noqa: S608  our own tables
            for name in names
            if name not in NOT_CARRIED and not name.startswith("sqlite_")
        }


def counts_on_server(url: str) -> dict[str, int]:
    engine = create_engine(url)
    with engine.connect() as connection:
        names = tables_in(connection) - NOT_CARRIED
        found = {
            name: connection.scalar(text(f"SELECT count(*) FROM {name}"))  # noqa: S608  our own tables
            for name in names
        }
    engine.dispose()
    return {name: count or 0 for name, count in found.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ended", "orders"])
def test_a_record_of_an_earlier_version_goes_over_whole(
    name: str, url: str, tmp_path: Path
) -> None:
    """Every event, mail and seed: what is exported from both is the same, byte for byte."""
    file = old_record(tmp_path, name)
    before = file.read_bytes()
    config = settings_on(url, tmp_path, name)

    called = mailref("carry", str(file), "-c", config)

    assert (called.code, called.err) == (0, "")
    assert file.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"mailref.db", "file.toml", "server.toml"}
    was, now = counts_in_file(file), counts_on_server(url)
    assert (
        now.pop("restorations") == was.pop("restorations", 0) + 1
    )  # it waits to be looked through
    # What was called facts then is the secret now.
    was["secrets"] = was.pop("facts")
    assert {each: count for each, count in now.items() if count} == {
        each: count for each, count in was.items() if count
    }
    assert f"{sum(was.values())} rows carried over" in called.out
    for what in (("export", "demo", "--format", "json"), ("verify", "demo"), ("status", "--json")):
        on_server = mailref(*what, "-c", config)
        on_file = mailref(*what, "-c", str(tmp_path / "file.toml"))
        assert on_server.code == 0
        assert on_server.out.replace("server.toml", "file.toml") == on_file.out


@pytest.mark.slow
def test_what_is_owed_is_still_owed_and_numbers_go_on(url: str, tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    with Journal.open(f"sqlite:///{file}") as journal:
        secret = journal.installation.secret_or(bytes(range(32)))
        begin(journal)
        journal.record("x", at=NOON, mails=[mail(1), mail(2)])
        owed = list(journal.outgoing.unsent(NOON))
        seed = journal.games.seed("yerres")

    called = mailref("carry", str(file), "-c", settings_on(url, tmp_path))

    assert called.code == 0
    with Journal.open(url) as journal:
        assert journal.installation.secret() == secret
        assert journal.games.seed("yerres") == seed
        assert list(journal.outgoing.unsent(NOON)) == owed
        assert not journal.record("x", at=NOON, mails=[mail(1)])
        assert journal.record("y", at=NOON, mails=[mail(3)])
        assert [each.id for each in journal.outgoing.unsent(NOON)] == [
            *(each.id for each in owed),
            max(each.id for each in owed) + 1,
        ]


@pytest.mark.slow
def test_a_backup_counts_as_put_back(url: str, tmp_path: Path) -> None:
    """Its moves of later are in the mailbox only; what it owed has most likely been sent."""
    file, copy = tmp_path / "old.db", tmp_path / "backup.db"
    with Journal.open(f"sqlite:///{file}") as journal:
        journal.installation.secret_or(bytes(32))
        journal.record("x", at=NOON, mails=[mail(1), mail(2)])
        copy_database(file, copy)

    called = mailref("carry", str(copy), "-c", settings_on(url, tmp_path))

    assert called.code == 0
    assert "counts as put back" in called.out
    assert "2 mails that it owed are perhaps sent" in called.out
    with Journal.open(url) as journal:
        assert list(journal.outgoing.unsent(NOON)) == []
        last = journal.restorations.last()
        assert last is not None
        assert (last.state, last.copied_at) == (RestorationState.TAKING_UP, NOON)


def nothing(_file: Path) -> None:
    """Leave the file as it is."""


def an_empty_database(file: Path) -> None:
    file.unlink()
    sqlite3.connect(file).close()
    file.touch()


def no_database(file: Path) -> None:
    file.write_text("Dear referee, " * 100)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (Path.unlink, "is no file"),
        (an_empty_database, "no mailref has worked with this database"),
        (no_database, "not a database"),
    ],
)
def test_what_is_no_record_is_refused(
    spoil: Callable[[Path], None], says: str, url: str, tmp_path: Path
) -> None:
    file = old_record(tmp_path, "ended")
    spoil(file)

    called = mailref("carry", str(file), "-c", settings_on(url, tmp_path))

    assert called.code == 1
    assert says in called.err
    assert not any(counts_on_server(url).values())


@pytest.mark.slow
def test_what_cannot_go_over_whole_does_not_go_at_all(url: str, tmp_path: Path) -> None:
    """PostgreSQL takes no NUL, and nothing of ours holds one: rows of other tables are written before."""
    file = tmp_path / "old.db"
    with Journal.open(f"sqlite:///{file}") as journal:
        journal.installation.secret_or(bytes(32))
        begin(journal)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(
            "INSERT INTO marks VALUES ('a', '2026-12-10 12:00:00', 'x' || char(0), '')"
        )

    called = mailref("carry", str(file), "-c", settings_on(url, tmp_path))

    assert called.code == 1
    assert "NUL" in called.err
    assert not any(counts_on_server(url).values())


@pytest.mark.slow
def test_a_record_is_written_over_by_none(url: str, tmp_path: Path) -> None:
    file = old_record(tmp_path, "ended")
    with Journal.open(url) as journal:
        journal.installation.secret_or(bytes(32))

    called = mailref("carry", str(file), "-c", settings_on(url, tmp_path))

    assert called.code == 1
    assert "holds a record already" in called.err
    assert sum(counts_on_server(url).values()) == 1


def work_on_it(line: Connection, url: str) -> None:
    """Be the daemon on a database, until killed."""
    with Journal.open(url) as journal:
        journal.lease.hold(datetime.now(UTC))
        line.send("ready")
        line.recv()


@pytest.mark.slow
def test_nobody_works_on_either_meanwhile(
    url: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    file = old_record(tmp_path, "ended")
    config = settings_on(url, tmp_path)
    with Journal.open(url) as journal:
        journal.lease.work(NOON)
        beside_a_worker = mailref("carry", str(file), "-c", config)
        journal.lease.release()
    daemon = Forked(work_on_it, f"sqlite:///{file}")
    request.addfinalizer(daemon.kill)
    daemon.said()

    beside_a_daemon = mailref("carry", str(file), "-c", config)

    assert "another mailref runs on this database" in beside_a_worker.err
    assert "another mailref runs on this database" in beside_a_daemon.err
    assert (beside_a_worker.code, beside_a_daemon.code) == (1, 1)
    assert not any(counts_on_server(url).values())


def test_it_leads_to_a_server_only(tmp_path: Path) -> None:
    file = old_record(tmp_path, "ended")

    called = mailref("carry", str(file), "-c", str(tmp_path / "file.toml"))

    assert called.code == 1
    assert "PostgreSQL" in called.err
