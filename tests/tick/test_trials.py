"""A game that began with `divert` is a trial: without it the game rests (docs/chance.md)."""

from pathlib import Path

import pytest

from mailref.referee.contents import Opening
from mailref.referee.notices import SettingsFaulty
from mailref.referee.turn_contents import TurnsOpening
from tests.commands.invoke import mailref
from tests.referee.at_table import kiel
from tests.referee.rehearsal import MAX, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, post

DIVERT = 'divert = "gm@example.org"'
MOVE = "H8w RABEN"


def on_trial(folder: Path, *games: str) -> Post:
    found = post(folder, *games, keys=DIVERT)
    found.tick(MONDAY)
    return found


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        pytest.param(game(), Opening, id="rounds"),
        pytest.param(kiel(), TurnsOpening, id="turns"),
    ],
)
def test_the_opening_of_a_trial_says_so(tmp_path: Path, written: str, kind: type) -> None:
    there = on_trial(tmp_path, written)

    opened = [each.content for each in there.letters.owed if isinstance(each.content, kind)]
    told = [
        each.game.is_trial if isinstance(each, Opening) else each.is_trial
        for each in opened
        if isinstance(each, Opening | TurnsOpening)
    ]
    assert told == [True, True, True]


def test_a_game_begun_without_divert_is_none(tmp_path: Path) -> None:
    there = post(tmp_path, game())
    there.tick(MONDAY)

    assert not there.game().is_trial


def test_without_divert_a_trial_rests_and_the_game_master_is_told_once(tmp_path: Path) -> None:
    there = on_trial(tmp_path, game())
    there.arrives(MOVE, MAX, MONDAY + MINUTE)
    there.tick(MONDAY + 2 * MINUTE)
    assert list(there.entries()) == ["Max Mustermann"]
    there.left()
    there.letters.owed.clear()

    there.writes(game())
    for after in (MINUTE, 5 * MINUTE, 30 * MINUTE):
        there.tick(ZAT + after)

    assert there.left() == ["gm Notice"]
    (about,) = there.matters
    assert isinstance(about, SettingsFaulty)
    assert about.faults[0].startswith('[[game]] "yerres": began as a trial')
    assert there.game().last is None


def test_other_games_go_on_and_a_new_id_begins_anew(tmp_path: Path) -> None:
    there = on_trial(tmp_path, game())
    there.left()

    there.writes(game("yerres2", title="Yerres zwei"))
    there.tick(MONDAY + MINUTE)

    assert there.left() == ["max Opening", "eva Opening", "gm Opening"]
    assert not there.game("yerres2").is_trial


def test_what_a_trial_still_owes_reaches_no_player(tmp_path: Path) -> None:
    there = post(tmp_path, game(), keys=DIVERT)
    there.outbox.is_down = True
    there.tick(MONDAY)
    there.writes(game())
    there.outbox.is_down = False

    there.tick(MONDAY + 10 * MINUTE)

    assert [each for each in there.left() if not each.startswith("gm ")] == []


def test_with_divert_again_a_trial_goes_on(tmp_path: Path) -> None:
    there = on_trial(tmp_path, game())
    there.writes(game())
    there.tick(MONDAY + MINUTE)
    there.writes(game(), keys=DIVERT)
    there.arrives(MOVE, MAX, MONDAY + 2 * MINUTE)
    there.tick(MONDAY + 3 * MINUTE)

    assert list(there.entries()) == ["Max Mustermann"]


def test_a_command_about_a_trial_that_rests_says_why(tmp_path: Path) -> None:
    there = on_trial(tmp_path, game())
    there.writes(game())
    at = ("--now", (MONDAY + MINUTE).isoformat(), "-c", str(there.path))

    called = mailref("pause", "yerres", *at)

    assert called.code == 1
    assert called.err.startswith("mailref: yerres: began as a trial, with divert")
