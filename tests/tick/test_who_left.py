"""Who has left gets what he is owed, and nothing that asks him for a move."""

from pathlib import Path

import pytest

from mailref.games.rounds.contents import CommandAnswer, Report
from mailref.referee.mails import Owed
from tests.referee.rehearsal import EVA, MAX, ZAT, game
from tests.tick.machines import Post, begun
from tests.tick.renderings import written
from tests.tick.test_redone import FIRST_CLOSED, HOUR, first_closed


def reports_to(machine: Post, address: str) -> list[Owed]:
    return [
        owed
        for owed in machine.letters.owed
        if owed.recipient == address and isinstance(owed.content, Report)
    ]


def left_in_the_first(folder: Path) -> Post:
    """Return a game whose first round is closed, in which Max laid the best move and left."""
    machine = begun(folder, game())
    machine.arrives("H8w RABEN\nABMELDEN", MAX)
    machine.arrives("H8w ABER", EVA)
    machine.tick()
    return machine


def test_he_is_told_that_his_move_counts_and_which_report_is_his_last(tmp_path: Path) -> None:
    machine = left_in_the_first(tmp_path)

    (said,) = [o for o in machine.letters.owed if isinstance(o.content, CommandAnswer)]

    assert (
        "ab der nächsten Runde nimmst du nicht mehr teil. In dieser zählt dein Zug noch; ihre"
        " Auswertung ist die letzte, die du bekommst." in written(said)
    )


def test_the_report_of_the_round_he_left_in_asks_for_no_move(tmp_path: Path) -> None:
    machine = left_in_the_first(tmp_path)

    machine.tick(FIRST_CLOSED)

    (his,), (hers,) = (reports_to(machine, f"{who}@example.org") for who in ("max", "eva"))
    assert "du bekommst 16 Punkte" in written(his)
    assert "Du spielst nicht mehr mit und bekommst keine weitere Auswertung." in written(his)
    for words in ("Antworte einfach", "Runde 2 -------", "Kalendereintrag", "ABMELDEN"):
        assert words in written(hers), words
        assert words not in written(his), words


@pytest.mark.parametrize(
    ("order", "reports"),
    [
        pytest.param("KORREKTUR Eva Muster +20: vergessen", 0, id="his rank alone"),
        pytest.param("KORREKTUR Max Mustermann +1: vergessen", 1, id="his points"),
    ],
)
def test_he_gets_no_correction_but_of_his_points(tmp_path: Path, order: str, reports: int) -> None:
    machine = left_in_the_first(tmp_path)
    machine.tick(FIRST_CLOSED)
    machine.letters.owed.clear()

    machine.orders(order, ZAT + HOUR)

    assert len(reports_to(machine, "max@example.org")) == reports
    assert len(reports_to(machine, "eva@example.org")) == 1


def test_who_still_plays_gets_every_correction(tmp_path: Path) -> None:
    machine = first_closed(tmp_path)
    machine.arrives("ABMELDEN", MAX, ZAT + HOUR)
    machine.tick(ZAT + HOUR)

    machine.orders("KORREKTUR Eva Muster +1: vergessen", ZAT + HOUR)

    (corrected,) = reports_to(machine, "max@example.org")
    assert "Antworte einfach" in written(corrected)
