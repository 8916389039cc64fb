"""What is searched for the top, and what is found: positions in which a move may hold several plays."""

from mailref.structs import OnRecord
from mailref.tiles.board import Direction, Square
from mailref.tiles.scoring import Position
from mailref.tiles.variant import Rules


class TopMove(OnRecord, frozen=True):
    """A best possible move of one play, or the best set found of several."""

    plays: tuple[tuple[Square, Direction, str, tuple[Square, ...]], ...]
    """Square, direction, word and squares of blanks, for each play."""
    swaps: tuple[Square, ...]


class Top(OnRecord, frozen=True):
    """The best that was possible in a round."""

    points: int
    moves: tuple[TopMove, ...]
    is_exact: bool = True
    """Whether more was impossible; otherwise it is the best found by a bounded search."""


class RoundPosition(Position, frozen=True):
    """The position of an open round: the letters are everybody's, and a move may have several plays."""

    rules: Rules
    is_final: bool = False
    """Whether this is Dottendorf's final round: any number of plays, unused letters deducted."""

    @property
    def most_plays(self) -> int | None:
        """Return how many plays a move may have; None: any number."""
        return None if self.is_final else self.rules.plays
