"""Un-Scrabble as a kind of game."""

from collections.abc import Mapping
from typing import Any, get_args

from mailref.games.by_turns.kind import InTurns
from mailref.games.unscrabble.events import UnscrabbleEvent, UnscrabbleOpened
from mailref.games.unscrabble.game import UnscrabbleGame, apply_in_unscrabble


class UnscrabbleKind(InTurns[UnscrabbleGame]):
    """Un-Scrabble: state and events."""

    name = "unscrabble"
    opened = UnscrabbleOpened
    game = UnscrabbleGame
    is_rated = True
    events = get_args(UnscrabbleEvent)

    def opens_with(self, policy: Any, seed: bytes) -> Mapping[str, Any]:
        full = policy.full
        if full is None or full.board is None:
            raise ValueError(f"{policy.id}: the board that is to be taken down is not known")
        return {**super().opens_with(policy, seed), "board": full.board, "of_game": full.of_game}

    def apply(self, game: UnscrabbleGame, event: Any) -> UnscrabbleGame:
        return apply_in_unscrabble(game, event)


KIND = UnscrabbleKind()
