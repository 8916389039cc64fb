"""All closed rounds of a game, told event by event: as they stand now, and as reports told them.

Only the events in `TELL_OF_ROUNDS` and `TELL_OF_REPORTS` tell of them, so that nobody need read the others.
Where a report is made after many rounds the last is kept whole and those before it by their scores. What
was told is each closed round as it stood when a report of it was owed, for `verify` to hold.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TypeVar

from msgspec import field
from msgspec.structs import replace

from mailref.games.events import (
    DeadlineMoved,
    DrawsMixed,
    Event,
    GameEnded,
    GamePaused,
    GameResumed,
    PlayerJoined,
    PlayerRenamed,
    ScoreCorrected,
    WordRuled,
)
from mailref.games.game import renamed
from mailref.games.rounds.closed_round import (
    MOST_ROWS_TOLD,
    Absent,
    ClosedRound,
    Correction,
    EarlierRounds,
    closed_round,
    corrections_in,
    corrections_renamed,
    corrections_reopened,
    next_correction,
    total_of_newcomer,
)
from mailref.games.rounds.events import (
    BaseFixed,
    BoardCleared,
    GameOpened,
    LettersDrawn,
    RoundClosed,
    RoundOpened,
    RoundReopened,
)
from mailref.games.rounds.results import RoundResult
from mailref.games.rounds.rules import Rules
from mailref.structs import OnRecord


class ClosedRounds(OnRecord, frozen=True):
    """All closed rounds of a game as they stand now."""

    rounds: tuple[ClosedRound, ...] = ()
    """Those that are kept whole: all, or the last one."""
    rules: Rules | None = None
    """In force in the round that is open, or was open last."""
    before_first: int = 0
    """The number before that of the first round."""
    newcomers: Mapping[str, int] = MappingProxyType({})
    """The totals of players who stand in no closed round yet."""
    joined: Mapping[str, int] = MappingProxyType({})
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
            found = _with(found, event)
        return found


TELL_OF_ROUNDS: tuple[type[Event], ...] = (
    GameOpened, PlayerJoined, PlayerRenamed, ScoreCorrected, BaseFixed,
    RoundOpened, RoundClosed, RoundReopened, LettersDrawn, BoardCleared,
)  # fmt: skip
"""The events that tell of closed rounds."""


def _with(told: ClosedRounds, event: Event) -> ClosedRounds:
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
            total = total_of_newcomer(event.player, event.base, told.corrections)
            if event.change is not None:
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
    return replace(
        told,
        rounds=tuple(each.renamed(old, new) for each in told.rounds),
        earlier=told.earlier.renamed(old, new),
        newcomers=renamed(told.newcomers, old, new),
        joined=renamed(told.joined, old, new),
        corrections=corrections_renamed(told.corrections, old, new),
    )


TELL_OF_REPORTS: tuple[type[Event], ...] = (
    *TELL_OF_ROUNDS, DeadlineMoved, DrawsMixed, GameEnded, GamePaused, GameResumed, WordRuled,
)  # fmt: skip
"""The events that tell of reports."""
_OWES_A_REPORT = (RoundOpened, GameEnded, LettersDrawn, ScoreCorrected, BaseFixed, WordRuled)
"""Those after which a report may be owed; all of them tell of reports, so that whoever reads all that
happened finds the same ones as whoever reads only those."""


_Of = TypeVar("_Of")


CLOSED, OPENED_AGAIN = RoundClosed.__name__, RoundReopened.__name__
"""The events by which a round is closed, and by which the one before is wanted whole again."""


class Clock(OnRecord, frozen=True):
    """When moves of a round could be in time."""

    deadlines: tuple[datetime | None, ...] = ()
    """Its ZATs in order, the one in force last."""
    was_paused: bool = False
    """Whether the clock stood still for a while."""

    def after(self, deadline: datetime | None) -> "Clock":
        """Return the clock with the ZAT that holds from now on."""
        if self.deadlines[-1:] == (deadline,):
            return self
        return replace(self, deadlines=(*self.deadlines, deadline))


class Made(OnRecord, frozen=True):
    """What had been decided in a game by some time, counted."""

    corrections: int
    reopened: int
    """How often a round had been reopened."""


class Entrant(OnRecord, frozen=True):
    """How a player came into the game, by his present name."""

    name: str
    round: int
    base: int
    missed: int
    is_late: bool
    corrections: int
    """How many corrections had been made by then."""
    reopened: int
    """How often a round of the game had been reopened by then."""
    fixed: Made | None = None
    """What had been decided when his base was told anew; None where it is as it was when he came."""


class Told(OnRecord, frozen=True):
    """A closed round with all that was known of it when it was reported."""

    closed: ClosedRound
    clock: Clock
    entrants: tuple[Entrant, ...]
    rulings: tuple[tuple[int, WordRuled], ...]
    """Each with the round it was made in."""
    rulings_at_close: int
    """How many of them had been made when the round was closed."""
    first_draw: LettersDrawn | None
    is_first_redrawn: bool
    mixes: Mapping[int, DrawsMixed]
    corrections: tuple[Correction, ...]
    """All that had been made; those undone are in no total."""


class Reports(OnRecord, frozen=True):
    """What has been told of a game, report by report."""

    history: ClosedRounds = field(default_factory=ClosedRounds)
    opened: GameOpened | None = None
    entrants: tuple[Entrant, ...] = ()
    rulings: tuple[tuple[int, WordRuled], ...] = ()
    rulings_at: Mapping[int, int] = MappingProxyType({})
    """How many rulings had been made when a round was closed, by its number."""
    clocks: Mapping[int, Clock] = MappingProxyType({})
    """By the number of the round."""
    open_round: int | None = None
    is_paused: bool = False
    is_over: bool = False
    first_draw: LettersDrawn | None = None
    is_first_redrawn: bool = False
    mixes: Mapping[int, DrawsMixed] = MappingProxyType({})
    """By the number of the round whose draws the words were mixed into."""
    sealed: str = ""
    """The hash of the reports owed before those in `owed`; "" where there were none."""
    owed: tuple[Told, ...] = ()
    """What the reports told that have been owed: all, or the last one."""

    @property
    def told(self) -> tuple[Told, ...]:
        """Return what the reports told, and what one would tell now, if that is something else."""
        now = _as_told(self)
        return self.owed if now is None or self.owed[-1:] == (now,) else (*self.owed, now)

    @property
    def first_told(self) -> tuple[Correction, ...]:
        """Return the corrections of which no report told before the one that is owed now."""
        is_now = bool(self.owed) and self.owed[-1].closed == self.history.last
        before = self.owed[:-1] if is_now else self.owed
        known = len(before[-1].corrections) if before else 0
        return tuple(each for each in self.history.corrections[known:] if not each.is_undone)

    def shortened(self, sealed: str) -> "Reports":
        """Return what the next report needs of all this.

        *sealed* is the hash of all reports owed before the last one.
        """
        owed = self.owed[-1:]
        rounds = (*self.history.rounds[-1:], *(each.closed for each in owed))
        oldest = min((each.number for each in rounds), default=0)
        first = self.first_draw.number if self.first_draw else oldest

        def wanted(known: Mapping[int, _Of]) -> Mapping[int, _Of]:
            return MappingProxyType(
                {at: each for at, each in known.items() if at >= oldest or at == first}
            )

        return replace(
            self,
            history=self.history.shortened,
            rulings_at=wanted(self.rulings_at),
            clocks=wanted(self.clocks),
            mixes=wanted(self.mixes),
            sealed=sealed,
            owed=tuple(replace(each, mixes=wanted(each.mixes)) for each in owed),
        )

    @property
    def count_before(self) -> int:
        """Return how many closed rounds are not kept whole any more."""
        return self.history.earlier.count

    def after(self, events: Iterable[Event]) -> "Reports":
        """Return what has been told after *events*."""
        found = self
        for event in events:
            history = found.history.after((event,))
            found = found if history is found.history else replace(found, history=history)
            found = _after(found, event)
            if found.is_out and isinstance(event, _OWES_A_REPORT):
                found = replace(found, owed=found.told)
        return found

    @property
    def rows(self) -> int:
        """Return how many players' rows are kept of rounds, whole or not, and one for the game itself."""
        whole = sum(len(each.everybody) for each in self.history.rounds)
        return 1 + whole + sum(len(each.scores) for each in self.history.earlier.scored)

    @property
    def is_out(self) -> bool:
        """Tell whether the report of the round closed last has gone out: it opens the next round."""
        return self.history.last is not None and (self.is_over or self.open_round is not None)

    @property
    def round_number(self) -> int:
        """Return the open round's number, or that of the next to open."""
        last = self.history.last.number if self.history.last else self.history.before_first
        return last + 1


def _after(reports: Reports, event: Event) -> Reports:
    match event:
        case GameOpened():
            return replace(reports, opened=event)
        case PlayerJoined() | PlayerRenamed() | BaseFixed():
            return replace(reports, entrants=tuple(_with_entrant(reports, event)))
        case WordRuled():
            made = (reports.round_number, event)
            return replace(reports, rulings=(*reports.rulings, made))
        case RoundOpened() | DeadlineMoved() | RoundReopened() | GamePaused() | GameResumed():
            return _timed(replace(reports, is_over=False), event)
        case RoundClosed(result):
            known = {**reports.rulings_at, result.number: len(reports.rulings)}
            return replace(reports, rulings_at=MappingProxyType(known), open_round=None)
        case LettersDrawn() if reports.history.last is None:
            is_redrawn = reports.first_draw is not None and event.draw.by_hand
            return replace(reports, first_draw=event, is_first_redrawn=is_redrawn)
        case DrawsMixed():
            mixes = {**reports.mixes, event.number: event}
            return replace(reports, mixes=MappingProxyType(mixes))
        case GameEnded():
            return replace(reports, is_over=True, open_round=None)
        case _:
            return reports


def _with_entrant(
    reports: Reports, event: PlayerJoined | PlayerRenamed | BaseFixed
) -> Sequence[Entrant]:
    if isinstance(event, BaseFixed):
        return [
            _fixed(each, event, reports.history) if each.name == event.player else each
            for each in reports.entrants
        ]
    if isinstance(event, PlayerRenamed):
        return [
            replace(each, name=event.new_name) if each.name == event.name else each
            for each in reports.entrants
        ]
    history = reports.history
    new = Entrant(
        name=event.name,
        round=reports.round_number,
        base=event.total,
        missed=event.missed,
        is_late=event.is_late,
        corrections=len(history.corrections),
        reopened=history.reopened,
    )
    return [*reports.entrants, new]


def _fixed(entrant: Entrant, event: BaseFixed, history: ClosedRounds) -> Entrant:
    """Return how a late joiner came, with the base that the round before his first one gives now.

    Old records forgot when he came; then the hash of an earlier report was no longer that of its mail.
    """
    made = Made(len(history.corrections), history.reopened)
    if event.change is None:
        return replace(entrant, base=event.base, fixed=made)
    return replace(entrant, base=event.base, corrections=made.corrections, reopened=made.reopened)


def _timed(
    reports: Reports, event: RoundOpened | DeadlineMoved | RoundReopened | GamePaused | GameResumed
) -> Reports:
    if isinstance(event, GamePaused | GameResumed):
        reports = replace(reports, is_paused=isinstance(event, GamePaused))
        number = reports.open_round
    else:
        number = event.number
        reports = replace(reports, open_round=number)
    if number is None:
        return reports
    clock = reports.clocks.get(number, Clock())
    if not isinstance(event, GamePaused | GameResumed):
        clock = clock.after(event.deadline)
    if reports.is_paused:
        clock = replace(clock, was_paused=True)
    return replace(reports, clocks=MappingProxyType({**reports.clocks, number: clock}))


def _as_told(reports: Reports) -> Told | None:
    """Return the round closed last as it is told now; None before any is, or without its beginning."""
    last = reports.history.last
    if last is None or reports.opened is None:
        return None
    return Told(
        closed=last,
        clock=reports.clocks.get(last.number, Clock()),
        entrants=reports.entrants,
        rulings=reports.rulings,
        rulings_at_close=reports.rulings_at[last.number],
        first_draw=reports.first_draw,
        is_first_redrawn=reports.is_first_redrawn,
        mixes=reports.mixes,
        corrections=reports.history.corrections,
    )
