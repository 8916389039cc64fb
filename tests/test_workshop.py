"""What is searched and printed in a process of its own is what we would have made ourselves (house 1)."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType

import pytest

from mailref import workshop as module
from mailref.errors import WorkshopError
from mailref.report.pdf import calendar_bytes, sheet_pdf
from mailref.report.picture import BoardPainter
from mailref.report.sheet import A4, Appointment
from mailref.tiles.board import Board, in_order
from mailref.tiles.scoring import Position
from mailref.tops import find_plays
from mailref.workshop import Workshop
from tests.report.sheets import pdf_labels, yerres_sheet
from tests.report.views import shipped_fonts, yerres
from tests.tiles.top.games import game

NOON = datetime(2026, 12, 4, 12, tzinfo=UTC)
ENTRY = Appointment(
    "yerres", 4, NOON, "Europe/Berlin", 1, "Runde 4", "ABEENÖR", "Leiter", "leiter@example.org"
)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def workshop(clock: Clock) -> Iterator[Workshop]:
    made = Workshop(clock)
    yield made
    made.end()


def pid_of(workshop: Workshop) -> int:
    assert workshop.process is not None
    return workshop.process.pid


def is_there(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return False


def test_a_sheet_and_an_appointment_are_the_same_to_the_byte(workshop: Workshop) -> None:
    painter = BoardPainter(shipped_fonts())

    sheet = workshop.sheet(yerres_sheet(), yerres(), pdf_labels(), A4)
    entry = workshop.calendar(ENTRY, NOON)

    assert sheet == sheet_pdf(yerres_sheet(), yerres(), pdf_labels(), painter, A4)
    assert entry == calendar_bytes(ENTRY, NOON)


def test_a_search_finds_the_same_with_rulings_that_cannot_be_changed(workshop: Workshop) -> None:
    position = Position(Board(), in_order("ABEENÖR"), game())
    rulings = MappingProxyType({"ABENRÖE": True})

    found = workshop.find_plays(position, rulings)

    assert found
    assert found == find_plays(position, rulings)


def test_what_is_wrong_is_raised_as_by_a_function_of_ours(workshop: Workshop) -> None:
    before = workshop.calendar(ENTRY, NOON)

    with pytest.raises(ValueError, match="a deadline without a zone is no instant"):
        workshop.calendar(ENTRY, NOON.replace(tzinfo=None))

    assert workshop.calendar(ENTRY, NOON) == before


def test_who_has_it_get_ready_hears_what_he_asks_for_next(clock: Clock) -> None:
    workshop = Workshop(clock)

    workshop.get_ready()
    first = pid_of(workshop)
    workshop.get_ready()

    assert workshop.calendar(ENTRY, NOON) == calendar_bytes(ENTRY, NOON)
    assert workshop.calendar(ENTRY, NOON) == calendar_bytes(ENTRY, NOON)
    assert pid_of(workshop) == first
    workshop.end()


def test_one_that_dies_while_it_gets_ready_is_followed_by_another(clock: Clock) -> None:
    workshop = Workshop(clock)
    workshop.get_ready()
    os.kill(pid_of(workshop), signal.SIGKILL)

    assert workshop.calendar(ENTRY, NOON) == calendar_bytes(ENTRY, NOON)
    workshop.end()


def test_another_process_does_the_work_of_one_that_died(workshop: Workshop) -> None:
    made = workshop.calendar(ENTRY, NOON)
    died = pid_of(workshop)
    os.kill(died, signal.SIGKILL)

    assert workshop.calendar(ENTRY, NOON) == made
    assert pid_of(workshop) != died


def test_work_over_which_two_have_died_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    def dead(*_: object) -> subprocess.Popen[bytes]:
        started.append(subprocess.Popen([sys.executable, "-I", "-S", "-c", ""]))
        return started[-1]

    monkeypatch.setattr(module, "_started", dead)

    with pytest.raises(WorkshopError, match="calendar: the process that should do it died twice"):
        Workshop().calendar(ENTRY, NOON)
    assert len(started) == 2


def test_it_ends_after_a_while_without_work_and_begins_anew(
    workshop: Workshop, clock: Clock
) -> None:
    made = workshop.calendar(ENTRY, NOON)
    first = pid_of(workshop)

    clock.now += 29
    workshop.end_if_unused()
    assert pid_of(workshop) == first
    clock.now += 1
    workshop.end_if_unused()

    assert workshop.process is None
    assert not is_there(first)
    assert workshop.calendar(ENTRY, NOON) == made


def test_it_waits_longer_where_it_is_wanted_again_soon(clock: Clock) -> None:
    """The pages of a busy club: with each report a process would be started, which takes a second."""
    workshop = Workshop(clock)
    workshop.calendar(ENTRY, NOON)
    clock.now += 30
    workshop.end_if_unused()
    clock.now += 599
    workshop.calendar(ENTRY, NOON)

    lives = []
    for later in (599, 1):
        clock.now += later
        workshop.end_if_unused()
        lives.append(workshop.process is not None)
    clock.now += 600
    workshop.calendar(ENTRY, NOON)
    clock.now += 30
    workshop.end_if_unused()

    assert lives == [True, False]
    assert workshop.process is None


def test_signals_to_the_whole_group_do_not_end_it(workshop: Workshop) -> None:
    """The daemon that systemd ends finishes its mail first, and that may need a search."""
    workshop.calendar(ENTRY, NOON)
    pid = pid_of(workshop)

    os.kill(pid, signal.SIGTERM)
    os.kill(pid, signal.SIGINT)

    workshop.calendar(ENTRY, NOON)
    assert pid_of(workshop) == pid


_KILLED = """
import os, signal
from datetime import UTC, datetime
from mailref.report.sheet import Appointment
from mailref.workshop import Workshop
noon = datetime(2026, 12, 4, 12, tzinfo=UTC)
workshop = Workshop()
workshop.calendar(Appointment("g", 1, noon, "Europe/Berlin", 0, "a", "b", "c", "d@example.org"), noon)
print(workshop.process.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
def test_no_process_is_left_behind_by_a_kill() -> None:
    killed = subprocess.run([sys.executable, "-c", _KILLED], capture_output=True, check=False)

    assert killed.returncode == -signal.SIGKILL, killed.stderr
    pid = int(killed.stdout)
    until = time.monotonic() + timedelta(seconds=20).total_seconds()
    while is_there(pid) and time.monotonic() < until:
        time.sleep(0.01)
    assert not is_there(pid)
