"""Games in which everything happens: no disagreement with the naive referee, and proofs that hold."""

import json
import random
from datetime import UTC
from functools import lru_cache

import pytest

from mailref.record.as_json import Json
from mailref.record.verify import Verified, verify
from tests.effort import Tried, fewer, sample
from tests.record.changes import Path, examples, place_named, round_named, with_other
from tests.record.eventful import Eventful, played
from tests.record.first_form import first_form
from tests.record.outsider import Outsider

GAMES = 400
CHANGES = 6
"""How many values of each game are changed, each by itself."""
FIRST_ROUNDS, WHOLE = 12, 200


@lru_cache(maxsize=12)
def game_of(number: int) -> Eventful:
    is_whole = number // 9 % 5 == 0
    return played(number, WHOLE if is_whole else FIRST_ROUNDS)


@lru_cache(maxsize=12)
def exported(number: int) -> dict[str, Json]:
    return first_form(game_of(number).events, UTC)


def changes(number: int) -> list[Path]:
    """Return some values of a game's export, of different kinds."""
    rng = random.Random(number)
    kinds = [paths for _, paths in sorted(examples(exported(number), of_each=100).items())]
    return [rng.choice(paths) for paths in rng.sample(kinds, CHANGES)]


EVERY = [
    pytest.param(number, marks=[] if number == 14 else pytest.mark.slow)
    for number in sorted({14, *sample(range(GAMES), fewer(3, 1))})
]
"""The games tried: one at the desk."""


@pytest.mark.slow
@pytest.mark.parametrize("number", EVERY)
def test_a_game_in_which_everything_happens_is_refereed_and_proved(
    number: int, tried: Tried
) -> None:
    """The naive referee has the same points, `verify` is content, and an outsider draws the same."""
    game, export = game_of(number), exported(number)

    found = verify(export, game.seed)

    assert game.disagreements == []
    assert isinstance(found, Verified), found
    assert isinstance(verify(export), Verified)
    outsider = Outsider(json.loads(json.dumps(export)), game.seed)
    assert outsider.wrong() == []
    assert outsider.draws > 0
    tried("eventful games refereed, verified and drawn again", 1)
    tried("draws and lots made again by an outsider", outsider.draws + outsider.lots)


@pytest.mark.parametrize("number", EVERY)
def test_a_changed_value_is_named_where_it_stands(number: int, tried: Tried) -> None:
    """The hash of the whole is made to fit again; rules and the reports' hashes tell."""
    game, export = game_of(number), exported(number)

    named = {
        path: place_named(with_other(export, path, is_signed=True), game.seed)
        for path in changes(number)
    }

    assert [path for path, place in named.items() if place is None] == []
    wanted = {path: round_named(export, path) for path in named}
    assert [
        (path, wanted[path], place)
        for path, place in named.items()
        if place is not None and wanted[path] not in (None, place[0])
    ] == []
    tried("single values changed", len(named))


@pytest.mark.slow
def test_everything_happens_in_the_games() -> None:
    """What the trials above are worth: no kind of event is missing from a few of them."""
    wanted = {
        "MoveEntered", "MoveWasLate", "WordRuled", "ScoreCorrected", "RoundReopened", "DrawnAnew",
        "PlayerLeft", "PlayerReturned", "PlayerJoined", "LotWordGiven", "DrawsMixed",
        "a blank exchanged", "a blank laid", "a set laid", "a final round",
    }  # fmt: skip

    for number in (6, 11, *range(12, 20)):
        wanted -= set(game_of(number).counts)
        if not wanted:
            break

    assert wanted == set()
