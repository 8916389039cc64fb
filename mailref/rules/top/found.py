"""What the search finds: a move with its points, and the best moves of a position."""

from collections.abc import Iterable
from dataclasses import dataclass

from mailref.rules.board import Board, Direction, LaidTile, Square
from mailref.rules.moves import Move, Play, Swap, TextSpan


@dataclass(frozen=True, slots=True)
class FoundMove:
    """A move of one play: where the word begins, the whole word, where it lays blanks, its points."""

    square: Square
    direction: Direction
    word: str
    blanks: tuple[Square, ...]
    points: int
    swaps: tuple[Square, ...] = ()
    """The squares whose blanks are taken in exchange first (Jokertausch)."""

    @property
    def squares(self) -> tuple[Square, ...]:
        """Return the squares of the word."""
        return tuple(self.square.along(self.direction, step) for step in range(len(self.word)))

    def swapped(self, board: Board) -> Board:
        """Return *board* with each blank that is taken replaced by the letter it stood for."""
        return board.lay(
            LaidTile(square, board.letter(square) or "", is_blank=False) for square in self.swaps
        )

    def new_tiles(self, board: Board) -> tuple[LaidTile, ...]:
        """Return the tiles that the play lays on *board*, in the order of their squares."""
        return tuple(
            LaidTile(square, letter, square in self.blanks)
            for square, letter in zip(self.squares, self.word, strict=True)
            if board.is_free(square)
        )

    def after(self, board: Board) -> Board:
        """Return *board* after the move, swaps included."""
        return self.swapped(board).lay(self.new_tiles(board))

    def as_play(self) -> Play:
        """Return the play as a player would ask for it."""
        starred = frozenset(self.squares.index(square) for square in self.blanks)
        span = TextSpan(line=1, column=1, text=self.word)
        return Play(self.square, self.direction, self.word, span, starred=starred)

    def as_move(self) -> Move:
        """Return the move as a player would ask for it."""
        play = self.as_play()
        return Move((play,), tuple(Swap(square, play.span) for square in self.swaps))


@dataclass(frozen=True, slots=True)
class Tops:
    """The best possible moves of a position; 0 points and none if there is no move at all."""

    points: int
    moves: tuple[FoundMove, ...]


def in_order(moves: Iterable[FoundMove]) -> tuple[FoundMove, ...]:
    """Return *moves* by points, the best first, then fewest swaps, place and word."""
    return tuple(sorted(moves, key=order_of))


def order_of(move: FoundMove) -> tuple[object, ...]:
    """Return what `in_order` goes by."""
    return (
        -move.points,
        len(move.swaps),
        move.square,
        move.direction,
        move.word,
        move.blanks,
        move.swaps,
    )
