"""Reading single values: durations, sizes, addresses, zones, dates.

Each reader takes what TOML gave and returns ours, or raises WrongValueError saying what is right.
"""

import re
from datetime import UTC, date, datetime, timedelta
from email.utils import parseaddr
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from mailref.rules.schedule import local_instant
from mailref.rules.tables import Reader, WrongValueError, shown, suggestion, text

_DURATION = re.compile(r"(\d{1,6})\s*([smhd])", re.ASCII)
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_SIZE = re.compile(r"(\d{1,9})\s*([kmg]?)b", re.ASCII | re.IGNORECASE)
_SIZES = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}
_LOCAL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}")
_DOMAIN = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9-]{1,63}")
_LAST_YEAR = 2199


def duration(*, least: timedelta = timedelta(0)) -> Reader[timedelta]:
    """Read `60s`, `5m`, `12h` or `7d`."""

    def read(value: object) -> timedelta:
        found = _DURATION.fullmatch(value.strip()) if isinstance(value, str) else None
        if found is None:
            raise WrongValueError(
                f'must be a duration such as "60s", "5m", "12h", "7d", not {shown(value)}'
            )
        length = timedelta(**{_UNITS[found[2]]: int(found[1])})
        if length < least:
            raise WrongValueError(
                f'must be at least "{least // timedelta(seconds=1)}s", not {shown(value)}'
            )
        return length

    return read


def size(value: object) -> int:
    """Read `1MB`, `500kB` or a number of bytes."""
    if type(value) is int and value > 0:
        return value
    found = _SIZE.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None or int(found[1]) == 0:
        raise WrongValueError(f'must be a size such as "1MB" or "500kB", not {shown(value)}')
    return int(found[1]) * _SIZES[found[2].lower()]


def address(value: object) -> str:
    """Read a bare mail address; a domain with umlauts is taken by its ASCII name."""
    written = text(value)
    local, at, domain = written.rpartition("@")
    try:
        ascii_domain = domain.encode("idna").decode("ascii").lower()
    except UnicodeError:
        ascii_domain = ""
    is_local = _LOCAL.fullmatch(local) and not (
        local.startswith(".") or local.endswith(".") or ".." in local
    )
    if not at or not is_local or not _DOMAIN.fullmatch(ascii_domain):
        raise WrongValueError(f'must be an address such as "max@example.org", not {shown(written)}')
    return f"{local}@{ascii_domain}"


def mailbox(value: object) -> tuple[str, str]:
    """Read `Scrabble <referee@example.org>` or a bare address; return name and address."""
    written = text(value)
    if "<" not in written:
        return "", address(written)
    name, found = parseaddr(written)
    if not found:
        raise WrongValueError(
            f'must be such as "Scrabble <referee@example.org>", not {shown(written)}'
        )
    return name, address(found)


@cache
def _zone_names() -> frozenset[str]:
    return frozenset(available_timezones())


def zone(value: object) -> ZoneInfo:
    """Read the name of a time zone."""
    name = text(value)
    if name not in _zone_names():
        by_lower = {each.lower(): each for each in _zone_names()}
        guess = suggestion(name, by_lower)
        for lower, each in by_lower.items():
            guess = guess.replace(f'"{lower}"', f'"{each}"')
        raise WrongValueError(
            f'must be a time zone such as "Europe/Berlin", not {shown(name)}{guess}'
        )
    return ZoneInfo(name)


def moment(where: ZoneInfo) -> Reader[datetime]:
    """Read a date with an hour; without an offset it is by the clocks of *where*."""

    def read(value: object) -> datetime:
        if not isinstance(value, datetime):
            raise WrongValueError(
                f"must be a date and hour without quotes, such as 2026-12-11T20:00:00, not {shown(value)}"
            )
        if not 2000 <= value.year <= _LAST_YEAR:
            raise WrongValueError(f"must be of a year from 2000 to {_LAST_YEAR}, not {value.year}")
        if value.tzinfo is None:
            return local_instant(value, where)
        return value.astimezone(UTC).astimezone(where)

    return read


def day(value: object) -> date:
    """Read a date."""
    if isinstance(value, datetime) or not isinstance(value, date):
        raise WrongValueError(
            f"must be a date without quotes, such as 2026-12-25, not {shown(value)}"
        )
    return value
