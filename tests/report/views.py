"""Boards to draw in tests and benchmarks."""

from pathlib import Path

import mailref.data
from mailref.report.picture import BoardView, Fonts, PremiumLabels
from mailref.tiles.board import Axes, Board, LaidTile, Square

LABELS = PremiumLabels("2B", "3B", "2W", "3W", "4B", "4W")

# The board of the wish format's example (rules 5), with every umlaut, a Q and two blanks.
YERRES = Board.from_rows(
    (
        "...............",
        "...............",
        "....Q..........",
        "....U..ÖL......",
        "....E..D.......",
        "....R..E.......",
        "....UND........",
        "....E...GÄRTEN.",
        "....N......Ü...",
        "...vERBÜXEND...",
        "..J....I...E...",
        "n..............",
        "...............",
        "...............",
        "...............",
    )
)


def yerres() -> BoardView:
    """Return the board with VERBÜXEND just laid; its V is a blank."""
    row = frozenset(Square(9, column) for column in range(3, 12))
    return BoardView(YERRES, Axes.COLUMNS, LABELS, marked=row)


def proposed() -> BoardView:
    """Return EUBÖA drawn in at M10, its B a blank, after the blank on A12 was taken for an N."""
    letters = "EUBÖA"
    tiles = tuple(
        LaidTile(Square(9 + step, 12), letter, is_blank=letter == "B")
        for step, letter in enumerate(letters)
    )
    board = YERRES.lay((LaidTile(Square(11, 0), "N", is_blank=False),))
    return BoardView(
        board, Axes.COLUMNS, LABELS, proposal=tiles, swapped=frozenset({Square(11, 0)})
    )


def shipped_fonts() -> Fonts:
    folder = Path(mailref.data.__file__).parent / "fonts"
    return Fonts(
        regular=(folder / "DejaVuSansCondensed.ttf").read_bytes(),
        bold=(folder / "DejaVuSansCondensed-Bold.ttf").read_bytes(),
    )
