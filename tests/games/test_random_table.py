"""Random games of WORT-Rummikub: tiles are conserved whatever is done, and replay equals play."""

import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest

from mailref.journal.codec import read_event, read_game, write_event, write_game
from mailref.rules.board import in_order
from mailref.rules.replay import replay
from mailref.rules.table.table_book import ALL_TILES, TableBook, at_table, deal
from mailref.rules.table.table_events import TableOpened
from mailref.rules.table.table_game import TableGame, open_table
from mailref.rules.table.table_orders import Robbed, TakeOrder, WordOrder
from mailref.rules.turns.course import Course
from mailref.rules.turns.orders import (
    AcceptAct,
    AnyOrder,
    ChallengeAct,
    OrdersIf,
    PassOrder,
    WishAct,
    WrittenOrders,
)
from mailref.rules.turns.respond import FromMail, TurnOutcome, respond, time_out
from mailref.rules.turns.turn_game import SeedDraws
from mailref.rules.turns.turn_rules import Challenges, Timeout
from tests.effort import Tried, sample
from tests.games.table_examples import RULES
from tests.games.test_random_turns import KNOWN, NAMES, SPAN, START, WORDS, Listed

CHUNK = 5


class Table:
    """A game played at random."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seats = NAMES[: self.rng.choice((2, 3, 4))]
        challenge = self.rng.choice(list(Challenges))
        rules = replace(RULES, challenge=challenge, goal=self.rng.choice((40, 99)))
        self.opened = TableOpened("kiel", "Kiel", "rummikub", rules, self.seats, "", "", "")
        self.course = Course(
            open_table(self.opened),
            TableBook(),
            Listed(),
            SeedDraws(seed.to_bytes(32)),
            START,
            lambda _: None,
        )
        deal(self.course)
        self.course.begin(self.game.seats[0])

    @property
    def game(self) -> TableGame:
        return at_table(self.course.game)

    def do(self, player: str, written: WrittenOrders) -> TurnOutcome:
        self.course.at += timedelta(hours=1)
        return respond(self.course, FromMail(player, self.course.at, "mail"), written).outcome

    def play_on(self) -> None:
        """Let somebody do something."""
        choice = self.rng.random()
        player = self.course.player
        others = [name for name in self.game.playing if name != player]
        if choice < 0.1:
            self.do(self.rng.choice(self.seats), acting(AcceptAct()))
        elif choice < 0.25:
            self.do(self.rng.choice(self.seats), acting(ChallengeAct((), SPAN)))
        elif choice < 0.3:
            letters = "".join(self.rng.choices("ENISRATDHU", k=5))
            self.do(self.rng.choice(self.seats), acting(WishAct(letters)))
        elif choice < 0.35:
            time_out(self.course, Timeout.PASS, 0)
        elif choice < 0.45:
            self.do(self.rng.choice(others), ordered(self._move(player)))
        elif self.do(player, ordered(self._move(player))) is TurnOutcome.REJECTED:
            moves = (TakeOrder(str(stack), SPAN) for stack in (1, 2, 3, 4))
            self.do(player, WrittenOrders((OrdersIf(None, (*moves, PassOrder(SPAN))),)))
            self.do(player, acting(AcceptAct()))

    def _move(self, player: str) -> AnyOrder:
        rack = Counter(self.game.hands[player].rack.value)
        kind = self.rng.random()
        words = self.rng.sample(WORDS, 1500)
        if kind < 0.5 or not self.game.table:
            fitting = [word for word in words if Counter(word) <= rack]
            if fitting:
                return WordOrder(max(fitting, key=len), SPAN)
            return TakeOrder(self.rng.choice("1234"), SPAN)
        old = self.rng.choice(self.game.table)
        letter = self.rng.choice(old)
        for word in words:
            if kind < 0.7 and old in word and old != word:
                return WordOrder(word, SPAN, extends=old)
            if letter in word and Counter(word) <= rack + Counter(letter):
                return WordOrder(word, SPAN, robbed=(Robbed(letter, old),))
        return TakeOrder(letter, SPAN)


def acting(act: AcceptAct | ChallengeAct | WishAct) -> WrittenOrders:
    return WrittenOrders(acts=(act,))


def ordered(order: AnyOrder) -> WrittenOrders:
    return WrittenOrders((OrdersIf(None, (order,)),))


def tiles_of(game: TableGame) -> str:
    """Return every tile of a game, wherever it is."""
    racks = "".join(hand.rack.value for hand in game.hands.values())
    return in_order(racks + "".join(game.table) + "".join(s.value for s in game.stacks))


@pytest.mark.slow
@pytest.mark.parametrize("first", sample(range(0, 500, CHUNK), 3))
def test_five_hundred_random_games_at_the_table(first: int, tried: Tried) -> None:
    for seed in range(first, first + CHUNK):
        table = Table(seed)
        for _ in range(300):
            if table.game.is_over:
                break
            table.play_on()
            assert tiles_of(table.game) == ALL_TILES
            totals = [player.total for player in table.game.players.values()]
            assert all(total >= 0 for total in totals)

        read_back = [read_event(write_event(e)) for e in (table.opened, *table.course.events)]
        assert read_back == [table.opened, *table.course.events]
        assert replay(read_back) == table.game
        assert read_game(write_game(table.game)) == table.game
        assert set(table.game.table) <= table.game.laid
    tried("games of WORT-Rummikub played at random", CHUNK)


def test_whoever_gets_s_begins_and_everybody_has_fourteen() -> None:
    game = Table(3).game

    assert game.turn is not None
    assert "S" in game.hands[game.turn.player].rack.value
    assert [len(hand.rack.value) for hand in game.hands.values()] == [14] * len(game.seats)
    assert sum(game.heights) + 14 * len(game.seats) == 112
    assert len(KNOWN) > 1000
