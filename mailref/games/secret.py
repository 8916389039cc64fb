"""What a game keeps from all but one reader: a rack, a bag, an order in advance."""

from typing import Final, Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


class Secret(Generic[T_co]):
    """A rack, a bag, a kept order.

    Only the codec, the mail to its owner and the reveal at the end take the value out. No Struct:
    msgspec writes none without being told how.
    """

    __slots__ = ("value",)

    def __init__(self, value: T_co) -> None:
        self.value: Final = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash((Secret, self.value))

    def __repr__(self) -> str:
        """Show nothing: a log, a traceback or a template is no place for it."""
        return "Secret(...)"

    __str__ = __repr__
