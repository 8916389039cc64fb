"""Two games in turns that play themselves: who is to move, what he answers, how time passes.

A player knows no more than his newest mail of a turn; how that is read each game says itself.
"""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import EmailMessage
from random import Random
from typing import Generic, Protocol, TypeVar

from mailref.demo.players import Draft, SimulatedPlayer
from mailref.demo.stage import DAY, GAME_MASTER, MINUTE, REFEREE, RunningDemo
from mailref.errors import MailrefError

_ASKED = re.compile(r"Bitte entscheiden: ([A-ZÄÖÜ]+)")
_MOST_TRIES = 4
_PAUSE = timedelta(hours=5)
"""Between a mail and its answer."""


class MailOfTurn(Protocol):
    """What a mail tells the player who got it, in whatever game in turns."""

    @property
    def mail(self) -> EmailMessage:
        """Return the mail itself."""

    @property
    def number(self) -> int:
        """Return the number of the turn."""

    @property
    def is_mine(self) -> bool:
        """Tell whether it is the reader's turn."""


Noticed = TypeVar("Noticed", bound=MailOfTurn)


@dataclass(slots=True)
class Seats(ABC, Generic[Noticed]):
    """The game as it runs: who sits there, and what has happened already."""

    demo: RunningDemo
    players: tuple[SimulatedPlayer, ...]
    rng: Random
    tries: Counter[int] = field(default_factory=Counter)
    """How often somebody wrote, or did not, in each turn."""

    @abstractmethod
    def read(self, mail: EmailMessage) -> Noticed | None:
        """Return what stands in a turn's mail; None for any other mail."""

    @abstractmethod
    def act(self, player: SimulatedPlayer, known: Noticed) -> None:
        """Let the player to move do what he does in this turn."""

    def known_to(self, player: SimulatedPlayer) -> Noticed | None:
        """Return what the newest turn mail told *player*."""
        found = map(self.read, self.demo.mails_to(player.writer.address))
        return next((known for known in found if known is not None), None)

    def is_first_try(self, number: int) -> bool:
        """Tell whether somebody is to move in a turn for the first time."""
        self.tries[number] += 1
        if self.tries[number] > _MOST_TRIES:
            raise MailrefError(f"the players of the demo do not get beyond turn {number}")
        return self.tries[number] == 1

    def write(self, player: SimulatedPlayer, known: Noticed, text: str) -> None:
        """Let *player* answer the mail he knows, and the referee read it."""
        at = self.demo.now + _PAUSE
        draft = Draft(player.writer, REFEREE, text, at, self.demo.next_number(), known.mail)
        self.demo.send(player.client(draft), player.writer.address, at)
        self.demo.tick(at + MINUTE)
        newest = self.demo.newest_to(GAME_MASTER.address)
        asked = _ASKED.search(str(newest["Subject"])) if newest is not None else None
        if asked is not None and self.demo.table.is_held:
            self.demo.order(f"{asked[1]} nein: steht nicht im Duden\n", at + _PAUSE)

    def let_time_pass(self) -> None:
        """Let the reminder go out, then the ZAT pass."""
        turn = self.demo.table.turn
        if turn is not None and turn.deadline is not None:
            self.demo.tick(turn.deadline - DAY)
            self.demo.tick(turn.deadline + 10 * MINUTE)

    def play(self, progress: Callable[[str], None]) -> None:
        """Play until the game ends by itself or has had as many turns as planned."""
        while not self.demo.is_over:
            mover, known = self._to_move()
            if known.number > self.demo.plan.rounds:
                progress("the game master ends the game")
                return
            progress(f"turn {known.number}: {mover.writer.name}")
            self.act(mover, known)

    def _to_move(self) -> tuple[SimulatedPlayer, Noticed]:
        """Return who reads in his newest mail that it is his move."""
        for player in self.players:
            known = self.known_to(player)
            if known is not None and known.is_mine:
                return player, known
        raise MailrefError("no player of the demo was told that it is his move")
