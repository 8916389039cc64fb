"""What is thrown away after a while, and that nothing else piles up."""

import gc
import tracemalloc
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from mailref.journal import schema
from mailref.journal.recorded_mails import Outgoing, WithheldAnswer, withhold
from tests.referee.rehearsal import FRED, MINUTE, MONDAY
from tests.tick.machines import Post, begun

DAY = timedelta(days=1)


def kept(machine: Post) -> int:
    """Return how many mails are kept with their bytes."""
    with machine.machine.journal._database.reading() as connection:
        return len({row.mail for row in connection.execute(schema.segments.select())})


def test_the_bytes_of_old_mail_are_dropped_after_thirty_days(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    openings = kept(machine)

    machine.tick(MONDAY + 30 * DAY)
    on_day_30 = kept(machine)
    machine.tick(MONDAY + 31 * DAY)

    assert openings > 0
    assert on_day_30 >= openings
    assert kept(machine) == on_day_30 - openings


def test_mail_that_was_set_aside_is_dropped_as_late_as_the_settings_say(tmp_path: Path) -> None:
    machine = begun(tmp_path, keys='[storage]\nkeep = "3d"')
    machine.arrives("H8w RABEN", FRED)
    machine.tick(MONDAY)

    machine.tick(MONDAY + 3 * DAY)
    on_day_3 = machine.machine.journal.inbox.set_aside()
    machine.tick(MONDAY + 4 * DAY)

    assert len(on_day_3) == 1
    assert machine.machine.journal.inbox.set_aside() == ()


def test_what_strangers_sent_is_dropped_after_thirty_days_whatever_the_settings_say(
    tmp_path: Path,
) -> None:
    machine = begun(tmp_path, keys='[storage]\nkeep = "300d"')
    machine.arrives("H8w RABEN", FRED)
    machine.tick(MONDAY)

    machine.tick(MONDAY + 30 * DAY)
    on_day_30 = machine.machine.journal.inbox.set_aside()
    machine.tick(MONDAY + 31 * DAY)

    assert len(on_day_30) == 1
    assert machine.machine.journal.inbox.set_aside() == ()


def test_it_is_done_once_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = begun(tmp_path)
    asked: list[datetime] = []

    def forget(_outgoing: Outgoing, before: datetime, *, private_before: datetime) -> int:
        asked.append(max(before, private_before))
        return 0

    monkeypatch.setattr(Outgoing, "forget_bytes", forget)

    for hours in (1, 2, 30, 31, 50):
        machine.tick(MONDAY + timedelta(hours=hours))

    assert len(asked) == 2


def test_what_nobody_can_be_told_any_more_is_dropped_after_thirty_days(tmp_path: Path) -> None:
    """An address that left its games gets no summary; what was kept for it must not pile up."""
    machine = begun(tmp_path)
    gone = WithheldAnswer("gone@example.org", MONDAY.date())
    backlog = machine.machine.journal.backlog
    machine.machine.journal.record("mail:x", at=MONDAY, also=withhold([gone]))

    machine.tick(MONDAY + 30 * DAY)
    on_day_30 = backlog.withheld_before((MONDAY + 40 * DAY).date())
    machine.tick(MONDAY + 31 * DAY)

    assert on_day_30 == (gone,)
    assert backlog.withheld_before((MONDAY + 40 * DAY).date()) == ()


@pytest.mark.slow
def test_hundreds_of_ticks_take_no_more_memory_than_twenty(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    for number in range(20):
        machine.tick(MONDAY + number * MINUTE)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]

    for number in range(400):
        machine.tick(MONDAY + (20 + number % 60) * MINUTE)

    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 50_000
