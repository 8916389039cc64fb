"""What was made of the events of a game last, so that what has not changed is not made again.

What is remembered is what would be made anew, so nobody can tell; a lost memory costs time alone. Of some of
it there are pieces, which go from one process to the next: each lies under what it follows from, all of it,
so that it never needs to be taken back.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import tzinfo
from hashlib import blake2b
from operator import is_
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from mailref.games.chance import Secret

T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S")


class Pieces:
    """What was made of a game by processes that are gone, until it is asked for."""

    def __init__(self, by: str, found: Mapping[bytes, bytes]) -> None:
        """*by*: what made them; something else makes other things of the same."""
        self.by = by
        self.found = found


class _MadePiece(Struct, frozen=True):
    """What was made, and the name under which it is found again; without one it is not kept."""

    key: bytes
    made: Any


class Recollection:
    """What is remembered of one game, each thing by what it is."""

    def __init__(self, pieces: Pieces | None = None) -> None:
        self.pieces = pieces
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

    def kept(
        self, what: str, of: object, items: Iterable[T], make: Callable[[T], R], shape: type[R]
    ) -> tuple[R, ...]:
        """Return the same as `each`; where there are pieces, what another process has made is taken from them."""
        pieces = self.pieces
        if pieces is None:
            return self.each(what, of, items, make)
        begun = blake2b(_told((pieces.by, what, of)), digest_size=_SIZE)

        def piece(item: T) -> _MadePiece:
            name = begun.copy()
            name.update(_told((type(item).__name__, item)))  # two may have the same fields
            key = name.digest()
            if (found := pieces.found.get(key)) is not None:
                return _MadePiece(key, msgspec.msgpack.decode(found, type=shape))
            return _MadePiece(key, make(item))

        return tuple([each.made for each in self.each(what, of, items, piece)])

    def as_pieces(self) -> dict[bytes, bytes]:
        """Return the pieces of all that is remembered, and of nothing else: what is gone is gone."""
        found: dict[bytes, bytes] = {}
        for _, _, made in self._made.values():
            if isinstance(made, Recollection):
                found |= made.as_pieces()
            elif isinstance(made, tuple) and made and isinstance(made[0], _MadePiece):
                found |= {each.key: msgspec.msgpack.encode(each.made) for each in made}
        return found

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


_SIZE = 20
"""Bytes of the name of a piece."""


def _plain(value: object) -> object:
    """Tell msgspec how to write what it does not know; what is not told here has no pieces."""
    match value:
        case Secret():
            return value.value
        case Mapping():
            return dict(value)
        case tzinfo():
            return str(value)
        case _:
            raise TypeError(f"no piece follows from {type(value).__name__}")


_told = msgspec.msgpack.Encoder(enc_hook=_plain).encode


def continues(items: Sequence[object], before: Sequence[object]) -> bool:
    """Tell whether *items* begin with all of *before*: not what is like them, but these themselves."""
    return len(items) >= len(before) and all(map(is_, before, items))


class Recollections:
    """What is remembered of the games of which pages were made last, of so many and no more."""

    def __init__(self, most_games: int, most_events: int) -> None:
        self._most_games = most_games
        self._most_events = most_events
        self._events = 0
        self._kept: OrderedDict[str, tuple[Recollection, int]] = OrderedDict()

    def taken(self, game: str) -> Recollection | None:
        """Return what is remembered of a game, if anything, which is forgotten unless it is put back."""
        found, events = self._kept.pop(game, (None, 0))
        self._events -= events
        return found

    def put_back(self, game: str, recollection: Recollection) -> None:
        """Remember a game, and forget those of which longest nothing was asked, where they are too many."""
        self._kept[game] = recollection, recollection.size
        self._events += recollection.size
        while len(self._kept) > self._most_games or self._events > self._most_events:
            _, (_, events) = self._kept.popitem(last=False)
            self._events -= events
