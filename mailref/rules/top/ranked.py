"""The moves of a position, best first.

Up to nine letters all slots are searched in one go. Longer racks can have millions of plays: there
the slots are taken lot by lot, and what scores more than the bound of those to come is handed out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge

import numpy as np

from mailref.rules.top.found import FoundMove, in_order, order_of
from mailref.rules.top.plays import Plays, Sight, Small
from mailref.rules.top.slots import Slots

_MOST_TILES_AT_ONCE = 9
_LOT = 32
"""So many slots are taken at once where more tiles than that can be laid."""


@dataclass(frozen=True, slots=True)
class _Pending:
    """Plays found and not yet handed out, by falling points, and where each is found again."""

    points: Small
    lot: Small
    number: Small

    def with_lot(self, points: Small, lot: int) -> "_Pending":
        """Return them with those of one lot more."""
        everything = np.concatenate((self.points, points))
        order = np.argsort(-everything, kind="stable")
        lots = np.concatenate((self.lot, np.full(len(points), lot, np.int32)))
        numbers = np.concatenate((self.number, np.arange(len(points), dtype=np.int32)))
        return _Pending(everything[order], lots[order], numbers[order])

    def parted(self, bound: int) -> tuple["_Pending", "_Pending"]:
        """Return those that score more than *bound*, and the rest."""
        end = int(np.searchsorted(-self.points, -bound))
        return self._part(slice(None, end)), self._part(slice(end, None))

    def _part(self, part: slice) -> "_Pending":
        return _Pending(self.points[part], self.lot[part], self.number[part])

    def of_equal_points(self) -> Iterator[list[tuple[int, int]]]:
        """Yield lot and number of the plays, those of equal points together."""
        ends = np.flatnonzero(np.diff(self.points, append=np.int32(-1))) + 1
        start = 0
        for end in ends.tolist():
            lots, numbers = self.lot[start:end].tolist(), self.number[start:end].tolist()
            yield list(zip(lots, numbers, strict=True))
            start = end


def ranked(positions: list[tuple[Sight, Slots]]) -> Iterator[FoundMove]:
    """Yield every move of all *positions*, best first, equals in the order of `in_order`."""
    streams = [_ranked(sight, slots) for sight, slots in positions]
    return streams[0] if len(streams) == 1 else merge(*streams, key=order_of)


def _ranked(sight: Sight, slots: Slots) -> Iterator[FoundMove]:
    most = slots.weights.shape[1]
    size = _LOT if most > _MOST_TILES_AT_ONCE else max(1, len(slots.cell))
    nothing = np.zeros(0, np.int32)
    pending = _Pending(nothing, nothing, nothing)
    lots: list[Plays] = []
    for part, bound in slots.lots(size):
        lots.append(Plays.of(sight, part))
        pending = pending.with_lot(lots[-1].points, len(lots) - 1)
        final, pending = pending.parted(bound)
        for equal in final.of_equal_points():
            yield from in_order(lots[lot].move(number) for lot, number in equal)
