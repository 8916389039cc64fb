"""What the game master must know of a round: that it has no ZAT, or that equal best moves wait for his choice."""

from typing import ClassVar

from mailref.referee.notices import Matter


class NoDeadline(Matter, frozen=True):
    """The open round has no ZAT yet."""

    code: ClassVar[str] = "no_deadline_reminder"
    round: int


class TieToDecide(Matter, frozen=True):
    """The game master chooses among equal best moves."""

    code: ClassVar[str] = "tie"
    choices: tuple[str, ...]
