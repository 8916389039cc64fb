"""`dataclass` and `replace` as mailref uses them: the standard library's, but lighter and quicker.

The standard library compiles a `__repr__` for each class, and for a frozen one a `__setattr__` and a
`__delattr__` that keep the class as it was before its slots. Of a thousand classes that is 7 MB and a
fifth of what a command takes to start. What is told of a value and how it refuses to be changed is
the same here, to the letter. `replace` copies the slots as they are: a fifth of the time where a game
is replayed, which is one changed value after the other.
"""

from collections.abc import Callable, Mapping
from dataclasses import FrozenInstanceError, fields
from dataclasses import dataclass as _dataclass
from dataclasses import replace as _replace
from functools import cache
from operator import attrgetter
from reprlib import recursive_repr
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

__all__ = ("dataclass", "replace")

if TYPE_CHECKING:  # a checker knows no dataclass but that one
    from dataclasses import dataclass, replace
else:

    def replace(value, /, **changes):
        """Return a value like this one but for *changes*."""
        kind = value.__class__
        read, slots = _slots(kind)
        if not slots or not slots.keys() >= changes.keys():
            return _replace(value, **changes)
        made = _bare(kind)
        for put, each in zip(slots.values(), read(value), strict=True):
            put(made, each)
        for name, each in changes.items():
            slots[name](made, each)
        return made

    def dataclass(cls=None, /, *, repr=True, frozen=False, **asked):  # noqa: A002  its name there
        """Return the class with what a dataclass has, or what makes one of a class."""

        def made(bare):
            # Without a docstring the signature would be worked out to stand in its place.
            bare.__doc__ = bare.__doc__ or bare.__name__
            whole = _dataclass(bare, repr=False, frozen=frozen, **asked)
            if repr and "__repr__" not in vars(whole):
                whole.__repr__ = _shown
            if frozen:
                whole.__setattr__, whole.__delattr__ = _kept_as_set, _kept
            return whole

        return made if cls is None else made(cls)


@recursive_repr()
def _shown(value: Any) -> str:
    shown = (f"{each.name}={getattr(value, each.name)!r}" for each in fields(value) if each.repr)
    return f"{type(value).__qualname__}({', '.join(shown)})"


def _kept_as_set(_value: object, name: str, _new: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _kept(_value: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


_bare = object.__new__
Put = Callable[[object, object], None]


def _nothing(_value: object) -> tuple[object, ...]:
    return ()


@cache
def _slots(kind: Any) -> tuple[Callable[[object], tuple[object, ...]], Mapping[str, Put]]:
    """Return what reads all fields of a value, and what puts each into a bare one.

    None, where making one takes more than that: the standard library then makes it.
    """
    names = [each.name for each in fields(kind)]
    slots: Mapping[str, Any] = {name: getattr(kind, name, None) for name in names}
    is_plain = all(isinstance(each, MemberDescriptorType) for each in slots.values())
    is_filled = kind.__dataclass_params__.init and all(each.init for each in fields(kind))
    if len(names) < 2 or not is_plain or not is_filled or hasattr(kind, "__post_init__"):
        return _nothing, {}
    return attrgetter(*names), {name: slot.__set__ for name, slot in slots.items()}
