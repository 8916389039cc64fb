"""A plugin for mypy: what `msgspec.structs.replace` changes must be fields, and of their types.

msgspec declares `**changes: Any`, so that a wrong name is found only when the program runs. Here the
signature follows from the constructor of the value that is changed, as mypy does for dataclasses.
"""

from collections.abc import Callable

from mypy.expandtype import expand_type_by_instance
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import ARG_NAMED_OPT, ARG_POS
from mypy.plugin import FunctionSigContext, Plugin
from mypy.typeops import bind_self
from mypy.types import (
    CallableType,
    FunctionLike,
    Instance,
    Type,
    TypeVarType,
    UnionType,
    get_proper_type,
)

_REPLACE = "msgspec.structs.replace"
_STRUCT = "msgspec.Struct"


def _constructors(value: Type) -> list[CallableType]:
    """Return how each kind of value is made that *value* may be."""
    value = get_proper_type(value)
    if isinstance(value, TypeVarType):
        return _constructors(value.upper_bound)
    if isinstance(value, UnionType):
        return [made for each in value.items for made in _constructors(each)]
    if not isinstance(value, Instance) or not value.type.has_base(_STRUCT):
        return []
    found = value.type.get("__init__")
    if found is None or not isinstance(found.type, CallableType):
        return []
    owner = next(base for base in value.type.mro if "__init__" in base.names)
    made = bind_self(found.type, value)
    return [expand_type_by_instance(made, map_instance_to_supertype(value, owner))]


def _signature(context: FunctionSigContext) -> FunctionLike:
    declared = context.default_signature
    if not context.args or len(context.args[0]) != 1 or not isinstance(declared, CallableType):
        return declared
    value = context.api.get_expression_type(context.args[0][0])
    makers = _constructors(value)
    if not makers:
        return declared
    fields = {
        name: type_
        for name, type_ in zip(makers[0].arg_names, makers[0].arg_types, strict=True)
        if name is not None and all(name in made.arg_names for made in makers)
    }
    return declared.copy_modified(
        arg_types=[value, *fields.values()],
        arg_kinds=[ARG_POS, *(ARG_NAMED_OPT for _ in fields)],
        arg_names=[None, *fields],
        ret_type=value,
        variables=[],
    )


class _Replacing(Plugin):
    def get_function_signature_hook(
        self, fullname: str
    ) -> Callable[[FunctionSigContext], FunctionLike] | None:
        return _signature if fullname == _REPLACE else None


def plugin(_version: str) -> type[Plugin]:
    """Return what mypy asks for."""
    return _Replacing
