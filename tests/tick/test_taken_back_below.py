"""An order that what stands below it takes back, or makes something else of: it is not carried out, and asked about."""

from pathlib import Path

import pytest

from mailref.games.family import family_of
from tests.referee.rehearsal import MONDAY, game
from tests.tick.test_messages import writes
from tests.tick.test_notes import ANNA, HOUR, playing, said, two


@pytest.mark.parametrize(
    "text", ["Ich steige aus\nNur Spaß.", "I want to leave the game\nuntil Monday."]
)
def test_who_leaves_only_in_jest_stays_and_is_told_so(tmp_path: Path, text: str) -> None:
    post = playing(tmp_path, two(game()))

    (asked,) = writes(post, ANNA, text, MONDAY)

    (running,) = post.machine.office().games.values()
    assert [each.name for each in running.game.active] == ["Anna", "Ben"]
    assert not running.game.players["Anna"].has_left
    assert "schick ihn bitte noch einmal allein" in said(asked)
    writes(post, ANNA, "ABMELDEN", MONDAY + HOUR)
    (running,) = post.machine.office().games.values()
    assert family_of(running).is_leaving("Anna")


def test_who_says_that_no_reminders_came_gets_them_on(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))

    (asked,) = writes(post, ANNA, "Keine Erinnerungen\nkamen an", MONDAY)

    assert "schick ihn bitte noch einmal allein" in said(asked)
    assert "Ich erinnere dich nicht mehr" not in said(asked)
