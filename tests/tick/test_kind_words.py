"""Thanks and good wishes alarm nobody, count for nothing, and cost nobody an answer (rules 8)."""

from pathlib import Path

from mailref.games.by_turns.game import SeatedGame
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import ERIKA, MAX, MINUTE, MONDAY
from tests.tick.machines import Post, begun, post
from tests.tick.test_rings import lettered, mails_to
from tests.tick.test_spared import in_vain
from tests.writing.composed import body

THANKS = "Danke, schönes Wochenende!"


def wrote(machine: Post, *texts: str, sender: str = MAX) -> list[str]:
    """Return what leaves after these mails, a minute apart."""
    machine.left()
    for number, text in enumerate(texts, start=1):
        now = MONDAY + machine.number * MINUTE + number * MINUTE
        machine.arrives(text, sender, now)
        machine.tick(now)
    return machine.left()


def test_whose_move_is_missing_is_thanked_and_reminded_and_nobody_else_hears_of_it(
    tmp_path: Path,
) -> None:
    machine = begun(tmp_path)

    assert wrote(machine, THANKS) == ["max KindWords"]
    assert machine.matters == []
    assert not machine.game().noted


def test_whose_move_is_in_force_is_left_in_peace(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    wrote(machine, "H8w RABEN")

    assert wrote(machine, THANKS, "Bravo!") == []
    assert machine.matters == []


def test_the_game_master_who_thanks_is_told_of_no_fault(tmp_path: Path) -> None:
    assert wrote(begun(tmp_path), "Danke!", sender=ERIKA) == []


def test_at_a_table_it_is_who_has_the_turn_that_is_waited_for(tmp_path: Path) -> None:
    machine = post(tmp_path, kiel())
    machine.tick(MONDAY)
    game = machine.machine.journal.games.load("kiel")
    assert isinstance(game, SeatedGame)
    assert game.turn is not None
    addresses = {name: player.addresses[0] for name, player in game.players.items()}
    has_it, waits = addresses.pop(game.turn.player), *addresses.values()

    assert [each.split()[1] for each in wrote(machine, "Well played!", sender=has_it)] == [
        "KindWords"
    ]
    assert wrote(machine, "Well played!", sender=waits) == []


def test_it_is_no_message_in_which_nothing_could_be_read(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    wrote(machine, "Wie geht es dir?", THANKS, "Merci !", "Wann ist der nächste Termin?")

    assert in_vain(machine) == [0, 1]


def test_what_thanks_for_every_answer_gets_no_second_one(tmp_path: Path) -> None:
    """A program does; each time in other words."""
    machine = begun(tmp_path)

    assert wrote(machine, "Vielen Dank!", "Danke für die Mail.", "Besten Dank!") == [
        "max KindWords"
    ]
    assert machine.matters == []


def test_after_a_move_it_is_answered_anew(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    wrote(machine, THANKS, "STAND")

    assert wrote(machine, "Danke!") == ["max KindWords"]


def test_the_answer_names_the_game_and_until_when(tmp_path: Path) -> None:
    machine = lettered(begun(tmp_path))
    machine.arrives(THANKS, at=MONDAY)
    machine.tick(MONDAY)

    told = body(mails_to(machine, "max@example.org")[-1], "plain")
    assert "ein Zug steht nicht darin" in told
    assert "fehlt mir noch dein Zug; du hast Zeit bis" in " ".join(told.split())
