"""Events and games to JSON and back, exactly; the only place that knows how they are written down.

What was once written must stay readable. A new field with a default needs nothing; any other
change of an event raises its number in `VERSIONS` and adds a step to `UPCASTS`.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache, partial
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin

from cattrs import Converter
from cattrs.errors import BaseValidationError, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override
from cattrs.preconf.json import make_converter
from cattrs.strategies import configure_tagged_union

from mailref.errors import JournalError
from mailref.rules import moves
from mailref.rules.bingo.bingo_game import BingoGame
from mailref.rules.events import (
    AddressesChanged,
    BaseFixed,
    Event,
    LettersDrawn,
    MoveWasLate,
    PlayerJoined,
    RoundOpened,
    RoundReopened,
)
from mailref.rules.game import Game
from mailref.rules.lexicon.verdicts import Verdict
from mailref.rules.moves import BlankFor, BlankOn
from mailref.rules.rounds.past_rounds import Reports
from mailref.rules.rounds.round_game import RoundGame
from mailref.rules.table import table_orders
from mailref.rules.table.table_events import StacksBuilt, TableOpened
from mailref.rules.table.table_game import TableGame
from mailref.rules.tournament.tournament import TournamentEvent
from mailref.rules.turns import orders, unscrabble
from mailref.rules.turns.solo_game import SoloGame
from mailref.rules.turns.turn_events import SoloMove, TurnsOpened
from mailref.rules.turns.turn_game import TurnGame
from mailref.rules.turns.turn_rules import Secret, SoloRules
from mailref.rules.turns.unscrabble_game import UnscrabbleGame
from mailref.rules.variant import Bonus, Rules
from mailref.value_classes import dataclass

Json = dict[str, Any]
"""A JSON object as the parser gives it; never leaves this module."""

KINDS: Final[Mapping[str, type[Event]]] = MappingProxyType(
    {kind.__name__: kind for kind in get_args(Event)}
)
"""Every kind of event by its name in the record; a class that is renamed keeps its old name here."""

VERSIONS: Final[Mapping[str, int]] = MappingProxyType({})
"""The version in which an event is written; 1 where nothing is said."""

UPCASTS: Final[Mapping[tuple[str, int], Callable[[Json], Json]]] = MappingProxyType({})
"""By kind and version: what makes the next version's JSON of it."""

_UNREADABLE = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    BaseValidationError,
    ForbiddenExtraKeysError,
)


@dataclass(frozen=True, slots=True)
class WrittenEvent:
    """An event as it stands in the record."""

    kind: str
    version: int
    payload: str


def write_event(event: Event) -> WrittenEvent:
    """Return *event* as text; JournalError where it holds what cannot be written."""
    kind = type(event).__name__
    return WrittenEvent(
        kind, VERSIONS.get(kind, 1), _text(_CONVERTER.unstructure(event, KINDS[kind]))
    )


_LARGE = 100_000
"""Characters of an event that takes long to read: a closed round of some hundred players."""


def read_event(written: WrittenEvent) -> Event:
    """Return the event that was written, whatever version wrote it.

    A large one is read when it is recorded and when its report is made; it is the same value.
    """
    return (_read_large if len(written.payload) > _LARGE else _read_event)(written)


def _read_event(written: WrittenEvent) -> Event:
    shape = KINDS.get(written.kind)
    current = VERSIONS.get(written.kind, 1)
    if shape is None or written.version > current:
        raise JournalError(
            f"an event {written.kind!r}, version {written.version}, "
            "is of a later mailref than this one"
        )
    try:
        found: Json = json.loads(written.payload)
        for version in range(written.version, current):
            found = UPCASTS[written.kind, version](found)
        return _CONVERTER.structure(found, shape)
    except _UNREADABLE as problem:
        raise JournalError(f"an event {written.kind!r} cannot be read: {problem!r}") from problem


_read_large = lru_cache(maxsize=2)(_read_event)


_TOURNAMENT_KINDS: Final[Mapping[str, type[TournamentEvent]]] = MappingProxyType(
    {kind.__name__: kind for kind in get_args(TournamentEvent)}
)


def write_tournament_event(event: TournamentEvent) -> WrittenEvent:
    """Return an event of a tournament as text."""
    kind = type(event).__name__
    return WrittenEvent(kind, 1, _text(_CONVERTER.unstructure(event, _TOURNAMENT_KINDS[kind])))


def read_tournament_event(written: WrittenEvent) -> TournamentEvent:
    """Return the event of a tournament that was written."""
    shape = _TOURNAMENT_KINDS.get(written.kind)
    if shape is None or written.version > 1:
        raise JournalError(f"an event {written.kind!r} is of a later mailref than this one")
    try:
        return _CONVERTER.structure(json.loads(written.payload), shape)
    except _UNREADABLE as problem:
        raise JournalError(f"an event {written.kind!r} cannot be read: {problem!r}") from problem


FAMILIES: Final[Mapping[str, type[Game]]] = MappingProxyType(
    {
        family.__name__: family
        for family in (RoundGame, TurnGame, TableGame, UnscrabbleGame, BingoGame, SoloGame)
    }
)
"""What a snapshot may hold, by the name that stands in it."""


def write_game(game: Game) -> str:
    """Return a snapshot of *game* as text."""
    fields: Json = _CONVERTER.unstructure(game, type(game))
    return _text({"_type": type(game).__name__, **fields})


def read_game(payload: str) -> Game:
    """Return the game of a snapshot that this code wrote."""
    try:
        fields: Json = json.loads(payload)
        return _CONVERTER.structure(fields, FAMILIES[fields.pop("_type")])
    except _UNREADABLE as problem:
        raise JournalError(f"a snapshot cannot be read: {problem!r}") from problem


def write_reports(reports: Reports) -> str:
    """Return what the next report needs of those before it as text."""
    return _text(_CONVERTER.unstructure(reports, Reports))


def read_reports(payload: str) -> Reports:
    """Return what this code wrote of reports."""
    try:
        return _CONVERTER.structure(json.loads(payload), Reports)
    except _UNREADABLE as problem:
        raise JournalError(f"what reports told cannot be read: {problem!r}") from problem


_FAULTS: Final[Mapping[str, type[moves.Fault]]] = MappingProxyType(
    {
        name: each
        for module in (moves, orders, table_orders, unscrabble)
        for name, each in vars(module).items()
        if isinstance(each, type) and issubclass(each, moves.Fault)
    }
)

_AnyOrder = orders.Order | table_orders.WordOrder | table_orders.TakeOrder | unscrabble.TilesOrder
"""What the protocol stands for: whatever can be kept for its owner's turn."""


@cache
def snapshot_code() -> str:
    """Return what a snapshot depends on beside the events: a hash of the code of the rules.

    A snapshot that other code made is not used; the game is replayed instead.
    """
    digest = sha256((resources.files("mailref.journal") / "codec.py").read_bytes())
    for source in _sources(resources.files("mailref.rules")):
        digest.update(source.read_bytes())
    return digest.hexdigest()


@cache
def reports_code() -> str:
    """Return what kept reports depend on: a snapshot's code, and how they are sealed."""
    digest = sha256(snapshot_code().encode())
    for source in _sources(resources.files("mailref.export")):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _sources(folder: Traversable) -> Iterator[Traversable]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            yield from _sources(each)
        elif each.name.endswith(".py"):
            yield each


# What the converter makes holds nothing of itself: to look for that takes a fifth of the time.
_WRITER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)


def _text(value: object) -> str:
    """Write plain ASCII: what a player typed may hold NUL or half a character, and stays exact."""
    return _WRITER.encode(value)


def _write_instant(moment: datetime) -> str:
    if moment.tzinfo is None:
        raise JournalError(f"a time without a zone cannot be recorded: {moment!r}")
    return moment.astimezone(UTC).isoformat()


def _write_span(time: timedelta) -> int:
    """Write whole seconds: settings know nothing finer."""
    return int(time.total_seconds())


def _read_span(seconds: int, _: object) -> timedelta:
    return timedelta(seconds=seconds)


def _is_secret(shape: object) -> bool:
    return get_origin(shape) is Secret


def _secret_writer(converter: Converter, shape: Any) -> Callable[[Secret[Any]], Any]:
    """Write what a secret holds: the record is one of three places that may."""
    (held,) = get_args(shape)
    return lambda secret: converter.unstructure(secret.value, held)


def _secret_reader(converter: Converter, shape: Any) -> Callable[[Any, Any], Secret[Any]]:
    (held,) = get_args(shape)
    return lambda found, _: Secret(converter.structure(found, held))


def _is_frozenset(shape: object) -> bool:
    return get_origin(shape) is frozenset


def _is_mapping(shape: object) -> bool:
    return get_origin(shape) is Mapping


def _as(converter: Converter, shape: Any, union: Any) -> None:
    """Write *shape*, or nothing, as one of *union*."""

    def is_shape(other: object) -> bool:
        return bool(other == shape)

    def write(value: Any) -> Any:
        return None if value is None else converter.unstructure(value, union)

    def read(found: Any, _: object) -> Any:
        return None if found is None else converter.structure(found, union)

    converter.register_unstructure_hook_func(is_shape, write)
    converter.register_structure_hook_func(is_shape, read)


def _sorted_writer(converter: Converter, shape: Any) -> Callable[[frozenset[Any]], list[Any]]:
    """Write sets in order, so that the same event is always the same bytes."""
    (element,) = get_args(shape)
    write = converter.get_unstructure_hook(element)
    return lambda values: [write(value) for value in sorted(values)]


def _frozen_reader(converter: Converter, shape: Any) -> Callable[[Json, Any], Mapping[str, Any]]:
    """Read a mapping; JSON writes every key as text, numbers too."""
    key_of, element = get_args(shape)
    read = converter.get_structure_hook(element)
    return lambda found, _: MappingProxyType(
        {key_of(key): read(value, element) for key, value in found.items()}
    )


def _is_row(shape: object) -> bool:
    return get_origin(shape) is tuple and get_args(shape)[1:] == (...,)


def _is_optional(shape: object) -> bool:
    return get_origin(shape) in (Union, UnionType) and _or_none(shape) is not None


def _or_none(shape: Any) -> Any:
    """Return what *shape* is where it is not None; None where it may be several kinds."""
    kinds = [each for each in get_args(shape) if each is not NoneType]
    return kinds[0] if len(kinds) == 1 and len(get_args(shape)) == 2 else None


_PLAIN = (str, int, bool)
"""What JSON writes as it is."""
_Reader = Callable[[Any, Any], Any]


def _row_reader(converter: Converter, shape: Any) -> _Reader:
    """Read many of a kind; how one is read is looked up once, not for each."""
    kind = get_args(shape)[0]
    read = converter.get_structure_hook(kind)
    return lambda found, _: tuple([read(each, kind) for each in found])


def _row_writer(converter: Converter, shape: Any) -> Callable[[Any], list[Any]]:
    """Write many of a kind; how one is written is looked up once."""
    kind = get_args(shape)[0]
    if kind in _PLAIN:
        return list
    write = converter.get_unstructure_hook(kind)
    return lambda values: [write(each) for each in values]


def _optional_writer(converter: Converter, shape: Any) -> Callable[[Any], Any]:
    kind = _or_none(shape)
    if kind in _PLAIN:
        return lambda value: value
    write = converter.get_unstructure_hook(kind)
    return lambda value: None if value is None else write(value)


def _set_reader(converter: Converter, shape: Any) -> _Reader:
    (kind,) = get_args(shape)
    read = converter.get_structure_hook(kind)
    return lambda found, _: frozenset([read(each, kind) for each in found])


def _optional_reader(converter: Converter, shape: Any) -> _Reader:
    kind = _or_none(shape)
    read = converter.get_structure_hook(kind)
    return lambda found, _: None if found is None else read(found, kind)


def _fault_writer(converter: Converter) -> Callable[[moves.Fault], Json]:
    """Write the class beside the fields: annotations name the base, which tells nothing."""
    writers = {each: make_dict_unstructure_fn(each, converter) for each in _FAULTS.values()}
    return lambda fault: {"_type": type(fault).__name__, **writers[type(fault)](fault)}


_FIRST_ORDER: Final = (
    "letters", "letters_first", "most_tiles", "plays", "moves", "counts", "bonus", "extended",
    "start", "swap", "ties", "late_joiner", "names", "accents", "axes", "vowels", "min_vowels",
    "min_consonants", "end",
)  # fmt: skip
"""The switches in the order in which they have been written since the first record."""


_ADDED: Final[Mapping[type[Event], tuple[str, ...]]] = MappingProxyType(
    {
        AddressesChanged: ("new", "asked", "shown_from"),
        LettersDrawn: ("anew",),
        RoundOpened: ("prints_press",),
        MoveWasLate: ("mail",),
        RoundReopened: ("keeps",),
        PlayerJoined: ("is_of_staying",),
        BaseFixed: ("change",),
        StacksBuilt: ("binds_order",),
        TurnsOpened: ("same_tiles",),
        TableOpened: ("same_tiles",),
    }
)
"""Fields that old records do not have: written only where they say something."""


def _event_writer(converter: Converter, kind: type[Event]) -> Callable[[Event], Json]:
    """Write an event without what old records do not have, so that it is the same bytes as ever."""
    left_out = {name: override(omit_if_default=True) for name in _ADDED[kind]}
    return make_dict_unstructure_fn(kind, converter, **left_out)  # type: ignore[arg-type]  # cattrs takes overrides by name


def _rules_writer(converter: Converter) -> Callable[[Rules], Json]:
    """Keep the order of the fields, so that the same event is the same bytes as ever."""
    write = make_dict_unstructure_fn(
        Rules,
        converter,
        base_form=override(omit_if_default=True),
        late_vowel=override(omit_if_default=True),
    )

    def in_first_order(rules: Rules) -> Json:
        written = write(rules)
        return {key: written.pop(key) for key in _FIRST_ORDER} | written

    return in_first_order


def _fault_reader(converter: Converter) -> Callable[[Json, Any], moves.Fault]:
    readers = {
        name: make_dict_structure_fn(
            each, converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=False
        )
        for name, each in _FAULTS.items()
    }

    def read(found: Json, _: object) -> moves.Fault:
        name = found["_type"]
        return readers[name](
            {key: each for key, each in found.items() if key != "_type"}, _FAULTS[name]
        )

    return read


def _converter() -> Converter:
    converter = make_converter(detailed_validation=False, forbid_extra_keys=True)
    converter.register_unstructure_hook(datetime, _write_instant)
    converter.register_unstructure_hook_factory(_is_frozenset, partial(_sorted_writer, converter))
    converter.register_structure_hook_factory(_is_mapping, partial(_frozen_reader, converter))
    converter.register_unstructure_hook_factory(_is_row, partial(_row_writer, converter))
    converter.register_unstructure_hook_factory(_is_optional, partial(_optional_writer, converter))
    converter.register_structure_hook_factory(_is_row, partial(_row_reader, converter))
    converter.register_structure_hook_factory(_is_frozenset, partial(_set_reader, converter))
    converter.register_structure_hook_factory(_is_optional, partial(_optional_reader, converter))
    converter.register_unstructure_hook(timedelta, _write_span)
    converter.register_structure_hook(timedelta, _read_span)
    converter.register_unstructure_hook_factory(_is_secret, partial(_secret_writer, converter))
    converter.register_structure_hook_factory(_is_secret, partial(_secret_reader, converter))

    def is_fault(shape: object) -> bool:
        return shape is moves.Fault

    converter.register_unstructure_hook_func(is_fault, _fault_writer(converter))
    converter.register_structure_hook_func(is_fault, _fault_reader(converter))
    # Old records have no such fields, and stay the same bytes.
    for order, added in ((table_orders.WordOrder, "claimed"), (table_orders.TakeOrder, "shows")):
        left_out = {added: override(omit_if_default=True)}
        converter.register_unstructure_hook(
            order,
            make_dict_unstructure_fn(order, converter, **left_out),  # type: ignore[arg-type]  # cattrs takes overrides by name
        )
    for union in (BlankFor | BlankOn, Bonus, Verdict, orders.Condition, _AnyOrder, SoloMove):
        configure_tagged_union(union, converter)
    drawn = make_dict_unstructure_fn(SoloRules, converter, chosen=override(omit_if_default=True))
    converter.register_unstructure_hook(SoloRules, drawn)
    _as(converter, orders.AnyOrder, _AnyOrder)
    _as(converter, orders.Condition | None, orders.Condition)
    converter.register_unstructure_hook(Rules, _rules_writer(converter))
    for kind in _ADDED:
        converter.register_unstructure_hook(kind, _event_writer(converter, kind))
    return converter


_CONVERTER: Final = _converter()
