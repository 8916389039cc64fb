"""Chance that can be checked afterwards: everything follows from one secret seed per game.

The seed's SHA-256 (the commitment) is published before the first draw and the seed at the end.
Numbers are HMAC-SHA-256 in counter mode: block i for a purpose is HMAC(seed, purpose, 0, i), with i
as four bytes, big-endian; blocks are read as 32-bit numbers, and a number below n is taken by
rejection: what lies beyond the greatest multiple of n is skipped, so no value is favoured.
`docs/chance.md` says the same for people who write a verifier of their own. Where the tiles of a game at a
table come from (`Draws`) follows from it, too.

What a game keeps from all but one reader: a rack, a bag, an order in advance.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Final, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from mailref.structs import shown_without
from mailref.tiles.tile_set import GERMAN, TileSet

_WORD = 1 << 32
T = TypeVar("T")


def commitment(seed: bytes) -> str:
    """Return what is published before the first draw: the seed's SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


class Chance(Struct, frozen=True):
    """A source of chance for one purpose (`draw 4 1`, `lot 4`); the same again gives the same."""

    seed: bytes
    tiles: TileSet = GERMAN
    """Those that are drawn; their order is that of the bag."""

    __repr__ = shown_without("seed", "tiles")

    def mixed(self, number: int, words: Iterable[tuple[str, str]]) -> "Chance":
        """Return the chance of round *number*, with the *words* of players (name, word) mixed in.

        Whoever holds the seed alone then cannot tell what will be drawn, nor choose it.
        """
        lines = [f"mix {number}\n", *(f"{name}={word}\n" for name, word in words)]
        key = hmac.digest(self.seed, "".join(lines).encode(), "sha256")
        return replace(self, seed=key)

    def numbers(self, purpose: str) -> Iterator[int]:
        """Yield 32-bit numbers for *purpose*, without end."""
        for block in count():
            message = purpose.encode() + b"\0" + block.to_bytes(4, "big")
            digest = hmac.digest(self.seed, message, "sha256")
            for start in range(0, len(digest), 4):
                yield int.from_bytes(digest[start : start + 4], "big")

    def pick(self, purpose: str, choices: int) -> int:
        """Return a number from 0 up to, not including, *choices*."""
        return _below(choices, self.numbers(purpose))

    def picks(self, purpose: str) -> Callable[[int], int]:
        """Return what picks a number below its argument, time after time, for one purpose."""
        numbers = self.numbers(purpose)
        return lambda choices: _below(choices, numbers)

    def draw(self, purpose: str, bag: str, tiles: int) -> str:
        """Return *tiles* letters drawn from *bag* without putting back, in alphabetical order."""
        return self.tiles.in_order(self.one_by_one(purpose, bag, tiles))

    def one_by_one(self, purpose: str, bag: str, tiles: int) -> str:
        """Return *tiles* letters drawn from *bag* without putting back, in the order drawn."""
        pick = self.picks(purpose)
        left = list(self.tiles.in_order(bag))
        return "".join(left.pop(pick(len(left))) for _ in range(tiles))


def _below(limit: int, numbers: Iterator[int]) -> int:
    fair = _WORD - _WORD % limit
    return next(number for number in numbers if number < fair) % limit


def choose(chance: Chance, purpose: str, choices: Sequence[T]) -> T:
    """Return one of *choices* by lot."""
    return choices[chance.pick(purpose, len(choices))]


def receipt_of(
    game: str,
    number: int,
    player: str,
    rack: str,
    nonce: str,
    *,
    in_its_order: bool = False,
    tiles: TileSet = GERMAN,
) -> str:
    """Return the SHA-256 that all are shown for a rack (classic 12.2), or for tiles as they lie."""
    head = "mailref receipt in order" if in_its_order else "mailref receipt"
    shown = tiles.shown(rack if in_its_order else tiles.in_order(rack))
    lines = (head, game, str(number), player, shown, nonce)
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


_NONCE_DIGITS = 32


class Draws(Protocol):
    """Where tiles come from: the seed of the game, or, in examples, what the case says."""

    def tiles(self, purpose: str, bag: str, count: int) -> str:
        """Return *count* tiles of *bag*, in the order drawn."""

    def nonce(self, number: int) -> str:
        """Return what binds the receipt of drawing *number*."""


class SeedDraws(Struct, frozen=True):
    """Draws that follow from one secret seed, and can be checked when it is revealed."""

    seed: bytes
    words: tuple[tuple[str, str], ...] | None = None
    """Of the players, in order of seats, mixed into the draws; None: the seed draws alone (classic 12.3)."""
    from_top: bool = False
    """Whether racks are drawn from the top of a bag that keeps its order."""
    tile_set: TileSet = GERMAN

    __repr__ = shown_without("seed", "tile_set")

    @property
    def _key(self) -> bytes:
        if self.words is None:
            return self.seed
        lines = ("mix\n", *(f"{name}={word}\n" for name, word in self.words))
        return hmac.digest(self.seed, "".join(lines).encode(), "sha256")

    def tiles(self, purpose: str, bag: str, count: int) -> str:
        """Return *count* tiles of *bag* in the order drawn, as docs/chance.md says."""
        if self.from_top and purpose.startswith("rack "):
            return bag[:count]
        # Seats are drawn from A, B, C, D in that order, whatever letters the game has, and in which order.
        tiles = GERMAN if purpose == "seats" else self.tile_set
        return Chance(self._key, tiles).one_by_one(purpose, bag, count)

    def nonce(self, number: int) -> str:
        """Return the first 32 hexadecimal digits of HMAC-SHA-256(seed, "receipt N") (classic 12.2)."""
        message = f"receipt {number}".encode()
        return hmac.new(self.seed, message, hashlib.sha256).hexdigest()[:_NONCE_DIGITS]


def common_order(seed: bytes, tiles: TileSet = GERMAN) -> str:
    """Return all tiles in the order in which every soloist draws them, purpose `order`."""
    return Chance(seed, tiles).one_by_one("order", tiles.all_tiles, len(tiles.all_tiles))


T_co = TypeVar("T_co", covariant=True)


class Secret(Generic[T_co]):
    """A rack, a bag, a kept order.

    Only the codec, the mail to its owner and the reveal at the end take the value out. No Struct:
    msgspec writes none without being told how.
    """

    __slots__ = ("value",)

    def __init__(self, value: T_co) -> None:
        self.value: Final = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash((Secret, self.value))

    def __repr__(self) -> str:
        """Show nothing: a log, a traceback or a template is no place for it."""
        return "Secret(...)"

    __str__ = __repr__
