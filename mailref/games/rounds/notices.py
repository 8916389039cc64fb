"""What the game master must know of letters: that they are to be drawn by hand, or cannot be taken."""

from typing import ClassVar

from mailref.referee.gm_orders import LettersFault
from mailref.referee.notices import Matter


class LettersWanted(Matter, frozen=True):
    """The game waits for letters drawn by hand."""

    code: ClassVar[str] = "letters"
    wanted: int
    round: int
    rack: str
    """What lies there still."""
    bag: int
    """How many tiles are in it."""


class LettersRefused(Matter, frozen=True):
    """The letters in the settings file cannot be taken."""

    code: ClassVar[str] = "wrong_letters"
    letters: str
    fault: LettersFault
