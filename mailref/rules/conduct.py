"""How a game is conducted: what the game master chose beside the switches of the variant."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from zoneinfo import ZoneInfo

from mailref.rules.board import Board
from mailref.rules.schedule import Schedule
from mailref.rules.variant import Rules


class Language(StrEnum):
    """The language of mails to players."""

    GERMAN = "de"
    ENGLISH = "en"


class Registration(StrEnum):
    """Whether a move from an unknown address registers it."""

    CLOSED = "closed"
    OPEN = "open"


class Undecided(StrEnum):
    """What becomes of an undecided word once `ruling_grace` is over."""

    WAIT = "wait"
    REFUSE = "refuse"
    ACCEPT = "accept"


class Publish(StrEnum):
    """Whether a report goes out by itself or when the game master releases it."""

    AUTO = "auto"
    APPROVE = "approve"


class Drawing(StrEnum):
    """Who draws the letters."""

    REFEREE = "referee"
    HAND = "hand"


class Confirm(StrEnum):
    """How much a confirmation tells before the ZAT."""

    FULL = "full"
    SCORE = "score"
    SYNTAX = "syntax"


class PressPolicy(StrEnum):
    """Whether players' texts go into the report unread."""

    OPEN = "open"
    MODERATED = "moderated"


class Trust(StrEnum):
    """What proves a sender."""

    ADDRESS = "address"
    AUTHENTICATED = "authenticated"
    TOKEN = "token"  # noqa: S105  a value of the settings, no secret


class Column(StrEnum):
    """An optional column of the score sheet."""

    BETTER = "better"
    PERCENT = "percent"
    SOLO = "solo"


@dataclass(frozen=True, slots=True)
class ConfiguredPlayer:
    """A player whom the settings name; without addresses the game master enters his moves."""

    name: str
    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameStart:
    """A game already under way is taken over."""

    round: int
    board: Board
    scores: Mapping[str, int]
    """By player; a listed player without a score is a late joiner."""
    missed: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Conduct:
    """All that the settings say of one game. Field names are the keys of `[[game]]`."""

    id: str
    title: str
    variant: str
    rules: Rules
    zone: ZoneInfo
    language: Language = Language.GERMAN
    dictionary: str | None = None
    """The game master's authority, named in the report."""
    deadline: datetime | None = None
    schedule: Schedule | None = None
    skip: frozenset[date] = frozenset()
    letters: str | None = None
    """The whole rack of the round, drawn by hand."""
    comment: str | None = None
    registration: Registration = Registration.CLOSED
    subscribers: tuple[str, ...] = ()
    reminder: timedelta = timedelta(hours=24)
    """How long before the ZAT; nothing: no reminder."""
    ruling_grace: timedelta = timedelta(days=7)
    undecided: Undecided = Undecided.WAIT
    close_delay: timedelta = timedelta(minutes=2)
    min_round: timedelta = timedelta(days=7)
    publish: Publish = Publish.AUTO
    draw: Drawing = Drawing.REFEREE
    confirm: Confirm = Confirm.FULL
    press: PressPolicy = PressPolicy.OPEN
    trust: Trust = Trust.ADDRESS
    top: bool = True
    columns: tuple[Column, ...] = ()
    solo_bonus: int = 0
    start: GameStart | None = None
    rulings: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))
    """`[game.words]`: word in capitals, True for accepted."""
    players: tuple[ConfiguredPlayer, ...] = ()
