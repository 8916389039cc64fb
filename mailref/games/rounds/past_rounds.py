"""All closed rounds of a game, told event by event: as they stand now, and as reports told them.

A closed round is its result, with every later correction and renaming in it. Whoever shows totals, ranks
or names of a closed round takes them from here. A `RoundResult` is what was decided at the close; only the
close itself reads it. A ruling that changes a closed round reopens it and closes it again, so it needs
nothing of its own. Rule for editors: a round is brought up to date by itself, without the rounds before it,
so that it may be stored one by one.

A report of the thousandth round costs what the first one did: where a report is made after many rounds the
last is kept whole and those before it by points and totals alone, the oldest of them only in what adds up
over a game (rules 2, other switches). A correction is of one round, and in force until it is taken back.

Only the events in `TELL_OF_ROUNDS` and `TELL_OF_REPORTS` tell of them, so that nobody need read the others.
What was told is each closed round as it stood when a report of it was owed, for `verify` to hold.
"""

from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TypeVar, assert_never

from msgspec import Struct, field
from msgspec.structs import asdict, replace

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
from mailref.games.ranking import ranking
from mailref.games.rounds.events import (
    BaseFixed,
    BoardCleared,
    GameOpened,
    LettersDrawn,
    RoundClosed,
    RoundOpened,
    RoundReopened,
)
from mailref.games.rounds.results import EntryStatus, Laid, PlayerResult, RoundResult
from mailref.games.rounds.rules import Rules
from mailref.structs import OnRecord
from mailref.tiles.board import Board
from mailref.tiles.lexicon.verdicts import Accepted, Valid
from mailref.tiles.top.found import Top


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
        return replace(self, scores=renamed(self.scores, old, new))


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
            renamed(self.worse, old, new),
            renamed(self.solos, old, new),
            renamed(self.shares, old, new),
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


MOST_ROWS_TOLD = 200
"""Up to so many rows of players a report tells all rounds row by row, in its table for spreadsheets."""


class ClosedRow(PlayerResult, frozen=True):
    """What a player has in a closed round as it stands now, by his present name.

    His rank before is that after the round before, as that one stands now; None in his first round.
    """

    corrections: tuple[Correction, ...]
    """Those of this round; a later round's are in the later round."""
    seat: int
    """The place at the close, by which equal ranks are ordered."""

    @property
    def total_before(self) -> int:
        return self.total - self.net - sum(each.points for each in self.corrections)


class FormerRow(OnRecord, frozen=True):
    """A player who took no part in a round, but keeps his total and his rank."""

    player: str
    corrections: tuple[Correction, ...]
    total: int
    rank: int
    rank_before: int | None

    @property
    def total_before(self) -> int:
        return self.total - sum(each.points for each in self.corrections)


class ClosedRound(OnRecord, frozen=True):
    """A closed round as it stands now, whole: all that is told of it is made of this."""

    number: int
    letters: str
    deadline: datetime | None
    closed: datetime
    is_final: bool
    is_early: bool
    rules: Rules
    """In force in this round."""
    rows: tuple[ClosedRow, ...]
    """Who took part, by rank."""
    former: tuple[FormerRow, ...]
    """Who has a total but took no part, by rank."""
    laid: Laid | None
    top: Top | None
    board: Board
    """After the move was laid."""
    kept: str
    """The letters the laid move left."""
    undecided: tuple[str, ...]
    """Words nobody ruled on in time, settled by the game's policy."""
    undecided_policy: str | None
    reopened: int
    """How often a round of the game had been reopened when it was closed."""
    drawn: LettersDrawn | None = None
    """The letters of the next round."""
    is_redrawn: bool = False
    """Whether the game master has put these in place of others."""
    is_cleared: bool = False
    """Whether the board was cleared after it."""

    @property
    def everybody(self) -> tuple[ClosedRow | FormerRow, ...]:
        """Return all who have a total after this round: who took part, then who did not."""
        return (*self.rows, *self.former)

    @property
    def table(self) -> "tuple[ClosedRow | FormerRow, ...]":
        """Return all by rank: who plays no more keeps his row (contract 2)."""
        return tuple(sorted(self.everybody, key=lambda row: row.rank))

    @property
    def totals(self) -> Mapping[str, int]:
        return {row.player: row.total for row in self.everybody}

    @property
    def ranks(self) -> Mapping[str, int]:
        return {row.player: row.rank for row in self.everybody}

    def verdict_on(self, word: str) -> bool | None:
        """Tell whether a word was taken as valid in a move of this round; None: it is in none."""
        found = (
            verdict
            for row in self.rows
            for move in row.moves
            for play in move.plays
            for formed, verdict in zip(play.scored.words, play.verdicts, strict=True)
            if formed.word == word
        )
        verdict = next(found, None)
        return None if verdict is None else isinstance(verdict, Valid | Accepted)

    @property
    def scored(self) -> ScoredRound:
        """Return the round by its scores alone."""
        scores = {row.player: _score(row) for row in self.everybody}
        return ScoredRound(self.number, MappingProxyType(scores))

    @property
    def summed(self) -> SummedUp:
        """Return what this round adds to what is summed up over a game."""
        tops = self.top.points if self.top is not None else None
        shares = {
            row.player: Share(row.points, tops)
            for row in self.rows
            if tops is not None and row.moves
        }
        best = self.laid.players if self.laid else ()
        played = sum(not row.status.is_missing for row in self.rows)
        is_solo = len(best) == 1 and played >= ENOUGH_FOR_SOLO
        return SummedUp(
            worse_than({row.player: row.net for row in self.rows}),
            MappingProxyType(dict.fromkeys(best, 1) if is_solo else {}),
            MappingProxyType(shares),
        )

    def row_of(self, player: str | None) -> ClosedRow | None:
        """Return the row of a player; None if he took no part."""
        return next((row for row in self.rows if row.player == player), None)

    def after(self, event: LettersDrawn | BoardCleared) -> "ClosedRound":
        """Return the round with what followed it: the letters of the next one, a board cleared."""
        match event:
            case LettersDrawn():
                is_redrawn = self.drawn is not None and event.draw.by_hand
                return replace(self, drawn=event, is_redrawn=is_redrawn)
            case BoardCleared():
                return replace(self, is_cleared=True)
            case _:
                assert_never(event)

    def corrected(self, correction: Correction) -> "ClosedRound":
        """Return the round with a correction of this round or of one before it."""
        if correction.number > self.number or correction.player not in self.totals:
            return self
        rows = (_corrected(row, correction, self.number) for row in self.rows)
        former = (_corrected(row, correction, self.number) for row in self.former)
        return _ranked(replace(self, rows=tuple(rows), former=tuple(former)))

    def renamed(self, old: str, new: str) -> "ClosedRound":
        """Return the round with a player's new name."""
        laid = self.laid
        if laid is not None:
            players = tuple(new if each == old else each for each in laid.players)
            laid = replace(laid, players=players)
        return replace(
            self,
            rows=tuple(_renamed(row, old, new) for row in self.rows),
            former=tuple(_renamed(row, old, new) for row in self.former),
            laid=laid,
        )


class Absent(Struct, frozen=True):
    """Somebody who has a total when a round is closed, but takes no part in it."""

    player: str
    total: int
    rank: int | None
    """After the round before; None who has come since."""


def closed_round(
    result: RoundResult,
    rules: Rules,
    absent: Iterable[Absent],
    corrections: Sequence[Correction],
    reopened: int,
) -> ClosedRound:
    """Return a round as it stands at its close.

    *corrections* are those of the game so far: those of this round were made before it was opened
    again, and what was corrected before a player's first round was closed stands in that round.
    """
    in_force = [each for each in corrections if not each.is_undone]
    rows = (_row(row, seat, in_force, result.number) for seat, row in enumerate(result.entries))
    former = (
        FormerRow(
            each.player,
            corrections_until_close(each.player, each.rank, in_force, result.number),
            each.total,
            0,
            each.rank,
        )
        for each in absent
    )
    decided = asdict(result)
    del decided["entries"]
    return _ranked(
        ClosedRound(
            **decided, rules=rules, rows=tuple(rows), former=tuple(former), reopened=reopened
        )
    )


def _row(row: PlayerResult, seat: int, corrections: Iterable[Correction], number: int) -> ClosedRow:
    corrected = corrections_until_close(row.player, row.rank_before, corrections, number)
    return ClosedRow(**asdict(row), corrections=corrected, seat=seat)


def _ranked(closed: ClosedRound) -> ClosedRound:
    """Rank everybody anew: after the round, and after the one before it."""
    ranks = ranking(closed.totals)
    ranked = (row for row in closed.everybody if row.rank_before is not None)
    before = ranking({row.player: row.total_before for row in ranked})
    rows = [_placed(row, ranks[row.player], before.get(row.player)) for row in closed.rows]
    former = [_placed(row, ranks[row.player], before.get(row.player)) for row in closed.former]
    return replace(
        closed,
        rows=tuple(sorted(rows, key=lambda row: (row.rank, row.seat))),
        former=tuple(sorted(former, key=lambda row: (row.rank, row.player))),
    )


def _score(row: ClosedRow | FormerRow) -> RoundScore:
    match row:
        case ClosedRow():
            return RoundScore(row.points, row.total, row.status)
        case FormerRow():
            return RoundScore(0, row.total, None)
        case _:
            assert_never(row)


Row = TypeVar("Row", ClosedRow, FormerRow)


def _placed(row: Row, rank: int, before: int | None) -> Row:
    if (row.rank, row.rank_before) == (rank, before):
        return row
    return replace(row, rank=rank, rank_before=before)


def _corrected(row: Row, correction: Correction, number: int) -> Row:
    if row.player != correction.player:
        return row
    is_own = correction.number == number or row.rank_before is None
    corrections = (*row.corrections, correction) if is_own else row.corrections
    return replace(row, corrections=corrections, total=row.total + correction.points)


def _renamed(row: Row, old: str, new: str) -> Row:
    if row.player != old:
        return row
    return replace(row, player=new, corrections=corrections_renamed(row.corrections, old, new))


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
