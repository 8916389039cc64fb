"""What a game comes to for each player: reckoned by hand from a few rounds and turns."""

from datetime import timedelta
from pathlib import Path

import pytest

from mailref.games.family import family_of
from mailref.games.statistics import PlayerFigures, together, with_rulings, without_share
from tests.commands.invoke import mailref
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MINUTE, MONDAY, WEEK, ZAT, game
from tests.tick.test_notes import ANNA, mails_to, playing, said, two

HOUR = timedelta(hours=1)


def test_games_are_added_up_by_player() -> None:
    first = PlayerFigures("Max", 2, 50, "QUARZ", 30, 50, 80, 1, 0, 3, 2, 1)
    second = PlayerFigures("Max", 1, 40, "HEX", 40, 40, 40, 0, 1, 1, 1, 1)

    (found,) = together([first, second])

    assert found == PlayerFigures("Max", 3, 90, "HEX", 40, 90, 120, 1, 1, 4, 3, 2)
    assert (found.average, found.share) == (30.0, 75.0)


def test_nobody_has_an_average_of_nothing() -> None:
    found = PlayerFigures("Max", due=3)

    assert (found.average, found.share) == (None, None)


def test_who_has_more_points_stands_first() -> None:
    found = together([PlayerFigures("Max", 1, 10), PlayerFigures("Eva", 1, 20)])

    assert [each.player for each in found] == ["Eva", "Max"]


def test_each_word_that_was_ruled_on_counts_once() -> None:
    ruled = with_rulings(PlayerFigures("Max"), {"A", "B", "C"}, {"A": True, "B": False, "X": True})

    assert (ruled.accepted, ruled.refused) == (1, 1)


def test_what_racks_would_be_known_by_is_left_out_for_others() -> None:
    (found,) = without_share([PlayerFigures("Max", 1, 10, reached=10, possible=40)])

    assert (found.share, found.points) == (None, 10)


def test_a_game_in_rounds_of_two_rounds_of_which_one_is_missed(tmp_path: Path) -> None:
    """TRABEN over the centre, which doubles the word: twice 1+1+1+3+1+1."""
    post = playing(tmp_path, two(game()))
    post.arrives("H5s TRABEN", ANNA, MONDAY)
    post.tick(MONDAY + MINUTE)
    post.tick(ZAT + HOUR)
    post.tick(ZAT + WEEK + HOUR)

    found = {
        each.player: each
        for each in family_of(post.machine.office().games["yerres"]).statistics(
            post.machine.office()
        )
    }

    anna, ben = found["Anna"], found["Ben"]
    assert (anna.moves, anna.points, anna.best_word, anna.best_points) == (1, 16, "TRABEN", 16)
    assert (anna.due, anna.in_time) == (2, 1)
    assert (ben.moves, ben.due, ben.in_time, ben.average) == (0, 2, 0, None)
    assert (anna.missed, ben.missed) == (0, 0)  # no top is known


def test_the_last_report_tells_it(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))
    post.arrives("H5s TRABEN", ANNA, MONDAY)
    post.tick(MONDAY + MINUTE)
    post.tick(ZAT + HOUR)
    at = ["--now", "2026-12-12T15:00+01:00", "--because", "genug", "-c", str(post.path)]
    assert mailref("end", "yerres", *at).code == 0
    post.tick(ZAT + 24 * HOUR)

    last = said(mails_to(post, "anna")[-1])

    assert "In Zahlen" in last
    assert "am besten TRABEN mit" in last
    assert "pünktlich 1 von 1 Mal" in last
    assert "Ben: ohne Zug; pünktlich 0 von 1 Mal" in last


def test_the_game_master_is_offered_no_way_out_of_his_own_game(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))
    post.tick(ZAT + HOUR)

    assert "ABMELDEN" in said(mails_to(post, "anna")[-1])
    assert "Auswertung Runde 1" in str(mails_to(post, "gm")[-1]["Subject"])
    assert "ABMELDEN" not in said(mails_to(post, "gm")[-1])


@pytest.mark.parametrize("variant", ["classic", "classic-open"])
def test_the_end_of_a_game_in_turns_tells_it(tmp_path: Path, variant: str) -> None:
    post = playing(tmp_path, kiel("", variant=variant))
    (running,) = post.machine.office().games.values()
    mover = getattr(running.game, "turn").player  # noqa: B009  of a game in turns
    post.arrives(
        "PASSE", f"{mover} <{mover.lower()}@example.org>", MONDAY + MINUTE, "Re: [kiel Z1] x"
    )
    post.tick(MONDAY + 2 * MINUTE)
    at = ["--now", "2026-12-07T15:00+01:00", "--because", "genug", "-c", str(post.path)]
    assert mailref("end", "kiel", *at).code == 0
    post.tick(MONDAY + 4 * HOUR)

    last = said(mails_to(post, mover.lower())[-1])

    assert f"{mover}: ohne Zug" in last
    assert "pünktlich 1 von 1 Mal" in last
