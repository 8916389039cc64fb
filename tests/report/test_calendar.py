"""The ZAT as a calendar event: read back as a calendar reads it."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar, Event
from msgspec.structs import replace

from mailref.report.pdf import calendar_bytes
from mailref.report.sheet import Appointment

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 20, 20, 5, tzinfo=BERLIN)
ZAT = Appointment(
    game="yerres",
    round_number=4,
    deadline=datetime(2026, 12, 11, 20, 0, tzinfo=BERLIN),
    zone="Europe/Berlin",
    changes=0,
    summary="ZAT 1-Zug-Scrabble Yerres, Runde 4",
    description="Buchstaben: A B E E N Ö R U\nAn: referee@example.org; eilig, bitte.",
    organizer_name="Scrabble",
    organizer_address="referee@example.org",
)


def event_of(appointment: Appointment, now: datetime = NOW) -> Event:
    (event,) = Calendar.from_ical(calendar_bytes(appointment, now)).walk("VEVENT")
    assert isinstance(event, Event)
    return event


def moment(event: Event, name: str) -> datetime:
    found = event.decoded(name)
    assert isinstance(found, datetime)
    return found


def test_the_event_is_at_the_zat_in_the_zone_of_the_game() -> None:
    """With the zone."""
    event = event_of(ZAT)

    assert moment(event, "dtstart") == datetime(2026, 12, 11, 19, 0, tzinfo=UTC)
    assert b"DTSTART;TZID=Europe/Berlin:20261211T200000" in calendar_bytes(ZAT, NOW)


def test_a_deadline_given_in_another_zone_is_the_same_instant() -> None:
    event = event_of(replace(ZAT, deadline=datetime(2026, 12, 11, 19, 0, tzinfo=UTC)))

    assert event.to_ical() == event_of(ZAT).to_ical()


def test_the_zone_comes_with_its_rules() -> None:
    """A calendar without Berlin in its tables still gets winter and summer time right."""
    data = calendar_bytes(ZAT, NOW).decode().replace("\r\n", "\n")

    assert "BEGIN:VTIMEZONE\nTZID:Europe/Berlin" in data
    assert (
        "BEGIN:DAYLIGHT\nDTSTART:20260329T020000\nTZNAME:CEST\n"
        "TZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:DAYLIGHT"
    ) in data
    assert (
        "BEGIN:STANDARD\nDTSTART:20261025T030000\nTZNAME:CET\n"
        "TZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nEND:STANDARD"
    ) in data


def test_a_zone_that_never_changes_has_one_rule() -> None:
    data = calendar_bytes(replace(ZAT, zone="Asia/Kolkata"), NOW)

    assert data.count(b"BEGIN:STANDARD") == 1
    assert b"TZOFFSETTO:+0530" in data
    assert b"BEGIN:DAYLIGHT" not in data


def test_a_moved_deadline_updates_the_event() -> None:
    """One event for each round that updates when the deadline moves (RFC 5546)."""
    moved = replace(ZAT, deadline=ZAT.deadline + timedelta(days=7), changes=1)

    before, after = event_of(ZAT), event_of(moved, NOW + timedelta(days=1))

    assert after["uid"] == before["uid"] == "yerres-r4@example.org"
    assert (before["sequence"], after["sequence"]) == (0, 1)
    assert moment(after, "dtstart") - moment(before, "dtstart") == timedelta(days=7)
    assert moment(after, "dtstamp") > moment(before, "dtstamp")


def test_each_round_and_each_game_has_its_own_event() -> None:
    names = {
        str(event_of(each)["uid"])
        for each in (ZAT, replace(ZAT, round_number=5), replace(ZAT, game="aegypten"))
    }

    assert len(names) == 3


def test_the_time_stamp_is_the_ticks_now() -> None:
    """House 4: `Date` is the tick's now; nothing here reads a clock."""
    assert moment(event_of(ZAT), "dtstamp") == datetime(2026, 11, 20, 19, 5, tzinfo=UTC)
    assert calendar_bytes(ZAT, NOW) == calendar_bytes(ZAT, NOW)


def test_it_is_published_and_keeps_nobody_busy() -> None:
    calendar = Calendar.from_ical(calendar_bytes(ZAT, NOW))

    assert calendar["method"] == "PUBLISH"
    assert event_of(ZAT)["transp"] == "TRANSPARENT"
    assert event_of(ZAT)["organizer"] == "mailto:referee@example.org"


def test_texts_come_back_whole() -> None:
    """RFC 5545: commas, semicolons, line ends and umlauts survive, and lines are folded at 75 bytes."""
    event = event_of(ZAT)

    assert str(event["summary"]) == "ZAT 1-Zug-Scrabble Yerres, Runde 4"
    assert str(event["description"]) == ZAT.description
    assert all(len(line) <= 75 for line in calendar_bytes(ZAT, NOW).split(b"\r\n"))


def test_a_reminder_is_an_alarm_before_the_zat() -> None:
    (alarm,) = event_of(replace(ZAT, reminder=timedelta(hours=24))).walk("VALARM")

    assert alarm.decoded("trigger") == timedelta(hours=-24)
    assert not event_of(ZAT).walk("VALARM")


def test_a_deadline_without_zone_is_refused() -> None:
    """Style 17: a naive datetime is a bug at the border that let it in."""
    with pytest.raises(ValueError, match="without a zone"):
        calendar_bytes(replace(ZAT, deadline=datetime(2026, 12, 11, 20, 0)), NOW)  # noqa: DTZ001  the case itself
