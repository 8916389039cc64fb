"""Killed at any point, the record loses nothing and holds nothing by halves.

The other process is reached from outside only: by a lock on the database, and by SIGKILL.
"""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mailref.journal.database import Database
from mailref.journal.journal import Journal
from mailref.journal.records import MailKey
from tests.journal.builders import begin, later, url_of

# Each says what it does next, does it, and says so; then it waits to be killed.
RECORDS = """
import sys
from tests.journal.builders import closed, later, mail, mark
from mailref.journal.backlog import passed_on
from mailref.journal.journal import Journal

journal = Journal.open(sys.argv[1])
game = journal.games.load("yerres")
print("ready", flush=True)
if "wait" in sys.argv:
    sys.stdin.readline()
done = journal.record(
    "close:yerres:1",
    at=later(62),
    game_events=[("yerres", closed(1))],
    mails=[mail(1), mail(2)],
    inbox=mark(3, fingerprint="f"),
    also=[passed_on("max@example.org", later(62).date())],
)
print("recorded", done, flush=True)
sys.stdin.read()
"""

STALLS = """
import sys
from tests.journal.builders import closed, later, mail, mark
from mailref.journal.journal import Journal

journal = Journal.open(sys.argv[1])
journal.games.load("yerres")

class Stalling:
    def __iter__(self):  # the last thing a decision writes: all before it is written by now
        print("inside", flush=True)
        sys.stdin.read()

journal.record(
    "close:yerres:1",
    at=later(62),
    game_events=[("yerres", closed(1))],
    mails=[mail(1), mail(2)],
    inbox=mark(3, fingerprint="f"),
    also=Stalling(),
)
"""

OPENS = """
import sys
from mailref.journal.journal import Journal

sys.stdin.readline()
print(Journal.open(sys.argv[1]).games.ids(), flush=True)
"""

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path, request: pytest.FixtureRequest) -> Start:
    def run(program: str, *arguments: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-c", program, url_of(tmp_path), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).resolve().parents[2],
        )
        request.addfinalizer(process.communicate)
        request.addfinalizer(process.kill)
        return process

    return run


def said(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def kill(process: "subprocess.Popen[str]") -> None:
    process.kill()
    process.wait()


def has_nothing_of_the_decision(journal: Journal) -> bool:
    game = journal.games.load("yerres")
    return (
        game is not None
        and game.round_number == 1
        and game.last is None
        and len(list(journal.games.events("yerres"))) == 4
        and list(journal.outgoing.unsent(later(99))) == []
        and not journal.inbox.is_known(MailKey(7, 3))
        and not journal.inbox.has_seen("f")
        and journal.backlog.passed_on("max@example.org", later(62).date()) == 0
    )


def has_the_whole_decision(journal: Journal) -> bool:
    game = journal.games.load("yerres")
    return (
        game is not None
        and game.last is not None
        and game.last.number == 1
        and len(list(journal.games.events("yerres"))) == 5
        and [owed.recipient for owed in journal.outgoing.unsent(later(99))]
        == ["p1@example.org", "p2@example.org"]
        and journal.inbox.is_known(MailKey(7, 3))
        and journal.inbox.has_seen("f")
        and journal.backlog.passed_on("max@example.org", later(62).date()) == 1
    )


def test_killed_while_it_waits_to_write_it_wrote_nothing(tmp_path: Path, start: Start) -> None:
    with Journal.open(url_of(tmp_path)) as journal:
        begin(journal)
        blocker = Database(url_of(tmp_path))
        with blocker.writing():
            process = start(RECORDS, "wait")
            assert said(process) == "ready"  # opening and reading wait for nobody who writes
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
            kill(process)
        blocker.dispose()

        assert has_nothing_of_the_decision(journal)


def test_killed_inside_the_transaction_it_wrote_nothing(tmp_path: Path, start: Start) -> None:
    """Mail 3: kill -9 in the transaction."""
    with Journal.open(url_of(tmp_path)) as journal:
        begin(journal)
        process = start(STALLS)
        assert said(process) == "inside"
        kill(process)

        assert has_nothing_of_the_decision(journal)
        assert said(again := start(RECORDS)) == "ready"
        assert said(again) == "recorded True"
        assert has_the_whole_decision(journal)


def test_killed_after_the_commit_it_wrote_all_and_writes_it_once(
    tmp_path: Path, start: Start
) -> None:
    """Mail 3: kill -9 after the commit, before the mail is filed."""
    with Journal.open(url_of(tmp_path)) as journal:
        begin(journal)
    process = start(RECORDS)
    assert [said(process), said(process)] == ["ready", "recorded True"]
    kill(process)

    with Journal.open(url_of(tmp_path)) as restarted:
        assert has_the_whole_decision(restarted)
        assert said(again := start(RECORDS)) == "ready"
        assert said(again) == "recorded False"
        assert has_the_whole_decision(restarted)


def test_what_lies_in_the_log_only_is_recovered(tmp_path: Path, start: Start) -> None:
    """SQLite's write-ahead log: a commit may not have reached the main file when the power goes."""
    with Journal.open(url_of(tmp_path)) as journal:
        begin(journal)
    process = start(RECORDS)
    assert [said(process), said(process)] == ["ready", "recorded True"]
    kill(process)
    log_size = (tmp_path / "mailref.db-wal").stat().st_size

    with Journal.open(url_of(tmp_path)) as restarted:
        assert log_size > 0
        assert has_the_whole_decision(restarted)


def test_of_two_processes_racing_for_one_cause_one_decides(tmp_path: Path, start: Start) -> None:
    """Both read the round open; both close it (house 3)."""
    with Journal.open(url_of(tmp_path)) as journal:
        begin(journal)
        racers = [start(RECORDS, "wait"), start(RECORDS, "wait")]
        assert [said(racer) for racer in racers] == ["ready", "ready"]

        for racer in racers:
            assert racer.stdin is not None
            racer.stdin.write("go\n")
            racer.stdin.flush()

        assert sorted(said(racer) for racer in racers) == ["recorded False", "recorded True"]
        assert has_the_whole_decision(journal)


def test_several_processes_may_make_the_database_at_once(start: Start) -> None:
    racers = [start(OPENS), start(OPENS), start(OPENS)]

    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()

    assert [said(racer) for racer in racers] == ["()", "()", "()"]
