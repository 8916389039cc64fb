"""Letters that became known stay when the round before is done again, under the rules of their round (rules 8).

RABEN leaves the letters E and T; the next round offers EEMRRTTU.
"""

from datetime import datetime
from pathlib import Path

import pytest

from mailref.games.rounds.contents import LettersWanted, Report
from mailref.record.verify import Verified
from tests.referee.rehearsal import EVA, MAX, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun
from tests.tick.test_drawn_anew import checked
from tests.tick.test_redone import FIRST_CLOSED, HOUR, first_closed, told

AGAIN_CLOSED = datetime.fromisoformat("2026-12-12T20:03:00+01:00")
TEN_LETTERS = game(tables="[game.rules]\nletters = 10")


def reopened_and_closed(machine: Post) -> None:
    machine.orders("ÖFFNEN 12.12.2026 um 20:00", ZAT + 2 * HOUR)
    machine.tick(AGAIN_CLOSED)


def ruled(machine: Post) -> None:
    machine.orders("REGEL ABER nein", ZAT + 2 * HOUR)


both = pytest.mark.parametrize("done_again", [reopened_and_closed, ruled])


def by_hand(folder: Path) -> Post:
    """Return a game in which the game master has drawn AEINRS for the second round."""
    machine = begun(folder, game(keys='draw = "hand"'))
    machine.arrives("H8w RABEN", MAX)
    machine.arrives("H8w ABER", EVA)
    machine.tick()
    machine.tick(FIRST_CLOSED)
    machine.orders("BUCHSTABEN AEINRS", FIRST_CLOSED + MINUTE, "Notice")
    machine.tick(FIRST_CLOSED + MINUTE)
    assert machine.game().rack == "AEEINRST"
    machine.letters.owed.clear()
    return machine


@both
def test_switches_that_the_file_changed_since_are_for_the_round_after(
    tmp_path: Path, done_again: object
) -> None:
    """Eight letters are offered; the third round offers ten."""
    machine = first_closed(tmp_path)
    machine.writes(TEN_LETTERS)
    machine.tick(ZAT + HOUR)

    assert callable(done_again)
    done_again(machine)

    assert machine.game().rack == "EEMRRTTU"
    assert (machine.game().rules.letters, machine.game().next_rules.letters) == (8, 10)
    assert isinstance(checked(machine), Verified)


@both
def test_letters_drawn_by_hand_stay(tmp_path: Path, done_again: object) -> None:
    machine = by_hand(tmp_path)

    assert callable(done_again)
    done_again(machine)

    assert machine.game().round_number == 2
    assert machine.game().rack == "AEEINRST"
    assert isinstance(checked(machine), Verified)


@both
def test_letters_put_in_place_of_wrong_ones_stay(tmp_path: Path, done_again: object) -> None:
    """Without the E and the T that were left over: they were read wrongly."""
    machine = first_closed(tmp_path)
    machine.orders("NEUZIEHEN ABDGHNSU: verlesen", ZAT + HOUR)
    assert machine.game().rack == "ABDGHNSU"

    assert callable(done_again)
    done_again(machine)

    assert machine.game().rack == "ABDGHNSU"
    assert isinstance(checked(machine), Verified)


def test_letters_drawn_by_hand_that_fit_no_more_are_asked_for_again(tmp_path: Path) -> None:
    """ABER is laid in place of RABEN: N, E and T are left over, but the letters hold one N less."""
    machine = begun(tmp_path, game(keys='draw = "hand"'))
    machine.arrives("H8w RABEN", MAX)
    machine.arrives("H8w ABER", EVA)
    machine.tick()
    machine.tick(FIRST_CLOSED)
    machine.orders("BUCHSTABEN AEIORS", FIRST_CLOSED + MINUTE, "Notice")
    machine.tick(FIRST_CLOSED + MINUTE)
    machine.letters.owed.clear()

    machine.orders("REGEL RABEN nein", ZAT + HOUR)

    assert machine.game().round is None
    assert told(machine, Report) == ["max", "eva", "gm"]
    machine.tick(ZAT + HOUR + MINUTE)
    asked = machine.matters
    assert 5 in [each.wanted for each in asked if isinstance(each, LettersWanted)]
    machine.orders("BUCHSTABEN AIORS", ZAT + 2 * HOUR, "Notice")
    machine.tick(ZAT + 2 * HOUR)
    assert (machine.game().round_number, machine.game().rack) == (2, "AEINORST")
    assert isinstance(checked(machine), Verified)


def test_changed_switches_are_those_of_the_next_round_as_before(tmp_path: Path) -> None:
    machine = begun(tmp_path)
    machine.arrives("H8w RABEN", MAX)
    machine.writes(TEN_LETTERS)
    machine.tick(MONDAY)
    machine.tick(FIRST_CLOSED)

    assert len(machine.game().rack) == 10
