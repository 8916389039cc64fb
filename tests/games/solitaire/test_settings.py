"""[[game]] of a league of soloists: its switches and the ZAT of the whole game (other games 3)."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from mailref.games.solitaire.policy import SoloPolicy
from mailref.games.solitaire.switches import SWITCHES
from mailref.settings.load import variants
from mailref.tiles.board import Accents, Axes, BonusTable
from tests.games.by_turns.test_settings import file, said
from tests.settings.written import settings

ZAT = 'deadline = "31.01.2027 20:00"'


def league(inner: str = "", keys: str = ZAT) -> SoloPolicy:
    (found,) = settings(file(keys, inner, variant="solitaire")).games
    assert isinstance(found, SoloPolicy)
    return found


@pytest.mark.parametrize(("variant", "racks"), [("solitaire", 1), ("solitaire-two", 2)])
def test_a_variant_names_every_switch_with_its_default(variant: str, racks: int) -> None:
    rules, faults = SWITCHES.read(variants()[variant], {})
    bare, _ = SWITCHES.read({"racks": racks}, {})

    assert faults == ()
    assert rules == bare
    assert (rules.racks, rules.rack, rules.bonus) == (racks, 7, BonusTable(((7, 50),)))


def test_with_chosen_letters_there_is_one_rack() -> None:
    rules, faults = SWITCHES.read(variants()["solitaire-choice"], {})
    bare, _ = SWITCHES.read({"chosen": True}, {})

    assert faults == ()
    assert rules == bare
    assert (rules.chosen, rules.racks) == (True, 1)
    assert SWITCHES.read({}, SWITCHES.table(rules)) == (rules, ())


def test_every_switch_can_be_set_and_is_written_back() -> None:
    inner = """[game.rules]
racks = 2
rack = 8
bonus = { 7 = 60 }
exchange_min = 0
passes = 3
swap = true
axes = "columns"
start = "G7-H9"
accents = "refuse"
names = true
"""
    rules = league(inner).rules

    assert rules == replace(
        SWITCHES.read({}, {})[0],
        racks=2,
        rack=8,
        bonus=BonusTable(((7, 60),)),
        exchange_min=0,
        passes=3,
        swap=True,
        axes=Axes.COLUMNS,
        start=rules.start,
        accents=Accents.REFUSE,
        names=True,
    )
    assert SWITCHES.read({}, SWITCHES.table(rules)) == (rules, ())


def test_the_game_has_one_zat_and_shows_twelve_turns() -> None:
    found = league()

    assert found.deadline == datetime(2027, 1, 31, 19, tzinfo=UTC)
    assert found.history == 12


@pytest.mark.parametrize(
    ("inner", "keys", "fault"),
    [
        ("", "", "deadline: "),
        ("", 'deadline = "next week"', "deadline: "),
        ("", f'{ZAT}\nturn_time = "3d"', "turn_time: "),
        ("[game.rules]\nracks = 2\nchosen = true", ZAT, "[game.rules] chosen: is for one rack"),
        ("[game.rules]\nracks = 3", ZAT, "[game.rules] racks: must be"),
        ("[game.rules]\nplays = 1", ZAT, "[game.rules] plays: belongs to games in rounds"),
        ('[game.rules]\nchallenge = "none"', ZAT, "[game.rules] challenge: belongs to"),
        ('[game.rules]\nstarter = "Anna"', ZAT, "[game.rules] starter: belongs to"),
        ("[game.start]\nturn = 3", ZAT, "start: belongs to games in rounds"),
        ('[game.theme]\nname = "Küche"', ZAT, "theme: belongs to games in turns"),
    ],
)
def test_what_cannot_be_is_a_fault(inner: str, keys: str, fault: str) -> None:
    faults = said(file(keys, inner, variant="solitaire"))

    assert any(each.startswith(fault) for each in faults), faults
