"""What a player asks for: plays, swaps, moves, and how they are written. No score and no verdict."""

from collections.abc import Iterable
from dataclasses import dataclass

from mailref.rules.board import Axes, Direction, Square, place_name, square_name
from mailref.rules.vocabulary import GERMAN, direction_letter


@dataclass(frozen=True, slots=True)
class TextSpan:
    """Where something stands in the player's text: line and column from 1, and the text itself."""

    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class BlankFor:
    """`Joker = T`: a blank stands for a letter that occurs once in the word."""

    letter: str


@dataclass(frozen=True, slots=True)
class BlankOn:
    """`A4 = Blanko`: the letter on that square is a blank."""

    square: Square


@dataclass(frozen=True, slots=True)
class Play:
    """One play (Teilzug) as written: where the word begins, which way it runs, the whole word.

    `word` is in capitals with ß as SS, one character a square; `small` and `starred` are indices
    into it: letters written small in a word of mixed case, and letters marked `*` as blanks.
    `eszett` holds the indices of the SS that were typed as ß.
    """

    square: Square
    direction: Direction
    word: str
    span: TextSpan
    small: frozenset[int] = frozenset()
    starred: frozenset[int] = frozenset()
    eszett: frozenset[int] = frozenset()
    blanks: tuple[BlankFor | BlankOn, ...] = ()
    last: Square | None = None
    """The end of the range, where one was written (`M10-M14`)."""
    also: tuple[str, ...] = ()
    """Further words the player says are formed (`+verbüxendE`), as written."""
    claimed: int | None = None
    comment: str | None = None

    @property
    def squares(self) -> tuple[Square, ...]:
        """Return the squares of the word, possibly off the board."""
        return tuple(self.square.along(self.direction, step) for step in range(len(self.word)))


@dataclass(frozen=True, slots=True)
class Swap:
    """A Jokertausch: the blank on this square is taken for the letter it stands for."""

    square: Square
    span: TextSpan


@dataclass(frozen=True, slots=True)
class Move:
    """What a player asks for at once: swaps, then plays in order (rules 2)."""

    plays: tuple[Play, ...]
    swaps: tuple[Swap, ...] = ()
    total_claimed: int | None = None
    """The `Summe:` where one is written."""

    @property
    def claimed(self) -> int | None:
        """Return the Summe, else the sum of the plays' claims if each has one, else None."""
        if self.total_claimed is not None:
            return self.total_claimed
        claims = [play.claimed for play in self.plays]
        if not claims or any(claim is None for claim in claims):
            return None
        return sum(claim for claim in claims if claim is not None)


def play_name(square: Square, direction: Direction, word: str, axes: Axes) -> str:
    """Return a play as players write it: `M9s BEHAUE`, or `8H BEHAUE` where letters are rows."""
    place = place_name(square, direction, axes)
    if axes is Axes.COLUMNS:
        place += direction_letter(direction)
    return f"{place} {word}"


def swap_name(squares: Iterable[Square], axes: Axes) -> str:
    """Return a Jokertausch as players write it: `Jokertausch=A12, B3`."""
    names = ", ".join(square_name(square, axes) for square in squares)
    return f"{GERMAN.joker[1]}{GERMAN.swap[0]}={names}"
