"""Forged events: each value of an event changed by itself, events left out, doubled and exchanged."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from mailref.games.events import Event
from mailref.tiles.board import Board


def changed(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield *value* with one thing in it changed, with the way there: `result.entries[].points`."""
    match value:
        case Board():
            yield path, Board.from_rows([value.rows[0][1:] + value.rows[0][:1], *value.rows[1:]])
        case Struct():
            for name, inner in asdict(value).items():
                for inner_path, other in changed(inner, f"{path}.{name}"):
                    yield inner_path, replace(value, **{name: other})
        case tuple() if hasattr(value, "_fields"):
            for at, name in enumerate(type(value)._fields):
                for inner_path, other in changed(value[at], f"{path}.{name}"):
                    yield inner_path, type(value)(*(*value[:at], other, *value[at + 1 :]))
        case tuple() | list():
            yield from _rows_changed(value, path)
        case Mapping():
            yield path, {}
        case _:
            yield from ((path, other) for other in _plain_changed(value))


def _rows_changed(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    kind = type(value)
    if not value:
        return
    yield f"{path} (one less)", kind(value[:-1])
    yield f"{path} (one twice)", kind((*value, value[-1]))
    for at, each in enumerate(value):
        for inner, other in changed(each, f"{path}[]"):
            yield inner, kind((*value[:at], other, *value[at + 1 :]))


def _plain_changed(value: object) -> Iterator[Any]:
    match value:
        case bool():
            yield not value
        case Enum():
            yield next(each for each in type(value) if each is not value)
        case int():
            yield value + 1
        case str():
            yield value[1:] if len(value) > 1 else f"{value}Ä"
        case datetime():
            yield value + timedelta(days=400)
            yield value - timedelta(days=400)
        case frozenset():
            yield frozenset({*value, 0})
        case _:
            pass


def forged(events: Sequence[Event]) -> Iterator[tuple[str, tuple[Event, ...]]]:
    """Yield *events* with one value of one of them changed."""
    for at, event in enumerate(events):
        for path, other in changed(event, type(event).__name__):
            if other != event:
                yield path, (*events[:at], other, *events[at + 1 :])


def disordered(events: Sequence[Event]) -> Iterator[tuple[str, tuple[Event, ...]]]:
    """Yield *events* with one left out, one twice, and two that follow each other exchanged."""
    for at, event in enumerate(events):
        name = type(event).__name__
        yield f"{name} left out", (*events[:at], *events[at + 1 :])
        yield f"{name} twice", (*events[: at + 1], *events[at:])
        if at + 1 < len(events) and events[at + 1] != event:
            exchanged = (events[at + 1], event)
            both = f"{name} and {type(events[at + 1]).__name__} exchanged"
            yield both, (*events[:at], *exchanged, *events[at + 2 :])
