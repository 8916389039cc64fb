"""A tournament as a value: what happens in it, what each event changes, which step comes next."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from mailref.games.chance import Chance, commitment
from mailref.games.game import Game, SameTiles
from mailref.games.kind import kind_of
from mailref.games.tournament import pairing
from mailref.games.tournament.standings import (
    Bye,
    Final,
    FinalScores,
    Meeting,
    Played,
    TournamentPlace,
)
from mailref.structs import OnRecord

TOLD_BY = ("TournamentNews", "ChallengeRefused")
"""The kinds of mail that tell of a tournament."""


class System(StrEnum):
    """How it is decided who meets whom."""

    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    LADDER = "ladder"
    LEAGUE = "league"


class TournamentPlan(OnRecord, frozen=True):
    """What the settings say of a tournament; what it began with holds to its end."""

    id: str
    title: str
    system: System
    players: tuple[str, ...]
    """As the settings name them: in a league and on a ladder the strongest first."""
    rounds: int
    """Rounds, seasons of a league, challenges of a ladder."""
    games_each: int = 1
    is_sum: bool = False
    """Whether the sum of its games decides a meeting; else each game counts."""
    same_tiles: bool = False
    """Whether each second game of a meeting is played after the first, with the same tiles."""


def usual_rounds(system: System, players: int) -> int:
    """Return how many rounds are played where the settings do not say."""
    match system:
        case System.ROUND_ROBIN:
            return pairing.rounds_of_all(players)
        case System.SWISS:
            return min(5, most_rounds(system, players))
        case System.LEAGUE:
            return 1
        case System.LADDER:
            return 100
        case _:
            assert_never(system)


def most_rounds(system: System, players: int) -> int:
    """Return how many rounds are possible; so many of a Swiss tournament can always be paired."""
    return max(1, players // 2) if system is System.SWISS else 1000


class TournamentOpened(OnRecord, frozen=True):
    """A tournament begins: its plan, the order drawn, and what binds the lots that follow."""

    plan: TournamentPlan
    order: tuple[str, ...]
    commitment: str
    at: datetime
    is_trial: bool = False
    """Whether all mail went to one address (`divert`): nobody else has seen what was drawn."""


class RoundPaired(OnRecord, frozen=True):
    """A round begins: who meets whom. On a ladder: somebody has been challenged."""

    number: int
    order: tuple[str, ...]
    """The players as they stood: the top of the table, the divisions or the ladder first."""
    meetings: tuple[Meeting, ...]
    byes: tuple[Bye, ...]
    at: datetime


class OutcomeTaken(OnRecord, frozen=True):
    """A game of the tournament is over; what everybody had is recorded with it."""

    game: str
    outcome: FinalScores
    at: datetime


class PlayerWithdrew(OnRecord, frozen=True):
    """Somebody plays no further games of the tournament; what he has played counts."""

    player: str
    at: datetime


class TournamentEnded(OnRecord, frozen=True):
    """The last game is over, and the seed of the lots is revealed."""

    seed: str
    """In hexadecimal."""
    at: datetime


TournamentEvent = TournamentOpened | RoundPaired | OutcomeTaken | PlayerWithdrew | TournamentEnded
_NO_OUTCOMES: Mapping[str, FinalScores] = MappingProxyType({})


class Tournament(Struct, frozen=True):
    """A tournament as it stands."""

    plan: TournamentPlan
    order: tuple[str, ...]
    """As drawn; on a ladder as it stands."""
    commitment: str
    number: int = 0
    """Of the last round paired."""
    divisions: tuple[tuple[str, ...], ...] = ()
    meetings: tuple[Meeting, ...] = ()
    byes: tuple[Bye, ...] = ()
    outcomes: Mapping[str, FinalScores] = field(default_factory=lambda: _NO_OUTCOMES)
    withdrawn: frozenset[str] = frozenset()
    """Who is paired no more."""
    seed: str | None = None
    """Revealed when it is over."""
    is_trial: bool = False
    """Whether it began while all mail went to one address."""

    @property
    def is_over(self) -> bool:
        return self.seed is not None

    @property
    def played(self) -> Played:
        """Return what tells who leads."""
        return Played(self.order, self.meetings, self.byes, self.outcomes, self.plan.is_sum)

    @property
    def tables(self) -> tuple[tuple[TournamentPlace, ...], ...]:
        """Return the table; of a league that of each division in its season, the highest first.

        On a ladder everybody has a place of his own, whatever he has won.
        """
        if self.plan.system is System.LADDER:
            return (self._ladder,)
        by_buchholz = self.plan.system is System.SWISS
        if self.plan.system is not System.LEAGUE:
            return (self.played.standings(by_buchholz=by_buchholz),)
        season = tuple(each for each in self.meetings if each.round == self.number)
        return tuple(
            Played(
                division,
                tuple(each for each in season if each.players[0] in division),
                (),
                self.outcomes,
                self.plan.is_sum,
            ).standings(by_buchholz=False)
            for division in self.divisions
        )

    @property
    def _ladder(self) -> tuple[TournamentPlace, ...]:
        scored = {each.player: each for each in self.played.standings(by_buchholz=False)}
        return tuple(
            replace(scored[name], place=place) for place, name in enumerate(self.order, start=1)
        )

    @property
    def in_challenge(self) -> frozenset[str]:
        """Return who is in a meeting that is not over."""
        unfinished = (each for each in self.meetings if not self.played.is_over(each))
        return frozenset(name for each in unfinished for name in each.players)

    @property
    def waits_for(self) -> tuple[str, ...]:
        """Return the games that are not over."""
        return tuple(
            game for each in self.meetings for game in each.games if game not in self.outcomes
        )


def apply_tournament(before: Tournament | None, event: TournamentEvent) -> Tournament:
    """Return the tournament after *event*; the first one begins it."""
    if isinstance(event, TournamentOpened):
        return Tournament(event.plan, event.order, event.commitment, is_trial=event.is_trial)
    if before is None:
        raise ValueError(f"{type(event).__name__} before the tournament was opened")
    match event:
        case RoundPaired():
            is_league = before.plan.system is System.LEAGUE
            return replace(
                before,
                number=event.number,
                divisions=pairing.divisions_of(event.order) if is_league else (),
                meetings=(*before.meetings, *event.meetings),
                byes=(*before.byes, *event.byes),
            )
        case OutcomeTaken():
            return _with_outcome(before, event)
        case PlayerWithdrew():
            is_ladder = before.plan.system is System.LADDER
            left = tuple(name for name in before.order if name != event.player)
            order = left if is_ladder else before.order
            return replace(before, withdrawn=before.withdrawn | {event.player}, order=order)
        case TournamentEnded():
            return replace(before, seed=event.seed)
        case _:
            assert_never(event)


def _with_outcome(before: Tournament, event: OutcomeTaken) -> Tournament:
    """Return a tournament after a game; on a ladder who won over one above him takes his place."""
    outcomes = MappingProxyType({**before.outcomes, event.game: event.outcome})
    after = replace(before, outcomes=outcomes)
    meeting = next(each for each in before.meetings if event.game in each.games)
    winner = after.played.winner(meeting)
    if winner is None or before.plan.system is not System.LADDER:
        return after
    loser = next(name for name in meeting.players if name != winner)
    return replace(after, order=pairing.climbed(after.order, winner, loser))


def opened(
    plan: TournamentPlan, seed: bytes, at: datetime, *, is_trial: bool = False
) -> TournamentOpened:
    """Return the beginning of a tournament; ladders and leagues keep the order of the settings."""
    is_drawn = plan.system in (System.ROUND_ROBIN, System.SWISS)
    order = pairing.drawn_order(Chance(seed), plan.players) if is_drawn else plan.players
    return TournamentOpened(plan, order, commitment(seed), at, is_trial)


_FEWEST = 2
"""So many must be left for anybody to meet somebody."""


def withdrew(now: Tournament, player: str, at: datetime) -> PlayerWithdrew | None:
    """Return that a player withdraws; None where he does not take part, or no more."""
    takes_part = player in now.plan.players and player not in now.withdrawn
    return PlayerWithdrew(player, at) if takes_part and not now.is_over else None


def next_step(now: Tournament, seed: bytes, at: datetime) -> TournamentEvent | None:
    """Return what follows by itself: the next round, the end; None while games are played."""
    if now.is_over or now.waits_for:
        return None
    present = set(now.plan.players) - now.withdrawn
    if now.number >= now.plan.rounds or len(present) < _FEWEST:
        return TournamentEnded(seed.hex(), at)
    if now.plan.system is System.LADDER:
        return None
    return _paired(now, seed, at)


def challenged(
    now: Tournament, challenger: str, other: str, seed: bytes, at: datetime
) -> RoundPaired | None:
    """Return the meeting that a challenge on a ladder makes; None where it is not allowed.

    Nobody has two challenges open at once.
    """
    if why_not_challenged(now, challenger, other) is not None:
        return None
    meetings = _meetings(now, ((other, challenger),), seed)
    return RoundPaired(now.number + 1, now.order, meetings, (), at)


class NotChallenged(StrEnum):
    """Why nobody is challenged on a ladder."""

    NO_LADDER = "no_ladder"
    """It is none, or it is over."""
    HAS_OPEN = "has_open"
    """One of the two is in a challenge that is not over."""
    TOO_FAR = "too_far"
    """Who is challenged does not stand one to three places higher."""


def why_not_challenged(now: Tournament, challenger: str, other: str) -> NotChallenged | None:
    """Return why *challenger* may not challenge *other*; None where he may."""
    is_ladder = now.plan.system is System.LADDER and not now.is_over
    if not is_ladder or now.number >= now.plan.rounds:
        return NotChallenged.NO_LADDER
    if not pairing.may_challenge(now.order, challenger, other):
        return NotChallenged.TOO_FAR
    return NotChallenged.HAS_OPEN if now.in_challenge & {challenger, other} else None


def _paired(now: Tournament, seed: bytes, at: datetime) -> RoundPaired:
    number, order, byes = now.number + 1, now.order, tuple[Bye, ...]()
    match now.plan.system:
        case System.ROUND_ROBIN:
            pairs, rests = pairing.round_robin(order, number)
            resting = [*_left_alone(pairs, now.withdrawn), *([] if rests is None else [rests])]
            byes = tuple(
                Bye(number, name, is_win=False) for name in resting if name not in now.withdrawn
            )
        case System.SWISS:
            (table,) = now.tables
            order = tuple(each.player for each in table)
            met = {name: now.played.opponents(name) for name in order}
            present = [name for name in order if name not in now.withdrawn]
            pairs, rests = pairing.swiss(present, met, {bye.player for bye in now.byes})
            byes = () if rests is None else (Bye(number, rests, is_win=True),)
        case System.LEAGUE:
            tables = [[each.player for each in table] for table in now.tables]
            order = pairing.promoted(tables) if tables else now.order
            pairs = tuple(
                pair
                for division in pairing.divisions_of(order)
                for pair in pairing.all_pairs(division)
            )
        case System.LADDER:
            raise ValueError("nobody is paired on a ladder")
        case _:
            assert_never(now.plan.system)
    left = [pair for pair in pairs if not set(pair) & now.withdrawn]
    return RoundPaired(number, order, _meetings(now, left, seed), byes, at)


def _left_alone(pairs: Sequence[pairing.Pair], withdrawn: Collection[str]) -> Iterator[str]:
    """Yield who would have met somebody who takes part no more."""
    for pair in pairs:
        if len(set(pair) & set(withdrawn)) == 1:
            yield from (name for name in pair if name not in withdrawn)


def _meetings(now: Tournament, pairs: Sequence[pairing.Pair], seed: bytes) -> tuple[Meeting, ...]:
    number = now.number + 1
    sides = pairing.seated(Chance(seed), number, pairs, now.meetings)
    return tuple(
        Meeting(number, table, pair, tuple(game_ids(now.plan, number, table)))
        for table, pair in enumerate(sides, start=1)
    )


def game_ids(plan: TournamentPlan, number: int, table: int) -> Iterator[str]:
    """Yield the ids of the games of a meeting: `club-r2-t1`, then `club-r2-t1-2`."""
    name = f"{plan.id}-r{number}-t{table}"
    yield name
    for game in range(2, plan.games_each + 1):
        yield f"{name}-{game}"


def is_game_of(tournament: str, game: str) -> bool:
    """Tell whether a game's id is that of a game of a tournament."""
    return re.fullmatch(rf"{re.escape(tournament)}-r\d+-t\d+(-\d+)?", game) is not None


def begins(meeting: Meeting, game: str) -> tuple[str, str]:
    """Return the players of a game with him first who begins: by turns within a meeting."""
    first, second = meeting.players
    return (second, first) if meeting.games.index(game) % 2 else (first, second)


def same_tiles_of(plan: TournamentPlan, meeting: Meeting, game: str) -> SameTiles | None:
    """Return with which game of its meeting a game has the same tiles; None where with none."""
    at = meeting.games.index(game)
    other = at - 1 if at % 2 else at + 1
    if not plan.same_tiles or other >= len(meeting.games):
        return None
    return SameTiles(meeting.games[other], is_second=other < at)


def rated(game: Game) -> FinalScores:
    """Return what everybody had at the end of a game, as ratings take it; nothing while it goes on."""
    scores = kind_of(game).rated(game) if game.is_over else ()
    return tuple(Final(who, *each) for who, each in zip(game.players, scores, strict=bool(scores)))


def outcome_of(game: Game, players: tuple[str, ...]) -> FinalScores:
    """Return what *players* had at the end of a game; they joined it in this order, under any name.

    Nothing, where the game master ended it before anybody had moved.
    """
    scores = kind_of(game).final_scores(game)
    if not scores:
        return ()
    return tuple(Final(name, *each) for name, each in zip(players, scores, strict=True))
