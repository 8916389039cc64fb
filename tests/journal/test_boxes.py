"""Several mailboxes in one record: from which a mail leaves, who reads which, and how far."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import create_engine, update

from mailref.journal import schema
from mailref.journal.installation import HowFar, Lease
from mailref.journal.journal import Journal
from mailref.journal.recorded_mails import Leaving
from tests.databases import begun_in, url_of
from tests.journal.builders import NOON, begin, later, mail
from tests.journal.moved_back import moved_back

BOXES = ("north", "south")
on_a_server = pytest.mark.parametrize("kind", ["postgresql"], indirect=True)


def due(journal: Journal, leaving: Leaving | None) -> list[str]:
    return [each.recipient for each in journal.outgoing.unsent(NOON, leaving=leaving)]


@pytest.mark.usefixtures("kind")
def test_a_mail_leaves_from_its_mailbox(tmp_path: Path) -> None:
    """One whose mailbox stands in the file no more leaves from that of [mail]: else it never would."""
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        mails = [mail(1), replace(mail(2), box="north"), replace(mail(3), box="gone")]
        journal.record("x", at=NOON, mails=mails)

        assert due(journal, None) == ["p1@example.org", "p2@example.org", "p3@example.org"]
        assert due(journal, Leaving("north", ("north",))) == ["p2@example.org"]
        assert due(journal, Leaving("", ("north",))) == ["p1@example.org", "p3@example.org"]


@pytest.mark.usefixtures("kind")
def test_how_far_a_mailbox_was_read_outlives_a_reading_that_failed(tmp_path: Path) -> None:
    with Journal.open(begun_in(tmp_path)) as journal:
        journal.readings.note("north@host", HowFar(NOON, NOON, None))
        journal.readings.note("north@host", HowFar(later(1), None, "no answer"))
        journal.readings.note("south@host", HowFar(later(2), None, "refused"))

        assert journal.readings.all() == {
            "north@host": HowFar(later(1), NOON, "no answer"),
            "south@host": HowFar(later(2), None, "refused"),
        }


@pytest.mark.slow  # a migration there and back, on both databases
@pytest.mark.usefixtures("kind")
def test_a_record_of_one_mailbox_keeps_what_it_owes(tmp_path: Path) -> None:
    with Journal.open(url_of(tmp_path)) as journal:
        journal.record("x", at=NOON, mails=[mail(1)])
    moved_back(url_of(tmp_path), "r0003")

    with Journal.open(url_of(tmp_path)) as journal:
        assert due(journal, Leaving("", BOXES)) == ["p1@example.org"]
        assert journal.readings.all() == {}


@pytest.mark.usefixtures("kind")
def test_a_worker_alone_reads_all(kind: str, tmp_path: Path) -> None:
    with Journal.open(begun_in(tmp_path)) as journal:
        assert journal.lease.share(BOXES, NOON, leads=True) == BOXES
        journal.lease.share_nothing()
        assert journal.is_shared == (kind == "postgresql")


@pytest.fixture
def workers(kind: str, tmp_path: Path) -> Iterator[tuple[Lease, Lease, Lease]]:
    """Three workers on one record; the first leads."""
    assert kind == "postgresql"
    with (
        Journal.open(begun_in(tmp_path)) as first,
        Journal.open(begun_in(tmp_path)) as second,
        Journal.open(begun_in(tmp_path)) as third,
    ):
        yield first.lease, second.lease, third.lease


@on_a_server
def test_each_mailbox_is_read_by_one_and_the_work_is_spread(
    workers: tuple[Lease, Lease, Lease],
) -> None:
    """Three mailboxes with that of [mail]: three workers read one each, two of them one and two."""
    first, second, third = workers

    alone = first.share(BOXES, NOON, leads=True)
    second.share(BOXES, NOON, leads=False)
    third.share(BOXES, NOON, leads=False)
    spread = [
        first.share(BOXES, NOON, leads=True),
        second.share(BOXES, NOON, leads=False),
        third.share(BOXES, NOON, leads=False),
    ]
    third.release()

    assert alone == BOXES
    assert spread == [(), ("north",), ("south",)]
    assert first.share(BOXES, NOON, leads=True) == ("south",)
    assert second.share(BOXES, NOON, leads=False) == ("north",)


@on_a_server
def test_what_a_dead_worker_read_another_takes_over(
    workers: tuple[Lease, Lease, Lease], tmp_path: Path
) -> None:
    first, second, _ = workers
    second.share(("north",), NOON, leads=False)
    before = first.share(("north",), NOON, leads=True)
    engine = create_engine(begun_in(tmp_path))
    with engine.begin() as connection:
        dead = update(schema.leases).where(schema.leases.c.boot == second.worker)
        connection.execute(dead.values(until=NOON - timedelta(days=9999)))
    engine.dispose()

    assert before == ()
    assert first.share(("north",), NOON, leads=True) == ("north",)
    assert second.share(("north",), NOON, leads=False) == ()


@on_a_server
def test_what_is_given_back_while_leases_are_prolonged_is_not_missed(
    workers: tuple[Lease, Lease, Lease],
) -> None:
    """A worker that misses what it held believes it was asleep, and gives up all its claims."""
    first, _, _ = workers
    first.share(BOXES, NOON, leads=True)
    name = first.worker
    first.share_nothing()

    first.prolong()

    assert first.worker == name
