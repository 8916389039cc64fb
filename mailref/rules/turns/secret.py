"""What only its owner may see: it shows nothing of itself, wherever it is printed (classic 12.4)."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True, repr=False)
class Secret(Generic[T_co]):
    """A rack, a bag, a kept order.

    Only the codec, the mail to its owner and the reveal at the end take the value out.
    """

    value: T_co = field(repr=False)

    def __repr__(self) -> str:
        """Show nothing: a log, a traceback or a template is no place for it."""
        return "Secret(...)"

    __str__ = __repr__
