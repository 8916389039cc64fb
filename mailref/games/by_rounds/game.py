"""The state of a game in which rounds end at a ZAT for all, as far as every kind of them has it."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol, TypeVar, cast

from msgspec.structs import replace

from mailref.games.events import DeadlineMoved, GameEnded, LotWordGiven, PlayerJoined
from mailref.games.game import Game, Stage, joined
from mailref.referee.policy import ZatPast, ZatRound


class GameByRounds(Game, frozen=True, kw_only=True):
    """Such a game as it stands; each kind says what its rounds are."""

    reopened: int = 0
    """How often a round was opened again: what is done once a round is done once each time."""

    @property
    @abstractmethod
    def round(self) -> ZatRound | None:
        """Return the open round; None before the first one opens, and after the end."""

    @property
    @abstractmethod
    def last(self) -> ZatPast | None:
        """Return the round that is over last."""

    @property
    def stage(self) -> Stage:
        """Return what the game waits for: what was closed is reported, also where a pause has begun."""
        if self.is_over:
            return Stage.OVER
        if self.round is not None:
            return Stage.PLAYING
        return Stage.RESTING if self.is_paused and self.last is None else Stage.GOING_ON

    @property
    def due(self) -> datetime | None:
        """Return the ZAT of the open round; in a pause nothing is due."""
        return self.round.deadline if self.round is not None and not self.is_paused else None

    @property
    def round_number(self) -> int:
        """Return the open round's number, or that of the next to open."""
        if self.round is not None:
            return self.round.number
        return self.last.number + 1 if self.last is not None else 1

    @property
    def number_now(self) -> int:
        return self.round_number


class JudgedEntry(Protocol):
    """What a player has sent, with what it is worth."""

    @property
    def may_count(self) -> bool:
        """Tell whether it counts, or may after a ruling."""


G = TypeVar("G", bound=GameByRounds)
E = TypeVar("E")
J = TypeVar("J", bound=JudgedEntry)


def last_in_force(
    game: GameByRounds, entries: Mapping[str, Sequence[E]], judge: Callable[[E], J]
) -> dict[str, J]:
    """Return, for each active player who has sent something, the last of it that is not refused."""
    found: dict[str, J] = {}
    for player in game.active:
        newest_first = map(judge, reversed(entries.get(player.name, ())))
        if (last := next((each for each in newest_first if each.may_count), None)) is not None:
            found[player.name] = last
    return found


def apply_by_rounds(game: G, event: Any) -> G:
    """Return *game* after an event that is the same for several kinds; after any other as it was."""
    changed: Any = game  # of its kind, a Struct that has a round
    match event:
        case DeadlineMoved() if game.round is not None:
            changed = replace(changed, round=replace(changed.round, deadline=event.deadline))
        case GameEnded():
            changed = replace(changed, round=None)
        case PlayerJoined():
            changed = joined(game, event)
        case LotWordGiven():
            raise ValueError("no words are mixed into the draws of such a game")
        case _:
            pass
    return cast(G, changed)
