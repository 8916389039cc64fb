"""What the referee asks of the table of a soloist: a classic game whose tiles come in one order (other games 3)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mailref.referee.findings import Office, RunningTurns
from mailref.referee.turn_classic import ClassicSteward
from mailref.referee.turn_faces import OpenedDraw, OwnReceipt
from mailref.rules.events import Event
from mailref.rules.turns.course import Book
from mailref.rules.turns.solitaire import DrawsInOrder, SoloBook
from mailref.rules.turns.turn_events import TilesDrawn
from mailref.rules.turns.turn_game import Draws


@dataclass(frozen=True, slots=True)
class SoloSteward(ClassicSteward):
    """Looks after the tables of soloists; there are no receipts, for the seed binds the whole order."""

    @property
    def book(self) -> Book:
        return SoloBook()

    def chance(self, running: RunningTurns, office: Office) -> Draws:
        drawn = [e for e in office.log(running.game.id) if isinstance(e, TilesDrawn)]
        return DrawsInOrder.after(office.records.seed(running.game.id), drawn)

    def receipts(self, player: str, events: Iterable[Event]) -> Iterator[OwnReceipt]:  # noqa: ARG002  none
        return iter(())

    def draws(self, log: Iterable[Event]) -> tuple[OpenedDraw, ...]:  # noqa: ARG002  none
        return ()
