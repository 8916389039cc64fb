"""How long to wait: before connecting again, and before trying a letter again."""

from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import accumulate

# RFC 5321 4.5.4.1: give up after four or five days, not before.
_PAUSES = (1, 5, 15, 60, 120, 240, 480, *(720,) * 9)
RETRIES = tuple(timedelta(minutes=pause) for pause in _PAUSES)
LIFETIME = tuple(accumulate(RETRIES))[-1]


def next_try(failures: int) -> timedelta | None:
    """Return the pause after the *failures*-th failed try of a letter; None: give it up.

    >>> [next_try(failures) for failures in (1, 4)]
    [datetime.timedelta(seconds=60), datetime.timedelta(seconds=3600)]
    """
    if failures < 1:
        raise ValueError(f"a first try needs no pause: {failures!r}")
    return RETRIES[failures - 1] if failures <= len(RETRIES) else None


@dataclass(frozen=True, slots=True)
class Backoff:
    """How patient to be with a server that does not answer: longer after each failure."""

    failures: int = 0
    first: timedelta = timedelta(seconds=1)
    most: timedelta = timedelta(minutes=5)

    def after_failure(self) -> "Backoff":
        """Return the state after one more failure."""
        return replace(self, failures=self.failures + 1)

    def after_success(self) -> "Backoff":
        """Return the state of a server that answers."""
        return replace(self, failures=0)

    def pause(self, chance: float) -> timedelta:
        """Return how long to wait; *chance* in [0, 1) spreads many clients over half of it."""
        if self.failures == 0:
            return timedelta(0)
        doublings = min(self.failures - 1, 30)  # beyond, a timedelta would overflow
        ceiling = min(self.most, self.first * (1 << doublings))
        return ceiling * (0.5 + chance / 2)
