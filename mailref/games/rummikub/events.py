"""What happens in a game of WORT-Rummikub, as facts in the past tense (table games 9)."""

from datetime import datetime
from enum import StrEnum

from mailref.games.by_turns.events import BeginsAtTable, OfTurn, PlayTakenBack, SeatedEvent
from mailref.games.events import CommonEvent, Event
from mailref.games.game import SameTiles
from mailref.games.rummikub.forming import MadeWord
from mailref.games.rummikub.orders import TableRules
from mailref.games.secret import Secret


class TakenWhy(StrEnum):
    """Why a tile was taken from a stack."""

    TURN = "turn"
    REFILL = "refill"
    PENALTY = "penalty"
    TIMEOUT = "timeout"


class TableOpened(BeginsAtTable, frozen=True):
    """A game of WORT-Rummikub begins."""

    rules: TableRules
    same_tiles: SameTiles | None = None
    """Where it is one of a double game."""


class FirstTilesDealt(Event, frozen=True):
    """A tile for each in order of seats: S begins, A keeps the score; and the order of play."""

    tiles: tuple[tuple[str, str], ...]
    order: tuple[str, ...]


class RackDealt(OfTurn, frozen=True):
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


class TableWordLaid(OfTurn, frozen=True):
    """A word lies on the table; it may still be doubted."""

    received: datetime
    mail: str
    made: MadeWord
    at: datetime | None = None
    """When it was laid, where its mail had come before: a move in advance, or one held back."""


class TileTaken(OfTurn, frozen=True):
    """Everybody sees what is taken from a stack (counted from 1)."""

    stack: int
    tile: str
    why: TakenWhy


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
    SeatedEvent
    | PlayTakenBack
    | FirstTilesDealt
    | RackDealt
    | StacksBuilt
    | TableWordLaid
    | TileTaken
    | TileTurnedUp
    | WishSet
)

InTableGame = CommonEvent | TableEvent
