"""The board as text of 53 columns, for readers without pictures.

Rule for editors: each line begins with a coordinate and a bar, or holds coordinates only, so that
none can be read as a move, however it is quoted (contract 5).
"""

from dataclasses import dataclass

from mailref.report.view import BoardView, PremiumLabels, coordinates
from mailref.rules.board import SIZE, Board, Direction, LaidTile, Premium, Square

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
