"""Scrabble-Bingo as a kind of game."""

from typing import Any, get_args

from mailref.games.bingo.events import BingoEvent, BingoOpened
from mailref.games.bingo.game import BingoGame, apply_in_bingo, open_bingo
from mailref.games.kind import Kind


class Bingo(Kind[BingoGame]):
    """Scrabble-Bingo: state and events."""

    name = "bingo"
    opened = BingoOpened
    game = BingoGame
    events = get_args(BingoEvent)
    checked = ("tiles, letters left and winners", "draws, letters left and winners")

    def has_begun_without(self, running: Any) -> bool:
        """Tell whether tiles have been drawn: nobody joins then."""
        return not running.game.takes_words

    def begun_by(self, event: BingoOpened) -> BingoGame:
        return open_bingo(event)

    def apply(self, game: BingoGame, event: Any) -> BingoGame:
        return apply_in_bingo(game, event)


KIND = Bingo()
