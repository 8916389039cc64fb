"""A mail that names another player of the game as the one it is for."""

from pathlib import Path

import pytest

from mailref.games.rounds.contents import EntryAnswer
from tests.referee.rehearsal import MINUTE, MONDAY, game
from tests.tick.machines import Post, begun


def answered(machine: Post) -> list[EntryAnswer]:
    return [each.content for each in machine.letters.owed if isinstance(each.content, EntryAnswer)]


@pytest.mark.parametrize("name", ["Eva Muster", "Eva", "Max Musterman"])
def test_what_counts_already_is_told_and_stays(name: str, tmp_path: Path) -> None:
    machine = begun(tmp_path, game())
    machine.arrives("H8w RABEN")
    machine.tick()
    machine.letters.owed.clear()

    machine.arrives(f"Spieler={name}\nH8w NABE", at=MONDAY + MINUTE)
    machine.tick(MONDAY + MINUTE)

    (answer,) = answered(machine)
    assert answer.still_in_force is not None
    assert [len(each) for each in machine.entries().values()] == [1]


def test_yes_does_not_send_the_move_of_another(tmp_path: Path) -> None:
    machine = begun(tmp_path, game())
    machine.arrives("Spieler=Eva Muster\nH8w NABE")
    machine.tick()

    assert [each.one_time for each in machine.letters.owed] == [None]
