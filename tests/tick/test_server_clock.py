"""A clock that is ahead closes no round early (contract 5)."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from mailref.referee.contents import ClockAhead, ClockUnknown
from tests.referee.rehearsal import DAY, MINUTE, ZAT
from tests.tick.machines import Post, begun

DUE = ZAT + 5 * MINUTE


def compared(folder: Path, clock: datetime | None) -> Post:
    machine = begun(folder)
    machine.machine.compares_clocks = True
    machine.mailbox.clock = clock
    machine.tick(ZAT - DAY)
    machine.left()
    machine.letters.owed.clear()
    return machine


def test_ahead_by_an_hour_nothing_is_closed_and_he_hears_of_it_once(tmp_path: Path) -> None:
    machine = compared(tmp_path, DUE - 61 * MINUTE)

    machine.tick(DUE)
    machine.tick(DUE + MINUTE)

    assert machine.game().last is None
    assert machine.matters == [ClockAhead(61)]
    assert machine.left() == ["gm Notice"]


def test_it_closes_when_the_servers_clock_has_come_so_far(tmp_path: Path) -> None:
    machine = compared(tmp_path, DUE - 61 * MINUTE)
    machine.tick(DUE)
    machine.mailbox.clock = DUE

    machine.tick(DUE + MINUTE)

    assert machine.game().last is not None


@pytest.mark.parametrize(
    ("ahead", "is_closed"),
    [(2 * MINUTE, True), (2 * MINUTE + timedelta(seconds=1), False), (-DAY, True)],
)
def test_two_minutes_are_no_matter(tmp_path: Path, ahead: timedelta, is_closed: bool) -> None:
    machine = compared(tmp_path, DUE - ahead)

    machine.tick(DUE)

    assert (machine.game().last is not None) is is_closed


def test_without_a_comparison_it_closes_and_says_so(tmp_path: Path) -> None:
    machine = compared(tmp_path, None)

    machine.tick(DUE)

    assert machine.game().last is not None
    assert machine.matters == [ClockUnknown()]


def test_a_time_that_was_given_is_not_compared(tmp_path: Path) -> None:
    """`once --now`: whoever says what time it is means it."""
    machine = begun(tmp_path)

    machine.tick(DUE)

    assert machine.game().last is not None
    assert machine.matters == []
