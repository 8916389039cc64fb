"""What events change in a game in rounds: each event of theirs is in the table."""

from typing import get_args

from mailref.games.rounds.events import RoundEvent
from mailref.games.rounds.game import CHANGES


def test_every_event_of_games_in_rounds_changes_them() -> None:
    """A new event without a change of its own would pass unseen: `apply` leaves what it does not know."""
    assert set(get_args(RoundEvent)) <= set(CHANGES)
