"""How a list of somebody's games shows one of them: whose turn it is, what is wanted of him, until when."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from msgspec import Struct


class Seat(Struct, frozen=True):
    """A player at the table, as all see him."""

    name: str
    total: int
    tiles: int
    """How many are on his rack."""
    is_out: bool
    rank: int | None = None
    """After the end: 1 1 3."""
    away: tuple[tuple[date, date], ...] = ()
    """First and last day of each absence that is not over."""
    seconds_in_hand: int = 0
    """What is left of `bank`."""


class WhoseTurn(Struct, frozen=True):
    """Who is to move, and until when."""

    number: int
    player: str
    began: datetime
    deadline: datetime | None
    """None: never, or not before the game master has ruled."""
    waits: bool = False
    """Whether the game waits for a ruling: no clock runs (classic 5.6)."""


class InHand(StrEnum):
    """What a game that is not in turns wants of somebody, as a list of his games says it."""

    MOVE_WANTED = "move_wanted"
    MOVE_SENT = "move_sent"
    WORDS_WANTED = "words_wanted"
    WORDS_SENT = "words_sent"
    TILES_CALLED = "tiles_called"
    """Bingo: nothing is wanted but, where players call, that he calls in time."""
    CALL_WANTED = "call_wanted"
    """Bingo: all his letters are crossed out, and he has not called."""
    OWN_TABLE = "own_table"
    """Solitaire: he may go on at his table until the ZAT."""
    LED = "led"
    """Its reader is the game master."""
    FOLLOWED = "followed"
    """Its reader gets the reports, and does not play."""
    BETWEEN = "between"
    """No round is open, or the game rests."""


SOMETHING_WANTED = (InHand.MOVE_WANTED, InHand.WORDS_WANTED, InHand.CALL_WANTED, InHand.OWN_TABLE)
"""Of these a game waits for its reader, or may go on at once."""


class GameInHand(Struct, frozen=True):
    """One of somebody's games, as STAND over several, or the weekly list, lists it."""

    title: str
    tag: str
    """`kiel Z12`, `yerres R4`."""
    zone: ZoneInfo
    turn: WhoseTurn | None = None
    is_mine: bool = False
    seats: tuple[Seat, ...] = ()
    may_challenge: bool = False
    """Whether a play of another lies open."""
    state: InHand | None = None
    """None: a game in turns."""
    zat: datetime | None = None
    """Where it is not in turns."""
    total: int | None = None
    """The reader's own points; None in games in turns, which tell all of them, and where there are none."""


def most_urgent_first(games: Iterable[GameInHand]) -> tuple[GameInHand, ...]:
    """Return games with those first that wait for the reader, by the time that is left."""
    late = datetime.max.replace(tzinfo=UTC)

    def left(game: GameInHand) -> tuple[bool, datetime]:
        zat = game.turn.deadline if game.turn else game.zat
        return not game.is_mine, zat or late

    return tuple(sorted(games, key=left))
