"""Times as people write them: every form in which a mail, a page or a command of ours shows one."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("januar", "jänner", "january", "jan"),
            ("februar", "february", "feb"),
            ("märz", "maerz", "march", "mär", "mar", "mrz"),
            ("april", "apr"),
            ("mai", "may"),
            ("juni", "june", "jun"),
            ("juli", "july", "jul"),
            ("august", "aug"),
            ("september", "sept", "sep"),
            ("oktober", "october", "okt", "oct"),
            ("november", "nov"),
            ("dezember", "december", "dez", "dec"),
        ),
        start=1,
    )
    for name in names
}
_NAMES = "|".join(sorted(_MONTHS, key=len, reverse=True))
# "2026-12-18", "18.12.2026", "18. 12. 2026", "4. Dezember 2026", "4 December 2026", "December 4, 2026"
_DAY = (
    r"(?:(?P<iso>\d{4}-\d{2}-\d{2})"
    r"|(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>\d{4})"
    rf"|(?P<nday>\d{{1,2}})(?:\.|st|nd|rd|th)?\s*(?P<name>{_NAMES})\.?,?\s*(?P<nyear>\d{{4}})"
    rf"|(?P<aname>{_NAMES})\.?\s+(?P<aday>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<ayear>\d{{4}}))"
)
# "20:00", "20.00", "20:00:00", "20 Uhr", "8:00 pm"; "20:00+01:00" as a time of ISO 8601 ends.
_CLOCK = (
    r"(?:[T ,]+(?:(?:um|at)\s+)?(?P<hour>\d{1,2})"
    r"(?:[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?|(?=\s*(?:Uhr|h|am|pm|[ap]\.m\.)))"
    r"(?:\s*(?P<half>[ap])\.?m\b\.?)?(?P<offset>Z|[+-]\d{2}:?\d{2})?)?"
)
_WHEN = re.compile(_DAY + _CLOCK, re.IGNORECASE)


def read_when(text: str, zone: ZoneInfo) -> datetime | None:
    """Read `2026-12-18 20:00`, `18.12.2026 um 20 Uhr`, `4. Dezember 2026, 20:00` in *zone*; None: no time."""
    found = _WHEN.search(text)
    if found is None or found["hour"] is None:
        return None
    try:
        time = _day(found).replace(
            hour=_hour(found), minute=int(found["minute"] or 0), second=int(found["second"] or 0)
        )
        if found["offset"]:
            return datetime.fromisoformat(time.isoformat() + found["offset"].upper())
        return time.replace(tzinfo=zone)
    except ValueError:
        return None


def _day(found: re.Match[str]) -> datetime:
    if found["iso"]:
        return datetime.fromisoformat(found["iso"])
    name = found["name"] or found["aname"]
    month = _MONTHS[name.lower()] if name else int(found["month"])
    year = found["year"] or found["nyear"] or found["ayear"]
    day = found["day"] or found["nday"] or found["aday"]
    return datetime(int(year), month, int(day))  # noqa: DTZ001  the zone follows


def _hour(found: re.Match[str]) -> int:
    hour = int(found["hour"])
    if not found["half"]:
        return hour
    if not 1 <= hour <= 12:
        raise ValueError(hour)
    return hour % 12 + (12 if found["half"].lower() == "p" else 0)
