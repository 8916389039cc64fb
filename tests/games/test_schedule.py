"""The next ZAT (contract 2), in the zone and over both clock changes."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailref.games.game import Dates, Schedule, Weekly, local_instant, next_deadline

BERLIN = ZoneInfo("Europe/Berlin")
FRIDAY = 4


def berlin(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN)


def following(
    schedule: Schedule, previous: str | None, not_before: str, skip: tuple[date, ...] = ()
) -> str | None:
    found = next_deadline(
        schedule,
        previous=berlin(previous) if previous else None,
        zone=BERLIN,
        not_before=berlin(not_before),
        skip=skip,
    )
    return found.isoformat() if found else None


EVERY_3_WEEKS = Weekly(3, FRIDAY, time(20))
EVERY_WEEK = Weekly(1, FRIDAY, time(20))


@pytest.mark.parametrize(
    ("schedule", "previous", "not_before", "expected"),
    [
        pytest.param(
            EVERY_3_WEEKS,
            "2026-12-11T20:00",
            "2026-12-18T20:05",
            "2027-01-01T20:00:00+01:00",
            id="counts from the previous ZAT",
        ),
        pytest.param(
            EVERY_3_WEEKS,
            None,
            "2026-11-27T10:00",
            "2026-11-27T20:00:00+01:00",
            id="the first is the next date at least min_round ahead",
        ),
        pytest.param(
            EVERY_3_WEEKS,
            None,
            "2026-11-27T20:00",
            "2026-11-27T20:00:00+01:00",
            id="the first, to the second",
        ),
        pytest.param(
            EVERY_3_WEEKS,
            None,
            "2026-11-27T20:00:01",
            "2026-12-04T20:00:00+01:00",
            id="the first, a second too late: any week will do",
        ),
        pytest.param(
            EVERY_3_WEEKS,
            "2026-12-11T20:00",
            "2027-01-01T20:01",
            "2027-01-22T20:00:00+01:00",
            id="less than min_round left: the next date is taken",
        ),
        pytest.param(
            EVERY_3_WEEKS,
            "2026-12-11T20:00",
            "2027-06-01T00:00",
            "2027-06-18T20:00:00+02:00",
            id="after a standstill, still in step",
        ),
        pytest.param(
            EVERY_WEEK,
            "2026-12-13T18:00",
            "2026-12-14T00:00",
            "2026-12-18T20:00:00+01:00",
            id="a ZAT moved to Sunday",
        ),
        pytest.param(
            EVERY_3_WEEKS,
            "2026-12-13T18:00",
            "2026-12-14T00:00",
            "2027-01-01T20:00:00+01:00",
            id="moved to Sunday: the third Friday after",
        ),
        pytest.param(
            EVERY_WEEK,
            "2026-12-11T12:00",
            "2026-12-11T12:01",
            "2026-12-18T20:00:00+01:00",
            id="moved to an earlier hour of its day",
        ),
        pytest.param(
            EVERY_WEEK,
            "2026-03-27T20:00",
            "2026-03-28T00:00",
            "2026-04-03T20:00:00+02:00",
            id="over the change to summer time",
        ),
        pytest.param(
            EVERY_WEEK,
            "2026-10-23T20:00",
            "2026-10-24T00:00",
            "2026-10-30T20:00:00+01:00",
            id="over the change to winter time",
        ),
        pytest.param(
            Weekly(1, 6, time(2, 30)),
            "2026-03-22T02:30",
            "2026-03-23T00:00",
            "2026-03-29T03:30:00+02:00",
            id="an hour that the clocks leave out",
        ),
        pytest.param(
            Weekly(1, 6, time(2, 30)),
            "2026-10-18T02:30",
            "2026-10-19T00:00",
            "2026-10-25T02:30:00+02:00",
            id="an hour that comes twice is meant the first time",
        ),
        pytest.param(
            Weekly(1, 6, time(2, 30)),
            "2026-03-29T03:30",
            "2026-03-29T04:00",
            "2026-04-05T02:30:00+02:00",
            id="and afterwards back to the hour",
        ),
    ],
)
def test_the_next_zat_of_a_weekly_schedule(
    schedule: Schedule, previous: str | None, not_before: str, expected: str
) -> None:
    assert following(schedule, previous, not_before) == expected


LISTED = Dates((datetime(2026, 12, 11, 20), datetime(2026, 12, 28, 18), datetime(2027, 1, 22, 20)))  # noqa: DTZ001  wall clock


@pytest.mark.parametrize(
    ("previous", "not_before", "expected"),
    [
        (None, "2026-12-01T00:00", "2026-12-11T20:00:00+01:00"),
        ("2026-12-11T20:00", "2026-12-12T00:00", "2026-12-28T18:00:00+01:00"),
        ("2026-12-11T20:00", "2027-01-04T00:00", "2027-01-22T20:00:00+01:00"),
        ("2026-12-30T20:00", "2026-12-01T00:00", "2027-01-22T20:00:00+01:00"),
        ("2027-01-22T20:00", "2027-01-23T00:00", None),
    ],
)
def test_the_next_zat_of_a_list_of_dates(
    previous: str | None, not_before: str, expected: str | None
) -> None:
    assert following(LISTED, previous, not_before) == expected


def test_skipped_dates_are_passed_over() -> None:
    """Contract 2: `skip = [dates]`."""
    christmas = (date(2026, 12, 25), date(2027, 1, 1))

    weekly = following(EVERY_WEEK, "2026-12-18T20:00", "2026-12-19T00:00", christmas)
    third = following(EVERY_3_WEEKS, "2026-12-11T20:00", "2026-12-12T00:00", christmas)
    listed = following(LISTED, "2026-12-11T20:00", "2026-12-12T00:00", (date(2026, 12, 28),))
    first = following(EVERY_3_WEEKS, None, "2026-12-24T00:00", christmas)

    assert weekly == "2027-01-08T20:00:00+01:00"
    assert third == "2027-01-22T20:00:00+01:00"
    assert listed == "2027-01-22T20:00:00+01:00"
    assert first == "2027-01-08T20:00:00+01:00"


def test_the_end_of_the_calendar_is_no_crash() -> None:
    assert following(EVERY_3_WEEKS, "9999-12-24T20:00", "9999-12-30T00:00") is None


weekly = st.builds(
    Weekly,
    weeks=st.integers(1, 8),
    weekday=st.integers(0, 6),
    at=st.times(max_value=time(23, 59)).map(lambda at: at.replace(second=0, microsecond=0)),
)
zones = st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]).map(
    ZoneInfo
)
instants = st.datetimes(
    datetime(2000, 1, 1),  # noqa: DTZ001  hypothesis wants naive bounds
    datetime(2060, 1, 1),  # noqa: DTZ001  hypothesis wants naive bounds
    timezones=st.just(UTC),
)


@given(weekly, zones, instants, instants)
def test_a_weekly_zat_shows_its_hour_and_lies_where_asked(
    schedule: Weekly, zone: ZoneInfo, previous: datetime, not_before: datetime
) -> None:
    found = next_deadline(schedule, previous=previous, zone=zone, not_before=not_before)

    assert found is not None
    assert found >= not_before
    assert found > previous
    wall = found.replace(tzinfo=None)
    if local_instant(wall, zone).replace(tzinfo=None).time() == schedule.at:
        assert wall.weekday() == schedule.weekday
    else:  # a time that the clock change leaves out, taken later
        assert (
            timedelta(0) < wall - datetime.combine(wall.date(), schedule.at) <= timedelta(hours=1)
        )


@given(weekly, zones, instants)
def test_a_zat_kept_leads_to_the_next_exactly_its_weeks_later_on_the_wall(
    schedule: Weekly, zone: ZoneInfo, start: datetime
) -> None:
    first = next_deadline(schedule, previous=None, zone=zone, not_before=start)
    assert first is not None
    second = next_deadline(schedule, previous=first, zone=zone, not_before=first)
    assert second is not None

    assert (second.date() - first.date()).days == 7 * schedule.weeks


@given(weekly, zones, instants, st.timedeltas(timedelta(0), timedelta(days=700)))
def test_asking_later_never_gives_an_earlier_zat(
    schedule: Weekly, zone: ZoneInfo, start: datetime, later: timedelta
) -> None:
    early = next_deadline(schedule, previous=start, zone=zone, not_before=start)
    late = next_deadline(schedule, previous=start, zone=zone, not_before=start + later)

    assert early is not None
    assert late is not None
    assert early <= late
