"""The state of a game, as far as every family has it: a value that holds what counts now, not the history.

A game changes only by events, in `rules/replay.py`. What the games of one family have beside it is in
that family's room: `rules/rounds/round_game.py`.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType


class Stage(StrEnum):
    """What a game waits for."""

    PLAYING = "playing"
    """For moves; in a pause, too, where the clock alone stands still."""
    GOING_ON = "going_on"
    """For what follows: the referee takes the next step, or the game master gives him the letters."""
    RESTING = "resting"
    """For the end of a pause, with nothing to play meanwhile."""
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player with what he has so far."""

    name: str
    addresses: tuple[str, ...]
    total: int
    rank: int | None = None
    has_left: bool = False
    left_because: str = ""
    former_names: tuple[str, ...] = ()
    from_settings: tuple[str, ...] = ()
    """The addresses that the settings gave last; a command may have changed them since."""
    wants_reminder: bool = True
    is_configured: bool = True


@dataclass(frozen=True, slots=True)
class Press:
    """A text for the next report."""

    player: str
    text: str
    mail: str
    is_released: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(ABC):
    """A game as it stands; each family extends it."""

    id: str
    title: str
    variant: str
    commitment: str
    lexicon: str
    lexicon_sha256: str
    players: Mapping[str, Player] = field(default_factory=lambda: MappingProxyType({}))
    rulings: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))
    settings_rulings: frozenset[str] = frozenset()
    """Words whose ruling comes from the settings file, which wins over others."""
    asked: frozenset[str] = frozenset()
    """Words that were put before the game master."""
    press: tuple[Press, ...] = ()
    is_paused: bool = False
    spent: frozenset[tuple[int, str, str]] = frozenset()
    noted: frozenset[str] = frozenset()
    left_subscribers: frozenset[str] = frozenset()
    is_over: bool = False
    ended: str = ""
    """Why the game is over."""
    seed: str | None = None
    """Revealed when the game is over."""

    @property
    @abstractmethod
    def stage(self) -> Stage:
        """Return what the game waits for."""

    @property
    @abstractmethod
    def due(self) -> datetime | None:
        """Return when the next thing is due by the clock; None where the game waits for somebody."""

    @property
    def active(self) -> tuple[Player, ...]:
        """Return the players who take part, in the order they joined."""
        return tuple(player for player in self.players.values() if not player.has_left)
