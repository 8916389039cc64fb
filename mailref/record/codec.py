"""Events and games to JSON and back, exactly; the only place that knows how they are written down.

What was once written must stay readable. A new field with a default needs nothing; any other
change of an event raises its number in `VERSIONS` and adds a step to `UPCASTS`.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache, lru_cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, TypeVar, Union, cast, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from mailref.errors import JournalError, NotKnownHereError
from mailref.games.chance import Secret
from mailref.games.events import Event
from mailref.games.game import Game
from mailref.games.kind import brought, event_named, kind_kept_as

Json = dict[str, Any]
"""A JSON object as the parser gives it; never leaves this module."""
T = TypeVar("T")

FIRST: Final = 1
"""The form in which all was written before msgspec wrote it: alternatives named only where one of
several may stand, time spans in seconds, characters outside ASCII escaped, and so half ones too."""
VERSION: Final = 2
"""The form that msgspec writes."""

VERSIONS: Final[Mapping[str, int]] = MappingProxyType({})
"""The version in which an event is written; `VERSION` where nothing is said."""

UPCASTS: Final[Mapping[tuple[str, int], Callable[[Json], Json]]] = MappingProxyType({})
"""By kind and version, from `VERSION` on: what makes the next version's JSON of it."""


class WrittenEvent(Struct, frozen=True):
    """An event as it stands in the record."""

    kind: str
    version: int
    payload: str


def write_event(event: Event) -> WrittenEvent:
    """Return *event* as text; JournalError where it holds what cannot be written."""
    kind = type(event).__name__
    return _written(event, VERSIONS.get(kind, VERSION))


def is_current(written: WrittenEvent) -> bool:
    """Tell whether an event stands in the form in which it would be written now."""
    return written.version == VERSIONS.get(written.kind, VERSION)


def event_to_json(event: Event) -> Json:
    """Return *event* as a JSON object in an export."""
    written = write_event(event)
    read = json.loads if written.version == FIRST else msgspec.json.decode
    return {"kind": written.kind, "version": written.version, "event": read(written.payload)}


def event_from_json(found: Json) -> Event:
    """Return the event that stands in an export; JournalError where it is none."""
    kind, version = found["kind"], found["version"]
    return read_event(WrittenEvent(kind, version, json.dumps(found["event"])))


_LARGE = 100_000
"""Characters of an event that takes long to read: a closed round of some hundred players."""


def read_event(written: WrittenEvent) -> Event:
    """Return the event that was written, whatever version wrote it.

    A large one is read when it is recorded and when its report is made; it is the same value.
    """
    event: Event = (_read_large if len(written.payload) > _LARGE else _read_event)(written)
    return event


def _read_event(written: WrittenEvent) -> Any:
    return _read_written(written, event_named(written.kind), VERSIONS.get(written.kind, VERSION))


_read_large = lru_cache(maxsize=2)(_read_event)


def write_one_of(event: Struct) -> WrittenEvent:
    """Return an event that is none of a game as text."""
    return _written(event, VERSION)


def read_one_of(written: WrittenEvent, shapes: Iterable[type[Struct]]) -> Any:
    """Return the event that was written, which is one of *shapes*."""
    shape = next((each for each in shapes if each.__name__ == written.kind), None)
    return _read_written(written, shape, VERSION)


def write_game(game: Game) -> str:
    """Return a snapshot of *game* as text."""
    return f"{type(game).__name__} {_kept(game)}"


def read_game(payload: str) -> Game:
    """Return the game of a snapshot that this code wrote."""
    name, _, text = payload.partition(" ")
    try:
        try:
            kind = kind_kept_as(name)
        except ValueError as unknown:
            raise NotKnownHereError(f"a snapshot cannot be read: {unknown}") from unknown
        return _read_kept(text, kind.game)
    except _UNREADABLE as problem:
        raise JournalError(f"a snapshot cannot be read: {problem!r}") from problem


def write_reports(reports: Struct) -> str:
    """Return what the next report needs of those before it as text."""
    return _kept(reports)


def read_reports(payload: str, shape: type[T]) -> T:
    """Return what this code wrote of reports."""
    try:
        return _read_kept(payload, shape)
    except _UNREADABLE as problem:
        raise JournalError(f"what reports told cannot be read: {problem!r}") from problem


_UNREADABLE = (ValueError, TypeError, LookupError, AttributeError)  # msgspec's are ValueErrors


@cache
def _of_name(base: Any, name: str) -> Any:
    """Return which value stands where the annotation names a base alone; LookupError if there is none."""
    for each in base.__subclasses__():
        if each.__name__ == name and not brought().is_refused(each):
            return each
        with suppress(LookupError):
            return _of_name(each, name)
    raise LookupError(name)


def _made_plain(value: object) -> object:
    """Tell msgspec how to write what it does not know: the record is one of three places that may."""
    match value:
        case Secret():
            return value.value
        case Mapping():
            return dict(value)
        case _:
            raise JournalError(f"cannot be recorded: {type(value).__name__}")


def _of_its_kind(shape: Any, found: Any) -> Any:
    """Read what msgspec does not know by its annotation."""
    kept, is_so = _kept_secret(shape)
    if kept is not None:
        return Secret(found if type(found) in is_so else _converted(found, kept))
    return _converted(found, _of_name(shape, found["_type"]))


@cache
def _kept_secret(shape: Any) -> tuple[Any, frozenset[type]]:
    """Return of what type a secret is by its annotation, and of which it may be as it was parsed; None: it is none."""
    if get_origin(shape) is not Secret:
        return None, frozenset()
    (kept,) = get_args(shape)
    one_of = get_args(kept) if get_origin(kept) in (Union, UnionType) else (kept,)
    return kept, _AS_PARSED.intersection(one_of)


_AS_PARSED: Final[frozenset[type]] = frozenset({str, int, bool, NoneType})
"""What the parser gives as it is."""


def _converted(found: Any, shape: type[T]) -> T:
    """Read what the JSON parser gave: also the first form, in which a time span is a number."""
    return msgspec.convert(found, shape, strict=False, str_keys=True, dec_hook=_of_its_kind)


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_made_plain)
_OTHER_TIME: Final = re.compile(r'"(?<!"deadline",")\d{4}-\d\d-\d\dT[\d:.]+(?:[+-][\d:]+)?"')
"""A time that is not in UTC, or has no zone; rarely a player's words that look like one.

A deadline that was taken from the settings is kept beside its key as it stands there: that is no time.
The quote stands before what looks back from it: so a megabyte takes a quarter of the time.
"""


def _text(value: Struct) -> str:
    text = _ENCODER.encode(value).decode()
    return _ENCODER.encode(_in_utc(value)).decode() if _OTHER_TIME.search(text) else text


def _in_utc(value: Any) -> Any:
    """Return the same with its times in UTC: what is read again later must not show from where it came."""
    match value:
        case datetime():
            if value.tzinfo is None:
                raise JournalError(f"a time without a zone cannot be recorded: {value!r}")
            return value.astimezone(UTC)
        case Struct():
            return replace(value, **{name: _in_utc(each) for name, each in asdict(value).items()})
        case tuple():
            made = map(_in_utc, value)
            return type(value)(*made) if hasattr(value, "_fields") else tuple(made)
        case Mapping():
            return {key: _in_utc(each) for key, each in value.items()}
        case Secret():
            return Secret(_in_utc(value.value))
        case _:
            return value


def _escaped(value: Struct) -> str:
    """Write plain ASCII: what a player typed may hold half a character, which no UTF-8 can."""
    return json.dumps(
        msgspec.to_builtins(_in_utc(value), enc_hook=_made_plain), separators=(",", ":")
    )


def _read(payload: str, shape: type[T]) -> T:
    found: T = _decoder(cast(Any, shape)).decode(payload)
    return found


@cache
def _decoder(shape: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(shape, dec_hook=_of_its_kind)


def _in_its_form(value: Struct, version: int) -> tuple[int, str]:
    """Return a value as text, and its version: the first one where it holds half a character."""
    try:
        return version, _text(value)
    except UnicodeEncodeError:
        return FIRST, _escaped(value)


def _written(event: Struct, version: int) -> WrittenEvent:
    return WrittenEvent(type(event).__name__, *_in_its_form(event, version))


def _read_written(written: WrittenEvent, shape: type[Struct] | None, current: int) -> Any:
    if shape is None or written.version > current:
        raise NotKnownHereError(
            f"an event {written.kind!r}, version {written.version}, "
            "is of a later mailref than this one"
        )
    try:
        if written.version == current:
            return _read(written.payload, shape)
        found: Json = json.loads(written.payload)
        for version in range(max(written.version, VERSION), current):
            found = UPCASTS[written.kind, version](found)
        return _converted(found, shape)
    except _UNREADABLE as problem:
        raise JournalError(f"an event {written.kind!r} cannot be read: {problem!r}") from problem


def _kept(value: Struct) -> str:
    """Write what only this code reads again."""
    return _in_its_form(value, VERSION)[1]


def _read_kept(text: str, shape: type[T]) -> T:
    return _converted(json.loads(text), shape)
