"""What an entry of a mail is worth in its game: each kind says it in values of its own."""

from typing import ClassVar


class Found:
    """What an entry is worth; no Struct itself, as with faults."""

    __slots__ = ()
    stays_when_asked: ClassVar[bool] = False
    """Whether it is told also where the entry is asked back, and nothing of it counts."""
    is_of_a_rack: ClassVar[bool] = False
    """Whether it says what a player alone may know, who hears of it whoever wrote."""

    @property
    def is_done(self) -> bool:
        """Tell whether it is more than a rejection, though nothing may be recorded of it."""
        return False

    @property
    def lays_blank(self) -> bool:
        """Tell whether a blank is laid by the move that counts, or may count after a ruling."""
        return False
