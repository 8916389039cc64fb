"""Several workers on one record: who reads, who may close what, whose mail is whose (daemon.md)."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select, update

from mailref.daemon import Daemon
from mailref.errors import OtherDaemonError
from mailref.games.rounds.events import RoundClosed
from mailref.journal import schema
from mailref.journal.installation import Offer
from mailref.service import lend_a_hand
from mailref.tick.deadlines import act_when_due, close_offered, offer_to_close
from mailref.tick.machine import OTHERWISE
from tests.databases import begun_in, kind
from tests.journal.builders import mail
from tests.referee.rehearsal import MAX, MONDAY, ZAT
from tests.tick.machines import Post, begun, post

__all__ = ["kind"]
pytestmark = pytest.mark.parametrize("kind", ["postgresql"], indirect=True)
CLOSED = ZAT + timedelta(hours=1)


@pytest.fixture
def reader(kind: str, tmp_path: Path) -> Iterator[Post]:
    """The worker that reads the mailbox; its game has begun and Max has moved."""
    assert kind == "postgresql"
    made = begun(tmp_path)
    made.machine.journal.lease.hold(MONDAY)
    made.arrives("H8w BEINE", MAX)
    made.tick(MONDAY)
    made.left()
    yield made
    made.machine.journal.close()


@pytest.fixture
def other(reader: Post, tmp_path: Path) -> Iterator[Post]:
    """Another worker: a process of its own as far as the record can tell."""
    made = post(tmp_path)
    made.baseline = reader.baseline
    yield made
    made.machine.journal.close()


def closes(worker: Post) -> int:
    found = worker.machine.journal.games.events("yerres")
    return sum(isinstance(event, RoundClosed) for event in found)


def ends(folder: Path, worker: str) -> None:
    """Let what a worker holds run out, as it does twenty seconds after a kill."""
    engine = create_engine(begun_in(folder))
    with engine.begin() as connection:
        gone = update(schema.leases).where(schema.leases.c.boot == worker)
        connection.execute(gone.values(until=MONDAY - timedelta(days=9999)))
    engine.dispose()


@pytest.mark.slow
def test_one_reads_at_a_time(other: Post) -> None:
    with pytest.raises(OtherDaemonError):
        other.machine.journal.lease.hold(MONDAY)


@pytest.mark.slow
def test_what_a_dead_worker_held_is_dropped_in_time(
    reader: Post, other: Post, tmp_path: Path
) -> None:
    """Also where nobody takes a lease any more, since all are prolonged."""
    lease = reader.machine.journal.lease
    other.machine.journal.lease.work(MONDAY)
    ends(tmp_path, other.machine.journal.lease.worker)
    lease._swept = None
    lease.prolong()

    assert {row.boot for row in lease.database.rows(select(schema.leases))} == {lease.worker}


@pytest.mark.slow
def test_the_log_says_who_leads_once(
    reader: Post, other: Post, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "mailref.daemon")
    leading, helping = Daemon(reader.machine), Daemon(other.machine)
    for each in (leading, helping, leading, helping):
        each._may_read()
    reader.machine.journal.lease.release()
    helping._may_read()

    leads = "this worker leads: it reads the mailbox of [mail]"
    lends = "another worker reads the mailbox; this one lends a hand"
    assert caplog.messages == [leads, lends, leads]


@pytest.mark.slow
def test_nobody_closes_before_the_mailbox_was_read_after_the_zat(reader: Post, other: Post) -> None:
    """Rules 8: who does not read goes by the reading of who does."""
    offer_to_close(reader.machine, ZAT - timedelta(minutes=1))
    lend_a_hand(other.machine, CLOSED)
    before = closes(other)

    offer_to_close(reader.machine, CLOSED)
    lend_a_hand(other.machine, CLOSED + timedelta(minutes=1))

    assert (before, closes(other)) == (0, 1)


@pytest.mark.slow
def test_what_another_closed_is_closed_once_and_its_reports_leave_once(
    reader: Post, other: Post
) -> None:
    offer_to_close(reader.machine, CLOSED)
    lend_a_hand(other.machine, CLOSED)
    first = other.left()
    reader.tick(CLOSED)

    assert closes(reader) == 1
    assert "max Report" in first
    assert reader.left() == []


@pytest.mark.slow
def test_by_other_settings_nothing_is_done(reader: Post, other: Post) -> None:
    """A file that is not yet the same on all hosts must not close a round by rules of yesterday."""
    offer_to_close(reader.machine, CLOSED)
    other.machine.watch.path.write_text(
        f"# changed\n{other.path.read_text(encoding='utf-8')}", encoding="utf-8"
    )

    ticked = lend_a_hand(other.machine, CLOSED)

    assert ticked.waits == OTHERWISE
    assert closes(other) == 0
    assert other.left() == []


@pytest.mark.slow
def test_a_game_with_which_another_deals_is_left_to_him_and_not_put_to_rest(
    reader: Post, other: Post
) -> None:
    """He may end before he is done: then it is the next one's."""
    offer = offered(reader)
    other.machine.office()
    with other.machine.journal.claimed("yerres") as is_ours:
        act_when_due(reader.machine, CLOSED)
        close_offered(reader.machine, offer)
        held = closes(reader)
    close_offered(reader.machine, offer)

    assert is_ours
    assert held == 0
    assert closes(reader) == 1


def offered(worker: Post) -> Offer:
    offer_to_close(worker.machine, CLOSED)
    found = worker.machine.journal.offers.last()
    assert found is not None
    return found


def test_a_game_that_went_on_is_not_claimed_as_it_was(reader: Post, other: Post) -> None:
    reader.machine.office()
    other.machine.office()
    reader.arrives("H8w RABE", MAX)
    reader.tick(MONDAY + timedelta(hours=1))

    with other.machine.journal.claimed("yerres") as is_as_known:
        pass

    assert not is_as_known


class TestMails:
    """Mails are claimed before they are sent; a claim holds as long as its worker lives."""

    @pytest.fixture(autouse=True)
    def owed(self, reader: Post) -> None:
        mails = [mail(number) for number in range(1, 81)]
        assert reader.machine.journal.record("many", at=MONDAY, mails=mails)

    def test_no_mail_is_given_to_two(self, reader: Post, other: Post) -> None:
        one, two = reader.machine.journal, other.machine.journal
        first = one.outgoing.unsent(MONDAY, worker=one.lease.claiming(MONDAY))
        begun_with = [next(first).id for _ in range(10)]
        second = [
            each.id for each in two.outgoing.unsent(MONDAY, worker=two.lease.claiming(MONDAY))
        ]
        rest = [each.id for each in first]

        assert len(second) == 30  # the first has claimed fifty at once
        assert sorted(begun_with + rest + second) == sorted({*begun_with, *rest, *second})
        assert len(begun_with) + len(rest) + len(second) == 80

    def test_what_a_dead_one_claimed_goes_to_the_next(
        self, reader: Post, other: Post, tmp_path: Path
    ) -> None:
        one, two = reader.machine.journal, other.machine.journal
        worker = one.lease.claiming(MONDAY)
        next(one.outgoing.unsent(MONDAY, worker=worker))
        before = len(list(two.outgoing.unsent(MONDAY, worker=two.lease.claiming(MONDAY))))
        two.outgoing.let_go(two.lease.worker)
        ends(tmp_path, worker)

        after = len(list(two.outgoing.unsent(MONDAY, worker=two.lease.claiming(MONDAY))))

        assert (before, after) == (30, 80)

    def test_what_cannot_be_sent_is_left_to_others(self, reader: Post, other: Post) -> None:
        """This host may not reach the server; another one may."""
        reader.outbox.is_down = True
        reader.tick(MONDAY)

        lend(other)

        assert len(other.left()) == 80

    def test_who_was_asleep_sends_nothing_of_what_may_be_anothers(
        self, reader: Post, tmp_path: Path
    ) -> None:
        lease = reader.machine.journal.lease
        worker = lease.claiming(MONDAY)
        ends(tmp_path, worker)
        lease.prolong()

        assert lease.has_lapsed(worker)
        assert lease.claiming(MONDAY) != worker


def lend(worker: Post) -> None:
    offer_to_close(worker.machine, MONDAY)
    lend_a_hand(worker.machine, MONDAY)
