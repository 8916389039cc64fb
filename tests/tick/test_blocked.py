"""A record that cannot be written, for a while: nothing ends, nothing is sent twice, all goes on."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from mailref.daemon import Daemon
from mailref.errors import NoRoomError
from mailref.journal.installation import RESERVED
from mailref.post.ports import Delivery, Letter
from mailref.referee.contents import Hindered, Hindrance
from tests.fakes import FakeMailbox, FakeOutbox
from tests.referee.rehearsal import MINUTE, MONDAY
from tests.tick.machines import Post, begun

HOUR = timedelta(hours=1)


@dataclass(slots=True)
class Resting(FakeMailbox):
    """A mailbox that does something at each pause of the daemon, and stops it when it waits."""

    at_pause: Callable[[int], None] = field(default=lambda _: None)
    pauses: int = 0
    daemon: Daemon | None = None

    def wait(self, timeout: timedelta) -> bool:  # noqa: ARG002  the protocol's
        assert self.daemon is not None
        self.daemon.stop()
        return False

    def pause(self, timeout: timedelta) -> None:
        assert timedelta(0) < timeout <= timedelta(minutes=5)
        self.pauses += 1
        self.at_pause(self.pauses)


def resting(machine: Post) -> Resting:
    mailbox = Resting(inbox=machine.mailbox.inbox, uid_next=machine.mailbox.uid_next)
    machine.machine.mailbox = mailbox
    machine.mailbox = mailbox
    mailbox.daemon = Daemon(machine.machine, lambda: MONDAY + MINUTE)
    return mailbox


def lock(folder: Path) -> sqlite3.Connection:
    other = sqlite3.connect(folder / "mailref.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other


@pytest.mark.slow
def test_a_lock_that_outlasts_our_patience_is_waited_out(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN")
    mailbox = resting(machine)
    other = lock(tmp_path)

    def let_go(pauses: int) -> None:
        if pauses == 3:
            other.close()

    mailbox.at_pause = let_go
    assert mailbox.daemon is not None

    mailbox.daemon.run(lambda: machine.baseline)

    assert mailbox.pauses == 3
    assert machine.left() == ["max EntryAnswer"]


@dataclass(slots=True)
class Locking(FakeOutbox):
    """A server that takes a letter; then somebody locks the record."""

    folder: Path = Path()
    locks: list[sqlite3.Connection] = field(default_factory=list)

    def send(self, letters: Iterable[Letter]) -> Iterator[Delivery]:
        for delivery in FakeOutbox.send(self, letters):
            if not self.locks:
                self.locks.append(lock(self.folder))
            yield delivery


@pytest.mark.slow
def test_a_letter_that_was_handed_over_and_could_not_be_noted_is_not_sent_again(
    tmp_path: Path,
) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN")
    outbox = Locking(folder=tmp_path)
    machine.machine.outbox = machine.outbox = outbox
    mailbox = resting(machine)

    def let_go(pauses: int) -> None:
        if pauses == 2:
            outbox.locks[0].close()

    mailbox.at_pause = let_go
    assert mailbox.daemon is not None

    mailbox.daemon.run(lambda: machine.baseline)

    assert mailbox.pauses == 2
    assert machine.left() == ["max EntryAnswer"]
    assert machine.machine.journal.outgoing.counts().owed == 0


@pytest.mark.slow
def test_a_mail_that_met_a_locked_record_six_times_is_not_set_aside(tmp_path: Path) -> None:
    """It is no fault of the mail's."""
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN")
    others: list[sqlite3.Connection] = []

    def lock_once() -> None:
        if not others:
            others.append(lock(tmp_path))

    machine.letters.meanwhile = lock_once
    mailbox = resting(machine)

    def let_go(pauses: int) -> None:
        others.pop().close()
        if pauses == 7:
            machine.letters.meanwhile = lambda: None

    mailbox.at_pause = let_go
    assert mailbox.daemon is not None

    mailbox.daemon.run(lambda: machine.baseline)

    assert mailbox.pauses == 7
    assert machine.left() == ["max EntryAnswer"]
    assert mailbox.quarantined == []


def test_without_room_nothing_is_read_or_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = begun(tmp_path)
    reserve = machine.machine.journal.reserve
    assert reserve.file is not None
    assert reserve.file.stat().st_size == RESERVED
    reserve.spend()
    machine.arrives("H8w RABEN")

    def full(_file: Path, _data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mailref.journal.installation.write_durably", full)
    with pytest.raises(NoRoomError):
        machine.tick()

    assert machine.left() == []
    assert len(machine.mailbox.inbox) == 1


@pytest.mark.slow
def test_what_was_locked_for_an_hour_is_told_when_it_is_over(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    mailbox = resting(machine)
    now = [MONDAY]
    mailbox.daemon = Daemon(machine.machine, lambda: now[0])
    other = lock(tmp_path)

    def let_go(pauses: int) -> None:
        now[0] += HOUR
        if pauses == 1:
            other.close()

    mailbox.at_pause = let_go

    mailbox.daemon.run(lambda: machine.baseline)

    abouts = machine.matters
    (about,) = (each for each in abouts if isinstance(each, Hindered))
    assert about.what is Hindrance.DATABASE
    assert about.until is not None
    assert about.until - about.since == HOUR
