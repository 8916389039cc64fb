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
from mailref.games.rounds.past_rounds import Made
from mailref.games.rounds.results import EntryStatus
from mailref.games.rounds.ties import Lot
from mailref.games.table_reader import KeyFault
from mailref.record import script
from mailref.record.game_json import SealedReport
from mailref.record.round_json import Json
from mailref.tiles.board import ALPHABET, BLANK, Direction

Difference = script.Difference
T = TypeVar("T")


class NotAnExportError(ValueError):
    """What was given is no export; the message names the key and what is wrong with it."""


Switches = Mapping[str, Any]
"""Switches as written; those who know them judge them."""
Instant = Annotated[datetime, Meta(tz=True)]
"""A time with an offset."""

_SQUARE: Final = "(?:[A-O](?:1[0-5]|[1-9])|(?:1[0-5]|[1-9])[A-O])"
_WORD: Final = f"[{ALPHABET}]+"
_PLAY: Final = rf"{_SQUARE}[a-z]? {_WORD}(?: {_SQUARE}=\?)*"
SquareName = Annotated[str, Meta(pattern=f"^{_SQUARE}$")]
Word = Annotated[str, Meta(pattern=f"^{_WORD}$")]
Tiles = Annotated[str, Meta(pattern=f"^[{ALPHABET}{BLANK}]*$")]
MoveName = Annotated[str, Meta(pattern=f"^{_PLAY}(?:; {_PLAY})*(?: <> {_SQUARE})*$")]


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


class ExportedWord(Struct, frozen=True):
    """A word formed."""

    word: str
    points: int
    verdict: str


class ExportedPlay(Struct, frozen=True):
    """A play with the words it forms."""

    square: SquareName
    direction: Direction
    word: Word
    blanks: tuple[SquareName, ...]
    words: tuple[ExportedWord, ...]
    points: int


class ExportedFault(Struct, frozen=True):
    """What is wrong with a move, and where in the player's text it stands."""

    code: str
    line: int
    column: int
    text: str


class ExportedMove(Struct, frozen=True):
    """A move object of contract 3."""

    swaps: tuple[SquareName, ...]
    plays: tuple[ExportedPlay, ...]
    faults: tuple[ExportedFault, ...]
    claimed: int | None


class Adjustment(Struct, frozen=True):
    """A correction; `order` counts those of the game."""

    points: int
    order: int
    because: str


class ExportedRow(Struct, frozen=True):
    """Who has a total after a round."""

    player: str
    adjustments: tuple[Adjustment, ...]


class ExportedEntry(ExportedRow, frozen=True):
    """A player's row of a round in which he takes part."""

    received: Instant | None
    moves: tuple[ExportedMove, ...]
    counts: int | None
    status: EntryStatus


class ExportedLaid(Struct, frozen=True):
    """Who found the move that was laid, and a lot by which it was chosen."""

    players: tuple[str, ...]
    lot: Lot | None


class ExportedTop(Struct, frozen=True):
    """The best moves that were possible, as text: `M9s BEHAUE M11=?`."""

    points: int
    exact: bool
    moves: tuple[MoveName, ...]


class MixedWord(Struct, frozen=True):
    """A player's word for draws and lots, under the name he had then."""

    player: str
    word: str


class ExportedDraw(Struct, frozen=True):
    """Letters drawn for a round."""

    drawn: Tiles
    redraws: int
    by_hand: bool
    corrected: bool
    anew: tuple[str, ...] = ()
    """Why they were drawn anew, once for each time. Version 0.2.0 did not know that."""
    mix: tuple[MixedWord, ...] | None = None
    """What was mixed into draws and lots of that round; None where the seed alone decides."""


class ExportedRound(Struct, frozen=True, kw_only=True):
    """A round, closed or open."""

    number: int
    letters: Tiles
    deadline: Instant | None
    closed: Instant | None
    final: bool
    early: bool
    reopened: int
    rules: Switches
    rulings: int
    entries: tuple[ExportedEntry, ...]
    former: tuple[ExportedRow, ...]
    laid: ExportedLaid | None
    top: ExportedTop | None
    draw: ExportedDraw | None
    undecided: tuple[str, ...]
    policy: str | None
    deadlines: tuple[Instant | None, ...] | None = None
    """The ZATs of the round in order; the last one is `deadline`. Version 0.2.0 did not say."""
    paused: bool = False
    """Whether the clock stood still for a while."""

    @property
    def zats(self) -> tuple[Instant | None, ...]:
        """Return the ZATs of the round, as far as they are known."""
        return self.deadlines or (self.deadline,)

    @property
    def rows(self) -> tuple[ExportedRow, ...]:
        """Return all who have a total after the round."""
        return (*self.entries, *self.former)


class Joining(ExportedRow, frozen=True, kw_only=True):
    """A player as he came into the game."""

    round: int
    base: int
    missed: int
    late: bool
    among: tuple[str, ...]
    corrections: int
    reopened: int
    fixed: Made | None = None
    """None where the base is as it was when he came."""

    @property
    def based_on(self) -> Made:
        """Return what had been decided when his base was told last."""
        return self.fixed or Made(self.corrections, self.reopened)


class ExportedStart(Struct, frozen=True):
    """What a game that was taken over began with."""

    round: int
    board: tuple[str, ...]


class Export(Beginning, frozen=True, kw_only=True):
    """A whole game in rounds."""

    start: ExportedStart | None
    """None where the game was not taken over."""
    finished: bool
    ended: str | None
    seed: str | None
    rulings: tuple[Ruling, ...]
    players: tuple[Joining, ...]
    first_draw: ExportedDraw | None
    rounds: tuple[ExportedRound, ...]
    reports: tuple[SealedReport, ...] | None = None
    """None in an export of version 0.2.0, whose reports carried no hash."""


def read_export(value: Json) -> Export:
    """Return the export of a game in rounds in *value*."""
    return read_as(Export, value)


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
                (_SQUARE, "a square of the board"),
                (_WORD, "letters of the game"),
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
