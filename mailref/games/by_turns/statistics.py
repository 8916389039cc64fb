"""What a game in turns comes to for each player, from its turns as they stand."""

from collections.abc import Iterable, Mapping

from mailref.games.by_turns.contents import BestOfTurn
from mailref.games.by_turns.history import ToldTurn, TurnHistory, TurnKind
from mailref.games.statistics import PlayerFigures, together, with_rulings


def figures_of(
    history: TurnHistory, rulings: Mapping[str, bool], best: Iterable[BestOfTurn] = ()
) -> tuple[PlayerFigures, ...]:
    """Return what each player has come to; the share of the *best* only where that may be told."""
    possible = (
        PlayerFigures(each.player, reached=each.points, possible=each.best_points) for each in best
    )
    found = together((*map(_of_turn, history.turns), *possible))
    words: dict[str, set[str]] = {}
    for turn in history.turns:
        words.setdefault(turn.player, set()).update(turn.words)
    return tuple(with_rulings(each, words.get(each.player, ()), rulings) for each in found)


def _of_turn(turn: ToldTurn) -> PlayerFigures:
    word = turn.scored.word if turn.scored is not None else turn.word
    is_move = bool(word) and not turn.is_taken_back
    return PlayerFigures(
        turn.player,
        moves=int(is_move),
        points=turn.points if is_move else 0,
        best_word=word if is_move else "",
        best_points=turn.points if is_move else 0,
        due=1,
        in_time=int(turn.kind is not TurnKind.TIMEOUT),
    )
