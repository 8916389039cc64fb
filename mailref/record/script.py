"""The recorded events of a game, gone through one by one while they are decided again."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from mailref.games.events import Event, GameEnded

E = TypeVar("E", bound=Event)
NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""Stands for times that are not told, and that no rule looks at."""


class Difference(Struct, frozen=True):
    """Where a record is not what the rules make of it."""

    round: int | None
    """The number of the round or turn; None where it is of none."""
    player: str | None
    field: str
    expected: object
    found: object


class UnlikeError(Exception):
    """Something is not what the rules make of it."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.field)
        self.difference = difference


class Script:
    """What is recorded and not yet decided again, in its order.

    Where it is *whole* every event that is decided must be the one recorded next. Otherwise it holds the
    causes alone, as old exports tell them: what follows from these is nowhere recorded.
    """

    def __init__(
        self,
        recorded: Iterable[Event],
        *,
        is_whole: bool,
        on_event: Callable[[], object] = lambda: None,
    ) -> None:
        """Begin at the first; *on_event* is called after each that was decided, for who watches."""
        self._left = deque(recorded)
        self._on_event = on_event
        self.is_whole = is_whole
        self.decided: list[Event] = []

    @property
    def next(self) -> Event | None:
        """Return what is recorded next; None at the end."""
        return self._left[0] if self._left else None

    def begun_by(self, kind: type[E]) -> E:
        """Return what the game begins with; UnlikeError where that is something else."""
        found = self.next
        if not isinstance(found, kind):
            wanted = Difference(None, None, "events", kind.__name__, type(found).__name__)
            raise UnlikeError(wanted)
        return found

    @property
    def left(self) -> Sequence[Event]:
        """Return all that is not decided again yet."""
        return self._left

    def found(self, decided: Event) -> Event | None:
        """Return what stands where *decided* should: what comes next, or the end that causes alone tell of.

        Of what they tell after the last turn they do not say whether it happened before the end.
        """
        if self.is_whole or not isinstance(decided, GameEnded):
            return self.next
        return next((each for each in self.left if isinstance(each, GameEnded)), None)

    def agree(self, decided: Event) -> None:
        """Go on with what was decided; UnlikeError where something else is recorded next."""
        found = self.found(decided)
        if self.is_whole and found != decided:
            raise UnlikeError(unlike_event(decided, found))
        if found is not None and type(found) is type(decided):
            self._left.remove(found)
        self.decided.append(decided)
        self._on_event()


def unlike_event(expected: Event | None, found: Event | None) -> Difference:
    """Return how two events differ: by what happened, or by the first of their values that does."""
    number, player = getattr(expected, "number", None), getattr(expected, "player", None)
    if type(expected) is not type(found):
        kind = None if found is None else type(found).__name__
        return Difference(number, player, "events", expected and type(expected).__name__, kind)
    path, one, other = first_unlike(expected, found, type(expected).__name__)
    return Difference(number, player, path, one, other)


def first_unlike(expected: Any, found: Any, path: str) -> tuple[str, object, object]:
    """Return where two values differ first, what should stand there, and what does."""
    if isinstance(expected, Struct) and type(expected) is type(found):
        others = asdict(found)
        for name, one in asdict(expected).items():
            if one != others[name]:
                return first_unlike(one, others[name], f"{path}.{name}")
    if isinstance(expected, tuple) and isinstance(found, tuple) and len(expected) == len(found):
        for at, (one, other) in enumerate(zip(expected, found, strict=True)):
            if one != other:
                return first_unlike(one, other, f"{path}[{at}]")
    return path, expected, found
