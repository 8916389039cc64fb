"""How the table of a soloist goes on, and what of it may be shown to whom."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from mailref.games.by_turns.contents import Happening, SoloTries
from mailref.games.by_turns.course import Course, Illegal, Tried
from mailref.games.by_turns.events import TilesDrawn
from mailref.games.by_turns.game import OpenTurn
from mailref.games.by_turns.policy import RunningTurns
from mailref.games.chance import Draws, Secret, SeedDraws, common_order
from mailref.games.classic.book import ClassicBook, fill
from mailref.games.classic.game import TurnGame
from mailref.games.solitaire.game import SoloTable
from mailref.games.solitaire.rules import ChosenHere
from mailref.games.solitaire.switches import SoloRules
from mailref.orders.entries import AnyOrder, ExchangeOrder, PassOrder
from mailref.referee.policy import Office
from mailref.tiles.lexicon.verdicts import Lexicon
from mailref.tiles.tile_set import GERMAN, TileSet


class DrawsInOrder(Struct):
    """Draws from the top of one order; what is put back goes under it, in alphabetical order."""

    left: str
    of_seed: SeedDraws

    @classmethod
    def after(
        cls, seed: bytes, drawings: Iterable[TilesDrawn], tiles: TileSet = GERMAN
    ) -> "DrawsInOrder":
        """Return the draws of somebody who has drawn already."""
        left = common_order(seed, tiles)
        for each in drawings:
            left = left[each.count :] + tiles.in_order(each.put_back.value)
        return cls(left, SeedDraws(seed, tile_set=tiles))

    def tiles(self, purpose: str, bag: str, count: int) -> str:  # noqa: ARG002  one order for all
        """Return the next *count* tiles; what *bag* holds beyond the order was put back before."""
        back = Counter(bag) - Counter(self.left)
        self.left += self.of_seed.tile_set.in_order(back.elements())
        drawn, self.left = self.left[:count], self.left[count:]
        return drawn

    def nonce(self, number: int) -> str:
        """Return what binds the receipt of a drawing."""
        return self.of_seed.nonce(number)


class SoloBook(ClassicBook):
    """How the table of a soloist goes on: as a classic game, but nobody gains by what is left.

    There are no receipts, for the seed binds the whole order.
    """

    drawing = ()

    def why_it_ends(self, game: TurnGame) -> str | None:
        if not game.playing:
            return "resigned"
        return ClassicBook.why_it_ends(self, game)

    def deductions(self, game: TurnGame, why: str, gains: str | None) -> Mapping[str, int]:  # noqa: ARG002  whatever it is
        """Deduct on each rack what is left on it (other games 3)."""
        left = (
            (name, game.rules.tiles.sum_of(hand.rack.value)) for name, hand in game.hands.items()
        )
        return {name: -points for name, points in left if points}

    def chance(self, running: RunningTurns, office: Office) -> Draws:
        drawn = [e for e in office.log(running.game.id) if isinstance(e, TilesDrawn)]
        seed = office.records.seed(running.game.id)
        return DrawsInOrder.after(seed, drawn, running.game.rules.tiles)


class ChoiceBook(SoloBook):
    """How a try with chosen letters goes on: nothing is drawn, and it ends when its player says so."""

    def try_order(self, game: TurnGame, player: str, order: AnyOrder, lexicon: Lexicon) -> Tried:
        if isinstance(order, ExchangeOrder | PassOrder):
            return Illegal((ChosenHere(span=order.span),))
        return SoloBook.try_order(self, game, player, order, lexicon)

    def last_play(self, game: TurnGame) -> str | None:  # noqa: ARG002  whatever lies, one may begin anew
        return None

    def stands(self, course: Course, open_play: OpenTurn) -> None:
        """Draw nothing: the letters for the next move are chosen."""

    def why_it_ends(self, game: TurnGame) -> str | None:
        return None if game.playing else "resigned"

    def chance(self, running: RunningTurns, office: Office) -> Draws:
        seed = office.records.seed(running.game.id)
        return SeedDraws(seed, tile_set=running.game.rules.tiles)

    def told(self, event: object) -> Iterator[Happening]:  # noqa: ARG002  the rack shows it
        return iter(())

    def own(self, game: TurnGame, player: str) -> dict[str, Secret[Any]]:
        own = SoloBook.own(self, game, player)
        if not isinstance(game, SoloTable):
            return own
        best = game.best.result if game.best is not None else None
        tries = SoloTries(game.tries, game.result, game.counting.result, best)
        return {**own, "tries": Secret(tries)}


def begin_table(course: Course) -> None:
    """Give a soloist who has sat down his first tiles, unless he chooses them, and let his turn begin."""
    is_chosen = isinstance(course.game.rules, SoloRules) and course.game.rules.chosen
    for seat in () if is_chosen else course.game.seats:
        fill(course, seat)
    course.begin(course.game.seats[0])


def steward(game: SoloTable) -> SoloBook:
    """Return who looks after the table of a soloist."""
    return ChoiceBook() if game.rules.chosen else SoloBook()
