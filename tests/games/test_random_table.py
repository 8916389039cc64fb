"""Random games of WORT-Rummikub: a naive referee agrees, tiles are conserved, replay equals play."""

import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from types import MappingProxyType

import pytest

from mailref.journal.codec import read_event, read_game, write_event, write_game
from mailref.rules.board import in_order
from mailref.rules.game import Player
from mailref.rules.replay import replay
from mailref.rules.table.table_book import ALL_TILES, TableBook, at_table, deal
from mailref.rules.table.table_events import (
    TableOpened,
    TableWordLaid,
    TakenWhy,
    TileTaken,
    WishSet,
)
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
from mailref.rules.turns.seated_game import Hand, Turn
from mailref.rules.turns.turn_events import (
    PassedWhy,
    PlayAccepted,
    PlayChallenged,
    TurnPassed,
)
from mailref.rules.turns.turn_game import SeedDraws
from mailref.rules.turns.turn_rules import Challenges, Secret, Timeout
from tests.effort import Tried, sample
from tests.games.naive_table import NaiveTable
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
            lambda *_: None,
        )
        deal(self.course)
        self.course.begin(self.game.seats[0])
        self.naive = NaiveTable(
            seats=list(self.game.seats),
            racks={name: Counter(hand.rack.value) for name, hand in self.game.hands.items()},
            stacks=[stack.value for stack in self.game.stacks],
            is_valid=KNOWN.__contains__,
            goal=rules.goal,
        )
        self.followed = len(self.course.events)

    @property
    def game(self) -> TableGame:
        return at_table(self.course.game)

    def do(self, player: str, written: WrittenOrders) -> TurnOutcome:
        """Let a player do something; the naive referee tells whether a word of his may be laid."""
        self.course.at += timedelta(hours=1)
        may_be_laid = self._may_be_laid(player, written)
        outcome = respond(self.course, FromMail(player, self.course.at, "mail"), written).outcome
        if may_be_laid is not None:
            assert (outcome is not TurnOutcome.REJECTED) == may_be_laid, written
        self.follow()
        return outcome

    def _may_be_laid(self, player: str, written: WrittenOrders) -> bool | None:
        """Return whether the one word that is to be laid now may be; None where none is."""
        orders = [order for group in written.groups for order in group.orders]
        if len(orders) != 1 or not isinstance(orders[0], WordOrder) or player != self.course.player:
            return None
        if self.game.is_over or self.course.is_going_out or self.course.is_window_open:
            return None
        result = self.naive.result(player, *told(orders[0]))
        is_open = self.game.rules.challenge is Challenges.NONE
        return result is not None and not (is_open and not all(map(self.naive.is_valid, result[2])))

    def follow(self) -> None:
        """Tell the naive referee what was done, and compare how things stand."""
        for event in self.course.events[self.followed :]:
            match event:
                case TableWordLaid(player=player, made=made):
                    extends = next((e.word for e in made.sources if not e.left), None)
                    robbed = [(each.letters, each.word) for each in made.sources if each.left]
                    self.naive.lay(player, made.word, extends, robbed)
                case TileTaken(player=player, stack=stack, why=TakenWhy.TURN):
                    self.naive.take(player, stack)
                case (
                    TileTaken(player=player, why=TakenWhy.TIMEOUT)
                    | TurnPassed(player=player, why=PassedWhy.TIMEOUT)
                ):
                    self.naive.time_out(player)
                case TurnPassed(player=player):
                    self.naive.pass_(player)
                case PlayAccepted():
                    self.naive.stand()
                case PlayChallenged():
                    self.naive.doubt()
                case WishSet(player=player, letters=letters):
                    self.naive.wishes[player] = letters.value
                case _:
                    pass
        self.followed = len(self.course.events)
        self.compare()

    def compare(self) -> None:
        game, naive = self.game, self.naive
        assert sorted(game.table) == sorted(naive.table)
        assert [stack.value for stack in game.stacks] == naive.stacks
        assert {n: Counter(h.rack.value) for n, h in game.hands.items()} == naive.racks
        assert {name: player.total for name, player in game.players.items()} == naive.totals
        assert dict(game.needs) == naive.need
        assert game.ended == naive.ended

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
            self.follow()
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


def told(order: WordOrder) -> tuple[str, str | None, list[tuple[str, str]]]:
    """Return an order as the naive referee takes it."""
    return order.word, order.extends, [(each.letters, each.word) for each in order.robbed]


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


def test_a_pass_before_the_last_word_is_not_in_a_row_with_one_after_it() -> None:
    """Table games 6: Ben passes, Cleo lays her last tiles, Anna passes: Ben may use Cleo's word."""
    table = Table(1)
    course = table.course
    course.game = replace(
        table.game,
        seats=("Ben", "Cleo", "Anna"),
        stacks=(Secret(""),) * 4,
        rules=replace(table.game.rules, challenge=Challenges.NONE),
        needs=MappingProxyType(dict.fromkeys(NAMES, 3)),
        hands=MappingProxyType(
            {
                "Ben": Hand(rack=Secret("X")),
                "Cleo": Hand(rack=Secret("EHR")),
                "Anna": Hand(rack=Secret("Q")),
            }
        ),
        players=MappingProxyType({n: Player(name=n, addresses=(), total=0) for n in NAMES[:3]}),
        turn=Turn(1, "Ben", START, None),
    )
    ended = []
    for player, order in (
        ("Ben", PassOrder(SPAN)),
        ("Cleo", WordOrder("HER", SPAN)),
        ("Anna", PassOrder(SPAN)),
        ("Ben", PassOrder(SPAN)),
    ):
        respond(course, FromMail(player, course.at, "mail"), ordered(order))
        ended.append(course.game.ended)

    assert ended == ["", "", "", "passes"]
