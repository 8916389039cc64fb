"""A ruling that brings a tie into the round closed last, where the game master decides ties (rules 8)."""

from pathlib import Path

from mailref.games.by_rounds.contents import TieToDecide
from mailref.games.rounds.contents import Report
from mailref.referee.contents import Notice, OrdersDone
from mailref.referee.gm_orders import LastRoundTied
from tests.referee.rehearsal import EVA, MAX, ZAT, game
from tests.tick.machines import Post, begun
from tests.tick.test_redone import FIRST_CLOSED, HOUR, errata, last_round, told, totals

THREE = {
    "Max Mustermann": "max@example.org",
    "Eva Muster": "eva@example.org",
    "Otto Muster": "otto@example.org",
}


def tied_without_raben(folder: Path, words: str = "") -> Post:
    """Return a game in which two moves of 12 points are equal as soon as RABEN is refused."""
    machine = begun(folder, tied_game(words))
    machine.arrives("H8w RABEN", MAX)
    machine.arrives("H8w ABER", EVA)
    machine.arrives("H8s ABER", "Otto Muster <otto@example.org>")
    machine.tick()
    machine.tick(FIRST_CLOSED)
    machine.letters.owed.clear()
    return machine


def tied_game(words: str = "") -> str:
    return game(players=THREE, tables=f'[game.rules]\nties = ["game_master"]\n{words}')


def remarks(machine: Post) -> list[object]:
    """Return what the game master was told to know of his orders."""
    return [
        remark
        for owed in machine.letters.owed
        if isinstance(owed.content, Notice) and isinstance(owed.content.about, OrdersDone)
        for fate in owed.content.about.fates
        for remark in fate.remarks
    ]


def test_a_ruling_that_brings_a_tie_into_the_last_round_says_so_and_waits(tmp_path: Path) -> None:
    machine = tied_without_raben(tmp_path)

    machine.orders("REGEL RABEN nein", ZAT + HOUR)

    assert remarks(machine) == [LastRoundTied(1, ("H8 across ABER", "H8 down ABER"))]
    assert told(machine, Report) == []
    assert totals(machine) == {"Max Mustermann": 16, "Eva Muster": 12, "Otto Muster": 12}


def test_the_game_master_decides_the_tie_of_the_last_round_and_all_are_told(tmp_path: Path) -> None:
    machine = tied_without_raben(tmp_path)
    machine.orders("REGEL RABEN nein", ZAT + HOUR)

    machine.orders("GLEICHSTAND 2", ZAT + 2 * HOUR)

    assert [owed.recipient.partition("@")[0] for owed in errata(machine)] == [
        "max", "eva", "otto", "gm",
    ]  # fmt: skip
    assert totals(machine) == {"Max Mustermann": 0, "Eva Muster": 12, "Otto Muster": 12}
    assert [row[7] for row in last_round(machine).board.rows[7:11]] == ["A", "B", "E", "R"]
    machine.orders("REGEL XYLOL ja", ZAT + 3 * HOUR)
    assert remarks(machine) == []


def test_a_ruling_in_the_file_that_brings_a_tie_is_put_before_the_game_master(
    tmp_path: Path,
) -> None:
    machine = tied_without_raben(tmp_path)

    machine.writes(tied_game('[game.words]\nrefuse = ["RABEN"]'))
    machine.tick(ZAT + HOUR)

    (asked,) = machine.notices
    assert asked.about == TieToDecide(("H8 across ABER", "H8 down ABER"))
