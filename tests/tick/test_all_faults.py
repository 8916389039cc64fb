"""Everything that is wrong with a move is said in one answer."""

from pathlib import Path

from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MONDAY, game
from tests.tick.test_messages import writes
from tests.tick.test_notes import ANNA, playing, said, two


def test_in_rounds_the_board_and_the_letters(tmp_path: Path) -> None:
    post = playing(tmp_path, two(game()))

    (told,) = writes(post, ANNA, "M8w QUARTEN", MONDAY)

    assert "Buchstaben stünden über dem Rand" in said(told)
    assert "Es fehlt: U Q." in said(told) or "Es fehlt: Q U." in said(told)


def test_in_turns_the_board_and_the_letters(tmp_path: Path) -> None:
    post = playing(tmp_path, kiel(inner='[game.rules]\nstarter = "Anna"'))

    (told,) = writes(post, ANNA, "H12 XYLOPHONQ", MONDAY)

    assert "Buchstaben stünden über dem Rand" in said(told)
    assert "Es fehlt: " in said(told)


def test_what_is_wrong_with_another_move_stands_beside_it(tmp_path: Path) -> None:
    """Number 1 of the mail is no alternate, though number 2 counts."""
    post = playing(tmp_path, two(game()))

    (told,) = writes(post, ANNA, "A1s QUXTRABEN\n/H8w RABEN", MONDAY)

    text = told.get_body(("plain",))
    assert text is not None
    lines = text.get_content().splitlines()
    begins = next(at for at, line in enumerate(lines) if line.startswith("- Nummer 1"))
    item = lines[begins : lines.index("", begins)]
    assert any("Mittelfeld" in line for line in item)
    assert all(line.startswith("  ") for line in item[1:])
    assert "Die anderen Züge deiner Mail" in lines
