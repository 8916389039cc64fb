"""Who deals at the table of a soloist, and says what of it may be shown to whom."""

from collections.abc import Iterable, Iterator

from mailref.games.by_turns.course import Book, Draws, SeedDraws
from mailref.games.by_turns.events import TilesDrawn
from mailref.games.by_turns.faces import Happening, OpenedDraw, OwnReceipt, SoloTries
from mailref.games.by_turns.history import TurnHistory
from mailref.games.by_turns.policy import RunningTurns
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.by_turns.stewards import Steward
from mailref.games.classic.steward import ClassicSteward
from mailref.games.events import Event
from mailref.games.solitaire.game import SoloTable
from mailref.games.solitaire.rules import ChoiceBook, DrawsInOrder, SoloBook
from mailref.referee.findings import Office


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


def steward(game: SoloTable) -> Steward:
    """Return who looks after the table of a soloist."""
    return ChoiceSteward() if game.rules.chosen else SoloSteward()
