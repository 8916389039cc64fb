"""What a soloist may ask for who chooses his letters himself, and what may be wrong with it (other games 3)."""

from datetime import datetime
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from mailref.games.chance import Secret
from mailref.games.solitaire.events import LettersChosen, MoveTakenBack
from mailref.games.solitaire.game import SoloTable, without_last
from mailref.orders.entries import AnyOrder
from mailref.tiles.moves import Fault, FaultAt, TextSpan


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


class ChooseOrder(Struct, AnyOrder, frozen=True):
    """`WÄHLE AEINRST`: the letters for the next move."""

    which = WhichChosen
    lists = "tiles"
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


def choose(table: SoloTable, order: ChooseOrder, at: datetime) -> LettersChosen | tuple[Fault, ...]:
    """Return the choice of letters for the next move, or what is wrong with it.

    It takes the place of an earlier choice for the same move, whose letters go back first.
    """
    (seat,), chosen = table.seats, table.chosen
    kept = table.rules.tiles.without(table.hands[seat].rack.value, chosen)
    left = table.bag.value + chosen
    order = replace(order, letters=table.rules.tiles.taken(order.letters, left))
    faults: list[Fault] = []
    if missing := table.rules.tiles.missing_from(left, order.letters):
        faults.append(LettersGone(span=order.span, missing=tuple(missing)))
    held, allowed = len(kept) + len(order.letters), table.rules.rack
    if held > allowed:
        faults.append(TooManyChosen(span=order.span, laid=held, allowed=allowed, held=kept))
    if faults:
        return tuple(faults)
    number = table.turn.number if table.turn is not None else 0
    letters = table.rules.tiles.in_order(order.letters)
    return LettersChosen(number, seat, Secret(letters), Secret(chosen), at)


def step_back(table: SoloTable, order: StepBackOrder) -> MoveTakenBack | tuple[Fault, ...]:
    """Return that the last move goes back, or that there is none."""
    if without_last(table.done) is None:
        return (NothingDone(span=order.span),)
    return MoveTakenBack(table.seats[0])
