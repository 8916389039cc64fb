"""Classic games decided again from what all may know of them; what is forged is found (classic 12, 14)."""

from collections import Counter
from datetime import timedelta
from functools import cache

import pytest
from msgspec.structs import replace

from mailref.games.by_turns import events as happened
from mailref.games.by_turns.course import Course, FromMail
from mailref.games.by_turns.game import SeatedGame
from mailref.games.chance import Secret, SeedDraws, common_order
from mailref.games.classic import published as of_turns
from mailref.games.classic.book import ClassicBook, deal
from mailref.games.classic.game import open_turns
from mailref.games.events import Event, PlayerJoined
from mailref.games.game import SameTiles
from mailref.games.kind import follow, replay
from mailref.orders.entries import ResignAct, WrittenOrders
from mailref.record.script import Difference
from mailref.referee import gm_orders as in_turns
from mailref.referee import gm_orders as orders
from mailref.tiles.tile_set import BLANK
from tests.effort import Tried, fewer, sample
from tests.games.by_turns.at_table import AtTable, at_table, kiel
from tests.games.classic.test_random import START, Game, Listed
from tests.games.classic.test_undone import Undoing
from tests.record.deciding import (
    decided,
    forgeries,
    is_undetermined,
    public_events,
    told_of,
    unlike_first,
)
from tests.record.second_thoughts import SecondThoughts, afterwards

VARIANTS = ("classic", "booklet", "open")
GAMES = 300
OWN = {
    "TurnsOpened.id", "TurnsOpened.title", "TurnsOpened.variant", "TurnsOpened.rules",
    "TurnsOpened.lexicon", "TurnsOpened.lexicon_sha256", "TurnsOpened.seats",
    "PlayLaid.received", "PlayLaid.at", "PlayLaid.claims", "PlayLaid.wish", "TilesDrawn.at",
    "TilesDrawn.wish", "ThemeRuled.points", "ThemeRuled dropped", "TurnPassed.why",
}  # fmt: skip
"""What no rule determines, of this kind of game alone."""


class Rethought(Undoing):
    """A random game in which the game master thinks better of much."""

    def __init__(self, number: int) -> None:
        variant = VARIANTS[number % 3]
        super().__init__(variant, number, has_house_rules=number % 2 == 0)
        self.thoughts = SecondThoughts(self.course, number)

    def play_on(self) -> None:
        if self.thoughts.happen(0.1):
            self.course.at += timedelta(hours=7)
            self.seats = self.game.seats
        elif self.chance.random() < 0.2:
            super().play_on()
        else:
            Game.play_on(self)
            self.drawn = []


@cache
def played(number: int, *, is_rethought: bool = True) -> tuple[tuple[Event, ...], tuple[int, ...]]:
    """Return all that is recorded of a random game, and after how many events somebody had done something."""
    straight = Game(VARIANTS[number % 3], number, has_house_rules=number % 2 == 0)
    game = Rethought(number) if is_rethought else straight
    stages: list[int] = []
    while not game.game.is_over and len(stages) < 60:
        game.play_on()
        stages.append(1 + len(game.course.events))
    return (game.opened, *game.course.events), tuple(stages)


def tells_all(events: tuple[Event, ...]) -> bool:
    game = replay(events)
    return isinstance(game, SeatedGame) and game.tells_all


@pytest.mark.parametrize("is_rethought", [True, False])
def test_random_games_are_decided_again_at_any_stage(*, is_rethought: bool, tried: Tried) -> None:
    """Face down while they go on, with all racks and the seed in the end."""
    games = sample(range(GAMES), fewer(3, 1))
    for number in games:
        events, stages = played(number, is_rethought=is_rethought)
        seed = number.to_bytes(32)
        for upto in (*stages[2:-1:7], stages[-1]):
            part = events[:upto]
            for is_open in {tells_all(part), True}:
                public = public_events(part, is_open=is_open)
                found = decided(of_turns, public, seed if is_open else None)
                assert found == public, (number, upto, is_open, found)
                assert decided(of_turns, public) == public, (number, upto, is_open)
                assert told_of(of_turns, public, is_open=is_open) == told_of(
                    of_turns, part, is_open=is_open
                )
    tried("classic games decided again", len(games))


def test_what_format_one_told_is_decided_again(tried: Tried) -> None:
    games = sample(range(GAMES), fewer(3, 1))
    for number in games:
        events, stages = played(number, is_rethought=False)
        for upto in (*stages[2:-1:11], stages[-1]):
            part = events[:upto]
            for is_open in {tells_all(part), True}:
                told = told_of(of_turns, part, is_open=is_open)
                seed = number.to_bytes(32) if is_open else None
                assert unlike_first(of_turns, told, seed, is_open=is_open) == [], (number, upto)
        more = told_of(of_turns, (*events, *afterwards(*replay(events).players)))
        assert unlike_first(of_turns, more, number.to_bytes(32)) == [], number
    tried("exports of format 1 of classic games", len(games))


def test_what_is_forged_is_found_or_no_rule_determines_it(tried: Tried) -> None:
    unseen, number = Counter[str](), 0
    for each in sample(range(GAMES), 1):
        events = played(each)[0]
        public = public_events(events)
        for name, forged in forgeries(public):
            number += 1
            if isinstance(decided(of_turns, forged, each.to_bytes(32)), list):
                unseen[name] += 1

    assert {name for name in unseen if not is_undetermined(name, OWN)} == set()
    tried("forged records of classic games", number)


def at_club() -> AtTable:
    """Return a game with words mixed in, a lot of seats, two bags, a challenge and a time-out, and a new name."""
    inner = '[game.rules]\nbags = 2\nseats = "lot"\nstarter = "draw"\n'
    table = at_table(kiel("lots = true", inner, players=("Anna", "Ben", "Cleo")))
    table.waits(timedelta(days=9))
    table.orders(orders.RenamePlayer("Ben", "Benno"))
    player = table.running().game.turn
    assert player is not None
    table.orders(in_turns.PassForPlayer(player.player))
    table.orders(in_turns.UndoTurn(), "zu früh")
    table.orders(orders.CorrectScore("Anna", 3, None), "verzählt")
    table.orders(orders.EndGame())
    return table


def test_lots_two_bags_a_new_name_and_an_undone_turn_are_decided_again() -> None:
    table = at_club()
    events, seed = tuple(table.records.log["kiel"]), table.records.seeds["kiel"]
    kinds = {type(each) for each in events}
    assert kinds >= {happened.SeatsDrawn, happened.StarterDrawn, happened.TurnUndone}

    public = public_events(events)

    assert decided(of_turns, public, seed) == public
    assert unlike_first(of_turns, told_of(of_turns, events), seed) == []
    drawn = next(at for at, each in enumerate(public) if isinstance(each, happened.SeatsDrawn))
    seats = public[drawn]
    assert isinstance(seats, happened.SeatsDrawn)
    public[drawn] = happened.SeatsDrawn(seats.seats[::-1])
    found = decided(of_turns, public, seed)
    assert isinstance(found, Difference)
    assert found.field.startswith("SeatsDrawn.seats")


def test_a_time_out_before_its_deadline_is_found() -> None:
    table = at_table(kiel())
    table.waits(timedelta(days=9))
    public = public_events(table.records.log["kiel"], is_open=False)
    assert decided(of_turns, public) == public
    at, passed = next(
        (at, each) for at, each in enumerate(public) if isinstance(each, happened.TurnPassed)
    )
    assert passed.why is happened.PassedWhy.TIMEOUT
    began = public[at + 1]
    assert isinstance(began, happened.TurnBegan)

    public[at + 1] = replace(began, at=began.at - timedelta(days=8))

    found = decided(of_turns, public)
    assert isinstance(found, Difference)
    assert (found.round, found.field) == (passed.number, "at")


def test_before_the_end_no_rack_no_bag_and_no_mail_is_public() -> None:
    events, stages = played(4, is_rethought=False)
    for event in public_events(events[: stages[-2]], is_open=False):
        match event:
            case happened.TurnsOpened(bag=held) | happened.TilesExchanged(letters=held):
                assert set(held.value) <= {BLANK}
            case happened.TilesDrawn():
                assert set(event.letters.value + event.put_back.value) <= {BLANK}
                assert (event.nonce.value, event.wish.value) == ("", None)
            case happened.PlayLaid():
                assert (set(event.rack_left.value) <= {BLANK}, event.mail) == (True, "")
            case _:
                assert not isinstance(event, happened.OrderKept | happened.AcceptanceGiven)


class Double(Game):
    """The first of two random games with the same tiles: its seed is told when the other one is over."""

    def __init__(self, number: int) -> None:
        super().__init__("classic", number, goes_straight=True)
        seed = number.to_bytes(32)
        joined = [PlayerJoined(name, ()) for name in self.seats]
        self.opened = replace(
            self.opened,
            seats=(),
            bag=Secret(common_order(seed)),
            same_tiles=SameTiles("other", is_second=False),
        )
        game = follow(open_turns(self.opened), joined)
        draws = SeedDraws(seed, from_top=True)
        self.course = Course(game, ClassicBook(), Listed(), draws, START, lambda *_: None)
        self.course.events += joined
        self.course.begin(deal(self.course))


def test_the_first_of_two_games_with_the_same_tiles_lies_face_down_until_both_are_over() -> None:
    double = Double(1)
    for player in double.seats[:-1]:
        double.course.respond(FromMail(player, START, "mail"), WrittenOrders(acts=(ResignAct(),)))
    events = (double.opened, *double.course.events)
    assert double.game.is_over
    assert not tells_all(events)

    public = public_events(events, is_open=False)

    assert decided(of_turns, public) == public
    assert not [
        e for e in public if isinstance(e, happened.TilesDrawn) and set(e.letters.value) > {"?"}
    ]
    seed = (1).to_bytes(32)
    revealed = (*events, happened.SeedRevealed(seed.hex(), START))
    opened = public_events(revealed)
    assert decided(of_turns, opened, seed) == opened
    assert unlike_first(of_turns, told_of(of_turns, revealed), seed) == []
