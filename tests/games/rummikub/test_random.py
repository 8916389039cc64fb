"""Random games of WORT-Rummikub: a naive referee agrees, tiles are conserved, replay equals play.

In every game turns are undone, players go out and are renamed, totals corrected; at its end the
export is verified by its seed, and a value changed in it is named.
"""

import copy
import json
import random
from collections import Counter
from datetime import UTC, timedelta
from types import MappingProxyType

import pytest
from msgspec.structs import replace

from mailref.games.by_turns.course import Course, FromMail
from mailref.games.by_turns.events import (
    OrderDropped,
    PassedWhy,
    PlayAccepted,
    PlayChallenged,
    PlayerOut,
    TurnPassed,
    TurnUndone,
)
from mailref.games.by_turns.game import Hand, Turn
from mailref.games.by_turns.switches import Challenges, Timeout
from mailref.games.chance import Secret, SeedDraws, commitment
from mailref.games.events import Event, PlayerJoined, PlayerRenamed, ScoreCorrected
from mailref.games.game import Player
from mailref.games.kind import replay
from mailref.games.rummikub.book import ALL_TILES, TableBook, deal
from mailref.games.rummikub.events import TableOpened, TableWordLaid, TakenWhy, TileTaken, WishSet
from mailref.games.rummikub.game import TableGame, at_table, open_table
from mailref.games.rummikub.rules import Robbed, TakeOrder, WordOrder
from mailref.orders.entries import (
    AcceptAct,
    AnyOrder,
    ChallengeAct,
    OrdersIf,
    PassOrder,
    ResignAct,
    WishAct,
    WrittenOrders,
)
from mailref.record.codec import read_event, read_game, write_event, write_game
from mailref.record.export import Difference, NotAnExportError
from mailref.record.verify import Verified, verify
from mailref.referee.policy import Outcome
from mailref.tiles.board import in_order, without
from tests.effort import Tried, fewer, sample
from tests.games.classic.test_random import KNOWN, NAMES, SPAN, START, WORDS, Listed
from tests.games.rummikub.examples import RULES
from tests.games.rummikub.naive import NaiveTable
from tests.record.changes import leaves, with_other
from tests.record.first_form import first_form

CHUNK = fewer(5, 2)


class Table:
    """A game played at random."""

    def __init__(self, seed: int, starter: str = "draw") -> None:
        self.rng = random.Random(seed)
        self.seats = NAMES[: self.rng.choice((2, 3, 4))]
        challenge = self.rng.choice(list(Challenges))
        rules = replace(
            RULES,
            challenge=challenge,
            goal=self.rng.choice((40, 99)),
            first=self.rng.choice((3, 6)),
            after_refill=self.rng.choice((3, 4)),
            penalty=self.rng.choice((0, 1, 2)),
            starter=starter,
            challenge_cost=self.rng.choice((0, 3)),
        )
        self.seed = seed.to_bytes(32)
        self.opened = TableOpened(
            "kiel", "Kiel", "rummikub", rules, (), commitment(self.seed), "", ""
        )
        self.course = Course(
            open_table(self.opened),
            TableBook(),
            Listed(),
            SeedDraws(self.seed),
            START,
            lambda *_: None,
            self.seed.hex(),
        )
        for name in self.seats:
            self.course.record(PlayerJoined(name, ()))
        deal(self.course)
        self.course.begin(self.game.seats[0])
        self.naive = NaiveTable(
            seats=list(self.game.seats),
            racks={name: Counter(hand.rack.value) for name, hand in self.game.hands.items()},
            stacks=[stack.value for stack in self.game.stacks],
            is_valid=KNOWN.__contains__,
            goal=rules.goal,
            first=rules.first,
            after_refill=rules.after_refill,
            penalty=rules.penalty,
            cost=rules.challenge_cost,
        )
        self.asides = random.Random(f"aside {seed}")
        self.undone = 0
        self.before_move: NaiveTable | None = None
        self.followed = len(self.course.events)

    @property
    def game(self) -> TableGame:
        return at_table(self.course.game)

    def do(self, player: str, written: WrittenOrders) -> Outcome:
        """Let a player do something; the naive referee tells whether a word of his may be laid."""
        self.course.at += timedelta(hours=1)
        may_be_laid = self._may_be_laid(player, written)
        outcome = self.course.respond(FromMail(player, self.course.at, "mail"), written).outcome
        if may_be_laid is not None:
            assert (outcome is not Outcome.REJECTED) == may_be_laid, written
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
            if _is_move(event):
                self.before_move = copy.deepcopy(self.naive)
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
                case _:
                    self._follow_aside(event)
        self.followed = len(self.course.events)
        self.compare()

    def _follow_aside(self, event: Event) -> None:
        match event:
            case PlayAccepted():
                self.naive.stand()
            case PlayChallenged(player=player):
                self.naive.doubt(player)
            case PlayerOut(player=player):
                self.naive.leave(player)
                if self.before_move is not None:
                    self.before_move.leave(player)
            case PlayerRenamed(name=old, new_name=new):
                self._renamed(old, new)
            case ScoreCorrected(player=player, points=points):
                self.naive.totals[player] += points
                if self.before_move is not None:
                    self.before_move.totals[player] += points
            case TurnUndone():
                assert self.before_move is not None
                self.before_move.wishes = self.naive.wishes
                self.naive, self.before_move = self.before_move, None
            case WishSet(player=player, letters=letters):
                self.naive.wishes[player] = letters.value
            case _:
                pass

    def compare(self) -> None:
        game, naive = self.game, self.naive
        assert sorted(game.table) == sorted(naive.table)
        assert [stack.value for stack in game.stacks] == naive.stacks
        assert {n: Counter(h.rack.value) for n, h in game.hands.items()} == naive.racks
        assert {name: player.total for name, player in game.players.items()} == naive.totals
        assert dict(game.needs) == naive.need
        assert game.ended == naive.ended

    def _renamed(self, old: str, new: str) -> None:
        self.naive.rename(old, new)
        if self.before_move is not None:
            self.before_move.wishes = {}
            self.before_move.rename(old, new)
        self.seats = tuple(new if name == old else name for name in self.seats)

    def happens_beside(self) -> None:
        """Let the game master or a player do something that is no move, now and then."""
        choice, before = self.asides.random(), self.game.before_move
        name = self.asides.choice(self.game.playing)
        if choice < 0.03 and before is not None and before.turn is not None:
            for kept in tuple(self.game.kept):
                self.course.record(OrderDropped(kept, "over"))
            self.course.record(TurnUndone(before.turn.number, "read wrongly"))
            self.course.begin_again()
            self.undone += 1
        elif choice < 0.035:
            self.course.respond(FromMail(name, self.course.at, "mail"), acting(ResignAct()))
        elif choice < 0.05:
            points = self.asides.choice((-2, 5))
            self.course.record(ScoreCorrected(name, self.course.number, points, "miscounted"))
        elif choice < 0.06:
            self.course.record(PlayerRenamed(name, f"{name}a", "asked for"))
        self.follow()

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
            self.course.time_out(Timeout.PASS, 0)
            self.follow()
        elif choice < 0.45:
            self.do(self.rng.choice(others), ordered(self._move(player)))
        elif self.do(player, ordered(self._move(player))) is Outcome.REJECTED:
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


def _is_move(event: Event) -> bool:
    if isinstance(event, TileTaken):
        return event.why in (TakenWhy.TURN, TakenWhy.TIMEOUT)
    return isinstance(event, TableWordLaid | TurnPassed)


def acting(act: AcceptAct | ChallengeAct | ResignAct | WishAct) -> WrittenOrders:
    return WrittenOrders(acts=(act,))


def ordered(order: AnyOrder) -> WrittenOrders:
    return WrittenOrders((OrdersIf(None, (order,)),))


def tiles_of(game: TableGame) -> str:
    """Return every tile of a game, wherever it is."""
    racks = "".join(hand.rack.value for hand in game.hands.values())
    return in_order(racks + "".join(game.table) + "".join(s.value for s in game.stacks))


@pytest.mark.slow
@pytest.mark.parametrize("first", sample(range(0, 500, CHUNK), 1))
def test_five_hundred_random_games_at_the_table(first: int, tried: Tried) -> None:
    undone = 0
    for seed in range(first, first + CHUNK):
        table = Table(seed)
        for _ in range(300):
            if not table.game.is_over:
                table.happens_beside()
            if table.game.is_over:
                break
            table.play_on()
            assert tiles_of(table.game) == ALL_TILES

        read_back = [read_event(write_event(e)) for e in (table.opened, *table.course.events)]
        assert read_back == [table.opened, *table.course.events]
        assert replay(read_back) == table.game
        assert read_game(write_game(table.game)) == table.game
        assert set(table.game.table) <= table.game.laid
        is_verified(table, seed)
        undone += table.undone
    assert undone
    tried("games of WORT-Rummikub played at random", CHUNK)


def is_verified(table: Table, seed: int) -> None:
    """Prove the export with its seed and, while the game runs, without; then change a value of it."""
    events = (table.opened, *table.course.events)
    told = json.loads(json.dumps(first_form(events, UTC)))
    assert isinstance(verify(told), Verified), (seed, verify(told))
    full = json.loads(json.dumps(first_form(events, UTC, reveals=True)))
    given = None if table.game.is_over else table.seed
    found = verify(full, given)
    assert isinstance(found, Verified), (seed, found)
    assert found.with_chance

    for path in table.asides.sample(list(leaves(full)), 3):
        changed = with_other(full, path, is_signed=False)
        try:
            named = verify(changed, given)
        except NotAnExportError:
            continue
        assert isinstance(named, Difference), (seed, path)


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
        course.respond(FromMail(player, course.at, "mail"), ordered(order))
        ended.append(course.game.ended)

    assert ended == ["", "", "", "passes"]


def test_who_was_renamed_since_the_turn_that_is_undone_needs_what_he_needed() -> None:
    """Table games 4: and his next word has as many letters as before it, under his new name."""
    table = Table(3)
    name = table.course.player
    table.do(name, WrittenOrders((OrdersIf(None, (TakeOrder("1", SPAN),)),)))
    table.course.record(PlayerRenamed(name, "Zoe", "asked for"))
    table.course.record(TurnUndone(1, "read wrongly"))

    assert set(table.game.needs) == set(table.game.seats)
    assert table.game.needs["Zoe"] == 6


def test_who_begins_by_the_settings_is_given_the_s_and_the_next_one_the_a() -> None:
    """Table games 1; the third tile is drawn, and the export is proved."""
    for seed in range(30):
        table = Table(seed, starter="Ben")
        order = table.game.seats
        assert order[0] == table.course.player == "Ben"
        racks = [table.game.hands[name].rack.value for name in order]
        assert "S" in racks[0]
        assert "A" in racks[1]
        assert [len(rack) for rack in racks] == [14] * len(order)
        is_verified(table, seed)


def test_who_needs_no_more_letters_at_first_lays_all_the_same_before_he_changes() -> None:
    """Table games 2: with first = 3 he may lay three letters, and change nothing yet."""
    table = Table(3)
    player = table.course.player
    rules = replace(table.game.rules, first=3, challenge=Challenges.NONE)
    needs = MappingProxyType(dict.fromkeys(table.seats, 3))
    hand = replace(table.game.hands[player], rack=Secret("EHRV"))
    hands = MappingProxyType({**table.game.hands, player: hand})
    table.course.game = replace(
        table.game, table=("LIEBEN",), rules=rules, needs=needs, hands=hands
    )

    extends = ordered(WordOrder("LIEBENR", SPAN, extends="LIEBEN"))
    refused = table.course.respond(FromMail(player, table.course.at, "mail"), extends)
    laid = table.course.respond(
        FromMail(player, table.course.at, "mail"), ordered(WordOrder("HER", SPAN))
    )

    assert "must_lay_first" in [fault.code for fault in refused.faults]
    assert laid.outcome is Outcome.ACCEPTED
    assert player not in table.game.must_lay


def test_an_export_names_the_turns_that_were_undone() -> None:
    table = next(each for each in map(Table, range(20)) if len(each.seats) > 2)
    name = table.course.player
    table.do(name, WrittenOrders((OrdersIf(None, (TakeOrder("1", SPAN),)),)))
    table.course.record(ScoreCorrected(name, 2, 5, "miscounted"))
    table.course.respond(FromMail(name, table.course.at, "mail"), acting(ResignAct()))
    assert len(table.seats) > 2
    table.course.record(TurnUndone(1, "read wrongly"))
    table.course.begin_again()

    told = json.loads(json.dumps(first_form((table.opened, *table.course.events), UTC)))

    assert told["undone"] == [{"number": 1, "player": name, "because": "read wrongly"}]
    assert told["turns"] == []
    assert told["out"] == [{"player": name, "why": "resigned", "after": 0, "open": False}]
    assert told["to_move"] == {"number": 1, "player": table.game.after(name)}
    assert [(each["points"], each["after"]) for each in told["adjustments"]] == [(5, 0)]
    assert isinstance(verify(told), Verified), verify(told)


def test_letters_doubted_off_go_under_the_stacks_when_who_laid_them_is_out() -> None:
    """Table games 4, 5: he has no rack to take them back on, and takes no tile more."""
    table = next(
        each
        for each in map(Table, range(40))
        if len(each.seats) > 2 and each.game.rules.may_challenge and each.game.rules.penalty
    )
    name, other = table.course.player, table.game.after(table.course.player)
    rack = table.game.hands[name].rack.value
    before = [stack.value for stack in table.game.stacks]
    table.course.game = replace(table.game, needs=MappingProxyType(dict.fromkeys(table.seats, 3)))
    nonsense = next(
        word
        for word in ("".join(reversed(rack[at : at + 3])) for at in range(9))
        if word not in KNOWN
    )
    table.naive.need = dict.fromkeys(table.seats, 3)
    table.do(name, ordered(WordOrder(nonsense, SPAN)))
    table.course.respond(FromMail(name, table.course.at, "mail"), acting(ResignAct()))
    table.follow()
    table.do(other, acting(ChallengeAct((), SPAN)))

    left = without(rack, nonsense)
    under = [left[at::4] + in_order(nonsense)[at::4] for at in range(4)]
    assert [stack.value for stack in table.game.stacks] == list(map(str.__add__, before, under))
    assert (table.game.hands[name].rack.value, table.game.table) == ("", ())
    is_verified(table, 0)


def test_who_goes_out_with_an_empty_rack_takes_no_seven_before_the_next_tile_is_taken() -> None:
    """Table games 4, 5: what the next player takes is the tile that lies open."""
    table = next(
        each
        for each in map(Table, range(40))
        if len(each.seats) > 2 and each.game.rules.may_challenge
    )
    name, other = table.course.player, table.game.after(table.course.player)
    rack = table.game.hands[name].rack.value
    table.do(name, ordered(WordOrder(rack, SPAN)))
    table.course.respond(FromMail(name, table.course.at, "mail"), acting(ResignAct()))
    table.follow()
    tops = table.game.tops

    table.do(other, ordered(TakeOrder("1", SPAN)))

    assert tiles_of(table.game) == ALL_TILES
    assert table.game.hands[other].rack.value.count(tops[0]) >= 1
    assert sum(table.game.heights) == 112 - 14 * len(table.seats) - 1
