"""Moves and faults as templates see them: names of squares instead of squares, lines of the mail."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mailref.rules.board import Area, Axes, Direction, Square, area_name, place_name, square_name
from mailref.rules.faults import Fault
from mailref.rules.lexicon.verdicts import Refused
from mailref.rules.moves import TextSpan
from mailref.rules.rounds.in_force import Choice
from mailref.rules.scoring import Judged, JudgedPlay, Status
from mailref.rules.variant import Rules
from mailref.writing.document import MarkedLine

Fact = str | int | None | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WordSeen:
    word: str
    points: int
    formula: str
    verdict: str
    """`valid`, `accepted`, `refused`, `unknown`."""
    why: str
    """Why it is refused; "" otherwise."""


@dataclass(frozen=True, slots=True)
class BlankSeen:
    letter: str
    square: str


@dataclass(frozen=True, slots=True)
class PlaySeen:
    number: int
    place: str
    """In the game's notation: `M10`, or `8H` where letters are rows."""
    way: str
    """`across` or `down`."""
    word: str
    blanks: tuple[BlankSeen, ...]
    words: tuple[WordSeen, ...]
    points: int
    formula: str
    bonus: int
    tiles: int
    """How many letters it lays."""


@dataclass(frozen=True, slots=True)
class FaultSeen:
    """A fault with its facts and the line in which it shows."""

    code: str
    facts: Mapping[str, Fact]
    at: MarkedLine
    remarks: bool
    asks: bool


@dataclass(frozen=True, slots=True)
class SpotSeen:
    """A place in the mail and all that is wrong there."""

    figure: str
    at: MarkedLine
    faults: tuple[FaultSeen, ...]


@dataclass(frozen=True, slots=True)
class MoveSeen:
    number: int
    state: str
    """`counts`, `unused`, `pending`, `invalid`."""
    written: str
    """Its first line, as the player wrote it."""
    points: int
    formula: str
    swaps: tuple[BlankSeen, ...]
    plays: tuple[PlaySeen, ...]
    faults: tuple[FaultSeen, ...]
    undecided: tuple[str, ...]

    @property
    def spots(self) -> tuple[SpotSeen, ...]:
        """Return what is no mere remark, by the place in the mail."""
        found: dict[MarkedLine, list[FaultSeen]] = {}
        for fault in self.faults:
            if not fault.remarks:
                found.setdefault(fault.at, []).append(fault)
        return tuple(
            SpotSeen(f"fault.{self.number}.{at}", line, tuple(faults))
            for at, (line, faults) in enumerate(found.items())
        )

    @property
    def wrong(self) -> tuple[FaultSeen, ...]:
        """Return what makes the move invalid."""
        return tuple(fault for fault in self.faults if not fault.remarks and not fault.asks)

    @property
    def remarks(self) -> tuple[FaultSeen, ...]:
        return tuple(fault for fault in self.faults if fault.remarks)


def moves_seen(choice: Choice | None, rules: Rules) -> tuple[MoveSeen, ...]:
    """Return every move of an entry, in the order written."""
    if choice is None:
        return ()
    return tuple(
        move_seen(move, number, _state(move, number == choice.counts), rules)
        for number, move in enumerate(choice.moves)
    )


def _state(move: Judged, counts: bool) -> str:
    if counts:
        return "counts"
    return "unused" if move.status is Status.VALID else move.status.value


def move_seen(move: Judged, number: int, state: str, rules: Rules) -> MoveSeen:
    axes = rules.axes
    return MoveSeen(
        number=number + 1,
        state=state,
        written=move.written.span.text,
        points=move.points,
        formula=move.formula,
        swaps=tuple(
            BlankSeen(move.board.letter(square) or "", square_name(square, axes))
            for square in move.swaps
        ),
        plays=tuple(play_seen(play, at, rules) for at, play in enumerate(move.plays, start=1)),
        faults=tuple(fault_seen(fault, lines_of(move), axes) for fault in move.faults),
        undecided=move.undecided,
    )


def play_seen(play: JudgedPlay, number: int, rules: Rules) -> PlaySeen:
    scored = play.scored
    return PlaySeen(
        number=number,
        place=place_name(scored.square, scored.direction, rules.axes),
        way=scored.direction.value,
        word=scored.word,
        blanks=tuple(
            BlankSeen(tile.letter, square_name(tile.square, rules.axes))
            for tile in scored.new_tiles
            if tile.is_blank
        ),
        words=tuple(
            WordSeen(
                word.word,
                word.points,
                word.formula,
                verdict.code,
                verdict.why.value if isinstance(verdict, Refused) else "",
            )
            for word, verdict in zip(scored.words, play.verdicts, strict=True)
        ),
        points=scored.points,
        formula=scored.formula,
        bonus=scored.bonus,
        tiles=len(scored.new_tiles),
    )


def lines_of(move: Judged) -> tuple[TextSpan, ...]:
    """Return the lines of the player's text that belong to a move, as far as they are kept."""
    spans = [move.written.span]
    if move.written.move is not None:
        spans += [play.span for play in move.written.move.plays]
    return tuple(spans)


def fault_seen(fault: Fault, lines: Sequence[TextSpan], axes: Axes) -> FaultSeen:
    return FaultSeen(
        code=fault.code,
        facts={name: _fact(value, axes) for name, value in fault.facts.items()},
        at=_marked(fault.span, lines),
        remarks=fault.remarks,
        asks=fault.asks,
    )


def _marked(span: TextSpan, lines: Sequence[TextSpan]) -> MarkedLine:
    """Return the line of the mail around *span*; itself where the line was not kept."""
    for line in lines:
        start = span.column - line.column
        if line.line == span.line and 0 <= start < len(line.text):
            return MarkedLine(line.text, start, min(len(line.text), start + max(1, len(span.text))))
    return MarkedLine(span.text, 0, len(span.text))


def _fact(value: object, axes: Axes) -> Fact:
    match value:
        case Square():
            return square_name(value, axes) if value.is_on_board else None
        case Area():
            return area_name(value, axes)
        case Direction():
            return value.value
        case tuple():
            return tuple(str(_fact(each, axes)) for each in value)
        case int() | str() | None:
            return value
        case _:
            raise TypeError(f"a fault with a fact of another kind: {value!r}")
