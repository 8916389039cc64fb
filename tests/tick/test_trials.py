"""A game that began with `divert` is a trial: without it the game rests (docs/chance.md)."""

from pathlib import Path

import pytest

from mailref.games.by_turns.contents import TurnsOpening
from mailref.games.rounds.contents import Opening
from mailref.games.tournament.contents import TournamentNews
from mailref.referee.contents import SettingsFaulty
from mailref.tick.machine import WAS_TRIAL
from tests.commands.invoke import mailref
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MAX, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, post
from tests.tick.test_tournaments import club

DIVERT = 'divert = "gm@example.org"'
MOVE = "H8w RABEN"


def on_trial(folder: Path, *games: str) -> Post:
    found = post(folder, *games, keys=DIVERT)
    found.tick(MONDAY)
    return found


@pytest.mark.parametrize(
    ("written", "kind"),
    [pytest.param(game(), Opening, id="rounds"), pytest.param(kiel(), TurnsOpening, id="turns")],
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


def club_on_trial(folder: Path, system: str = "swiss", *, is_down: bool = False) -> Post:
    there = post(folder, club(system, "Anna", "Ben", "Cora", "Dirk"), keys=DIVERT)
    there.outbox.is_down = is_down
    for minute in range(3):
        there.tick(MONDAY + minute * MINUTE)
    return there


def goes_public(there: Post, system: str = "swiss", club_id: str = "club") -> None:
    """Take divert away, and let time pass."""
    there.left()
    there.letters.owed.clear()
    there.outbox.is_down = False
    there.writes(club(system, "Anna", "Ben", "Cora", "Dirk").replace('"club"', f'"{club_id}"'))
    for minute in (20, 40, 60):
        there.tick(MONDAY + minute * MINUTE)


def test_a_tournament_begun_with_divert_is_a_trial_and_says_so(tmp_path: Path) -> None:
    there = club_on_trial(tmp_path)

    now = there.machine.tournaments()["club"]
    news = [o.content for o in there.letters.owed if isinstance(o.content, TournamentNews)]
    games = [there.machine.journal.games.load(id_) for id_ in now.waits_for]
    assert now.is_trial
    assert [each.tournament.is_trial for each in news] == [True] * 5
    assert [each.is_trial for each in games if each is not None] == [True, True]


def test_without_divert_a_tournament_on_trial_rests_with_its_games_and_that_is_told_once(
    tmp_path: Path,
) -> None:
    there = club_on_trial(tmp_path)

    goes_public(there)

    assert [each for each in there.left() if not each.startswith("gm ")] == []
    told = [each.faults[0] for each in there.matters if isinstance(each, SettingsFaulty)]
    assert told == [f'[[tournament]] "club": {WAS_TRIAL}']
    assert there.machine.tournaments()["club"].number == 1


def test_what_a_tournament_on_trial_still_owes_reaches_no_player(tmp_path: Path) -> None:
    there = club_on_trial(tmp_path, is_down=True)

    goes_public(there)

    assert [each for each in there.left() if not each.startswith("gm ")] == []


def test_a_tournament_of_another_name_begins_anew(tmp_path: Path) -> None:
    there = club_on_trial(tmp_path)

    goes_public(there, club_id="club2")

    assert not there.machine.tournaments()["club2"].is_trial
    assert "anna TournamentNews" in there.left()


def test_on_a_ladder_on_trial_nobody_is_challenged_without_divert(tmp_path: Path) -> None:
    there = club_on_trial(tmp_path, "ladder")
    goes_public(there, "ladder")
    at = ("--now", (MONDAY + 90 * MINUTE).isoformat(), "-c", str(there.path))

    there.arrives("HERAUSFORDERN Ben", "cora@example.org", MONDAY + 70 * MINUTE)
    there.tick(MONDAY + 71 * MINUTE)
    called = [
        mailref("challenge", "club", "Cora", "Ben", *at),
        mailref("withdraw", "club", "Cora", *at),
    ]

    assert there.machine.tournaments()["club"].meetings == ()
    assert [(each.code, WAS_TRIAL in each.err) for each in called] == [(1, True), (1, True)]


def test_check_database_names_the_trials_that_rest(tmp_path: Path) -> None:
    there = post(tmp_path, game(), club("swiss", "Anna", "Ben"), keys=DIVERT)
    for minute in range(3):
        there.tick(MONDAY + minute * MINUTE)
    at = ("--now", MONDAY.isoformat(), "-c", str(there.path))
    while_on_trial = mailref("check", "--database", *at)
    there.writes(game(), club("swiss", "Anna", "Ben"))

    called = mailref("check", "--database", *at)

    assert "as a trial" not in while_on_trial.out
    assert f'[[tournament]] "club": {WAS_TRIAL}' in called.out
    assert f'[[game]] "yerres": {WAS_TRIAL}' in called.out
