"""When the next ZAT is, and on which side of a ZAT an instant lies.

Dates are reckoned by the clock on the wall in the game's zone, right on both clock changes.

The zone is an argument and so is every instant; nothing here reads a clock.
"""

from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import islice

from msgspec import Struct

_TRIES = 10_000
"""A schedule whose next 10,000 dates are all skipped has no next date."""


def is_in_time(received: datetime, deadline: datetime | None) -> bool:
    """Tell whether what arrived at *received* came at or before the ZAT, to the second (rules 8)."""
    return deadline is None or received.replace(microsecond=0) <= deadline


def has_come(deadline: datetime | None, now: datetime) -> bool:
    """Tell whether the ZAT is reached; one that is not fixed never is."""
    return deadline is not None and now >= deadline


class Weekly(Struct, frozen=True):
    """Every *weeks* weeks on a day of the week: `every 3 weeks on friday at 20:00`."""

    weeks: int
    weekday: int
    """0 is Monday."""
    at: time
    """By the clock on the wall; naive."""


class Dates(Struct, frozen=True):
    """A list of dates and hours by the clock on the wall; naive, rising."""

    moments: tuple[datetime, ...]


Schedule = Weekly | Dates


def local_instant(wall: datetime, zone: tzinfo) -> datetime:
    """Return the instant at which the clocks of *zone* show *wall*, which is naive.

    An hour that comes twice is meant the first time; one that the clock change leaves out is taken
    as much later as the clocks were put forward (02:30 becomes 03:30).
    """
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC).astimezone(zone)


def next_deadline(
    schedule: Schedule,
    *,
    previous: datetime | None,
    zone: tzinfo,
    not_before: datetime,
    skip: Collection[date] = (),
) -> datetime | None:
    """Return the first ZAT of *schedule* after *previous* that is at *not_before* or later.

    Without a previous ZAT it is the schedule's next date (contract 2). None: no date is left.
    """
    try:
        for wall in islice(_walls(schedule, previous, zone, not_before), _TRIES):
            instant = local_instant(wall, zone)
            is_ahead = instant >= not_before and (previous is None or instant > previous)
            if is_ahead and wall.date() not in skip:
                return instant
    except OverflowError:  # the calendar ends with the year 9999
        return None
    return None


def _walls(
    schedule: Schedule, previous: datetime | None, zone: tzinfo, not_before: datetime
) -> Iterator[datetime]:
    """Yield what the clocks show at the schedule's dates, rising, from about *not_before* on."""
    match schedule:
        case Dates(moments):
            yield from moments
        case Weekly():
            earliest = not_before.astimezone(zone).date() - timedelta(days=1)
            yield from _weekly(schedule, _first_day(schedule, previous, zone, earliest), earliest)


def _first_day(
    schedule: Weekly, previous: datetime | None, zone: tzinfo, earliest: date
) -> tuple[date, timedelta]:
    """Return a day of the schedule and how far its days stand apart.

    The n-th such weekday after the previous ZAT comes next, also where that ZAT was moved to
    another day of the week. Before the first ZAT any week will do.
    """
    if previous is None:
        return _weekday_from(earliest, schedule.weekday), timedelta(weeks=1)
    after = previous.astimezone(zone).date() + timedelta(days=1)
    apart = timedelta(weeks=schedule.weeks)
    return _weekday_from(after, schedule.weekday) + apart - timedelta(weeks=1), apart


def _weekday_from(day: date, weekday: int) -> date:
    return day + timedelta(days=(weekday - day.weekday()) % 7)


def _weekly(schedule: Weekly, first: tuple[date, timedelta], earliest: date) -> Iterator[datetime]:
    day, apart = first
    if day < earliest:  # after a standstill: no need to count through the weeks that passed
        day += (earliest - day) // apart * apart
    while True:
        yield datetime.combine(day, schedule.at)
        day += apart
