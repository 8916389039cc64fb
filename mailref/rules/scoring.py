"""The score of a play: words, points, bonus; and a judged move, which has its plays or its faults.

Rules 3: letter premiums first, then word premiums; a premium counts once, when its square is first
covered; a blank scores 0 and loses a letter premium but not a word premium; the bonus comes last.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain

from mailref.rules.board import (
    GERMAN,
    STANDARD,
    Board,
    Direction,
    LaidTile,
    Layout,
    Square,
    TileSet,
)
from mailref.rules.faults import Fault, WordUnknown, WrittenMove, is_pending, is_valid
from mailref.rules.lexicon.verdicts import Verdict
from mailref.rules.variant import Extended, Laying, bonus_for


@dataclass(frozen=True, slots=True)
class FormedWord:
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


@dataclass(frozen=True, slots=True)
class ScoredPlay:
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


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scores plays under one game's tiles, layout and switches."""

    rules: Laying
    tiles: TileSet = field(default=GERMAN)
    layout: Layout = field(default=STANDARD)

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
                value *= self.layout.letter_factor(square)
                factor *= self.layout.word_factor(square)
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


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """A play that fits the board, with the verdict on each of its words."""

    scored: ScoredPlay
    verdicts: tuple[Verdict, ...]
    """One for each of `scored.words`."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What the referee says of one move."""

    written: WrittenMove
    plays: tuple[JudgedPlay, ...]
    """The plays that could be laid, in order; not all of them where the move is invalid."""
    swaps: tuple[Square, ...]
    """The squares whose blanks are taken, where that is possible."""
    faults: tuple[Fault, ...]
    rack_left: str
    """The letters offered that these plays leave."""
    board: Board
    """The board with these swaps and plays."""

    @property
    def status(self) -> Status:
        if self.plays and is_valid(self.faults):
            return Status.VALID
        if self.plays and is_pending(self.faults):
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
        words = (fault.word for fault in self.faults if isinstance(fault, WordUnknown))
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
