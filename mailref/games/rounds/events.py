"""What happens in games in rounds alone, as facts in the past tense (rules 2 and 8)."""

from datetime import datetime

from mailref.games.events import CommonEvent, Event, ForRound
from mailref.games.rounds.rules import Draw, RoundResult
from mailref.games.rounds.switches import Rules
from mailref.tiles.board import Board
from mailref.tiles.moves import WrittenMove


class GameOpened(Event, frozen=True):
    """A game begins, or is taken over in mid-course (`board` not empty, `first_round` not 1)."""

    id: str
    title: str
    variant: str
    rules: Rules
    board: Board
    first_round: int
    commitment: str
    """SHA-256 of the secret seed."""
    lexicon: str
    lexicon_sha256: str
    is_taken_over: bool
    """Whether the settings gave a `game.start`."""


class LettersDrawn(Event, frozen=True):
    """Letters for a round; `draw.rack` is what is offered, `draw.bag` what is left."""

    number: int
    draw: Draw
    at: datetime
    anew: tuple[str, ...] = ()
    """Why the game master had them drawn anew, once for each time; () for letters given by hand."""


class DrawnAnew(Event, frozen=True):
    """The letters of a round are drawn by the next numbers of chance: others had become known."""

    number: int
    because: str


class RoundOpened(Event, frozen=True):
    """A round begins: its letters have been drawn, its rules are fixed."""

    number: int
    deadline: datetime | None
    rules: Rules
    is_final: bool
    at: datetime
    prints_press: bool = False
    """Whether the report that opens it prints what was released since the close; not in old records."""


class MoveEntered(ForRound, frozen=True):
    """An entry arrived in time; whether it is in force follows from judging all of a player's."""

    mail: str
    """The journal's name of the mail; equal seconds are told apart by the order of events."""
    moves: tuple[WrittenMove, ...]


class MoveKept(ForRound, frozen=True):
    """A player who will be away sent a move for a later round: it is entered when that opens, and judged then."""

    mail: str
    moves: tuple[WrittenMove, ...]


class MoveWithdrawn(ForRound, frozen=True):
    """A player takes back what he has sent."""


class MoveWasLate(ForRound, frozen=True):
    """An entry for this round came after its ZAT, or was seen after its close.

    It counts only if the round gets a ZAT that is still ahead (rules 8, second thoughts).
    """

    moves: tuple[WrittenMove, ...]
    mail: str = ""
    """The journal's name of the mail; "" in old records, whose late entries never count."""


class TieRuled(Event, frozen=True):
    """The game master chose among equal best moves of the open round."""

    number: int
    choice: str
    because: str


class RoundClosed(Event, frozen=True):
    """The round is over: its whole result, and the best move laid."""

    result: RoundResult


class BoardCleared(Event, frozen=True):
    """The board is emptied and all tiles go back (mono); totals go on."""

    number: int


class RoundReopened(Event, frozen=True):
    """The last closed round is open again, its entries in force, its draw undone."""

    number: int
    deadline: datetime | None
    because: str
    keeps: bool = False
    """Whether corrections of the round and moves for the next one stay; they did not in old records."""


class BaseFixed(Event, frozen=True):
    """What a late joiner starts with changes with the round before his first one (rules 8).

    While no round of his is closed, his total is this and what was corrected.
    """

    player: str
    base: int
    change: int | None = None
    """What old records add to his total, in place of that."""


class RulesChanged(Event, frozen=True):
    """The game master changed switches; they hold from the next round on."""

    rules: Rules


RoundEvent = (
    LettersDrawn
    | DrawnAnew
    | RoundOpened
    | MoveEntered
    | MoveKept
    | MoveWithdrawn
    | MoveWasLate
    | TieRuled
    | RoundClosed
    | BoardCleared
    | RoundReopened
    | BaseFixed
    | RulesChanged
)
"""What happens in games in rounds alone."""

InRoundGame = CommonEvent | RoundEvent
