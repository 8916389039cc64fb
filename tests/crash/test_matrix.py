"""The crash matrix: a tick that goes wrong at each of its system calls, in each way (docs/reliability.md).

The tick takes in a move, records it, files the mail away and sends the answer. Whatever went wrong,
the ticks after it end the work: the move counts once, the mail is filed once, and the answer left
under one Message-ID; a second copy only where the process ended between the server's word and ours.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes
from enum import IntEnum
from pathlib import Path

import pytest

from mailref.games.rounds.events import MoveEntered
from mailref.journal.journal import Journal
from tests.crash.preloaded import environment
from tests.e2e.installation import player_mail
from tests.e2e.test_killed import MAX, SETTINGS
from tests.effort import Tried, sample
from tests.servers.faulty import FaultyServer

pytestmark = pytest.mark.slow
REFEREE = "referee@example.org"
MOST_CALLS = 320
"""More than a tick makes, also where an answer comes in pieces; a number beyond the last is no fault."""


class Kind(IntEnum):
    """As in faults.c."""

    NOTHING = 0
    KILL_BEFORE = 1
    KILL_AFTER = 2
    HALF_A_WRITE = 3
    IO_ERROR = 4  # where it sends: the connection is cut
    NO_ROOM = 5
    POWER_LOST = 6


@dataclass
class Bench:
    """A process that runs ticks with faults, and an installation that has begun, to copy."""

    process: subprocess.Popen[str]
    folder: Path
    number: int = 0

    @property
    def begun(self) -> Path:
        return self.folder / "begun"

    def tick(
        self, folder: Path, kind: Kind = Kind.NOTHING, at: int = 0, minutes: int = 0
    ) -> tuple[int, int]:
        """Return exit status and number of calls of one tick, so many minutes from now."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{kind.value} {at} {minutes} {folder}\n")
        self.process.stdin.flush()
        status, calls = self.process.stdout.readline().split()
        return int(status), int(calls)


@dataclass
class Trial:
    """One installation on servers of its own."""

    folder: Path
    server: FaultyServer

    def answers(self) -> list[str]:
        mails = [message_from_bytes(each.data) for each in self.server.parcels]
        return [
            str(mail["Message-ID"]) for mail in mails if mail["Auto-Submitted"] == "auto-replied"
        ]

    def arrives(self) -> None:
        text = "1-Zug-Scrabble Yerres\nSpieler=Max Mustermann\nH8w BEINE\n"
        mail = player_mail("Max Mustermann", MAX, text, Message_ID="<move@example.org>")
        self.server.deliver(REFEREE, mail.as_bytes())

    def entered(self) -> int:
        with Journal.open(f"sqlite:///{self.folder}/mailref.db") as journal:
            return sum(isinstance(event, MoveEntered) for event in journal.games.events("yerres"))


@contextmanager
def served(folder: Path) -> Iterator[Trial]:
    """Set up servers for the installation in *folder*, with settings that name them."""
    with FaultyServer(dict.fromkeys((REFEREE, MAX, "gm@example.org"), "pw")) as server:
        text = SETTINGS.format(imap=server.imap_port, smtp=server.smtp_port)
        (folder / "config.toml").write_text(text, encoding="utf-8")
        yield Trial(folder, server)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, faults: Path) -> Iterator[Bench]:
    folder = tmp_path_factory.mktemp("matrix")
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.crash.server"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
        env=environment(faults, Path()) | {"MAILREF_FAULT_FOLDER": ""},
    )
    found = Bench(process, folder)
    try:
        _rehearse(found, folder / "rehearsal")
        yield found
    finally:
        process.kill()
        process.wait()


def _rehearse(bench: Bench, folder: Path) -> None:
    """Begin the game, keep the installation to be copied, and load what a move needs."""
    folder.mkdir()
    with served(folder) as trial:
        assert bench.tick(folder, at=-1)[0] == 0
        shutil.copytree(folder, bench.begun)
        trial.arrives()
        assert bench.tick(folder, at=-1)[0] == 0


@pytest.fixture
def trial(bench: Bench) -> Iterator[Trial]:
    bench.number += 1
    folder = bench.folder / str(bench.number)
    shutil.copytree(bench.begun, folder)
    with served(folder) as made:
        made.arrives()
        yield made
    shutil.rmtree(folder)


CASES = [(kind, at) for kind in Kind if kind is not Kind.NOTHING for at in range(1, MOST_CALLS + 1)]


@pytest.mark.parametrize(
    ("kind", "at"),
    [pytest.param(kind, at, id=f"{kind.name}-{at}") for kind, at in sample(CASES, 4)],
)
def test_whatever_goes_wrong_the_work_is_done_once(
    bench: Bench, trial: Trial, kind: Kind, at: int, tried: Tried
) -> None:
    _, calls = bench.tick(trial.folder, kind, at)

    for number in range(1, 4):  # a mail whose connection was lost is tried again after a minute
        bench.tick(trial.folder, minutes=2 * number)

    log = (trial.folder / "tick.log").read_text(encoding="utf-8")
    assert trial.entered() == 1, log
    assert len(set(trial.answers())) == 1, log
    assert len(trial.answers()) <= 2, log
    assert len(trial.server.mails(REFEREE, "Processed")) == 1
    assert not trial.server.mails(REFEREE)
    tried("faults in a tick", int(at <= calls))


def test_the_matrix_is_as_long_as_a_tick(bench: Bench, trial: Trial) -> None:
    """It ends in no call that was not tried, and most of it meets one."""
    status, calls = bench.tick(trial.folder)

    assert status == 0
    assert MOST_CALLS / 2 < calls <= MOST_CALLS
