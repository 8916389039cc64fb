"""What the next report needs of those before it, kept so that none of them is read whole again."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import create_engine, update

from mailref.games.events import Event
from mailref.games.rounds import told as told_of_rounds
from mailref.games.rounds.events import GameOpened, RoundReopened
from mailref.games.rounds.mails import SheetColumns, sheet_data, summed_up
from mailref.games.rounds.told import Reports, Seals, Told, newest_seal, shortened
from mailref.journal import schema
from mailref.journal.journal import Journal
from mailref.record import codec
from mailref.record.as_json import SealedReport
from mailref.report.sheet import SheetData
from tests.databases import begun_in, url_of
from tests.effort import fewer, sample
from tests.journal.builders import NOON, begin, beginning, closed, drawn, round_opened
from tests.journal.test_recorded_games import play_round, record
from tests.record.by_hand import yerres
from tests.record.eventful import played

on_both_databases = pytest.mark.usefixtures("kind")

GAMES = [
    pytest.param(number, marks=[] if number == 14 else pytest.mark.slow)
    for number in sorted({14, *sample(range(100), fewer(1, 0))})
]
COLUMNS = SheetColumns(("percent", "better", "solo"), 5)


@pytest.fixture(autouse=True)
def _nothing_told_row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten small games, too."""
    monkeypatch.setattr(told_of_rounds, "MOST_ROWS_TOLD", 0)


def sheet_of(reports: Reports) -> SheetData:
    return sheet_data("", reports.rounds, columns=COLUMNS, earlier=reports.earlier)


def kept(reports: Reports, seals: Seals | None = None) -> Reports:
    return codec.read_reports(codec.write_reports(shortened(reports, seals)), Reports)


def differences(events: list[Event]) -> list[tuple[int, str]]:
    """Return after which events a report made of what was kept would not be that of the whole record."""
    found = []
    whole = short = Reports()
    seals = Seals()
    for number, event in enumerate(events):
        whole = whole.after((event,))
        short = kept(whole if isinstance(event, RoundReopened) else short.after((event,)), seals)
        if newest_seal(short, seals) != newest_seal(whole):
            found.append((number, "seal"))
        if not whole.rounds:
            continue
        if sheet_of(short) != sheet_of(whole):
            found.append((number, "sheet"))
        if summed_up(short.rounds, short.earlier) != summed_up(whole.rounds, NONE):
            found.append((number, "sums"))
    return found


NONE = Reports().earlier


@pytest.mark.slow
@pytest.mark.parametrize("number", GAMES)
def test_a_report_of_what_was_kept_is_the_report_of_the_whole_record(number: int) -> None:
    """Corrections, renamings, late joiners and rounds opened again included."""
    assert differences(played(number, 12).events) == []


def test_each_report_is_hashed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those after it want its hash again."""
    hashed = []
    sealing = told_of_rounds._seal

    def seal(opened: GameOpened, told: Told, before: str) -> SealedReport:
        hashed.append(told.closed.number)
        return sealing(opened, told, before)

    monkeypatch.setattr(told_of_rounds, "_seal", seal)
    seals, short = Seals(), Reports()
    for _, event in beginning("yerres"):
        short = short.after((event,))
    for number in (1, 2, 3):
        happened = (closed(number), drawn(number + 1), round_opened(number + 1))
        short = shortened(short.after(happened), seals)
        newest_seal(short, seals)

    assert hashed == [1, 2, 3]


def test_only_the_last_round_is_kept_whole() -> None:
    """The game by hand closes three rounds."""
    reports = kept(Reports().after(yerres()))

    assert [closed.number for closed in reports.rounds] == [3]
    assert [each.number for each in reports.earlier.scored] == [1, 2]


def test_of_many_rounds_the_newest_are_shown_and_all_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mailref.games.rounds.game.MOST_SCORED", 1)

    earlier = kept(Reports().after(yerres())).earlier

    assert earlier.count == 2
    assert [each.number for each in earlier.scored] == [2]


def keep(journal: Journal) -> int:
    """Keep what the next report needs; return how many closed rounds had to be read."""
    found = journal.games.newest_reports("yerres")
    journal.games.keep_reports("yerres", found.number, shortened(found.reports))
    return found.closed


def remember(journal: Journal) -> int:
    """Have at hand what the next report needs; return how many closed rounds had to be read."""
    found = journal.games.newest_reports("yerres")
    at_hand = replace(found, reports=shortened(found.reports), closed=0)
    journal.games.remember_reports("yerres", at_hand)
    return found.closed


@on_both_databases
@pytest.mark.slow
@pytest.mark.parametrize(("most", "read"), [(30_000, (3, 1, 0)), (0, (3, 4, 4))])
def test_a_process_reads_a_round_once_as_long_as_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, read: tuple[int, int, int]
) -> None:
    monkeypatch.setattr("mailref.journal.recorded_games._ROWS_AT_HAND", most)
    with Journal.open(begun_in(tmp_path)) as journal, Journal.open(begun_in(tmp_path)) as other:
        begin(journal)
        for number in (1, 2, 3):
            play_round(journal, number)
        first = remember(journal)
        play_round(journal, 4)

        assert (first, remember(journal), remember(journal)) == read
        ours, whole = (each.games.newest_reports("yerres").reports for each in (journal, other))
        assert newest_seal(shortened(ours)) == newest_seal(whole)
        assert sheet_of(ours) == sheet_of(shortened(whole))


@on_both_databases
@pytest.mark.slow
def test_a_round_is_read_once(tmp_path: Path) -> None:
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        for number in (1, 2, 3):
            play_round(journal, number)
        first = keep(journal)
        play_round(journal, 4)

        assert (first, keep(journal), keep(journal)) == (3, 1, 0)


@on_both_databases
@pytest.mark.slow
@pytest.mark.parametrize("have", [keep, remember])
def test_all_is_read_where_a_round_was_opened_again(
    tmp_path: Path, have: Callable[[Journal], int]
) -> None:
    """The round before it is the last one then, and wanted whole."""
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        for number in (1, 2, 3):
            play_round(journal, number)
        have(journal)
        record(journal, "reopen", RoundReopened(3, NOON, ""))

        found = journal.games.newest_reports("yerres")

    assert [each.number for each in found.reports.rounds] == [1, 2]


@on_both_databases
@pytest.mark.slow
@pytest.mark.parametrize("reopened", [None, 3])
def test_rounds_can_be_read_some_at_a_time(tmp_path: Path, reopened: int | None) -> None:
    """As in idle ticks after an update; one that was opened again has all before it read at once."""
    with Journal.open(begun_in(tmp_path)) as journal, Journal.open(begun_in(tmp_path)) as other:
        begin(journal)
        for number in range(1, 7):
            play_round(journal, number)
            if number == reopened:
                record(journal, "reopen", RoundReopened(number, NOON, ""))
                record(
                    journal, "again", closed(number), drawn(number + 1), round_opened(number + 1)
                )

        lots, has_more = 0, True
        while has_more:
            found = journal.games.newest_reports("yerres", 4)
            journal.games.keep_reports("yerres", found.number, shortened(found.reports))
            lots, has_more = lots + 1, found.has_more
        whole = other.games.newest_reports("yerres").reports
        short = journal.games.newest_reports("yerres").reports

    assert lots > 2
    assert newest_seal(short) == newest_seal(whole)
    assert sheet_of(short) == sheet_of(shortened(whole))


@on_both_databases
@pytest.mark.slow
def test_what_other_code_kept_is_not_used(tmp_path: Path) -> None:
    with Journal.open(begun_in(tmp_path)) as journal:
        begin(journal)
        play_round(journal, 1)
        play_round(journal, 2)
        keep(journal)
    engine = create_engine(url_of(tmp_path))
    with engine.begin() as connection:
        connection.execute(update(schema.kept_reports).values(code="older", payload="unreadable"))
    engine.dispose()

    with Journal.open(begun_in(tmp_path)) as updated:
        found = updated.games.newest_reports("yerres")

    assert found.closed == 2
