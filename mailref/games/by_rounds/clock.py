"""What the referee answers wherever rounds end at a ZAT for all: whose round it is, when it is due."""

from abc import abstractmethod
from collections.abc import Iterator
from datetime import datetime

from mailref.games.by_rounds.policy import RunningByRounds
from mailref.games.events import Event
from mailref.games.family import Family
from mailref.referee.deadline import ZatRound, is_due, is_last_day, quiet_until
from mailref.referee.findings import Consideration, Considered, Office, Receipt


class PlayedByRounds(Family):
    """What the referee answers in any game with rounds, Scrabble-Bingo too.

    All are in the same round, and nothing of it is told before its ZAT.
    """

    running: RunningByRounds

    @property
    def opened_by_report(self) -> int | None:
        game = self.running.game
        return None if game.last is None or game.round is None else game.round.number

    def awaited(self, player: str) -> ZatRound | None:  # noqa: ARG002  all are waited for
        return self.running.game.round

    def is_urgent(self, now: datetime) -> bool:
        return is_last_day(self.running.game, now)

    def is_due(self, now: datetime) -> bool:
        return is_due(self.running, now)

    def quiet_until(self, now: datetime) -> datetime:
        return quiet_until(self.running, now)

    @abstractmethod
    def events_of(self, entry: Considered, receipt: Receipt) -> Iterator[Event]:
        """Yield what an entry records: also what a ruling may still save."""

    def take(
        self,
        entry: Considered,
        mail: Consideration,
        office: Office,  # noqa: ARG002  nothing is drawn
    ) -> tuple[Considered, tuple[Event, ...]]:
        return entry, tuple(self.events_of(entry, mail.receipt))
