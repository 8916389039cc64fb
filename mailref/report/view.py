"""What a board picture and the board as text are made from."""

from dataclasses import dataclass
from enum import StrEnum

from mailref.rules.board import STANDARD, Area, Axes, Board, LaidTile, Layout, Premium, Square
from mailref.rules.tiles import GERMAN, TileSet


class Theme(StrEnum):
    """In colour, or black and white with symbols for the premiums, as zines are printed."""

    COLOUR = "colour"
    PRINT = "print"


@dataclass(frozen=True, slots=True)
class PremiumLabels:
    """What is written in a premium square, in the reader's language: `2B` or `2L`."""

    double_letter: str
    triple_letter: str
    double_word: str
    triple_word: str

    def of(self, premium: Premium) -> str:
        match premium:
            case Premium.DOUBLE_LETTER:
                return self.double_letter
            case Premium.TRIPLE_LETTER:
                return self.triple_letter
            case Premium.DOUBLE_WORD:
                return self.double_word
            case Premium.TRIPLE_WORD:
                return self.triple_word


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board and what is to be seen on it."""

    board: Board
    axes: Axes
    labels: PremiumLabels
    theme: Theme = Theme.COLOUR
    layout: Layout = STANDARD
    tiles: TileSet = GERMAN
    marked: frozenset[Square] = frozenset()
    """Squares of the move just laid."""
    proposal: tuple[LaidTile, ...] = ()
    """A player's own move, drawn in though it does not lie."""
    swapped: frozenset[Square] = frozenset()
    """Squares whose blank was taken for the letter that lies there now (Jokertausch)."""
    start: Area | None = None
    """Where the first word must lie."""


@dataclass(frozen=True, slots=True)
class Coordinates:
    """What stands at the board's edges: above and below, and at the sides."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]


_LETTERS = tuple("ABCDEFGHIJKLMNO")
_NUMBERS = tuple(str(number) for number in range(1, 16))


def coordinates(axes: Axes) -> Coordinates:
    """Return the edges in the game's notation: letters above in Dottendorf, at the sides in Simultan."""
    if axes is Axes.COLUMNS:
        return Coordinates(columns=_LETTERS, rows=_NUMBERS)
    return Coordinates(columns=_NUMBERS, rows=_LETTERS)
