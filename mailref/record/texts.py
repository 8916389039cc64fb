"""Which fields of values from other packages hold text that may name a player: all but those that say otherwise."""

from collections.abc import Iterator, Mapping
from datetime import date, time, timedelta
from enum import Enum
from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

from mailref.games.events import NAMES_NOBODY

_OURS = __name__.partition(".")[0]
_NO_TEXT = (Struct, int, float, bytes, date, time, timedelta, Enum, NoneType)
"""What holds no text, or fields that are asked for themselves."""


@cache
def texts_of(owner: type[Struct]) -> Mapping[str, bool]:
    """Return each field that a class from outside declares, and whether a text in it may name a player."""
    declared = dict(_declared_outside(owner))
    if not declared:
        return {}
    shapes = get_type_hints(owner, include_extras=True)
    return {written: _may_name(shapes[field]) for field, written in declared.items()}


def _declared_outside(owner: type[Struct]) -> Iterator[tuple[str, str]]:
    """Yield the fields that no class of ours declares, each as it is written."""
    fields = zip(owner.__struct_fields__, owner.__struct_encode_fields__, strict=True)
    for field, written in fields:
        by = next(each for each in owner.__mro__ if field in vars(each).get("__annotations__", {}))
        if by.__module__.partition(".")[0] != _OURS:
            yield field, written


def _may_name(shape: Any) -> bool:
    """Tell whether values of such a type hold text that is not declared to name nobody."""
    within = get_args(shape)
    if get_origin(shape) is Annotated:
        kept, *said = within
        declared = (each.extra or {} for each in said if isinstance(each, Meta))
        return not any(each.get(NAMES_NOBODY) for each in declared) and _may_name(kept)
    if get_origin(shape) is Literal or shape is Ellipsis:
        return False
    if within:
        return any(map(_may_name, within))
    return not (isinstance(shape, type) and issubclass(shape, _NO_TEXT))
