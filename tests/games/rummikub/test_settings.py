"""[[game]] of WORT-Rummikub: its switches, and what is a fault in them (table games 9)."""

import pytest

from mailref.games.by_turns.switches import Challenges, Unlisted
from mailref.games.rummikub.switches import SWITCHES, Insert, Repeat, TableRules
from mailref.settings.load import variants
from tests.games.by_turns.test_settings import file, policy, said

_SET: dict[str, object] = {
    "first": 5,
    "least": 4,
    "after_refill": 5,
    "refill": 3,
    "goal": 50,
    "penalty": 2,
    "challenge": "allowed",
    "doubt_cost": 4,
    "challenge_time": "36h",
    "repeat": "lying",
    "insert": "ends",
    "unlisted": "refuse",
    "accents": "refuse",
    "names": True,
    "seats": "lot",
    "starter": "listed",
}


def test_the_variant_is_the_game_as_the_seed_has_it() -> None:
    """Seed 004: 6, 3 and 4 letters, seven new tiles, 99 points, a tile for a word doubted off."""
    rules, faults = SWITCHES.read(variants()["rummikub"], {})

    assert faults == ()
    assert (rules.first, rules.least, rules.after_refill) == (6, 3, 4)
    assert (rules.refill_tiles, rules.goal, rules.penalty, rules.challenge_cost) == (7, 99, 1, 0)
    assert (rules.repeat, rules.insert) == (Repeat.EVER, Insert.ANYWHERE)
    assert (rules.challenge, rules.unlisted) == (Challenges.ALLOWED, Unlisted.ASK)


def test_every_switch_can_be_set_and_is_told_as_it_was_set() -> None:
    assert set(_SET) == set(SWITCHES.keys)

    rules, faults = SWITCHES.read({}, _SET)

    assert faults == ()
    assert SWITCHES.table(rules) == _SET
    assert SWITCHES.read({}, SWITCHES.table(rules)) == (rules, ())


def test_a_file_has_the_switches_of_its_game() -> None:
    found = policy("", "[game.rules]\ngoal = 50\n", variant="rummikub").rules

    assert isinstance(found, TableRules)
    assert found.goal == 50


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        ("first = 1", "first: must be from 2 to 15, not 1"),
        ("least = 16", "least: must be from 2 to 15, not 16"),
        ('after_refill = "4"', 'after_refill: must be a whole number, not "4"'),
        ("refill = 15", "refill: must be from 0 to 14, not 15"),
        ("goal = 0", "goal: must be from 1 to 10000, not 0"),
        ("penalty = -1", "penalty: must be from 0 to 14, not -1"),
        ("doubt_cost = 1001", "doubt_cost: must be from 0 to 1000, not 1001"),
        ('repeat = "never"', 'repeat: must be "ever" or "lying", not "never"'),
        ('insert = "front"', 'insert: must be "anywhere" or "ends", not "front"'),
        ('seats = "random"', 'seats: must be "listed" or "lot", not "random"'),
        ('starter = "Cleo"', 'starter: must be "draw", "listed" or a player, not "Cleo"'),
        ("first = 3\nleast = 4", "first: is less than least = 4, which holds for every word"),
        ("least = 5", "after_refill: is less than least = 5, which holds for every word"),
        (
            'challenge = "none"\ndoubt_cost = 5',
            'doubt_cost: says nothing where challenge = "none"; one of them must go',
        ),
        (
            'challenge = "none"\nchallenge_time = "1d"',
            'challenge_time: says nothing where challenge = "none"; one of them must go',
        ),
        ("rack = 8", "rack: "),
        ("challenge_cost = 5", "challenge_cost: "),
        ('ties = ["earliest"]', "ties: "),
    ],
)
def test_what_is_wrong_with_a_switch_is_said(rules: str, fault: str) -> None:
    found = said(file("", f"[game.rules]\n{rules}\n", variant="rummikub"))

    assert any(f"[game.rules] {fault}" in each for each in found), found


@pytest.mark.parametrize(
    ("inner", "fault"),
    [
        ('[game.theme]\nname = "Reise"\n', '[game.theme]: says nothing in variant = "rummikub"'),
        (
            '[game.start]\nturn = 3\nto_move = "Anna"\n',
            '[game.start]: says nothing in variant = "rummikub": it begins with the first tiles',
        ),
    ],
)
def test_what_only_a_board_knows_is_refused(inner: str, fault: str) -> None:
    assert any(fault in each for each in said(file("", inner, variant="rummikub")))
