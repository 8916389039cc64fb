"""What the referee answers wherever rounds end at a ZAT for all: whose round it is, when it is due."""

from collections.abc import Collection, Iterator
from datetime import datetime

from mailref.games.events import BY_MAIL, Event, PlayerLeft
from mailref.orders.entries import Entry
from mailref.orders.written import Wish
from mailref.referee.deadline import (
    RunningZats,
    ZatRound,
    is_due,
    is_last_day,
    quiet_until,
)
from mailref.referee.findings import (
    Did,
    NotDone,
    Office,
)
from mailref.referee.mails import Owed


class PlayedByRounds:
    """What the referee answers in any game with rounds, Scrabble-Bingo too.

    All are in the same round, and nothing of it is told before its ZAT.
    """

    __slots__ = ()
    running: RunningZats

    @property
    def number(self) -> int:
        return self.running.game.round_number

    @property
    def opened_by_report(self) -> int | None:
        game = self.running.game
        return None if game.last is None or game.round is None else game.round.number

    def awaited(self, player: str) -> ZatRound | None:  # noqa: ARG002  all are waited for
        return self.running.game.round

    def as_meant(self, entry: Entry) -> Entry:
        return entry

    def is_urgent(self, now: datetime) -> bool:
        return is_last_day(self.running.game, now)

    def spread(
        self,
        did: Did,  # noqa: ARG002  nothing is told of it
        office: Office,  # noqa: ARG002  nor of what is in it
        key: str,  # noqa: ARG002  no mail needs one
        now: datetime,  # noqa: ARG002  nor a time
        *,
        besides: Collection[str],  # noqa: ARG002  nobody is told
    ) -> Iterator[Owed]:
        """Tell nobody: moves and words are secret until the ZAT, and a call is told then."""
        yield from ()

    def leave(self, player: str) -> Event:
        return PlayerLeft(player, BY_MAIL)

    def first_rack(self, player: str, wish: Wish) -> NotDone:  # noqa: ARG002  nobody has a rack of his own
        return NotDone.ONE_BAG

    def rematch(self, player: str, received: datetime, office: Office) -> NotDone:  # noqa: ARG002  for games in turns
        return NotDone.NO_REMATCH

    def is_due(self, now: datetime) -> bool:
        return is_due(self.running, now)

    def quiet_until(self, now: datetime) -> datetime:
        return quiet_until(self.running, now)
