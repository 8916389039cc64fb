"""What belongs to the installation: its secret, the baseline, and the right to run the machine."""

import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, update

from mailref.journal import schema
from mailref.journal.journal import Journal
from mailref.journal.lease import (
    Holder,
)
from mailref.post.ports import Baseline
from tests.databases import url_of
from tests.forked import Forked
from tests.journal.builders import NOON, later
from tests.journal.processes import take_the_lease

TTL = timedelta(minutes=5)


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal.open(url_of(tmp_path))


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Forked]:
    """Another process, which took the lease at noon and lives until it is killed."""
    process = Forked(take_the_lease, url_of(tmp_path))
    assert process.said() == "True"
    yield process
    process.kill()


def pretend(folder: Path, **values: object) -> None:
    engine = create_engine(url_of(folder))
    with engine.begin() as connection:
        connection.execute(update(schema.leases).values(**values))
    engine.dispose()


def test_a_secret_is_made_once(tmp_path: Path, journal: Journal) -> None:
    """House 4: tokens come from a secret of the installation; a second one would void them."""
    before = journal.installation.secret()
    first = journal.installation.secret_or(b"one")
    with Journal.open(url_of(tmp_path)) as other:
        second = other.installation.secret_or(b"two")

    assert before is None
    assert (first, second) == (b"one", b"one")
    assert journal.installation.secret() == b"one"


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


def test_one_daemon_runs_on_a_database(journal: Journal, daemon: Forked) -> None:
    """Mail 3: one daemon per mailbox."""
    assert not journal.lease.take(later(1), TTL)
    holder = journal.lease.holder()
    assert holder is not None
    assert (holder.pid, holder.until) == (daemon.process.pid, later(5))


def test_a_command_records_beside_a_running_daemon(journal: Journal, daemon: Forked) -> None:
    """Contract 1: commands only record, also beside a running daemon."""
    assert daemon.is_alive
    assert journal.record("rule:1", at=NOON)


def test_the_lease_of_a_killed_daemon_is_free_at_once(journal: Journal, daemon: Forked) -> None:
    """Contract 5: a restarted daemon takes up its work at once."""
    daemon.kill()

    assert journal.lease.take(later(1), TTL)
    assert journal.lease.holder() == Holder(os.uname().nodename, os.getpid(), later(6))


def test_a_lease_that_nobody_prolongs_ends(journal: Journal, daemon: Forked) -> None:
    assert daemon.is_alive
    assert not journal.lease.take(later(4), TTL)
    assert journal.lease.take(later(5), TTL)


def test_a_number_given_out_anew_after_a_reboot_does_not_hold_the_lease(
    tmp_path: Path, journal: Journal, daemon: Forked
) -> None:
    pretend(tmp_path, boot="the run of the system before")

    assert daemon.is_alive
    assert journal.lease.take(later(1), TTL)


def test_of_a_process_on_another_host_we_know_only_the_time(
    tmp_path: Path, journal: Journal
) -> None:
    assert journal.lease.take(NOON, TTL)
    pretend(tmp_path, host="elsewhere")

    assert not journal.lease.take(later(4), TTL)
    assert journal.lease.take(later(5), TTL)


def test_the_process_that_has_the_lease_prolongs_it(journal: Journal) -> None:
    assert journal.lease.take(NOON, TTL)
    assert journal.lease.take(later(4), TTL)
    holder = journal.lease.holder()
    assert holder is not None
    assert holder.until == later(9)


def test_a_lease_given_back_is_free(journal: Journal) -> None:
    journal.lease.take(NOON, TTL)

    journal.lease.release()

    assert journal.lease.holder() is None


def test_nobody_gives_back_the_lease_of_another(journal: Journal, daemon: Forked) -> None:
    journal.lease.release()

    holder = journal.lease.holder()
    assert holder is not None
    assert holder.pid == daemon.process.pid
