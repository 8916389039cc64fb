"""Exported moves put before the judge again, under the verdicts that were recorded."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from mailref.rules.asked import WrittenMove
from mailref.rules.board import Axes, Direction, place_name, read_square, square_name
from mailref.rules.faults import Fault, Syntax, WordRefused, WordUnknown
from mailref.rules.judged import Judged, JudgedPlay, Status
from mailref.rules.lexicon.model import Accepted, Refused, Rulings, Unknown, Valid, Verdict, Why
from mailref.rules.moves import Move, Play, Swap, TextSpan
from mailref.rules.variant import Rules
from mailref.rules.verify import model
from mailref.rules.verify.unlike import Unlike

_NOWHERE = TextSpan(line=0, column=0, text="")
_ASKED = (WordUnknown.code, WordRefused.code)
_VERDICTS: Mapping[str, Verdict] = {
    Valid.code: Valid(),
    Accepted.code: Accepted(),
    Unknown.code: Unknown(()),
    Refused.code: Refused(Why.RULING),
}


def _kinds(base: type[Fault]) -> Iterator[type[Fault]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)


_REMARKS = frozenset(kind.code for kind in _kinds(Fault) if kind.remarks)
_CODES = frozenset(kind.code for kind in _kinds(Fault))


@dataclass(frozen=True, slots=True)
class RecordedWords:
    """The verdicts that were recorded with a round; a word that was not is taken as valid."""

    verdicts: Mapping[str, str]
    name: str = ""
    sha256: str = ""

    def verdict(self, word: str, rules: Rules, rulings: Rulings) -> Verdict:  # noqa: ARG002  the protocol's
        """Return what was recorded."""
        return _VERDICTS[self.verdicts.get(word, Valid.code)]


def words_of(moves: tuple[model.Move, ...]) -> Iterator[model.Word]:
    """Yield every word of *moves* with its verdict."""
    for move in moves:
        for play in move.plays:
            yield from play.words


def unreadable(move: model.Move, axes: Axes) -> Iterator[Unlike]:
    """Yield what cannot be put before the judge: squares on no board, unknown directions or codes."""
    for index, fault in enumerate(move.faults):
        if fault.code not in _CODES:
            yield Unlike(f"faults[{index}].code", "a code of the contract", fault.code)
    for name in move.swaps:
        if not _is_square(name, axes):
            yield Unlike("swaps", "squares of the board", move.swaps)
    for index, play in enumerate(move.plays):
        for field, wanted, found in _unplaced(play, axes):
            yield Unlike(f"plays[{index}].{field}", wanted, found)


def _is_square(name: str, axes: Axes) -> bool:
    try:
        return square_name(read_square(name, axes), axes) == name
    except ValueError:
        return False


def _unplaced(play: model.Play, axes: Axes) -> Iterator[Unlike]:
    if play.direction not in set(Direction):
        yield Unlike("direction", "across or down", play.direction)
        return
    try:
        square = read_square(play.square, axes)
    except ValueError:
        yield Unlike("square", "a square of the board", play.square)
        return
    if play.square != (name := place_name(square, Direction(play.direction), axes)):
        yield Unlike("square", name, play.square)
    squares = [square_name(each, axes) for each in _play(play, axes).squares if each.is_on_board]
    if not set(play.blanks) <= set(squares):
        yield Unlike("blanks", "squares of the word", play.blanks)


def _play(play: model.Play, axes: Axes) -> Play:
    bare = Play(read_square(play.square, axes), Direction(play.direction), play.word, _NOWHERE)
    starred = frozenset(
        i
        for i, square in enumerate(bare.squares)
        if square.is_on_board and square_name(square, axes) in play.blanks
    )
    return Play(bare.square, bare.direction, bare.word, _NOWHERE, starred=starred)


def as_written(move: model.Move, axes: Axes) -> WrittenMove:
    """Return the move as it can be judged again; faults of what is not shown keep it invalid."""
    swaps = tuple(Swap(read_square(name, axes), _NOWHERE) for name in move.swaps)
    plays = tuple(_play(play, axes) for play in move.plays)
    faults = (Syntax(span=_NOWHERE, hint=""),) if has_hidden_faults(move) else ()
    return WrittenMove(Move(plays, swaps) if plays or swaps else None, faults, _NOWHERE)


def has_hidden_faults(move: model.Move) -> bool:
    """Tell whether faults make the move invalid that its plays do not show."""
    codes = Counter(fault.code for fault in move.faults)
    verdicts = Counter(word.verdict for word in words_of((move,)))
    return (
        any(code not in _REMARKS and code not in _ASKED for code in codes)
        or codes[WordRefused.code] > verdicts[Refused.code]
        or codes[WordUnknown.code] > verdicts[Unknown.code]
    )


def wrong_faults(judged: Judged, found: model.Move) -> Iterator[Unlike]:
    """Yield faults that do not fit the words' verdicts, or a claim that is wrong and not remarked on."""
    codes = tuple(fault.code for fault in found.faults)
    if not has_hidden_faults(found):
        expected = tuple(fault.code for fault in judged.faults)
        if expected != tuple(code for code in codes if code in _ASKED):
            yield Unlike("faults", expected, codes)
    claimed = found.claimed
    is_wrong = claimed is not None and claimed != judged.points
    if judged.status is Status.VALID and is_wrong and "claim_differs" not in codes:
        yield Unlike("claimed", judged.points, claimed)


def expected_move(
    judged: Judged, found: model.Move, rules: Rules, *, counts: bool, is_final: bool
) -> model.Move:
    """Return the exported move as it should be; what only the player's text could tell is taken over.

    Where a move may have several plays and is invalid for more than its words, the plays shown may
    lie on others that are not: they are taken over as well.
    """
    plays = tuple(_expected_play(play, rules) for play in judged.plays)
    if has_hidden_faults(found) and (rules.plays > 1 or is_final):
        plays = found.plays
    is_invalid = judged.status is Status.INVALID
    is_unused = judged.status is Status.VALID and not counts
    return model.Move(
        swaps=tuple(square_name(square, rules.axes) for square in judged.swaps),
        plays=plays,
        faults=found.faults,
        status="unused" if is_unused else judged.status.value,
        formula=None if is_invalid else judged.formula,
        points=None if is_invalid else judged.points,
        claimed=found.claimed,
    )


def _expected_play(play: JudgedPlay, rules: Rules) -> model.Play:
    scored = play.scored
    return model.Play(
        square=place_name(scored.square, scored.direction, rules.axes),
        direction=scored.direction.value,
        word=scored.word,
        blanks=tuple(square_name(square, rules.axes) for square in scored.blanks),
        words=tuple(
            model.Word(word.word, word.points, verdict.code)
            for word, verdict in zip(scored.words, play.verdicts, strict=True)
        ),
        points=scored.points,
    )
