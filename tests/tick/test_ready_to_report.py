"""After an update what reports need is read again while nothing else is to do, not at the next ZAT."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, select, update

from mailref.games.rounds import told
from mailref.journal import schema
from mailref.journal.recorded_games import reports_code
from tests.databases import url_of
from tests.referee.rehearsal import DAY, MAX, MINUTE, ZAT
from tests.tick.machines import Post, begun, post

WEEK = timedelta(days=7)
ROUNDS = 9


@pytest.fixture(autouse=True)
def _nothing_told_row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten small games, too."""
    monkeypatch.setattr(told, "MOST_ROWS_TOLD", 0)


def played(folder: Path) -> Post:
    """Return a machine whose game has closed some rounds."""
    found = begun(folder)
    for number in range(ROUNDS):
        found.tick(ZAT + number * WEEK + 10 * MINUTE)
    return found


def updated(folder: Path) -> Post:
    """Return a machine on what another program has recorded."""
    engine = create_engine(url_of(folder))
    with engine.begin() as connection:
        connection.execute(update(schema.kept_reports).values(code="older", payload="unreadable"))
    engine.dispose()
    return post(folder)


def kept_by(folder: Path) -> set[str]:
    engine = create_engine(url_of(folder))
    with engine.connect() as connection:
        found = connection.scalars(select(schema.kept_reports.c.code)).all()
    engine.dispose()
    return set(found)


def test_idle_ticks_read_again_what_the_next_report_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mailref.tick.machine._READ_AHEAD", 1)
    played(tmp_path)
    found = updated(tmp_path)
    quiet = ZAT + (ROUNDS - 1) * WEEK + DAY

    ticks = 0
    while kept_by(tmp_path) != {reports_code()} and ticks < 40:
        found.tick(quiet + ticks * MINUTE)
        ticks += 1
    for later in range(40):
        found.tick(quiet + (ticks + later) * MINUTE)
    newest = found.machine.journal.games.newest_reports("yerres")

    assert 1 < ticks < 40
    assert newest.closed < 4
    assert newest.reports.count_before >= ROUNDS - 4


def test_a_tick_with_mail_reads_nothing_again(tmp_path: Path) -> None:
    played(tmp_path)
    found = updated(tmp_path)

    for number in range(3):
        at = ZAT + (ROUNDS - 1) * WEEK + DAY + number * MINUTE
        found.arrives("STAND", MAX, at)
        found.tick(at)

    assert kept_by(tmp_path) == {"older"}
