"""Days and hours as the game master writes them."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

_WHEN = re.compile(
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})|(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4}))"
    r"(?:[T ,]+(?:um\s+)?(?P<hour>\d{1,2})(?:[:.](?P<minute>\d{2})|(?=\s*(?:Uhr|h)\b)))?",
    re.IGNORECASE,
)


def read_when(text: str, zone: ZoneInfo) -> datetime | None:
    """Read `2026-12-18 20:00`, `18.12.2026 um 20:00` or `... 20 Uhr` in *zone*; None: no time."""
    found = _WHEN.search(text)
    if found is None or found["hour"] is None:
        return None
    try:
        day = (
            datetime.fromisoformat(found["iso"])
            if found["iso"]
            else datetime(int(found["year"]), int(found["month"]), int(found["day"]))  # noqa: DTZ001  the zone follows
        )
        return day.replace(hour=int(found["hour"]), minute=int(found["minute"] or 0), tzinfo=zone)
    except ValueError:
        return None
