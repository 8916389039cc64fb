"""Reading JSON key by key: a fault names the place, such as `rounds[2].entries[0].points`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from mailref.rules.verify.model import Json, NotAnExportError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Node:
    """A value in the JSON and where it stands."""

    value: Json
    path: str = ""

    def __getitem__(self, key: str) -> "Node":
        table = self.table
        path = f"{self.path}.{key}" if self.path else key
        if key not in table:
            raise NotAnExportError(f"{path} is missing")
        return Node(table[key], path)

    @property
    def table(self) -> Mapping[str, Json]:
        if not isinstance(self.value, dict):
            raise self._wrong("an object")
        return self.value

    @property
    def nodes(self) -> tuple["Node", ...]:
        """Return the members of a list."""
        if not isinstance(self.value, list):
            raise self._wrong("a list")
        return tuple(Node(each, f"{self.path}[{i}]") for i, each in enumerate(self.value))

    @property
    def number(self) -> int:
        if type(self.value) is not int:  # True is an int for isinstance
            raise self._wrong("a whole number")
        return self.value

    @property
    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self._wrong("a text")
        return self.value

    @property
    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            raise self._wrong("true or false")
        return self.value

    @property
    def time(self) -> datetime:
        try:
            found = datetime.fromisoformat(self.text)
        except ValueError:
            raise self._wrong("a time such as 2026-12-11T20:00:00+01:00") from None
        if found.tzinfo is None:
            raise self._wrong("a time with an offset")
        return found

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(each.text for each in self.nodes)

    def optional(self, read: Callable[["Node"], T]) -> T | None:
        """Return what *read* makes of it, or None for null."""
        return None if self.value is None else read(self)

    def each(self, read: Callable[["Node"], T]) -> tuple[T, ...]:
        """Return what *read* makes of each member of a list."""
        return tuple(read(node) for node in self.nodes)

    def _wrong(self, wanted: str) -> NotAnExportError:
        return NotAnExportError(f"{self.path or 'the file'} must be {wanted}")
