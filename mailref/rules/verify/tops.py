"""The top of a round: each of its moves must score it, and no player more.

That nothing better was possible is not for an export to prove: it would need the word list.
"""

from collections.abc import Iterator
from types import MappingProxyType

from mailref.rules.board import Axes, Direction
from mailref.rules.game import Game
from mailref.rules.judged import Status
from mailref.rules.legality import Judge
from mailref.rules.verify import model
from mailref.rules.verify.model import Round
from mailref.rules.verify.moves import RecordedWords, as_written, unreadable
from mailref.rules.verify.unlike import Unlike

_DIRECTIONS = {"w": Direction.ACROSS, "s": Direction.DOWN}


def wrong_top(game: Game, shown: Round) -> Iterator[Unlike]:
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
        elif judged.points != top.points:
            yield Unlike("top.points", judged.points, top.points)
    best = max((entry.points for entry in shown.entries), default=0)
    if top.exact and best > top.points:
        yield Unlike("top.points", f"{best} or more", top.points)


def _move(text: str, axes: Axes) -> model.Move | None:
    """Read `M9s BEHAUE M11=?; A1w AB <> A12`; None if it is not of that form."""
    words, *swaps = text.split(" <> ")
    plays = tuple(_play(each.split(" "), axes) for each in words.split("; "))
    found = tuple(play for play in plays if play is not None)
    if len(found) != len(plays):
        return None
    return model.Move(tuple(swaps), found, (), "", None, None, None)


def _play(parts: list[str], axes: Axes) -> model.Play | None:
    if len(parts) < 2:
        return None
    place, word, *blanks = parts
    if not place or not all(blank.endswith("=?") for blank in blanks):
        return None
    if axes is Axes.COLUMNS:
        place, direction = place[:-1], _DIRECTIONS.get(place[-1])
    else:
        direction = Direction.DOWN if place[0].isdigit() else Direction.ACROSS
    if direction is None:
        return None
    squares = tuple(blank.removesuffix("=?") for blank in blanks)
    return model.Play(place, direction.value, word, squares, (), 0)
