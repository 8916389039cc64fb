"""The classic game as a kind of game."""

from collections.abc import Iterator, Mapping
from typing import Any, get_args

from mailref.games.by_turns.events import TurnEvent, TurnsOpened
from mailref.games.by_turns.kind import InTurns
from mailref.games.chance import Secret, common_order
from mailref.games.classic.game import TurnGame, apply_in_turns, open_turns
from mailref.games.events import PlayerJoined
from mailref.tiles.board import Board


class Classic(InTurns[TurnGame]):
    """The classic game: state and events."""

    name = "turns"
    opened = TurnsOpened
    game = TurnGame
    is_rated = True
    events = get_args(TurnEvent)

    def opens_with(self, policy: Any, seed: bytes) -> Mapping[str, Any]:
        """Return the board and the bag; the racks of a game taken over are still in it."""
        over = policy.taken_over
        tiles = policy.rules.tiles
        board = over.board if over else Board.empty(policy.rules.layout.size)
        bag = tiles.without(tiles.all_tiles, [tile.tile for tile in board.tiles])
        return {
            **super().opens_with(policy, seed),
            "board": board,
            "bag": Secret(common_order(seed, tiles) if policy.same_tiles else bag),
            "first_turn": over.turn if over else 1,
            "is_taken_over": over is not None,
            "same_tiles": policy.same_tiles,
        }

    def first_players(self, policy: Any, opened: TurnsOpened) -> Iterator[PlayerJoined]:
        scores = dict(policy.taken_over.scores) if opened.is_taken_over else {}
        for each in policy.players:
            yield PlayerJoined(each.name, each.addresses, scores.get(each.name, 0))

    def begun_by(self, event: TurnsOpened) -> TurnGame:
        return open_turns(event)

    def is_settled(self, game: TurnGame) -> bool:
        """Tell whether it is over, and no word waits for the theme (classic 8.2)."""
        return game.is_over and not game.claims

    def apply(self, game: TurnGame, event: Any) -> TurnGame:
        return apply_in_turns(game, event)


KIND = Classic()
