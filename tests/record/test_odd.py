"""No false alarm: whatever a game master may do, what was recorded verifies clean (contract 1)."""

from datetime import UTC

import pytest
from msgspec.structs import replace

from mailref.games.rounds.switches import Rules, Tie
from mailref.record.verify import Verified, verify
from tests.effort import Tried, sample
from tests.record.first_form import first_form
from tests.record.odd import play_oddly
from tests.tiles.builders import board
from tests.tiles.variants import ONE, SIMULTAN, TWO, rules_of

BY_GAME_MASTER = (Tie.MORE_TILES, Tie.FEWER_BLANKS, Tie.EARLIEST, Tie.GAME_MASTER)
GAMES = {
    "one": ONE,
    "two": TWO,
    "sb": rules_of("sb", 'start = "F6-J10"'),
    "simultan": SIMULTAN,
    "ties by the game master": replace(ONE, ties=BY_GAME_MASTER),
    "ties by the alphabet": replace(ONE, ties=(Tie.ALPHABETICAL, Tie.LOT)),
}


def check(rules: Rules, number: int, rounds: int) -> None:
    over = board("F8w HAUS") if number % 3 == 0 else None
    table = play_oddly(rules, number, rounds, over=over)
    export = first_form(table.events, UTC)

    without, with_seed = verify(export), verify(export, table.seed)

    assert isinstance(without, Verified)
    assert isinstance(with_seed, Verified)
    assert with_seed.with_chance


@pytest.mark.each_once
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())
def test_rulings_corrections_and_reopened_rounds_verify_clean(rules: Rules, number: int) -> None:
    """Appended events; everything after is recomputed."""
    check(rules, number, rounds=4)


@pytest.mark.sampled(2)
@pytest.mark.slow
@pytest.mark.parametrize("number", sample(range(3, 103), 1))
@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES.keys())
def test_many_more_such_games_verify_clean(rules: Rules, number: int, tried: Tried) -> None:
    check(rules, number, rounds=8)
    tried("games with rulings and corrections verified", 1)
