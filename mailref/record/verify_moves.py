"""The moves of an export as the judge can judge them again, and those of the top.

That nothing better than the top was possible is not for an export to prove: it would need the word
list.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from mailref.record.read_export import (
    ExportedMove,
    ExportedPlay,
    ExportedRound,
    ExportedWord,
    Unlike,
    read_move,
)
from mailref.record.round_json import move_to_json
from mailref.rules.board import (
    ALPHABET,
    TILES,
    Axes,
    Direction,
    place_name,
    read_square,
    square_name,
)
from mailref.rules.legality import Judge
from mailref.rules.lexicon.verdicts import Accepted, Refused, Rulings, Unknown, Valid, Verdict, Why
from mailref.rules.moves import (
    NOWHERE,
    Fault,
    Move,
    Play,
    Swap,
    Syntax,
    WordRefused,
    WordUnknown,
    WrittenMove,
)
from mailref.rules.rounds.closing import net_points
from mailref.rules.rounds.round_game import RoundGame
from mailref.rules.scoring import Judged, Status
from mailref.rules.variant import Laying, Rules
from mailref.rules.vocabulary import read_direction

_ASKED = (WordUnknown.code, WordRefused.code)
VERDICTS: Mapping[str, Verdict] = {
    Valid.code: Valid(),
    Accepted.code: Accepted(),
    Unknown.code: Unknown(()),
    Refused.code: Refused(Why.RULING),
}
"""What a recorded code stands for; the reasons behind it play no part."""


def _kinds(base: type[Fault]) -> Iterator[type[Fault]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)


_REMARKS = frozenset(kind.code for kind in _kinds(Fault) if kind.remarks)
_CODES = frozenset(kind.code for kind in _kinds(Fault))


class RecordedWords(Struct, frozen=True):
    """The verdicts that were recorded with a round; a word that was not is taken as valid."""

    verdicts: Mapping[str, str]
    name: str = ""
    sha256: str = ""

    def verdict(self, word: str, rules: Laying, rulings: Rulings) -> Verdict:  # noqa: ARG002  the protocol's
        """Return what was recorded."""
        return VERDICTS[self.verdicts.get(word, Valid.code)]

    def bases_needed(self, word: str, rules: Laying) -> tuple[str, ...]:  # noqa: ARG002  the protocol's
        """Return none: the record says what was refused."""
        return ()


def words_of(moves: tuple[ExportedMove, ...]) -> Iterator[ExportedWord]:
    """Yield every word of *moves* with its verdict."""
    for move in moves:
        for play in move.plays:
            yield from play.words


def unreadable(move: ExportedMove, axes: Axes) -> Iterator[Unlike]:
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


def _unplaced(play: ExportedPlay, axes: Axes) -> Iterator[Unlike]:
    if not set(play.word) <= set(ALPHABET):
        yield Unlike("word", "letters of the game", play.word)
        return
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
    if not play.blanks:
        return
    squares = [square_name(each, axes) for each in _play(play, axes).squares if each.is_on_board]
    if not set(play.blanks) <= set(squares):
        yield Unlike("blanks", "squares of the word", play.blanks)


def _play(play: ExportedPlay, axes: Axes) -> Play:
    bare = Play(read_square(play.square, axes), Direction(play.direction), play.word, NOWHERE)
    if not play.blanks:
        return bare
    starred = frozenset(
        i
        for i, square in enumerate(bare.squares)
        if square.is_on_board and square_name(square, axes) in play.blanks
    )
    return Play(bare.square, bare.direction, bare.word, NOWHERE, starred=starred)


def as_written(move: ExportedMove, axes: Axes) -> WrittenMove:
    """Return the move as it can be judged again; faults of what is not shown keep it invalid."""
    swaps = tuple(Swap(read_square(name, axes), NOWHERE) for name in move.swaps)
    plays = tuple(_play(play, axes) for play in move.plays)
    faults = (Syntax(span=NOWHERE, hint=""),) if has_hidden_faults(move) else ()
    return WrittenMove(Move(plays, swaps) if plays or swaps else None, faults, NOWHERE)


def has_hidden_faults(move: ExportedMove) -> bool:
    """Tell whether faults make the move invalid that its plays do not show."""
    if not move.faults:
        return False
    codes = Counter(fault.code for fault in move.faults)
    verdicts = Counter(word.verdict for word in words_of((move,)))
    return (
        any(code not in _REMARKS and code not in _ASKED for code in codes)
        or codes[WordRefused.code] > verdicts[Refused.code]
        or codes[WordUnknown.code] > verdicts[Unknown.code]
    )


def wrong_faults(judged: Judged, found: ExportedMove) -> Iterator[Unlike]:
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
    judged: Judged, found: ExportedMove, rules: Rules, *, counts: bool, is_final: bool
) -> ExportedMove:
    """Return the exported move as it should be; what only the player's text could tell is taken over.

    Where a move may have several plays and is invalid for more than its words, the plays shown may
    lie on others that are not: they are taken over as well.
    """
    is_unused = judged.status is Status.VALID and not counts
    move = read_move(move_to_json(judged, rules, is_unused=is_unused))
    is_partly_shown = has_hidden_faults(found) and (rules.plays > 1 or is_final)
    plays = found.plays if is_partly_shown else move.plays
    return replace(move, plays=plays, faults=found.faults, claimed=found.claimed)


def wrong_top(game: RoundGame, shown: ExportedRound) -> Iterator[Unlike]:
    """Yield what is wrong in the top of the round that is open in *game*."""
    top = shown.top
    if top is None:
        return
    any_word = RecordedWords(MappingProxyType({}))
    judge = Judge(game.position, any_word, {})
    for index, text in enumerate(top.moves):
        move = _move(text, game.rules.axes)
        if move is None or next(unreadable(move, game.rules.axes), None):
            yield Unlike(f"top.moves[{index}]", "a move such as M9s BEHAUE M11=?", text)
            return
        judged = judge.judge(as_written(move, game.rules.axes))
        if judged.status is not Status.VALID:
            faults = tuple(fault.code for fault in judged.faults)
            yield Unlike(f"top.moves[{index}]", f"a move without {', '.join(faults)}", text)
        elif (points := net_points(judged, is_final=shown.final)) != top.points:
            yield Unlike("top.points", points, top.points)
    is_exact = game.position.most_plays == 1
    if top.exact is not is_exact:
        yield Unlike("top.exact", is_exact, top.exact)
    left = TILES.sum_of(game.rack) if shown.final else 0
    if not top.moves and top.points != -left:
        yield Unlike("top.points", -left, top.points)
    nets = (each.points - each.deduction for each in shown.entries if each.counts is not None)
    best = max(nets, default=top.points)
    if best > top.points:
        yield Unlike("top.points", f"{best} or more", top.points)


def _move(text: str, axes: Axes) -> ExportedMove | None:
    """Read `M9s BEHAUE M11=?; A1w AB <> A12`; None if it is not of that form."""
    words, *swaps = text.split(" <> ")
    plays = tuple(_top_play(each.split(" "), axes) for each in words.split("; "))
    found = tuple(play for play in plays if play is not None)
    if len(found) != len(plays):
        return None
    return ExportedMove(tuple(swaps), found, (), "", None, None, None)


def _top_play(parts: list[str], axes: Axes) -> ExportedPlay | None:
    if len(parts) < 2:
        return None
    place, word, *blanks = parts
    if not place or not word or not all(blank.endswith("=?") for blank in blanks):
        return None
    if axes is Axes.COLUMNS:
        place, direction = place[:-1], read_direction(place[-1])
    else:
        direction = Direction.DOWN if place[0].isdigit() else Direction.ACROSS
    if direction is None:
        return None
    squares = tuple(blank.removesuffix("=?") for blank in blanks)
    return ExportedPlay(place, direction.value, word, squares, (), 0)
