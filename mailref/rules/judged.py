"""A judged move: its plays with words, points and verdicts, or its faults."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from mailref.rules.asked import WrittenMove
from mailref.rules.board import Board, Square
from mailref.rules.faults import Fault, WordUnknown, is_pending, is_valid
from mailref.rules.lexicon.model import Verdict
from mailref.rules.scoring import ScoredPlay


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
