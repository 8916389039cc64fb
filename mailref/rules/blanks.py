"""Which of a play's new tiles are blanks (rules 4 and 8).

Marked letters are; real letters are used first; the referee places a blank only where no choice is
left: where every square of a missing letter needs one. Otherwise the player is asked.
"""

from collections import Counter
from dataclasses import dataclass

from mailref.rules.board import Board
from mailref.rules.faults import BlankLetter, BlankUnmarked, Fault, NotOnRack, StarOnTile
from mailref.rules.moves import BlankFor, BlankOn, Play
from mailref.rules.tiles import BLANK, in_order


@dataclass(frozen=True, slots=True)
class Blanks:
    """The indices of a word's letters that are blanks, and what is wrong with how they are named."""

    indices: frozenset[int]
    faults: tuple[Fault, ...]


def place_blanks(play: Play, new: tuple[int, ...], board: Board, rack: str) -> Blanks:
    """Find the blanks among the letters at indices *new* of *play*, laid from *rack*."""
    marked, faults = _marked(play, new, board)
    needed = Counter(play.word[i] for i in new if i not in marked)
    available = Counter(rack)
    missing = needed - available
    wanting = BLANK * max(0, len(marked) - available[BLANK])
    to_place = missing.total()
    if wanting or to_place > available[BLANK] - len(marked):
        lacking = in_order([*missing.elements(), *wanting])
        return Blanks(marked, (*faults, NotOnRack(span=play.span, missing=lacking, available=rack)))
    placed: set[int] = set()
    for letter, count in missing.items():
        where = tuple(i for i in new if i not in marked and play.word[i] == letter)
        if count == len(where):
            placed.update(where)
        else:
            squares = tuple(play.squares[i] for i in where)
            faults = (*faults, BlankUnmarked(span=play.span, letter=letter, squares=squares))
    return Blanks(marked | placed, faults)


def _marked(
    play: Play, new: tuple[int, ...], board: Board
) -> tuple[frozenset[int], tuple[Fault, ...]]:
    named: set[int] = set(play.starred)
    faults: list[Fault] = []
    for_letter: Counter[str] = Counter()
    for blank in play.blanks:
        match blank:
            case BlankFor(letter):
                for_letter[letter] += 1
            case BlankOn(square):
                if square in play.squares:
                    named.add(play.squares.index(square))
                else:
                    faults.append(BlankLetter(span=play.span, named=play.word, square=square))
    for letter, count in for_letter.items():
        indices, fault = _for_letter(play, new, board, letter, count)
        named.update(indices)
        faults += fault
    if named & play.eszett:
        faults.append(BlankLetter(span=play.span, named="ß", square=None))
    for index in sorted(named - set(new)):
        square = play.squares[index]
        if not board.is_free(square) and not board.is_blank(square):
            faults.append(StarOnTile(span=play.span, square=square))
    return frozenset(named & set(new)), tuple(faults)


def _for_letter(
    play: Play, new: tuple[int, ...], board: Board, letter: str, count: int
) -> tuple[tuple[int, ...], tuple[Fault, ...]]:
    """Return what `Joker = T` names: clear where T stands once, but for natural tiles that lie."""
    everywhere = tuple(i for i, each in enumerate(play.word) if each == letter)
    if not everywhere:
        return (), (BlankLetter(span=play.span, named=letter, square=None),)
    may_be = tuple(i for i in everywhere if i in new or board.is_blank(play.squares[i]))
    if len(may_be) <= count:
        return may_be or everywhere[:count], ()
    squares = tuple(play.squares[i] for i in may_be)
    return (), (BlankUnmarked(span=play.span, letter=letter, squares=squares),)
