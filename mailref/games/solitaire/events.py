"""What happens in a league of soloists, as facts in the past tense (other games 3)."""

from datetime import datetime

from mailref.games.by_turns import events as happened
from mailref.games.chance import Secret
from mailref.games.events import Begins, CommonEvent, Event
from mailref.games.solitaire.switches import SoloRules
from mailref.structs import Alternative, PlayerName


class SoloOpened(Begins, frozen=True):
    """A league of soloists begins; all draw the tiles in one order, which follows from the seed."""

    rules: SoloRules
    deadline: datetime


class SoloDealt(Event, frozen=True):
    """A soloist sits down at a table of his own."""

    player: str
    seats: tuple[str, ...]
    """One, or one for each rack."""


class LettersChosen(Alternative, frozen=True):
    """A soloist has chosen letters for his next move; what he chose for it before goes back first."""

    number: int
    player: PlayerName
    letters: Secret[str]
    put_back: Secret[str]
    at: datetime


class MoveTakenBack(Alternative, frozen=True):
    """A soloist takes back what he did last: the letters chosen, or his last move with its letters."""

    player: PlayerName


class TryBegun(Alternative, frozen=True):
    """A soloist begins anew with an empty board; the try before it is finished, and may count."""

    player: PlayerName


class TableFinished(Alternative, frozen=True):
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


class SoloPlayed(Event, frozen=True):
    """Something happened at the table of one soloist: a secret of his until the ZAT."""

    player: str
    event: SoloMove


SoloEvent = SoloDealt | SoloPlayed


InSoloGame = CommonEvent | SoloEvent
