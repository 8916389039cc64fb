"""How the answers that make a first settings file are read, and what is wrong with them."""

from collections.abc import Sequence
from datetime import datetime
from email.utils import parseaddr
from zoneinfo import ZoneInfo

from mailref.mail.entries.names import folded
from mailref.referee.times import read_when
from mailref.rules.board import Axes, read_area
from mailref.rules.tables import Reader, WrongValueError, shown, text
from mailref.settings.load import variants
from mailref.settings.people import player_name
from mailref.settings.places import server
from mailref.settings.values import address


def area(value: object) -> object:
    """Read the area of SB's first word; its letters name columns there."""
    return read_area(text(value), Axes.COLUMNS)


def variant(value: object) -> str:
    """Read the name of a variant."""
    if value not in variants():
        raise WrongValueError(f"must be one of {', '.join(sorted(variants()))}, not {shown(value)}")
    return str(value)


def host(protocol: str) -> Reader[object]:
    """Read a server's URL, or its host alone, which means TLS from the first byte."""

    def read(value: object) -> object:
        return server(protocol)(url(protocol, text(value)))

    return read


def url(protocol: str, written: str) -> str:
    """Return a server's URL where only its host was written."""
    return written if "://" in written else f"{protocol}s://{written}"


def other_than(own: str) -> Reader[object]:
    """Read an address that is not the referee's: he never reads his own mail."""

    def read(value: object) -> object:
        found = address(value)
        if found.lower() == own.lower():
            raise WrongValueError("must not be the referee's own address")
        return found

    return read


def ahead_of(now: datetime) -> Reader[object]:
    """Read a time that has not passed."""

    def read(value: object) -> object:
        found = wall(value)
        if found <= now.replace(tzinfo=None):
            raise WrongValueError(f"must lie ahead, not {shown(value)}")
        return found

    return read


def wall(value: object) -> datetime:
    """Read `2026-12-11T20:00` or `11.12.2026 20:00`, by the clock on the wall."""
    written = text(value)
    try:
        found: datetime | None = datetime.fromisoformat(written)
    except ValueError:
        found = read_when(written, ZoneInfo("UTC"))
        found = found and found.replace(tzinfo=None)
    if found is None or found.tzinfo is not None:
        raise WrongValueError(
            f"must be a date and hour such as 2026-12-11T20:00 or 11.12.2026 20:00,"
            f" not {shown(written)}"
        )
    return found


def another(found: Sequence[str], own: str) -> Reader[object]:
    """Read a player who is none of those found, by the rule of the settings for names."""

    def read(value: object) -> object:
        name, addresses = player(value)
        if folded(name) in {folded(name_and_addresses(each)[0]) for each in found}:
            raise WrongValueError(f"must be another player: {shown(name)} is there already")
        for each in addresses:
            other_than(own)(each)
        return name

    return read


def player(value: object) -> tuple[str, tuple[str, ...]]:
    """Read `Max Mustermann <max@example.org>`, or a name alone."""
    return name_and_addresses(text(value))


def name_and_addresses(written: str) -> tuple[str, tuple[str, ...]]:
    """Split what `player` reads."""
    if "<" not in written and "@" not in written:
        return player_name(written), ()
    name, found = parseaddr(written)
    if not name:
        raise WrongValueError(
            f'must be such as "Max Mustermann <max@example.org>", not {shown(written)}'
        )
    return player_name(name), (address(found),)
