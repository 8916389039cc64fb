"""What a move is judged in: the board, the letters offered, the switches."""

from dataclasses import dataclass

from mailref.rules.board import Board
from mailref.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class Position:
    """A board with the letters of a round, the same for all players."""

    board: Board
    rack: str
    rules: Rules
    is_final: bool = False
    """Whether this is Dottendorf's final round: any number of plays, unused letters deducted."""

    @property
    def offered(self) -> int:
        """Return how many letters are offered, as the bonus `all` counts them."""
        return len(self.rack)
