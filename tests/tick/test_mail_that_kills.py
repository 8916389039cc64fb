"""A mail over which the process ends, whatever ends it: the others are answered (contract 5)."""

from pathlib import Path

import pytest

from mailref.reading.incoming_mail import IncomingMail, ReadPolicy
from mailref.reading.read_mail import read
from mailref.referee.notices import Quarantined
from mailref.tick import read_mailbox
from tests.referee.rehearsal import EVA, MAX, MINUTE, MONDAY
from tests.tick.machines import Post, begun

MOVE = "H8w RABEN"


class Killed(BaseException):
    """What nothing catches: the process is gone."""


@pytest.fixture(autouse=True)
def _deadly(monkeypatch: pytest.MonkeyPatch) -> None:
    def read_or_die(data: bytes, policy: ReadPolicy, *, is_truncated: bool) -> IncomingMail:
        if b"deadly" in data:
            raise Killed
        return read(data, policy, is_truncated=is_truncated)

    monkeypatch.setattr(read_mailbox, "read", read_or_die)


def start(machine: Post) -> None:
    """Let a process start anew and tick once."""
    with pytest.raises(Killed):
        machine.tick(MONDAY + MINUTE)


def test_three_times_killed_a_mail_is_read_after_all_others(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("deadly", MAX)
    machine.arrives(MOVE, EVA)
    for _ in range(3):
        start(machine)
    assert machine.left() == []

    start(machine)

    assert machine.left() == ["eva EntryAnswer"]
    assert machine.mailbox.quarantined == []


def test_six_times_killed_it_is_set_aside_and_the_game_master_told(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    deadly = machine.arrives("deadly", MAX)
    for _ in range(6):
        start(machine)
    assert machine.mailbox.quarantined == []

    machine.tick(MONDAY + MINUTE)

    told = machine.matters
    assert machine.mailbox.quarantined == [deadly]
    assert [type(each) for each in told] == [Quarantined]
    assert machine.left() == ["gm Notice"]


def test_what_killed_it_for_a_while_only_is_answered(tmp_path: Path) -> None:
    """Five times, and then the mail can be read."""
    machine = begun(tmp_path)
    machine.arrives("deadly", MAX)
    for _ in range(5):
        start(machine)
    raw = machine.mailbox.inbox[0]
    machine.mailbox.inbox[0] = type(raw)(
        raw.uid_validity, raw.uid, raw.received, raw.size,
        raw.data.replace(b"deadly", MOVE.encode()), is_truncated=False,
    )  # fmt: skip

    machine.tick(MONDAY + MINUTE)

    assert machine.left() == ["max EntryAnswer"]
    assert machine.mailbox.quarantined == []
