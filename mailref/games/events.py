"""What happens in a game, as facts in the past tense; a game is the sum of its events.

Every event is a frozen value that holds all it needs: replay asks neither lexicon nor chance.
"""

from datetime import datetime

from mailref.games.bingo.events import BingoEvent
from mailref.games.by_turns.events import SoloEvent, TurnEvent
from mailref.games.rounds.draw import Draw
from mailref.games.rounds.results import RoundResult
from mailref.games.rummikub.events import TableEvent
from mailref.games.unscrabble.rules import UnscrabbleEvent
from mailref.structs import OnRecord
from mailref.tiles.board import Board
from mailref.tiles.moves import WrittenMove
from mailref.tiles.variant import Rules

BY_GAME_MASTER = "game_master"
"""Why a game is over that the game master ended."""
UNPLAYED = "unplayed"
"""Why a game in turns is over that the game master ended before anybody had moved: it has no result."""
BY_MAIL = "ABMELDEN"
"""Why a player has left who wrote so himself."""
FROM_SETTINGS = "settings"
"""The cause of what the settings file changed."""


class GameOpened(OnRecord, frozen=True):
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


class PlayerJoined(OnRecord, frozen=True):
    """A player registers; addresses stay in the journal and are never exported."""

    name: str
    addresses: tuple[str, ...]
    total: int = 0
    missed: int = 0
    is_late: bool = False
    """Whether round 1 had closed; then `total` is the base fixed by the late-joiner rule."""
    is_configured: bool = True
    """Whether the settings name the player; False: registered by mail."""
    is_of_staying: bool = False
    """Whether who leaves with the open round was left out of the base; he was not in old records."""


class PlayerLeft(OnRecord, frozen=True):
    """From the next round on the player takes no part; his row stays."""

    name: str
    because: str


class PlayerReturned(OnRecord, frozen=True):
    """A player who had left takes part again."""

    name: str


class PlayerRenamed(OnRecord, frozen=True):
    name: str
    new_name: str
    because: str


class AddressesChanged(OnRecord, frozen=True):
    name: str
    addresses: tuple[str, ...]
    because: str
    new: tuple[str, ...] = ()
    """Those of them that are shown nothing of his own before `shown_from`, in small letters."""
    asked: tuple[str, ...] = ()
    """Those that were his until now, and may agree at once, or refuse."""
    shown_from: datetime | None = None
    """None: there is nothing to wait for."""


class LettersDrawn(OnRecord, frozen=True):
    """Letters for a round; `draw.rack` is what is offered, `draw.bag` what is left."""

    number: int
    draw: Draw
    at: datetime
    anew: tuple[str, ...] = ()
    """Why the game master had them drawn anew, once for each time; () for letters given by hand."""


class DrawnAnew(OnRecord, frozen=True):
    """The letters of a round are drawn by the next numbers of chance: others had become known."""

    number: int
    because: str


class LotWordGiven(OnRecord, frozen=True):
    """A player's word for draws and lots (`lots`), in place of an earlier one."""

    player: str
    word: str
    number: int
    """The first round into whose draws it is mixed."""


class DrawsMixed(OnRecord, frozen=True):
    """The words of players that are mixed into the draws and lots of a round."""

    number: int
    words: tuple[tuple[str, str], ...]
    """Name and word, in the order in which the players joined."""


class RoundOpened(OnRecord, frozen=True):
    """A round begins: its letters have been drawn, its rules are fixed."""

    number: int
    deadline: datetime | None
    rules: Rules
    is_final: bool
    at: datetime
    prints_press: bool = False
    """Whether the report that opens it prints what was released since the close; not in old records."""


class DeadlineMoved(OnRecord, frozen=True):
    number: int
    deadline: datetime | None
    because: str


class MoveEntered(OnRecord, frozen=True):
    """An entry arrived in time; whether it is in force follows from judging all of a player's."""

    player: str
    number: int
    received: datetime
    mail: str
    """The journal's name of the mail; equal seconds are told apart by the order of events."""
    moves: tuple[WrittenMove, ...]


class MoveWithdrawn(OnRecord, frozen=True):
    player: str
    number: int
    received: datetime


class MoveWasLate(OnRecord, frozen=True):
    """An entry for this round came after its ZAT, or was seen after its close.

    It counts only if the round gets a ZAT that is still ahead (rules 8, second thoughts).
    """

    player: str
    number: int
    received: datetime
    moves: tuple[WrittenMove, ...]
    mail: str = ""
    """The journal's name of the mail; "" in old records, whose late entries never count."""


class WordRuled(OnRecord, frozen=True):
    """The game master decides on a word, for this game, until he decides otherwise."""

    word: str
    accepted: bool | None
    """None: the ruling is taken back and the lists decide again."""
    by: str
    """`settings`, `command` or `mail`."""
    because: str


class WordsAsked(OnRecord, frozen=True):
    """Words were put before the game master; each is asked about once."""

    words: tuple[str, ...]
    at: datetime


class TieRuled(OnRecord, frozen=True):
    """The game master chose among equal best moves of the open round."""

    number: int
    choice: str
    because: str


class RoundClosed(OnRecord, frozen=True):
    """The round is over: its whole result, and the best move laid."""

    result: RoundResult


class BoardCleared(OnRecord, frozen=True):
    """The board is emptied and all tiles go back (mono); totals go on."""

    number: int


class RoundReopened(OnRecord, frozen=True):
    """The last closed round is open again, its entries in force, its draw undone."""

    number: int
    deadline: datetime | None
    because: str
    keeps: bool = False
    """Whether corrections of the round and moves for the next one stay; they did not in old records."""


class ScoreCorrected(OnRecord, frozen=True):
    """A player's total changes by *points*; the board stays."""

    player: str
    number: int
    points: int
    because: str


class BaseFixed(OnRecord, frozen=True):
    """What a late joiner starts with changes with the round before his first one (rules 8).

    While no round of his is closed, his total is this and what was corrected.
    """

    player: str
    base: int
    change: int | None = None
    """What old records add to his total, in place of that."""


class GamePaused(OnRecord, frozen=True):
    because: str


class GameResumed(OnRecord, frozen=True):
    because: str


class PressReceived(OnRecord, frozen=True):
    """A player's text for the next report."""

    player: str
    text: str
    mail: str
    is_released: bool
    """False while it waits for the game master (press = "moderated")."""


class PressRuled(OnRecord, frozen=True):
    mail: str
    is_released: bool


class ReminderSet(OnRecord, frozen=True):
    """A player asked for reminders, or for none."""

    player: str
    wanted: bool


class LanguageSet(OnRecord, frozen=True):
    """A player asked for his mails in a language (`de`, `en`)."""

    player: str
    language: str


class SubscriberLanguageSet(OnRecord, frozen=True):
    """Somebody who only reads the reports asked for them in a language."""

    address: str
    language: str


class SettingSpent(OnRecord, frozen=True):
    """A settings value that belongs to one round was read in it and is used up (contract 2)."""

    number: int
    key: str
    """`deadline`, `letters` or `comment`."""
    value: str


class Noted(OnRecord, frozen=True):
    """Something was mailed or noticed once and must not be again (`opening:NAME`, `reminder:4`)."""

    what: str
    at: datetime


class SubscriberLeft(OnRecord, frozen=True):
    address: str


class RulesChanged(OnRecord, frozen=True):
    """The game master changed switches; they hold from the next round on."""

    rules: Rules


class GameEnded(OnRecord, frozen=True):
    """The game is over and its seed is revealed."""

    seed: str
    """In hexadecimal."""
    because: str
    at: datetime


KnownPlayerEvent = (
    PlayerLeft
    | PlayerReturned
    | PlayerRenamed
    | AddressesChanged
    | ReminderSet
    | LanguageSet
    | ScoreCorrected
)
"""What happens to a player once he has joined."""


class JoinAsked(OnRecord, frozen=True):
    """Somebody who takes no part asks to be let in, where the game master decides about it."""

    name: str
    address: str
    """In small letters; empty once he was forgotten: then he asks no more."""
    said: str
    """The beginning of what he wrote; empty where it may hold a move that nobody else may see."""
    at: datetime


OwnWayEvent = PlayerJoined | DeadlineMoved | LotWordGiven | DrawsMixed
"""What may happen in every game, and changes in each family what that family has of its own."""

CommonEvent = (
    KnownPlayerEvent
    | OwnWayEvent
    | WordRuled
    | WordsAsked
    | JoinAsked
    | GamePaused
    | GameResumed
    | PressReceived
    | PressRuled
    | SettingSpent
    | Noted
    | SubscriberLeft
    | SubscriberLanguageSet
    | GameEnded
)
"""What may happen in every game."""

RoundEvent = (
    GameOpened
    | LettersDrawn
    | DrawnAnew
    | RoundOpened
    | MoveEntered
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
InTurnGame = CommonEvent | TurnEvent
InTableGame = CommonEvent | TableEvent
InUnscrabbleGame = CommonEvent | UnscrabbleEvent
InBingo = CommonEvent | BingoEvent
InSoloGame = CommonEvent | SoloEvent
Event = CommonEvent | RoundEvent | TurnEvent | TableEvent | UnscrabbleEvent | BingoEvent | SoloEvent
