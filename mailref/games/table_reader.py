"""Reading a table that people wrote, key by key, so that every fault is found at once.

A reader turns a parsed TOML value into a value of ours, or raises ValueError saying what would be
right; the table notes the fault and goes on. The reader also says of which kind the value is, as a
JSON schema does: what reads a table describes it.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from difflib import get_close_matches
from enum import StrEnum
from typing import Final, Generic, TypeVar

from msgspec import Struct, field

T = TypeVar("T")
D = TypeVar("D")
E = TypeVar("E", bound=StrEnum)

ValueReader = Callable[[object], T]
Schema = Mapping[str, object]


class Reader(Struct, Generic[T], frozen=True):
    """What reads a value, says of which kind it is, and writes it as a table does."""

    read: ValueReader[T]
    schema: Callable[[], Schema]
    tell: Callable[[T], object] = lambda value: value

    def __call__(self, value: object) -> T:
        return self.read(value)


def reads(
    schema: Schema, tell: Callable[..., object] = lambda value: value
) -> Callable[[ValueReader[T]], Reader[T]]:
    """Make a reader of the function below: its values are as *schema* says."""
    return lambda read: Reader(read, lambda: schema, tell)


def table_schema(keys: Mapping[str, Schema], needed: Iterable[str] = ()) -> Schema:
    """Return what a table with these *keys* and no other is."""
    found: dict[str, object] = {
        "type": "object",
        "properties": dict(keys),
        "additionalProperties": False,
    }
    must = [*needed]
    return found | ({"required": must} if must else {})


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
    known: dict[str, ValueReader[object]] = field(default_factory=dict)
    """What reads each key that was asked for."""
    needed: list[str] = field(default_factory=list)
    foreign: Callable[[str], str] | None = None
    """How games are called that have a key which this table has not; "" where none has it."""

    @property
    def schema(self) -> Schema:
        """Return of which kind each key is that was asked for, and which must be there."""
        readers = {key: read for key, read in self.known.items() if isinstance(read, Reader)}
        return table_schema({key: read.schema() for key, read in readers.items()}, self.needed)

    def take(self, key: str, read: ValueReader[T], default: D) -> T | D:
        """Return what stands under *key*, or *default* where nothing or something wrong stands."""
        self.known[key] = read
        if key not in self.values:
            return default
        try:
            return read(self.values[key])
        except ValueError as wrong:
            self.fault(key, str(wrong))
            return default

    def need(
        self, key: str, read: ValueReader[T], stand_in: T, example: str, *, is_always: bool = True
    ) -> T:
        """Return what stands under *key*; without it there is a fault, and *stand_in* goes on.

        Not *is_always*: another key can stand in its place.
        """
        if is_always:
            self.needed.append(key)
        if key not in self.values:
            self.fault(key, f"is missing; write for instance {key} = {example}")
        return self.take(key, read, stand_in)

    def inner(self, key: str, *, is_needed: bool = False) -> "TomlTable":
        """Return the table under *key* to be read, empty where there is none."""
        found = TomlTable(self.take(key, mapping, {}))
        self.known[key] = Reader(mapping.read, lambda: found.schema)
        self.needed += [key] if is_needed else []
        return found

    def fault(self, key: str, message: str) -> None:
        """Note that *key* is wrong."""
        self.faults.append(KeyFault(key, message))

    def end(self) -> None:
        """Refuse what nobody asked for; WrongValueError names every fault."""
        self.refuse_unknown()
        if self.faults:
            raise WrongValueError("; ".join(f"{each.key} {each.message}" for each in self.faults))

    def refuse_unknown(self) -> None:
        """Note every key that nobody asked for, with the one that may have been meant."""
        for key in self.values:
            if key in self.known:
                continue
            if self.foreign is not None and (games := self.foreign(key)):
                self.fault(key, f"belongs to {games}")
            else:
                self.fault(key, f"is no known key{suggestion(key, self.known)}")


_OTHER_WORDS: Final = {
    "dictionary": "lexicon",
    "due": "deadline",
    "timezone": "zone",
    "tz": "zone",
    "wordlist": "lexicon",
    "zat": "deadline",
}
"""What people call a key that has another name."""


def suggestion(written: str, known: Iterable[str]) -> str:
    """Return `; did you mean "x"?` for the known word most like *written*, or nothing.

    >>> suggestion("letter", ["letters", "plays"])
    '; did you mean "letters"?'
    """
    words, low = list(known), written.lower()
    other = _OTHER_WORDS.get(low)
    close = [other] if other in words else get_close_matches(low, words, n=1, cutoff=0.6)
    return f'; did you mean "{close[0]}"?' if close else ""


def must_be(wanted: str, value: object) -> WrongValueError:
    """Return that *value* is not what is wanted."""
    return WrongValueError(f"must be {wanted}, not {shown(value)}")


TEXT: Schema = {"type": "string"}


@reads(TEXT)
def text(value: object) -> str:
    """Read a text of one line that is not empty."""
    if not isinstance(value, str):
        raise must_be("a text in quotes", value)
    stripped = value.strip()
    if not stripped:
        raise WrongValueError("must not be empty")
    if not stripped.isprintable():
        raise WrongValueError(f"must be one line without control characters, not {value!r}")
    return stripped


@reads(TEXT)
def text_or_nothing(value: object) -> str:
    """Read a text of one line, or an empty one: it says that there is none."""
    return "" if value == "" else text(value)


@reads({"type": "boolean"})
def flag(value: object) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise must_be("true or false", value)
    return value


def number(least: int, most: int) -> Reader[int]:
    """Read a whole number in a range."""

    @reads({"type": "integer", "minimum": least, "maximum": most})
    def read(value: object) -> int:
        if type(value) is not int:
            raise must_be("a whole number", value)
        if not least <= value <= most:
            raise WrongValueError(f"must be from {least} to {most}, not {value}")
        return value

    return read


def word_or(word: str, otherwise: Reader[T], said: str) -> Reader[T | None]:
    """Read *word*, which stands for None, or what *otherwise* reads; *said* is how that is called."""

    def read(value: object) -> T | None:
        if value == word:
            return None
        if isinstance(value, str) and said:
            raise must_be(f'{said} or "{word}"', value)
        return otherwise(value)

    return Reader(
        read,
        lambda: {"oneOf": [otherwise.schema(), {"const": word}]},
        lambda value: word if value is None else otherwise.tell(value),
    )


def one_of(choices: type[E]) -> Reader[E]:
    """Read the value of an enumeration."""
    values = [str(choice) for choice in choices]

    @reads({"enum": values}, str)
    def read(value: object) -> E:
        if isinstance(value, str) and value in values:
            return choices(value)
        guess = suggestion(value, values) if isinstance(value, str) else ""
        offer = " or ".join(f'"{each}"' for each in values)
        raise WrongValueError(f"must be {offer}, not {shown(value)}{guess}")

    return read


def name_among(value: object, names: Iterable[str], otherwise: str = "") -> str:
    """Read one of some names; *otherwise* is what else could stand there."""
    name, there = text(value), tuple(names)
    if name not in there:
        offer = ", ".join(f'"{each}"' for each in there) + (otherwise and f", or {otherwise}")
        said = f"must be one of {offer}, not {shown(name)}"
        raise WrongValueError(f"{said}{suggestion(name, there)}")
    return name


def list_of(read: Reader[T]) -> Reader[tuple[T, ...]]:
    """Read a list, each entry by *read*; all wrong entries are named."""

    def read_list(value: object) -> tuple[T, ...]:
        if not isinstance(value, list | tuple):
            raise must_be("a list such as [...]", value)
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

    return Reader(
        read_list,
        lambda: {"type": "array", "items": read.schema()},
        lambda values: [read.tell(each) for each in values],
    )


@reads({"type": "object"})
def mapping(value: object) -> Mapping[str, object]:
    """Read a table."""
    if not isinstance(value, Mapping):
        raise must_be("a table", value)
    return value


def table_of(describe: Callable[[TomlTable], object]) -> Reader[Mapping[str, object]]:
    """Read a table whose keys *describe* reads."""

    def schema() -> Schema:
        empty = TomlTable({})
        describe(empty)
        return empty.schema

    return Reader(mapping.read, schema)


def tables_of(describe: Callable[[TomlTable], object]) -> Reader[tuple[Mapping[str, object], ...]]:
    """Read what [[double brackets]] make; *describe* reads the keys of each."""
    each = list_of(table_of(describe))

    def read(value: object) -> tuple[Mapping[str, object], ...]:
        if isinstance(value, Mapping):
            raise WrongValueError("needs double brackets: [[...]] for each of them")
        return each(value)

    return Reader(read, each.schema)


plain_tables = tables_of(lambda _: None)
"""Reads double brackets as they stand."""

_DURATION = re.compile(r"(\d{1,6})\s*([smhd])", re.ASCII)
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def as_duration(length: timedelta) -> str:
    """Return *length* as a table says it: `36h`.

    >>> as_duration(timedelta(hours=36)), as_duration(timedelta(0)), as_duration(timedelta(days=5))
    ('36h', '0h', '5d')
    """
    seconds = int(length.total_seconds())
    units = (("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1))
    name, size = next((unit for unit in units if seconds and seconds % unit[1] == 0), units[1])
    return f"{seconds // size}{name}"


def duration(*, least: timedelta = timedelta(0)) -> Reader[timedelta]:
    """Read `60s`, `5m`, `12h` or `7d`."""

    @reads({"type": "string", "pattern": r"^\s*[0-9]{1,6}\s*[smhd]\s*$"}, as_duration)
    def read(value: object) -> timedelta:
        found = _DURATION.fullmatch(value.strip()) if isinstance(value, str) else None
        if found is None:
            raise must_be('a duration such as "60s", "5m", "12h", "7d"', value)
        length = timedelta(**{_UNITS[found[2]]: int(found[1])})
        if length < least:
            raise must_be(f'at least "{least // timedelta(seconds=1)}s"', value)
        return length

    return read


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


def as_toml(value: object) -> str:
    """Return a value as a table says it.

    >>> as_toml({"1": 2, "16": 1}), as_toml(["lot"])
    ('{ 1 = 2, 16 = 1 }', '["lot"]')
    """
    match value:
        case Mapping():
            return f"{{ {', '.join(f'{key} = {as_toml(each)}' for key, each in value.items())} }}"
        case list():
            return f"[{', '.join(map(as_toml, value))}]"
        case _:
            return shown(value)
