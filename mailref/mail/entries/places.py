"""Where a play lies, as written: squares, ranges and directions to one square and one direction."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lark import Token

from mailref.mail.entries.written import Written
from mailref.rules.board import Axes, Direction, Square, read_square

_SPOT = re.compile(r"([A-Za-z])\s*(\d+)|(\d+)\s*([A-Za-z])")


@dataclass(frozen=True, slots=True)
class Place:
    """What a line says of its place; what it does not say, or says twice differently, is None."""

    square: Square | None
    direction: Direction | None
    last: Square | None = None
    off_board: Token | None = None
    """The first square named that is on no board."""
    contradicts: bool = False
    """Range, order of letter and number, and direction do not agree."""
    count: int | None = None
    """How many squares the range names; None without a range, or where it is no straight line."""
    has_range: bool = False


def square_of(token: str, axes: Axes) -> Square | None:
    """Return the square that *token* names; None if it is on no board."""
    try:
        return read_square(token, axes)
    except ValueError:
        return None


def direction_of(token: str) -> Direction:
    """Return the direction of `s`, `/w`, `(senkr.)`, `across`."""
    first = token.strip(" \t-,:./()").casefold()
    return Direction.ACROSS if first[0] in "wah" else Direction.DOWN


def is_number_first(token: str) -> bool:
    """Tell `8H` from `H8`."""
    return token.lstrip()[0].isdigit()


def read_place(written: Written, axes: Axes) -> Place:
    """Return where the play of *written* lies."""
    named = written.tokens("SQUARE", "ROW")
    explicit = {direction_of(token) for token in written.tokens("WAY", "DIRECTION")}
    if not named:
        return Place(None, next(iter(explicit), None), contradicts=len(explicit) > 1)
    squares = _squares(named, axes)
    if None in squares:
        direction = next(iter(explicit), None) or _implied(named, axes)
        return Place(None, direction, off_board=named[squares.index(None)])
    on_board = [square for square in squares if square is not None]
    if len(on_board) == 1:
        return _at_square(on_board[0], explicit, _implied(named, axes))
    return _along_range(on_board, explicit, number_first=_is_down_notation(named, axes))


def _squares(named: Sequence[Token], axes: Axes) -> list[Square | None]:
    """Read the squares of a place; `H4-8` is short for H4-H8."""
    squares = [square_of(named[0], axes)]
    for token in named[1:]:
        text = str(token)
        if token.type == "ROW":
            spot = _SPOT.search(named[0])
            text = f"{(spot[1] or spot[4]) if spot else ''}{token}"
        squares.append(square_of(text, axes))
    return squares


def _implied(named: Sequence[Token], axes: Axes) -> Direction | None:
    """Where letters are rows, `H8` runs across and `8H` down (seed 002)."""
    if axes is Axes.COLUMNS:
        return None
    if len(named) > 1:
        return None
    return Direction.DOWN if is_number_first(named[0]) else Direction.ACROSS


def _is_down_notation(named: Sequence[Token], axes: Axes) -> bool:
    return axes is Axes.ROWS and all(is_number_first(token) for token in named)


def _at_square(square: Square, explicit: set[Direction], implied: Direction | None) -> Place:
    said = explicit | ({implied} if implied else set())
    if len(said) > 1:
        return Place(square, implied, contradicts=True)
    return Place(square, next(iter(said), None))


def _along_range(ends: Sequence[Square], explicit: set[Direction], *, number_first: bool) -> Place:
    """A range gives the direction; written backwards it is read as meant (rules 8)."""
    first, last = min(ends), max(ends)
    if first.row != last.row and first.column != last.column:
        return Place(first, None, last, contradicts=True, has_range=True)
    count = last.row - first.row + last.column - first.column + 1
    if count == 1:
        said = explicit
        along = next(iter(explicit), None)
    else:
        along = Direction.ACROSS if first.row == last.row else Direction.DOWN
        said = explicit | {along} | ({Direction.DOWN} if number_first else set())
    return Place(first, along, last, contradicts=len(said) > 1, count=count, has_range=True)
