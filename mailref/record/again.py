"""What every check of an export that is played again has in common: all but those of games in rounds.

What the rules make of it is compared, value by value, with what it says; the first difference ends it.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from types import ModuleType

from msgspec.structs import astuple
from rfc8785 import CanonicalizationError

from mailref.record import script
from mailref.record.compare import differences
from mailref.record.game_json import JsonObject, sha256_of
from mailref.record.read_export import Difference, NotAnExportError
from mailref.record.round_json import Json
from mailref.record.verify import Verified
from mailref.rules.chance import commitment
from mailref.rules.variant import FamilyName

_UNREADABLE = (KeyError, IndexError, TypeError, AttributeError, ValueError)


def checked(
    raw: Json,
    seed: bytes | None,
    family: FamilyName,
    play: Callable[[JsonObject, bytes | None], int],
) -> Verified | Difference:
    """Return the first difference between an export and what the rules make of it, or none.

    *seed* is that of a game which still runs and whose export tells all; one that has ended carries
    its own. *play* plays it again, and returns how many turns or rounds it had. NotAnExportError
    names what is no export.
    """
    if not isinstance(raw, dict):
        raise NotAnExportError("must be an object")
    export: JsonObject = raw
    try:
        own = None if export["seed"] is None else bytes.fromhex(export["seed"])
        seed = own if seed is None else seed
        if seed is not None:
            agree("commitment", commitment(seed), export["commitment"])
        played = play(export, seed)
        agree("sha256", _digest(export), export["sha256"])
        drawings = export.get("drawings", ())
        return Verified(
            played,
            with_chance=seed is not None,
            by_hand=tuple(each["number"] for each in drawings if each["by_hand"]),
            commitment=export["commitment"],
            family=family,
        )
    except UnlikeError as unlike:
        return unlike.difference
    except script.UnlikeError as unlike:
        return Difference(*astuple(unlike.difference))
    except _UNREADABLE as wrong:
        raise NotAnExportError(f"cannot be read: {wrong!r}") from wrong


def of_format_one(
    kind: ModuleType, *, tells_all: Callable[[JsonObject], bool]
) -> Callable[[JsonObject, bytes | None], int]:
    """Return what decides a game of one kind again by what an export of format 1 tells."""

    def play(export: JsonObject, seed: bytes | None) -> int:
        recorded = script.Script(kind.first(export), is_whole=False)
        kind.decide(recorded, seed)
        is_open = seed is not None or tells_all(export)
        anew = kind.told(recorded.decided, UTC, is_open=is_open)
        shown = {key: each for key, each in export.items() if key != "sha256"}
        for each in differences(anew, shown):
            raise script.UnlikeError(each)
        return sum(map(len, _turns(export)))

    return play


def _turns(export: JsonObject) -> list[list[object]]:
    """Return the turns of a game, or of each table and try of a league."""
    if "turns" in export:
        return [export["turns"]]
    tables = export["tables"] or ()
    return [each["turns"] for row in tables for each in row.get("tries", [row])]


class UnlikeError(Exception):
    """Something is not what the rules make of it."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.field)
        self.difference = difference


def agree(
    what: str,
    expected: object,
    found: object,
    number: int | None = None,
    player: str | None = None,
) -> None:
    """Let nothing be found but what is expected, in a turn or round: else UnlikeError."""
    if expected != found:
        raise UnlikeError(Difference(number, player, what, expected, found))


def _digest(export: JsonObject) -> str:
    """Return the hash of an export; NotAnExportError where it holds what has none."""
    try:
        return sha256_of(export)
    except (CanonicalizationError, TypeError) as wrong:
        raise NotAnExportError(str(wrong)) from wrong


def read_time(written: str) -> datetime:
    """Read a time with its zone."""
    found = datetime.fromisoformat(written)
    if found.tzinfo is None:
        raise NotAnExportError(f"{written!r} has no zone")
    return found.astimezone(UTC)
