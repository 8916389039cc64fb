"""The state of a game in which rounds end at a ZAT for all, as far as every kind of them has it."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar, cast

from msgspec.structs import replace

from mailref.games.events import DeadlineMoved, GameEnded, LotWordGiven, PlayerJoined
from mailref.games.game import Game, Stage, has_come, is_in_time, joined


class ZatRound(Protocol):
    """An open round, as far as its ZAT goes."""

    @property
    def number(self) -> int: ...
    @property
    def deadline(self) -> datetime | None: ...
    @property
    def opened(self) -> datetime: ...


class ZatPast(Protocol):
    """A round that is over, as far as its ZAT goes."""

    @property
    def number(self) -> int: ...
    @property
    def deadline(self) -> datetime | None: ...
    @property
    def closed(self) -> datetime: ...


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

    def is_before_zat(self, now: datetime) -> bool:
        """Tell whether the ZAT of the open round is still to come, or not fixed yet."""
        return self.round is not None and not has_come(self.round.deadline, now)

    def is_last_day(self, now: datetime) -> bool:
        """Tell whether the ZAT of the open round is at most a day ahead."""
        if self.round is None or self.round.deadline is None:
            return False
        return timedelta(0) <= self.round.deadline - now <= timedelta(days=1)

    def may_change(self, received: datetime) -> bool:
        """Tell whether a mail can change what counts in the open round.

        In a pause the clock stands still: play goes on only with a ZAT that is still to come.
        """
        if self.round is None:
            return False
        return self.is_paused or is_in_time(received, self.round.deadline)

    def may_correct_last_round(self, now: datetime) -> bool:
        """Tell whether the round closed last may still change: until the next ZAT (rules 8, custom)."""
        return self.round is None or is_in_time(now, self.round.deadline)

    def is_spent(self, key: str, value: str) -> bool:
        """Tell whether a value of the settings was used by a round: it is not read twice (contract 2)."""
        return any((k, v) == (key, value) for _, k, v in self.spent)

    def is_spent_zat(self, deadline: datetime) -> bool:
        return self.is_spent("deadline", deadline.isoformat())

    def is_after_last_close(self, deadline: datetime) -> bool:
        """Tell whether a deadline can be meant for the open round: the last close lies before it."""
        return self.last is None or not has_come(deadline, self.last.closed)


class JudgedEntry(Protocol):
    """What a player has sent, with what it is worth."""

    @property
    def may_count(self) -> bool:
        """Tell whether it counts, or may after a ruling."""


G = TypeVar("G", bound=GameByRounds)
E = TypeVar("E")
J = TypeVar("J", bound=JudgedEntry)


def last_in_force(
    game: GameByRounds, entries: Mapping[str, Sequence[E]], judge: Callable[[str, E], J]
) -> dict[str, J]:
    """Return, for each active player who has sent something, the last of it that is not refused."""
    found: dict[str, J] = {}
    for player in game.active:
        newest_first = (judge(player.name, each) for each in reversed(entries.get(player.name, ())))
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
