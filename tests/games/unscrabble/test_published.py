"""A game of Un-Scrabble decided again from what all may know of it; what is forged is found (other games 1)."""

from collections import Counter
from datetime import timedelta
from functools import cache

from msgspec.structs import replace

from mailref.games.by_turns.events import AcceptanceGiven, OrderKept, PlayChallenged, TurnUndone
from mailref.games.events import Event
from mailref.games.kind import replay
from mailref.games.unscrabble import published as of_taking
from mailref.games.unscrabble.events import TilesTaken, UnscrabbleOpened
from mailref.orders.entries import AcceptAct, Act, ResignAct
from mailref.record.script import Difference
from mailref.referee.policy import Outcome
from tests.effort import Tried, fewer, sample
from tests.games.classic.test_random import KNOWN
from tests.games.naive_others import runs, turns
from tests.games.unscrabble.test_random import SEED, Taking
from tests.record.deciding import (
    decided,
    forgeries,
    is_undetermined,
    public_events,
    told_of,
    unlike_first,
)
from tests.record.second_thoughts import SecondThoughts, afterwards

OWN = {
    "UnscrabbleOpened.id", "UnscrabbleOpened.title", "UnscrabbleOpened.variant",
    "UnscrabbleOpened.rules", "UnscrabbleOpened.lexicon", "UnscrabbleOpened.lexicon_sha256",
    "UnscrabbleOpened.of_game", "TilesTaken.received",
}  # fmt: skip
"""What no rule determines, of this kind of game alone."""
GAMES = 300


class Rethought(Taking):
    """A random game in which the game master thinks better of much."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.thoughts = SecondThoughts(self.course, seed)
        wanted = timedelta(hours=self.rng.choice((0, 0, 30)))
        rules = replace(
            self.game.rules, challenge_time=wanted, challenge_forfeit=self.rng.random() < 0.3
        )
        opened = self.first[0]
        assert isinstance(opened, UnscrabbleOpened)
        self.first = (replace(opened, rules=rules), *self.first[1:])
        self.course.game = replace(self.course.game, rules=rules)

    def play_on(self) -> None:
        if not self.thoughts.happen():
            self._play()
        rows = enumerate(self.game.board.rows)
        self.tiles = {(r, c): t for r, row in rows for c, t in enumerate(row) if t != "."}
        self.seats = self.game.seats
        self.course.at += timedelta(hours=7)

    def _play(self) -> None:
        others = [name for name in self.game.playing if name != self.course.player]
        choice = self.rng.random()
        if choice < 0.02:
            self.writes(self.rng.choice(others), acts=(ResignAct(),))
        elif self.course.is_going_out or choice < 0.1:
            self.writes(self.rng.choice(self.game.playing), acts=(AcceptAct(),))
        else:
            super().play_on()

    def writes(self, player: str, *taken: tuple[int, int], acts: tuple[Act, ...] = ()) -> Outcome:
        self.totals = dict.fromkeys(self.game.players, 0)
        self.last = None
        return super().writes(player, *taken, acts=acts)

    def take(self, taken: tuple[tuple[int, int], ...]) -> None:
        self.writes(self.course.player, *taken)


@cache
def played(seed: int) -> tuple[tuple[Event, ...], tuple[int, ...]]:
    """Return all that is recorded of a random game, and after how many events somebody had done something.

    () where nothing could be taken at its start.
    """
    game = Rethought(seed)
    stages: list[int] = []
    if not any(turns(game.tiles, runs(game.tiles), KNOWN.__contains__)):
        return (), ()
    while not game.ended and len(stages) < 150:
        game.play_on()
        stages.append(len(game.first) + len(game.course.events))
    return (*game.first, *game.course.events), tuple(stages)


def events_of(seed: int) -> tuple[Event, ...]:
    return played(seed)[0]


def some(number: int) -> list[int]:
    """Return the seeds of some games that are played."""
    return [seed for seed in sample(range(GAMES), number) if events_of(seed)]


def test_games_with_second_thoughts_are_decided_again_at_any_stage(tried: Tried) -> None:
    games = some(fewer(10, 2))
    for seed in games:
        events, stages = played(seed)
        public = public_events(events)
        assert decided(of_taking, public, SEED) == public, seed
        assert decided(of_taking, public) == public, seed
        assert replay(public).players.keys() == replay(events).players.keys()
        assert told_of(of_taking, public) == told_of(of_taking, events)
        for upto in stages[:-1:3]:
            public = public_events(events[:upto])
            assert decided(of_taking, public) == public, (seed, upto)
    tried("games of Un-Scrabble decided again", len(games))


def test_what_is_forged_is_found_or_no_rule_determines_it(tried: Tried) -> None:
    unseen, number = Counter[str](), 0
    for seed in some(fewer(3, 1)):
        public = public_events(events_of(seed))
        for name, forged in forgeries(public):
            number += 1
            if isinstance(decided(of_taking, forged, SEED), list):
                unseen[name] += 1

    assert {name for name in unseen if not is_undetermined(name, OWN)} == set()
    tried("forged records of Un-Scrabble", number)


def test_what_format_one_told_is_decided_again(tried: Tried) -> None:
    """Of games without undone turns: those no export of that form tells."""
    games = some(fewer(10, 2))
    for seed in games:
        events = events_of(seed)
        if not any(isinstance(each, TurnUndone) for each in events):
            for more in ((), afterwards(*replay(events).players)):
                told = told_of(of_taking, (*events, *more))
                assert unlike_first(of_taking, told, SEED) == [], seed
    tried("exports of format 1 of Un-Scrabble", len(games))


def test_two_points_more_are_found_though_all_sums_fit() -> None:
    """A liar takes two points more in a turn, and all totals with them: no rule gives them."""
    seed = next(seed for seed in range(GAMES) if events_of(seed))
    public = public_events(events_of(seed))
    at = next(at for at, each in enumerate(public) if isinstance(each, TilesTaken))
    taken = public[at]
    assert isinstance(taken, TilesTaken)
    public[at] = replace(taken, points=taken.points + 2)

    found = decided(of_taking, public, SEED)

    assert isinstance(found, Difference)
    assert (found.round, found.player) == (taken.number, taken.player)
    assert (found.field, found.expected, found.found) == (
        "TilesTaken.points", taken.points, taken.points + 2,
    )  # fmt: skip


def test_no_mail_and_no_kept_move_is_public() -> None:
    seed = next(seed for seed in range(GAMES) if events_of(seed))
    public = public_events(events_of(seed))

    assert {each.mail for each in public if isinstance(each, TilesTaken | PlayChallenged)} <= {""}
    assert not [each for each in public if isinstance(each, OrderKept | AcceptanceGiven)]
