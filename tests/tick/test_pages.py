"""When the pages that anybody may read are written anew, and when what went wrong is tried again."""

import logging
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from mailref.referee.contents import Hindered, Hindrance, Notice
from mailref.tick.machine import PATIENCE
from mailref.tick.pages import RENEWED, RETRIED, as_received, standings_of
from tests.referee.rehearsal import MONDAY
from tests.settings.written import MAIL
from tests.tick.machines import Post, post

SITE = '[site]\nfolder = "public"\n'


class Press:
    """Stands for the process beside us: notes what was asked, and fails as often as it is to."""

    def __init__(self, failing: int = 0, to_renew: int = 0) -> None:
        self.failing = failing
        self.to_renew = to_renew
        self.asked: list[tuple[datetime, list[str]]] = []

    def __call__(self, now: datetime, standings: bytes) -> int:
        self.asked.append((now, sorted(standings_of(as_received(standings)))))
        if self.failing:
            self.failing -= 1
            raise OSError("no space left on device")
        self.to_renew -= 1
        return max(0, self.to_renew + 1)


def with_pages(folder: Path, press: Press) -> Post:
    found = post(folder, mail=SITE + MAIL)
    found.machine.publish = press
    return found


def test_pages_are_written_when_a_game_begins_and_not_while_nothing_happens(tmp_path: Path) -> None:
    press = Press()
    found = with_pages(tmp_path, press)

    for minute in range(3):
        found.tick(MONDAY + minute * timedelta(minutes=1))

    assert press.asked[-1][1] == ["yerres"]
    assert len(press.asked) <= 2  # at the start, and when the game had begun
    count = len(press.asked)
    found.tick(MONDAY + timedelta(hours=1))
    assert len(press.asked) == count


def test_a_move_that_waits_for_its_zat_writes_no_page(tmp_path: Path) -> None:
    press = Press()
    found = with_pages(tmp_path, press)
    found.tick(MONDAY)
    found.tick(MONDAY)
    found.confirms()
    count = len(press.asked)

    found.arrives("H8 BEINE")
    found.tick(MONDAY + timedelta(minutes=1))

    assert found.entries()
    assert len(press.asked) == count


def test_pages_of_another_release_are_written_anew_minute_by_minute(tmp_path: Path) -> None:
    press = Press(to_renew=2)
    found = with_pages(tmp_path, press)

    for minute in range(6):
        found.tick(MONDAY + minute * timedelta(minutes=1))

    moments = [now for now, _ in press.asked]
    assert moments[-1] - moments[0] == 2 * RENEWED
    assert press.to_renew < 1


def test_what_could_not_be_written_is_tried_again_though_nothing_happens(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    press = Press(failing=2)
    found = with_pages(tmp_path, press)
    with caplog.at_level(logging.WARNING):
        found.tick(MONDAY)
        found.tick(MONDAY)
    assert "no space left on device" in caplog.text
    count = len(press.asked)

    found.tick(MONDAY + RETRIED - timedelta(seconds=1))
    assert len(press.asked) == count
    for again in (1, 2, 3):
        found.tick(MONDAY + again * RETRIED)

    assert not press.failing
    assert len(press.asked) in (count + 1, count + 2)  # until it went well, and not after


def test_who_runs_it_hears_that_pages_stay_old_and_that_they_no_longer_do(tmp_path: Path) -> None:
    press = Press(failing=PATIENCE // RETRIED + 3)
    found = with_pages(tmp_path, press)

    for again in range(PATIENCE // RETRIED + 6):
        found.tick(MONDAY + again * RETRIED)

    notices = (each.content for each in found.letters.owed if isinstance(each.content, Notice))
    about = [each.about for each in notices if isinstance(each.about, Hindered)]
    assert [(each.what, each.why) for each in about] == [
        (Hindrance.PAGES, "no space left on device"),
        (Hindrance.PAGES, "no space left on device"),
    ]
    assert [each.until is None for each in about] == [True, False]
    assert found.machine.journal.troubles.all() == ()


def test_pages_that_are_wanted_no_more_are_no_trouble(tmp_path: Path) -> None:
    found = with_pages(tmp_path, Press(failing=99))
    found.tick(MONDAY)
    found.tick(MONDAY + RETRIED)
    assert [each.what for each in found.machine.journal.troubles.all()] == [Hindrance.PAGES]
    settings = found.machine.watch.settings
    found.machine.watch.settings = replace(settings, site=None)

    found.tick(MONDAY + 2 * RETRIED)
    found.tick(MONDAY + 3 * RETRIED)

    assert found.machine.journal.troubles.all() == ()


def once(folder: Path, press: Press, now: datetime) -> list[Hindered]:
    """Let a process of its own tick, as `mailref once` does; return of which troubles it tells."""
    found = with_pages(folder, press)
    found.tick(now)
    found.machine.journal.close()
    notices = (each.content for each in found.letters.owed if isinstance(each.content, Notice))
    return [each.about for each in notices if isinstance(each.about, Hindered)]


def test_it_is_told_as_well_where_each_tick_is_a_process_of_its_own(tmp_path: Path) -> None:
    """What went wrong before is known by the record alone."""
    press = Press(failing=8)

    told = [once(tmp_path, press, MONDAY + again * PATIENCE / 6) for again in range(10)]

    assert [[each.until is None for each in about] for about in told] == [
        *[[]] * 6, [True], [], [False], [],
    ]  # fmt: skip


def test_what_goes_wrong_in_a_tick_is_recorded_in_it(tmp_path: Path) -> None:
    found = with_pages(tmp_path, Press(failing=1))

    found.tick(MONDAY)

    assert [each.what for each in found.machine.journal.troubles.all()] == [Hindrance.PAGES]


def test_a_tick_that_does_not_try_to_write_pages_ends_no_trouble(tmp_path: Path) -> None:
    found = with_pages(tmp_path, Press(failing=1))
    found.tick(MONDAY)

    for second in range(1, 5):
        found.tick(MONDAY + timedelta(seconds=second))

    assert [each.what for each in found.machine.journal.troubles.all()] == [Hindrance.PAGES]
