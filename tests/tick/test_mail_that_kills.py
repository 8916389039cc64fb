"""A mail over which the process ends, whatever ends it: the others are answered (contract 5)."""

from datetime import datetime
from pathlib import Path

import pytest

from mailref.alone import AnotherProcess
from mailref.games.rounds.contents import Digest
from mailref.journal.recorded_mails import MailKey
from mailref.post.ports import RawMail
from mailref.reading.incoming_mail import IncomingMail, ReadPolicy
from mailref.reading.read_mail import read
from mailref.referee.contents import MailAnswer, Quarantined
from mailref.referee.policy import Reason
from mailref.tick import read_mailbox
from mailref.tick.machine import Alone, Box
from tests.commands.invoke import mailref
from tests.referee.rehearsal import DAY, EVA, FRED, MAX, MINUTE, MONDAY, ZAT
from tests.tick.machines import Post, begun

MOVE = "H8w RABEN"
DEADLY_MOVE = f"{MOVE}\n\nGruß\ndeadly"


class Killed(BaseException):
    """What nothing catches: the process is gone."""


pytestmark = pytest.mark.usefixtures("deadly")


@pytest.fixture
def deadly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the process end over each mail that holds this word."""

    def read_or_die(data: bytes, policy: ReadPolicy, *, is_truncated: bool = False) -> IncomingMail:
        if b"deadly" in data:
            raise Killed
        return read(data, policy, is_truncated=is_truncated)

    monkeypatch.setattr(read_mailbox, "read", read_or_die)


def start(machine: Post) -> None:
    """Let a process start anew and tick once."""
    with pytest.raises(Killed):
        machine.tick(MONDAY + MINUTE)


def test_twice_killed_a_mail_is_read_after_all_others(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("deadly", MAX)
    machine.arrives(MOVE, EVA)
    for _ in range(2):
        start(machine)
    assert machine.left() == []

    start(machine)

    assert machine.left() == ["eva EntryAnswer"]
    assert machine.mailbox.quarantined == []


def test_twice_killed_a_mail_is_read_in_a_process_of_its_own(tmp_path: Path) -> None:
    """What ends that process ends no other: the machine goes on, and closes when the mail is set aside."""
    machine = begun(tmp_path)
    deadly = machine.arrives("deadly", MAX)
    for _ in range(2):
        start(machine)
    alone: list[int] = []

    def dies(box: Box, raw: RawMail, now: datetime, *, is_filed: bool) -> Alone:  # noqa: ARG001  as the real one
        alone.append(raw.uid)
        key = MailKey(raw.uid_validity, raw.uid, box.account)
        machine.machine.journal.inbox.begin(key, now)
        return Alone.DIED

    machine.machine.read_alone = dies

    for minutes in range(1, 6):
        machine.tick(MONDAY + minutes * MINUTE)

    assert alone == [deadly] * 4
    assert machine.mailbox.quarantined == [deadly]


def test_a_process_that_cannot_begin_is_not_the_mails_fault(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("deadly", MAX)
    for _ in range(2):
        start(machine)
    machine.machine.read_alone = lambda *_args, **_named: Alone.NOT_BEGUN

    for minutes in range(1, 20):
        machine.tick(MONDAY + minutes * MINUTE)

    assert machine.mailbox.quarantined == []


def test_set_aside_its_sender_the_game_master_status_and_the_digest_say_so(tmp_path: Path) -> None:
    """A good move over which the process dies six times: nobody is left in silence."""
    machine = begun(tmp_path)
    deadly = machine.arrives("deadly", MAX, subject="Mein Zug")
    for _ in range(6):
        start(machine)
    assert machine.mailbox.quarantined == []

    machine.tick(MONDAY + MINUTE)
    said = machine.left()
    machine.tick(ZAT - DAY)

    (told,) = [each for each in machine.matters if isinstance(each, Quarantined)]
    assert machine.mailbox.quarantined == [deadly]
    assert said == ["max MailAnswer", "gm Notice"]
    assert (told.number, told.sender, told.name, told.subject) == (
        "U1", "max@example.org", "Max Mustermann", "Mein Zug",
    )  # fmt: skip
    answer = next(o.content for o in machine.letters.owed if isinstance(o.content, MailAnswer))
    assert (answer.considered.reason, answer.passed_on) == (Reason.SET_ASIDE, False)
    digest = next(o.content for o in machine.letters.owed if isinstance(o.content, Digest))
    assert [(each.number, each.sender) for each in digest.desk.unread] == [
        ("U1", "max@example.org")
    ]
    shown = mailref("status", "-c", str(machine.path))
    assert "U1: a mail from max@example.org that could not be read" in shown.out


def test_adopted_it_is_listed_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = begun(tmp_path)
    raw_of_move(machine)
    monkeypatch.undo()  # by then the program has been mended

    done = mailref("adopt", "U1", "--player", "Max Mustermann", "-c", str(machine.path))
    machine.tick(ZAT - DAY)

    assert done.code == 0, done.err
    digest = next(o.content for o in machine.letters.owed if isinstance(o.content, Digest))
    assert digest.desk.unread == ()
    assert "U1" not in mailref("status", "-c", str(machine.path)).out


def raw_of_move(machine: Post) -> None:
    """Let a good move be set aside: for a while all mails of Max's end the process."""
    machine.arrives(DEADLY_MOVE, MAX)
    for _ in range(6):
        start(machine)
    machine.tick(MONDAY + MINUTE)


def test_a_robots_or_strangers_mail_set_aside_is_not_answered(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("deadly", MAX, header="Auto-Submitted: auto-replied\n")
    machine.arrives("deadly", FRED)
    for _ in range(12):
        start(machine)

    machine.tick(MONDAY + MINUTE)

    assert machine.left() == ["gm Notice", "gm Notice"]


def test_who_dies_while_he_sets_it_aside_looks_at_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = begun(tmp_path)
    deadly = machine.arrives("deadly", MAX)
    for _ in range(6):
        start(machine)

    def dies(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(read_mailbox, "read_header", dies)
    start(machine)

    machine.tick(MONDAY + MINUTE)

    assert machine.mailbox.quarantined == [deadly]
    assert machine.left() == ["gm Notice"]


DEADLY = """
import os, signal
from mailref.tick import read_mailbox
read = read_mailbox.read
def read_or_die(data, policy, *, is_truncated=False):
    if b"deadly" in data:
        os.kill(os.getpid(), signal.SIGKILL)
    return read(data, policy, is_truncated=is_truncated)
read_mailbox.read = read_or_die
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("is_deadly", "after", "moves"),
    [
        pytest.param(True, Alone.DIED, 0, id="it kills that process"),
        pytest.param(False, Alone.DONE, 1, id="it is read there"),
    ],
)
def test_a_real_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: Alone, moves: int, *, is_deadly: bool
) -> None:
    machine = begun(tmp_path)
    if is_deadly:
        (tmp_path / "sitecustomize.py").write_text(DEADLY)
        monkeypatch.syspath_prepend(tmp_path)
    machine.arrives(DEADLY_MOVE, MAX)
    (raw,) = machine.mailbox.inbox
    there = AnotherProcess(machine.path, lambda: None)

    found = there.read(machine.machine.first, raw, MONDAY + MINUTE, is_filed=False)
    machine.machine.forget_office()

    assert found is after
    assert len(machine.entries().get("Max Mustermann", ())) == moves


@pytest.mark.slow
def test_a_real_process_that_cannot_begin_says_so(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives(MOVE, MAX)
    (raw,) = machine.mailbox.inbox
    machine.path.write_text("no settings")
    there = AnotherProcess(machine.path, lambda: None)

    found = there.read(machine.machine.first, raw, MONDAY, is_filed=False)

    assert found is Alone.NOT_BEGUN


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
