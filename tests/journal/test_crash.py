"""Killed at any point, the record loses nothing and holds nothing by halves.

The other process is reached from outside only: by a lock on the database, and by SIGKILL.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from mailref.games.rounds.game import RoundGame
from mailref.journal.journal import Journal
from mailref.journal.recorded_mails import MailKey
from mailref.journal.schema import Database
from tests.databases import begun_in
from tests.forked import Forked
from tests.journal.builders import begin, later
from tests.journal.processes import open_it, record_it, stall_inside

pytestmark = pytest.mark.usefixtures("kind")

Start = Callable[..., Forked]


@pytest.fixture
def start(tmp_path: Path, request: pytest.FixtureRequest) -> Start:
    def run(program: Callable[..., None]) -> Forked:
        process = Forked(program, begun_in(tmp_path))
        request.addfinalizer(process.kill)
        return process

    return run


def recorded(process: Forked) -> str:
    """Let a process that has read the record write its decision."""
    assert process.said() == "ready"
    process.go()
    return process.said()


def has_nothing_of_the_decision(journal: Journal) -> bool:
    game = journal.games.load("yerres")
    return (
        isinstance(game, RoundGame)
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
        isinstance(game, RoundGame)
        and game.last is not None
        and game.last.number == 1
        and len(list(journal.games.events("yerres"))) == 5
        and [owed.recipient for owed in journal.outgoing.unsent(later(99))]
        == ["p1@example.org", "p2@example.org"]
        and journal.inbox.is_known(MailKey(7, 3))
        and journal.inbox.has_seen("f")
        and journal.backlog.passed_on("max@example.org", later(62).date()) == 1
    )


@pytest.mark.slow
def test_killed_while_it_waits_to_write_it_wrote_nothing(tmp_path: Path, start: Start) -> None:
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        blocker = Database(begun_in(tmp_path))
        with blocker.writing():
            process = start(record_it)
            assert process.said() == "ready"  # opening and reading wait for nobody who writes
            process.go()
            process.kill()
        blocker.dispose()

        assert has_nothing_of_the_decision(journal)


@pytest.mark.slow
def test_killed_inside_the_transaction_it_wrote_nothing(tmp_path: Path, start: Start) -> None:
    """Mail 3: kill -9 in the transaction."""
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        process = start(stall_inside)
        assert process.said() == "inside"
        process.kill()

        assert has_nothing_of_the_decision(journal)
        assert recorded(start(record_it)) == "recorded True"
        assert has_the_whole_decision(journal)


@pytest.mark.slow
def test_killed_after_the_commit_it_wrote_all_and_writes_it_once(
    tmp_path: Path, start: Start
) -> None:
    """Mail 3: kill -9 after the commit, before the mail is filed."""
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
    process = start(record_it)
    assert recorded(process) == "recorded True"
    process.kill()

    with Journal.open(begun_in(tmp_path)) as restarted:
        assert has_the_whole_decision(restarted)
        assert recorded(start(record_it)) == "recorded False"
        assert has_the_whole_decision(restarted)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_what_lies_in_the_log_only_is_recovered(tmp_path: Path, start: Start) -> None:
    """SQLite's write-ahead log: a commit may not have reached the main file when the power goes."""
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
    process = start(record_it)
    assert recorded(process) == "recorded True"
    process.kill()
    log_size = (tmp_path / "mailref.db-wal").stat().st_size

    with Journal.open(begun_in(tmp_path)) as restarted:
        assert log_size > 0
        assert has_the_whole_decision(restarted)


@pytest.mark.slow
def test_of_two_processes_racing_for_one_cause_one_decides(tmp_path: Path, start: Start) -> None:
    """Both read the round open; both close it (house 3)."""
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        racers = [start(record_it), start(record_it)]
        assert [racer.said() for racer in racers] == ["ready", "ready"]

        for racer in racers:
            racer.go()

        assert sorted(racer.said() for racer in racers) == ["recorded False", "recorded True"]
        assert has_the_whole_decision(journal)


@pytest.mark.slow
def test_several_processes_may_make_the_database_at_once(start: Start) -> None:
    racers = [start(open_it), start(open_it), start(open_it)]
    assert [racer.said() for racer in racers] == ["ready"] * 3

    for racer in racers:
        racer.go()

    assert [racer.said() for racer in racers] == ["()", "()", "()"]
