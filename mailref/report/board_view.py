"""The board as it is shown: what lies where, for the picture; and as text of 53 columns.

Rule for editors: each line begins with a coordinate and a bar, or holds coordinates only, so that
none can be read as a move, however it is quoted (contract 5).
"""

from dataclasses import dataclass
from enum import StrEnum

from mailref.rules.board import (
    SIZE,
    STANDARD,
    Area,
    Axes,
    Board,
    Direction,
    LaidTile,
    Layout,
    Premium,
    Square,
)
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


SIGNS = {
    Premium.DOUBLE_LETTER: "'",
    Premium.TRIPLE_LETTER: '"',
    Premium.DOUBLE_WORD: "-",
    Premium.TRIPLE_WORD: "=",
}
"""How a free premium square shows; one without premium is a dot."""
_PLAIN = "."


def board_lines(view: BoardView) -> tuple[str, ...]:
    """Return 17 lines: tiles as capitals, blanks small, the move just laid or proposed in brackets."""
    edges = coordinates(view.axes)
    proposed = {tile.square: tile for tile in view.proposal}
    header = "    |" + "".join(f" {name:<2}" for name in edges.columns).rstrip()
    lines = [header]
    for row in range(SIZE):
        cells = "".join(_cell(Square(row, column), view, proposed) for column in range(SIZE))
        name = edges.rows[row]
        lines.append(f" {name:>2} |{cells}| {name}")
    return (*lines, header)


def legend(labels: PremiumLabels) -> str:
    """Return what the signs of free squares stand for, in one line."""
    return "   ".join(f"{sign} {labels.of(premium)}" for premium, sign in SIGNS.items())


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word that stands on the board."""

    word: str
    square: Square
    direction: Direction


def words_on(board: Board) -> tuple[PlacedWord, ...]:
    """Return every word of two letters or more, across then down: for a picture's alternative text.

    Whoever writes them down names the word before its place, or the text could be read as a move.
    """
    return tuple(
        PlacedWord("".join(board.cell(each).upper() for each in run), run[0], direction)
        for direction in Direction
        for tile in board.tiles
        if board.is_free(tile.square.along(direction, -1))
        and len(run := board.run(tile.square, direction)) > 1
    )


def _cell(square: Square, view: BoardView, proposed: dict[Square, LaidTile]) -> str:
    """Return three characters: ` A `, `[A]` for a tile just laid or proposed, ` . ` for a free square."""
    if tile := proposed.get(square):
        return f"[{tile.letter.lower() if tile.is_blank else tile.letter}]"
    if not view.board.is_free(square):
        cell = view.board.cell(square)
        return f"[{cell}]" if square in view.marked else f" {cell} "
    premium = view.layout.premium(square)
    return f" {_PLAIN if premium is None else SIGNS[premium]} "
