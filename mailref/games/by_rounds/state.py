"""The state of a game in which rounds end at a ZAT for all, as far as every kind of them has it."""

from abc import abstractmethod
from datetime import datetime

from mailref.games.game import Game, Stage
from mailref.referee.deadline import ZatPast, ZatRound


class GameByRounds(Game, frozen=True, kw_only=True):
    """Such a game as it stands; each kind says what its rounds are."""

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
