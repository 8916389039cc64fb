"""How a play lies on the board, whatever its words are worth: squares, collisions, gaps, ends, contact."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mailref.rules.board import (
    BLANK,
    CENTRE,
    Board,
    LaidTile,
    Square,
    in_order,
    missing_from,
    neighbours,
    without,
)
from mailref.rules.faults import (
    BlankUnmarked,
    Fault,
    Gap,
    IncompleteWord,
    NotConnected,
    NotNew,
    NotOnRack,
    Occupied,
    OffBoard,
    StartArea,
    TooManyTiles,
    WordRefused,
    WordUnknown,
)
from mailref.rules.moves import BlankFor, BlankOn, Play
from mailref.rules.variant import Laying


@dataclass(frozen=True, slots=True)
class Position:
    """A board with the letters that may be laid on it, and the switches by which plays are judged."""

    board: Board
    rack: str
    rules: Laying

    @property
    def offered(self) -> int:
        """Return how many letters are offered, as the bonus `all` counts them."""
        return len(self.rack)


@dataclass(frozen=True, slots=True)
class BoardAndRack:
    """The board and the letters left between the plays of a move."""

    board: Board
    rack: str

    def swap(self, square: Square, letter: str) -> "BoardAndRack":
        """Return board and rack after a Jokertausch: the real letter lies, the blank is on the rack."""
        board = self.board.lay([LaidTile(square, letter, is_blank=False)])
        return BoardAndRack(board, in_order(without(self.rack, letter) + BLANK))

    def lay(self, tiles: tuple[LaidTile, ...]) -> "BoardAndRack":
        """Return board and rack with *tiles* laid; those the rack lacks are a fault told elsewhere."""
        used = [tile.tile for tile in tiles]
        lacking = missing_from(self.rack, used)
        return BoardAndRack(self.board.lay(tiles), without(in_order(self.rack + lacking), used))


def overhang(play: Play) -> list[Fault]:
    """Return the fault that the word leaves the board, if it does."""
    beyond = sum(not square.is_on_board for square in play.squares)
    if not beyond:
        return []
    return [
        OffBoard(
            span=play.span,
            square=play.square,
            direction=play.direction,
            word=play.word,
            overhang=beyond,
        )
    ]


def collisions(play: Play, new: tuple[int, ...], board: Board) -> list[Fault]:
    """Return each square on which another letter lies; or that nothing new is laid."""
    occupied: list[Fault] = [
        Occupied(span=play.span, square=square, lies=lies, wanted=wanted)
        for square, wanted in zip(play.squares, play.word, strict=True)
        if (lies := board.letter(square)) is not None and lies != wanted
    ]
    if occupied or new:
        return occupied
    return [NotNew(span=play.span, word=play.word)]


def gaps(play: Play, new: tuple[int, ...], rack: str) -> dict[int, Gap]:
    """Return, by index, small letters on free squares that are not offered: taken to lie there."""
    return {
        i: Gap(span=play.span, square=play.squares[i], letter=play.word[i])
        for i in new
        if i in play.small and play.word[i] not in rack and not _is_named_blank(play, i)
    }


def _is_named_blank(play: Play, index: int) -> bool:
    return (
        index in play.starred
        or BlankOn(play.squares[index]) in play.blanks
        or BlankFor(play.word[index]) in play.blanks
    )


def too_many(play: Play, tiles: tuple[LaidTile, ...], rules: Laying) -> Iterator[Fault]:
    """Yield the fault that the play lays more new tiles than the game allows (7-of-8)."""
    most = rules.most_tiles
    if most is not None and len(tiles) > most:
        yield TooManyTiles(span=play.span, laid=len(tiles), allowed=most)


def ends(play: Play, board: Board) -> Iterator[IncompleteWord]:
    """Yield the fault that letters touch the ends of the word: the whole word must be named."""
    before, after = play.square.along(play.direction, -1), play.squares[-1].along(play.direction, 1)
    if board.is_free(before) and board.is_free(after):
        return
    tiles = [LaidTile(s, w, is_blank=False) for s, w in zip(play.squares, play.word, strict=True)]
    whole = board.lay(tiles)
    run = whole.run(play.square, play.direction)
    word = "".join(whole.cell(square).upper() for square in run)
    yield IncompleteWord(span=play.span, word=play.word, whole=word, whole_square=run[0])


def contact(play: Play, new: tuple[int, ...], board: Board, rules: Laying) -> Iterator[Fault]:
    """Rules 3 and 8: touch what lies, or begin in the centre or in the game master's area."""
    if board.is_empty:
        area = rules.start
        inside = CENTRE in play.squares if area is None else all(s in area for s in play.squares)
        if not inside:
            yield StartArea(span=play.span, area=area)
    elif len(new) == len(play.word) and not any(
        not board.is_free(beside) for i in new for beside in neighbours(play.squares[i])
    ):
        yield NotConnected(span=play.span, word=play.word)


_MAY_FOLLOW = (NotConnected, StartArea, Gap, NotOnRack, BlankUnmarked)


def despite(absent: Iterable[Play], play: Play, faults: Iterable[Fault]) -> list[Fault]:
    """Return those of a play's *faults* that do not come from earlier plays being *absent*.

    A play that could not be laid is missing to those built on it: they seem unconnected, or to
    need letters that would lie there; what they form across it is another word.
    """
    if not _leans_on(play, absent):
        return [fault for fault in faults if not isinstance(fault, StartArea)]
    return [
        fault
        for fault in faults
        if not isinstance(fault, _MAY_FOLLOW)
        and not (isinstance(fault, WordRefused | WordUnknown) and fault.word != play.word)
    ]


def _leans_on(play: Play, absent: Iterable[Play]) -> bool:
    squares = {square for each in absent for square in each.squares}
    return any(
        square in squares or not squares.isdisjoint(neighbours(square)) for square in play.squares
    )
