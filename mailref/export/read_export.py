"""An export as values: its shape (contract 4), every fault named by its place, every difference shown.

Nothing of it is believed here or later: `verify` derives everything anew and compares.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, NamedTuple, get_origin

from cattrs import Converter
from cattrs.cols import homogenous_tuple_structure_factory, mapping_structure_factory
from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ClassValidationError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn

from mailref.export.game_json import SealedReport
from mailref.export.round_json import Json
from mailref.rules.board import Board
from mailref.value_classes import dataclass


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
    if expected == found:
        return
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
    else:
        yield Unlike(path, expected, found)


class NotAnExportError(ValueError):
    """What was given is no export; the message names the key and what is wrong with it."""


Switches = Mapping[str, object]
"""Switches as written; `read_rules` judges them."""


@dataclass(frozen=True, slots=True)
class ExportedWord:
    """A word formed."""

    word: str
    points: int
    verdict: str


@dataclass(frozen=True, slots=True)
class ExportedPlay:
    """A play with the words it forms."""

    square: str
    direction: str
    word: str
    blanks: tuple[str, ...]
    words: tuple[ExportedWord, ...]
    points: int


@dataclass(frozen=True, slots=True)
class ExportedFault:
    """What is wrong with a move, and where in the player's text it stands."""

    code: str
    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class ExportedMove:
    """A move object of contract 3."""

    swaps: tuple[str, ...]
    plays: tuple[ExportedPlay, ...]
    faults: tuple[ExportedFault, ...]
    status: str
    formula: str | None
    points: int | None
    claimed: int | None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A correction; `order` counts those of the game."""

    points: int
    order: int
    because: str


@dataclass(frozen=True, slots=True)
class ExportedEntry:
    """A player's row of a round."""

    player: str
    received: datetime | None
    moves: tuple[ExportedMove, ...]
    counts: int | None
    status: str
    move: ExportedMove | None
    square: str | None
    direction: str | None
    word: str | None
    formula: str | None
    faults: tuple[ExportedFault, ...]
    points: int
    base: int
    deduction: int
    adjustments: tuple[Adjustment, ...]
    total: int
    rank: int


@dataclass(frozen=True, slots=True)
class FormerPlayer:
    """Who has a total but took no part in a round."""

    player: str
    adjustments: tuple[Adjustment, ...]
    total: int
    rank: int


@dataclass(frozen=True, slots=True)
class ExportedLot:
    """A lot that chose between equal moves."""

    purpose: str
    choices: tuple[str, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class ExportedLaid:
    """The move that was laid, who found it, and by which rules it won the tie."""

    move: ExportedMove
    players: tuple[str, ...]
    tie: tuple[str, ...]
    lot: ExportedLot | None


@dataclass(frozen=True, slots=True)
class ExportedTop:
    """The best moves that were possible, as text: `M9s BEHAUE M11=?`."""

    points: int
    exact: bool
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MixedWord:
    """A player's word for draws and lots, under the name he had then."""

    player: str
    word: str


@dataclass(frozen=True, slots=True)
class ExportedDraw:
    """Letters drawn for a round."""

    round: int
    drawn: str
    returned: str
    redraws: int
    relaxed: bool
    by_hand: bool
    corrected: bool
    anew: tuple[str, ...] = ()
    """Why they were drawn anew, once for each time. Version 0.2.0 did not know that."""
    mix: tuple[MixedWord, ...] | None = None
    """What was mixed into draws and lots of that round; None where the seed alone decides."""


@dataclass(frozen=True, slots=True)
class ExportedRound:
    """A round, closed or open."""

    number: int
    letters: str
    deadline: datetime | None
    closed: datetime | None
    final: bool
    early: bool
    reopened: int
    rules: Switches
    rulings: int
    entries: tuple[ExportedEntry, ...]
    former: tuple[FormerPlayer, ...]
    laid: ExportedLaid | None
    top: ExportedTop | None
    drawn: str
    draw: ExportedDraw | None
    bag: int
    cleared: bool
    undecided: tuple[str, ...]
    policy: str | None
    board: Board
    deadlines: tuple[datetime | None, ...] | None = None
    """The ZATs of the round in order; the last one is `deadline`. Version 0.2.0 did not say."""
    paused: bool = False
    """Whether the clock stood still for a while."""

    @property
    def zats(self) -> tuple[datetime | None, ...]:
        """Return the ZATs of the round, as far as they are known."""
        return (self.deadline,) if self.deadlines is None else self.deadlines

    @property
    def rows(self) -> tuple[ExportedEntry | FormerPlayer, ...]:
        """Return all who have a total after the round."""
        return (*self.entries, *self.former)


@dataclass(frozen=True, slots=True)
class JoiningFixed:
    """What had been decided in the game, counted, when a late joiner's base was told anew."""

    corrections: int
    reopened: int


@dataclass(frozen=True, slots=True)
class Joining:
    """A player as he came into the game."""

    player: str
    round: int
    base: int
    missed: int
    late: bool
    among: tuple[str, ...]
    corrections: int
    reopened: int
    adjustments: tuple[Adjustment, ...]
    fixed: JoiningFixed | None = None
    """None where the base is as it was when he came."""

    @property
    def based_on(self) -> JoiningFixed:
        """Return what had been decided when his base was told last."""
        return self.fixed or JoiningFixed(self.corrections, self.reopened)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A word that was decided; `accepted` is null where a decision was taken back."""

    word: str
    accepted: bool | None
    round: int
    by: str
    because: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the final table."""

    rank: int
    player: str
    points: int


@dataclass(frozen=True, slots=True)
class ExportedTile:
    """How many of a letter the game has, and what it is worth."""

    count: int
    value: int


@dataclass(frozen=True, slots=True)
class ExportedStart:
    """What a game that was taken over began with."""

    round: int
    board: Board


@dataclass(frozen=True, slots=True)
class ExportedLexicon:
    """The word list, told apart from others by its hash."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Export:
    """A whole game as exported."""

    game: str
    title: str
    variant: str
    rules: Switches
    tiles: Mapping[str, ExportedTile]
    start: ExportedStart | None
    """None where the game was not taken over."""
    finished: bool
    ended: str | None
    commitment: str
    seed: str | None
    lexicon: ExportedLexicon
    rulings: tuple[Ruling, ...]
    players: tuple[Joining, ...]
    first_draw: ExportedDraw | None
    rounds: tuple[ExportedRound, ...]
    standings: tuple[Standing, ...]
    sha256: str
    reports: tuple[SealedReport, ...] | None = None
    """None in an export of version 0.2.0, whose reports carried no hash."""

    @property
    def is_taken_over(self) -> bool:
        """Tell whether the game began elsewhere."""
        return self.start is not None

    @property
    def first_round(self) -> int:
        """Return the number of the first round played here."""
        return self.start.round if self.start else 1

    @property
    def first_board(self) -> Board:
        """Return what lay on the board when it began."""
        return self.start.board if self.start else Board()


def read_export(value: Json) -> Export:
    """Return the export in *value*; NotAnExportError names the first key that is missing or wrong."""
    try:
        return _CONVERTER.structure(value, Export)
    except (ValueError, BaseValidationError) as wrong:
        place, fault = _first_fault(wrong)
        raise NotAnExportError(f"{place or 'the file'} {fault}") from None


def read_move(value: Json) -> ExportedMove:
    """Return a move object of contract 3 that was made here."""
    return _CONVERTER.structure(value, ExportedMove)


def _first_fault(wrong: BaseException, place: str = "") -> tuple[str, str]:
    """Return where the first fault stands (`rounds[2].entries[0].points`), and what it is."""
    if isinstance(wrong, ClassValidationError | IterableValidationError):
        inner, note = wrong.group_exceptions()[0][0]
        return _first_fault(inner, _inside(place, note))
    return place, "is missing" if isinstance(wrong, KeyError) else str(wrong)


def _inside(place: str, note: AttributeValidationNote | IterableValidationNote) -> str:
    key = note.name if isinstance(note, AttributeValidationNote) else note.index
    if isinstance(key, int):
        return f"{place}[{key}]"
    return f"{place}.{key}" if place else key


Shape = Any
"""A type as cattrs sees it: a class, or `tuple[str, ...]`."""
FromJson = Callable[[Any, Shape], Any]
"""Makes a value of that type of JSON; ValueError says what the JSON must be."""
Maker = Callable[[Shape, Converter], FromJson]


def _only(kind: type, wanted: str, read: FromJson) -> FromJson:
    """Return *read* for JSON of one *kind*: nothing is converted, and True is no number."""

    def checked(value: Json, shape: Shape) -> object:
        if type(value) is not kind:
            raise ValueError(f"must be {wanted}")
        return read(value, shape)

    return checked


def _checking(
    kind: type, wanted: str, maker: Maker, shape: Shape, converter: Converter
) -> FromJson:
    """Return what *maker* makes for *shape*, for JSON of one *kind*."""
    return _only(kind, wanted, maker(shape, converter))


_A_TIME = "a time such as 2026-12-11T20:00:00+01:00"


def _is_tuple(shape: object) -> bool:
    return get_origin(shape) is tuple


def _is_mapping(shape: object) -> bool:
    return get_origin(shape) is Mapping


def _as_it_is(value: Json, _: Shape) -> Json:
    return value


def _time(value: str, _: Shape) -> datetime:
    try:
        found = datetime.fromisoformat(value)
        found.astimezone(UTC)  # a time that UTC has no year for is none
    except (ValueError, OverflowError):
        raise ValueError(f"must be {_A_TIME}") from None
    if found.tzinfo is None:
        raise ValueError("must be a time with an offset")
    return found


def _converter() -> Converter:
    """Return what makes values of JSON, and takes nothing for what it is not."""
    converter = Converter()

    def board(value: Json, _: Shape) -> Board:
        rows = converter.structure(value, tuple[str, ...])
        try:
            return Board.from_rows(rows)
        except ValueError as wrong:
            raise ValueError(f"is no board: {wrong}") from None

    converter.register_structure_hook(int, _only(int, "a whole number", _as_it_is))
    converter.register_structure_hook(str, _only(str, "a text", _as_it_is))
    converter.register_structure_hook(bool, _only(bool, "true or false", _as_it_is))
    converter.register_structure_hook(datetime, _only(str, _A_TIME, _time))
    converter.register_structure_hook(Board, board)
    converter.register_structure_hook_func(lambda shape: shape is object, _as_it_is)
    for fits, kind, wanted, maker in (
        (_is_tuple, list, "a list", homogenous_tuple_structure_factory),
        (_is_mapping, dict, "an object", mapping_structure_factory),
        (is_dataclass, dict, "an object", make_dict_structure_fn),
    ):
        converter.register_structure_hook_factory(fits, partial(_checking, kind, wanted, maker))
    return converter


_CONVERTER: Final = _converter()
