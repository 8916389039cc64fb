"""The one function that changes a game: `apply(game, event)`.

Play, replay, preview and verify all go through it; nothing else computes what follows from what
happened. Each kind of game has its share in its own folder (`Kind.apply`).
"""

from collections.abc import Iterable
from typing import overload

from mailref.games.events import CommonEvent, Event
from mailref.games.game import G, Game, apply_common
from mailref.games.kind import kind_begun_by, kind_of


@overload
def apply(game: G, event: Event) -> G: ...
@overload
def apply(game: None, event: Event) -> Game: ...
def apply(game: Game | None, event: Event) -> Game:
    """Return the game after *event*; the only place where anything in it changes.

    Its kind never changes.
    """
    if game is None:
        return kind_begun_by(type(event).__name__).begun_by(event)
    kind = kind_of(game)
    if isinstance(event, kind.opened):
        raise ValueError(f"{game.id} has begun already")  # noqa: TRY004  of a type that there is
    if not isinstance(event, kind.known):
        raise ValueError(  # noqa: TRY004  of a type that there is, in the wrong place
            f"{type(event).__name__} does not happen in a {type(game).__name__}"
        )
    if isinstance(event, CommonEvent):
        game = apply_common(game, event)
    return kind.apply(game, event)


def replay(events: Iterable[Event]) -> Game:
    """Return the game that *events* make, the first of which opens it."""
    game: Game | None = None
    for event in events:
        game = apply(game, event)
    if game is None:
        raise ValueError("no events, no game")
    return game


def follow(game: G, events: Iterable[Event]) -> G:
    """Return *game* after *events*."""
    for event in events:
        game = apply(game, event)
    return game
