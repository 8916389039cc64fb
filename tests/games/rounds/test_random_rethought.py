"""Games in rounds in which everybody thinks again: the naive referee agrees, and no proof accuses anybody."""

from pathlib import Path

import pytest

from tests.effort import Tried, fewer, sample
from tests.games.rounds.rethought import Rethought

GAMES = 300
ROUNDS = 4
"""So many are played; one is open when the game is left."""
EVERY = [
    pytest.param(number, marks=[] if number == 1 else pytest.mark.slow)
    for number in sorted({1, *sample(range(GAMES), fewer(1, 0))})
]
"""The games tried: one at the desk, all in a soak."""


@pytest.mark.parametrize("number", EVERY)
def test_second_thoughts_commute_and_every_mailed_hash_is_known(
    tmp_path: Path, number: int, tried: Tried
) -> None:
    """Rules 8, second thoughts: totals are sums, and `verify --report` knows each report that was mailed."""
    game = Rethought(tmp_path, number)

    game.play(ROUNDS)

    assert game.wrong == []
    assert game.most_in_a_row >= 3
    tried("games with second thoughts refereed and verified", 1)
    tried("second thoughts", len(game.did))
    tried("hashes of mailed reports found", len(game.mailed))


@pytest.mark.slow
def test_every_second_thought_is_carried_out_in_some_game(tmp_path: Path) -> None:
    """What the games above are worth."""
    done: set[str] = set()
    wanted = {
        "ScoreCorrected", "WordRuled", "RoundReopened", "PlayerLeft", "PlayerReturned",
        "PlayerJoined", "PlayerRenamed", "BaseFixed", "MoveWasLate",
    }  # fmt: skip

    for number in range(1, 9):
        game = Rethought(tmp_path / str(number), number)
        game.play(ROUNDS)
        done |= {type(event).__name__ for event in game.events()}
        if wanted <= done:
            break

    assert wanted - done == set()
