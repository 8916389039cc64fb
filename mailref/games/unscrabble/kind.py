"""Un-Scrabble as a kind of game."""

from typing import Any, get_args

from mailref.games.by_turns.kind import InTurns
from mailref.games.unscrabble.game import UnscrabbleGame, apply_in_unscrabble, open_unscrabble
from mailref.games.unscrabble.rules import UnscrabbleEvent, UnscrabbleOpened


class UnscrabbleKind(InTurns[UnscrabbleGame]):
    """Un-Scrabble: state and events."""

    name = "unscrabble"
    opened = UnscrabbleOpened
    game = UnscrabbleGame
    events = get_args(UnscrabbleEvent)

    def begun_by(self, event: UnscrabbleOpened) -> UnscrabbleGame:
        return open_unscrabble(event)

    def apply(self, game: UnscrabbleGame, event: Any) -> UnscrabbleGame:
        return apply_in_unscrabble(game, event)


KIND = UnscrabbleKind()
