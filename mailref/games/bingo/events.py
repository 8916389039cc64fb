"""What happens in a game of Scrabble-Bingo, as facts in the past tense (other games 2)."""

from datetime import datetime

from mailref.games.bingo.switches import BingoRules
from mailref.games.chance import Secret
from mailref.games.events import Begins, CommonEvent, Event
from mailref.structs import PlayerName

TwoWords = tuple[str, ...]
"""A player's words, in capitals."""


class BingoOpened(Begins, frozen=True):
    """A game of Scrabble-Bingo begins."""

    rules: BingoRules


class BingoRoundOpened(Event, frozen=True):
    """A round begins: at its ZAT tiles are drawn; until the first one words may come."""

    number: int
    deadline: datetime | None
    at: datetime


class WordsEntered(Event, frozen=True):
    """A player's words arrived in time; the last ones that are not refused count."""

    player: str
    received: datetime
    mail: str
    """The journal's name of the mail."""
    words: Secret[TwoWords]


class WordsWithdrawn(Event, frozen=True):
    player: str
    received: datetime


class WordsFixed(Event, frozen=True):
    """The first ZAT has come: who plays with which words, whatever is ruled later."""

    players: tuple[str, ...]
    """In the order in which they joined."""
    words: Secret[tuple[TwoWords, ...]]
    """One pair for each of them."""


class TilesCalled(Event, frozen=True):
    """At the ZAT of a round tiles were drawn, and crossed out in everybody's words."""

    number: int
    drawn: str
    """In the order drawn."""
    deadline: datetime | None
    at: datetime


class BingoCalled(Event, frozen=True):
    """A player whose letters are all crossed out said so (`call = "player"`)."""

    player: PlayerName
    received: datetime
    mail: str


class BingoReached(Event, frozen=True):
    """Somebody has won; several share."""

    number: int
    """The round at whose ZAT it was decided."""
    players: tuple[PlayerName, ...]
    tile: int | None
    """With which tile, from 1; None: by the call that came first."""


class LettersLeft(Event, frozen=True):
    """How many letters each of those who play wanted after the tiles of a round.

    Only in the public form of a game that runs: in its record the words say so.
    """

    number: int
    left: tuple[int, ...]


BingoEvent = (
    BingoRoundOpened
    | WordsEntered
    | WordsWithdrawn
    | WordsFixed
    | TilesCalled
    | BingoCalled
    | BingoReached
    | LettersLeft
)
"""What happens in Scrabble-Bingo alone."""

InBingo = CommonEvent | BingoEvent
