"""A game in rounds made of events, and all its tiles."""

from collections.abc import Iterable

from mailref.games.events import Event
from mailref.games.kind import replay
from mailref.games.rounds.game import RoundGame
from mailref.tiles.board import in_order


def replay_rounds(events: Iterable[Event]) -> RoundGame:
    """Return the game in rounds that *events* make."""
    game = replay(events)
    assert isinstance(game, RoundGame)
    return game


def all_tiles(game: RoundGame) -> str:
    """Return every tile of the game: board, rack and bag; always the whole set."""
    return in_order([*(tile.tile for tile in game.board.tiles), game.rack, game.bag])
