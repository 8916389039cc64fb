"""What the referee asks of one kind of game in turns: seats, clock, challenges and mails are the same for all.

Who answers is found in the folder of the kind, in its module `book`.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any, cast

from mailref.games.by_turns.contents import (
    BestOfTurn,
    Happening,
    Lies,
    OpenedDraw,
    OrderHints,
    OwnReceipt,
    ShownOrder,
    SoloTries,
)
from mailref.games.by_turns.course import Book, Course, Draws, G, LegalMove, SeedDraws
from mailref.games.by_turns.history import TurnHistory
from mailref.games.by_turns.policy import RunningTurns, TurnsTakenOver
from mailref.games.by_turns.rules import ThemeClaim
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.events import Event
from mailref.orders.written import Condition, WrittenOrders
from mailref.referee.findings import Office


class Steward(Book[G]):
    """Who deals the tiles of one kind of game by its book, and says what of it may be shown to whom.

    Where a kind says nothing else, there is nothing to be told: no drawing, no secret, no theme, no search.
    """

    @abstractmethod
    def deal(self, course: Course, over: TurnsTakenOver | None) -> str:
        """Draw who sits where and begins, and all that is drawn before the first turn; return who begins."""

    def chance(self, running: RunningTurns, office: Office) -> Draws:
        """Return what draws the tiles."""
        return SeedDraws(office.records.seed(running.game.id), running.game.mixed)

    @abstractmethod
    def history(self, steps: Iterable[tuple[object, SeatedGame]]) -> TurnHistory:
        """Return what may be told of a game: *steps* are its events, each with the game after it."""

    # What all may see.

    @abstractmethod
    def lies(self, game: G, history: TurnHistory) -> Lies:
        """Return what lies open on the table."""

    def owed(self, game: G) -> int:  # noqa: ARG002  whatever it is
        """Return how many tiles the owner of the open play is given once it stands."""
        return 0

    @abstractmethod
    def takes_turn(self, event: object) -> int | None:
        """Return the number of the turn that an event was; None where it was none."""

    def told(self, event: object, history: TurnHistory) -> Iterator[Happening]:  # noqa: ARG002  whatever it is
        """Yield what an event that only this kind of game knows tells everybody."""
        return iter(())

    def claims(self, game: G) -> Sequence[ThemeClaim]:  # noqa: ARG002  whatever it is
        """Return what players claim for a theme and the game master has yet to rule on."""
        return ()

    # What one player alone may see.

    def unseen(self, game: G, player: str) -> str:  # noqa: ARG002  whatever it is
        """Return the tiles that *player* sees nowhere."""
        return ""

    def wish(self, game: G, player: str) -> str:  # noqa: ARG002  whatever it is
        """Return in which order *player* wants tiles; "" where none can be chosen, or he said nothing."""
        return ""

    def tries(self, game: G) -> SoloTries | None:  # noqa: ARG002  whatever it is
        """Return how the tries of the player stand, where he may begin anew; None where nobody may."""
        return None

    def receipts(self, player: str, events: Iterable[Event]) -> Iterator[OwnReceipt]:  # noqa: ARG002  whatever it is
        """Yield the drawings for *player* among *events*, with what opens their receipts."""
        return iter(())

    @abstractmethod
    def shown(self, legal: LegalMove, condition: Condition | None) -> ShownOrder:
        """Return a move that was not carried out as its owner is shown it."""

    def hints(self, game: G, player: str, written: WrittenOrders) -> OrderHints:  # noqa: ARG002  whatever it is
        """Return what may help *player*, whose orders cannot be carried out as he thinks."""
        return OrderHints()

    # What is told when the game is over.

    def draws(self, log: Iterable[Event]) -> tuple[OpenedDraw, ...]:  # noqa: ARG002  whatever it is
        """Return every drawing of the game with what opens its receipt."""
        return ()

    def gcg(self, log: Iterable[Event]) -> str:  # noqa: ARG002  whatever it is
        """Return the game as a GCG file; "" where that format cannot hold it."""
        return ""

    def best(
        self,
        over: G,  # noqa: ARG002  whatever it is
        history: TurnHistory,  # noqa: ARG002  as above
        office: Office,  # noqa: ARG002  as above
    ) -> tuple[BestOfTurn, ...]:
        """Return what was possible in each turn; nothing where that is not searched."""
        return ()


def steward_of(game: SeatedGame) -> Steward[Any]:
    """Return who looks after a game: the module `book` says it, beside where the game is defined."""
    module = import_module(f"{type(game).__module__.rpartition('.')[0]}.book")
    return cast(Steward[Any], module.steward(game))
