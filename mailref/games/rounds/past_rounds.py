"""The closed rounds of a game, each as it stands now, and what of them is kept when they are many.

A closed round is its result, with every later correction and renaming in it. Whoever shows totals, ranks
or names of a closed round takes them from here. A `RoundResult` is what was decided at the close; only the
close itself reads it. A ruling that changes a closed round reopens it and closes it again, so it needs
nothing of its own. Rule for editors: a round is brought up to date by itself, without the rounds before it,
so that it may be stored one by one.

A report of the thousandth round costs what the first one did: where a report is made after many rounds the
last is kept whole and those before it by points and totals alone, the oldest of them only in what adds up
over a game (rules 2, other switches). A correction is of one round, and in force until it is taken back.
"""

from bisect import bisect_right
from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TypeVar, assert_never

from msgspec import field
from msgspec.structs import asdict, replace

from mailref.games.events import ScoreCorrected
from mailref.games.game import renamed
from mailref.games.ranking import ranking
from mailref.games.rounds.events import BoardCleared, LettersDrawn
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


def closed_round(
    result: RoundResult,
    rules: Rules,
    absent: Iterable[FormerRow],
    corrections: Sequence[Correction],
    reopened: int,
) -> ClosedRound:
    """Return a round as it stands at its close; *absent*: who has a total, but takes no part in it.

    *corrections* are those of the game so far: those of this round were made before it was opened
    again, and what was corrected before a player's first round was closed stands in that round.
    """

    def until_close(row: PlayerResult | FormerRow) -> tuple[Correction, ...]:
        his = (e for e in corrections if e.player == row.player and not e.is_undone)
        return tuple(e for e in his if row.rank_before is None or e.number == result.number)

    rows = (
        ClosedRow(**asdict(row), corrections=until_close(row), seat=seat)
        for seat, row in enumerate(result.entries)
    )
    former = (replace(row, corrections=until_close(row)) for row in absent)
    decided = asdict(result)
    del decided["entries"]
    return _ranked(
        ClosedRound(
            **decided, rules=rules, rows=tuple(rows), former=tuple(former), reopened=reopened
        )
    )


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
