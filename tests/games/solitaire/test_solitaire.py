"""Solitaire: one order of tiles for all (other games 3)."""

import random
from itertools import islice

import pytest
from msgspec.structs import replace

from mailref.games.by_turns.course import Course, FromMail
from mailref.games.by_turns.events import TilesDrawn, TurnsOpened
from mailref.games.by_turns.switches import Challenges
from mailref.games.chance import Secret, common_order
from mailref.games.classic.book import ClassicBook, fill
from mailref.games.classic.game import classic, open_turns
from mailref.games.solitaire.book import DrawsInOrder
from mailref.games.solitaire.game import soloist_total
from mailref.orders.entries import ExchangeOrder, OrdersIf, PassOrder, PlayOrder, WrittenOrders
from mailref.referee.policy import Outcome
from mailref.tiles.board import TILES, Board, in_order
from mailref.tiles.moves import Move, Play, WrittenMove
from tests.effort import Tried, sample
from tests.games.classic.test_random import CLASSIC, SPAN, START, Listed, search

SEED = b"patience"
RULES = replace(CLASSIC, challenge=Challenges.NONE, exchange_min=1)


def soloist(seats: tuple[str, ...], seed: bytes = SEED) -> Course:
    """Return the game of somebody who plays for himself, on one rack or two."""
    opened = TurnsOpened(
        "solo", "Solo", "solitaire", RULES, seats, "", "", "", Board(), Secret(TILES.all_tiles)
    )
    draws = DrawsInOrder.after(seed, ())
    course = Course(open_turns(opened), ClassicBook(), Listed(), draws, START, lambda *_: None)
    for name in seats:
        fill(course, name)
    course.begin(seats[0])
    return course


def drawings(course: Course) -> list[TilesDrawn]:
    return [each for each in course.events if isinstance(each, TilesDrawn)]


def move(course: Course, rng: random.Random) -> None:
    """Lay one of the better plays; where there is none, exchange or pass."""
    game = classic(course.game)
    rack = game.hands[course.player].rack.value
    best = list(islice(search().all_moves(game.board, rack), 20))
    if best:
        found = rng.choice(best)
        tiles = found.new_tiles(game.board)
        free = {tile.square: tile for tile in tiles}
        letters = [
            free[square].letter if square in free else game.board.letter(square) or ""
            for square in found.squares
        ]
        starred = frozenset(
            at
            for at, square in enumerate(found.squares)
            if square in free and free[square].is_blank
        )
        play = Play(found.square, found.direction, "".join(letters), SPAN, starred=starred)
        order: PlayOrder | ExchangeOrder | PassOrder = PlayOrder(
            WrittenMove(Move((play,)), (), SPAN)
        )
    elif rack and len(game.bag.value) >= len(rack) and rng.random() < 0.5:
        order = ExchangeOrder(rack, SPAN)
    else:
        order = PassOrder(SPAN)
    written = WrittenOrders((OrdersIf(None, (order,)),))
    answer = course.respond(FromMail(course.player, START, "mail"), written)
    assert answer.outcome is Outcome.ACCEPTED, (answer, order)


def test_the_order_is_all_tiles_shuffled_once() -> None:
    """The first seven of this seed, from HMAC-SHA-256(patience, `order`), as docs/chance.md says."""
    order = common_order(SEED)

    assert in_order(order) == TILES.all_tiles
    assert order[:7] == "ÜHEENLS"


@pytest.mark.parametrize("seats", [("Anna",), ("Anna I", "Anna II")])
def test_every_soloist_draws_the_same_tiles_whatever_he_lays(seats: tuple[str, ...]) -> None:
    games = [soloist(seats), soloist(seats)]
    for seed, course in enumerate(games):
        rng = random.Random(seed)
        for _ in range(4):
            move(course, rng)

    order = common_order(SEED)
    for course in games:
        at = 0
        for drawing in drawings(course):
            assert drawing.letters.value == in_order(order[at : at + drawing.count])
            at += drawing.count
    first, second = (classic(course.game).board for course in games)
    assert first != second


def test_what_is_put_back_goes_under_the_order() -> None:
    course = soloist(("Anna",))
    rack = classic(course.game).hands["Anna"].rack.value
    written = WrittenOrders((OrdersIf(None, (ExchangeOrder(rack, SPAN),)),))
    course.respond(FromMail("Anna", START, "mail"), written)

    order = common_order(SEED)
    assert classic(course.game).hands["Anna"].rack.value == in_order(order[7:14])
    later = DrawsInOrder.after(SEED, drawings(course))
    assert later.left == order[14:] + rack
    assert later.tiles("rack 9", in_order(later.left), 88) == order[14:]


@pytest.mark.slow
@pytest.mark.parametrize("first", sample(range(0, 100, 2), 1))
def test_games_of_soloists_end_and_lose_no_tile(first: int, tried: Tried) -> None:
    for seed in (first, first + 1):
        course = soloist(("Anna",) if seed % 2 else ("I", "II"), seed.to_bytes(4))
        rng = random.Random(seed)
        for _ in range(200):
            if course.game.is_over:
                break
            move(course, rng)
            game = classic(course.game)
            tiles = game.bag.value + "".join(tile.tile for tile in game.board.tiles)
            tiles += "".join(hand.rack.value for hand in game.hands.values())
            assert in_order(tiles) == TILES.all_tiles
        assert course.game.ended in ("out", "passes")
        if course.game.ended == "passes":
            assert soloist_total(classic(course.game)) == sum(course.game.final.values())
    tried("games of soloists", 2)


def test_what_is_left_on_the_other_rack_is_deducted_and_nobody_gains_by_it() -> None:
    """100 and 80 less a Q (10) and an E (1)."""
    game = classic(soloist(("I", "II")).game)
    totals = {"I": 100, "II": 80}
    racks = {"I": "Q", "II": "E"}
    game = replace(
        game,
        players={n: replace(p, total=totals[n]) for n, p in game.players.items()},
        hands={n: replace(h, rack=Secret(racks[n])) for n, h in game.hands.items()},
    )

    assert soloist_total(game) == 169
