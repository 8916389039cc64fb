"""Elo from the games on record: computed anew each time, never stored (other games 4)."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from mailref.rules.tournament.standings import Final, Outcome

FIRST = 1500.0
K = 20.0
K_AT_FIRST = 40.0
GAMES_AT_FIRST = 20


@dataclass(frozen=True, slots=True)
class Rating:
    """What a player is rated at."""

    player: str
    value: float
    games: int

    @property
    def shown(self) -> int:
        """Return the rating as people are shown it."""
        return round(self.value)


def ratings(outcomes: Iterable[Outcome]) -> tuple[Rating, ...]:
    """Return everybody's rating after *outcomes*, in the order they ended; the highest first.

    A game of three or four counts as one of two against each, with K shared among the opponents.
    """
    known: dict[str, Rating] = {}
    for outcome in outcomes:
        before = {final.player: _known(known, final.player) for final in outcome}
        for final in outcome:
            own = before[final.player]
            others = [each for each in outcome if each.player != final.player]
            gain = sum(
                _score(final, each) - _expected(own.value, before[each.player].value)
                for each in others
            )
            factor = K_AT_FIRST if own.games < GAMES_AT_FIRST else K
            value = own.value + factor * gain / max(1, len(others))
            known[final.player] = Rating(final.player, value, own.games + 1)
    return tuple(sorted(known.values(), key=lambda each: (-each.value, each.player)))


def _known(known: dict[str, Rating], player: str) -> Rating:
    return known.get(player, Rating(player, FIRST, 0))


def _score(own: Final, other: Final) -> float:
    if own.worth == other.worth:
        return 0.5
    return 1.0 if own.worth > other.worth else 0.0


def _expected(own: float, other: float) -> float:
    """Return the share of the points to be expected against somebody rated *other*."""
    return 1.0 / (1.0 + math.pow(10.0, (other - own) / 400.0))
