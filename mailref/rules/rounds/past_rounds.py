"""All closed rounds of a game as they stand now, told event by event.

Only the events in `TELLING` tell of them, so that nobody need read the others. Where a report is made
after many rounds the last is kept whole and those before it by their scores.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from mailref.rules.events import (
    BaseFixed,
    BoardCleared,
    Event,
    GameOpened,
    LettersDrawn,
    PlayerJoined,
    PlayerRenamed,
    RoundClosed,
    RoundOpened,
    RoundReopened,
    ScoreCorrected,
)
from mailref.rules.rounds.closed_round import MOST_ROWS_TOLD, Absent, ClosedRound, closed_round
from mailref.rules.rounds.past_scores import (
    Correction,
    EarlierRounds,
    corrections_in,
    corrections_renamed,
    corrections_reopened,
    next_correction,
)
from mailref.rules.rounds.results import RoundResult
from mailref.rules.variant import Rules


@dataclass(frozen=True, slots=True)
class ClosedRounds:
    """All closed rounds of a game as they stand now."""

    rounds: tuple[ClosedRound, ...] = ()
    """Those that are kept whole: all, or the last one."""
    rules: Rules | None = None
    """In force in the round that is open, or was open last."""
    before_first: int = 0
    """The number before that of the first round."""
    newcomers: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """The totals of players who stand in no closed round yet."""
    joined: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """The round in which each player joined."""
    open_round: int = 1
    """The number of the round that is open, or comes next."""
    corrections: tuple[Correction, ...] = ()
    reopened: int = 0
    earlier: EarlierRounds = field(default_factory=EarlierRounds)
    """Those before `rounds`."""

    @property
    def last(self) -> ClosedRound | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def shortened(self) -> "ClosedRounds":
        """Return them with the last one whole, and of those before it the scores.

        As long as reports tell all rounds row by row they are as they were. No round can be opened
        again after this: the one before it would be wanted whole.
        """
        rows = len(self.last.everybody) if self.last else 0
        if rows * (self.earlier.count + len(self.rounds)) <= MOST_ROWS_TOLD:
            return self
        earlier = self.earlier
        for each in self.rounds[:-1]:
            earlier = earlier.after(each.scored, each.summed)
        return replace(self, rounds=self.rounds[-1:], earlier=earlier)

    def after(self, events: Iterable[Event]) -> "ClosedRounds":
        """Return the closed rounds after *events*."""
        found = self
        for event in events:
            found = _told(found, event)
        return found


TELLING: tuple[type[Event], ...] = (
    GameOpened, PlayerJoined, PlayerRenamed, ScoreCorrected, BaseFixed,
    RoundOpened, RoundClosed, RoundReopened, LettersDrawn, BoardCleared,
)  # fmt: skip
"""The events that tell of closed rounds."""


def _told(told: ClosedRounds, event: Event) -> ClosedRounds:
    match event:
        case GameOpened():
            return replace(told, before_first=event.first_round - 1, open_round=event.first_round)
        case RoundOpened():
            return replace(told, rules=event.rules, open_round=event.number)
        case RoundClosed(result):
            return _closed(told, result)
        case RoundReopened():
            return _reopened(told, event)
        case LettersDrawn() | BoardCleared() if told.rounds:
            return replace(told, rounds=(*told.rounds[:-1], told.rounds[-1].after(event)))
        case PlayerJoined():
            joined = MappingProxyType({**told.joined, event.name: told.open_round})
            return _with_newcomer(replace(told, joined=joined), event.name, event.total)
        case BaseFixed():
            total = told.newcomers[event.player] + event.change
            return _with_newcomer(told, event.player, total)
        case ScoreCorrected():
            return _with_correction(told, event)
        case PlayerRenamed(old, new, _):
            return _with_name(told, old, new)
        case _:
            return told


def _closed(told: ClosedRounds, result: RoundResult) -> ClosedRounds:
    if told.rules is None:
        raise ValueError(f"round {result.number} is closed and was never opened")
    playing = {row.player for row in result.entries}
    absent = [each for each in _everybody(told, result.number) if each.player not in playing]
    closed = closed_round(result, told.rules, absent, told.corrections, told.reopened)
    there = playing | {each.player for each in absent}
    newcomers = {name: total for name, total in told.newcomers.items() if name not in there}
    return replace(
        told,
        rounds=(*told.rounds, closed),
        newcomers=MappingProxyType(newcomers),
        open_round=result.number + 1,
    )


def _everybody(told: ClosedRounds, number: int) -> Iterator[Absent]:
    """Yield all who were there by the close of the round *number*, what was corrected in it included."""
    if told.last is not None:
        ranks = told.last.ranks
        for name, total in told.last.totals.items():
            own = corrections_in(told.corrections, name, number)
            yield Absent(name, total + sum(each.points for each in own), ranks[name])
    for name, total in told.newcomers.items():
        if told.joined.get(name, number) <= number:
            yield Absent(name, total, None)


def _reopened(told: ClosedRounds, event: RoundReopened) -> ClosedRounds:
    if told.last is None:
        raise ValueError("there is no closed round to reopen")
    if told.earlier.count:
        raise ValueError("a round is opened again, and the one before it is not kept whole")
    gone = told.last
    newcomers = {
        row.player: row.total_before
        + sum(each.points for each in row.corrections if event.keeps or each.number < gone.number)
        for row in gone.everybody
        if row.rank_before is None
    }
    corrections, joined = told.corrections, told.joined
    if not event.keeps:
        corrections = corrections_reopened(corrections, gone.number, gone.totals)
        joined = {name: min(number, gone.number) for name, number in joined.items()}
    return replace(
        told,
        rounds=told.rounds[:-1],
        rules=gone.rules,
        newcomers=MappingProxyType(newcomers | dict(told.newcomers)),
        joined=MappingProxyType(dict(joined)),
        corrections=corrections,
        reopened=told.reopened + 1,
        open_round=gone.number,
    )


def _with_newcomer(told: ClosedRounds, name: str, total: int) -> ClosedRounds:
    return replace(told, newcomers=MappingProxyType({**told.newcomers, name: total}))


def _with_correction(told: ClosedRounds, event: ScoreCorrected) -> ClosedRounds:
    last = told.last.number if told.last else told.before_first
    correction = next_correction(event, told.corrections, last)
    told = replace(
        told,
        rounds=tuple(each.corrected(correction) for each in told.rounds),
        earlier=told.earlier.corrected(correction),
        corrections=(*told.corrections, correction),
    )
    if event.player not in told.newcomers:
        return told
    return _with_newcomer(told, event.player, told.newcomers[event.player] + event.points)


def _with_name(told: ClosedRounds, old: str, new: str) -> ClosedRounds:
    newcomers = {new if name == old else name: total for name, total in told.newcomers.items()}
    return replace(
        told,
        rounds=tuple(each.renamed(old, new) for each in told.rounds),
        earlier=told.earlier.renamed(old, new),
        newcomers=MappingProxyType(newcomers),
        joined=MappingProxyType({new if k == old else k: n for k, n in told.joined.items()}),
        corrections=corrections_renamed(told.corrections, old, new),
    )
