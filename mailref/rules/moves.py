"""What a player asks for: plays, swaps, moves, how they are written; and what may be wrong with them.

No score and no verdict stands here. Each fault has its facts, and `code` is the contract's name
(contract 3). A fault makes a move invalid, unless it is a question (`asks`: the move is pending) or a
remark (`remarks`: the move stays valid).
"""

from collections.abc import Iterable
from dataclasses import fields
from typing import ClassVar

from mailref.rules.board import Area, Axes, Direction, Square, place_name, square_name
from mailref.rules.vocabulary import GERMAN, direction_letter
from mailref.value_classes import dataclass


@dataclass(frozen=True, slots=True)
class TextSpan:
    """Where something stands in the player's text: line and column from 1, and the text itself."""

    line: int
    column: int
    text: str


NOWHERE = TextSpan(0, 0, "")
"""The place of what stands in nobody\'s mail."""


@dataclass(frozen=True, slots=True)
class BlankFor:
    """`Joker = T`: a blank stands for a letter that occurs once in the word."""

    letter: str


@dataclass(frozen=True, slots=True)
class BlankOn:
    """`A4 = Blanko`: the letter on that square is a blank."""

    square: Square


@dataclass(frozen=True, slots=True)
class Play:
    """One play (Teilzug) as written: where the word begins, which way it runs, the whole word.

    `word` is in capitals with ß as SS, one character a square; `small` and `starred` are indices
    into it: letters written small in a word of mixed case, and letters marked `*` as blanks.
    `eszett` holds the indices of the SS that were typed as ß.
    """

    square: Square
    direction: Direction
    word: str
    span: TextSpan
    small: frozenset[int] = frozenset()
    starred: frozenset[int] = frozenset()
    eszett: frozenset[int] = frozenset()
    blanks: tuple[BlankFor | BlankOn, ...] = ()
    last: Square | None = None
    """The end of the range, where one was written (`M10-M14`)."""
    also: tuple[str, ...] = ()
    """Further words the player says are formed (`+verbüxendE`), as written."""
    claimed: int | None = None
    comment: str | None = None

    @property
    def squares(self) -> tuple[Square, ...]:
        """Return the squares of the word, possibly off the board."""
        row, column = self.square
        steps = range(len(self.word))
        if self.direction is Direction.ACROSS:
            return tuple(Square(row, column + step) for step in steps)
        return tuple(Square(row + step, column) for step in steps)


@dataclass(frozen=True, slots=True)
class Swap:
    """A Jokertausch: the blank on this square is taken for the letter it stands for."""

    square: Square
    span: TextSpan


@dataclass(frozen=True, slots=True)
class Move:
    """What a player asks for at once: swaps, then plays in order (rules 2)."""

    plays: tuple[Play, ...]
    swaps: tuple[Swap, ...] = ()
    total_claimed: int | None = None
    """The `Summe:` where one is written."""

    @property
    def claimed(self) -> int | None:
        """Return the Summe, else the sum of the plays' claims if each has one, else None."""
        if self.total_claimed is not None:
            return self.total_claimed
        claims = [play.claimed for play in self.plays]
        if not claims or any(claim is None for claim in claims):
            return None
        return sum(claim for claim in claims if claim is not None)


def play_name(square: Square, direction: Direction, word: str, axes: Axes) -> str:
    """Return a play as players write it: `M9s BEHAUE`, or `8H BEHAUE` where letters are rows."""
    place = place_name(square, direction, axes)
    if axes is Axes.COLUMNS:
        place += direction_letter(direction)
    return f"{place} {word}"


def swap_name(squares: Iterable[Square], axes: Axes) -> str:
    """Return a Jokertausch as players write it: `Jokertausch=A12, B3`."""
    names = ", ".join(square_name(square, axes) for square in squares)
    return f"{GERMAN.joker[1]}{GERMAN.swap[0]}={names}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """The base of all faults: where in the player's text it shows."""

    code: ClassVar[str] = ""
    asks: ClassVar[bool] = False
    remarks: ClassVar[bool] = False

    span: TextSpan

    @property
    def facts(self) -> dict[str, object]:
        """Return the fault's own fields, for a template."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "span"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Syntax(Fault):
    """A line that was meant as a play but cannot be read; `hint` names the labelled example."""

    code: ClassVar[str] = "syntax"
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingPlace(Fault):
    """A word without its square, or without its direction."""

    code: ClassVar[str] = "missing_place"
    word: str
    lacks: str
    """`square` or `direction`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OffBoard(Fault):
    code: ClassVar[str] = "off_board"
    square: Square | None
    """Where the word begins; None where the place itself (`P3`, `A16`) is on no board."""
    direction: Direction | None
    word: str
    overhang: int
    """How many letters stand beyond the edge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occupied(Fault):
    """Another letter lies on a square of the word."""

    code: ClassVar[str] = "occupied"
    square: Square
    lies: str
    wanted: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotNew(Fault):
    """The word lies there already: no tile would be laid."""

    code: ClassVar[str] = "not_new"
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOnRack(Fault):
    code: ClassVar[str] = "not_on_rack"
    missing: str
    """The tiles that are wanting, in order; `?` for a blank."""
    available: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TooManyTiles(Fault):
    """More new tiles than the game allows in one play (7-of-8)."""

    code: ClassVar[str] = "too_many_tiles"
    laid: int
    allowed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap(Fault):
    """A small letter stands on a free square and is not among the letters offered."""

    code: ClassVar[str] = "gap"
    square: Square
    letter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IncompleteWord(Fault):
    """Letters touch the ends of the word: the whole word must be named."""

    code: ClassVar[str] = "incomplete_word"
    word: str
    whole: str
    whole_square: Square


@dataclass(frozen=True, slots=True, kw_only=True)
class NotConnected(Fault):
    code: ClassVar[str] = "not_connected"
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StartArea(Fault):
    """The first word misses the centre, or leaves the area the game master named."""

    code: ClassVar[str] = "start_area"
    area: Area | None
    """None: the centre square."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankUnmarked(Fault):
    """A blank is needed and its place is not clear."""

    code: ClassVar[str] = "blank_unmarked"
    letter: str
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankLetter(Fault):
    """A blank for ß, or one named on a square or for a letter outside the word."""

    code: ClassVar[str] = "blank_letter"
    named: str
    """What was named: `ß`, a letter, or the word that has no such square."""
    square: Square | None = None
    """The square that was named and is none of the word's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapImpossible(Fault):
    code: ClassVar[str] = "swap_impossible"
    square: Square
    why: str
    """`not_allowed`, `no_blank` (none lies there), `no_letter` (not offered), `twice`."""
    letter: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TooManyPlays(Fault):
    """More plays than the game allows in a move; the first ones stand. A remark."""

    code: ClassVar[str] = "too_many_plays"
    remarks: ClassVar[bool] = True
    allowed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TooManyMoves(Fault):
    """More moves than the game allows; the first ones stand."""

    code: ClassVar[str] = "too_many_moves"
    allowed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeMismatch(Fault):
    """Range and direction differ, or the range is not as long as the word."""

    code: ClassVar[str] = "range_mismatch"
    word: str
    squares_named: int | None
    """How many squares the range holds; None where it is no straight line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordRefused(Fault):
    """A word that is not valid; also a word of one letter."""

    code: ClassVar[str] = "word_refused"
    word: str
    reason: str
    """Why, as in lexicon.Refused: `ruling`, `characters`, `umlaut`, `name`, `abbreviation`, `affix`, `base_form`,
    `accent`, `one_letter`; in games in turns `unlisted` as well, where no list has it and nobody is asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordUnknown(Fault):
    """A word the game master must rule on; the move is pending."""

    code: ClassVar[str] = "word_unknown"
    asks: ClassVar[bool] = True
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDiffers(Fault):
    """The player's sum is not the referee's. A remark: the move stays valid."""

    code: ClassVar[str] = "claim_differs"
    remarks: ClassVar[bool] = True
    claimed: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark(Fault):
    """Something odd that changes nothing; `code` tells what."""

    remarks: ClassVar[bool] = True
    square: Square


@dataclass(frozen=True, slots=True, kw_only=True)
class StarOnTile(Remark):
    """A `*` on a natural tile of the board."""

    code: ClassVar[str] = "star_on_tile"


def is_valid(faults: tuple[Fault, ...]) -> bool:
    """Tell whether a move with these faults stands without a ruling."""
    return all(fault.remarks for fault in faults)


def is_pending(faults: tuple[Fault, ...]) -> bool:
    """Tell whether a move with these faults waits for a ruling and for nothing else."""
    return any(fault.asks for fault in faults) and all(f.asks or f.remarks for f in faults)


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
