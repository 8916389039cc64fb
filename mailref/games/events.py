"""What happens in a game, as facts in the past tense; a game is the sum of its events.

Every event is a frozen value that holds all it needs: replay asks neither lexicon nor chance.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated

from msgspec import Meta

from mailref.games.chance import Secret
from mailref.games.recollection import Recollection
from mailref.structs import OnRecord
from mailref.tiles.board import Laying

BY_GAME_MASTER = "game_master"
"""Why a game is over that the game master ended."""
UNPLAYED = "unplayed"
"""Why a game in turns is over that the game master ended before anybody had moved: it has no result."""
BY_MAIL = "ABMELDEN"
"""Why a player has left who wrote so himself."""
FORGOTTEN = "forgotten"
"""Why a player has left whom the operator took out of the record."""
FROM_SETTINGS = "settings"
"""The cause of what the settings file changed."""
BY_POLICY = "policy"
"""Who ruled on a word that nobody had ruled on in time."""


NAMES_NOBODY = "names nobody"
NoName = Annotated[str, Meta(extra={NAMES_NOBODY: True})]
"""A text in an event of a kind from another package that never names a player: a word, a code, letters.

Every other text there gives way to a stand-in where a player is forgotten or shown by his initials.
"""


class Event(OnRecord, frozen=True):
    """What has happened in a game; each kind of game has events of its own beside those of all."""


class Begins(Event, frozen=True):
    """A game begins. Each kind extends this by an event of its own, unless that says the same in another order."""

    id: str
    title: str
    variant: str
    rules: Laying
    commitment: str
    """SHA-256 of the secret seed."""
    lexicon: str
    lexicon_sha256: str


class ForRound(Event, frozen=True):
    """What a mail of a player brings about in a round."""

    player: str
    number: int
    received: datetime


class PlayerJoined(Event, frozen=True):
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


class PlayerLeft(Event, frozen=True):
    """From the next round on the player takes no part; his row stays."""

    name: str
    because: str


class PlayerReturned(Event, frozen=True):
    """A player who had left takes part again."""

    name: str


class PlayerRenamed(Event, frozen=True):
    name: str
    new_name: str
    because: str


class AddressesChanged(Event, frozen=True):
    name: str
    addresses: tuple[str, ...]
    because: str
    new: tuple[str, ...] = ()
    """Those of them that are shown nothing of his own before `shown_from`, in small letters."""
    asked: tuple[str, ...] = ()
    """Those that were his until now, and may agree at once, or refuse."""
    shown_from: datetime | None = None
    """None: there is nothing to wait for."""


class LotWordGiven(Event, frozen=True):
    """A player's word for draws and lots (`lots`), in place of an earlier one."""

    player: str
    word: str
    number: int
    """The first round into whose draws it is mixed."""


class DrawsMixed(Event, frozen=True):
    """The words of players that are mixed into the draws and lots of a round."""

    number: int
    words: tuple[tuple[str, str], ...]
    """Name and word, in the order in which the players joined."""


class DeadlineMoved(Event, frozen=True):
    number: int
    deadline: datetime | None
    because: str


class WordRuled(Event, frozen=True):
    """The game master decides on a word, for this game, until he decides otherwise."""

    word: str
    accepted: bool | None
    """None: the ruling is taken back and the lists decide again."""
    by: str
    """`settings`, `command` or `mail`."""
    because: str


class WordsAsked(Event, frozen=True):
    """Words were put before the game master; each is asked about once."""

    words: tuple[str, ...]
    at: datetime


class ScoreCorrected(Event, frozen=True):
    """A player's total changes by *points*; the board stays."""

    player: str
    number: int
    points: int
    because: str


class GamePaused(Event, frozen=True):
    because: str


class GameResumed(Event, frozen=True):
    because: str


class PressReceived(Event, frozen=True):
    """A player's text for the next report."""

    player: str
    text: str
    mail: str
    is_released: bool
    """False while it waits for the game master (press = "moderated")."""


class PressRuled(Event, frozen=True):
    mail: str
    is_released: bool


class ReminderSet(Event, frozen=True):
    """A player asked for reminders, or for none."""

    player: str
    wanted: bool


class LanguageSet(Event, frozen=True, omit_defaults=True):
    """A player asked for his mails in a language (`de`, `en`), or clearly writes in it."""

    player: str
    language: str
    is_chosen: bool = True
    """Whether he asked for it: that holds, however he writes."""


class NameShown(Event, frozen=True):
    """A player agreed to stand on public pages by his name, or no more; until then initials stand there."""

    player: str
    is_shown: bool


class TextKept(Event, frozen=True):
    """A player keeps a text to himself with an order of his; an empty one is kept no more."""

    player: str
    order: str
    """By its name in the table of orders (`orders/table.py`)."""
    text: Secret[str]


class MessageSent(Event, frozen=True):
    """A player, or the game master, wrote to others in the game; the text is theirs alone."""

    player: str
    """Empty: the game master."""
    to: tuple[str, ...]
    """Who got it; an empty name is the game master."""
    text: Secret[str]
    mail: str
    at: datetime
    is_to_all: bool = False


class AbsenceNoted(Event, frozen=True):
    """A player is away where all play at once: a round whose ZAT lies in that time he may miss."""

    player: str
    begins: datetime
    """Midnight before the first day, in the game's zone."""
    ends: datetime
    """Midnight after the last day."""


class AbsenceEnded(Event, frozen=True):
    """A player is there again: what of his absences lies behind that time is none any more."""

    player: str
    at: datetime


class PlayerMuted(Event, frozen=True):
    """A player wants no more messages from another, or wants them again."""

    player: str
    muted: str
    """Empty: from everybody."""
    is_muted: bool


class SubscriberLanguageSet(Event, frozen=True):
    """Somebody who only reads the reports asked for them in a language."""

    address: str
    language: str


class SettingSpent(Event, frozen=True):
    """A settings value that belongs to one round was read in it and is used up (contract 2)."""

    number: int
    key: str
    """`deadline`, `letters` or `comment`."""
    value: str


class Noted(Event, frozen=True):
    """Something was mailed or noticed once and must not be again (`opening:NAME`, `reminder:4`)."""

    what: str
    at: datetime


class SubscriberLeft(Event, frozen=True):
    address: str


class GameEnded(Event, frozen=True):
    """The game is over and its seed is revealed."""

    seed: str
    """In hexadecimal."""
    because: str
    at: datetime
    reason: str = ""
    """What the game master says of it, if he ended it."""


class EventLog(tuple[Event, ...]):  # noqa: SLOT001  it holds more than a tuple
    """The events of a game, oldest first, of which several things are made: what is found once is kept for the next."""

    recollection: Recollection
    """What was made of them, and of those of them that had happened before."""


def recollection_of(log: Iterable[Event]) -> Recollection:
    """Return what is remembered of a game; of events that are just read, nothing."""
    return log.recollection if isinstance(log, EventLog) else Recollection()


def ended_at(log: Sequence[Event]) -> datetime | None:
    """Return when a game ended, for the last time if it was opened again; None while it goes on."""
    return next((each.at for each in reversed(log) if isinstance(each, GameEnded)), None)


KnownPlayerEvent = (
    PlayerLeft
    | PlayerReturned
    | PlayerRenamed
    | AddressesChanged
    | ReminderSet
    | LanguageSet
    | NameShown
    | TextKept
    | PlayerMuted
    | AbsenceNoted
    | AbsenceEnded
    | ScoreCorrected
)
"""What happens to a player once he has joined."""


class JoinAsked(Event, frozen=True):
    """Somebody who takes no part asks to be let in, where the game master decides about it."""

    name: str
    address: str
    """In small letters; empty once he was forgotten: then he asks no more."""
    said: str
    """The beginning of what he wrote; empty where it may hold a move that nobody else may see."""
    at: datetime


OwnWayEvent = PlayerJoined | DeadlineMoved | LotWordGiven | DrawsMixed
"""What may happen in every game, and changes in each kind what that kind has of its own."""

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
    | MessageSent
    | SettingSpent
    | Noted
    | SubscriberLeft
    | SubscriberLanguageSet
    | GameEnded
)
"""What may happen in every game."""

BESIDE = (
    Noted, JoinAsked, WordsAsked, PressReceived, ReminderSet, LanguageSet, NameShown, TextKept, SubscriberLeft,
    SubscriberLanguageSet, SettingSpent, PlayerJoined, MessageSent, PlayerMuted,
    AbsenceNoted, AbsenceEnded,
)  # fmt: skip
"""What may happen in every game after an order without leaning on it."""
