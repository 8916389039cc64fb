"""The switches of a league of soloists, and what happens in it, as facts in the past tense (other games 3)."""

from dataclasses import dataclass
from datetime import datetime

from mailref.rules.turns import turn_events as happened
from mailref.rules.turns.turn_rules import Challenges, Refill, Secret, TurnRules, Unlisted


@dataclass(frozen=True, slots=True)
class SoloRules(TurnRules):
    """Every switch of Solitaire beside those of laying: how many racks in turn, and who chooses letters."""

    challenge: Challenges = Challenges.NONE
    refill: Refill = Refill.AT_ONCE
    unlisted: Unlisted = Unlisted.REFUSE
    racks: int = 1
    chosen: bool = False
    """Whether a soloist chooses his letters himself, and may take moves back and begin again."""


@dataclass(frozen=True, slots=True)
class SoloOpened:
    """A league of soloists begins; all draw the tiles in one order, which follows from the seed."""

    id: str
    title: str
    variant: str
    rules: SoloRules
    commitment: str
    lexicon: str
    lexicon_sha256: str
    deadline: datetime


@dataclass(frozen=True, slots=True)
class SoloDealt:
    """A soloist sits down at a table of his own."""

    player: str
    seats: tuple[str, ...]
    """One, or one for each rack."""


@dataclass(frozen=True, slots=True)
class LettersChosen:
    """A soloist has chosen letters for his next move; what he chose for it before goes back first."""

    number: int
    player: str
    letters: Secret[str]
    put_back: Secret[str]
    at: datetime


@dataclass(frozen=True, slots=True)
class MoveTakenBack:
    """A soloist takes back what he did last: the letters chosen, or his last move with its letters."""

    player: str


@dataclass(frozen=True, slots=True)
class TryBegun:
    """A soloist begins anew with an empty board; the try before it is finished, and may count."""

    player: str


@dataclass(frozen=True, slots=True)
class TableFinished:
    """Nothing more is played at a table: all tiles laid, passed on every rack, given up, or the ZAT."""

    why: str
    at: datetime


SoloMove = (
    happened.TurnBegan
    | happened.TilesDrawn
    | happened.PlayLaid
    | happened.PlayAccepted
    | happened.TilesExchanged
    | happened.TurnPassed
    | happened.PlayerOut
    | happened.RacksRevealed
    | LettersChosen
    | MoveTakenBack
    | TryBegun
    | TableFinished
)
"""What happens at the table of one soloist."""


@dataclass(frozen=True, slots=True)
class SoloPlayed:
    """Something happened at the table of one soloist: a secret of his until the ZAT."""

    player: str
    event: SoloMove


SoloEvent = SoloOpened | SoloDealt | SoloPlayed
