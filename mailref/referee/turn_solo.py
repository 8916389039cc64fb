"""What the referee asks of the table of a soloist: a classic game whose tiles come in one order (other games 3)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mailref.referee.findings import Office
from mailref.referee.running_games import RunningTurns
from mailref.referee.turn_classic import ClassicSteward
from mailref.referee.turn_faces import Happening, OpenedDraw, OwnReceipt, SoloTries
from mailref.rules.events import Event
from mailref.rules.turns.course import Book
from mailref.rules.turns.seated_game import SeatedGame
from mailref.rules.turns.solitaire import ChoiceBook, DrawsInOrder, SoloBook
from mailref.rules.turns.solo_game import SoloTable
from mailref.rules.turns.turn_events import TilesDrawn
from mailref.rules.turns.turn_game import Draws, SeedDraws
from mailref.rules.turns.turn_history import TurnHistory


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


@dataclass(frozen=True, slots=True)
class ChoiceSteward(SoloSteward):
    """Looks after the tables of soloists who choose their letters: nothing is drawn."""

    @property
    def book(self) -> Book:
        return ChoiceBook()

    def chance(self, running: RunningTurns, office: Office) -> Draws:
        return SeedDraws(office.records.seed(running.game.id))

    def told(self, event: object, history: TurnHistory) -> Iterator[Happening]:  # noqa: ARG002  the rack shows it
        return iter(())

    def tries(self, game: SeatedGame) -> SoloTries | None:
        return tries_of(game) if isinstance(game, SoloTable) else None


def tries_of(table: SoloTable) -> SoloTries:
    """Return how the tries of a soloist stand."""
    best = table.best
    return SoloTries(
        table.tries, table.result, table.counting.result, best.result if best else None
    )
