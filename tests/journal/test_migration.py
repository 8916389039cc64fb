"""What an earlier program recorded is carried over when a later one opens the database."""

import os
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

from mailref.errors import JournalError
from mailref.games.kind import replay
from mailref.games.rounds.game import RoundGame
from mailref.journal.installation import SCHEMA, Offer, _boot
from mailref.journal.journal import Journal
from mailref.journal.migrations import SCRIPTS
from mailref.journal.putting_back import put_back
from mailref.journal.recorded_mails import HeldNotice, WithheldAnswer
from tests.databases import url_of
from tests.journal.builders import NOON, mail
from tests.journal.moved_back import moved_back

OLD = Path(__file__).parent / "old" / "flooded.sql"
"""Written by the program of the first schema: players and strangers who wrote too much.

Two lists of strangers' moves went out, the move U1 was adopted, U4 waits to be listed.
"""
OF_0_2_0 = OLD.with_name("of_0_2_0.sql")
"""Written by version 0.2.0, whose demo played three rounds; its mails were taken out."""
FRIDAY = date(2026, 12, 11)
SATURDAY = date(2026, 12, 12)


def test_the_schema_that_is_asked_for_is_the_newest_migration() -> None:
    assert ScriptDirectory(str(SCRIPTS)).get_heads() == [SCHEMA]


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    connection = sqlite3.connect(tmp_path / "mailref.db")
    connection.executescript(OLD.read_text(encoding="utf-8"))
    connection.close()
    return Journal.open(url_of(tmp_path))


def test_the_secret_stays_so_that_tokens_in_old_mails_hold(journal: Journal) -> None:
    assert journal.installation.secret() == bytes.fromhex("5a" * 32)


def test_answers_withheld_are_still_summed_up(journal: Journal) -> None:
    withheld = journal.backlog.withheld_before(SATURDAY)

    assert len(withheld) == 7
    assert withheld[0] == WithheldAnswer("max@example.org", FRIDAY, "1-Zug-Scrabble Yerres", "R1")
    assert withheld[-1] == WithheldAnswer(
        "max@example.org", FRIDAY, "1-Zug-Scrabble Yerres", "R1", "H8w RABEN"
    )
    assert journal.backlog.withheld_before(FRIDAY) == ()


def test_mails_held_back_are_still_listed(journal: Journal) -> None:
    assert journal.backlog.held_before(SATURDAY) == (
        HeldNotice("", FRIDAY, "fred2@example.net Fred"),
        HeldNotice("", FRIDAY, "fred3@example.net Fred"),
        HeldNotice("max@example.org", FRIDAY, "max@example.org Max Mustermann Frage 2 Frage 2"),
        HeldNotice("max@example.org", FRIDAY, "max@example.org Max Mustermann Frage 3 Frage 3"),
        HeldNotice("max@example.org", FRIDAY, "max@example.org Max Mustermann Frage 4 Frage 4"),
    )
    assert journal.backlog.passed_on("max@example.org", FRIDAY) == 2
    assert journal.backlog.passed_on("", FRIDAY) == 2


def test_strangers_moves_are_not_listed_again(journal: Journal) -> None:
    assert [mail.id for mail in journal.inbox.unlisted_moves(100)] == [4]
    assert journal.inbox.last_listed() == datetime(2026, 12, 11, 9, 1, tzinfo=UTC)
    assert journal.inbox.lists_since(datetime(2026, 12, 11, tzinfo=UTC)) == 2
    assert journal.inbox.lists_since(datetime(2026, 12, 11, 9, 1, tzinfo=UTC)) == 1


def test_a_mail_adopted_once_is_not_adopted_again(journal: Journal) -> None:
    assert [mail.id for mail in journal.inbox.set_aside() if mail.is_adopted] == [1]


def test_the_game_replays(journal: Journal) -> None:
    game = journal.games.load("yerres")

    assert isinstance(game, RoundGame)
    assert game == replay(journal.games.events("yerres"))
    assert set(game.round.entries if game.round else ()) == {"Eva Muster", "Max Mustermann"}


def old_database(folder: Path) -> Path:
    """Return a database as the program of the first schema left it."""
    with closing(sqlite3.connect(folder / "mailref.db")) as connection:
        connection.executescript(OLD.read_text(encoding="utf-8"))
    return folder / "mailref.db"


def test_a_database_of_version_0_2_0_goes_on(tmp_path: Path) -> None:
    """Its schema was called r0002, too, and had none of the tables that this one has got since."""
    for folder in (tmp_path / "old", tmp_path / "new"):
        folder.mkdir()
    with closing(sqlite3.connect(tmp_path / "old" / "mailref.db")) as connection:
        connection.executescript(OF_0_2_0.read_text(encoding="utf-8"))

    with Journal.open(url_of(tmp_path / "old")) as journal:
        game = journal.games.load("demo")
    Journal.open(url_of(tmp_path / "new")).close()

    assert isinstance(game, RoundGame)
    assert (game.round_number, game.is_over) == (4, False)
    assert schema_of(tmp_path / "old") == schema_of(tmp_path / "new")


def schema_of(folder: Path) -> dict[str, frozenset[str]]:
    """Return the columns of each table, and of what each index is."""
    with closing(sqlite3.connect(folder / "mailref.db")) as connection:
        made = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
        return {
            name: frozenset(
                str(row[1:4]) if type_ == "table" else row[2]
                for row in connection.execute(f"PRAGMA {type_}_info({name!r})")
            )
            for type_, name in made
        }


def revision(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def test_the_database_is_copied_before_it_is_changed(tmp_path: Path) -> None:
    old_database(tmp_path)

    Journal.open(url_of(tmp_path)).close()

    copy = tmp_path / "mailref.db.r0001"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["mailref.db", "mailref.db.r0001"]
    assert revision(copy) == "r0001"
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as connection:
        facts = connection.execute("SELECT value FROM facts WHERE name = 'secret'").fetchall()
    assert facts == [("5a" * 32,)]


def test_an_earlier_copy_is_never_written_over(tmp_path: Path) -> None:
    old_database(tmp_path)
    (tmp_path / "mailref.db.r0001").write_text("kept")

    Journal.open(url_of(tmp_path)).close()

    assert (tmp_path / "mailref.db.r0001").read_text() == "kept"
    assert revision(tmp_path / "mailref.db.r0001.2") == "r0001"


def test_without_a_copy_nothing_is_changed(tmp_path: Path) -> None:
    file = old_database(tmp_path)
    (tmp_path / "mailref.db.r0001.part").mkdir()

    with pytest.raises(JournalError, match="no copy could be written"):
        Journal.open(url_of(tmp_path))

    assert revision(file) == "r0001"


def leased(file: Path, host: str, pid: int) -> None:
    with closing(sqlite3.connect(file)) as connection:
        row = ("machine", host, _boot(), pid, "2036-12-01 12:00:00.000000")
        connection.execute(
            "INSERT INTO leases (name, host, boot, pid, until) VALUES (?, ?, ?, ?, ?)", row
        )
        connection.commit()


def test_nothing_is_changed_under_a_daemon_of_another_version(tmp_path: Path) -> None:
    """A process that is alive holds the lease, as the earlier program wrote it."""
    file = old_database(tmp_path)
    leased(file, socket.gethostname(), os.getppid())

    with pytest.raises(JournalError, match="another version of mailref runs on this database"):
        Journal.open(url_of(tmp_path))

    assert revision(file) == "r0001"
    assert [each.name for each in tmp_path.iterdir()] == ["mailref.db"]


def test_a_daemon_that_is_gone_holds_nothing_up(tmp_path: Path) -> None:
    file = old_database(tmp_path)
    leased(file, socket.gethostname(), os.getpid())  # another process had the number before us

    Journal.open(url_of(tmp_path)).close()

    assert revision(file) > "r0001"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells it there")
def test_a_daemon_that_was_killed_holds_nothing_up_though_its_parent_has_not_noticed(
    tmp_path: Path,
) -> None:
    killed = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    killed.kill()
    os.waitid(os.P_PID, killed.pid, os.WEXITED | os.WNOWAIT)
    file = old_database(tmp_path)
    leased(file, socket.gethostname(), killed.pid)

    Journal.open(url_of(tmp_path)).close()

    assert revision(file) > "r0001"
    killed.communicate()


@pytest.mark.slow
@pytest.mark.usefixtures("kind")
def test_a_record_from_before_the_workers_keeps_what_it_owes(tmp_path: Path) -> None:
    with Journal.open(url_of(tmp_path)) as journal:
        journal.record("x", at=NOON, mails=[mail(1)])
        journal.troubles.note_reading(NOON)
    moved_back(url_of(tmp_path), "r0002")

    with Journal.open(url_of(tmp_path)) as journal:
        assert [owed.recipient for owed in journal.outgoing.unsent(NOON)] == ["p1@example.org"]
        assert journal.troubles.read_at() == NOON
        assert journal.offers.last() is None
        journal.offers.make(Offer(NOON, "hash"), NOON)
        assert journal.offers.last() == Offer(NOON, "hash")


def test_a_copy_with_an_earlier_schema_leaves_nothing_beside_the_database_that_it_becomes(
    tmp_path: Path,
) -> None:
    old_database(tmp_path)
    copy, database = tmp_path / "copy.db", tmp_path / "mailref.db"
    database.replace(copy)

    put_back(copy, database, NOON)

    assert sorted(each.name for each in tmp_path.iterdir()) == ["copy.db", "mailref.db"]
    assert revision(database) == SCHEMA
    assert revision(copy) == "r0001"


def test_what_is_no_database_of_ours_leaves_nothing_either(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("CREATE TABLE other (id INTEGER)")

    with pytest.raises(JournalError):
        put_back(copy, tmp_path / "mailref.db", NOON)

    assert [each.name for each in tmp_path.iterdir()] == ["copy.db"]
