"""Scrabble-Bingo as a kind of game."""

from typing import Any, get_args

from mailref.games.bingo.events import BingoEvent, BingoOpened
from mailref.games.bingo.game import BingoGame, apply_in_bingo
from mailref.games.by_rounds.kind import KindByRounds


class Bingo(KindByRounds[BingoGame]):
    """Scrabble-Bingo: state and events."""

    name = "bingo"
    opened = BingoOpened
    game = BingoGame
    events = get_args(BingoEvent)
    checked = ("tiles, letters left and winners", "draws, letters left and winners")

    def has_begun_without(self, running: Any) -> bool:
        """Tell whether tiles have been drawn: nobody joins then."""
        return not running.game.takes_words

    def apply(self, game: BingoGame, event: Any) -> BingoGame:
        return apply_in_bingo(game, event)


KIND = Bingo()
