"""A game of WORT-Rummikub exported and proved from the file: what was changed is named (table games 9)."""

import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import UTC
from typing import Any

import pytest

from mailref.games.events import PlayerRenamed
from mailref.record.as_json import sha256_of
from mailref.record.export import Difference, export_of
from mailref.record.verify import Verified, verify
from mailref.tiles.board import in_order
from tests.record.changes import setting
from tests.record.first_form import first_form
from tests.writing.tables import played

Export = dict[str, Any]
RULES = '[game.rules]\ngoal = 20\nunlisted = "refuse"'


def exported(*more: tuple[str, str], moves: int = 6, reveals: bool = False) -> Export:
    table = played(moves, inner=RULES)
    for who, text in more:
        table.receives(who, text)
    told = first_form(table.records.events("tisch"), UTC, reveals=reveals)
    found: Export = json.loads(json.dumps(told))
    return found


def finished() -> Export:
    """Return a game with a word doubted off, the tile that it cost, and one who resigned."""
    return exported(("anna", "ZWEIFLE AN: JEEP"), ("anna", "NIMM 2"), ("ben", "AUFGABE"))


def test_a_game_that_is_over_is_proved_by_its_own_seed() -> None:
    export = finished()

    found = verify(export)

    assert isinstance(found, Verified), found
    assert (found.rounds, found.with_chance) == (7, True)
    turns = [
        (each["player"], each["kind"], each["word"], each["points"], each["taken"])
        for each in export["turns"]
    ]
    assert turns[3:] == [
        ("Ben", "extend", "PHIS", 4, []),
        ("Anna", "take", None, 0, [{"stack": 1, "tile": "S", "why": "turn"}]),
        ("Ben", "rob", "JEEP", 0, [{"stack": 1, "tile": "T", "why": "penalty"}]),
        ("Anna", "take", None, 0, [{"stack": 2, "tile": "H", "why": "turn"}]),
    ]
    assert export["seed"] == "00" * 32
    assert [each["points"] for each in export["standings"]] == [13, 12]


def test_a_game_that_runs_tells_no_secret_and_is_checked_without_its_seed() -> None:
    export = exported()

    found = verify(export)

    assert isinstance(found, Verified), found
    assert not found.with_chance
    assert {each["drawn"] for each in export["racks"]} == {None}
    assert {each["tiles"] for each in export["stacks"]} == {None}
    assert {*export["racks_left"].values(), *export["stacks_left"], export["seed"]} == {None}


def test_a_game_that_runs_is_checked_by_its_seed_where_all_is_told() -> None:
    found = verify(exported(reveals=True), bytes(32))

    assert isinstance(found, Verified), found
    assert found.with_chance


def test_a_player_may_be_renamed_and_be_called_as_before_again() -> None:
    events = played(6).records.events("tisch")
    there, back = PlayerRenamed("Anna", "Berta", ""), PlayerRenamed("Berta", "Anna", "")

    assert export_of((*events, there), UTC)["players"][0] == {"player": "Berta", "base": 0}
    assert export_of((*events, there, back), UTC)["players"] == export_of(events, UTC)["players"]


def _digest(*lines: object) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def _nonce(number: int) -> str:
    return hmac.digest(bytes(32), f"receipt {number}".encode(), "sha256").hex()[:32]


def test_the_receipt_of_a_stack_binds_how_its_tiles_lie() -> None:
    """Table games 1: from top to bottom, so that nobody can turn a stack over later."""
    second = finished()["stacks"][1]

    assert second["binds_order"] is True
    assert second["tiles"] != "".join(sorted(second["tiles"]))
    assert second["receipt"] == _digest(
        "mailref receipt in order", "tisch", 4, "stack 2", second["tiles"], _nonce(4)
    )


def test_a_game_whose_receipts_bind_only_the_tiles_is_still_proved() -> None:
    export = finished()
    for number, stack in enumerate(export["stacks"], start=3):
        del stack["binds_order"]
        tiles = in_order(stack["tiles"])
        lines = "mailref receipt", "tisch", number, f"stack {stack['stack']}", tiles
        stack["receipt"] = _digest(*lines, _nonce(number))
    export["sha256"] = sha256_of(export)

    assert isinstance(verify(export), Verified)


CHANGES: dict[str, tuple[Callable[[Export], None], str]] = {
    "points": (setting("turns", 0, "points", 12), "points"),
    "total": (setting("turns", 2, "total", 99), "total"),
    "own": (setting("turns", 1, "own", "AEEKMNRX"), "own"),
    "word left": (setting("turns", 3, "sources", 0, "word", "HAS"), "sources[0].word"),
    "tile taken": (setting("turns", 4, "taken", 0, "tile", "E"), "taken[0].tile"),
    "height": (setting("turns", 4, "heights", [21, 21, 21, 21]), "heights[0]"),
    "table": (setting("turns", 2, "table", ["AUFFORDERE", "WERKNAME"]), "table"),
    "rack": (setting("racks", 0, "drawn", "AAAAAAAAAAAAA"), "racks[0].drawn"),
    "order": (setting("stacks", 2, "binds_order", False), "stacks[2].binds_order"),
    "receipt": (setting("stacks", 2, "receipt", "0" * 64), "stacks[2].receipt"),
    "seed": (setting("seed", "11" * 32), "commitment"),
    "standings": (setting("standings", 0, "points", 14), "standings[0].points"),
    "what is left": (setting("racks_left", "Anna", "S"), "racks_left.Anna"),
    "title": (setting("title", "Tisch"), "sha256"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_what_was_changed_is_named(name: str) -> None:
    """Also with a new hash: the values contradict each other, or the seed."""
    change, field = CHANGES[name]
    export = finished()
    change(export)
    if field != "sha256":
        export["sha256"] = sha256_of(export)

    found = verify(export)

    assert isinstance(found, Difference)
    assert found.field == field
