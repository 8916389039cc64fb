"""What happens in a game of WORT-Rummikub, as facts in the past tense (table games 9)."""

from datetime import datetime
from enum import StrEnum

from mailref.games.by_turns import events
from mailref.games.chance import Secret
from mailref.games.events import CommonEvent, Event
from mailref.games.game import SameTiles
from mailref.games.rummikub.rules import MadeWord
from mailref.games.rummikub.switches import TableRules


class TakenWhy(StrEnum):
    """Why a tile was taken from a stack."""

    TURN = "turn"
    REFILL = "refill"
    PENALTY = "penalty"
    TIMEOUT = "timeout"


class TableOpened(events.BeginsAtTable, frozen=True):
    """A game of WORT-Rummikub begins."""

    rules: TableRules
    same_tiles: SameTiles | None = None
    """Where it is one of a double game."""


class FirstTilesDealt(Event, frozen=True):
    """A tile for each in order of seats: S begins, A keeps the score; and the order of play."""

    tiles: tuple[tuple[str, str], ...]
    order: tuple[str, ...]


class RackDealt(events.OfTurn, frozen=True):
    """The N-th rack: thirteen tiles beside the first one, which is known to all."""

    letters: Secret[str]
    receipt: str
    nonce: Secret[str]


class StacksBuilt(Event, frozen=True):
    """The four stacks, each from top to bottom."""

    stacks: tuple[Secret[str], ...]
    receipts: tuple[str, ...]
    binds_order: bool = False
    """Whether the receipts bind how the tiles lie; those of old games bind only which they are."""


class TableWordLaid(events.OfTurn, frozen=True):
    """A word lies on the table; it may still be doubted."""

    is_turn = True
    received: datetime
    mail: str
    made: MadeWord
    at: datetime | None = None
    """When it was laid, where its mail had come before: a move in advance, or one held back."""


class TileTaken(events.OfTurn, frozen=True):
    """Everybody sees what is taken from a stack (counted from 1)."""

    stack: int
    tile: str
    why: TakenWhy

    @property
    def is_turn(self) -> bool:
        return self.why in (TakenWhy.TURN, TakenWhy.TIMEOUT)

    @property
    def is_time_out(self) -> bool:
        return self.why is TakenWhy.TIMEOUT


class TileTurnedUp(Event, frozen=True):
    """A tile comes to lie open on a stack that a player who is out had put under it.

    Only in the public form of a game that runs: in its record his rack says so.
    """

    stack: int
    tile: str


class WishSet(Event, frozen=True):
    player: str
    letters: Secret[str]


TableEvent = (
    events.SeatedEvent
    | events.PlayTakenBack
    | FirstTilesDealt
    | RackDealt
    | StacksBuilt
    | TableWordLaid
    | TileTaken
    | TileTurnedUp
    | WishSet
)


InTableGame = CommonEvent | TableEvent
