"""The table of a tournament: games to meetings, meetings to places; and Elo over all games (other games 4).

A rating is computed from the games on record, anew each time, and never stored.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import asdict, astuple, replace

from mailref.structs import OnRecord

WIN = 2
DRAW = 1


class Final(OnRecord, frozen=True):
    """What a player had when a game was over."""

    player: str
    points: int
    is_out: bool = False
    """Whether he resigned or was put out: then he has lost to those who were not."""

    @property
    def worth(self) -> tuple[bool, int]:
        """Return what tells who is ahead: who stayed, then the points."""
        return not self.is_out, self.points


FinalScores = tuple[Final, ...]
"""A finished game: what everybody had; empty where it was ended before anybody had moved."""


class Meeting(OnRecord, frozen=True):
    """Two players who meet in a round, over one game or more; who is named first begins the first."""

    round: int
    table: int
    players: tuple[str, str]
    games: tuple[str, ...]
    """The ids of the games, in the order in which they are begun."""


class Bye(OnRecord, frozen=True):
    """Who has nobody to meet in a round."""

    round: int
    player: str
    is_win: bool
    """Whether it counts as a win: in a Swiss tournament; where all meet all, it counts for nothing."""


class TournamentPlace(Struct, frozen=True):
    """A line of the table; equal in all that counts: the same place."""

    place: int
    player: str
    points: int
    wins: int
    draws: int
    losses: int
    buchholz: int
    """The points of all whom he has met."""
    difference: int
    """What he made more than his opponents, over all games."""


class _Scored(Struct, frozen=True):
    """What a player has of one meeting."""

    points: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    difference: int = 0


class Played(Struct, frozen=True):
    """What has been played so far."""

    players: tuple[str, ...]
    """In the order that decides where all else is equal."""
    meetings: tuple[Meeting, ...]
    byes: tuple[Bye, ...]
    outcomes: Mapping[str, FinalScores]
    """The finished games, by id."""
    is_sum: bool = False
    """Whether the sum of its games decides a meeting; else each game counts."""

    def standings(self, *, by_buchholz: bool) -> tuple[TournamentPlace, ...]:
        """Return the table: points, then Buchholz where that counts, then the difference."""
        scored = {name: _added(self._of(name)) for name in self.players}
        lines = [
            TournamentPlace(
                place=0,
                player=name,
                buchholz=sum(scored[other].points for other in self.opponents(name)),
                **asdict(own),
            )
            for name, own in scored.items()
        ]
        return tuple(_placed(lines, by_buchholz=by_buchholz))

    def opponents(self, player: str) -> tuple[str, ...]:
        """Return whom a player has met, in finished meetings of which a game has a result, one after another."""
        return tuple(
            other
            for each in self.meetings
            if player in each.players and self.is_over(each) and self._results(each)
            for other in each.players
            if other != player
        )

    def is_over(self, meeting: Meeting) -> bool:
        """Tell whether all games of a meeting are finished."""
        return all(game in self.outcomes for game in meeting.games)

    def winner(self, meeting: Meeting) -> str | None:
        """Return who won a finished meeting; None: nobody, or it is not over."""
        first, second = meeting.players
        ahead = self._points(first, meeting).points - self._points(second, meeting).points
        if not self.is_over(meeting) or not ahead:
            return None
        return first if ahead > 0 else second

    def _of(self, player: str) -> Iterator[_Scored]:
        for bye in self.byes:
            if bye.player == player and bye.is_win:
                yield _Scored(WIN, wins=1)
        for meeting in self.meetings:
            if player in meeting.players:
                yield self._points(player, meeting)

    def _points(self, player: str, meeting: Meeting) -> _Scored:
        found = self._results(meeting)
        if not self.is_sum:
            return _added(_compared(player, outcome) for outcome in found)
        is_decided = found and self.is_over(meeting)
        return _compared(player, _summed(found)) if is_decided else _Scored()

    def _results(self, meeting: Meeting) -> list[FinalScores]:
        found = (self.outcomes.get(game) for game in meeting.games)
        return [outcome for outcome in found if outcome]


def _summed(outcomes: Sequence[FinalScores]) -> FinalScores:
    """Return a double game as one: points are added, and who went out of one game has lost both."""
    names = [final.player for final in outcomes[0]]
    return tuple(
        Final(
            name,
            sum(final.points for each in outcomes for final in each if final.player == name),
            any(final.is_out for each in outcomes for final in each if final.player == name),
        )
        for name in names
    )


def _compared(player: str, outcome: FinalScores) -> _Scored:
    """Return what a game between two is worth to one of them."""
    own = next(final for final in outcome if final.player == player)
    other = next(final for final in outcome if final.player != player)
    difference = own.points - other.points
    if own.worth == other.worth:
        return _Scored(DRAW, draws=1)
    # Who went out may have led: his lead is nothing that the other lost.
    if own.worth > other.worth:
        return _Scored(WIN, wins=1, difference=max(difference, 0))
    return _Scored(losses=1, difference=min(difference, 0))


def _added(scored: Iterable[_Scored]) -> _Scored:
    columns = zip(*map(astuple, scored), strict=True)
    return _Scored(*map(sum, columns))


def _placed(lines: Collection[TournamentPlace], *, by_buchholz: bool) -> Iterator[TournamentPlace]:
    def worth(line: TournamentPlace) -> tuple[int, int, int]:
        return line.points, line.buchholz if by_buchholz else 0, line.difference

    ordered = sorted(lines, key=worth, reverse=True)  # stable: the order of players is kept
    place = 0
    for number, line in enumerate(ordered, start=1):
        if number == 1 or worth(line) != worth(ordered[number - 2]):
            place = number
        yield replace(line, place=place)


FIRST = 1500.0
K = 20.0
K_AT_FIRST = 40.0
GAMES_AT_FIRST = 20


class Rating(Struct, frozen=True):
    """What a player is rated at."""

    player: str
    value: float
    games: int

    @property
    def shown(self) -> int:
        """Return the rating as people are shown it."""
        return round(self.value)


def ratings(outcomes: Iterable[FinalScores]) -> tuple[Rating, ...]:
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
