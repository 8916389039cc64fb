"""The scores of rounds that are no longer kept whole: what a report still shows of them, and sums.

A report of the thousandth round costs what the first one did: rounds before the last stand here by
points and totals alone, the oldest of them only in what adds up over a game (rules 2, other switches).
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeVar

from mailref.rules.rounds.results import EntryStatus
from mailref.rules.rounds.score_corrections import Correction

ENOUGH_FOR_SOLO = 16
"""So many must play for a solo bonus (rules 2, other switches)."""
MOST_SCORED = 60
"""Of so many rounds, the newest, a report has the scores."""


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a player scored in one round, and his total after it."""

    points: int
    total: int
    status: EntryStatus | None
    """None: he took no part."""


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A closed round as it stands now, by its scores."""

    number: int
    scores: Mapping[str, RoundScore]

    def corrected(self, correction: Correction) -> "ScoredRound":
        """Return the round with a correction of this round or of one before it."""
        score = self.scores.get(correction.player)
        if correction.number > self.number or score is None:
            return self
        score = replace(score, total=score.total + correction.points)
        return replace(self, scores=MappingProxyType({**self.scores, correction.player: score}))

    def renamed(self, old: str, new: str) -> "ScoredRound":
        """Return the round with a player's new name."""
        return replace(self, scores=_renamed(self.scores, old, new))


@dataclass(frozen=True, slots=True)
class Share:
    """Points, and the points of the best possible moves they are a share of (rules 8)."""

    points: int = 0
    tops: int = 0

    def __add__(self, other: "Share") -> "Share":
        return Share(self.points + other.points, self.tops + other.tops)


@dataclass(frozen=True, slots=True)
class SummedUp:
    """What adds up over rounds, by player."""

    worse: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """How many better moves others had."""
    solos: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """How often he alone had the best move where enough played."""
    shares: Mapping[str, Share] = field(default_factory=lambda: MappingProxyType({}))
    """Of the rounds in which he moved and a top is known."""

    def __add__(self, other: "SummedUp") -> "SummedUp":
        shares = dict(self.shares)
        for name, share in other.shares.items():
            shares[name] = shares.get(name, Share()) + share
        return SummedUp(
            _added(self.worse, other.worse),
            _added(self.solos, other.solos),
            MappingProxyType(shares),
        )

    def renamed(self, old: str, new: str) -> "SummedUp":
        """Return the sums with a player's new name."""
        return SummedUp(
            _renamed(self.worse, old, new),
            _renamed(self.solos, old, new),
            _renamed(self.shares, old, new),
        )


@dataclass(frozen=True, slots=True)
class EarlierRounds:
    """All closed rounds before those that are kept whole."""

    count: int = 0
    scored: tuple[ScoredRound, ...] = ()
    """The newest of them, at most `MOST_SCORED`."""
    summed: SummedUp = field(default_factory=SummedUp)
    """Over all of them."""

    def after(self, scored: ScoredRound, summed: SummedUp) -> "EarlierRounds":
        """Return them with one more, the newest."""
        newest = (*self.scored, scored)[-MOST_SCORED:]
        return EarlierRounds(self.count + 1, newest, self.summed + summed)

    def corrected(self, correction: Correction) -> "EarlierRounds":
        """Return them with a correction of a total; no sum knows of it."""
        return replace(self, scored=tuple(each.corrected(correction) for each in self.scored))

    def renamed(self, old: str, new: str) -> "EarlierRounds":
        """Return them with a player's new name."""
        scored = tuple(each.renamed(old, new) for each in self.scored)
        return replace(self, scored=scored, summed=self.summed.renamed(old, new))


def worse_than(nets: Mapping[str, int]) -> Mapping[str, int]:
    """Return for each player how many had more than he in a round, by what each had."""
    ordered = sorted(nets.values())
    return MappingProxyType(
        {player: len(ordered) - bisect_right(ordered, net) for player, net in nets.items()}
    )


def _added(one: Mapping[str, int], other: Mapping[str, int]) -> Mapping[str, int]:
    return MappingProxyType(
        {**one, **{name: one.get(name, 0) + more for name, more in other.items()}}
    )


_Of = TypeVar("_Of")


def _renamed(found: Mapping[str, _Of], old: str, new: str) -> Mapping[str, _Of]:
    return MappingProxyType({new if name == old else name: each for name, each in found.items()})
