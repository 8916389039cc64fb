"""`dataclass` as mailref uses it: the standard library's, but what is the same for all exists once.

The standard library compiles a `__repr__` for each class, and for a frozen one a `__setattr__` and a
`__delattr__` that keep the class as it was before its slots. Of a thousand classes that is 7 MB and a
fifth of what a command takes to start. What is told of a value and how it refuses to be changed is
the same here, to the letter.
"""

from dataclasses import FrozenInstanceError, fields
from dataclasses import dataclass as _dataclass
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

__all__ = ("dataclass",)

if TYPE_CHECKING:  # a checker knows no dataclass but that one
    from dataclasses import dataclass
else:

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
