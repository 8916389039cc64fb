"""The text of a settings file: TOML with dates as people write them, and the line of each key.

TOML itself knows `2026-12-11T20:00:00` alone; `11.12.2026 20:00` and `2026-12-11 20:00` are put in
quotes before it is parsed, in no line that TOML can read as it stands.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

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
_BARE = re.compile(rf"(?P<other>{_QUOTED})|(?<![\w.:+-])(?P<date>{_DATE})(?![\w:])")
_PART = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''
    r"|#[^\n]*|\n|[\[\]{}=]|[^\s\[\]{}=#\"']+|[^\S\n]+",
    re.DOTALL,
)
_OPENING, _CLOSING = frozenset("[{"), frozenset("]}")


@dataclass(frozen=True, slots=True)
class Lines:
    """In which line each table and key of a file stands, counted from 1."""

    known: Mapping[Path, int] = field(default_factory=lambda: MappingProxyType({}))

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
            return tomllib.loads(text), Lines(MappingProxyType(dict(_lines(text))))
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


def _keys(written: str) -> Path:
    """Return the parts of `scores."Max Mustermann"`."""
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
