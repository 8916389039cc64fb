"""Moves of several plays (n-Zug): the best set that a bounded search finds.

The first plays tried are the best ones; each is followed by the best plays on the board as it is
then, and only the best sets so far are followed further. So the first play of a set is exact as
long as it stands alone, the set is the best *found*, and the bound says how widely was looked.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from heapq import nlargest
from itertools import count

from mailref.rules.board import Board, Square
from mailref.rules.moves import Move, Swap
from mailref.rules.tiles import TileSet, without
from mailref.rules.top.found import FoundMove

WIDTH = 40
"""So many sets are followed from each play to the next."""


@dataclass(frozen=True, slots=True)
class FoundSet:
    """Plays to be laid in order, after the swaps; empty if there is no move at all."""

    plays: tuple[FoundMove, ...]
    swaps: tuple[Square, ...]
    points: int
    """Less the letters not laid, where those are deducted: then it may be below 0."""
    width: int
    """The bound of the search: so many sets were followed from each play to the next."""

    def as_move(self) -> Move:
        """Return the set as a player would ask for it."""
        plays = tuple(play.as_play() for play in self.plays)
        return Move(plays, tuple(Swap(square, plays[0].span) for square in self.swaps))


@dataclass(frozen=True, slots=True)
class Line:
    """A set that is being made: the position after its plays."""

    board: Board
    rack: str
    swaps: tuple[Square, ...] = ()
    plays: tuple[FoundMove, ...] = ()
    points: int = 0

    def after(self, play: FoundMove) -> "Line":
        """Return the line with one play more."""
        new = play.new_tiles(self.board)
        return replace(
            self,
            board=self.board.lay(new),
            rack=without(self.rack, (tile.tile for tile in new)),
            plays=(*self.plays, play),
            points=self.points + play.points,
        )


BestPlays = Callable[[Line, int], Iterable[FoundMove]]
"""So many of the best plays (more, if the last ones are equal) of a line's position."""


@dataclass(frozen=True, slots=True)
class SetSearch:
    """Looks for sets of plays, following the *width* best from play to play."""

    best_plays: BestPlays
    tiles: TileSet
    width: int
    is_rest_deducted: bool

    def best(self, starts: Iterable[Line], plays: int | None) -> FoundSet:
        """Return the best set of up to *plays* plays (None: any number) from one of *starts*.

        The first of them is the position without swaps.
        """
        lines = list(starts)
        best = lines[0]
        for played in count(1):
            lines = self._best_of(self._grown(lines, 1 if played == plays else self.width))
            best = max((best, *lines), key=self._rank)
            if not lines or played == plays:
                break
        swaps = best.swaps if best.plays else ()
        return FoundSet(best.plays, swaps, self._worth(best), self.width)

    def _grown(self, lines: list[Line], width: int) -> Iterator[Line]:
        return (line.after(play) for line in lines for play in self.best_plays(line, width))

    def _best_of(self, lines: Iterable[Line]) -> list[Line]:
        """Return the best lines; of those that come to the same position, the first alone."""
        by_position: dict[tuple[Board, str, tuple[Square, ...]], Line] = {}
        for line in lines:
            key = (line.board, line.rack, line.swaps)
            known = by_position.get(key)
            if known is None or line.points > known.points:
                by_position[key] = line
        return nlargest(self.width, by_position.values(), key=self._rank)

    def _rank(self, line: Line) -> tuple[int, int, int]:
        """Of equal points the fewer swaps win, then the fewer plays."""
        return self._worth(line), -len(line.swaps), -len(line.plays)

    def _worth(self, line: Line) -> int:
        rest = self.tiles.sum_of(line.rack) if self.is_rest_deducted else 0
        return line.points - rest
