"""Reading a table that people wrote, key by key, so that every fault is found at once.

A reader turns a parsed TOML value into a value of ours, or raises ValueError saying what would be
right; the table notes the fault and goes on.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from difflib import get_close_matches
from enum import StrEnum
from typing import TypeVar

from msgspec import Struct, field

T = TypeVar("T")
D = TypeVar("D")
E = TypeVar("E", bound=StrEnum)

ValueReader = Callable[[object], T]


class WrongValueError(ValueError):
    """A value is not what its key needs; the message says what would be right."""


class KeyFault(Struct, frozen=True):
    """A key that cannot be taken as it stands, and what would be right."""

    key: str
    message: str


class TomlTable(Struct):
    """A parsed table while it is read; it remembers which keys were asked for."""

    values: Mapping[str, object]
    faults: list[KeyFault] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    foreign: Mapping[str, str] = field(default_factory=dict)
    """Keys of games of another kind, and how those are called."""

    def take(self, key: str, read: ValueReader[T], default: D) -> T | D:
        """Return what stands under *key*, or *default* where nothing or something wrong stands."""
        self.known.append(key)
        if key not in self.values:
            return default
        try:
            return read(self.values[key])
        except ValueError as wrong:
            self.fault(key, str(wrong))
            return default

    def need(self, key: str, read: ValueReader[T], stand_in: T, example: str) -> T:
        """Return what stands under *key*; without it there is a fault, and *stand_in* goes on."""
        if key not in self.values:
            self.fault(key, f"is missing; write for instance {key} = {example}")
        return self.take(key, read, stand_in)

    def fault(self, key: str, message: str) -> None:
        """Note that *key* is wrong."""
        self.faults.append(KeyFault(key, message))

    def refuse_unknown(self) -> None:
        """Note every key that nobody asked for, with the one that may have been meant."""
        for key in self.values:
            if key in self.known:
                continue
            if key in self.foreign:
                self.fault(key, f"belongs to {self.foreign[key]}")
            else:
                self.fault(key, f"is no known key{suggestion(key, self.known)}")


def suggestion(written: str, known: Iterable[str]) -> str:
    """Return `; did you mean "x"?` for the known word most like *written*, or nothing.

    >>> suggestion("letter", ["letters", "plays"])
    '; did you mean "letters"?'
    """
    close = get_close_matches(written.lower(), list(known), n=1, cutoff=0.6)
    return f'; did you mean "{close[0]}"?' if close else ""


def text(value: object) -> str:
    """Read a text of one line that is not empty."""
    if not isinstance(value, str):
        raise WrongValueError(f"must be a text in quotes, not {shown(value)}")
    stripped = value.strip()
    if not stripped:
        raise WrongValueError("must not be empty")
    if not stripped.isprintable():
        raise WrongValueError(f"must be one line without control characters, not {value!r}")
    return stripped


def flag(value: object) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise WrongValueError(f"must be true or false, not {shown(value)}")
    return value


def number(least: int, most: int) -> ValueReader[int]:
    """Read a whole number in a range."""

    def read(value: object) -> int:
        if type(value) is not int:
            raise WrongValueError(f"must be a whole number, not {shown(value)}")
        if not least <= value <= most:
            raise WrongValueError(f"must be from {least} to {most}, not {value}")
        return value

    return read


def number_or(word: str, least: int, most: int) -> ValueReader[int | None]:
    """Read a whole number, or *word*, which stands for None."""
    as_number = number(least, most)

    def read(value: object) -> int | None:
        if value == word:
            return None
        if isinstance(value, str):
            raise WrongValueError(f'must be a number or "{word}", not {shown(value)}')
        return as_number(value)

    return read


def one_of(choices: type[E]) -> ValueReader[E]:
    """Read the value of an enumeration."""
    values = [str(choice) for choice in choices]

    def read(value: object) -> E:
        if isinstance(value, str) and value in values:
            return choices(value)
        guess = suggestion(value, values) if isinstance(value, str) else ""
        offer = " or ".join(f'"{each}"' for each in values)
        raise WrongValueError(f"must be {offer}, not {shown(value)}{guess}")

    return read


def list_of(read: ValueReader[T]) -> ValueReader[tuple[T, ...]]:
    """Read a list, each entry by *read*; all wrong entries are named."""

    def read_list(value: object) -> tuple[T, ...]:
        if not isinstance(value, list | tuple):
            raise WrongValueError(f"must be a list such as [...], not {shown(value)}")
        found: list[T] = []
        wrong: list[str] = []
        for position, entry in enumerate(value, start=1):
            try:
                found.append(read(entry))
            except ValueError as fault:
                wrong.append(f"entry {position} {fault}")
        if wrong:
            raise WrongValueError("; ".join(wrong))
        return tuple(found)

    return read_list


def mapping(value: object) -> Mapping[str, object]:
    """Read a table."""
    if not isinstance(value, Mapping):
        raise WrongValueError(f"must be a table, not {shown(value)}")
    return value


_DURATION = re.compile(r"(\d{1,6})\s*([smhd])", re.ASCII)
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def duration(*, least: timedelta = timedelta(0)) -> ValueReader[timedelta]:
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


def as_duration(length: timedelta) -> str:
    """Return *length* as a table says it: `36h`.

    >>> as_duration(timedelta(hours=36)), as_duration(timedelta(0)), as_duration(timedelta(days=5))
    ('36h', '0h', '5d')
    """
    seconds = int(length.total_seconds())
    units = (("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1))
    name, size = next((unit for unit in units if seconds and seconds % unit[1] == 0), units[1])
    return f"{seconds // size}{name}"


def shown(value: object) -> str:
    """Return a value as the game master wrote it, shortened, for a message.

    >>> shown(True), shown("x"), shown({"a": 1})
    ('true', '"x"', 'a table')
    """
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value if len(value) <= 60 else value[:57] + "..."}"'
        case Mapping():
            return "a table"
        case list() | tuple():
            return "a list"
        case _:
            return str(value)
