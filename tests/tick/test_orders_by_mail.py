"""Orders of the game master in a tick: one answer for them, and none about a move."""

from pathlib import Path

import pytest

from mailref.referee.contents import EntryAnswer
from tests.referee.rehearsal import ERIKA, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import begun


@pytest.mark.parametrize(
    "order",
    ["PAUSE", "WEITER", "FREIGEBEN", "ABSCHLIESSEN", "GLEICHSTAND 1", "ÖFFNEN 18.12.2026 20:00"],
)
def test_an_order_that_looks_like_a_word_is_not_refused_as_a_move(
    tmp_path: Path, order: str
) -> None:
    """A line of one word is a move without place, but not where it is an order."""
    machine = begun(tmp_path)
    opening = machine.ids("Opening")
    machine.left()

    machine.arrives(f"{order}\n\nGruß, Erika", ERIKA, header=f"In-Reply-To: {opening}\n")
    machine.tick()

    assert [each for each in machine.left() if each.startswith("gm")] == ["gm Notice"]


def test_a_move_beside_an_order_is_answered_too(tmp_path: Path) -> None:
    """Contract 5: one answer for each entry; here the game master enters a move as well."""
    machine = begun(tmp_path)
    opening = machine.ids("Opening")
    machine.left()
    machine.letters.owed.clear()

    text = "Spieler=Max Mustermann\nH8w RABEN\n\nPAUSE"
    machine.arrives(text, ERIKA, header=f"In-Reply-To: {opening}\n")
    machine.tick()

    answers = [o.content for o in machine.letters.owed if isinstance(o.content, EntryAnswer)]
    assert {each.considered.player for each in answers} == {"Max Mustermann"}
    assert machine.game().is_paused


def test_a_word_of_the_last_round_is_ruled_on_without_naming_the_order(tmp_path: Path) -> None:
    """Rules 8, custom: faults pointed out before the next ZAT are corrected by erratum."""
    machine = begun(tmp_path, game(keys='undecided = "refuse"\nruling_grace = "0s"'))
    machine.arrives("H8w NERABT", at=MONDAY)
    machine.tick()
    question = machine.ids("WordQuestions")
    machine.tick(ZAT + 3 * MINUTE)
    assert machine.game().last is not None
    machine.left()

    header = f"In-Reply-To: {question}\n"
    machine.arrives("NERABT nein: kein Wort", ERIKA, ZAT + 4 * MINUTE, header=header)
    machine.tick(ZAT + 5 * MINUTE)

    assert machine.game().rulings["NERABT"] is False
