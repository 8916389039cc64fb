"""What the game master may order in games in turns alone, why it may be refused, what it has led to."""

from datetime import date, datetime
from typing import ClassVar

from msgspec import Struct


class UndoTurn(Struct, frozen=True):
    """The last turn did not happen: all is as before it, what was drawn is drawn anew."""


class PassForPlayer(Struct, frozen=True):
    """The player to move passes: he said so in another way."""

    player: str


class ReplacePlayer(Struct, frozen=True):
    """Somebody takes over a place, with rack, total and clock (classic 7.6)."""

    player: str
    name: str
    address: str


class NoteAbsence(Struct, frozen=True):
    """A player is away from the first to the last day."""

    player: str
    first: date
    last: date


class RuleTheme(Struct, frozen=True):
    """Whether a word that its player claims for the theme fits it (classic 8.2)."""

    word: str
    fits: bool


TurnOrder = UndoTurn | PassForPlayer | ReplacePlayer | NoteAbsence | RuleTheme
WEIGHTY_IN_TURNS = (UndoTurn, PassForPlayer, ReplacePlayer)
"""Orders that are asked about once, whoever gives them."""


class OtherFamily(Struct, frozen=True):
    """The order belongs to games of the other family."""

    code: ClassVar[str] = "other_family"
    belongs_to: str
    """`rounds` or `turns`."""


class NothingToUndo(Struct, frozen=True):
    """No turn has been made that could be undone: one can be, and no game that is over."""

    code: ClassVar[str] = "nothing_to_undo"


class NotToMove(Struct, frozen=True):
    """It is another player's turn, or nobody's."""

    code: ClassVar[str] = "not_to_move"
    player: str
    to_move: str


class NoSuchDays(Struct, frozen=True):
    """The last day lies before the first, or has passed."""

    code: ClassVar[str] = "no_such_days"


class NotClaimed(Struct, frozen=True):
    """Nobody has claimed that word for the theme, or it has been ruled on."""

    code: ClassVar[str] = "not_claimed"
    word: str


TurnRefusal = OtherFamily | NothingToUndo | NotToMove | NoSuchDays | NotClaimed


class TurnNow(Struct, frozen=True):
    """Who is to move, and until when; None: no clock runs."""

    code: ClassVar[str] = "turn_now"
    number: int
    player: str
    zat: datetime | None


class ThemeSettled(Struct, frozen=True):
    """A word fits the theme or not."""

    code: ClassVar[str] = "theme_settled"
    word: str
    fits: bool


class AwayNow(Struct, frozen=True):
    """A player is away from the first to the last day."""

    code: ClassVar[str] = "away_now"
    player: str
    first: date
    last: date


TurnResult = TurnNow | ThemeSettled | AwayNow
"""What an order has led to that a game in rounds does not know."""
