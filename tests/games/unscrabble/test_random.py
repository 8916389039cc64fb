"""Random games of Un-Scrabble, from the first mail to the export: a naive referee agrees at every turn."""

import json
import random
from datetime import UTC, timedelta

import pytest

from mailref.games.by_turns.contents import TurnEffect
from mailref.games.by_turns.course import Course, FromMail
from mailref.games.by_turns.switches import Challenges, Timeout
from mailref.games.chance import SeedDraws, commitment
from mailref.games.events import Event, PlayerJoined
from mailref.games.kind import follow, replay
from mailref.games.unscrabble.book import UnscrabbleBook
from mailref.games.unscrabble.events import UnscrabbleOpened
from mailref.games.unscrabble.game import UnscrabbleGame, unscrabble_game
from mailref.games.unscrabble.kind import KIND
from mailref.games.unscrabble.rules import TilesOrder
from mailref.games.unscrabble.switches import UnscrabbleRules
from mailref.orders.entries import AcceptAct, Act, ChallengeAct, OrdersIf, WrittenOrders
from mailref.record.codec import read_event, read_game, write_event, write_game
from mailref.record.verify import Verified, verify
from mailref.referee.policy import Outcome
from mailref.tiles.board import Axes, Square, square_name
from tests.effort import Tried, sample
from tests.games.classic.examples import STANDARD
from tests.games.classic.test_random import KNOWN, NAMES, SPAN, START, Listed
from tests.games.naive_others import At, may_take, runs, turns, worth
from tests.games.test_other_games import on_board, random_board
from tests.record.first_form import first_form

CHUNK = 10
SEED = bytes(range(32))


def rules(challenge: Challenges = Challenges.NONE, cost: int = 5) -> UnscrabbleRules:
    return UnscrabbleRules(
        most_tiles=STANDARD.most_tiles,
        bonus=STANDARD.bonus,
        extended=STANDARD.extended,
        start=STANDARD.start,
        swap=STANDARD.swap,
        names=STANDARD.names,
        accents=STANDARD.accents,
        axes=Axes.ROWS,
        challenge=challenge,
        challenge_cost=cost,
        challenge_time=timedelta(0),
    )


class Taking:
    """A game played at random, and what a slow referee knows of it."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seats = NAMES[: self.rng.choice((2, 3))]
        self.challenge = self.rng.choice(list(Challenges))
        self.tiles = random_board(self.rng)
        self.before = self.tiles
        opened = UnscrabbleOpened(
            "kiel", "Kiel", "unscrabble", rules(self.challenge), (), commitment(SEED), "", "",
            on_board(self.tiles),
        )  # fmt: skip
        self.first: tuple[Event, ...] = (opened, *(PlayerJoined(name, ()) for name in self.seats))
        self.course = Course(
            follow(KIND.begun_by(opened), self.first[1:]),
            UnscrabbleBook(),
            Listed(),
            SeedDraws(SEED),
            START,
            lambda *_: None,
            seed=SEED.hex(),
        )
        self.course.begin(self.seats[0])
        self.totals = dict.fromkeys(self.seats, 0)
        self.last: tuple[str, int] | None = None
        """Who took last, for how many points."""

    @property
    def game(self) -> UnscrabbleGame:
        return unscrabble_game(self.course.game)

    @property
    def ended(self) -> str:
        return self.game.ended

    def writes(self, player: str, *taken: At, acts: tuple[Act, ...] = ()) -> Outcome:
        self.course.at += timedelta(hours=1)
        squares = [square_name(Square(*at), Axes.ROWS) for at in taken]
        order = TilesOrder(SPAN, tuple((each, each) for each in squares))
        written = WrittenOrders((OrdersIf(None, (order,)),) if taken else (), acts)
        answer = self.course.respond(FromMail(player, self.course.at, "mail"), written)
        if answer.effect is TurnEffect.TAKEN_BACK and self.last is not None:
            name, points = self.last
            self.totals[name] -= points
            self.tiles, self.last = self.before, None
        elif answer.effect is TurnEffect.STANDS and not taken:
            self.totals[player] -= 5
        return answer.outcome

    def take(self, taken: tuple[At, ...]) -> None:
        """Let who is to move take tiles, and agree with the slow referee about it."""
        player = self.course.player
        start = runs(self.tiles)
        is_word = KNOWN.__contains__ if self.challenge is Challenges.NONE else lambda _: True
        may = may_take(self.tiles, taken, start, is_word)

        outcome = self.writes(player, *taken)

        assert (outcome is Outcome.ACCEPTED) == may, (taken, outcome)
        if may:
            points = worth(self.tiles, taken)
            self.totals[player] += points
            self.before, self.last = self.tiles, (player, points)
            self.tiles = {at: tile for at, tile in self.tiles.items() if at not in taken}

    def play_on(self) -> None:
        kind = self.rng.random()
        legal = sorted(set(turns(self.tiles, runs(self.tiles), KNOWN.__contains__)))
        if self.course.is_going_out:
            others = [name for name in self.seats if name != self.last[0]] if self.last else []
            self.writes(self.rng.choice(others), acts=(AcceptAct(),))
        elif kind < 0.1:
            self.course.time_out(Timeout.PASS, 0)
        elif kind < 0.3 and self.game.open_play is not None:
            self.writes(self.course.player, acts=(ChallengeAct((), SPAN),))
        elif kind < 0.6:
            count = min(len(self.tiles), self.rng.randint(1, 4))
            self.take(tuple(self.rng.sample(sorted(self.tiles), count)))
        elif legal:
            self.take(self.rng.choice(legal))


def as_written(game: Taking) -> list[Event]:
    return [read_event(write_event(each)) for each in (*game.first, *game.course.events)]


@pytest.mark.slow
@pytest.mark.parametrize("first", sample(range(0, 500, CHUNK), 1))
def test_random_games_of_unscrabble(first: int, tried: Tried) -> None:
    """None goes on without a legal turn, none ends with one; replay, snapshot and export agree."""
    for seed in range(first, first + CHUNK):
        game = Taking(seed)
        if not any(turns(game.tiles, runs(game.tiles), KNOWN.__contains__)):
            continue
        for _ in range(120):
            if game.ended:
                break
            game.play_on()
            assert game.game.board == on_board(game.tiles)
            assert {n: p.total for n, p in game.game.players.items()} == game.totals
            legal = any(turns(game.tiles, runs(game.tiles), KNOWN.__contains__))
            assert (bool(game.ended) or game.course.is_going_out) == (not legal)
            assert game.ended in ("", "no_turn" if game.tiles else "all_taken")

        events: list[Event] = [*game.first, *game.course.events]
        assert as_written(game) == events
        assert replay(events) == game.game
        assert read_game(write_game(game.game)) == game.game
        told = json.loads(json.dumps(first_form(events, UTC)))
        found = verify(told, SEED)
        assert isinstance(found, Verified), found
    tried("games of Un-Scrabble played by orders at random", CHUNK)
