"""What three players at a table are told of a play that each of them may challenge or accept."""

from pathlib import Path

from mailref.games.by_turns.game import SeatedGame
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MONDAY
from tests.tick.test_messages import HOUR, writes
from tests.tick.test_notes import ANNA, BEN, mails_to, playing, said

STARTER = '[game.rules]\nstarter = "Anna"'


def test_who_has_accepted_a_play_is_not_invited_to_challenge_it(tmp_path: Path) -> None:
    post = playing(tmp_path, kiel(inner=STARTER, players=("Anna", "Ben", "Cilly")))
    game = post.machine.office().games["kiel"].game
    assert isinstance(game, SeatedGame)
    word = game.hands["Anna"].rack.value.replace("?", "")[:2]
    writes(post, ANNA, f"H8 {word}", MONDAY)
    shown = said(mails_to(post, "ben")[-1])

    (accepted,) = writes(post, BEN, "ANNEHMEN", MONDAY + HOUR, subject="Re: [kiel Z2] x")
    (asked,) = writes(post, BEN, "STAND", MONDAY + 2 * HOUR, subject="Re: [kiel Z2] x")

    assert f"Du kannst {word} anfechten, bis alle anderen nach ihm gezogen" in shown
    for told in map(said, (accepted, asked)):
        assert f"Du kannst {word} anfechten" not in told
        assert "Du hast den Zug angenommen; noch offen ist er für die anderen." in told


def test_the_rules_say_how_long_a_play_is_open_among_three(tmp_path: Path) -> None:
    for name in ("three", "two"):
        (tmp_path / name).mkdir()
    three = playing(tmp_path / "three", kiel(players=("Anna", "Ben", "Cilly")))
    two = playing(tmp_path / "two", kiel())

    of_three, of_two = (said(mails_to(each, "anna")[0]) for each in (three, two))

    assert "oder bis alle anderen ihn angenommen oder nach ihm gezogen haben" in of_three
    assert "Ein Zug steht fest, sobald der nächste Spieler" not in of_three
    assert "Ein Zug steht fest, sobald der nächste Spieler" in of_two


def test_a_play_is_accepted_by_its_word_and_by_no_other(tmp_path: Path) -> None:
    post = playing(tmp_path, kiel(inner=STARTER, players=("Anna", "Ben", "Cilly")))
    game = post.machine.office().games["kiel"].game
    assert isinstance(game, SeatedGame)
    word = game.hands["Anna"].rack.value.replace("?", "")[:2]
    writes(post, ANNA, f"H8 {word}", MONDAY)

    (refused,) = writes(post, BEN, "Ich nehme QUARZ an.", MONDAY + HOUR, subject="Re: [kiel Z2] x")
    (accepted,) = writes(
        post, BEN, f"Ich nehme {word} an.", MONDAY + 2 * HOUR, subject="Re: [kiel Z2] x"
    )

    assert "QUARZ" in said(refused)
    assert "Du hast den Zug angenommen" not in said(refused)
    assert "Du hast den Zug angenommen; noch offen ist er für die anderen." in said(accepted)
