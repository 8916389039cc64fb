"""Where the tiles of a game at a table come from."""

import hashlib
import hmac
from typing import Protocol

from msgspec import Struct

from mailref.games.chance import Chance
from mailref.structs import shown_without
from mailref.tiles.board import TILES

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

    __repr__ = shown_without("seed")

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
        return Chance(self._key).one_by_one(purpose, bag, count)

    def nonce(self, number: int) -> str:
        """Return the first 32 hexadecimal digits of HMAC-SHA-256(seed, "receipt N") (classic 12.2)."""
        message = f"receipt {number}".encode()
        return hmac.new(self.seed, message, hashlib.sha256).hexdigest()[:_NONCE_DIGITS]


def common_order(seed: bytes) -> str:
    """Return all tiles in the order in which every soloist draws them, purpose `order`."""
    return Chance(seed).one_by_one("order", TILES.all_tiles, len(TILES.all_tiles))
