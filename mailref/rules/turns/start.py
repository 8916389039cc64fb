"""Who begins, what is drawn from the bag, and the receipts that bind every rack (classic 3.1, 8.4, 12)."""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from mailref.rules.board import BLANK, GERMAN, alphabetical, in_order, without
from mailref.rules.chance import Chance
from mailref.rules.turns.orders import Wish
from mailref.rules.turns.secret import Secret
from mailref.rules.turns.turn_events import StarterDrawn, TilesDrawn
from mailref.rules.turns.turn_game import TurnGame, blanks_at_first

_ENOUGH_VOWELS = 3
"""Without a wish vowels are drawn up to so many on the rack (classic 8.4)."""
_NONCE_DIGITS = 32


class Draws(Protocol):
    """Where tiles come from: the seed of the game, or, in examples, what the case says."""

    def tiles(self, purpose: str, bag: str, count: int) -> str:
        """Return *count* tiles of *bag*, in the order drawn."""

    def nonce(self, number: int) -> str:
        """Return what binds the receipt of drawing *number*."""


@dataclass(frozen=True, slots=True)
class SeedDraws:
    """Draws that follow from one secret seed, and can be checked when it is revealed."""

    seed: bytes = field(repr=False)

    def tiles(self, purpose: str, bag: str, count: int) -> str:
        """Return *count* tiles of *bag* in the order drawn, as docs/chance.md says."""
        numbers = Chance(self.seed).picks(purpose)
        left = list(in_order(bag))
        return "".join(left.pop(numbers(len(left))) for _ in range(count))

    def nonce(self, number: int) -> str:
        """Return the first 32 hexadecimal digits of HMAC-SHA-256(seed, "receipt N") (classic 12.2)."""
        message = f"receipt {number}".encode()
        return hmac.new(self.seed, message, hashlib.sha256).hexdigest()[:_NONCE_DIGITS]


def receipt_of(game: str, number: int, player: str, rack: str, nonce: str) -> str:
    """Return the SHA-256 that all are shown for a rack (classic 12.2)."""
    lines = ("mailref receipt", game, str(number), player, in_order(rack), nonce)
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def starter_among(players: Sequence[str], drawing: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return who is in front after one drawing: a blank comes before A (seed 000, 3)."""
    tiles = dict(drawing)
    first = min(_rank(tiles[name]) for name in players if name in tiles)
    return tuple(name for name in players if name in tiles and _rank(tiles[name]) == first)


def _rank(tile: str) -> tuple[int, ...]:
    return (-1,) if tile == BLANK else alphabetical(tile)


def draw_starter(players: Sequence[str], draws: Draws) -> StarterDrawn:
    """Draw a tile for each player, again for those tied in front, from what is left (classic 3.1)."""
    bag = GERMAN.all_tiles
    drawings: list[tuple[tuple[str, str], ...]] = []
    front = tuple(players)
    while len(front) > 1:
        tiles = draws.tiles(f"start {len(drawings) + 1}", bag, len(front))
        drawing = tuple(zip(front, tiles, strict=True))
        drawings.append(drawing)
        bag = without(bag, tiles)
        front = starter_among(front, drawing)
    at = list(players).index(front[0])
    return StarterDrawn(tuple(drawings), (*players[at:], *players[:at]))


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is to be drawn, and for whom."""

    player: str
    count: int
    put_back: str = ""
    """Goes back when the new tiles have been drawn."""
    wish: Wish | None = None


def drawn_for(game: TurnGame, wanted: Drawing, draws: Draws, at: datetime) -> TilesDrawn:
    """Draw tiles for a player; the new ones are drawn before the old ones go back (classic 4.1)."""
    number = game.drawings + 1
    rack = without(game.hands[wanted.player].rack.value, wanted.put_back)
    blanks = 0
    if game.rules.bags == 1:
        tiles = draws.tiles(f"rack {number}", game.bag.value, wanted.count)
    else:
        vowels, tiles = _of_two_bags(game, number, rack, wanted, draws)
        blanks = game.blanks_with_vowels.value - vowels.count(BLANK)
        blanks += _blanks_back(game, blanks, wanted.put_back.count(BLANK))
    nonce = draws.nonce(number)
    return TilesDrawn(
        number=number,
        player=wanted.player,
        count=wanted.count,
        letters=Secret(in_order(tiles)),
        put_back=Secret(in_order(wanted.put_back)),
        receipt=receipt_of(game.id, number, wanted.player, rack + tiles, nonce),
        nonce=Secret(nonce),
        at=at,
        blanks_with_vowels=Secret(blanks),
    )


def _blanks_back(game: TurnGame, held: int, back: int) -> int:
    """Return how many of the blanks that go back belong with the vowels: as many as began there."""
    return max(0, min(back, blanks_at_first(game.rules) - held))


def _of_two_bags(
    game: TurnGame, number: int, rack: str, wanted: Drawing, draws: Draws
) -> tuple[str, str]:
    """Return what came from the vowels' bag, and all that was drawn."""
    vowels, consonants = two_bags(game)
    in_bags = len(vowels), len(consonants)
    from_vowels = vowels_to_draw(game, rack, wanted.count, wanted.wish, in_bags=in_bags)
    first = draws.tiles(f"rack {number} V", vowels, from_vowels) if from_vowels else ""
    rest = wanted.count - from_vowels
    return first, first + (draws.tiles(f"rack {number} K", consonants, rest) if rest else "")


def two_bags(game: TurnGame) -> tuple[str, str]:
    """Return the bag of the vowels and that of all other letters."""
    bag = game.bag.value
    vowels = "".join(tile for tile in bag if tile in game.rules.vowels)
    others = "".join(tile for tile in bag if tile not in game.rules.vowels and tile != BLANK)
    with_vowels = min(game.blanks_with_vowels.value, bag.count(BLANK))
    others_blanks = bag.count(BLANK) - with_vowels
    return vowels + BLANK * with_vowels, others + BLANK * others_blanks


def vowels_to_draw(
    game: TurnGame, rack: str, count: int, wish: Wish | None, *, in_bags: tuple[int, int]
) -> int:
    """Return how many of *count* tiles come from the vowels' bag (classic 8.4).

    A wish is cut at the number needed, what it leaves open comes from the fuller bag; an empty bag is
    replaced by the other.
    """
    vowels, consonants = in_bags
    if wish is None:
        held = sum(tile in game.rules.vowels for tile in rack)
        wanted = min(count, max(0, _ENOUGH_VOWELS - held))
    else:
        wanted = min(wish.vowels, count)
        others = min(wish.consonants, count - wanted)
        for _ in range(count - wanted - others):
            is_fuller = vowels - wanted > consonants - others
            wanted, others = (wanted + 1, others) if is_fuller else (wanted, others + 1)
    wanted = min(wanted, vowels)
    return max(wanted, count - consonants)
