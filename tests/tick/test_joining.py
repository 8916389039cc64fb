"""Strangers who join an open game by mail: so many a day, then the game master decides."""

from pathlib import Path

from mailref.referee.notices import JoinsStopped, Notice, StrangersMoves
from tests.referee.rehearsal import DAY, MINUTE, MONDAY, sb
from tests.tick.machines import Post, begun

MOVE = "F8w RABEN"


def crowd(machine: Post, first: int, last: int) -> None:
    for number in range(first, last):
        name = f"Fred {number}"
        machine.arrives(MOVE, f"{name} <fred{number}@example.net>")


def open_game(folder: Path) -> Post:
    return begun(folder, sb(keys='registration = "open"'), keys="joins_per_day = 2")


def newcomers(machine: Post) -> list[str]:
    return sorted(name for name in machine.game("sb").players if name.startswith("Fred"))


def test_beyond_the_days_newcomers_nobody_joins_or_is_answered(tmp_path: Path) -> None:
    """Contract 2, registration; the limit keeps forged senders from being mailed by hundreds."""
    machine = open_game(tmp_path)
    crowd(machine, 0, 5)
    machine.tick()

    assert newcomers(machine) == ["Fred 0", "Fred 1"]
    assert {each.split()[0] for each in machine.left()} == {"fred0", "fred1", "gm"}


def test_the_game_master_hears_of_it_once_and_gets_the_others_moves(tmp_path: Path) -> None:
    """Contract 5: no move is lost in silence."""
    machine = open_game(tmp_path)
    crowd(machine, 0, 5)
    machine.tick()

    said = [o.content for o in machine.letters.owed if isinstance(o.content, Notice)]
    stopped, listed = (each.about for each in said)
    assert isinstance(stopped, JoinsStopped)
    assert isinstance(listed, StrangersMoves)
    assert [each.sender for each in listed.mails] == [
        "fred2@example.net",
        "fred3@example.net",
        "fred4@example.net",
    ]


def test_who_has_joined_plays_on_while_strangers_wait(tmp_path: Path) -> None:
    machine = open_game(tmp_path)
    crowd(machine, 0, 3)
    machine.arrives("F9w RABEN", "Fred 1 <fred1@example.net>")
    machine.tick()

    assert len(machine.entries("sb")["Fred 1"]) == 2


def test_a_day_later_the_door_is_open_again(tmp_path: Path) -> None:
    machine = open_game(tmp_path)
    crowd(machine, 0, 3)
    machine.tick()
    crowd(machine, 3, 4)
    machine.tick(MONDAY + DAY + MINUTE)

    assert newcomers(machine) == ["Fred 0", "Fred 1", "Fred 3"]


def test_players_named_in_the_settings_are_not_counted(tmp_path: Path) -> None:
    machine = open_game(tmp_path)
    crowd(machine, 0, 1)
    machine.tick()

    assert {"Max Mustermann", "Eva Muster", "Fred 0"} == set(machine.game("sb").players)
