"""A play that fits nowhere as written, but in one place right beside it: was that one meant?

Only ever a question to the player, and only where nothing is to be chosen: the word itself is
valid, its place alone is wrong, and exactly one neighbouring square or the other direction would
do. A player who claims fewer points than that place gives has meant another move, and a better one
is not pointed out to him.
"""

from collections.abc import Iterator
from dataclasses import replace

from mailref.rules.board import Square
from mailref.rules.faults import (
    Fault,
    Gap,
    IncompleteWord,
    NotConnected,
    NotNew,
    NotOnRack,
    Occupied,
    OffBoard,
    StartArea,
    WordRefused,
    WordUnknown,
    WrittenMove,
)
from mailref.rules.legality import Judge, up_to_first_fault
from mailref.rules.lexicon.verdicts import Accepted, Lexicon, Rulings, Valid
from mailref.rules.moves import Move, Play
from mailref.rules.placing import Position
from mailref.rules.scoring import Judged, Status

_OF_THE_PLACE = (
    Occupied,
    OffBoard,
    NotNew,
    NotOnRack,
    Gap,
    IncompleteWord,
    NotConnected,
    StartArea,
)
_OF_A_WORD = (WordRefused, WordUnknown)


def meant(play: Play, position: Position, lexicon: Lexicon, rulings: Rulings) -> Play | None:
    """Return the one play right beside *play* that would be valid; None where there is not one."""
    verdict = lexicon.verdict(play.word, position.rules, rulings)
    if not isinstance(verdict, Valid | Accepted):
        return None
    judge = Judge(position, lexicon, rulings)
    if not _is_misplaced(_judged(play, judge)):
        return None
    found = [each for each in _beside(play) if _would_do(each, play, judge)]
    return found[0] if len(found) == 1 else None


def meant_in(written: WrittenMove, judge: Judge) -> Play | None:
    """Return what may have been meant by the first play of a move that does not fit.

    What stands before it in the same move, swaps included, has been laid by then.
    """
    if written.move is None or written.faults:
        return None
    for number, play in enumerate(written.move.plays):
        before = judge.judge(up_to_first_fault(written, number))
        position = replace(judge.position, board=before.board, rack=before.rack_left)
        if _judged(play, replace(judge, position=position)).status is Status.INVALID:
            return meant(play, position, judge.lexicon, judge.rulings)
    return None


def _judged(play: Play, judge: Judge) -> Judged:
    return judge.judge(WrittenMove(Move((play,)), (), play.span))


def _is_misplaced(judged: Judged) -> bool:
    """Tell whether nothing but the place is wrong; words formed there by accident aside."""
    faults = [fault for fault in judged.faults if not fault.remarks]
    places = [fault for fault in faults if isinstance(fault, _OF_THE_PLACE)]
    return bool(places) and all(_may_come_of_the_place(fault) for fault in faults)


def _may_come_of_the_place(fault: Fault) -> bool:
    return isinstance(fault, (*_OF_THE_PLACE, *_OF_A_WORD))


def _beside(play: Play) -> Iterator[Play]:
    """Yield the word on the four squares around the one named, and there in the other direction."""
    row, column = play.square.row, play.square.column
    for square in (
        Square(row - 1, column),
        Square(row + 1, column),
        Square(row, column - 1),
        Square(row, column + 1),
    ):
        if square.is_on_board:
            yield replace(play, square=square, last=None)
    if play.last is None:  # a range has said which way the word runs
        yield replace(play, direction=play.direction.other)


def _would_do(candidate: Play, play: Play, judge: Judge) -> bool:
    judged = _judged(candidate, judge)
    if judged.status is not Status.VALID:
        return False
    if play.claimed is not None and judged.points > play.claimed:
        return False
    return not play.small or play.small == _lying(candidate, judge)


def _lying(play: Play, judge: Judge) -> frozenset[int]:
    """Return the letters that lie on the board already, as a word in mixed case writes them small."""
    board = judge.position.board
    return frozenset(i for i, square in enumerate(play.squares) if not board.is_free(square))
