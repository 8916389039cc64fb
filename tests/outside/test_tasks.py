"""What is said of games with tasks that are no game of ours."""

from pathlib import Path

from tests.commands.invoke import mailref
from tests.e2e.installation import text_of
from tests.toys.test_longest import ANNA, DAY, ERIKA, MINUTE, Played


def test_the_game_master_is_asked_about_a_word_and_not_about_a_bingo(played: Played) -> None:
    played.writes(ANNA, str(played.game.round.task))

    asked = text_of(played.mails(ERIKA)[-1])

    assert "jemand hat dieses Wort geschickt, das in keiner Liste steht." in asked
    assert "ingo" not in asked


def test_a_total_below_zero_has_a_minus_sign_wherever_it_stands(
    played: Played, tmp_path: Path
) -> None:
    played.tick(2 * DAY + 5 * MINUTE)
    played.orders("KORREKTUR Ben -4")

    status = text_of(played.writes(ANNA, "STAND"))

    assert "\u22124" in status
    assert "-4" not in status
    config, folder = str(played.world.config), tmp_path / "archive"
    mailref("export", "wort", "--format", "html", "--out", str(folder), "-c", config)
    assert ">\u22124<" in (folder / "index.html").read_text(encoding="utf-8")
