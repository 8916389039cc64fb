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


def test_nobody_has_won_where_nobody_has_a_point(played: Played) -> None:
    played.orders("ABSCHLIESSEN VORZEITIG")
    for _ in range(4):
        played.tick(3 * DAY)
        played.orders("ABSCHLIESSEN VORZEITIG")

    assert played.game.is_over
    end = text_of(played.mails(ANNA)[-1])
    assert "zu Ende" in str(played.mails(ANNA)[-1]["Subject"])
    assert "gewonnen" not in end


def test_that_its_reports_cannot_be_printed_is_not_said_of_what_it_is_not(played: Played) -> None:
    called = mailref("print", "wort", "-c", str(played.world.config))

    assert called.code == 1
    assert "'wort' is of a kind whose reports cannot be printed" in called.err
