"""What the machine lacks while it reads a mail is never counted against the mail (style 60)."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from mailref.errors import WorkshopError
from mailref.reading import mime, read_mail
from mailref.reading.incoming_mail import IncomingMail, ReadPolicy
from mailref.reading.read_mail import read
from mailref.tick import read_mailbox
from tests.reading.mails import POLICY, mail_of
from tests.referee.rehearsal import EVA, MAX, MINUTE, MONDAY
from tests.tick.machines import Post, begun

MOVE = "H8w RABEN"
SHORT = [
    pytest.param(MemoryError, id="memory"),
    pytest.param(lambda: OSError(errno.EMFILE, os.strerror(errno.EMFILE)), id="file handles"),
    pytest.param(lambda: OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), id="room"),
    pytest.param(lambda: WorkshopError("sheet: died twice"), id="the process beside us"),
]


def lacks(monkeypatch: pytest.MonkeyPatch, problem: Callable[[], Exception]) -> None:
    """Let the machine lack something whenever it reads a mail of Max's."""

    def read_or_lack(data: bytes, policy: ReadPolicy, *, is_truncated: bool) -> IncomingMail:
        if b"max@" in data:
            raise problem()
        return read(data, policy, is_truncated=is_truncated)

    monkeypatch.setattr(read_mailbox, "read", read_or_lack)


def suffered(
    folder: Path, monkeypatch: pytest.MonkeyPatch, problem: Callable[[], Exception]
) -> Post:
    """Return a machine that met a mail of Max's ten times in half an hour, and lacked something each time."""
    machine = begun(folder)
    machine.arrives(MOVE, MAX)
    with monkeypatch.context() as short:
        lacks(short, problem)
        for minutes in range(0, 30, 3):
            machine.arrives(MOVE, EVA)
            machine.tick(MONDAY + minutes * MINUTE)
    return machine


@pytest.mark.parametrize("problem", SHORT)
def test_what_the_machine_lacks_sets_no_move_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: Callable[[], Exception]
) -> None:
    machine = suffered(tmp_path, monkeypatch, problem)
    during = machine.left()

    machine.tick(MONDAY + 30 * MINUTE)

    assert during.count("eva EntryAnswer") == 10
    assert machine.mailbox.quarantined == []
    assert machine.left() == ["max EntryAnswer"]


def test_the_operator_is_told_when_it_lasts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = begun(tmp_path)
    machine.arrives(MOVE, MAX)
    lacks(monkeypatch, MemoryError)
    machine.tick(MONDAY)
    machine.tick(MONDAY + 59 * MINUTE)
    early = machine.left()

    machine.tick(MONDAY + 61 * MINUTE)

    assert early == []
    assert machine.left() == ["gm Notice"]


def test_a_mail_that_alone_makes_it_lack_something_for_hours_is_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All others were read: it is the mail. No round waits for it for ever."""
    machine = begun(tmp_path)
    deadly = machine.arrives(MOVE, MAX)
    lacks(monkeypatch, MemoryError)

    for minutes in range(0, 110, 10):
        machine.tick(MONDAY + minutes * MINUTE)

    assert machine.mailbox.quarantined == [deadly]


def test_a_lack_is_no_hostile_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a good move would be answered as one that cannot be read."""

    def fails(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(mime, "parse", fails)

    with pytest.raises(MemoryError):
        read_mail.read(mail_of(MOVE), POLICY)
