"""Where an export is not what the rules make of it: the place, what was expected, what was found."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that is wrong; of no round, or of no player, where it belongs to none."""

    round: int | None
    player: str | None
    field: str
    """Where it stands in the round or in the player's row: `moves[0].plays[0].points`."""
    expected: object
    found: object


class Unlike(NamedTuple):
    """A difference of which only the field is known as yet."""

    field: str
    expected: object
    found: object

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
