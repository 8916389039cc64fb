"""The scores of rounds that are no longer kept whole, and what the game master added or took away.

A report of the thousandth round costs what the first one did: rounds before the last stand here by
points and totals alone, the oldest of them only in what adds up over a game (rules 2, other switches).
A correction is of one round, and in force until it is taken back.
"""

from bisect import bisect_right
from collections.abc import Container, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

from msgspec import field
from msgspec.structs import replace

from mailref.games.events import ScoreCorrected
from mailref.games.rounds.results import EntryStatus
from mailref.structs import OnRecord


class Correction(OnRecord, frozen=True):
    """A change of a player's total that the game master made; `order` counts those of the game."""

    order: int
    number: int
    """The round it is about; it stands in the table of that round, or of the player's first one."""
    player: str
    points: int
    because: str
    is_undone: bool = False
    """Whether the round was opened again since: it is judged anew, and this is in no total."""


def next_correction(
    event: ScoreCorrected, corrections: Sequence[Correction], last: int
) -> Correction:
    """Return the correction that *event* makes, about no later round than *last*, the one closed last."""
    number = min(event.number, last)
    return Correction(len(corrections) + 1, number, event.player, event.points, event.because)


def corrections_renamed(
    corrections: Iterable[Correction], old: str, new: str
) -> tuple[Correction, ...]:
    """Return corrections with a player's new name."""
    return tuple(replace(each, player=new) if each.player == old else each for each in corrections)


def corrections_reopened(
    corrections: Iterable[Correction], number: int, players: Container[str]
) -> tuple[Correction, ...]:
    """Return the corrections after the round *number* is open again, in which those *players* were.

    Those of that round itself are undone: it will be judged anew.
    """
    return tuple(
        replace(each, is_undone=True) if each.number >= number and each.player in players else each
        for each in corrections
    )


def corrections_in(
    corrections: Iterable[Correction], player: str, number: int
) -> tuple[Correction, ...]:
    """Return the corrections in force of a player in the round *number* itself."""
    return tuple(
        each
        for each in corrections
        if each.player == player and each.number == number and not each.is_undone
    )


def corrections_until_close(
    player: str, rank_before: int | None, corrections: Iterable[Correction], number: int
) -> tuple[Correction, ...]:
    """Return what was corrected before the close: of the round, or of any before a first one."""
    if rank_before is not None:
        return corrections_in(corrections, player, number)
    return tuple(each for each in corrections if each.player == player)


def total_of_newcomer(player: str, base: int, corrections: Iterable[Correction]) -> int:
    """Return the total of a player of whom no round is closed yet: his base, and what was corrected."""
    own = (each for each in corrections if each.player == player and not each.is_undone)
    return base + sum(each.points for each in own)


ENOUGH_FOR_SOLO = 16
"""So many must play for a solo bonus (rules 2, other switches)."""
MOST_SCORED = 60
"""Of so many rounds, the newest, a report has the scores."""


class RoundScore(OnRecord, frozen=True):
    """What a player scored in one round, and his total after it."""

    points: int
    total: int
    status: EntryStatus | None
    """None: he took no part."""

    @property
    def is_valid(self) -> bool:
        return self.status is EntryStatus.VALID


class ScoredRound(OnRecord, frozen=True):
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


class Share(OnRecord, frozen=True):
    """Points, and the points of the best possible moves they are a share of (rules 8)."""

    points: int = 0
    tops: int = 0

    def __add__(self, other: "Share") -> "Share":
        return Share(self.points + other.points, self.tops + other.tops)


class SummedUp(OnRecord, frozen=True):
    """What adds up over rounds, by player."""

    worse: Mapping[str, int] = MappingProxyType({})
    """How many better moves others had."""
    solos: Mapping[str, int] = MappingProxyType({})
    """How often he alone had the best move where enough played."""
    shares: Mapping[str, Share] = MappingProxyType({})
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


class EarlierRounds(OnRecord, frozen=True):
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
