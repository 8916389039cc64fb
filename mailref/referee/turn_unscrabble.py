"""What the referee of games in turns asks of Un-Scrabble: the board that is taken down, no secret but kept moves."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mailref.referee.findings import Office
from mailref.referee.policy import RunningTurns, TurnsTakenOver
from mailref.referee.turn_faces import (
    BestOfTurn,
    Happening,
    LeftOnBoard,
    OpenedDraw,
    OrderHints,
    OwnReceipt,
    ShownOrder,
)
from mailref.rules.events import Event
from mailref.rules.turns.course import Book, Course, LegalMove
from mailref.rules.turns.orders import Condition, WrittenOrders
from mailref.rules.turns.seated_game import SeatedGame
from mailref.rules.turns.turn_events import TurnPassed
from mailref.rules.turns.turn_game import Draws, SeedDraws, ThemeClaim
from mailref.rules.turns.turn_history import ToldTaking, TurnHistory, TurnKind
from mailref.rules.turns.unscrabble import TilesTaken
from mailref.rules.turns.unscrabble_book import (
    NO_TURN,
    LegalTaking,
    UnscrabbleBook,
    has_turn,
    unscrabble_history_of,
)
from mailref.rules.turns.unscrabble_game import unscrabble_game


@dataclass(frozen=True, slots=True)
class UnscrabbleSteward:
    """Looks after games of Un-Scrabble."""

    @property
    def book(self) -> Book:
        return UnscrabbleBook()

    def deal(self, course: Course, over: TurnsTakenOver | None) -> str:  # noqa: ARG002  none is taken over
        """Deal nothing; a board of which nothing can be taken is at its end before it begins."""
        if not has_turn(unscrabble_game(course.game), course.lexicon):
            course.end(NO_TURN)
        return course.game.seats[0]

    def chance(self, running: RunningTurns, office: Office) -> Draws:
        return SeedDraws(office.records.seed(running.game.id), running.game.mixed)

    def history(self, steps: Iterable[tuple[object, SeatedGame]]) -> TurnHistory:
        return unscrabble_history_of((event, unscrabble_game(game)) for event, game in steps)

    def lies(self, game: SeatedGame, history: TurnHistory) -> LeftOnBoard:
        newest = next((turn for turn in reversed(history.turns) if turn.off is not None), None)
        is_gone = newest is not None and not newest.is_taken_back
        gone = newest.off.tiles if newest is not None and newest.off is not None and is_gone else ()
        return LeftOnBoard(unscrabble_game(game).board, gone)

    def owed(self, game: SeatedGame) -> int:  # noqa: ARG002  any
        """Return 0: no tiles are drawn."""
        return 0

    def takes_turn(self, event: object) -> int | None:
        return event.number if isinstance(event, TilesTaken | TurnPassed) else None

    def told(self, event: object, history: TurnHistory) -> Iterator[Happening]:  # noqa: ARG002  nothing beside turns
        """Yield nothing: whatever happens is a turn, or happens in every game."""
        return iter(())

    def claims(self, game: SeatedGame) -> Sequence[ThemeClaim]:  # noqa: ARG002  any
        """Return nothing: there is no theme."""
        return ()

    def unseen(self, game: SeatedGame, player: str) -> str:  # noqa: ARG002  any
        """Return nothing: all tiles lie open."""
        return ""

    def tries(self, game: SeatedGame) -> None:  # noqa: ARG002  nobody begins anew
        return None

    def wish(self, game: SeatedGame, player: str) -> str:  # noqa: ARG002  any
        """Return nothing: no tiles are drawn."""
        return ""

    def receipts(self, player: str, events: Iterable[Event]) -> Iterator[OwnReceipt]:  # noqa: ARG002  none
        """Yield nothing: no tiles are drawn."""
        return iter(())

    def shown(self, legal: LegalMove, condition: Condition | None) -> ShownOrder:
        if not isinstance(legal, LegalTaking):
            return ShownOrder(TurnKind.PASS, condition)
        taking = ToldTaking(legal.tiles, legal.words)
        return ShownOrder(
            TurnKind.PLAY, condition, points=legal.points, board=legal.board, off=taking
        )

    def hints(self, game: SeatedGame, player: str, written: WrittenOrders) -> OrderHints:  # noqa: ARG002  none
        """Return nothing: the faults say all."""
        return OrderHints()

    def draws(self, log: Iterable[Event]) -> tuple[OpenedDraw, ...]:  # noqa: ARG002  none
        """Return nothing: no tiles are drawn."""
        return ()

    def gcg(self, log: Iterable[Event]) -> str:  # noqa: ARG002  the format knows no tiles taken off
        return ""

    def best(
        self,
        over: SeatedGame,  # noqa: ARG002  not searched
        history: TurnHistory,  # noqa: ARG002  as above
        office: Office,  # noqa: ARG002  as above
    ) -> tuple[BestOfTurn, ...]:
        """Return nothing: what is best of all takings is not searched."""
        return ()
