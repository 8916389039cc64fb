"""Who writes when nothing can count any more is told that, and since when (rules 8)."""

from datetime import timedelta
from pathlib import Path

import pytest

from mailref.games.by_turns.contents import OrderAnswer
from mailref.games.rounds.contents import EntryAnswer
from mailref.referee.contents import PassedOn
from tests.games.by_turns.at_table import kiel
from tests.referee.rehearsal import MAX, MINUTE, MONDAY, ZAT, game
from tests.tick.machines import Post, begun
from tests.tick.test_rings import lettered, mails_to
from tests.writing.composed import body

SECOND = timedelta(seconds=1)
PROSE = "Kann ich noch etwas nachreichen?"


def answered(machine: Post, text: str, sender: str = MAX, who: str = "max@example.org") -> str:
    """Return what the writer of *text* reads, 13 seconds after the ZAT."""
    machine.arrives(text, sender, ZAT + 13 * SECOND)
    machine.tick(ZAT + 13 * SECOND)
    return " ".join(body(mails_to(machine, who)[-1], "plain").split())


@pytest.mark.parametrize("text", ["H8w RABEN", "H8w RABEN\nH9w RABEN", PROSE, "RABEN 12"])
def test_after_the_zat_every_answer_says_that_a_move_comes_too_late(
    tmp_path: Path, text: str
) -> None:
    told = answered(lettered(begun(tmp_path)), text)

    assert "Der ZAT von Runde 1 war am Freitag, 11. Dezember 2026, 20:00 Uhr" in told
    assert "auch wenn du ihn noch einmal schickst" in told
    assert "Vorlage" not in told


def test_before_the_zat_nothing_is_said_of_that(tmp_path: Path) -> None:
    machine = lettered(begun(tmp_path))
    machine.arrives(PROSE, at=MONDAY)
    machine.tick(MONDAY)

    told = body(mails_to(machine, "max@example.org")[-1], "plain")
    assert "Vorlage" in told
    assert "zu spät" not in told


def over(folder: Path, *games: str) -> Post:
    """Return a machine whose game `kiel` is over; it stands last."""
    machine = begun(folder, *games)
    machine.orders("SPIEL BEENDEN", MONDAY, kind="TurnsOpening")
    loaded = machine.machine.journal.games.load("kiel")
    assert loaded is not None
    assert loaded.is_over
    machine.letters.owed.clear()
    return machine


def wrote(machine: Post) -> tuple[OrderAnswer, str]:
    """Return the answer to somebody's text, and what the game master is shown of that."""
    machine.arrives(PROSE, "anna@example.org", MONDAY + MINUTE, subject="[kiel]")
    machine.tick(MONDAY + MINUTE)
    answers = [o.content for o in machine.letters.owed if isinstance(o.content, OrderAnswer)]
    (passed,) = [each for each in machine.notices if isinstance(each.about, PassedOn)]
    return answers[-1], passed.quoted


def test_a_game_that_is_over_has_no_secrets_in_what_people_write(tmp_path: Path) -> None:
    answer, shown = wrote(over(tmp_path, kiel()))

    assert not answer.text_hidden
    assert shown == PROSE


def test_but_it_may_be_meant_for_another_game_that_goes_on(tmp_path: Path) -> None:
    answer, shown = wrote(over(tmp_path, kiel(id="bonn"), kiel()))

    assert answer.text_hidden
    assert not shown


def test_a_text_for_a_game_in_rounds_is_shown_to_a_game_master_who_does_not_play(
    tmp_path: Path,
) -> None:
    machine = begun(tmp_path, game())
    machine.arrives(PROSE, at=MONDAY)
    machine.tick(MONDAY)

    answers = [o.content for o in machine.letters.owed if isinstance(o.content, EntryAnswer)]
    assert not answers[-1].text_hidden
