"""What was made of the events of a game last, so that what has not changed is not made again.

What is remembered is what would be made anew, so nobody can tell; a lost memory costs time alone. Of some of
it there are pieces, which go from one process to the next: each lies under what it follows from, all of it,
so that it never needs to be taken back.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import tzinfo
from functools import cache
from hashlib import blake2b
from operator import is_
from typing import Any, TypeVar, cast

import msgspec
from msgspec import Struct

from mailref.games.chance import Secret

T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S")


TOGETHER = 8
"""So many items make one piece: a piece for each takes longer to find than what is in it to make."""


class Pieces:
    """What was made of a game by processes that are gone, until it is asked for."""

    def __init__(self, by: str, found: Mapping[bytes, bytes]) -> None:
        """*by*: what made them; something else makes other things of the same."""
        self.by = by
        self.found = found


class _Lot(Struct, frozen=True):
    """Some items that follow one another, and what was made of them, as the next process finds it."""

    items: tuple[object, ...]
    key: bytes
    data: bytes


_Lots = Mapping[tuple[int, int], _Lot]
"""By where their items stand."""


class Recollection:
    """What is remembered of one game, each thing by what it is."""

    def __init__(self, pieces: Pieces | None = None) -> None:
        self.pieces = pieces
        self._made: dict[str, tuple[object, Sequence[Any], Any]] = {}
        self._lots: dict[str, tuple[object, _Lots]] = {}
        self._digests: dict[tuple[int, ...], tuple[tuple[object, ...], bytes]] = {}
        """What went into the names of pieces since they were asked for, each with the items by whose `id`s it lies."""

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
        self,
        what: str,
        of: object,
        items: Iterable[T],
        make: Callable[[T], R],
        shape: type[R],
        *,
        together: int = TOGETHER,
    ) -> tuple[R, ...]:
        """Return the same as `each`; where there are pieces, what another process has made is taken from them.

        *together*: so many items make one piece.
        """
        if self.pieces is None:
            return self.each(what, of, items, make)
        now = tuple(items)
        lots_of, before = self._lots.pop(what, (of, {}))
        if lots_of != of:
            before = {}
        begun = blake2b(_told((self.pieces.by, what, of)), digest_size=_SIZE)
        if what not in self._made and self.pieces.found:
            places = _places(len(now), together)
            before = dict(self._found_lots(self.pieces.found, begun, now, places))
            self._made[what] = of, *_taken_up(before, len(now), shape)
        made = self.each(what, of, now, make)
        places = _places(len(now), together)
        self._lots[what] = of, dict(self._lots_of(before, begun, now, made, places))
        return made

    def as_pieces(self) -> dict[bytes, bytes]:
        """Return the pieces of all that is remembered, and of nothing else: what is gone is gone."""
        self._digests.clear()
        found = {lot.key: lot.data for _, lots in self._lots.values() for lot in lots.values()}
        for _, _, made in self._made.values():
            if isinstance(made, Recollection):
                found |= made.as_pieces()
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

    def _found_lots(
        self,
        found: Mapping[bytes, bytes],
        begun: blake2b,
        items: tuple[object, ...],
        places: "_Places",
    ) -> Iterator[tuple[tuple[int, int], _Lot]]:
        """Yield the pieces that are there; of items that are together since, those that were alone."""
        for each in places:
            tried = [each]
            while tried:
                at = begin, end = tried.pop()
                these = items[begin:end]
                key = self._name(begun, these)
                if (data := found.get(key)) is not None:
                    yield at, _Lot(these, key, data)
                elif end - begin > 1:
                    tried += ((place, place + 1) for place in range(begin, end))

    def _lots_of(
        self,
        before: _Lots,
        begun: blake2b,
        items: tuple[object, ...],
        made: tuple[object, ...],
        places: "_Places",
    ) -> Iterator[tuple[tuple[int, int], _Lot]]:
        """Yield the pieces of *items* and of what was *made* of them: those that stood there *before*, as they were."""
        for at in places:
            these, lot = items[slice(*at)], before.get(at)
            if lot is None or lot.items != these:
                data = msgspec.msgpack.encode(made[slice(*at)])
                lot = _Lot(these, self._name(begun, these), data)
            yield at, lot

    def _name(self, begun: blake2b, items: tuple[object, ...]) -> bytes:
        """Return under what that lies which was made of these."""
        name = begun.copy()
        name.update(self._in_short(items))
        return name.digest()

    def _in_short(self, items: tuple[object, ...]) -> bytes:
        """Return a digest of all that some items are; two things may have the same fields.

        Turns are long, and asked about for all that is made of them.
        """
        ids = tuple(map(id, items))
        known = self._digests.get(ids)
        if known is None:
            told = _told([(type(each).__name__, each) for each in items])
            known = self._digests[ids] = items, blake2b(told, digest_size=_SIZE).digest()
        return known[1]

    @property
    def size(self) -> int:
        """Return how much is remembered: of how many things that happened."""
        return max((len(items) for _, items, _ in self._made.values()), default=0)


_SIZE = 20
"""Bytes of the name of a piece."""
_ALONE = 4
"""So many at the end are a piece each at least: what happens next may change the last of them."""


_Places = Sequence[tuple[int, int]]


def _places(count: int, together: int) -> _Places:
    """Return where of so many items those stand that make one piece, at most so many *together*."""
    until = max(0, count - _ALONE) // together * together
    lots = [(at, at + together) for at in range(0, until, together)]
    return lots + [(at, at + 1) for at in range(until, count)]


def _taken_up(
    lots: _Lots, count: int, shape: type[R]
) -> tuple[tuple[object, ...], tuple[R | None, ...]]:
    """Return the items of which something lies there, and what that is; between them nothing."""
    items: list[object] = [_NONE] * count
    made: list[R | None] = [None] * count
    for (begin, end), lot in lots.items():
        items[begin:end] = lot.items
        made[begin:end] = _reader(cast(Any, shape))(lot.data)
    return tuple(items), tuple(made)


_NONE = object()
"""What is like no item."""


@cache
def _reader(shape: Any) -> Callable[[bytes], tuple[Any, ...]]:
    return msgspec.msgpack.Decoder(tuple[shape, ...]).decode


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
