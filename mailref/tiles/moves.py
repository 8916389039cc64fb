"""What a player asks for: plays, swaps, moves, how they are written; and what may be wrong with them.

No score and no verdict stands here. Each fault has its facts, and `code` is the contract's name
(contract 3). A fault makes a move invalid, unless it is a question (`asks`: the move is pending) or a
remark (`remarks`: the move stays valid).
"""

from collections.abc import Container, Iterable
from typing import ClassVar

from msgspec.structs import asdict, replace

from mailref.structs import Alternative, Coded, OnRecord
from mailref.tiles.board import Area, Axes, Direction, Square, place_name, square_name
from mailref.tiles.vocabulary import OURS, direction_letter


class TextSpan(OnRecord, frozen=True):
    """Where something stands in the player's text: line and column from 1, and the text itself."""

    line: int
    column: int
    text: str


NOWHERE = TextSpan(0, 0, "")
"""The place of what stands in nobody\'s mail."""


class BlankFor(Alternative, frozen=True):
    """`Joker = T`: a blank stands for a letter that occurs once in the word."""

    letter: str


class BlankOn(Alternative, frozen=True):
    """`A4 = Blanko`: the letter on that square is a blank."""

    square: Square


class Play(OnRecord, frozen=True):
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
        return tuple(self.square.along(self.direction, step) for step in range(len(self.word)))


def play_on(
    square: Square, direction: Direction, word: str, blanks: Container[Square], span: TextSpan
) -> Play:
    """Return a play in which blanks are laid on those of its squares that are among *blanks*."""
    bare = Play(square, direction, word, span)
    starred = frozenset(at for at, each in enumerate(bare.squares) if each in blanks)
    return replace(bare, starred=starred)


class Swap(OnRecord, frozen=True):
    """A Jokertausch: the blank on this square is taken for the letter it stands for."""

    square: Square
    span: TextSpan


class Move(OnRecord, frozen=True):
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
    return f"{OURS['joker'][1]}{OURS['swap'][0]}={names}"


class Fault(Coded):
    """What all faults have: where in the player's text it shows, and the facts a template names.

    No Struct itself: whoever reads a record learns from its name which one was written.
    """

    __slots__ = ()

    asks: ClassVar[bool] = False
    remarks: ClassVar[bool] = False

    @property
    def span(self) -> TextSpan:
        """Return where in the player's text it shows."""
        raise NotImplementedError

    @property
    def facts(self) -> dict[str, object]:
        """Return the fault's own fields, for a template."""
        raise NotImplementedError

    def at(self, span: TextSpan) -> "Fault":
        """Return the same fault, where in the player's text it shows given anew."""
        raise NotImplementedError


class FaultAt(Alternative, Fault, frozen=True, kw_only=True):
    """The base of all faults."""

    span: TextSpan

    @property
    def facts(self) -> dict[str, object]:
        return {name: each for name, each in asdict(self).items() if name != "span"}

    def at(self, span: TextSpan) -> "FaultAt":
        return replace(self, span=span)


class Syntax(FaultAt, frozen=True, kw_only=True):
    """A line that was meant as a play but cannot be read; `hint` names the labelled example."""

    hint: str


class MissingPlace(FaultAt, frozen=True, kw_only=True):
    """A word without its square, or without its direction."""

    word: str
    lacks: str
    """`square` or `direction`."""


class OffBoard(FaultAt, frozen=True, kw_only=True):
    square: Square | None
    """Where the word begins; None where the place itself (`P3`, `A16`) is on no board."""
    direction: Direction | None
    word: str
    overhang: int
    """How many letters stand beyond the edge."""


class Occupied(FaultAt, frozen=True, kw_only=True):
    """Another letter lies on a square of the word."""

    square: Square
    lies: str
    wanted: str


class NotNew(FaultAt, frozen=True, kw_only=True):
    """The word lies there already: no tile would be laid."""

    word: str


class NotOnRack(FaultAt, frozen=True, kw_only=True):
    missing: str
    """The tiles that are wanting, in order; `?` for a blank."""
    available: str


class TooManyTiles(FaultAt, frozen=True, kw_only=True):
    """More new tiles than the game allows in one play (7-of-8)."""

    laid: int
    allowed: int


class Gap(FaultAt, frozen=True, kw_only=True):
    """A small letter stands on a free square and is not among the letters offered."""

    square: Square
    letter: str


class IncompleteWord(FaultAt, frozen=True, kw_only=True):
    """Letters touch the ends of the word: the whole word must be named."""

    word: str
    whole: str
    whole_square: Square


class NotConnected(FaultAt, frozen=True, kw_only=True):
    word: str


class StartArea(FaultAt, frozen=True, kw_only=True):
    """The first word misses the centre, or leaves the area the game master named."""

    area: Area | None
    """None: the centre square."""


class BlankUnmarked(FaultAt, frozen=True, kw_only=True):
    """A blank is needed and its place is not clear."""

    letter: str
    squares: tuple[Square, ...]


class BlankLetter(FaultAt, frozen=True, kw_only=True):
    """A blank for ß, or one named on a square or for a letter outside the word."""

    named: str
    """What was named: `ß`, a letter, or the word that has no such square."""
    square: Square | None = None
    """The square that was named and is none of the word's."""


class SwapImpossible(FaultAt, frozen=True, kw_only=True):
    square: Square
    why: str
    """`not_allowed`, `no_blank` (none lies there), `no_letter` (not offered), `twice`."""
    letter: str | None = None


class TooManyPlays(FaultAt, frozen=True, kw_only=True):
    """More plays than the game allows in a move; the first ones stand. A remark."""

    remarks: ClassVar[bool] = True
    allowed: int


class TooManyMoves(FaultAt, frozen=True, kw_only=True):
    """More moves than the game allows; the first ones stand."""

    allowed: int


class RangeMismatch(FaultAt, frozen=True, kw_only=True):
    """Range and direction differ, or the range is not as long as the word."""

    word: str
    squares_named: int | None
    """How many squares the range holds; None where it is no straight line."""


class WordRefused(FaultAt, frozen=True, kw_only=True):
    """A word that is not valid; also a word of one letter."""

    word: str
    reason: str
    """Why, as in lexicon.Refused: `ruling`, `characters`, `umlaut`, `name`, `abbreviation`, `affix`, `base_form`,
    `accent`, `one_letter`; in games in turns `unlisted` as well, where no list has it and nobody is asked."""


class WordUnknown(FaultAt, frozen=True, kw_only=True):
    """A word the game master must rule on; the move is pending."""

    asks: ClassVar[bool] = True
    word: str


class ClaimDiffers(FaultAt, frozen=True, kw_only=True):
    """The player's sum is not the referee's. A remark: the move stays valid."""

    remarks: ClassVar[bool] = True
    claimed: int
    points: int


class Remark(FaultAt, frozen=True, kw_only=True):
    """Something odd that changes nothing; `code` tells what."""

    remarks: ClassVar[bool] = True
    square: Square


class StarOnTile(Remark, frozen=True, kw_only=True):
    """A `*` on a natural tile of the board."""


def is_valid(faults: tuple[Fault, ...]) -> bool:
    """Tell whether a move with these faults stands without a ruling."""
    return all(fault.remarks for fault in faults)


def is_pending(faults: tuple[Fault, ...]) -> bool:
    """Tell whether a move with these faults waits for a ruling and for nothing else."""
    return any(fault.asks for fault in faults) and all(f.asks or f.remarks for f in faults)


class WrittenMove(OnRecord, frozen=True):
    """One move as written, in the order written; alternates follow the first.

    `faults` are those of reading (syntax, missing_place, range_mismatch, off_board for a place that
    is on no board, too_many_plays, too_many_moves, blank_letter). `move` is None where nothing that
    could be judged is left.
    """

    move: Move | None
    faults: tuple[Fault, ...]
    span: TextSpan
    """The first line of the move."""
