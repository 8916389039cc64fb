"""Solitaire: one player for himself, tiles in a fixed order or chosen, the best total wins (other games 3).

Drawn tiles: all soloists of a game draw from one order, so tile i is the same for everybody whatever
he lays. Chosen tiles: he says which letters he takes from all that are left.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import ClassVar

from msgspec import Struct

from mailref.games.by_turns.course import Course, Illegal, SeedDraws, Tried, common_order
from mailref.games.by_turns.events import LettersChosen, MoveTakenBack, TilesDrawn
from mailref.games.by_turns.seated_game import OpenTurn, SeatedGame
from mailref.games.classic.book import ClassicBook, fill
from mailref.games.classic.game import TurnGame
from mailref.games.secret import Secret
from mailref.games.solitaire.game import SoloTable, without_last
from mailref.orders.written import AnyOrder, ExchangeOrder, PassOrder
from mailref.tiles.board import TILES, in_order, missing_from, without
from mailref.tiles.lexicon.verdicts import Lexicon
from mailref.tiles.moves import Fault, FaultAt, TextSpan


class DrawsInOrder(Struct):
    """Draws from the top of one order; what is put back goes under it, in alphabetical order."""

    left: str
    of_seed: SeedDraws

    @classmethod
    def after(cls, seed: bytes, drawings: Iterable[TilesDrawn]) -> "DrawsInOrder":
        """Return the draws of somebody who has drawn already."""
        left = common_order(seed)
        for each in drawings:
            left = left[each.count :] + in_order(each.put_back.value)
        return cls(left, SeedDraws(seed))

    def tiles(self, purpose: str, bag: str, count: int) -> str:  # noqa: ARG002  one order for all
        """Return the next *count* tiles; what *bag* holds beyond the order was put back before."""
        back = Counter(bag) - Counter(self.left)
        self.left += in_order(back.elements())
        drawn, self.left = self.left[:count], self.left[count:]
        return drawn

    def nonce(self, number: int) -> str:
        """Return what binds the receipt of a drawing."""
        return self.of_seed.nonce(number)


class SoloBook(ClassicBook):
    """How the table of a soloist goes on: as a classic game, but nobody gains by what is left."""

    def why_it_ends(self, game: SeatedGame) -> str | None:
        if not game.playing:
            return "resigned"
        return ClassicBook.why_it_ends(self, game)

    def deductions(self, game: SeatedGame, why: str, gains: str | None) -> Mapping[str, int]:  # noqa: ARG002  whatever it is
        """Deduct on each rack what is left on it (other games 3)."""
        left = ((name, TILES.sum_of(hand.rack.value)) for name, hand in game.hands.items())
        return {name: -points for name, points in left if points}


def begin_table(course: Course) -> None:
    """Give a soloist who has sat down his first tiles, unless he chooses them, and let his turn begin."""
    for seat in () if solo_table(course.game).rules.chosen else course.game.seats:
        fill(course, seat)
    course.begin(course.game.seats[0])


def solo_table(game: SeatedGame) -> SoloTable:
    """Return *game* as the table of a soloist that it is; TypeError if it is none."""
    if not isinstance(game, SoloTable):
        raise TypeError(f"{game.id} is no table of a soloist")
    return game


def soloist_total(game: TurnGame) -> int:
    """Return what a soloist has on one rack or two: what is left is deducted, and nobody gains by it."""
    totals = sum(player.total for player in game.players.values())
    return totals - sum(TILES.sum_of(hand.rack.value) for hand in game.hands.values())


class LettersGone(FaultAt, frozen=True, kw_only=True):
    """Letters were chosen that are no longer left."""

    missing: tuple[str, ...]


class TooManyChosen(FaultAt, frozen=True, kw_only=True):
    """More letters were chosen than a rack has room for."""

    code: ClassVar[str] = "too_many_tiles"
    laid: int
    """How many would be on the rack."""
    allowed: int
    held: str
    """What is on it beside the letters chosen."""


class WhichChosen(FaultAt, frozen=True, kw_only=True):
    """`WÄHLE 7`, `wähle aeinrst`: which letters, cannot be told; in capitals it could."""


class ChosenHere(FaultAt, frozen=True, kw_only=True):
    """Nobody passes or exchanges where he chooses his letters himself."""


class NothingDone(FaultAt, frozen=True, kw_only=True):
    """ZURÜCK where the try has not begun."""


class NotReached(FaultAt, frozen=True, kw_only=True):
    """Before it something could not be done: nothing behind that is carried out."""


class TrialAlone(FaultAt, frozen=True, kw_only=True):
    """PROBE beside moves that are carried out: what it would be tried on is not what he has seen."""


class ChooseOrder(Struct, AnyOrder, frozen=True):
    """`WÄHLE AEINRST`: the letters for the next move."""

    which = WhichChosen
    letters: str
    span: TextSpan

    @property
    def asked(self) -> object:
        return "choose", self.letters


class StepBackOrder(Struct, AnyOrder, frozen=True):
    """`ZURÜCK`: the last move goes back, with the letters chosen for it."""

    asked = "step back"
    span: TextSpan


class AnewOrder(Struct, AnyOrder, frozen=True):
    """`NEU`: a new try, from the empty board."""

    asked = "anew"
    span: TextSpan


class ChoiceBook(SoloBook):
    """How a try with chosen letters goes on: nothing is drawn, and it ends when its player says so."""

    def try_order(self, game: SeatedGame, player: str, order: AnyOrder, lexicon: Lexicon) -> Tried:
        if isinstance(order, ExchangeOrder | PassOrder):
            return Illegal((ChosenHere(span=order.span),))
        return SoloBook.try_order(self, game, player, order, lexicon)

    def last_play(self, game: SeatedGame) -> str | None:  # noqa: ARG002  whatever lies, one may begin anew
        return None

    def stands(self, course: Course, open_play: OpenTurn) -> None:
        """Draw nothing: the letters for the next move are chosen."""

    def why_it_ends(self, game: SeatedGame) -> str | None:
        return None if game.playing else "resigned"


def choose(table: SoloTable, order: ChooseOrder, at: datetime) -> LettersChosen | tuple[Fault, ...]:
    """Return the choice of letters for the next move, or what is wrong with it.

    It takes the place of an earlier choice for the same move, whose letters go back first.
    """
    (seat,), chosen = table.seats, table.chosen
    kept = without(table.hands[seat].rack.value, chosen)
    left = table.bag.value + chosen
    faults: list[Fault] = []
    if missing := missing_from(left, order.letters):
        faults.append(LettersGone(span=order.span, missing=tuple(missing)))
    held, allowed = len(kept) + len(order.letters), table.rules.rack
    if held > allowed:
        faults.append(TooManyChosen(span=order.span, laid=held, allowed=allowed, held=kept))
    if faults:
        return tuple(faults)
    number = table.turn.number if table.turn is not None else 0
    return LettersChosen(number, seat, Secret(in_order(order.letters)), Secret(chosen), at)


def step_back(table: SoloTable, order: StepBackOrder) -> MoveTakenBack | tuple[Fault, ...]:
    """Return that the last move goes back, or that there is none."""
    if without_last(table.done) is None:
        return (NothingDone(span=order.span),)
    return MoveTakenBack(table.seats[0])
