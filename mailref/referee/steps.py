"""A step: one decision about one game, under the cause that makes it happen once and only once."""

from dataclasses import dataclass

from mailref.referee.owed import Decision, NextRound
from mailref.rules.game import Game


@dataclass(frozen=True, slots=True)
class Step:
    """A decision about one game, with the cause under which it is recorded once and only once."""

    cause: str
    decision: Decision


def next_round_of(game: Game) -> NextRound | None:
    """Return what the players need for the open round; None where none is open."""
    if game.round is None:
        return None
    return NextRound(
        number=game.round.number,
        letters=game.rack,
        bag=len(game.bag),
        deadline=game.round.deadline,
        is_final=game.round.is_final,
        draw=game.last_draw.draw if game.last_draw else None,
    )
