"""Solitaire: one player for himself, tiles in a fixed order or chosen, the best total wins (other games 3).

Drawn tiles: all soloists of a game draw from one order, so tile i is the same for everybody whatever
he lays. Chosen tiles: he says which letters he takes from all that are left.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import ClassVar

from mailref.rules.board import GERMAN, Board, in_order, missing_from, without
from mailref.rules.chance import Chance
from mailref.rules.faults import Fault, TooManyTiles, WordUnknown
from mailref.rules.game import Player
from mailref.rules.lexicon.verdicts import Lexicon
from mailref.rules.moves import TextSpan
from mailref.rules.turns.classic_book import ClassicBook, LegalPlay, try_play
from mailref.rules.turns.course import Illegal, WordsWait
from mailref.rules.turns.orders import PlayOrder
from mailref.rules.turns.seated_game import Hand, SeatedGame
from mailref.rules.turns.turn_events import TilesDrawn
from mailref.rules.turns.turn_game import SeedDraws, TurnGame
from mailref.rules.turns.turn_rules import Challenges, Secret, TurnRules


def common_order(seed: bytes) -> str:
    """Return all tiles in the order in which every soloist draws them, purpose `order`."""
    return Chance(seed).one_by_one("order", GERMAN.all_tiles, len(GERMAN.all_tiles))


@dataclass(slots=True)
class DrawsInOrder:
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


@dataclass(frozen=True, slots=True)
class SoloBook(ClassicBook):
    """How the table of a soloist goes on: as a classic game, but nobody gains by what is left."""

    def why_it_ends(self, game: SeatedGame) -> str | None:
        if not game.playing:
            return "resigned"
        return ClassicBook.why_it_ends(self, game)

    def deductions(self, game: SeatedGame, why: str, gains: str | None) -> Mapping[str, int]:  # noqa: ARG002  whatever it is
        """Deduct on each rack what is left on it (other games 3)."""
        left = ((name, GERMAN.sum_of(hand.rack.value)) for name, hand in game.hands.items())
        return {name: -points for name, points in left if points}


def soloist_total(game: TurnGame) -> int:
    """Return what a soloist has on one rack or two: what is left is deducted, and nobody gains by it."""
    totals = sum(player.total for player in game.players.values())
    return totals - sum(GERMAN.sum_of(hand.rack.value) for hand in game.hands.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class LettersGone(Fault):
    """Letters were chosen that are no longer left."""

    code: ClassVar[str] = "letters_gone"
    missing: tuple[str, ...]


_SOLOIST = ""
"""Nobody else plays: he needs no name."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One try of a soloist who chooses his letters: how it stands, and how it stood before."""

    rules: TurnRules
    board: Board = field(default_factory=Board)
    rack: str = ""
    left: str = GERMAN.all_tiles
    """All that he may still choose from."""
    total: int = 0
    before: "Trial | None" = None

    @property
    def final(self) -> int:
        """Return the total less the tiles that were chosen and not laid."""
        return self.total - GERMAN.sum_of(self.rack)

    def choose(self, letters: str, span: TextSpan) -> "Trial | tuple[Fault, ...]":
        """Return the try with *letters* on the rack, or what is wrong with them."""
        faults: list[Fault] = []
        if missing := missing_from(self.left, letters):
            faults.append(LettersGone(span=span, missing=tuple(missing)))
        held = len(self.rack) + len(letters)
        if held > self.rules.rack:
            faults.append(TooManyTiles(span=span, laid=held, allowed=self.rules.rack))
        if faults:
            return tuple(faults)
        rack, left = in_order(self.rack + letters), without(self.left, letters)
        return replace(self, rack=rack, left=left, before=self)

    def lay(self, order: PlayOrder, lexicon: Lexicon) -> "Trial | tuple[Fault, ...]":
        """Return the try after a play, or what is wrong with it; a word in no list is a fault."""
        tried = try_play(self._as_game(), _SOLOIST, order, lexicon)
        match tried:
            case LegalPlay():
                return replace(
                    self,
                    board=tried.board,
                    rack=tried.rack_left,
                    total=self.total + tried.scored.points,
                    before=self,
                )
            case Illegal(faults=faults):
                return faults
            case WordsWait(words=words):
                return tuple(WordUnknown(span=order.span, word=word) for word in words)
            case _:
                raise TypeError(f"{type(tried).__name__} is no play")

    def back(self) -> "Trial":
        """Return the try before its last step; the first one stays as it is."""
        return self.before or self

    def _as_game(self) -> TurnGame:
        """Return the game of one that a play is judged in."""
        return TurnGame(
            id="",
            title="",
            variant="",
            commitment="",
            lexicon="",
            lexicon_sha256="",
            rules=replace(self.rules, challenge=Challenges.NONE),
            seats=(_SOLOIST,),
            players=MappingProxyType({_SOLOIST: Player(name=_SOLOIST, addresses=(), total=0)}),
            hands=MappingProxyType({_SOLOIST: Hand(rack=Secret(self.rack))}),
            board=self.board,
            bag=Secret(self.left),
        )


def best_of(tries: Mapping[str, Sequence[Trial]]) -> tuple[tuple[str, int], ...]:
    """Return each soloist with the total of his best try, the best one first; equal ones by name."""
    found = {name: max(each.final for each in done) for name, done in tries.items() if done}
    return tuple(sorted(found.items(), key=lambda each: (-each[1], each[0])))
