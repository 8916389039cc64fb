"""What belongs to the installation: its secret, the baseline, and the right to run the machine."""

import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select, update

from mailref.errors import OtherDaemonError
from mailref.journal import schema
from mailref.journal.installation import Holder
from mailref.journal.journal import Journal
from mailref.post.ports import Baseline
from tests.databases import begun_in
from tests.effort import Effort, Tried, effort
from tests.forked import Forked
from tests.journal.builders import NOON, later
from tests.journal.processes import take_the_lease, take_the_lease_each_time

pytestmark = pytest.mark.usefixtures("kind")

TTL = timedelta(minutes=5)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal.open(begun_in(tmp_path))


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Forked]:
    """Another process, which took the lease at noon and lives until it is killed."""
    process = Forked(take_the_lease, begun_in(tmp_path))
    assert process.said() == "True"
    yield process
    process.kill()


def pretend(folder: Path, **values: object) -> None:
    engine = create_engine(begun_in(folder))
    with engine.begin() as connection:
        connection.execute(update(schema.leases).values(**values))
    engine.dispose()


@pytest.mark.slow
def test_a_secret_is_made_once(tmp_path: Path, journal: Journal) -> None:
    """House 4: tokens come from a secret of the installation; a second one would void them."""
    before = journal.installation.secret()
    first = journal.installation.secret_or(b"one")
    with Journal.open(begun_in(tmp_path)) as other:
        second = other.installation.secret_or(b"two")

    assert before is None
    assert (first, second) == (b"one", b"one")
    assert journal.installation.secret() == b"one"


@pytest.mark.slow
def test_the_baseline_is_kept(journal: Journal) -> None:
    first = Baseline(4_294_967_295, 12, NOON)
    second = Baseline(8, 1, later(5), since=NOON)
    before = journal.installation.baseline()
    journal.installation.set_baseline(first)
    kept = journal.installation.baseline()
    journal.installation.set_baseline(second)

    assert before is None
    assert kept == first
    assert journal.installation.baseline() == second
    assert journal.installation.baseline("other@example.org") is None


def passes(folder: Path, minutes: float) -> None:
    """Let time pass, as the leases see it: on PostgreSQL they go by the clock of the server."""
    engine = create_engine(begun_in(folder))
    with engine.begin() as connection:
        for row in connection.execute(select(schema.leases)).all():
            until = row.until - timedelta(minutes=minutes)
            is_it = schema.leases.c.name == row.name
            connection.execute(update(schema.leases).where(is_it).values(until=until))
    engine.dispose()


@pytest.mark.slow
def test_one_daemon_runs_on_a_database(journal: Journal, daemon: Forked) -> None:
    """Mail 3: one daemon per mailbox."""
    assert not journal.lease.take(NOON, TTL)
    holder = journal.lease.holder()
    assert holder is not None
    assert holder.pid == daemon.process.pid


@pytest.mark.slow
def test_of_four_that_begin_at_once_one_runs(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, tried: Tried
) -> None:
    """Mail 3: of several processes that find the lease free at the same moment one gets it."""
    with Journal.open(begun_in(tmp_path)) as journal:
        racers = [Forked(take_the_lease_each_time, begun_in(tmp_path)) for _ in range(4)]
        for racer in racers:
            request.addfinalizer(racer.kill)
        assert [racer.said() for racer in racers] == ["ready"] * 4
        rounds = 12 if effort() is Effort.DESK else 100
        for _ in range(rounds):
            for racer in racers:
                racer.go()
            assert sorted(racer.said() for racer in racers) == ["False", "False", "False", "True"]
            journal.lease.forget()
    tried(f"races of four for the lease on {kind}", rounds)


@pytest.mark.slow
def test_a_command_records_beside_a_running_daemon(journal: Journal, daemon: Forked) -> None:
    """Contract 1: commands only record, also beside a running daemon."""
    assert daemon.is_alive
    assert journal.record("rule:1", at=NOON)


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
@pytest.mark.slow
def test_the_lease_of_a_killed_daemon_is_free_at_once(journal: Journal, daemon: Forked) -> None:
    """Contract 5: a restarted daemon takes up its work at once."""
    daemon.kill()

    assert journal.lease.take(later(1), TTL)
    assert journal.lease.holder() == Holder(os.uname().nodename, os.getpid(), later(6))


@pytest.mark.slow
def test_a_lease_that_nobody_prolongs_ends(
    tmp_path: Path, journal: Journal, daemon: Forked
) -> None:
    assert daemon.is_alive
    passes(tmp_path, 4)
    assert not journal.lease.take(NOON, TTL)
    passes(tmp_path, 1)
    assert journal.lease.take(NOON, TTL)


@pytest.mark.parametrize("kind", ["sqlite"], indirect=True)
def test_a_number_given_out_anew_after_a_reboot_does_not_hold_the_lease(
    tmp_path: Path, journal: Journal, daemon: Forked
) -> None:
    pretend(tmp_path, boot="the run of the system before")

    assert daemon.is_alive
    assert journal.lease.take(later(1), TTL)


@pytest.mark.slow
def test_of_a_process_on_another_host_we_know_only_the_time(
    tmp_path: Path, journal: Journal
) -> None:
    assert journal.lease.take(NOON, TTL)
    pretend(tmp_path, host="elsewhere")

    passes(tmp_path, 4)
    assert not journal.lease.take(NOON, TTL)
    passes(tmp_path, 1)
    assert journal.lease.take(NOON, TTL)


@pytest.mark.slow
def test_the_process_that_has_the_lease_prolongs_it(tmp_path: Path, journal: Journal) -> None:
    assert journal.lease.take(NOON, TTL)
    passes(tmp_path, 4)
    assert journal.lease.take(NOON, TTL)
    passes(tmp_path, 4)
    with Journal.open(begun_in(tmp_path)) as other:
        pretend(tmp_path, host="elsewhere")
        assert not other.lease.take(NOON, TTL)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
def test_on_a_server_nobody_is_asked_whether_a_process_lives(
    tmp_path: Path, journal: Journal, daemon: Forked
) -> None:
    """Another container may have the same name and numbers; 20 seconds decide."""
    daemon.kill()
    assert not journal.lease.take(NOON, TTL)
    with Journal.open(begun_in(tmp_path)) as twin:
        assert not twin.lease.take(NOON, TTL)
    passes(tmp_path, 5)
    assert journal.lease.take(NOON, TTL)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
def test_what_a_worker_holds_is_prolonged_and_given_back(tmp_path: Path, journal: Journal) -> None:
    with Journal.open(begun_in(tmp_path)) as other:
        journal.lease.work(NOON)
        journal.lease.hold(NOON)
        passes(tmp_path, 0.25)
        journal.lease.prolong()
        passes(tmp_path, 0.25)
        with pytest.raises(OtherDaemonError):
            other.lease.hold(NOON)

        journal.lease.release()

        other.lease.hold(NOON)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
def test_who_was_asleep_for_too_long_notices_it(tmp_path: Path, journal: Journal) -> None:
    """Another has taken over: what was held is not relied upon."""
    with Journal.open(begun_in(tmp_path)) as other:
        journal.lease.hold(NOON)
        passes(tmp_path, 1)
        other.lease.hold(NOON)
        journal.lease.prolong()

        with pytest.raises(OtherDaemonError):
            journal.lease.hold(NOON)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
def test_who_wants_to_be_alone_is_alone(tmp_path: Path, journal: Journal) -> None:
    """Nobody is forgotten while another keeps his name in mind."""
    with Journal.open(begun_in(tmp_path)) as worker:
        worker.lease.work(NOON)
        with pytest.raises(OtherDaemonError):
            journal.lease.hold_alone(NOON)
        worker.lease.release()
        journal.lease.hold_alone(NOON)

        with pytest.raises(OtherDaemonError):
            worker.lease.work(NOON)


@pytest.mark.slow
def test_a_lease_given_back_is_free(journal: Journal) -> None:
    journal.lease.take(NOON, TTL)

    journal.lease.release()

    assert journal.lease.holder() is None


@pytest.mark.slow
def test_nobody_gives_back_the_lease_of_another(journal: Journal, daemon: Forked) -> None:
    journal.lease.release()

    holder = journal.lease.holder()
    assert holder is not None
    assert holder.pid == daemon.process.pid
