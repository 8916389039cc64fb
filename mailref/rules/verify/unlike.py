"""Where two values part: the first field that is unlike, by its path in the export."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import NamedTuple

from mailref.rules.verify.model import Difference, Fact


class Unlike(NamedTuple):
    """A field (`moves[0].plays[0].points`) with what was expected and what stands there."""

    field: str
    expected: Fact
    found: Fact

    def at(self, number: int | None, player: str | None = None) -> Difference:
        """Return it as the difference of a round, or of a player in it."""
        return Difference(number, player, self.field, self.expected, self.found)


def unlike(expected: object, found: object, path: str = "") -> Iterator[Unlike]:
    """Yield every place where two values of the same shape differ, in the order of their fields."""
    if is_dataclass(expected) and type(expected) is type(found):
        for field in fields(expected):
            inner = f"{path}.{field.name}" if path else field.name
            yield from unlike(getattr(expected, field.name), getattr(found, field.name), inner)
    elif (
        isinstance(expected, tuple)
        and isinstance(found, tuple)
        and len(expected) == len(found)
        and any(is_dataclass(each) for each in expected)
    ):
        for index, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from unlike(one, other, f"{path}[{index}]")
    elif expected != found:
        yield Unlike(path, expected, found)
