"""The one function that changes a game: `apply(game, event)`.

Play, replay, preview and verify all go through it; nothing else computes what follows from what
happened. Each family has its share in its own room: `rules/rounds/apply.py`.
"""

from collections.abc import Iterable
from typing import overload

from mailref.rules.events import CommonEvent, Event, GameOpened
from mailref.rules.game import G, Game, apply_common
from mailref.rules.rounds.apply import apply_in_rounds, open_rounds
from mailref.rules.rounds.round_game import RoundGame


@overload
def apply(game: G, event: Event) -> G: ...
@overload
def apply(game: None, event: Event) -> Game: ...
def apply(game: Game | None, event: Event) -> Game:
    """Return the game after *event*; the only place where anything in it changes.

    Its family never changes.
    """
    if game is None:
        return _begin(event)
    if isinstance(event, CommonEvent):
        game = apply_common(game, event)
    match game:
        case RoundGame():
            return apply_in_rounds(game, event)
        case _:
            raise TypeError(f"{type(game).__name__} is of no family")


def _begin(event: Event) -> Game:
    match event:
        case GameOpened():
            return open_rounds(event)
        case _:
            raise ValueError(f"a game begins with GameOpened, not {type(event).__name__}")


def replay(events: Iterable[Event]) -> Game:
    """Return the game that *events* make, the first of which opens it."""
    game: Game | None = None
    for event in events:
        game = apply(game, event)
    if game is None:
        raise ValueError("no events, no game")
    return game


def replay_rounds(events: Iterable[Event]) -> RoundGame:
    """Return the game in rounds that *events* make."""
    game = replay(events)
    if not isinstance(game, RoundGame):
        raise TypeError(f"{game.id} is no game in rounds")
    return game


def follow(game: G, events: Iterable[Event]) -> G:
    """Return *game* after *events*."""
    for event in events:
        game = apply(game, event)
    return game
