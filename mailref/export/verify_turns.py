"""The check of a game in turns: an export, and another made of what it says was done, compared (classic 12).

Every value that differs is named by its place; with the seed so is every draw, lot and receipt.
"""

from collections.abc import Iterator
from typing import Any

from mailref.export.again import UnlikeError, checked, read_time
from mailref.export.game_json import JsonObject
from mailref.export.read_export import Difference
from mailref.export.round_json import Json
from mailref.export.turns_retold import Retold
from mailref.export.verify import Verified
from mailref.rules.variant import FamilyName

_TIMES = frozenset({"at", "began", "received", "ended_at"})


def verify_turns(raw: Json, seed: bytes | None = None) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, as `checked` does."""
    return checked(raw, seed, FamilyName.TURNS, _play_again)


def _play_again(export: JsonObject, seed: bytes | None) -> int:
    anew = Retold(export, seed).export()
    shown = {key: each for key, each in export.items() if key != "sha256"}
    for different in _differences(anew, _in_utc(shown)):
        raise UnlikeError(different)
    return len(export["turns"])


def _in_utc(value: Any, key: str = "") -> Any:
    """Return an export with every time in UTC: the zone it is told in says nothing."""
    match value:
        case dict():
            return {name: _in_utc(each, name) for name, each in value.items()}
        case list():
            return [_in_utc(each, key) for each in value]
        case str() if key in _TIMES:
            return read_time(value).isoformat()
        case _:
            return value


def _differences(expected: Any, found: Any) -> Iterator[Difference]:
    """Yield where two exports differ: a turn or a drawing is named by its number and player."""
    for path, one, other in _unlike(expected, found, ()):
        number, player = None, None
        if path[:1] == ("turns",) and len(path) > 1:
            row = expected["turns"][path[1]]
            number, player = row["number"], row["player"]
        yield Difference(number, player, _name(path[2:] if player else path), one, other)


_Path = tuple[Any, ...]


def _unlike(expected: Any, found: Any, path: _Path) -> Iterator[tuple[_Path, Any, Any]]:
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in dict.fromkeys((*expected, *found)):
            if key not in found or key not in expected:
                yield (*path, key), expected.get(key), found.get(key)
            else:
                yield from _unlike(expected[key], found[key], (*path, key))
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for at, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from _unlike(one, other, (*path, at))
    elif expected != found or type(expected) is not type(found):
        yield path, expected, found


def _name(path: _Path) -> str:
    """Return `drawings[3].receipt`."""
    shown = "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in path)
    return shown.removeprefix(".")
