"""Two exports of one game value by value: what differs is named by its round or turn, its player and its place."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mailref.record.script import Difference


class _Place(Struct, frozen=True):
    """Where a value stands."""

    number: int | None = None
    player: str | None = None
    path: str = ""

    def within(self, key: str) -> "_Place":
        return replace(self, path=f"{self.path}.{key}" if self.path else key)

    def at(self, index: int, row: object) -> "_Place":
        """Return the place of a row: a round or a turn by its number, what is a player's by his name."""
        path = f"{self.path}[{index}]"
        if not isinstance(row, dict):
            return replace(self, path=path)
        number, player = row.get("number"), row.get("player")
        if self.path in _NUMBERED and isinstance(number, int):
            return _Place(number, player if isinstance(player, str) else self.player)
        if self.player is None and isinstance(player, str):
            return _Place(self.number, player, "" if self.number is not None else path)
        return replace(self, path=path)


_NUMBERED = ("rounds", "turns")
"""Where the rows are rounds or turns; a drawing has a number of its own."""


def differences(expected: Any, found: Any) -> Iterator[Difference]:
    """Yield where *found* is not *expected*, both as JSON has them; a time in another zone is the same."""
    for place, one, other in _unlike(expected, found, _Place()):
        yield Difference(place.number, place.player, place.path, one, other)


def _unlike(expected: Any, found: Any, place: _Place) -> Iterator[tuple[_Place, Any, Any]]:
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in dict.fromkeys((*expected, *found)):
            if key not in found or key not in expected:
                yield place.within(key), expected.get(key), found.get(key)
            else:
                yield from _unlike(expected[key], found[key], place.within(key))
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for at, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from _unlike(one, other, place.at(at, one))
    elif (expected != found or type(expected) is not type(found)) and not _one_time(
        expected, found
    ):
        yield place, expected, found


def _one_time(expected: object, found: object) -> bool:
    """Tell whether two texts are one moment: the zone that it is told in says nothing."""
    if not (isinstance(expected, str) and isinstance(found, str)):
        return False
    try:
        one, other = datetime.fromisoformat(expected), datetime.fromisoformat(found)
    except ValueError:
        return False
    return one.tzinfo is not None and other.tzinfo is not None and one == other
