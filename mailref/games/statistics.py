"""What a game, or a season of them, comes to for each player.

The best word, the average, the share of the top, rulings and punctuality are reckoned from what happened,
anew each time, and never stored.
"""

from collections.abc import Iterable, Mapping
from operator import add, attrgetter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

MOST_FIGURES = 20
"""So many players are told of in a mail, the best first."""


class PlayerFigures(Struct, frozen=True):
    """What a player has come to."""

    player: str
    moves: int = 0
    """Those that scored, or might have: exchanges and passes are none."""
    points: int = 0
    """Of these moves."""
    best_word: str = ""
    best_points: int = 0
    """Of the play that laid it."""
    reached: int = 0
    possible: int = 0
    """What he had where the best possible is known, and that; 0: it is not known."""
    accepted: int = 0
    refused: int = 0
    """Words of his on which the game master ruled, each once."""
    due: int = 0
    in_time: int = 0
    """How often a move of his was wanted, and how often one came in time."""
    missed: int = 0
    """How often he had no move where the best possible is known: he reached nothing of it."""

    @classmethod
    def of_one(cls, player: str, word: str, points: int, *, is_in_time: bool) -> "PlayerFigures":
        """Return what one move comes to that was wanted; *word* is empty where none counts."""
        if not word:
            return cls(player, due=1, in_time=int(is_in_time))
        return cls(player, 1, points, word, points, due=1, in_time=int(is_in_time))

    @property
    def average(self) -> float | None:
        """Return the points of a move; None where he made none."""
        return round(self.points / self.moves, 1) if self.moves else None

    @property
    def share(self) -> float | None:
        """Return the percentage of the best possible; None where that is not known."""
        return round(100 * self.reached / self.possible, 1) if self.possible > 0 else None

    def and_(self, other: "PlayerFigures") -> "PlayerFigures":
        """Return both together, under this one's name."""
        best = self if self.best_points >= other.best_points or not other.best_word else other
        summed: dict[str, Any] = dict(
            zip(_SUMMED, map(add, _sums(self), _sums(other)), strict=True)
        )
        return replace(self, best_word=best.best_word, best_points=best.best_points, **summed)


_SUMMED = (
    "moves",
    "points",
    "reached",
    "possible",
    "accepted",
    "refused",
    "due",
    "in_time",
    "missed",
)
"""The figures of which several games have the sum."""
_sums = attrgetter(*_SUMMED)


def together(figures: Iterable[PlayerFigures]) -> tuple[PlayerFigures, ...]:
    """Return one for each player, whatever there was of him; the most points first."""
    found: dict[str, PlayerFigures] = {}
    for each in figures:
        known = found.get(each.player)
        found[each.player] = each if known is None else known.and_(each)
    return tuple(sorted(found.values(), key=lambda each: -each.points))


def with_rulings(
    figures: PlayerFigures, words: Iterable[str], rulings: Mapping[str, bool]
) -> PlayerFigures:
    """Return *figures* with the words of a player on which the game master ruled."""
    ruled = {word: rulings[word] for word in words if word in rulings}
    accepted = sum(ruled.values())
    return replace(figures, accepted=accepted, refused=len(ruled) - accepted)


def without_share(figures: Iterable[PlayerFigures]) -> tuple[PlayerFigures, ...]:
    """Return figures without what racks would be known by: the share of the best possible."""
    return tuple(replace(each, reached=0, possible=0) for each in figures)
