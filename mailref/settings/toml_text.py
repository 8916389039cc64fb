"""The text of a settings file: TOML with dates as people write them, the line of each key; a first file.

TOML itself knows `2026-12-11T20:00:00` alone; `11.12.2026 20:00` and `2026-12-11 20:00` are put in
quotes before it is parsed, in no line that TOML can read as it stands. A first file is made of a few answers.
"""

import json
import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import cache, cached_property
from types import MappingProxyType

from msgspec import Struct

from mailref.languages import FORMATS, PROVIDERS, read
from mailref.orders.shapes import folded
from mailref.tiles.when_used import regex

Path = tuple[str | int, ...]
"""Where a value stands: `("game", 0, "rules", "letters")`."""

_AT_LINE = re.compile(r" \(at line (\d+), column (\d+)\)")
# What is not closed in its line ends with it: TOML says so itself.
_QUOTED = r"\"(?:\\.|[^\"\\])*+(?:\"|\\?$)|'[^']*+(?:'|$)|#.*"
_CLOCK = r"\d{1,2}(?:[:.]\d{2}(?![\d.])(?:\s*+Uhr)?|\s*+Uhr)"
_DATE = (
    rf"\d{{1,2}}\.\s?\d{{1,2}}\.\s?\d{{4}}(?:(?:\s*+,)?\s++(?:um\s++)?{_CLOCK})?"
    r"|\d{4}-\d{2}-\d{2}[T ]\d{1,2}:\d{2}(?![:\d])(?:Z|[+-]\d{2}:\d{2})?"
)
_BARE = regex(rf"(?P<other>{_QUOTED})|(?<![\w.:+-])(?P<date>{_DATE})(?![\w:])")
_PART = regex(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
    r"|#[^\n]*|\n|[\[\]{}=]|[^\s\[\]{}=#\"']+|[^\S\n]+",
    re.DOTALL,
)
_OPENING, _CLOSING = frozenset("[{"), frozenset("]}")


class Lines(Struct, frozen=True, dict=True):
    """In which line each table and key of a right text stands, counted from 1: looked for once one is asked for."""

    text: str = ""

    @cached_property
    def known(self) -> Mapping[Path, int]:
        """Return the line of each table and key."""
        return MappingProxyType(dict(_lines(self.text)))

    def of(self, path: Path) -> int | None:
        """Return the line of a key, else of the table it belongs in; None: of neither."""
        while path and path not in self.known:
            path = path[:-1]
        return self.known.get(path)


class TomlTextError(ValueError):
    """A text is no TOML; the message says where: `line 3, column 5: expected '=' after a key`."""


def parse(written: str) -> tuple[Mapping[str, object], Lines]:
    """Return what a settings file says, and where each of it stands."""
    # Some editors write an umlaut as two code points; names must be the same either way.
    text = unicodedata.normalize("NFC", written).replace("\r\n", "\n")
    seen: set[int] = set()
    while True:
        try:
            return tomllib.loads(text), Lines(text)
        except tomllib.TOMLDecodeError as wrong:
            found = _AT_LINE.search(str(wrong))
            number = int(found[1]) if found else 0
            if number in seen or not number:
                raise TomlTextError(_place_first(str(wrong))) from wrong
            seen.add(number)
            text = _with_dates_quoted(text, number)


def _with_dates_quoted(text: str, number: int) -> str:
    """Return *text* with every date of a line in quotes."""
    lines = text.split("\n")
    if number <= len(lines):
        lines[number - 1] = _BARE.sub(
            lambda found: found["other"] or f'"{found["date"]}"', lines[number - 1]
        )
    return "\n".join(lines)


def _place_first(message: str) -> str:
    found = _AT_LINE.search(message)
    if found is None:
        return message
    what = _AT_LINE.sub("", message)
    return f"line {found[1]}, column {found[2]}: {what[:1].lower()}{what[1:]}"


def _lines(text: str) -> Iterator[tuple[Path, int]]:
    """Yield each table and key of a right text with its line, the first one last."""
    found: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    for number, parts in _statements(text):
        if parts[0] == "[":
            is_array = parts[1] == "["
            table = _entered(_keys("".join(parts).strip("[] \t")), counts, is_array=is_array)
            keys: Path = ()
            if is_array:
                found.setdefault(table[:-1], number)
        else:
            keys = _keys("".join(parts[: parts.index("=")]))
        for end in range(1 if keys else 0, len(keys) + 1):
            found.setdefault((*table, *keys[:end]), number)
    yield from found.items()


def _statements(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each statement in its parts, without comments, with the line on which it begins."""
    number, begun, depth = 1, 1, 0
    parts: list[str] = []
    for found in _PART.finditer(text):
        part = found[0]
        if part == "\n" and depth == 0:
            if parts:
                yield begun, parts
            parts = []
        elif not part.isspace() and not part.startswith("#"):
            begun = begun if parts else number
            parts.append(part)
            depth += (part in _OPENING) - (part in _CLOSING)
        number += part.count("\n")
    if parts:
        yield begun, parts


_ONE_WORD = re.compile(r"[ \t]*[A-Za-z0-9_-]+[ \t]*")


def _keys(written: str) -> Path:
    """Return the parts of `scores."Max Mustermann"`; most keys are a word and no more."""
    if _ONE_WORD.fullmatch(written):
        return (written.strip(" \t"),)
    found: list[str] = []
    table: object = tomllib.loads(f"{written} = 0")
    while isinstance(table, dict):
        ((key, table),) = table.items()
        found.append(key)
    return tuple(found)


def _entered(names: Path, counts: dict[Path, int], *, is_array: bool) -> Path:
    """Return the path of a table by its header: within the newest of each array on its way."""
    path: Path = ()
    for place, name in enumerate(names, start=1):
        path = (*path, name)
        if is_array and place == len(names):
            counts[path] = counts.get(path, 0) + 1
        if path in counts:
            path = (*path, counts[path] - 1)
    return path


_FRIDAY = 4


class Provider(Struct, frozen=True):
    """Where a provider's servers are, and the domains of its addresses, as the beginnings of their names."""

    domains: tuple[str, ...]
    imap: str
    smtp: str


class Providers(Struct, frozen=True, forbid_unknown_fields=True):
    """What `data/providers.toml` says."""

    mailboxes: dict[str, Provider]
    consents: dict[str, dict[str, str]]
    """Where they are asked for a consent: the keys of [mail.oauth2]."""


@cache
def providers() -> Providers:
    """Return the providers that the program knows."""
    return read(PROVIDERS, Providers)


ELSEWHERE = "other"


def provider_of(address: str) -> str:
    """Return the provider of an address, or that it is another one."""
    domain = address.rpartition("@")[2].lower()
    known = providers().mailboxes.items()
    return next((name for name, each in known if domain.startswith(each.domains)), ELSEWHERE)


def write_toml(template: str, **values: object) -> str:
    """Return the text of a template with every value written as TOML."""
    from jinja2 import Environment, StrictUndefined  # noqa: PLC0415  a first file is written once

    environment = Environment(
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701  TOML, not HTML: `finalize` quotes every value
        finalize=as_toml,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.from_string(template).render(values)


class FileComment(Struct, frozen=True):
    """What is said to the reader of a file, each line of it a comment."""

    text: str


class Inline(Struct, frozen=True):
    """A table that stands in the line of its key."""

    table: Mapping[str, str]


def as_toml(value: object) -> str:
    """Return a value as TOML writes it.

    >>> print(as_toml(("x", "y")))
    ["x", "y"]
    """
    match value:
        case str():
            # A JSON string is a TOML string, but for DEL, which JSON leaves as it is.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case datetime():
            return value.replace(microsecond=0).isoformat()
        case FileComment(text):
            return "\n".join(f"# {line}" for line in text.splitlines())
        case tuple():
            return f"[{', '.join(as_toml(each) for each in value)}]"
        case Inline(table):
            return f"{{ {', '.join(_as_lines(key, each) for key, each in table.items())} }}"
        case Mapping():
            return "\n".join(_as_lines(key, each) for key, each in value.items())
        case _:
            raise TypeError(f"{value!r} has no place in a first settings file")


def _as_lines(key: str, value: object) -> str:
    """Return a key with its value, or a table under its name."""
    is_table = isinstance(value, Mapping)
    return f"\n[{key}]\n{as_toml(value)}" if is_table else f"{key} = {as_toml(value)}"


def id_of(title: str) -> str:
    """Return an id for a game: the last word of its title, as `yerres` of `1-Zug-Scrabble Yerres`."""
    parts = [folded(part) for part in title.replace("-", " ").split()]
    ascii_parts = [part for part in parts if part.isascii() and part]
    return ascii_parts[-1][:40] if ascii_parts else "spiel"


def first_deadline(now: datetime) -> datetime:
    """Return the first Friday at 20:00 that is at least two weeks ahead."""
    day = now + timedelta(days=14)
    friday = day + timedelta(days=(_FRIDAY - day.weekday()) % 7)
    return friday.replace(hour=20, minute=0, second=0, microsecond=0, tzinfo=None)


def axes_for(switches: Mapping[str, object], language: str) -> str | None:
    """Return what the letters of squares name where players of a language know another way than the variant.

    None where they know the same, and where the area of the first word is named by the variant's own.
    """
    usual, wanted = switches.get("axes"), FORMATS[language].axes
    if not usual or wanted in ("", usual) or needs_area(switches):
        return None
    return wanted


def needs_area(switches: Mapping[str, object]) -> bool:
    """Tell whether games of a variant name the area of their first word (SB)."""
    return switches.get("start") == "named"
