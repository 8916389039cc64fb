"""What somebody may have meant by a piece of a mail, as he should have written it."""

from msgspec import Struct

from mailref.tiles.board import Axes, Direction, place_name
from mailref.tiles.moves import Play


class Meant(Struct, frozen=True):
    """A piece of a mail, and what is to stand there instead once its sender says yes."""

    written: str
    meant: str
    is_name: bool = False
    """Whether it says who or which game; what a move says counts from the yes on."""


def play_written(play: Play, axes: Axes) -> str:
    """Return a play as a player writes it: `H8w RAB*EN`."""
    ways = {Direction.ACROSS: "w", Direction.DOWN: "s"} if axes is Axes.COLUMNS else {}
    letters = (
        f"*{letter}" if at in play.starred else letter.lower() if at in play.small else letter
        for at, letter in enumerate(play.word)
    )
    place = place_name(play.square, play.direction, axes)
    return f"{place}{ways.get(play.direction, '')} {''.join(letters)}"
