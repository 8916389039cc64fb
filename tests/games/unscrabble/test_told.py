"""A game of Un-Scrabble exported and proved from the file: what was changed is named (other games 1)."""

import csv
import json
from collections.abc import Callable
from datetime import UTC
from io import StringIO
from typing import Any

import pytest

from mailref.game_files import csv_of
from mailref.record.as_json import sha256_of
from mailref.record.export import Difference
from mailref.record.verify import Verified, verify
from mailref.referee.gm_orders import CorrectScore
from tests.games.by_turns.at_table import AtTable
from tests.record.changes import setting
from tests.record.first_form import first_form
from tests.writing.takings import ALLOWED, played

Export = dict[str, Any]


def exported(table: AtTable) -> Export:
    told = first_form(table.records.events("abbau"), UTC)
    found: Export = json.loads(json.dumps(told))
    return found


def finished() -> AtTable:
    """Return a game with a correction, taken down to the end."""
    table = played(2)
    table.take(table.refuses(CorrectScore("Anna", 3, None), "verzählt", "abbau"))
    table.receives("anna", "NIMM H6-H7")
    table.receives("ben", "NIMM SAND")
    return table


def challenged() -> AtTable:
    """Return a game by lot in which the first taking was taken back, and the second challenged in vain."""
    table = played(0, inner=ALLOWED)
    first, second = (name.lower() for name in table.running("abbau").game.seats)
    table.receives(first, "NIMM H5-H6")
    table.receives(second, "ANFECHTEN\nNIMM H5")
    table.receives(first, "ANFECHTEN AUSTOR")
    table.receives(first, "AUFGABE")
    return table


def test_a_game_that_is_over_is_taken_down_again_from_the_file() -> None:
    export = exported(finished())

    found = verify(export)

    assert isinstance(found, Verified), found
    assert (found.rounds, found.with_chance) == (4, True)
    told = [
        (t["player"], t["squares"], t["tiles"], t["words"], t["points"]) for t in export["turns"]
    ]
    assert told == [
        ("Anna", ["H5"], "H", ["AUSTOR"], 2),
        ("Ben", ["H9", "H10", "H11"], "TOR", ["AUS"], 4),
        ("Anna", ["H6", "H7"], "AU", [], 2),
        ("Ben", ["H8", "I8", "J8", "K8"], "sAND", [], 3),
    ]
    assert export["ended"] == "all_taken"
    assert [(each["player"], each["points"]) for each in export["standings"]] == [
        ("Anna", 7),
        ("Ben", 7),
    ]


def test_a_game_with_challenges_and_a_lot_is_proved_by_its_seed() -> None:
    export = exported(challenged())

    found = verify(export)

    assert isinstance(found, Verified), found
    assert [each["taken_back"] for each in export["turns"]] == [True, False]
    assert sorted(each["points"] for each in export["standings"]) == [-5, 2]


def test_a_game_that_runs_is_checked_without_its_seed() -> None:
    export = exported(played(2))

    found = verify(export)

    assert isinstance(found, Verified), found
    assert (export["seed"], found.with_chance) == (None, False)
    assert isinstance(verify(export, bytes(32)), Verified)


CHANGES: dict[str, tuple[Callable[[Export], None], str]] = {
    "points": (setting("turns", 1, "points", 5), "points"),
    "total": (setting("turns", 2, "total", 99), "total"),
    "squares": (setting("turns", 0, "squares", ["A1"]), "events"),
    "tiles": (setting("turns", 3, "tiles", "SAND"), "tiles"),
    "words": (setting("turns", 0, "words", []), "words"),
    "taken back": (setting("turns", 0, "taken_back", True), "taken_back"),
    "end": (setting("ended", "no_turn"), "ended"),
    "board": (setting("board", 0, "A" + "." * 14), "board[0]"),
    "correction": (setting("adjustments", 0, "points", 4), "total"),
    "standings": (setting("standings", 0, "points", 14), "standings[0].points"),
    "seed": (setting("seed", "11" * 32), "commitment"),
    "title": (setting("title", "Abbau"), "sha256"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_was_changed_is_named(name: str) -> None:
    """Also with a new hash: the values contradict each other, or the seed."""
    change, field = CHANGES[name]
    export = exported(finished())
    change(export)
    if field != "sha256":
        export["sha256"] = sha256_of(export)

    found = verify(export)

    assert isinstance(found, Difference)
    assert found.field == field


def test_another_lot_of_seats_is_named() -> None:
    export = exported(challenged())
    export["lot_of_seats"]["seats"].reverse()
    export["sha256"] = sha256_of(export)

    found = verify(export)

    assert isinstance(found, Difference)
    assert found.field == "lot_of_seats.seats[0]"


def test_a_verdict_on_a_word_that_is_not_new_is_named() -> None:
    export = exported(challenged())
    export["turns"][0]["challenges"][0]["verdicts"][0]["word"] = "SAND"

    found = verify(export)

    assert isinstance(found, Difference)
    assert found.field == "challenges[0].verdicts[0].word"


def test_the_table_has_a_line_for_each_turn() -> None:
    data = csv_of(played(2).records.events("abbau"))

    rows = list(csv.DictReader(StringIO(data.decode(), newline="")))

    assert [(r["squares"], r["tiles"], r["words"], r["formula"], r["total"]) for r in rows] == [
        ("H5", "H", "AUSTOR", "2=2", "2"),
        ("H9 H10 H11", "TOR", "AUS", "1+2+1=4", "4"),
    ]
