"""Schedules as people write them (contract 2: days in German or English)."""

from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import pytest

from mailref.games.game import Dates, Weekly
from mailref.games.table_reader import WrongValueError
from mailref.settings.values import schedule
from tests.settings.written import file, warnings

pytestmark = pytest.mark.each

BERLIN = ZoneInfo("Europe/Berlin")
wall = datetime.fromisoformat
read = schedule(BERLIN)


@pytest.mark.parametrize(
    ("written", "weeks", "weekday", "at"),
    [
        ("every 3 weeks on friday at 20:00", 3, 4, time(20)),
        ("Every 3 Weeks on Friday at 20:00", 3, 4, time(20)),
        ("every week on monday at 9:30", 1, 0, time(9, 30)),
        ("every two weeks on tuesday at 18:00", 2, 1, time(18)),
        ("every other week on wednesday at 18:00", 2, 2, time(18)),
        ("every friday at 20:00", 1, 4, time(20)),
        ("every Saturday at 6pm", 1, 5, time(18)),
        ("Saturdays at 6:30 p.m.", 1, 5, time(18, 30)),
        ("each Saturday, 8 am", 1, 5, time(8)),
        ("every second Saturday at 12am", 2, 5, time(0)),
        ("every Saturday at 12 pm", 1, 5, time(12)),
        ("on Saturday at 8 in the evening", 1, 5, time(20)),
        ("jeden Samstag um 18 Uhr", 1, 5, time(18)),
        ("samstags um 6 Uhr abends", 1, 5, time(18)),
        ("samstags 18.30 Uhr abends", 1, 5, time(18, 30)),
        ("jeden Sonnabend um 8 Uhr morgens", 1, 5, time(8)),
        ("tous les samedis à 6 heures du soir", 1, 5, time(18)),
        ("chaque samedi à 8 h du matin", 1, 5, time(8)),
        ("every second friday at 20:00", 2, 4, time(20)),
        ("weekly on sun at 00:00", 1, 6, time(0)),
        ("alle 3 Wochen freitags um 20:00", 3, 4, time(20)),
        ("alle 3 Wochen am Freitag um 20:00 Uhr", 3, 4, time(20)),
        ("alle zwei Wochen samstags um 20 Uhr", 2, 5, time(20)),
        ("alle vier Wochen sonnabends, 12 Uhr", 4, 5, time(12)),
        ("jede Woche donnerstags um 23:59", 1, 3, time(23, 59)),
        ("jede zweite Woche am Sonntag um 18:00", 2, 6, time(18)),
        ("jeden Freitag um 20:00", 1, 4, time(20)),
        ("jeden dritten Freitag um 20:00", 3, 4, time(20)),
        ("jeden 3. Freitag um 20:00", 3, 4, time(20)),
        ("wöchentlich mittwochs um 20:00", 1, 2, time(20)),
        ("freitags um 20:00", 1, 4, time(20)),
        ("every 3 weeks on fri. at 20:00", 3, 4, time(20)),
    ],
)
def test_words(written: str, weeks: int, weekday: int, at: time) -> None:
    assert read(written) == Weekly(weeks, weekday, at)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("every now and then", "must be such as"),
        ("every 3 weeks on friday", "must be such as"),
        ("every 3 weeks on fryday at 20:00", 'such as "friday" or "Freitag", not "fryday"'),
        ("every 0 weeks on friday at 20:00", "must count from 1 to 52 weeks"),
        ("every 99 weeks on friday at 20:00", "must count from 1 to 52 weeks"),
        ("every x weeks on friday at 20:00", 'must count from 1 to 52 weeks, not "x"'),
        ("every week on friday at 24:00", "an hour from 00:00 to 23:59"),
        ("every week on friday at 20:60", "an hour from 00:00 to 23:59"),
        ("every ٣ weeks on friday at 20:00", "must count from 1 to 52 weeks"),
        ("", "must be such as"),
        (7, "a list of dates with hours, not 7"),
        ([], "a list of dates with hours, not a list"),
        (["2026-12-11"], "entry 1 must be a date and hour such as 11.12.2026 20:00"),
    ],
)
def test_what_cannot_be_read_is_refused_with_an_example(written: object, message: str) -> None:
    with pytest.raises(WrongValueError) as refused:
        read(written)

    assert message in str(refused.value)


def test_a_list_of_dates_is_put_in_order_and_taken_by_the_local_clock() -> None:
    found = read([wall("2027-01-08T20:00"), datetime(2026, 12, 11, 19, tzinfo=UTC)])

    assert found == Dates((wall("2026-12-11T20:00"), wall("2027-01-08T20:00")))


def test_a_date_named_twice_is_a_fault() -> None:
    with pytest.raises(WrongValueError, match="names 2027-01-08T20:00:00 twice"):
        read([wall("2027-01-08T20:00"), wall("2027-01-08T20:00")])


@pytest.mark.parametrize(
    ("dates", "warned"),
    [
        (
            "2027-01-08T20:00:00, 2027-01-08T20:09:00",
            "2027-01-08 20:09 is less than min_round = 7d",
        ),
        ("2027-01-08T20:00:00, 2027-01-15T20:00:00", None),
    ],
)
def test_dates_nearer_than_min_round_are_warned_of(dates: str, warned: str | None) -> None:
    """Contract 2: the second is passed over."""
    found = [line for line in warnings(file(game=f"schedule = [{dates}]")) if "min_round" in line]

    assert len(found) == (warned is not None)
    assert warned is None or warned in found[0]


@pytest.mark.parametrize(
    ("every", "min_round", "warned"),
    [
        pytest.param(
            "every week",
            "",
            "with min_round = 7d every round takes 2 weeks, with 5d it takes one",
            id="week",
        ),
        pytest.param("every week", 'min_round = "6d"', None, id="six days"),
        pytest.param("every week", 'min_round = "15d"', "takes 3 weeks", id="15 days"),
        pytest.param("every 2 weeks", "", None, id="two weeks"),
        pytest.param("every 2 weeks", 'min_round = "14d"', "takes 4 weeks", id="14 days"),
    ],
)
def test_a_schedule_that_min_round_stretches_is_warned_of(
    every: str, min_round: str, warned: str | None
) -> None:
    """Contract 2: less than `min_round` left when the report goes out: its next date is taken."""
    keys = f'schedule = "{every} on friday at 20:00"\n{min_round}'
    found = [line for line in warnings(file(game=keys)) if "min_round" in line]

    assert len(found) == (warned is not None)
    assert warned is None or warned in found[0]
