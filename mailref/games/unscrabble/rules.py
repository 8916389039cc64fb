"""What a player of Un-Scrabble asks for, and what may be taken from a board (table games, other games 1)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, islice, product
from typing import ClassVar

from msgspec import Struct

from mailref.games.unscrabble.switches import MOST_TAKEN
from mailref.orders.entries import AnyOrder
from mailref.structs import Alternative
from mailref.tiles import moves
from mailref.tiles.board import (
    Axes,
    Board,
    Direction,
    LaidTile,
    Square,
    neighbours,
    read_square,
    square_name,
)
from mailref.tiles.tile_set import FREE, GERMAN, TileSet


class TilesOrder(Alternative, AnyOrder, frozen=True):
    """`NIMM H4-H6`, `NIMM RUCK aus RUCKEN`: tiles to be taken, by their squares or their letters.

    Where both are named, `das R auf H8`, those letters must lie there.
    """

    is_move = True
    lists = "places"
    span: moves.TextSpan
    places: tuple[tuple[str, str], ...] = ()
    """The first and the last square of each stretch, as written; a single square twice."""
    letters: str = ""
    word: str = ""
    """Of which word, as it lies; "" where none was named."""

    @property
    def asked(self) -> object:
        return self.places, self.letters, self.word


class NoTile(moves.FaultAt, frozen=True, kw_only=True):
    """No tile lies on a square, no such letters or no such word lie anywhere, or none was named."""

    square: Square | None
    letters: str = ""
    word: str = ""
    is_elsewhere: bool = False
    """Whether other letters lie on the squares that were named."""


class NotOneWord(moves.FaultAt, frozen=True, kw_only=True):
    """The tiles do not all belong to one word."""


class SingleLetter(moves.FaultAt, frozen=True, kw_only=True):
    """A tile would lie alone: a letter is no word."""

    square: Square


class WhichTiles(moves.FaultAt, frozen=True, kw_only=True):
    """The letters named lie more than once: their squares must say which are meant."""

    code: ClassVar[str] = "which_letter"
    letters: str
    squares: tuple[Square, ...]
    """Where they lie."""


class NoPass(moves.FaultAt, frozen=True, kw_only=True):
    """Who can take tiles must."""


class LyingWord(Struct, frozen=True):
    """A word as it lies: where it begins, which way it runs, what it says."""

    square: Square
    direction: Direction
    word: str

    @property
    def squares(self) -> tuple[Square, ...]:
        return tuple(self.square.along(self.direction, step) for step in range(len(self.word)))


@lru_cache(maxsize=64)
def runs_of(board: Board) -> tuple[LyingWord, ...]:
    """Return every run of two or more tiles."""
    return (*_runs_of(board),)


def _runs_of(board: Board) -> Iterator[LyingWord]:
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


def points_of(board: Board, taken: Sequence[Square], tiles: TileSet = GERMAN) -> int:
    """Return the values of the tiles: premiums do not count, a blank is worth nothing."""
    return tiles.sum_of("?" if board.is_blank(s) else board.letter(s) or "?" for s in taken)


def new_words(before: Board, after: Board) -> tuple[str, ...]:
    """Return the words that came into being from one board to another."""
    there = frozenset(runs_of(before))
    return tuple(dict.fromkeys(run.word for run in runs_of(after) if run not in there))


IsWord = Callable[[str], bool | None]
"""Tells whether a word is valid; None where the game master must say."""


class SeenBoard(Struct, frozen=True):
    """What a player sees: the board of which he takes, and how its squares are named."""

    board: Board
    axes: Axes

    def squares(self, order: TilesOrder) -> tuple[Square, ...]:
        """Return the squares that an order means; none where it is left open which, or no tile lies on one."""
        meant = [
            each for each in squares_meant(order, self.board, self.axes) if isinstance(each, Square)
        ]
        return () if any(map(self.board.is_free, meant)) else tuple(meant)

    def named(self, squares: Sequence[Square]) -> str:
        """Return squares as a player names them, in their order on the board."""
        return " ".join(square_name(each, self.axes) for each in sorted(squares))

    def words_without(self, squares: Sequence[Square]) -> frozenset[str]:
        """Return the words that lie when the tiles on some squares are gone."""
        return frozenset(run.word for run in runs_of(without_tiles(self.board, squares)))

    def ends_of(
        self, word: str, letter: str, ends: tuple[bool, bool], count: int
    ) -> tuple[Square, ...]:
        """Return so many first and last tiles of the one word that lies so, or of those in it with a letter."""
        runs = [run for run in runs_of(self.board) if run.word == word]
        tiles = runs[0].squares if len(runs) == 1 else ()
        alike = [each for each in tiles if letter in ("", self.board.letter(each))]
        is_first, is_last = ends
        meant = (*(alike[:count] if is_first else ()), *(alike[-count:] if is_last else ()))
        return tuple(dict.fromkeys(meant))

    def is_part(self, letters: str) -> bool:
        """Tell whether letters stand side by side at one place alone, in a word that lies and is longer."""
        runs = [run for run in runs_of(self.board) if letters in run.word]
        is_word = any(run.word == letters for run in runs)
        return len(runs) == 1 and not is_word and bool(_side_by_side(letters, runs[0]))

    def rest_of_word(self, squares: Sequence[Square]) -> str:
        """Return the letters that are left of the word of which some tiles are taken; "" if that is not one."""
        of = [run for run in runs_of(self.board) if set(squares) <= {*run.squares}]
        left = (
            self.board.letter(each) or ""
            for each in (of[0].squares if len(of) == 1 else ())
            if each not in squares
        )
        return "".join(left)


class Unscrabble(Struct, frozen=True):
    """A board that is taken down; words that lay at the start are words as long as they stay."""

    start: frozenset[LyingWord]
    verdict: IsWord
    most: int = MOST_TAKEN

    def faults(
        self, board: Board, taken: Sequence[Square], span: moves.TextSpan
    ) -> tuple[moves.Fault, ...]:
        """Return everything that is wrong with taking these tiles."""
        missing = next((square for square in taken if board.is_free(square)), None)
        if missing is not None or not taken:
            return (NoTile(span=span, square=missing),)
        faults: list[moves.Fault] = []
        if len(set(taken)) > self.most:
            faults.append(moves.TooManyTiles(span=span, laid=len(set(taken)), allowed=self.most))
        if not any(set(taken) <= set(run.squares) for run in runs_of(board)):
            faults.append(NotOneWord(span=span))
        return (*faults, *self._of_rest(without_tiles(board, taken), span))

    def _of_rest(self, rest: Board, span: moves.TextSpan) -> Iterator[moves.Fault]:
        for tile in rest.tiles:
            if all(rest.is_free(each) for each in neighbours(tile.square)):
                yield SingleLetter(span=span, square=tile.square)
        if not rest.is_connected:
            yield moves.NotConnected(span=span, word="")
        for run in runs_of(rest):
            match True if run in self.start else self.verdict(run.word):
                case False:
                    yield moves.WordRefused(span=span, word=run.word, reason="unlisted")
                case None:
                    yield moves.WordUnknown(span=span, word=run.word)
                case _:
                    pass

    def has_turn(self, board: Board) -> bool:
        """Tell whether some legal turn is left: every subset of each word is tried.

        Most fail by the words that they leave beside them, which is seen at once.
        """
        is_word = cache(self.verdict)
        return any(
            all(map(is_word, words_left(board, run, taken)))
            and not self.faults(board, taken, moves.NOWHERE)
            for run in runs_of(board)
            for count in range(1, self.most + 1)
            for taken in combinations(run.squares, count)
        )


def words_left(board: Board, run: LyingWord, taken: Sequence[Square]) -> Iterator[str]:
    """Yield the words that come into being where tiles of one word are taken: its parts, those across."""
    gone = set(taken)
    yield from _parts(board, run.squares, gone)
    for square in taken:
        across = board.run(square, run.direction.other)
        yield from _parts(board, across, {square})


def _parts(board: Board, squares: Sequence[Square], gone: set[Square]) -> Iterator[str]:
    text = "".join(" " if each in gone else board.letter(each) or " " for each in squares)
    yield from (part for part in text.split() if len(part) > 1)


def squares_meant(
    order: TilesOrder, board: Board, axes: Axes
) -> tuple[Square, ...] | tuple[moves.Fault, ...]:
    """Return the squares whose tiles an order names, or why it names none."""
    if not order.places:
        return _by_letters(order, board)
    squares: list[Square] = []
    for first, last in order.places:
        try:
            ends = (read_square(first, axes, board.size), read_square(last, axes, board.size))
        except ValueError:
            return (
                moves.OffBoard(span=order.span, square=None, direction=None, word="", overhang=0),
            )
        stretch = _stretch(*ends)
        if not stretch:
            return (NotOneWord(span=order.span),)
        squares += stretch
    meant = tuple(dict.fromkeys(squares))
    lying = Counter(board.letter(square) for square in meant)
    if order.letters and lying != Counter(order.letters):
        return (NoTile(span=order.span, square=None, letters=order.letters, is_elsewhere=True),)
    return meant if order.word == "" else _of_word(order, meant, board)


def _of_word(
    order: TilesOrder, squares: tuple[Square, ...], board: Board
) -> tuple[Square, ...] | tuple[moves.Fault, ...]:
    """Return *squares* where all of them are of the word that the order names beside them, else what is wrong."""
    named = [run for run in runs_of(board) if run.word == order.word]
    if any(set(squares) <= set(run.squares) for run in named):
        return squares
    free = next((each for each in squares if board.is_free(each)), None)
    if free is not None:
        return (NoTile(span=order.span, square=free),)
    letters = "".join(board.letter(each) or "" for each in squares) if named else ""
    return (NoTile(span=order.span, square=None, letters=letters, word=order.word),)


def _stretch(first: Square, last: Square) -> list[Square]:
    """Return the squares from one to another in a line; none where they are in no line."""
    first, last = sorted((first, last))
    if first.row == last.row:
        return [Square(first.row, column) for column in range(first.column, last.column + 1)]
    if first.column == last.column:
        return [Square(row, first.column) for row in range(first.row, last.row + 1)]
    return []


def _by_letters(order: TilesOrder, board: Board) -> tuple[Square, ...] | tuple[moves.Fault, ...]:
    """Return the tiles that letters name without a choice (other games 1)."""
    word = order.word or order.letters
    named = [run for run in runs_of(board) if run.word == word]
    if order.word and not named:
        return (NoTile(span=order.span, square=None, word=order.word),)
    if not order.word and not named:
        places: list[tuple[Square, ...]] = [tuple(tile.square for tile in board.tiles)]
    else:
        places = [run.squares for run in named]
    runs = named or [run for run in runs_of(board) if order.letters in run.word]
    if len(runs) == 1 and (whole := _side_by_side(order.letters, runs[0])):
        return whole
    found = {way for each in places for way in _ways(order.letters, each, board)}
    if len(found) == 1:
        return next(iter(found))
    if not found:
        missing = NoTile(span=order.span, square=None, letters=order.letters, word=order.word)
        return (missing,)
    there = sorted({square for way in found for square in way})
    return (WhichTiles(span=order.span, letters=order.letters, squares=tuple(there)),)


def _side_by_side(letters: str, word: LyingWord) -> tuple[Square, ...]:
    """Return where several letters stand in a word as they are written, if that is at one place: REG in REGEN."""
    starts = [at for at in range(len(word.word)) if word.word.startswith(letters, at)]
    if len(letters) < 2 or len(starts) != 1:
        return ()
    return word.squares[starts[0] : starts[0] + len(letters)]


def _ways(letters: str, squares: Sequence[Square], board: Board) -> Iterator[tuple[Square, ...]]:
    """Yield ways to find *letters* among the tiles on *squares*: one, or two where there is a choice."""
    choices = []
    for letter in dict.fromkeys(letters):
        there = [square for square in squares if board.letter(square) == letter]
        ways = list(islice(combinations(there, letters.count(letter)), 2))
        choices.append(ways)
    for each in islice(product(*choices), 2):
        yield tuple(sorted(square for way in each for square in way))


def tiles_on(board: Board, squares: Sequence[Square]) -> tuple[LaidTile, ...]:
    """Return the tiles that lie on some squares, in the order of the board."""
    return tuple(tile for tile in board.tiles if tile.square in squares)
