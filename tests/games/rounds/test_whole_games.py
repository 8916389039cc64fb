"""Whole games of every variant through the pure core, by seeded players."""

import random

import pytest

from mailref.games.rounds.switches import End, Rules
from mailref.tiles.board import Board
from tests.effort import Tried, fewer, sample
from tests.games.naive_games import Plan
from tests.games.playing import Playing
from tests.tiles.finder import Finder, lying_on, some_words
from tests.tiles.searching import MANY, best_moves
from tests.tiles.variants import ROUND_VARIANTS, rules_of

AREA = 'start = "F6-J10"'
FEW = 2000


def variant_rules(variant: str) -> Rules:
    return rules_of(variant, AREA if variant == "sb" else "")


def playing_with_few_words(variant: str, seed: int) -> Playing:
    """Play with a plain finder, which shares nothing with mailref."""
    finder = Finder(some_words(FEW))
    rng = random.Random(seed)

    def search(board: Board, rack: str, rules: Rules) -> list[tuple[Plan, int]]:
        found = finder.find(lying_on(board), rack, rules, rng, wanted=20)
        return [(Plan((each.asked,)), each.points) for each in found]

    return Playing(variant_rules(variant), seed, search, finder.known, most_rounds=70)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "variant",
    [
        pytest.param(name, marks=[] if name == "dottendorf-1zug" else pytest.mark.slow)
        for name in ROUND_VARIANTS
    ],
)
def test_a_game_of_each_variant_is_played_to_its_end(variant: str) -> None:
    """Tile conservation after every event, totals as the naive scorer has them."""
    playing = playing_with_few_words(variant, seed=1)

    game = playing.play()

    if game.rules.end is End.CLEAR_BOARD:
        assert playing.cleared > 0
    else:
        assert game.is_over
    assert {name: player.total for name, player in game.players.items()} == playing.totals


GAMES = {
    "dottendorf-1zug": 250,
    "dottendorf-2zug": 50,
    "sb": 200,
    "simultan": 200,
    "mono": 50,
    "duplicate-7of8": 125,
    "duplicate-7and8": 125,
}
"""How many of the thousand games are played by which variant."""
CHUNK = fewer(5, 2)
IN_CI = 1
"""How many chunks of each variant the sample has."""


@pytest.mark.sampled(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "first"),
    [
        (variant, first)
        for variant, games in GAMES.items()
        for first in sample(range(0, games, CHUNK), IN_CI)
    ],
)
def test_a_thousand_random_games(variant: str, first: int, tried: Tried) -> None:
    """No illegal board, no lost tile, play equals replay; fixed seeds, about 20,000 words."""
    known = frozenset(some_words(MANY))
    rules = variant_rules(variant)
    most = 45 if rules.end is End.CLEAR_BOARD else 200
    for seed in range(1000 + first, 1000 + first + CHUNK):
        playing = Playing(rules, seed, best_moves, known, most_rounds=most)

        game = playing.play()

        assert game.is_over or playing.cleared > 0
    tried("games played to their end", CHUNK)
