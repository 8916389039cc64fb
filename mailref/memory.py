"""Giving memory back to the system before a long wait."""

import ctypes
import gc
from collections.abc import Callable
from contextlib import suppress


def _trimmer() -> Callable[[int], int]:
    """Return glibc's `malloc_trim`; where the C library is another one, what does nothing."""
    with suppress(OSError, AttributeError, TypeError):
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
        return trim
    return lambda _padding: 0


_trim = _trimmer()


def give_back() -> None:
    """Free what is no longer used.

    Drawing a board and a printed sheet takes for a moment what glibc then keeps: a tenth of all.
    """
    gc.collect()
    _trim(0)
