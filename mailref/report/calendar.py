"""The next ZAT for the reader's calendar: one event a round, which moves when the deadline moves.

RFC 5545 and 5546: the UID stays, the SEQUENCE rises, and a calendar replaces what it has.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

_AROUND = timedelta(days=400)
"""How far before and after the deadline the clocks' changes are told."""
_NOON = time(12, tzinfo=UTC)
_PRODUCT = "-//mailref//mailref//EN"


@dataclass(frozen=True, slots=True)
class Appointment:
    """A round's deadline, with the texts that a template made."""

    game: str
    round_number: int
    deadline: datetime
    """Aware; shown in `zone`."""
    zone: str
    """The game's zone by its name: `Europe/Berlin`."""
    changes: int
    """How often this round's deadline has been changed: 0 at first."""
    summary: str
    description: str
    organizer_name: str
    organizer_address: str
    reminder: timedelta | None = None
    """How long before the ZAT the calendar reminds its owner."""


def uid_of(appointment: Appointment) -> str:
    """Return the name by which a calendar knows this round's event, whatever else changes."""
    domain = appointment.organizer_address.rpartition("@")[2]
    return f"{appointment.game}-r{appointment.round_number}@{domain}"


def calendar_bytes(appointment: Appointment, now: datetime) -> bytes:
    """Return the `.ics`; *now* is the tick's, and aware."""
    if appointment.deadline.tzinfo is None or now.tzinfo is None:
        raise ValueError("a deadline without a zone is no instant")
    day = appointment.deadline.astimezone(UTC).date()
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{_PRODUCT}",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        # That of a thousand games is the same.
        *_zone(appointment.zone, day),
        *_event(appointment, now.astimezone(UTC)),
        "END:VCALENDAR",
    )
    return b"".join(_folded(line) for line in lines)


# --- how values and lines are written (RFC 5545, 3.1 and 3.3)

_OCTETS = 75
"""So many a line has at most, its end not counted."""
_ESCAPED = str.maketrans({"\\": r"\\", ";": r"\;", ",": r"\,", "\n": r"\n"})
_IN_QUOTES = str.maketrans({"^": "^^", '"': "^'", "\n": "^n"})
"""What a parameter cannot hold as it is (RFC 6868)."""
_LOCAL, _INSTANT = "%Y%m%dT%H%M%S", "%Y%m%dT%H%M%SZ"


def _folded(line: str) -> bytes:
    """Return one line with its end, folded between letters: each part of it behind a blank."""
    parts, room = [bytearray()], _OCTETS
    for char in line:
        octets = char.encode()
        if len(parts[-1]) + len(octets) > room:
            parts.append(bytearray())
            room = _OCTETS - 1
        parts[-1] += octets
    return b"\r\n ".join(parts) + b"\r\n"


def _text(value: str) -> str:
    return "\n".join(value.splitlines()).translate(_ESCAPED)


def _quoted(value: str) -> str:
    return f'"{value.translate(_IN_QUOTES)}"'


def _duration(length: timedelta) -> str:
    """Return `P1DT0H30M0S`: a unit between two others may not be left out."""
    minutes, seconds = divmod(length.seconds, 60)
    return f"P{length.days}DT{minutes // 60}H{minutes % 60}M{seconds}S"


def _signed(offset: timedelta) -> str:
    """Return `+0200`, with seconds where a zone of long ago has some."""
    total = int(abs(offset).total_seconds())
    hours, minutes, seconds = total // 3600, total // 60 % 60, total % 60
    rest = f"{seconds:02}" if seconds else ""
    return f"{'-' if offset < timedelta(0) else '+'}{hours:02}{minutes:02}{rest}"


# --- the zone


@lru_cache(maxsize=16)
def _zone(name: str, day: date) -> tuple[str, ...]:
    """Return the zone with each change of its clocks around a day (RFC 5545, 3.6.5)."""
    info = ZoneInfo(name)
    first = datetime.combine(day, _NOON) - _AROUND
    lines = ["BEGIN:VTIMEZONE", f"TZID:{name}", *_observance(first, first, info)]
    before = _offset(first, info)
    for days in range(2 * _AROUND.days):
        following = first + timedelta(days=days + 1)
        after = _offset(following, info)
        if after != before:
            change = _change(following - timedelta(days=1), info)
            lines += _observance(following - timedelta(days=1), change, info)
        before = after
    return (*lines, "END:VTIMEZONE")


def _observance(before: datetime, change: datetime, info: ZoneInfo) -> Iterator[str]:
    """Yield what is in force from *change* on; its start is told by the clocks before it."""
    local = change.astimezone(info)
    part = "DAYLIGHT" if local.dst() else "STANDARD"
    offset = _offset(before, info)
    yield f"BEGIN:{part}"
    yield f"DTSTART:{(change + offset).strftime(_LOCAL)}"
    yield f"TZNAME:{_text(local.tzname() or '')}"
    yield f"TZOFFSETFROM:{_signed(offset)}"
    yield f"TZOFFSETTO:{_signed(_offset(change, info))}"
    yield f"END:{part}"


def _change(before: datetime, info: ZoneInfo) -> datetime:
    """Return the quarter of an hour within a day after *before* at which the clocks change."""
    quarters = (before + timedelta(minutes=15 * step) for step in range(1, 97))
    return next(each for each in quarters if _offset(each, info) != _offset(before, info))


def _offset(instant: datetime, info: ZoneInfo) -> timedelta:
    return instant.astimezone(info).utcoffset() or timedelta(0)


# --- the event


def _event(appointment: Appointment, now: datetime) -> Iterator[str]:
    local = appointment.deadline.astimezone(ZoneInfo(appointment.zone))
    organizer = _quoted(appointment.organizer_name)
    yield "BEGIN:VEVENT"
    yield f"SUMMARY:{_text(appointment.summary)}"
    yield f"DTSTART;TZID={appointment.zone}:{local.strftime(_LOCAL)}"
    yield f"DTSTAMP:{now.strftime(_INSTANT)}"
    yield f"UID:{_text(uid_of(appointment))}"
    yield f"SEQUENCE:{appointment.changes}"
    yield f"DESCRIPTION:{_text(appointment.description)}"
    yield f"LAST-MODIFIED:{now.strftime(_INSTANT)}"
    yield f"ORGANIZER;CN={organizer}:mailto:{appointment.organizer_address}"
    yield "STATUS:CONFIRMED"
    yield "TRANSP:TRANSPARENT"
    if appointment.reminder is not None:
        yield "BEGIN:VALARM"
        yield "ACTION:DISPLAY"
        yield f"DESCRIPTION:{_text(appointment.summary)}"
        yield f"TRIGGER:-{_duration(appointment.reminder)}"
        yield "END:VALARM"
    yield "END:VEVENT"
