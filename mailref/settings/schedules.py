"""A schedule as game masters write it, in English and German, or as a list of dates.

`every 3 weeks on friday at 20:00`, `alle 3 Wochen freitags um 20 Uhr`, `jeden Freitag um 20:00`.
"""

import re
from datetime import datetime, time
from zoneinfo import ZoneInfo

from mailref.rules.schedule import Dates, Schedule, Weekly
from mailref.rules.tables import Reader, WrongValueError, list_of, shown
from mailref.settings.values import moment

_DAYS = (
    ("monday", "montag", "mon", "mo"),
    ("tuesday", "dienstag", "tue", "tues", "di"),
    ("wednesday", "mittwoch", "wed", "mi"),
    ("thursday", "donnerstag", "thu", "thur", "thurs", "do"),
    ("friday", "freitag", "fri", "fr"),
    ("saturday", "samstag", "sonnabend", "sat", "sa"),
    ("sunday", "sonntag", "sun", "so"),
)
_WEEKDAYS = {name: number for number, names in enumerate(_DAYS) for name in names}
_NUMBERS = {
    "": 1,
    "one": 1, "two": 2, "second": 2, "other": 2, "three": 3, "third": 3, "four": 4, "fourth": 4,
    "ein": 1, "eine": 1, "zwei": 2, "zweite": 2, "drei": 3, "dritte": 3, "vier": 4, "vierte": 4,
}  # fmt: skip
_MOST_WEEKS = 52

_EVERY = r"(?:every|alle|jede[nrs]?)"
_DAY = r"(?!(?:at|um)\b)[a-z]+"
_AT = r"(?:(?:at|um)\s+)?(?P<hour>\d{1,2})(?::(?P<minute>\d{2}))?(?:\s*(?:uhr|h|o'clock))?"
_PATTERNS = (
    # every 3 weeks on friday at 20:00; alle 3 Wochen freitags um 20 Uhr; jede Woche am Freitag ...
    rf"{_EVERY}\s+(?:(?P<weeks>\w+)\.?\s+)?(?:weeks?|wochen?)\s+(?:(?:on|am)\s+)?(?P<day>{_DAY})\.?,?\s+{_AT}",
    # every friday at 20:00; every second friday at 20:00; jeden zweiten Freitag um 20:00
    rf"{_EVERY}\s+(?:(?P<weeks>\w+)\.?\s+)?(?P<day>{_DAY})\.?,?\s+{_AT}",
    # weekly on friday at 20:00; wöchentlich freitags um 20:00; freitags um 20:00
    rf"(?:(?:weekly|wöchentlich)\s+)?(?:(?:on|am)\s+)?(?P<day>{_DAY})\.?,?\s+{_AT}",
)
_READABLE = tuple(re.compile(pattern) for pattern in _PATTERNS)
_EXAMPLE = '"every 3 weeks on friday at 20:00" (or "alle 3 Wochen freitags um 20:00")'


def schedule(where: ZoneInfo) -> Reader[Schedule]:
    """Read a schedule in words, or a list of dates with hours by the clocks of *where*."""

    def read(value: object) -> Schedule:
        if isinstance(value, str):
            return _in_words(value)
        if not isinstance(value, list) or not value:
            raise WrongValueError(
                f"must be such as {_EXAMPLE} or a list of dates with hours, not {shown(value)}"
            )
        return Dates(_walls([each.replace(tzinfo=None) for each in list_of(moment(where))(value)]))

    return read


def _walls(moments: list[datetime]) -> tuple[datetime, ...]:
    for earlier, later in zip(sorted(moments), sorted(moments)[1:], strict=False):
        if earlier == later:
            raise WrongValueError(f"names {later.isoformat()} twice")
    return tuple(sorted(moments))


def _in_words(written: str) -> Weekly:
    plain = " ".join(written.lower().split())
    found = next(filter(None, (pattern.fullmatch(plain) for pattern in _READABLE)), None)
    if found is None:
        raise WrongValueError(f"must be such as {_EXAMPLE}, not {shown(written)}")
    hour, minute = int(found["hour"]), int(found["minute"] or 0)
    if hour > 23 or minute > 59:
        raise WrongValueError(f"must name an hour from 00:00 to 23:59, not {shown(written)}")
    return Weekly(
        _weeks(found.groupdict().get("weeks") or ""), _weekday(found["day"]), time(hour, minute)
    )


def _weeks(written: str) -> int:
    word = written.lower()
    count = (
        int(word)
        if re.fullmatch(r"[0-9]{1,4}", word)
        else _NUMBERS.get(word.rstrip("nr"), _NUMBERS.get(word, 0))
    )
    if not 1 <= count <= _MOST_WEEKS:
        raise WrongValueError(f"must count from 1 to {_MOST_WEEKS} weeks, not {shown(written)}")
    return count


def _weekday(written: str) -> int:
    for name in (written, written.removesuffix("s")):
        if name in _WEEKDAYS:
            return _WEEKDAYS[name]
    raise WrongValueError(
        f'must name a day of the week such as "friday" or "Freitag", not {shown(written)}'
    )
