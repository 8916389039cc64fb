"""Who deals the tiles of Un-Scrabble, and says what of it may be shown to whom."""

from collections.abc import Iterable

from mailref.games.by_turns.course import Book, Course, LegalMove
from mailref.games.by_turns.events import TurnPassed
from mailref.games.by_turns.faces import LeftOnBoard, ShownOrder
from mailref.games.by_turns.history import ToldTaking, TurnHistory, TurnKind
from mailref.games.by_turns.policy import TurnsTakenOver
from mailref.games.by_turns.seated_game import SeatedGame
from mailref.games.by_turns.stewards import Steward
from mailref.games.unscrabble import book as unscrabble_book
from mailref.games.unscrabble.book import LegalTaking, UnscrabbleBook, unscrabble_history_of
from mailref.games.unscrabble.game import unscrabble_game
from mailref.games.unscrabble.rules import TilesTaken
from mailref.orders.written import Condition


class UnscrabbleSteward(Steward):
    """Looks after games of Un-Scrabble."""

    @property
    def book(self) -> Book:
        return UnscrabbleBook()

    def deal(self, course: Course, over: TurnsTakenOver | None) -> str:  # noqa: ARG002  none is taken over
        return unscrabble_book.deal(course)

    def history(self, steps: Iterable[tuple[object, SeatedGame]]) -> TurnHistory:
        return unscrabble_history_of(steps)

    def lies(self, game: SeatedGame, history: TurnHistory) -> LeftOnBoard:
        newest = next((turn for turn in reversed(history.turns) if turn.off is not None), None)
        is_gone = newest is not None and not newest.is_taken_back
        gone = newest.off.tiles if newest is not None and newest.off is not None and is_gone else ()
        return LeftOnBoard(unscrabble_game(game).board, gone)

    def takes_turn(self, event: object) -> int | None:
        return event.number if isinstance(event, TilesTaken | TurnPassed) else None

    def shown(self, legal: LegalMove, condition: Condition | None) -> ShownOrder:
        if not isinstance(legal, LegalTaking):
            return ShownOrder(TurnKind.PASS, condition)
        taking = ToldTaking(legal.tiles, legal.words)
        return ShownOrder(
            TurnKind.PLAY, condition, points=legal.points, board=legal.board, off=taking
        )


def steward(_game: SeatedGame) -> Steward:
    """Return who looks after a game of Un-Scrabble."""
    return UnscrabbleSteward()
