"""A move as a player wrote it, with the faults found while reading it; still unjudged."""

from dataclasses import dataclass

from mailref.rules.faults import Fault
from mailref.rules.moves import Move, TextSpan


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """One move as written, in the order written; alternates follow the first.

    `faults` are those of reading (syntax, missing_place, range_mismatch, off_board for a place that
    is on no board, too_many_plays, too_many_moves, blank_letter). `move` is None where nothing that
    could be judged is left.
    """

    move: Move | None
    faults: tuple[Fault, ...]
    span: TextSpan
    """The first line of the move."""
