"""What was told of short texts last: a line of a mail is asked about at several places, and greetings come again."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

MOST, LONGEST = 512, 200

Told = TypeVar("Told")


def remembered(tell: Callable[[str], Told]) -> Callable[[str], Told]:
    """Return *tell*, which works out of a text alone a value that never changes, with its last answers kept.

    What is longer than a usual line is worked out each time, so that no mail fills the memory.
    """
    kept = lru_cache(maxsize=MOST)(tell)

    @wraps(tell)
    def told(text: str) -> Told:
        return kept(text) if len(text) <= LONGEST else tell(text)

    return told
