"""When ticks happen, and how they end: lease, alarms, signals, failures (mail 3)."""

import os
import signal
import threading
from collections.abc import Iterable, Iterator
from dataclasses import InitVar, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert

from mailref.daemon import Daemon, set_alarms, wake_ups
from mailref.errors import MailServerError, OtherDaemonError
from mailref.journal import schema
from mailref.journal.installation import LEASE
from mailref.post.ports import Baseline, Delivery, ImapAccount, Letter
from mailref.service import Ticked, tick
from mailref.settings.values import MailSettings
from mailref.tick.machine import OTHERWISE
from tests.effort import PATIENCE
from tests.fakes import FakeMailbox, FakeOutbox
from tests.referee.rehearsal import MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun, post

SECOND = timedelta(seconds=1)
SEVEN = {f"Spieler {n}": f"p{n}@example.org" for n in "ABCDEFG"}


@dataclass
class Clock:
    now: datetime = MONDAY

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    """Put the signal handlers back that a running daemon replaces."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


def until(machine: Post) -> datetime:
    holder = machine.machine.journal.lease.holder()
    assert holder is not None
    return holder.until


def taken_elsewhere(machine: Post, at: datetime) -> None:
    """Let a process of another host take the lease."""
    row = {"name": "machine", "host": "elsewhere", "boot": "b", "pid": 1, "until": at + LEASE}
    with machine.machine.journal._database.writing() as connection:
        connection.execute(schema.leases.delete())
        connection.execute(insert(schema.leases), row)


def test_a_worker_that_does_nothing_says_so_once_and_when_it_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "mailref.daemon")
    daemon = Daemon(post(tmp_path).machine)
    for ticked in (IDLE, IDLE, Ticked(("no answer",), 0), IDLE, Ticked((), 0), Ticked((), 0)):
        daemon._say_why_idle(ticked)

    assert caplog.messages == [f"this worker does nothing: {OTHERWISE}", "this worker goes on"]


IDLE = Ticked((), 0, OTHERWISE)


class TestLease:
    def test_a_fresh_lease_is_not_written_again(self, tmp_path: Path) -> None:
        machine, clock = post(tmp_path), Clock()
        lease = machine.machine.journal.lease
        lease.hold(clock.now)
        clock.now += 29 * SECOND
        lease.hold(clock.now)

        assert until(machine) == MONDAY + LEASE

    def test_an_older_one_is_prolonged(self, tmp_path: Path) -> None:
        machine, clock = post(tmp_path), Clock()
        lease = machine.machine.journal.lease
        lease.hold(clock.now)
        clock.now += 30 * SECOND
        lease.hold(clock.now)

        assert until(machine) == MONDAY + 30 * SECOND + LEASE

    def test_a_clock_that_was_set_back_leaves_no_lease_to_lapse(self, tmp_path: Path) -> None:
        machine, clock = post(tmp_path), Clock()
        lease = machine.machine.journal.lease
        lease.hold(clock.now)
        clock.now -= timedelta(hours=2)
        lease.hold(clock.now)

        assert until(machine) == MONDAY - timedelta(hours=2) + LEASE

    def test_another_process_ends_this_one(self, tmp_path: Path) -> None:
        machine, clock = post(tmp_path), Clock()
        lease = machine.machine.journal.lease
        lease.hold(clock.now)
        taken_elsewhere(machine, clock.now)
        clock.now += MINUTE

        with pytest.raises(OtherDaemonError):
            lease.hold(clock.now)


@dataclass(slots=True)
class SlowOutbox(FakeOutbox):
    """A server that takes two minutes for each letter."""

    clock: Clock = field(default_factory=Clock)
    after: list[datetime] = field(default_factory=list)
    post: Post | None = None
    stop_after: int = 1000
    daemon: Daemon | None = None

    def send(self, letters: Iterable[Letter]) -> Iterator[Delivery]:
        for delivery in FakeOutbox.send(self, letters):
            self.clock.now += 2 * MINUTE
            if len(self.taken) == self.stop_after and self.daemon is not None:
                self.daemon.stop()
            yield delivery
            assert self.post is not None
            self.after.append(until(self.post))


def slow(folder: Path, stop_after: int = 1000) -> tuple[Post, SlowOutbox, Daemon]:
    machine, clock = post(folder, game(players=SEVEN)), Clock()
    outbox = SlowOutbox(clock=clock, post=machine, stop_after=stop_after)
    machine.machine.outbox = outbox
    outbox.daemon = Daemon(machine.machine, clock)
    return machine, outbox, outbox.daemon


def test_a_long_tick_keeps_its_lease(tmp_path: Path) -> None:
    """A report over a slow server takes longer than a lease lasts: it is prolonged meanwhile."""
    machine, outbox, _ = slow(tmp_path)

    machine.tick()

    assert len(outbox.taken) == 8
    assert outbox.after == [MONDAY + 2 * n * MINUTE + LEASE for n in range(1, 9)]
    assert outbox.clock.now > MONDAY + LEASE


def test_a_stop_ends_a_long_tick_at_the_next_letter(tmp_path: Path) -> None:
    """What was taken over is marked so; the rest is left to the next start."""
    machine, outbox, daemon = slow(tmp_path, stop_after=3)

    daemon._tick(machine.baseline, wake_ups(machine.mailbox, MINUTE))

    assert len(outbox.taken) == 3
    waiting = machine.machine.journal.outgoing.counts()
    assert (waiting.owed, waiting.dead) == (5, 0)


@dataclass(slots=True)
class Rests(FakeMailbox):
    """A mailbox that tells when the daemon waits or pauses, and stops it after some of them."""

    log: list[str] = field(default_factory=list)
    most: int = 2
    daemon: Daemon | None = None
    breaks: int = 0

    def wait(self, timeout: timedelta) -> bool:  # noqa: ARG002  the protocol's
        return self._rested("wait")

    def pause(self, timeout: timedelta) -> None:
        self._rested(f"pause {timeout > timedelta(0)}")

    def snapshot_or_break(self) -> None:
        if self.breaks:
            self.breaks -= 1
            raise ZeroDivisionError

    def _rested(self, what: str) -> bool:
        self.log.append(what)
        if len(self.log) >= self.most and self.daemon is not None:
            self.daemon.stop()
        return False

    def _reach(self) -> None:
        self.snapshot_or_break()
        FakeMailbox._reach(self)


def resting(folder: Path, most: int) -> tuple[Rests, Daemon, Post]:
    machine = post(folder)
    mailbox = Rests(most=most)
    machine.machine.mailbox = mailbox
    mailbox.daemon = Daemon(machine.machine, Clock())
    return mailbox, mailbox.daemon, machine


@pytest.mark.slow
def test_a_tick_that_fails_is_followed_by_another(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Never a daemon that stops."""
    mailbox, daemon, machine = resting(tmp_path, most=2)
    mailbox.breaks = 1

    daemon.run(lambda: machine.baseline)

    assert mailbox.log == ["pause True", "wait"]
    assert "the tick was not finished" in caplog.text


@pytest.mark.slow
def test_a_server_out_of_reach_is_asked_again_for_the_baseline(tmp_path: Path) -> None:
    mailbox, daemon, machine = resting(tmp_path, most=3)
    answers: list[Baseline | None] = [None, None, machine.baseline]

    def begin() -> Baseline:
        answer = answers.pop(0)
        if answer is None:
            raise MailServerError("imap cannot be reached")
        return answer

    daemon.run(begin)

    assert mailbox.log == ["pause True", "pause True", "wait"]
    assert answers == []


def test_a_signal_ends_the_loop_and_gives_the_lease_back(tmp_path: Path) -> None:
    mailbox, daemon, machine = resting(tmp_path, most=1000)

    def begin() -> Baseline:
        os.kill(os.getpid(), signal.SIGTERM)
        return machine.baseline

    daemon.run(begin)

    assert mailbox.log == []
    assert machine.machine.journal.lease.holder() is None


@dataclass(slots=True)
class Woken(FakeMailbox):
    woken: threading.Event = field(default_factory=threading.Event)

    def wake(self) -> None:
        self.woken.set()


class TestAlarms:
    """APScheduler only wakes the machine; the record says when."""

    def test_an_open_round_is_closed_when_its_delay_is_over(self, tmp_path: Path) -> None:
        machine = begun(tmp_path)
        alarm = wake_ups(machine.mailbox, MINUTE)

        set_alarms(alarm, machine.machine, MONDAY)
        alarm.start(paused=True)

        job = alarm.get_job("close:yerres")
        assert job.next_run_time == ZAT + 2 * MINUTE
        assert job.next_run_time.utcoffset() == timedelta(0)
        assert job.misfire_grace_time is None
        alarm.shutdown()

    def test_a_moved_zat_moves_the_alarm_and_an_unmoved_one_leaves_it(self, tmp_path: Path) -> None:
        machine = begun(tmp_path)
        alarm = wake_ups(machine.mailbox, MINUTE)
        alarm.start(paused=True)
        set_alarms(alarm, machine.machine, MONDAY)
        alarm.modify_job("close:yerres", name="as it was")
        set_alarms(alarm, machine.machine, MONDAY)
        assert alarm.get_job("close:yerres").name == "as it was"
        alarm.modify_job("close:yerres", next_run_time=ZAT)

        set_alarms(alarm, machine.machine, MONDAY)

        assert alarm.get_job("close:yerres").next_run_time == ZAT + 2 * MINUTE
        alarm.shutdown()

    def test_what_is_past_needs_no_alarm(self, tmp_path: Path) -> None:
        """The tick that is going on has dealt with it."""
        machine = begun(tmp_path)
        alarm = wake_ups(machine.mailbox, MINUTE)

        set_alarms(alarm, machine.machine, ZAT + 2 * MINUTE)
        alarm.start(paused=True)

        assert [job.id for job in alarm.get_jobs()] == ["poll"]
        alarm.shutdown()

    def test_a_letter_put_off_has_an_alarm(self, tmp_path: Path) -> None:
        machine = begun(tmp_path)
        machine.outbox.is_down = True
        machine.arrives("H8w RABEN")
        machine.tick()
        alarm = wake_ups(machine.mailbox, MINUTE)

        set_alarms(alarm, machine.machine, MONDAY - MINUTE)
        alarm.start(paused=True)

        assert alarm.get_job("send").next_run_time == MONDAY
        alarm.shutdown()

    def test_a_wake_up_that_was_slept_over_is_made_up_for(self) -> None:
        """A suspended computer: `misfire_grace_time=None`, whatever the time by now."""
        mailbox = Woken()
        alarm = wake_ups(mailbox, timedelta(hours=1))
        alarm.start(paused=True)
        alarm.modify_job("poll", next_run_time=datetime.now(UTC) - timedelta(days=1))
        alarm.resume()

        assert mailbox.woken.wait(PATIENCE)
        alarm.shutdown()


def test_tick_of_a_machine_without_a_daemon_has_no_lease(tmp_path: Path) -> None:
    """`once` and the demo hold their own."""
    machine = post(tmp_path)

    tick(machine.machine, machine.baseline, MONDAY)

    assert machine.machine.journal.lease.holder() is None


def test_other_servers_in_the_settings_are_turned_to(tmp_path: Path) -> None:
    """Contract 2: the daemon takes a changed file at its next tick, [mail] too."""
    machine = begun(tmp_path)
    other = FakeMailbox()
    daemon = Daemon(machine.machine, lambda: MONDAY + MINUTE)
    connected: list[str] = []

    def connect(mail: MailSettings) -> tuple[FakeMailbox, FakeOutbox]:
        assert isinstance(mail.inbox, ImapAccount)
        connected.append(mail.inbox.user)
        daemon.stop()
        return other, machine.outbox

    machine.machine.connect = connect
    text = machine.path.read_text(encoding="utf-8")
    moved = text.replace('user = "referee@example.org"', 'user = "umpire@example.org"')
    machine.path.write_text(moved, encoding="utf-8")

    daemon.run(lambda: machine.baseline)

    assert moved != text
    assert connected == ["umpire@example.org"]
    assert machine.machine.mailbox is other


def test_a_port_put_right_is_taken_while_the_mailbox_is_out_of_reach(tmp_path: Path) -> None:
    """Contract 2: a changed file is taken, also the one that says where the mailbox is."""
    machine = begun(tmp_path)
    daemon = Daemon(machine.machine, lambda: MONDAY + MINUTE)
    tried: list[int] = []

    def port() -> int:
        inbox = machine.machine.settings.mail.inbox
        assert isinstance(inbox, ImapAccount)
        return inbox.port

    def begin() -> Baseline:
        tried.append(port())
        if port() == 993 or len(tried) > 2:
            daemon.stop()
            return machine.baseline
        machine.path.write_text(right, encoding="utf-8")
        raise MailServerError("imap cannot be reached")

    machine.machine.connect = lambda _: (FakeMailbox(), machine.outbox)
    right = machine.path.read_text(encoding="utf-8")
    wrong = right.replace("imaps://mail.example.org", "imaps://mail.example.org:59999")
    machine.path.write_text(wrong, encoding="utf-8")
    machine.machine.watch.look()
    assert port() == 59999

    daemon.run(begin)

    assert tried == [59999, 993]


@dataclass(slots=True)
class Freed:
    """A daemon whose memory and clock are set by hand, and when it freed memory."""

    post: Post
    monkeypatch: InitVar[pytest.MonkeyPatch]
    now: datetime = MONDAY
    megabytes: int = 80
    freed: list[datetime] = field(default_factory=list)
    freed_new: list[datetime] = field(default_factory=list)
    slimmed: list[datetime] = field(default_factory=list)
    daemon: Daemon = field(init=False)

    def __post_init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("mailref.daemon.give_back", lambda: self.freed.append(self.now))
        new = lambda: self.freed_new.append(self.now)  # noqa: E731  as above
        monkeypatch.setattr("mailref.daemon.give_new_back", new)
        monkeypatch.setattr("mailref.daemon.slim", lambda: self.slimmed.append(self.now))
        memory = lambda: self.megabytes * 1024 * 1024  # noqa: E731  a field wants one
        self.daemon = Daemon(self.post.machine, lambda: self.now, memory=memory)

    def tick(self, *, answers: bool = False) -> None:
        """Let a minute pass, and the daemon rest after a tick."""
        self.now += MINUTE
        if answers:
            self.post.arrives("H8w RABEN", at=self.now)
        self.daemon._rest(self.post.tick(self.now))


def test_memory_is_freed_where_the_process_has_grown_not_after_so_many_mails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Freed(begun(tmp_path), monkeypatch)

    found.tick()
    for _ in range(8):
        found.tick(answers=True)
    found.megabytes = 100
    found.tick(answers=True)
    found.tick(answers=True)

    assert found.freed == [MONDAY + MINUTE]
    assert found.freed_new == [MONDAY + 10 * MINUTE]


def test_memory_is_freed_some_time_after_little_was_done_and_not_again_where_nothing_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Freed(begun(tmp_path), monkeypatch)

    found.tick()
    found.tick(answers=True)
    for _ in range(30):
        found.tick()

    assert found.freed == [MONDAY + MINUTE, MONDAY + 12 * MINUTE]


def test_what_costs_next_to_nothing_is_freed_where_nothing_was_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Freed(begun(tmp_path), monkeypatch)
    tidied: list[datetime] = []
    found.post.machine.tidy_up = lambda: tidied.append(found.now)

    found.tick(answers=True)
    found.tick(answers=True)
    found.tick()

    assert found.slimmed == tidied == [MONDAY + 3 * MINUTE]
