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
    """Free what is no longer used, and spare the collector what has come to stay.

    Drawing a board and a printed sheet takes for a moment what glibc then keeps: a tenth of all.
    Templates, grammar and games would be looked through again and again while a report is written.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    _trim(0)
