"""How a race goes on, and what is told of it."""

from datetime import datetime

from mailref.games.by_turns import course as play
from mailref.games.by_turns.contents import Lies, ShownOrder
from mailref.games.by_turns.game import SeatedGame
from mailref.games.by_turns.history import Teller, ToldTurn, TurnHistory, TurnKind
from mailref.games.by_turns.policy import TurnsTakenOver
from mailref.orders.entries import AnyOrder, Condition, PassOrder, UnreadOrder
from mailref.tiles.lexicon.verdicts import Lexicon

from .kind import RaceCounted, RaceGame, RaceOrder, RaceTooFar


class RaceLies(Lies, frozen=True):
    sum: int
    goal: int


class RaceTurn(ToldTurn, frozen=True):
    sum: int = 0

    @property
    def form(self) -> str:
        return "counted" if self.sum else super().form

    @property
    def word(self) -> str:
        return str(self.sum or "")


class ShownCount(ShownOrder, frozen=True):
    @property
    def form(self) -> str:
        return "counted"

    @property
    def word(self) -> str:
        return f"+{self.points}"


class LegalCount(play.LegalMove, frozen=True):
    points: int
    sum: int

    def shown(self, condition: Condition | None = None) -> ShownOrder:
        return ShownCount(TurnKind.PLAY, condition, points=self.points)

    def carry_out(self, course: play.Course, received: datetime, mail: str) -> None:
        made = received, mail, self.points, self.sum
        course.record(RaceCounted(course.number, course.player, *made))


class RaceTeller(Teller):
    turn_told = RaceTurn

    def tell(self, event: object) -> None:
        if isinstance(event, RaceCounted):
            self.made_by(event, TurnKind.PLAY)


class RaceBook(play.Steward[RaceGame]):
    teller = RaceTeller

    def try_order(
        self, game: RaceGame, player: str, order: AnyOrder, lexicon: Lexicon
    ) -> play.Tried:
        match order:
            case PassOrder():
                return play.LegalMove()
            case UnreadOrder(faults=faults):
                return play.Illegal(faults)
            case RaceOrder(span, points):
                most = min(game.rules.most, game.rules.goal - game.sum)
                if not 1 <= points <= most:
                    return play.Illegal((RaceTooFar(span=span, least=1, most=most),))
                return LegalCount(points, game.sum + points)
            case _:
                raise TypeError(f"{type(order).__name__} is no order of a race")

    def last_play(self, game: RaceGame) -> str | None:
        return None

    def why_it_ends(self, game: RaceGame) -> str | None:
        return "reached" if game.sum == game.rules.goal else None

    def deal(self, course: play.Course, over: TurnsTakenOver | None) -> str:
        return course.game.seats[0]

    def lies(self, game: RaceGame, history: TurnHistory) -> RaceLies:
        return RaceLies(game.sum, game.rules.goal)


def steward(_game: SeatedGame) -> RaceBook:
    return RaceBook()
