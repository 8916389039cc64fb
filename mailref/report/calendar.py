"""The next ZAT for the reader's calendar: one event a round, which moves when the deadline moves.

RFC 5545 and 5546: the UID stays, the SEQUENCE rises, and a calendar replaces what it has.
"""

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from icalendar import (
    Alarm,
    Calendar,
    Event,
    Timezone,
    TimezoneDaylight,
    TimezoneStandard,
    vCalAddress,
    vText,
)

from mailref.report.attachments import Appointment

_AROUND = timedelta(days=400)
"""How far before and after the deadline the clocks' changes are told."""
_NOON = time(12, tzinfo=UTC)
_PRODUCT = "-//mailref//mailref//EN"


def uid_of(appointment: Appointment) -> str:
    """Return the name by which a calendar knows this round's event, whatever else changes."""
    domain = appointment.organizer_address.rpartition("@")[2]
    return f"{appointment.game}-r{appointment.round_number}@{domain}"


def calendar_bytes(appointment: Appointment, now: datetime) -> bytes:
    """Return the `.ics`; *now* is the tick's, and aware."""
    if appointment.deadline.tzinfo is None or now.tzinfo is None:
        raise ValueError("a deadline without a zone is no instant")
    calendar = Calendar()
    calendar.add("prodid", _PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("calscale", "GREGORIAN")
    # That of a thousand games is the same; nobody changes it.
    calendar.add_component(_zone(appointment.zone, appointment.deadline.astimezone(UTC).date()))
    calendar.add_component(_event(appointment, now.astimezone(UTC)))
    return bytes(calendar.to_ical())


@lru_cache(maxsize=16)
def _zone(name: str, day: date) -> Timezone:
    """Return the zone with each change of its clocks around a day (RFC 5545, 3.6.5)."""
    zone = Timezone()
    zone.add("tzid", name)
    info = ZoneInfo(name)
    first = datetime.combine(day, _NOON) - _AROUND
    zone.add_component(_observance(first, first, info))
    before = _offset(first, info)
    for days in range(2 * _AROUND.days):
        following = first + timedelta(days=days + 1)
        after = _offset(following, info)
        if after != before:
            change = _change(following - timedelta(days=1), info)
            zone.add_component(_observance(following - timedelta(days=1), change, info))
        before = after
    return zone


def _observance(
    before: datetime, change: datetime, info: ZoneInfo
) -> TimezoneStandard | TimezoneDaylight:
    """Return what is in force from *change* on; its start is told by the clocks before it."""
    local = change.astimezone(info)
    part = TimezoneDaylight() if local.dst() else TimezoneStandard()
    offset = _offset(before, info)
    part.add("dtstart", (change + offset).replace(tzinfo=None))
    part.add("tzoffsetfrom", offset)
    part.add("tzoffsetto", _offset(change, info))
    part.add("tzname", local.tzname())
    return part


def _change(before: datetime, info: ZoneInfo) -> datetime:
    """Return the quarter of an hour within a day after *before* at which the clocks change."""
    quarters = (before + timedelta(minutes=15 * step) for step in range(1, 97))
    return next(each for each in quarters if _offset(each, info) != _offset(before, info))


def _offset(instant: datetime, info: ZoneInfo) -> timedelta:
    return instant.astimezone(info).utcoffset() or timedelta(0)


def _event(appointment: Appointment, now: datetime) -> Event:
    event = Event()
    event.add("uid", uid_of(appointment))
    event.add("sequence", appointment.changes)
    event.add("dtstamp", now)
    event.add("last-modified", now)
    event.add("dtstart", appointment.deadline.astimezone(ZoneInfo(appointment.zone)))
    event.add("summary", appointment.summary)
    event.add("description", appointment.description)
    event.add("status", "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    organizer = vCalAddress(f"mailto:{appointment.organizer_address}")
    organizer.params["cn"] = vText(appointment.organizer_name)
    event.add("organizer", organizer)
    if appointment.reminder is not None:
        event.add_component(_alarm(appointment.reminder, appointment.summary))
    return event


def _alarm(before: timedelta, summary: str) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", summary)
    alarm.add("trigger", -before)
    return alarm
