"""What the referee asks of one kind of game in turns; here it is decided who answers.

Seats, clock, challenges, kept moves and mails are the same for all. Rule for editors: what is behind a
steward knows its own kind of game alone, and nobody else in this room asks of which kind a game is.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from mailref.referee.findings import Office
from mailref.referee.policy import RunningTurns, TurnsTakenOver
from mailref.referee.turn_classic import ChoiceSteward, ClassicSteward, SoloSteward
from mailref.referee.turn_faces import (
    BestOfTurn,
    Happening,
    Lies,
    OpenedDraw,
    OrderHints,
    OwnReceipt,
    ShownOrder,
    SoloTries,
)
from mailref.referee.turn_rummikub import TableSteward
from mailref.referee.turn_unscrabble import UnscrabbleSteward
from mailref.rules.events import Event
from mailref.rules.table.table_game import TableGame
from mailref.rules.turns.course import Book, Course, LegalMove
from mailref.rules.turns.orders import Condition, WrittenOrders
from mailref.rules.turns.seated_game import SeatedGame
from mailref.rules.turns.solo_game import SoloTable
from mailref.rules.turns.turn_game import Draws, ThemeClaim, TurnGame
from mailref.rules.turns.turn_history import TurnHistory
from mailref.rules.turns.unscrabble_game import UnscrabbleGame


class Steward(Protocol):
    """Who deals the tiles of one kind of game, and says what of it may be shown to whom."""

    @property
    def book(self) -> Book:
        """Return what the rules of the game do in their own way."""

    def deal(self, course: Course, over: TurnsTakenOver | None) -> str:
        """Draw who sits where and begins, and all that is drawn before the first turn; return who begins."""

    def chance(self, running: RunningTurns, office: Office) -> Draws:
        """Return what draws the tiles."""

    def history(self, steps: Iterable[tuple[object, SeatedGame]]) -> TurnHistory:
        """Return what may be told of a game: *steps* are its events, each with the game after it."""

    # What all may see.

    def lies(self, game: SeatedGame, history: TurnHistory) -> Lies:
        """Return what lies open on the table."""

    def owed(self, game: SeatedGame) -> int:
        """Return how many tiles the owner of the open play is given once it stands."""

    def takes_turn(self, event: object) -> int | None:
        """Return the number of the turn that an event was; None where it was none."""

    def told(self, event: object, history: TurnHistory) -> Iterator[Happening]:
        """Yield what an event that only this kind of game knows tells everybody."""

    def claims(self, game: SeatedGame) -> Sequence[ThemeClaim]:
        """Return what players claim for a theme and the game master has yet to rule on."""

    # What one player alone may see.

    def unseen(self, game: SeatedGame, player: str) -> str:
        """Return the tiles that *player* sees nowhere."""

    def wish(self, game: SeatedGame, player: str) -> str:
        """Return in which order *player* wants tiles; "" where none can be chosen, or he said nothing."""

    def tries(self, game: SeatedGame) -> SoloTries | None:
        """Return how the tries of the player stand, where he may begin anew; None where nobody may."""

    def receipts(self, player: str, events: Iterable[Event]) -> Iterator[OwnReceipt]:
        """Yield the drawings for *player* among *events*, with what opens their receipts."""

    def shown(self, legal: LegalMove, condition: Condition | None) -> ShownOrder:
        """Return a move that was not carried out as its owner is shown it."""

    def hints(self, game: SeatedGame, player: str, written: WrittenOrders) -> OrderHints:
        """Return what may help *player*, whose orders cannot be carried out as he thinks."""

    # What is told when the game is over.

    def draws(self, log: Iterable[Event]) -> tuple[OpenedDraw, ...]:
        """Return every drawing of the game with what opens its receipt."""

    def gcg(self, log: Iterable[Event]) -> str:
        """Return the game as a GCG file; "" where that format cannot hold it."""

    def best(
        self, over: SeatedGame, history: TurnHistory, office: Office
    ) -> tuple[BestOfTurn, ...]:
        """Return what was possible in each turn; nothing where that is not searched."""


def steward_of(game: SeatedGame) -> Steward:
    """Return who looks after a game of its kind."""
    match game:
        case SoloTable():
            return ChoiceSteward() if game.rules.chosen else SoloSteward()
        case TurnGame():
            return ClassicSteward()
        case TableGame():
            return TableSteward()
        case UnscrabbleGame():
            return UnscrabbleSteward()
        case _:
            raise TypeError(f"{game.id}: nobody looks after a {type(game).__name__}")
