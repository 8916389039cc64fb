"""The recorded events of a game, gone through one by one while they are decided again; where two records differ."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

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


# Two exports of one game value by value: what differs is named by its round or turn, its player and its place.


class _Place(Struct, frozen=True):
    """Where a value stands."""

    number: int | None = None
    player: str | None = None
    path: str = ""

    def within(self, key: str) -> "_Place":
        return replace(self, path=f"{self.path}.{key}" if self.path else key)

    def at(self, index: int, row: object) -> "_Place":
        """Return the place of a row: a round or a turn by its number, what is a player's by his name."""
        path = f"{self.path}[{index}]"
        if not isinstance(row, dict):
            return replace(self, path=path)
        number, player = row.get("number"), row.get("player")
        if self.path in _NUMBERED and isinstance(number, int):
            return _Place(number, player if isinstance(player, str) else self.player)
        if self.player is None and isinstance(player, str):
            return _Place(self.number, player, "" if self.number is not None else path)
        return replace(self, path=path)


_NUMBERED = ("rounds", "turns")
"""Where the rows are rounds or turns; a drawing has a number of its own."""


def differences(expected: Any, found: Any) -> Iterator[Difference]:
    """Yield where *found* is not *expected*, both as JSON has them; a time in another zone is the same."""
    for place, one, other in _unlike(expected, found, _Place()):
        yield Difference(place.number, place.player, place.path, one, other)


def _unlike(expected: Any, found: Any, place: _Place) -> Iterator[tuple[_Place, Any, Any]]:
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in dict.fromkeys((*expected, *found)):
            if key not in found or key not in expected:
                yield place.within(key), expected.get(key), found.get(key)
            else:
                yield from _unlike(expected[key], found[key], place.within(key))
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for at, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from _unlike(one, other, place.at(at, one))
    elif (expected != found or type(expected) is not type(found)) and not _one_time(
        expected, found
    ):
        yield place, expected, found


def _one_time(expected: object, found: object) -> bool:
    """Tell whether two texts are one moment: the zone that it is told in says nothing."""
    if not (isinstance(expected, str) and isinstance(found, str)):
        return False
    try:
        one, other = datetime.fromisoformat(expected), datetime.fromisoformat(found)
    except ValueError:
        return False
    return one.tzinfo is not None and other.tzinfo is not None and one == other
