"""What happens in a game of Un-Scrabble, as facts in the past tense (other games 1)."""

from datetime import datetime

from mailref.games.by_turns import events
from mailref.games.events import CommonEvent
from mailref.games.unscrabble.switches import UnscrabbleRules
from mailref.tiles.board import Board, LaidTile
from mailref.tiles.tile_set import TileSet


class UnscrabbleOpened(events.BeginsAtTable, frozen=True):
    """A game of Un-Scrabble begins, with the board that is to be taken down."""

    rules: UnscrabbleRules
    board: Board
    of_game: str = ""
    """The game whose last board it is; "" where the settings gave it."""


class TilesTaken(events.OfTurn, frozen=True):
    """Tiles were taken from the board; what they left may still be challenged, where that is played."""

    is_turn = True
    received: datetime
    mail: str
    tiles: tuple[LaidTile, ...]
    words: tuple[str, ...]
    """Those that came into being by it."""
    points: int
    ends: str
    """How the game ends once it stands: `all_taken`, `no_turn`; "" where it goes on."""

    def sum_in(self, tiles: TileSet) -> str:
        """Return `1+3=4`, the values of the tiles in their order."""
        values = (str(0 if tile.is_blank else tiles.value(tile.letter)) for tile in self.tiles)
        return f"{'+'.join(values)}={self.points}"


UnscrabbleEvent = events.SeatedEvent | events.PlayTakenBack | TilesTaken


InUnscrabbleGame = CommonEvent | UnscrabbleEvent
