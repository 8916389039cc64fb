"""[[game]] of Scrabble-Bingo: its keys, its switches, and what does not belong there (other games 2)."""

from datetime import timedelta

import pytest

from mailref.games.bingo.switches import Call
from mailref.games.by_rounds.policy import PolicyByRounds
from tests.games.bingo.rehearsal import herbst
from tests.settings.written import GAMEMASTER, MAIL, lines, load

WEEKLY = 'schedule = "every week on monday at 20:00"'


def written(keys: str = "", inner: str = "", zats: str = WEEKLY) -> str:
    return "\n".join([MAIL, GAMEMASTER, herbst(keys, inner, zats=zats)])


def test_a_small_table_says_enough() -> None:
    found = load(written())
    assert found.settings is not None
    (policy,) = found.settings.games

    assert isinstance(policy, PolicyByRounds)
    assert (policy.rules.per_round, policy.rules.blanks, policy.rules.call) == (10, True, Call.AUTO)
    assert policy.house_rules == ()
    assert policy.min_round == timedelta(days=1)
    assert [each.line for each in found.warnings] == []


def test_switches_are_house_rules() -> None:
    inner = '[game.rules]\nper_round = 12\nblanks = false\ncall = "player"'
    found = load(written(inner=inner))
    assert found.settings is not None
    (policy,) = found.settings.games

    assert isinstance(policy, PolicyByRounds)
    assert policy.house_rules == ("per_round", "blanks", "call")


@pytest.mark.parametrize(
    ("keys", "inner", "said"),
    [
        pytest.param('letters = "ABC"', "", "letters: belongs to games in rounds", id="rounds"),
        pytest.param('move_time = "5d"', "", "move_time: belongs to games in turns", id="turns"),
        pytest.param(
            "", "[game.rules]\nplays = 2", "plays: belongs to games in rounds", id="plays"
        ),
        pytest.param("", "[game.rules]\ngoal = 9", "goal: belongs to games in turns", id="table"),
        pytest.param(
            "",
            "[game.rules]\nper_round = 0",
            "per_round: must be from 1 to 102, not 0",
            id="number",
        ),
        pytest.param(
            "", '[game.rules]\ncall = "me"', 'call: must be "auto" or "player", not "me"', id="call"
        ),
    ],
)
def test_what_does_not_belong_there_is_named(keys: str, inner: str, said: str) -> None:
    assert any(said in line for line in lines(written(keys, inner))), lines(written(keys, inner))


def test_no_words_are_mixed_into_its_draws() -> None:
    assert any("lots: " in line for line in lines(written("lots = true")))
