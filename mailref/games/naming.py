"""A player under another name, wherever the fields of a value say that names of players stand (`PlayerName`)."""

import re
from collections.abc import Mapping
from functools import cache
from itertools import repeat
from types import MappingProxyType, NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.chance import Secret
from mailref.structs import PlayerName

S = TypeVar("S", bound=Struct)
_FORGOTTEN = re.compile(r"N\.N\. [1-9][0-9]*(?:\.[0-9]+)?\.*(?: II?)?")


def is_forgotten(name: str) -> bool:
    """Tell whether a name stands in for that of somebody who was forgotten: it is his in one game alone."""
    return bool(_FORGOTTEN.fullmatch(name))


def rename(value: S, old: str, new: str) -> S:
    """Return *value* where the player *old* is called *new*, in it and in all that is within it.

    What no type tells the method `with_name` of a value changes, where it has one.
    """
    shapes = _naming_fields(type(value))
    changes = {
        name: in_parts(getattr(value, name), shape, old, new) for name, shape in shapes.items()
    }
    changed: Any = replace(value, **changes)
    found: S = changed.with_name(old, new) if hasattr(changed, "with_name") else changed
    return found


def in_parts(value: Any, shape: Any, old: str, new: str) -> Any:
    """Return the same of what a field of such a type holds."""
    if isinstance(value, str):
        return new if value == old and PlayerName in (shape, *get_args(shape)) else value
    parts = _parts_of(shape)
    if parts is None:
        return value
    match value:
        case Struct():
            return rename(value, old, new)
        case Secret():
            return Secret(in_parts(value.value, parts[0], old, new))
        case Mapping():
            return MappingProxyType(
                {
                    in_parts(key, parts[0], old, new): in_parts(each, parts[1], old, new)
                    for key, each in value.items()
                }
            )
        case tuple():
            of_each = repeat(parts[0]) if parts[-1] is Ellipsis else parts
            return tuple(
                in_parts(e, part, old, new) for e, part in zip(value, of_each, strict=False)
            )
        case frozenset():
            return frozenset(in_parts(each, parts[0], old, new) for each in value)
        case _:
            return value


@cache
def _naming_fields(owner: type[Struct]) -> Mapping[str, Any]:
    """Return the fields of such values in which names may stand, each with its type."""
    shapes = get_type_hints(owner, include_extras=True)
    found = {name: shapes[name] for name in owner.__struct_fields__}
    return {name: shape for name, shape in found.items() if _parts_of(shape) is not None}


@cache
def _parts_of(shape: Any) -> tuple[Any, ...] | None:
    """Return the types within one, also where its value may be missing; None where that names no players."""
    if not _may_name(shape, frozenset()):
        return None
    arms = get_args(shape)
    if get_origin(shape) in (Union, UnionType):
        return next((get_args(each) for each in arms if each is not NoneType), ())
    return arms


def _may_name(shape: Any, asked: frozenset[type]) -> bool:
    """Tell whether values of such a type may name players; *asked*: of which it is being asked."""
    if shape == PlayerName:
        return True
    if not (isinstance(shape, type) and issubclass(shape, Struct)):
        return any(_may_name(part, asked) for part in get_args(shape))
    if shape in asked or hasattr(shape, "with_name"):
        return True
    shapes = get_type_hints(shape, include_extras=True)
    fields = (shapes[name] for name in shape.__struct_fields__)
    return any(_may_name(each, asked | {shape}) for each in fields)
