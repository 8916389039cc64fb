"""What was made of the events of a game last, so that what has not changed is not made again.

What is remembered is what would be made anew, so nobody can tell; a lost memory costs time alone.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S")


class Recollection:
    """What is remembered of one game, each thing by what it is."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[object, Sequence[Any], Any]] = {}

    def each(
        self, what: str, of: object, items: Iterable[T], make: Callable[[T], R]
    ) -> tuple[R, ...]:
        """Return what *make* makes of each item and of what is the same for all, *of*.

        What stood in the same place and was the same is not made again.
        """
        made_of, before, found = self._made.pop(what, (of, (), ()))
        now = tuple(items)
        known = min(len(before), len(now)) if made_of == of else 0
        made = tuple([
            found[at] if at < known and (before[at] is item or before[at] == item) else make(item)
            for at, item in enumerate(now)
        ])  # fmt: skip
        self._made[what] = of, now, made
        return made

    def folded(
        self,
        what: str,
        of: object,
        items: Sequence[T],
        begin: Callable[[], S],
        go_on: Callable[[S, Sequence[T]], S],
    ) -> S:
        """Return what comes of *items*, one after another: *go_on* takes those of which that is not known.

        It may change what it is given: where it fails, that is forgotten. *of* is what else all follows from.
        """
        items = tuple(items)  # a log would hold itself by what was made of it
        made_of, before, state = self._made.pop(what, (of, (), None))
        if state is None or made_of != of or not continues(items, before):
            before, state = (), begin()
        found: S = go_on(state, items[len(before) :])
        self._made[what] = of, items, found
        return found

    def forget(self, kept: Iterable[str]) -> None:
        """Forget all but what is *kept*."""
        self._made = {what: self._made[what] for what in kept if what in self._made}

    @property
    def size(self) -> int:
        """Return how much is remembered: of how many things that happened."""
        return max((len(items) for _, items, _ in self._made.values()), default=0)


def continues(items: Sequence[object], before: Sequence[object]) -> bool:
    """Tell whether *items* begin with all of *before*: not what is like them, but these themselves."""
    if len(items) < len(before):
        return False
    return all(one is other for one, other in zip(before, items, strict=False))


class Recollections:
    """What is remembered of the games of which pages were made last, of so many and no more."""

    def __init__(self, most_games: int, most_events: int) -> None:
        self._most_games = most_games
        self._most_events = most_events
        self._events = 0
        self._kept: OrderedDict[str, tuple[Recollection, int]] = OrderedDict()

    def taken(self, game: str) -> Recollection:
        """Return what is remembered of a game, which is forgotten unless it is put back."""
        found, events = self._kept.pop(game, (Recollection(), 0))
        self._events -= events
        return found

    def put_back(self, game: str, recollection: Recollection) -> None:
        """Remember a game, and forget those of which longest nothing was asked, where they are too many."""
        self._kept[game] = recollection, recollection.size
        self._events += recollection.size
        while len(self._kept) > self._most_games or self._events > self._most_events:
            _, (_, events) = self._kept.popitem(last=False)
            self._events -= events
