"""A backup is put back: what came since is booked as it was, and nobody is answered twice."""

import re
import socket
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path

import pytest

from mailref.journal.journal import Journal
from mailref.journal.schema import Database
from tests.e2e.installation import player_mail
from tests.e2e.worlds import ERIKA, MAX, MOVE, World

pytestmark = pytest.mark.sampled(1)  # on one of the two kinds of servers

ANNA = "anna@example.org"
ZAT = datetime(2036, 12, 5, 19, 0, tzinfo=UTC)
AFTER = "2036-12-05T20:30:00+00:00"
LATER = datetime(2036, 12, 6, 9, 0, tzinfo=UTC)
NEXT = "2036-12-06T12:00:00+00:00"


@pytest.fixture
def saved(world: World, tmp_path: Path) -> Path:
    """Return a backup made when the game had just begun."""
    world.once()
    file = tmp_path / "saved.db"
    assert world.call("backup", str(file)).code == 0
    return file


def anna(world: World, move: str, when: datetime | None = None) -> None:
    text = MOVE.format(move=move).replace("Max Mustermann", "Anna Beispiel")
    world.arrives(player_mail("Anna Beispiel", ANNA, text), when)


def restored(world: World, file: Path, *arguments: str) -> str:
    done = world.call("restore", str(file), *arguments)
    assert done.code == 0, done.err
    return done.out


@pytest.mark.slow
def test_what_came_since_is_booked_as_it_was_and_answered_once(world: World, saved: Path) -> None:
    world.move("H8w BEINE")
    anna(world, "H8w BEIN")
    world.once()
    world.move("H8w NEBEN")
    world.once()
    before = world.export()
    assert len(world.taken()) == 3 + 3
    world.move("H8w BIENE")  # nobody has read it yet

    restored(world, saved)

    assert world.export() == before
    world.once()
    assert len(world.taken()) == 3 + 3 + 1
    assert b"BIENE" in world.to(MAX)[-1]
    world.once()
    assert len(world.taken()) == 3 + 3 + 1


@pytest.mark.slow
def test_a_backup_taken_after_a_restore_is_put_back_too(world: World, tmp_path: Path) -> None:
    """It knows each filed mail already, those of before the first backup, too."""
    world.once()
    world.move()
    world.once()
    second, third = tmp_path / "second.db", tmp_path / "third.db"
    assert world.call("backup", str(second)).code == 0
    restored(world, second)  # looks through the mail that this backup knows
    anna(world, "H8w BEIN")
    world.once()
    before, count = world.export(), len(world.taken())
    assert world.call("backup", str(third)).code == 0

    said = restored(world, third)

    assert "booked once more, with nothing sent for it: 0 mails" in said
    assert "1 mail that came since" in restored(world, second)
    assert world.export() == before
    world.move("H8w NEBEN")
    world.once()
    assert len(world.taken()) == count + 1


@pytest.mark.slow
def test_a_missing_database_is_put_back_too(world: World, saved: Path) -> None:
    world.move()
    world.once()
    before = world.export()
    world.lose_record()

    restored(world, saved)

    assert world.export() == before
    world.once()
    assert len(world.taken()) == 3 + 1


def without_closed(export: str) -> str:
    """Leave out when rounds were closed and opened, and the hash: the second time is a moment of its own."""
    return re.sub(r'"(closed|sha256|at)": "[^"]*"', "", export)


@pytest.mark.slow
@pytest.mark.parametrize("world", ["embedded"], indirect=True)  # Dovecot takes no date to come
def test_where_a_round_was_closed_since_the_game_master_decides(world: World, saved: Path) -> None:
    """A mail that was filed away after the ZAT shows that it was."""
    world.move("H8w BEINE")
    anna(world, "H8w BEIN")
    world.once()
    world.once("--now", AFTER)
    anna(world, "H8s ENE", LATER)
    world.once("--now", NEXT)
    before, count = world.export(), len(world.taken())

    said = restored(world, saved, "--now", NEXT)

    assert "nothing is sent before 'mailref proceed'" in said
    assert "3 mails that came since" in said
    assert without_closed(world.export()) == without_closed(before)
    world.move("H8s NIE", LATER)
    world.once("--now", NEXT)
    assert len(world.taken()) == count + 1
    notice = world.to(ERIKA)[-1]
    assert b"Bitte entscheiden" in notice
    checked = world.call("status", "--check")
    assert (checked.code, checked.out.partition(":")[0]) == (1, "WARNING")
    assert "'mailref proceed'" in checked.out
    assert "'mailref proceed'" in world.call("status").out
    assert world.call("proceed", "--now", NEXT).code == 0
    world.once("--now", NEXT)
    assert [address for address, _ in world.taken()[count + 1 :]] == [MAX]


@pytest.mark.slow
def test_where_a_mail_answers_what_the_copy_never_came_to_the_game_master_decides(
    world: World, saved: Path
) -> None:
    """The round was closed from the shell before its ZAT: no mailbox knows of that."""
    world.move("H8w BEINE")
    world.once()
    assert world.call("close", "yerres", "--early").code == 0
    world.once()
    report = message_from_bytes(world.to(ANNA)[-1])
    assert str(report["Subject"]).startswith("[yerres R2]")
    mail = player_mail("Anna Beispiel", ANNA, "PASSE", In_Reply_To=str(report["Message-ID"]))
    world.arrives(mail, datetime.now(UTC) + timedelta(minutes=1))
    world.once()

    assert "nothing is sent before 'mailref proceed'" in restored(world, saved)


@pytest.mark.slow
@pytest.mark.parametrize("world", ["embedded"], indirect=True)
def test_what_was_decided_by_commands_since_is_listed(world: World, saved: Path) -> None:
    """It is in no mailbox; what the backup holds is not gone."""
    assert world.call("rule", "yerres", "BEINE", "accept").code == 0
    later = saved.with_name("later.db")
    assert world.call("backup", str(later)).code == 0
    refused = ("rule", "yerres", "IRINEN", "refuse", "--because", "Max hat kein Wörterbuch")
    assert world.call(*refused).code == 0

    said = restored(world, later)

    assert "decided by commands since the backup, in no mailbox, and so gone; repeat it:" in said
    assert '  mailref rule yerres IRINEN refuse --because "Max hat kein Wörterbuch"' in said
    assert "BEINE" not in said


@pytest.mark.slow
@pytest.mark.parametrize("world", ["embedded"], indirect=True)
def test_where_nobody_knows_what_was_decided_by_commands_it_is_said(
    world: World, saved: Path
) -> None:
    world.lose_record()

    said = restored(world, saved)

    assert "what was decided by commands since the backup is in no mailbox: repeat it" in said


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize(("sent", "reports"), [((), 3), (("--sent", "yerres"), 0)])
def test_a_report_that_is_due_goes_out_unless_it_has(
    world: World, saved: Path, sent: tuple[str, ...], reports: int
) -> None:
    world.move("H8w BEINE")
    world.once()
    world.once("--now", AFTER)
    before, count = world.export(), len(world.taken())

    restored(world, saved, "--now", NEXT)

    assert world.call("close", "yerres").code == 1
    assert world.call("proceed", *sent, "--now", NEXT).code == 0
    world.once("--now", NEXT)
    assert without_closed(world.export()) == without_closed(before)
    subjects = [data for _, data in world.taken()[count:] if b"[yerres R2]" in data]
    assert len(subjects) == reports


@pytest.mark.slow
def test_what_the_copy_owed_is_given_up(world: World, tmp_path: Path) -> None:
    """It has been sent since; and if not, `status` says that it was given up."""
    world.once()
    world.move()
    world.once()  # Max was sent the opening, and the answer to his move
    with Journal.open(f"sqlite:///{world.database}") as journal:
        with closing(sqlite3.connect(world.database)) as connection:
            connection.execute("UPDATE outbox SET state = 'owed' WHERE recipient = ?", (MAX,))
            connection.commit()
        assert journal.outgoing.counts().owed == 2
    world.call("backup", str(tmp_path / "saved.db"))

    said = restored(world, tmp_path / "saved.db")

    assert "2 mails that it owed are perhaps sent" in said
    with Journal.open(f"sqlite:///{world.database}") as journal:
        assert (journal.outgoing.counts().owed, journal.outgoing.counts().dead) == (0, 2)


@pytest.fixture
def _daemon(world: World, saved: Path) -> None:
    """Let a process of another host hold the lease."""
    assert saved.exists()
    with closing(sqlite3.connect(world.database)) as connection:
        row = ("machine", f"not-{socket.gethostname()}", "b", 1, "2036-12-01 12:00:00.000000")
        connection.execute(
            "INSERT INTO leases (name, host, boot, pid, until) VALUES (?, ?, ?, ?, ?)", row
        )
        connection.commit()


@pytest.mark.usefixtures("_daemon")
def test_nothing_is_put_back_under_a_running_daemon(world: World, saved: Path) -> None:
    done = world.call("restore", str(saved))

    assert done.code == 1
    assert "another mailref runs on this database" in done.err
    assert not list(world.folder.glob("*.before-restore"))


@pytest.mark.sampled(3)
@pytest.mark.slow
@pytest.mark.parametrize("content", [b"", b"a letter to grandmother\n" * 300, None])
def test_what_is_no_backup_replaces_nothing(world: World, saved: Path, content: bytes) -> None:
    other = saved.with_name("other.db")
    if content is not None:
        other.write_bytes(content)
    before = world.export()

    assert world.call("restore", str(other)).code == 1

    assert world.export() == before


def test_a_backup_is_made_while_somebody_writes(world: World, tmp_path: Path) -> None:
    """It holds what was decided before, whole, in one file for its owner only."""
    world.once()
    writer = Database(f"sqlite:///{world.database}")
    with writer.writing() as connection:
        connection.exec_driver_sql("DELETE FROM outbox WHERE 0 = 1")
        done = world.call("backup", str(tmp_path / "saved.db"))
    writer.dispose()

    assert done.code == 0
    assert [file.name for file in tmp_path.glob("saved.db*")] == ["saved.db"]
    assert (tmp_path / "saved.db").stat().st_mode & 0o777 == 0o600
    with Journal.open(f"sqlite:///{tmp_path}/saved.db") as journal:
        assert journal.games.ids() == ("yerres",)


@pytest.mark.slow
def test_a_backup_writes_over_nothing(world: World, saved: Path) -> None:
    before = saved.read_bytes()

    done = world.call("backup", str(saved))

    assert (done.code, saved.read_bytes()) == (1, before)
    assert "is there already" in done.err


def test_damaged_pages_are_found(world: World, saved: Path) -> None:
    """A page of the events is spoilt, which nothing that is read every day would show."""
    assert world.call("check", "--database").code == 0
    with closing(sqlite3.connect(world.database)) as connection:
        wanted = "SELECT rootpage FROM sqlite_master WHERE name = 'events'"
        page = connection.execute(wanted).fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with world.database.open("r+b") as file:
        file.seek((page - 1) * size + size // 2)
        file.write(b"\xff" * (size // 2))

    done = world.call("check", "--database")

    assert done.code == 1
    assert "is damaged" in done.err
    assert world.call("backup", str(saved.with_name("new.db"))).code == 1
