"""How a play lies on the board, and what it scores there: squares, contact, words, points, bonus.

A judged move has its plays or its faults. Rules 3: letter premiums first, then word premiums; a premium
counts once, when its square is first covered; a blank scores 0 and loses a letter premium but not a
word premium; the bonus comes last.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import chain

from msgspec import Struct

from mailref.structs import OnRecord
from mailref.tiles import moves
from mailref.tiles.board import (
    BLANK,
    CENTRE,
    STANDARD,
    TILES,
    Board,
    Direction,
    LaidTile,
    Layout,
    Square,
    TileSet,
    in_order,
    missing_from,
    neighbours,
    without,
)
from mailref.tiles.lexicon.verdicts import Verdict
from mailref.tiles.variant import Extended, Laying, bonus_for


class Position(Struct, frozen=True):
    """A board with the letters that may be laid on it, and the switches by which plays are judged."""

    board: Board
    rack: str
    rules: Laying

    @property
    def offered(self) -> int:
        """Return how many letters are offered, as the bonus `all` counts them."""
        return len(self.rack)


class BoardAndRack(Struct, frozen=True):
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


def overhang(play: moves.Play) -> list[moves.Fault]:
    """Return the fault that the word leaves the board, if it does."""
    beyond = sum(not square.is_on_board for square in play.squares)
    if not beyond:
        return []
    return [
        moves.OffBoard(
            span=play.span,
            square=play.square,
            direction=play.direction,
            word=play.word,
            overhang=beyond,
        )
    ]


def collisions(play: moves.Play, new: tuple[int, ...], board: Board) -> list[moves.Fault]:
    """Return each square on which another letter lies; or that nothing new is laid."""
    occupied: list[moves.Fault] = [
        moves.Occupied(span=play.span, square=square, lies=lies, wanted=wanted)
        for square, wanted in zip(play.squares, play.word, strict=True)
        if (lies := board.letter(square)) is not None and lies != wanted
    ]
    if occupied or new:
        return occupied
    return [moves.NotNew(span=play.span, word=play.word)]


def gaps(play: moves.Play, new: tuple[int, ...], rack: str) -> dict[int, moves.Gap]:
    """Return, by index, small letters on free squares that are not offered: taken to lie there."""
    return {
        i: moves.Gap(span=play.span, square=play.squares[i], letter=play.word[i])
        for i in new
        if i in play.small and play.word[i] not in rack and not _is_named_blank(play, i)
    }


def _is_named_blank(play: moves.Play, index: int) -> bool:
    return (
        index in play.starred
        or moves.BlankOn(play.squares[index]) in play.blanks
        or moves.BlankFor(play.word[index]) in play.blanks
    )


def too_many(play: moves.Play, tiles: tuple[LaidTile, ...], rules: Laying) -> Iterator[moves.Fault]:
    """Yield the fault that the play lays more new tiles than the game allows (7-of-8)."""
    most = rules.most_tiles
    if most is not None and len(tiles) > most:
        yield moves.TooManyTiles(span=play.span, laid=len(tiles), allowed=most)


def ends(play: moves.Play, board: Board) -> Iterator[moves.IncompleteWord]:
    """Yield the fault that letters touch the ends of the word: the whole word must be named."""
    before, after = play.square.along(play.direction, -1), play.squares[-1].along(play.direction, 1)
    if board.is_free(before) and board.is_free(after):
        return
    tiles = [LaidTile(s, w, is_blank=False) for s, w in zip(play.squares, play.word, strict=True)]
    whole = board.lay(tiles)
    run = whole.run(play.square, play.direction)
    word = "".join(whole.cell(square).upper() for square in run)
    yield moves.IncompleteWord(span=play.span, word=play.word, whole=word, whole_square=run[0])


def contact(
    play: moves.Play, new: tuple[int, ...], board: Board, rules: Laying
) -> Iterator[moves.Fault]:
    """Rules 3 and 8: touch what lies, or begin in the centre or in the game master's area."""
    if board.is_empty:
        area = rules.start
        inside = CENTRE in play.squares if area is None else all(s in area for s in play.squares)
        if not inside:
            yield moves.StartArea(span=play.span, area=area)
    elif len(new) == len(play.word) and not any(
        not board.is_free(beside) for square in play.squares for beside in neighbours(square)
    ):
        yield moves.NotConnected(span=play.span, word=play.word)


_MAY_FOLLOW = (moves.NotConnected, moves.StartArea, moves.Gap, moves.NotOnRack, moves.BlankUnmarked)


def despite(
    absent: Iterable[moves.Play], play: moves.Play, faults: Iterable[moves.Fault]
) -> list[moves.Fault]:
    """Return those of a play's *faults* that do not come from earlier plays being *absent*.

    A play that could not be laid is missing to those built on it: they seem unconnected, or to
    need letters that would lie there; what they form across it is another word.
    """
    if not _leans_on(play, absent):
        return [fault for fault in faults if not isinstance(fault, moves.StartArea)]
    return [
        fault
        for fault in faults
        if not isinstance(fault, _MAY_FOLLOW)
        and not (
            isinstance(fault, moves.WordRefused | moves.WordUnknown) and fault.word != play.word
        )
    ]


def _leans_on(play: moves.Play, absent: Iterable[moves.Play]) -> bool:
    squares = {square for each in absent for square in each.squares}
    return any(
        square in squares or not squares.isdisjoint(neighbours(square)) for square in play.squares
    )


class FormedWord(OnRecord, frozen=True):
    """A word formed or extended by a play: its squares and `sum_of_letters * factor = points`."""

    word: str
    squares: tuple[Square, ...]
    sum_of_letters: int
    """Letter values with letter premiums, before the word premium."""
    factor: int

    @property
    def points(self) -> int:
        return self.sum_of_letters * self.factor

    @property
    def formula(self) -> str:
        """Return `14*2`, or `23` where no word premium counts."""
        return (
            f"{self.sum_of_letters}*{self.factor}" if self.factor > 1 else f"{self.sum_of_letters}"
        )


class ScoredPlay(OnRecord, frozen=True):
    """A play that can be laid: the tiles it lays and what it scores."""

    square: Square
    direction: Direction
    words: tuple[FormedWord, ...]
    """The word laid first, then the further words in the order of their squares."""
    new_tiles: tuple[LaidTile, ...]
    bonus: int

    @property
    def word(self) -> str:
        return self.words[0].word

    @property
    def blanks(self) -> tuple[Square, ...]:
        """Return the squares on which this play lays blanks."""
        return tuple(tile.square for tile in self.new_tiles if tile.is_blank)

    @property
    def points(self) -> int:
        return sum(word.points for word in self.words) + self.bonus

    @property
    def formula(self) -> str:
        """Return `14*2+23=51`: the word laid first, the bonus last (contract 3)."""
        parts = [word.formula for word in self.words]
        if self.bonus:
            parts.append(str(self.bonus))
        return f"{'+'.join(parts)}={self.points}"

    def formula_with(self, more: int) -> str:
        """Return `7+13+10=30`, points that are earned beside the play last."""
        plain = self.formula.rpartition("=")[0]
        return f"{plain}+{more}={self.points + more}" if more else self.formula


class Scorer(Struct, frozen=True):
    """Scores plays under one game's tiles, layout and switches."""

    rules: Laying
    tiles: TileSet = TILES
    layout: Layout = STANDARD

    def score(
        self, board: Board, new_tiles: tuple[LaidTile, ...], direction: Direction, offered: int
    ) -> ScoredPlay:
        """Score *new_tiles*, which lie in one line along *direction* without gaps on *board*.

        *offered* is the number of letters of the round (for the bonus `all`). The word laid is
        the one along *direction*; legality is not asked here.
        """
        after = board.lay(new_tiles)
        new = {tile.square for tile in new_tiles}
        squares = after.run(new_tiles[0].square, direction)
        words = [self._word(after, squares, new, with_premiums=True)]
        premiums = self.rules.extended is Extended.PREMIUMS
        for tile in new_tiles:
            crossing = after.run(tile.square, direction.other)
            if len(crossing) > 1:
                words.append(self._word(after, crossing, new, with_premiums=premiums))
        return ScoredPlay(
            square=squares[0],
            direction=direction,
            words=tuple(words),
            new_tiles=new_tiles,
            bonus=bonus_for(self.rules, len(new_tiles), offered),
        )

    def _word(
        self, board: Board, squares: tuple[Square, ...], new: set[Square], *, with_premiums: bool
    ) -> FormedWord:
        total, factor = 0, 1
        for square in squares:
            letter = board.letter(square)
            assert letter is not None, "a word has a tile on each square"  # noqa: S101  states the promise to mypy
            value = 0 if board.is_blank(square) else self.tiles.value(letter)
            if with_premiums and square in new:
                letter_factor, word_factor = self.layout.factors(square)
                value, factor = value * letter_factor, factor * word_factor
            total += value
        return FormedWord(
            word="".join(board.cell(square).upper() for square in squares),
            squares=squares,
            sum_of_letters=total,
            factor=factor,
        )


class Status(StrEnum):
    """What a move is worth by itself; whether another one counts is said elsewhere."""

    VALID = "valid"
    PENDING = "pending"
    INVALID = "invalid"


class JudgedPlay(OnRecord, frozen=True):
    """A play that fits the board, with the verdict on each of its words."""

    scored: ScoredPlay
    verdicts: tuple[Verdict, ...]
    """One for each of `scored.words`."""


class Judged(OnRecord, frozen=True):
    """What the referee says of one move."""

    written: moves.WrittenMove
    plays: tuple[JudgedPlay, ...]
    """The plays that could be laid, in order; not all of them where the move is invalid."""
    swaps: tuple[Square, ...]
    """The squares whose blanks are taken, where that is possible."""
    faults: tuple[moves.Fault, ...]
    rack_left: str
    """The letters offered that these plays leave."""
    board: Board
    """The board with these swaps and plays."""

    @property
    def status(self) -> Status:
        if self.plays and moves.is_valid(self.faults):
            return Status.VALID
        if self.plays and moves.is_pending(self.faults):
            return Status.PENDING
        return Status.INVALID

    @property
    def points(self) -> int:
        """Return what the plays score, or would score."""
        return sum(play.scored.points for play in self.plays)

    @property
    def formula(self) -> str:
        """Return the plays' formulas joined by `; ` (contract 3)."""
        return "; ".join(play.scored.formula for play in self.plays)

    @property
    def new_tiles(self) -> int:
        return sum(len(play.scored.new_tiles) for play in self.plays)

    @property
    def new_blanks(self) -> int:
        return sum(len(play.scored.blanks) for play in self.plays)

    @property
    def undecided(self) -> tuple[str, ...]:
        """Return the words that wait for a ruling, each once."""
        words = (fault.word for fault in self.faults if isinstance(fault, moves.WordUnknown))
        return tuple(dict.fromkeys(words))

    @property
    def key(self) -> "MoveKey":
        """Return what tells two moves apart: square, direction, word, squares of blanks, swaps."""
        plays = tuple(
            (play.scored.square, play.scored.direction, play.scored.word, play.scored.blanks)
            for play in self.plays
        )
        return (plays, tuple(sorted(self.swaps)))

    @property
    def words(self) -> tuple[str, ...]:
        """Return every word formed, in order."""
        return tuple(
            chain.from_iterable((w.word for w in play.scored.words) for play in self.plays)
        )


MoveKey = tuple[tuple[tuple[Square, str, str, tuple[Square, ...]], ...], tuple[Square, ...]]
