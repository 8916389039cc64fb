"""What the game master may order in games in turns alone, why it may be refused, what it has led to."""

from datetime import date, datetime
from typing import ClassVar

from mailref.value_classes import dataclass


@dataclass(frozen=True, slots=True)
class UndoTurn:
    """The last turn did not happen: all is as before it, what was drawn is drawn anew."""


@dataclass(frozen=True, slots=True)
class PassForPlayer:
    """The player to move passes: he said so in another way."""

    player: str


@dataclass(frozen=True, slots=True)
class ReplacePlayer:
    """Somebody takes over a place, with rack, total and clock (classic 7.6)."""

    player: str
    name: str
    address: str


@dataclass(frozen=True, slots=True)
class NoteAbsence:
    """A player is away from the first to the last day."""

    player: str
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class RuleTheme:
    """Whether a word that its player claims for the theme fits it (classic 8.2)."""

    word: str
    fits: bool


TurnOrder = UndoTurn | PassForPlayer | ReplacePlayer | NoteAbsence | RuleTheme
WEIGHTY_IN_TURNS = (UndoTurn, PassForPlayer, ReplacePlayer)
"""Orders that are asked about once, whoever gives them."""


@dataclass(frozen=True, slots=True)
class OtherFamily:
    """The order belongs to games of the other family."""

    code: ClassVar[str] = "other_family"
    belongs_to: str
    """`rounds` or `turns`."""


@dataclass(frozen=True, slots=True)
class NothingToUndo:
    """No turn has been made that could be undone: one can be, and no game that is over."""

    code: ClassVar[str] = "nothing_to_undo"


@dataclass(frozen=True, slots=True)
class NotToMove:
    """It is another player's turn, or nobody's."""

    code: ClassVar[str] = "not_to_move"
    player: str
    to_move: str


@dataclass(frozen=True, slots=True)
class NoSuchDays:
    """The last day lies before the first, or has passed."""

    code: ClassVar[str] = "no_such_days"


@dataclass(frozen=True, slots=True)
class NotClaimed:
    """Nobody has claimed that word for the theme, or it has been ruled on."""

    code: ClassVar[str] = "not_claimed"
    word: str


TurnRefusal = OtherFamily | NothingToUndo | NotToMove | NoSuchDays | NotClaimed


@dataclass(frozen=True, slots=True)
class TurnNow:
    """Who is to move, and until when; None: no clock runs."""

    code: ClassVar[str] = "turn_now"
    number: int
    player: str
    zat: datetime | None


@dataclass(frozen=True, slots=True)
class ThemeSettled:
    """A word fits the theme or not."""

    code: ClassVar[str] = "theme_settled"
    word: str
    fits: bool


@dataclass(frozen=True, slots=True)
class AwayNow:
    """A player is away from the first to the last day."""

    code: ClassVar[str] = "away_now"
    player: str
    first: date
    last: date


TurnResult = TurnNow | ThemeSettled | AwayNow
"""What an order has led to that a game in rounds does not know."""
