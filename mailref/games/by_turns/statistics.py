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
    counts, is_in_time = "" if turn.is_taken_back else word, turn.kind is not TurnKind.TIMEOUT
    return PlayerFigures.of_one(turn.player, counts, turn.points, is_in_time=is_in_time)
