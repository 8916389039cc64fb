"""Un-Scrabble: tiles are taken from a full board as long as words are left (table games, other games 1)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from mailref.rules.board import FREE, GERMAN, Board, Direction, Square, neighbours
from mailref.rules.faults import Fault, NotConnected, TooManyTiles, WordRefused, WordUnknown
from mailref.rules.moves import TextSpan

MOST_TAKEN = 6
"""So many tiles may be taken in a turn (seed 002)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoTile(Fault):
    """No tile lies on a square, or none was named."""

    code: ClassVar[str] = "no_tile"
    square: Square | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOneWord(Fault):
    """The tiles do not all belong to one word."""

    code: ClassVar[str] = "not_one_word"


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleLetter(Fault):
    """A tile would lie alone: a letter is no word."""

    code: ClassVar[str] = "single_letter"
    square: Square


@dataclass(frozen=True, slots=True)
class LyingWord:
    """A word as it lies: where it begins, which way it runs, what it says."""

    square: Square
    direction: Direction
    word: str

    @property
    def squares(self) -> tuple[Square, ...]:
        return tuple(self.square.along(self.direction, step) for step in range(len(self.word)))


def runs_of(board: Board) -> Iterator[LyingWord]:
    """Yield every run of two or more tiles."""
    for tile in board.tiles:
        for direction in Direction:
            if not board.is_free(tile.square.along(direction, -1)):
                continue
            squares = board.run(tile.square, direction)
            if len(squares) > 1:
                yield LyingWord(
                    tile.square, direction, "".join(board.letter(s) or "" for s in squares)
                )


def without_tiles(board: Board, taken: Sequence[Square]) -> Board:
    """Return *board* without the tiles on some squares."""
    cells = list(board.cells)
    for square in taken:
        cells[square.row * 15 + square.column] = FREE
    return Board("".join(cells))


def points_of(board: Board, taken: Sequence[Square]) -> int:
    """Return the values of the tiles: premiums do not count, a blank is worth nothing."""
    return GERMAN.sum_of("?" if board.is_blank(s) else board.letter(s) or "?" for s in taken)


IsWord = Callable[[str], bool | None]
"""Tells whether a word is valid; None where the game master must say."""


@dataclass(frozen=True, slots=True)
class Unscrabble:
    """A board that is taken down; words that lay at the start are words as long as they stay."""

    start: frozenset[LyingWord]
    verdict: IsWord

    def faults(self, board: Board, taken: Sequence[Square], span: TextSpan) -> tuple[Fault, ...]:
        """Return everything that is wrong with taking these tiles."""
        missing = next((square for square in taken if board.is_free(square)), None)
        if missing is not None or not taken:
            return (NoTile(span=span, square=missing),)
        faults: list[Fault] = []
        if len(set(taken)) > MOST_TAKEN:
            faults.append(TooManyTiles(span=span, laid=len(set(taken)), allowed=MOST_TAKEN))
        if not any(set(taken) <= set(run.squares) for run in runs_of(board)):
            faults.append(NotOneWord(span=span))
        return (*faults, *self._of_rest(without_tiles(board, taken), span))

    def _of_rest(self, rest: Board, span: TextSpan) -> Iterator[Fault]:
        lying = [tile.square for tile in rest.tiles]
        for square in lying:
            if all(rest.is_free(each) for each in neighbours(square)):
                yield SingleLetter(span=span, square=square)
        if len(_connected(rest, lying)) < len(lying):
            yield NotConnected(span=span, word="")
        for run in runs_of(rest):
            match True if run in self.start else self.verdict(run.word):
                case False:
                    yield WordRefused(span=span, word=run.word, reason="unlisted")
                case None:
                    yield WordUnknown(span=span, word=run.word)
                case _:
                    pass

    def has_turn(self, board: Board) -> bool:
        """Tell whether some legal turn is left: every subset of up to six tiles of each word is tried."""
        return any(
            not self.faults(board, taken, TextSpan(0, 0, ""))
            for run in runs_of(board)
            for count in range(1, MOST_TAKEN + 1)
            for taken in combinations(run.squares, count)
        )


def _connected(board: Board, lying: Sequence[Square]) -> frozenset[Square]:
    """Return the tiles that hang together with the first one."""
    reached: set[Square] = set()
    todo = list(lying[:1])
    while todo:
        square = todo.pop()
        if square not in reached and not board.is_free(square):
            reached.add(square)
            todo += neighbours(square)
    return frozenset(reached)
