"""How much the tests try: a little at the desk, more in CI, everything in a soak.

at the desk     pytest by hand: every row of every table; `make quick` tries of each table no more
                than MOST_ROWS, `make test` of those marked `sampled(n)`, which take long, no more
                than n, and many rows as one test (tests/together.py); both try *few* where a test
                asks for `fewer`
in CI           MAILREF_FULL=1, as .ci/run sets it for `make test`: a sample of the soak
in a soak       MAILREF_SOAK=1, as `make soak` sets it: everything, which takes hours

The sample is drawn from MAILREF_SEED (0 unless it is set), so that a run can be made again, and
another night can try something else. The seed and what was tried stand at the end of the run.
"""

import os
import random
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 300.0
"""Seconds after which what a test waits for does not happen: however busy the machine is."""

MOST_ROWS = 7
"""So many rows of one test `make quick` tries, drawn like every sample; a test marked `whole` keeps all."""

Tried = Callable[[str, int], None]
"""The fixture `tried`: a test says what it tried, and how many of it, for the end of the run."""


class Effort(Enum):
    DESK = "at the desk"
    CI = "a sample, as in CI"
    SOAK = "a soak"


def effort() -> Effort:
    if os.environ.get("MAILREF_SOAK") == "1":
        return Effort.SOAK
    return Effort.CI if os.environ.get("MAILREF_FULL") == "1" else Effort.DESK


def runner() -> str:
    """Return which target of the Makefile runs the tests, `""` if they are run by hand."""
    return os.environ.get("MAILREF_RUNNER", "")


def seed() -> int:
    """Return what the trials of this run begin with."""
    return int(os.environ.get("MAILREF_SEED", "0"))


def examples(count: int) -> int:
    """Return how many examples hypothesis makes of a property that is well tried by *count*."""
    match effort():
        case Effort.DESK | Effort.CI:
            return min(max(count // fewer(10, 20), 5), count)
        case Effort.SOAK:
            return count * 20


def fewer(many: T, few: T) -> T:
    """Return *few* where `make test` and `make quick` run the tests, *many* by hand and in a soak."""
    return few if runner() and effort() is not Effort.SOAK else many


def sample(every: Sequence[T], most: int, of: str = "") -> list[T]:
    """Return all of *every* in a soak, otherwise *most* of them: for the same seed the same ones *of* this."""
    if effort() is Effort.SOAK or most >= len(every):
        return list(every)
    chosen = random.Random(f"{seed()}{of}" if of else seed()).sample(range(len(every)), most)
    return [every[index] for index in sorted(chosen)]


def each_once(rows: Sequence[Mapping[str, int]], of: str = "") -> list[int]:
    """Return the places of as few *rows* as hold what any of them does: for the same seed the same ones *of* this.

    A row says for each table which row of that it has.
    """
    left = random.Random(f"{seed()}{of}").sample(range(len(rows)), len(rows))
    missing, chosen = {each for row in rows for each in row.items()}, list[int]()
    while missing:
        best = max(left, key=lambda at: len(missing & rows[at].items()))
        missing -= rows[best].items()
        chosen.append(best)
    return sorted(chosen)
