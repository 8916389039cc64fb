"""What became of the game master's orders: the result of each, who will be told, what he should know.

The answer says the result (contract 5), so that he need not ask for it.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from mailref.referee.gm_orders import AdoptRefusal, Incomplete, Refusal, WhichGame


@dataclass(frozen=True, slots=True)
class RulingTooLate:
    """The word stands in rounds that no ruling changes any more."""

    code: ClassVar[str] = "ruling_too_late"
    word: str
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LettersKnown:
    """The letters of the round after the one that is open again are known already."""

    code: ClassVar[str] = "letters_known"
    number: int
    letters: str


@dataclass(frozen=True, slots=True)
class DrawnAtClose:
    """The letters of a round will be drawn anew when the one before it has been closed."""

    code: ClassVar[str] = "drawn_at_close"
    number: int


@dataclass(frozen=True, slots=True)
class LastRoundTied:
    """The round closed last now comes to a tie that the game master must decide first."""

    code: ClassVar[str] = "last_round_tied"
    number: int
    choices: tuple[str, ...]


Remark = RulingTooLate | LettersKnown | DrawnAtClose | LastRoundTied
"""What the game master should know of an order that was carried out."""


@dataclass(frozen=True, slots=True)
class WordSettled:
    """A word is valid or not, or open again (None)."""

    code: ClassVar[str] = "word_settled"
    word: str
    accepted: bool | None


@dataclass(frozen=True, slots=True)
class ZatNow:
    """The ZAT of the open round, after it was moved, opened again or a pause ended."""

    code: ClassVar[str] = "zat_now"
    round: int
    zat: datetime | None


@dataclass(frozen=True, slots=True)
class Rests:
    """The game rests."""

    code: ClassVar[str] = "rests"


@dataclass(frozen=True, slots=True)
class RoundIsClosed:
    """A round was closed; its report follows."""

    code: ClassVar[str] = "round_is_closed"
    round: int


@dataclass(frozen=True, slots=True)
class LettersNow:
    """The letters of a round are these."""

    code: ClassVar[str] = "letters_now"
    round: int
    letters: str


@dataclass(frozen=True, slots=True)
class ReportGoesOut:
    """The report of a round is released."""

    code: ClassVar[str] = "report_goes_out"
    round: int


@dataclass(frozen=True, slots=True)
class TotalNow:
    """A player's total and rank after a correction."""

    code: ClassVar[str] = "total_now"
    player: str
    total: int


@dataclass(frozen=True, slots=True)
class PlayerNow:
    """Who somebody is now: his name, his addresses, whether he takes part."""

    code: ClassVar[str] = "player_now"
    player: str
    addresses: tuple[str, ...]
    takes_part: bool


@dataclass(frozen=True, slots=True)
class GameIsEnded:
    """The game is over."""

    code: ClassVar[str] = "game_is_ended"


@dataclass(frozen=True, slots=True)
class MoveChosen:
    """One of the equal best moves was chosen."""

    code: ClassVar[str] = "move_chosen"
    choice: str


@dataclass(frozen=True, slots=True)
class PressSettled:
    """Texts were released or dropped; so many wait still."""

    code: ClassVar[str] = "press_settled"
    is_released: bool
    waiting: int


Result = (
    WordSettled
    | ZatNow
    | Rests
    | RoundIsClosed
    | LettersNow
    | ReportGoesOut
    | TotalNow
    | PlayerNow
    | GameIsEnded
    | MoveChosen
    | PressSettled
)


@dataclass(frozen=True, slots=True)
class FarZat:
    """A ZAT more than two months ahead."""

    code: ClassVar[str] = "far_zat"
    zat: datetime


@dataclass(frozen=True, slots=True)
class UnusedWord:
    """A ruling on a word that nobody has laid, or asked about."""

    code: ClassVar[str] = "unused_word"
    word: str


Doubt = FarZat | UnusedWord
"""What makes an order look like a slip."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one line of the game master's mail."""

    line: str
    refusal: Refusal | AdoptRefusal | Incomplete | WhichGame | None = None
    """None: it was carried out."""
    remarks: tuple[Remark, ...] = ()
    result: Result | None = None
    told: tuple[str, ...] = ()
    """The players who get mail about it."""
