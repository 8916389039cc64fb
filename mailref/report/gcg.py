"""What every file in GCG has, the common format of games of Scrabble: squares and tiles as it writes them."""

from mailref.tiles.board import Axes, Direction, square_name
from mailref.tiles.scoring import ScoredPlay


class NotInGcgError(ValueError):
    """The format cannot hold this game; the message says why."""


def gcg_place(play: ScoredPlay) -> str:
    """Return `8H` for across, `H8` for down."""
    name = square_name(play.square, Axes.COLUMNS)
    return name[1:] + name[0] if play.direction is Direction.ACROSS else name


def gcg_tiles(play: ScoredPlay) -> str:
    """Return the word with a dot for each tile that lies already, a blank in small letters."""
    new = {tile.square: tile for tile in play.new_tiles}
    letters = []
    for square in play.words[0].squares:
        tile = new.get(square)
        if tile is None:
            letters.append(".")
        else:
            letters.append(tile.letter.lower() if tile.is_blank else tile.letter)
    return "".join(letters)
