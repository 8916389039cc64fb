"""A mail with a move and a text for the press is answered once, whatever the kind of game."""

from pathlib import Path

import pytest

from mailref.games.rounds.contents import CommandAnswer
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MINUTE, MONDAY, game
from tests.tick.machines import Post, begun


def to_max(machine: Post) -> list[tuple[str, tuple[str, ...]]]:
    """Return what Max was owed, with what was said beside."""
    return [
        (type(each.content).__name__, each.also)
        for each in machine.letters.owed
        if each.recipient == "max@example.org"
    ]


@pytest.mark.parametrize(
    ("press", "said"), [("open", "also_press"), ("moderated", "also_press_waits")]
)
@pytest.mark.parametrize(
    "text",
    ["H8w RABEN\n\nPRESSE: Hallo", "PRESSE: Hallo\n\nH8w RABEN", "H8w RAXEN\n\nPRESSE: Hallo"],
)
def test_a_move_and_a_text_get_one_answer(text: str, press: str, said: str, tmp_path: Path) -> None:
    machine = begun(tmp_path, game(keys=f'press = "{press}"'))
    machine.arrives(text)
    machine.tick()

    assert to_max(machine) == [("EntryAnswer", (said,))]
    assert [each.text for each in machine.game().press] == ["Hallo"]


def test_a_text_alone_and_one_beside_another_order_are_answered_as_ever(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("PRESSE: Hallo")
    machine.tick()
    assert to_max(machine) == [("CommandAnswer", ())]
    machine.letters.owed.clear()

    machine.arrives("H8w RABEN\n\nSTAND\n\nPRESSE: Hallo noch einmal", at=MONDAY + MINUTE)
    machine.tick(MONDAY + MINUTE)

    assert sorted(to_max(machine)) == [("CommandAnswer", ()), ("EntryAnswer", ())]


POEM = "Der Winter naht,\n\nder Acker schweigt."


@pytest.mark.parametrize("text", [f"PRESSE: {POEM}", f"H8w RABEN\n\nPRESSE: {POEM}"])
def test_who_writes_a_text_of_several_lines_is_told_where_it_ends(
    text: str, tmp_path: Path
) -> None:
    machine = begun(tmp_path)
    machine.arrives(f"{text}\n\nPS: Ich fahre morgen weg.")
    machine.tick()

    kept = [each.kept for each in machine.letters.owed if each.recipient == "max@example.org"]
    assert kept == [(("press", "der Acker schweigt."),)]
    assert [each.text for each in machine.game().press] == [POEM]


def test_the_game_master_is_told_where_his_text_ends(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.orders(f"PRESSE: {POEM}", MONDAY, "Opening")
    machine.tick()

    (done,) = [each for each in machine.letters.owed if isinstance(each.content, CommandAnswer)]
    assert done.kept == (("press", "der Acker schweigt."),)
    assert [each.text for each in machine.game().press] == [POEM]


def test_a_move_in_one_game_and_a_text_for_another_get_two_answers(tmp_path: Path) -> None:
    machine = begun(
        tmp_path, game(), game("ulm", title="Zweites Spiel Ulm", variant="simultan", letters=None)
    )
    machine.arrives("1-Zug-Scrabble Yerres\nH8w RABEN\n\nZweites Spiel Ulm\nPRESSE: Hallo")
    machine.tick()

    assert sorted(each for each, _ in to_max(machine)) == ["CommandAnswer", "EntryAnswer"]
    assert all(also == () for _, also in to_max(machine))


def test_in_games_in_turns_it_is_one_answer_too(tmp_path: Path) -> None:
    machine = begun(tmp_path, kiel(players=("Max", "Eva"), inner='[game.rules]\nstarter = "Max"'))
    machine.arrives("PASSE\n\nPRESSE: Hallo", "Max <max@example.org>", subject="[kiel Z1] Zug")
    machine.tick()

    assert to_max(machine) == [("TurnReport", ())]  # which shows the text to all
