"""A game in rounds made of events."""

from collections.abc import Iterable

from mailref.games.events import Event
from mailref.games.replay import replay
from mailref.games.rounds.game import RoundGame


def replay_rounds(events: Iterable[Event]) -> RoundGame:
    """Return the game in rounds that *events* make."""
    game = replay(events)
    assert isinstance(game, RoundGame)
    return game
