"""A step: one decision about one game, under the cause that makes it happen once and only once."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from mailref.referee.model import Desk, Table
from mailref.referee.owed import Decision, NextRound
from mailref.rules.game import Game
from mailref.rules.progress import follow


@dataclass(frozen=True, slots=True)
class Step:
    """A decision about one game, with the cause under which it is recorded once and only once."""

    cause: str
    decision: Decision


def after(desk: Desk, decision: Decision) -> Desk:
    """Return the desk after a decision."""
    tables: Mapping[str, Table] = dict(desk.tables)
    for game, event in decision.events:
        changed = Table(follow(tables[game].game, (event,)), tables[game].policy)
        tables = {**tables, game: changed}
    return replace(desk, tables=MappingProxyType({**tables}))


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
