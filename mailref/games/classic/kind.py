"""The classic game as a kind of game."""

from typing import Any, get_args

from mailref.games.by_turns.events import TurnEvent, TurnsOpened
from mailref.games.by_turns.kind import InTurns
from mailref.games.classic.game import TurnGame, apply_in_turns, open_turns


class Classic(InTurns[TurnGame]):
    """The classic game: state and events."""

    name = "turns"
    opened = TurnsOpened
    game = TurnGame
    events = get_args(TurnEvent)

    def begun_by(self, event: TurnsOpened) -> TurnGame:
        return open_turns(event)

    def apply(self, game: TurnGame, event: Any) -> TurnGame:
        return apply_in_turns(game, event)


KIND = Classic()
