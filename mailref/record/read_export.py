"""What exports of the first form tell, as values: their shape, and every fault in it named by its place.

Nothing of it is believed: `verify` decides all anew and compares. So only that stands here of which something
is made, or which is taken over; what follows from it is looked at when it is compared.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import Meta, Struct

from mailref.games.events import WordRuled
from mailref.games.table_reader import KeyFault
from mailref.record import script
from mailref.record.as_json import Json
from mailref.tiles.board import ALPHABET, BLANK

Difference = script.Difference
T = TypeVar("T")


class NotAnExportError(ValueError):
    """What was given is no export; the message names the key and what is wrong with it."""


Switches = Mapping[str, Any]
"""Switches as written; those who know them judge them."""
Instant = Annotated[datetime, Meta(tz=True)]
"""A time with an offset."""

SQUARE: Final = "(?:[A-O](?:1[0-5]|[1-9])|(?:1[0-5]|[1-9])[A-O])"
"""The pattern of a square's name."""
WORD: Final = f"[{ALPHABET}]+"
"""The pattern of a word."""
Word = Annotated[str, Meta(pattern=f"^{WORD}$")]
Tiles = Annotated[str, Meta(pattern=f"^[{ALPHABET}{BLANK}]*$")]


class ExportedLexicon(Struct, frozen=True):
    """The word list, told apart from others by its hash."""

    name: str
    sha256: str


class Beginning(Struct, frozen=True, kw_only=True):
    """What every game tells of how it began."""

    game: str
    title: str
    variant: str
    rules: Switches
    commitment: str
    lexicon: ExportedLexicon

    @property
    def opened(self) -> dict[str, Any]:
        """Return what the first event of each kind of game holds of it."""
        return {
            "id": self.game,
            "title": self.title,
            "variant": self.variant,
            "commitment": self.commitment,
            "lexicon": self.lexicon.name,
            "lexicon_sha256": self.lexicon.sha256,
        }


class Ruling(Struct, frozen=True):
    """A word that was decided; `accepted` is null where a decision was taken back."""

    word: str
    accepted: bool | None
    round: int
    by: str
    because: str

    @property
    def made(self) -> WordRuled:
        """Return it as an event."""
        return WordRuled(self.word, self.accepted, self.by, self.because)


def read_as(shape: type[T], value: Json) -> T:
    """Return *value* in a shape; NotAnExportError names the first key that is missing or wrong."""
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as wrong:
        raise NotAnExportError(_said_of(str(wrong))) from None
    except UnicodeEncodeError:
        raise NotAnExportError("the file holds half a character") from None


def checked(rules: T, faults: Sequence[KeyFault], place: str = "rules") -> T:
    """Return the rules that switches make; NotAnExportError names one that is wrong."""
    for each in faults:
        raise NotAnExportError(f"{place}.{each.key}: {each.message}")
    return rules


def _said_of(wrong: str) -> str:
    """Return where the fault stands (`rounds[2].entries[0].points`), then what it is."""
    fault, _, found = wrong.partition(" - at `")
    place = found.rstrip("`").removeprefix("$").removeprefix(".")
    if fault.startswith(_MISSING):
        return f"{place}.{fault.removeprefix(_MISSING).rstrip('`')} is missing".removeprefix(".")
    said = next(
        (f"must be {said}" for begin, said in _WANTED.items() if fault.startswith(begin)), fault
    )
    return f"{place or 'the file'} {said}"


_MISSING: Final = "Object missing required field `"
_WANTED: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{
            f"Expected `str` matching regex '^{pattern}$'".replace("\\", "\\\\"): said
            for pattern, said in (
                (SQUARE, "a square of the board"),
                (WORD, "letters of the game"),
                (f"[{ALPHABET}{BLANK}]*", "tiles of the game"),
            )
        },
        "Expected `str` matching regex": "a move such as M9s BEHAUE M11=?",
        "Expected `int": "a whole number",
        "Expected `str": "a text",
        "Expected `bool": "true or false",
        "Expected `array": "a list",
        "Expected `object": "an object",
        "Expected `datetime": "a time such as 2026-12-11T20:00:00+01:00",
        "Invalid RFC3339": "a time such as 2026-12-11T20:00:00+01:00",
        "Invalid enum value": "what the rules know",
    }
)
